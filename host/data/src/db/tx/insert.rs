//! Inserts of one row or of many rows per statement.

use super::Tx;
use crate::{
    audit,
    error::{Error, Result},
    message,
    record::Entity,
    value::{Dialect, Row, Val},
};
use data_macros::boxed;

/// Amortises the statement's cost within PostgreSQL's 65,535 bound values.
const ROWS_PER_STATEMENT: usize = 100;
/// SQLite finds the name of each bound value by counting from the first, which costs the square of
/// their number.
const VALUES_OF_SQLITE: usize = 500;

fn rows_per_statement(dialect: Dialect, columns: usize) -> usize {
    match dialect {
        Dialect::Sqlite => (VALUES_OF_SQLITE / columns.max(1)).clamp(1, ROWS_PER_STATEMENT),
        Dialect::Postgres => ROWS_PER_STATEMENT,
    }
}

impl Tx {
    pub async fn insert<E: Entity>(&mut self, entity: &mut E) -> Result<()> {
        self.insert_rows(std::slice::from_mut(entity)).await
    }

    /// Inserts many rows as [`Tx::insert`] does one.
    pub async fn insert_all<E: Entity>(&mut self, entities: &mut [E]) -> Result<()> {
        let rows = rows_per_statement(self.dialect(), E::COLUMNS.len());
        for some in entities.chunks_mut(rows) {
            self.insert_rows(some).await?;
        }
        Ok(())
    }

    async fn insert_rows<E: Entity>(&mut self, entities: &mut [E]) -> Result<()> {
        let recording = E::RECORDED && self.recording;
        let mut rows = Vec::with_capacity(entities.len());
        for entity in entities.iter() {
            let mut row = Vec::with_capacity(E::COLUMNS.len());
            entity.bind(&mut row);
            if let Some(at) = row.iter().position(|value| *value == Val::Unknown) {
                let member = if E::WIRE[at].is_empty() {
                    E::COLUMNS[at]
                } else {
                    E::WIRE[at]
                };
                return Err(Error::invalid(member, message!("is required")));
            }
            self.check_owner::<E>(None, &row).await?;
            rows.push(row);
        }
        let docs: Vec<_> = rows.iter().map(|row| self.docs.doc_for::<E>(row)).collect();
        let recorded = recording.then(|| rows.clone());
        let stored = self.insert_statement(E::TABLE, E::COLUMNS, rows).await?;
        for (entity, row) in entities.iter_mut().zip(&stored) {
            entity.stored(row.get(0)?, 1);
        }
        for (entity, doc) in entities.iter().zip(docs) {
            self.docs.put::<E>(entity.id(), doc, None);
        }
        for (entity, row) in entities.iter().zip(recorded.iter().flatten()) {
            self.record
                .add(audit::entity_entry::<E>(entity.id(), None, Some(row)));
        }
        Ok(())
    }

    /// Returns the new ids, a row each and in order; the database may return them in any order.
    #[boxed]
    async fn insert_statement<'a>(
        &'a mut self,
        table: &'a str,
        columns: &'a [&'a str],
        rows: Vec<Vec<Val>>,
    ) -> Result<Vec<Row>> {
        let mut values = vec![Val::I64(self.tenant.0)];
        let mut tuples = Vec::with_capacity(rows.len());
        for row in rows {
            let first = values.len() + 1;
            let binds: Vec<String> = (first..first + row.len())
                .map(|at| format!("${at}"))
                .collect();
            tuples.push(format!("($1,1,{})", binds.join(",")));
            values.extend(row);
        }
        let (columns, tuples) = (columns.join(","), tuples.join(","));
        let sql = format!(
            "INSERT INTO {table} (tenant_id,row_version,{columns}) VALUES {tuples} RETURNING id"
        );
        let mut stored: Vec<(i64, Row)> = Vec::new();
        for row in self.run(sql, values).await? {
            stored.push((row.get(0)?, row));
        }
        stored.sort_unstable_by_key(|(id, _)| *id);
        Ok(stored.into_iter().map(|(_, row)| row).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sqlite_takes_few_values_per_statement() {
        assert_eq!(rows_per_statement(Dialect::Sqlite, 90), 5);
        assert_eq!(rows_per_statement(Dialect::Sqlite, 3), ROWS_PER_STATEMENT);
        assert_eq!(rows_per_statement(Dialect::Sqlite, 600), 1);
        assert_eq!(
            rows_per_statement(Dialect::Postgres, 90),
            ROWS_PER_STATEMENT
        );
    }
}
