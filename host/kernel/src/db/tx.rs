//! One transaction, begun for one tenant: the only way to rows.

use sqlx::AssertSqlSafe;

use super::{
    column::{Col, Row, postgres_arguments, sqlite_arguments},
    entity::Entity,
    value::{Dialect, Val},
    wheres::Where,
};
use crate::{
    audit::{self, Author, Record},
    error::{Error, Result},
    ids::TenantId,
    list::{ListQuery, PageOf},
    odata,
};

/// Whether a transaction may write. On SQLite a write takes the one writer at its start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    Read,
    Write,
    /// A write that a power cut may undo in the moments after it, and nobody is harmed: quotes, logs. Others see it at once.
    Soon,
}

/// A statement over one tenant's rows, made by [`tsql!`](crate::tsql).
#[derive(Debug, Clone, Copy)]
pub struct TenantSql(#[doc(hidden)] pub &'static str);

/// A statement over the platform's own tables, which have no tenant.
#[derive(Debug, Clone, Copy)]
pub struct PlatformSql(pub &'static str);

pub(super) enum TxInner {
    Sqlite(sqlx::Transaction<'static, sqlx::Sqlite>),
    Postgres(sqlx::Transaction<'static, sqlx::Postgres>),
}

/// A transaction over the rows of one tenant.
pub struct Tx {
    inner: TxInner,
    tenant: TenantId,
    record: Record,
    recording: bool,
}

impl Tx {
    pub(super) fn new(inner: TxInner, tenant: TenantId) -> Self {
        Self { inner, tenant, record: Record::default(), recording: true }
    }

    /// From now on no change is recorded.
    pub(crate) fn stop_recording(&mut self) {
        self.recording = false;
    }

    /// The changes made so far, for the record that the scope writes when it saves.
    pub(crate) fn record(&mut self) -> &mut Record {
        &mut self.record
    }

    /// Writes the record of this transaction's changes: one statement for a hundred of them.
    pub(crate) async fn write_record(&mut self, author: &Author) -> Result<()> {
        for part in std::mem::take(&mut self.record).split(RECORDED_AT_ONCE) {
            if let Some((sql, values)) = part.statement(author) {
                let bound = std::iter::once(Val::I64(self.tenant.0)).chain(values).collect();
                self.run(sql, bound).await?;
            }
        }
        Ok(())
    }

    pub fn dialect(&self) -> Dialect {
        match self.inner {
            TxInner::Sqlite(_) => Dialect::Sqlite,
            TxInner::Postgres(_) => Dialect::Postgres,
        }
    }

    pub async fn commit(self) -> Result<()> {
        match self.inner {
            TxInner::Sqlite(tx) => tx.commit().await?,
            TxInner::Postgres(tx) => tx.commit().await?,
        }
        Ok(())
    }

    /// Goes on in another tenant, for the platform's own work: a tenant and its first rows are made as one.
    pub(crate) async fn enter(&mut self, tenant: TenantId) -> Result<()> {
        if self.dialect() == Dialect::Postgres {
            let name = Val::Text(tenant.to_string());
            self.platform(PlatformSql("SELECT set_config('app.tenant_id', $1, true)"), vec![name]).await?;
        }
        self.tenant = tenant;
        Ok(())
    }

    /// Runs a statement over the tenant's rows; `$1` is the tenant, `values` start at `$2`.
    pub async fn rows(&mut self, sql: TenantSql, values: Vec<Val>) -> Result<Vec<Row>> {
        let mut bound = Vec::with_capacity(values.len() + 1);
        bound.push(Val::I64(self.tenant.0));
        bound.extend(values);
        self.run(sql.0.to_owned(), bound).await
    }

    /// Runs a statement over the platform's tables; `values` start at `$1`.
    pub async fn platform(&mut self, sql: PlatformSql, values: Vec<Val>) -> Result<Vec<Row>> {
        self.run(sql.0.to_owned(), values).await
    }

    /// The row with this id, or [`Error::NotFound`] naming the entity.
    pub async fn find<E: Entity>(&mut self, id: E::Id) -> Result<E> {
        self.first(Where::all().eq("id", id)).await?.ok_or(Error::NotFound(E::NAME))
    }

    /// The first row (by id) that the conditions allow.
    pub async fn first<E: Entity>(&mut self, narrow: Where) -> Result<Option<E>> {
        let (mut sql, values) = select::<E>(self.tenant, narrow);
        sql.push_str(" ORDER BY id LIMIT 1");
        let rows = self.run(sql, values).await?;
        Ok(rows.first().map(E::read).transpose()?)
    }

    /// All rows that the conditions allow, by id. For lists a person pages through, use [`Tx::page`].
    pub async fn all<E: Entity>(&mut self, narrow: Where) -> Result<Vec<E>> {
        let (mut sql, values) = select::<E>(self.tenant, narrow);
        sql.push_str(" ORDER BY id");
        let rows = self.run(sql, values).await?;
        Ok(rows.iter().map(E::read).collect::<sqlx::Result<_>>()?)
    }

    /// How many rows the conditions allow.
    pub async fn count<E: Entity>(&mut self, narrow: Where) -> Result<i64> {
        let mut sql = format!("SELECT COUNT(*) FROM {} WHERE tenant_id = $1", E::TABLE);
        let mut values = vec![Val::I64(self.tenant.0)];
        narrow.write(&mut sql, &mut values);
        let rows = self.run(sql, values).await?;
        Ok(rows[0].get(0)?)
    }

    /// One page of what the conditions and the caller's filter allow, sorted as the caller asked (newest first unless said).
    pub async fn page<E: Entity>(&mut self, list: &ListQuery, narrow: Where) -> Result<PageOf<E>> {
        let (condition, values) = self.condition::<E>(list, narrow)?;
        let compiler = odata::Compiler::new(E::FIELDS, self.dialect(), values.len() + 1);
        let order = list.order(&compiler)?;
        let (limit, offset) = (list.limit()?, list.offset()?);
        let columns = columns::<E>();
        // Far pages read the ids alone first: the wide rows that are skipped are never touched.
        let page = if offset > FAR_PAGE {
            format!(
                "SELECT {columns} FROM {table} JOIN (SELECT id AS page_id FROM {table} WHERE {condition} ORDER BY {order} LIMIT {limit} OFFSET {offset}) AS page ON page_id = id WHERE tenant_id = $1 ORDER BY {order}",
                table = E::TABLE
            )
        } else {
            format!(
                "SELECT {columns} FROM {} WHERE {condition} ORDER BY {order} LIMIT {limit} OFFSET {offset}",
                E::TABLE
            )
        };
        let rows = self.run(page, values.clone()).await?;
        let items = rows.iter().map(E::read).collect::<sqlx::Result<Vec<E>>>()?;
        let found = items.len() as i64;
        // A page that is not full tells the count by itself.
        let total_count = if found < limit && (offset == 0 || found > 0) {
            offset + found
        } else {
            let count = format!("SELECT COUNT(*) FROM {} WHERE {condition}", E::TABLE);
            self.run(count, values).await?[0].get(0)?
        };
        Ok(PageOf { total_count, items })
    }

    /// Sums over what the conditions and the caller's filter allow: `select` and `group` are constants of the program.
    pub async fn totals<E: Entity>(
        &mut self,
        list: &ListQuery,
        narrow: Where,
        select: &'static str,
        group: &'static str,
    ) -> Result<Vec<Row>> {
        let (condition, values) = self.condition::<E>(list, narrow)?;
        let group = if group.is_empty() { String::new() } else { format!(" GROUP BY {group}") };
        self.run(format!("SELECT {select} FROM {} WHERE {condition}{group}", E::TABLE), values).await
    }

    /// The tenant, the handler's conditions and the caller's filter, as one condition.
    fn condition<E: Entity>(&self, list: &ListQuery, narrow: Where) -> Result<(String, Vec<Val>)> {
        let mut condition = String::from("tenant_id = $1");
        let mut values = vec![Val::I64(self.tenant.0)];
        narrow.write(&mut condition, &mut values);
        if let Some(filter) = list.filter() {
            let compiler = odata::Compiler::new(E::FIELDS, self.dialect(), values.len() + 1);
            let compiled = compiler.filter(filter).map_err(|error| error.on("filter"))?;
            condition.push_str(" AND ");
            condition.push_str(&compiled.sql);
            values.extend(compiled.values);
        }
        Ok((condition, values))
    }

    /// Writes a new row and gives the struct its id and first version.
    pub async fn insert<E: Entity>(&mut self, entity: &mut E) -> Result<()> {
        let mut values = vec![Val::I64(self.tenant.0), Val::I64(1)];
        entity.bind(&mut values);
        let binds: Vec<String> = (1..=values.len()).map(|n| format!("${n}")).collect();
        let sql = format!(
            "INSERT INTO {} (tenant_id,row_version,{}) VALUES ({}) RETURNING id",
            E::TABLE,
            E::COLUMNS.join(","),
            binds.join(",")
        );
        let recorded = (E::RECORDED && self.recording).then(|| values[2..].to_vec());
        let rows = self.run(sql, values).await?;
        entity.stored(rows[0].get(0)?, 1);
        if let Some(new) = recorded {
            self.record.add(audit::entry::<E>(entity.id(), None, Some(&new)));
        }
        Ok(())
    }

    /// Writes the row back if nobody else has since it was read; [`Error::Conflict`] otherwise.
    pub async fn update<E: Entity>(&mut self, entity: &mut E) -> Result<()> {
        let mut values = vec![Val::I64(self.tenant.0), entity.id().val(), Val::I64(entity.row_version())];
        entity.bind(&mut values);
        let set: Vec<String> =
            E::COLUMNS.iter().enumerate().map(|(n, column)| format!("{column} = ${}", n + 4)).collect();
        let sql = format!(
            "UPDATE {} SET row_version = row_version + 1, {} WHERE tenant_id = $1 AND id = $2 AND row_version = $3 RETURNING id, row_version",
            E::TABLE,
            set.join(", ")
        );
        let recorded = match E::RECORDED && self.recording {
            true => Some((self.bound::<E>(entity.id()).await?, values[3..].to_vec())),
            false => None,
        };
        let rows = self.run(sql, values).await?;
        let row = rows.first().ok_or(Error::Conflict)?;
        entity.stored(row.get(0)?, row.get(1)?);
        if let Some((Some(old), new)) = recorded {
            self.record.add(audit::entry::<E>(entity.id(), Some(&old), Some(&new)));
        }
        Ok(())
    }

    /// Removes the row; [`Error::NotFound`] when there is none.
    pub async fn delete<E: Entity>(&mut self, id: E::Id) -> Result<()> {
        let sql = format!("DELETE FROM {} WHERE tenant_id = $1 AND id = $2 RETURNING {}", E::TABLE, columns::<E>());
        let rows = self.run(sql, vec![Val::I64(self.tenant.0), id.val()]).await?;
        let row = rows.first().ok_or(Error::NotFound(E::NAME))?;
        if E::RECORDED && self.recording {
            let mut old = Vec::new();
            E::read(row)?.bind(&mut old);
            self.record.add(audit::entry::<E>(id, Some(&old), None));
        }
        Ok(())
    }

    /// The values of the row as they are now.
    async fn bound<E: Entity>(&mut self, id: E::Id) -> Result<Option<Vec<Val>>> {
        let row = self.first::<E>(Where::all().eq("id", id)).await?;
        Ok(row.map(|row| {
            let mut values = Vec::new();
            row.bind(&mut values);
            values
        }))
    }

    /// The one place where SQL text that was put together meets the driver: names are constants of the program, values are bound.
    async fn run(&mut self, sql: String, values: Vec<Val>) -> Result<Vec<Row>> {
        // PostgreSQL has no way to keep this character, and SQLite's functions stop at it: a text never holds it.
        if values.iter().any(Val::holds_nul) {
            return Err(Error::invalid("body", "holds the character U+0000, which no text can have"));
        }
        let sql = AssertSqlSafe(sql);
        Ok(match &mut self.inner {
            TxInner::Sqlite(tx) => {
                let bound = sqlite_arguments(values).map_err(sqlx::Error::Encode)?;
                let rows = sqlx::query_with(sql, bound).fetch_all(&mut **tx).await?;
                rows.into_iter().map(Row::Sqlite).collect()
            }
            TxInner::Postgres(tx) => {
                let bound = postgres_arguments(values).map_err(sqlx::Error::Encode)?;
                let rows = sqlx::query_with(sql, bound).fetch_all(&mut **tx).await?;
                rows.into_iter().map(Row::Postgres).collect()
            }
        })
    }
}

/// Entries of the record of changes in one statement; SQLite takes 32,766 values.
const RECORDED_AT_ONCE: usize = 100;
/// Past this offset a page is found by its ids first.
const FAR_PAGE: i64 = 1000;

fn columns<E: Entity>() -> String {
    format!("id,row_version,{}", E::COLUMNS.join(","))
}

fn select<E: Entity>(tenant: TenantId, narrow: Where) -> (String, Vec<Val>) {
    let mut sql = format!("SELECT {} FROM {} WHERE tenant_id = $1", columns::<E>(), E::TABLE);
    let mut values = vec![Val::I64(tenant.0)];
    narrow.write(&mut sql, &mut values);
    (sql, values)
}
