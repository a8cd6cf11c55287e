//! Lists: pages, counts and sums over what a handler's conditions and a caller's filter allow.

use super::Tx;
use crate::{
    db::{
        Dialect, Entity, Row, Val, View,
        entity::Binding,
        tally::{self, Sum, Tally},
        wheres::Where,
    },
    error::Result,
    list::{ListQuery, Order, PageOf},
    odata,
};

/// Past this offset a page is found by its ids first.
const FAR_PAGE: i64 = 1000;
/// So many are sorted by themselves rather than met on the way through all rows.
const FEW_ROWS: i64 = 20_000;
/// One of more than so many is met among many others.
const MANY: i64 = 10;
/// What every condition on rows begins with.
const OF_TENANT: &str = "tenant_id = $1";

/// Which rows are asked for.
struct Asked<'q> {
    condition: String,
    values: Vec<Val>,
    /// The caller's part of it, as it was written.
    filter: Option<&'q str>,
    /// The columns that the condition names; one that no tally can know stands for what is no column.
    columns: Vec<&'static str>,
}

/// What a tally says of the rows that are asked for.
struct Tallied {
    count: i64,
    /// Of so many rows that the tenant has.
    all: i64,
}

impl Tx {
    /// How many rows the conditions allow.
    pub async fn count<E: Entity>(&mut self, narrow: Where<E>) -> Result<i64> {
        let query = ListQuery::default();
        let asked = self.asked(&query, narrow)?;
        match tally::<E>(&asked.columns, &[]) {
            Some(tally) => self.sum_of_tally::<E>(tally, &asked).await,
            None => self.counted::<E>(&asked).await,
        }
    }

    /// One page of what the conditions and the caller's filter allow, sorted as the caller asked (newest first unless said).
    pub async fn page<V: View>(
        &mut self,
        list: &ListQuery,
        narrow: Where<V::Record>,
    ) -> Result<PageOf<V>> {
        let table = V::Record::TABLE;
        let mut asked = self.asked(list, narrow)?;
        let Order { sql: order, first } =
            list.order(&odata::Compiler::new(V::Record::FIELDS, self.dialect(), 1))?;
        let (limit, offset) = (list.limit()?, list.offset()?);
        let tallied = self.tallied::<V::Record>(&asked).await?;
        let met = tallied
            .as_ref()
            .filter(|of| of.are_met_soon(limit.saturating_add(offset)) && is_in_order::<V>(first));
        let (is_met, among_many) = (
            met.is_some(),
            met.is_some_and(|of| of.count < of.all / MANY),
        );
        if is_met {
            asked.leave_to_order(self.dialect());
        } else if tallied.as_ref().is_none_or(|of| of.count <= FEW_ROWS) {
            self.narrow_by_index::<V::Record>(
                asked.filter,
                &mut asked.condition,
                &mut asked.values,
            )
            .await?;
        }
        // SQLite, without statistics, would read rows in their order until a page is full, which is all of them where a
        // filter allows few. So it is first asked how many there are; the sign has it find few by the filter's index.
        let known = match (tallied, self.dialect()) {
            (Some(of), _) => Some(of.count),
            (None, Dialect::Sqlite) => Some(self.counted::<V::Record>(&asked).await?),
            (None, Dialect::Postgres) => None,
        };
        if let Some(total_count) = known.filter(|count| *count <= offset) {
            return Ok(PageOf {
                total_count,
                items: Vec::new(),
            });
        }
        let of_sqlite = self.dialect() == Dialect::Sqlite;
        let is_few = of_sqlite && !is_met && known.is_some_and(|count| count <= FEW_ROWS);
        let (sign, id_sign) = (
            if is_few { "+" } else { "" },
            if of_sqlite { "+" } else { "" },
        );
        let (columns, condition) = (V::SELECT.join(","), &asked.condition);
        // Far pages, those met among many others, and those of a few that are more than one page, read the ids alone
        // first: where the index has what the filter asks for, the wide rows that are skipped are never touched.
        let page = if offset > FAR_PAGE
            || among_many
            || is_few && known.is_some_and(|count| count > limit)
        {
            format!(
                "SELECT {columns} FROM {table} JOIN (SELECT id AS page_id FROM {table} WHERE {condition} ORDER BY {sign}{order} LIMIT {limit} OFFSET {offset}) AS page ON page_id = id WHERE {id_sign}tenant_id = $1 ORDER BY {order}"
            )
        } else {
            format!(
                "SELECT {columns} FROM {table} WHERE {condition} ORDER BY {sign}{order} LIMIT {limit} OFFSET {offset}"
            )
        };
        let rows = self.run(page, asked.values.clone()).await?;
        let items = rows.iter().map(V::read).collect::<sqlx::Result<Vec<V>>>()?;
        let found = items.len() as i64;
        let total_count = match known {
            Some(count) => count,
            // A page that is not full tells the count by itself.
            None if found < limit && (offset == 0 || found > 0) => offset + found,
            None => self.counted::<V::Record>(&asked).await?,
        };
        Ok(PageOf { total_count, items })
    }

    /// For each combination of values of the columns `by`: those values, how many rows there are of what the conditions
    /// and the caller's filter allow, and what the columns `sums` of these rows add up to.
    pub async fn totals<E: Entity>(
        &mut self,
        list: &ListQuery,
        narrow: Where<E>,
        by: &[&'static str],
        sums: &[Sum],
    ) -> Result<Vec<Row>> {
        let mut asked = self.asked(list, narrow)?;
        let columns: Vec<&str> = asked.columns.iter().chain(by).copied().collect();
        let tally = tally::<E>(&columns, sums);
        let (from, count) = match tally {
            Some(tally) => (format!("{} AS {}", tally.table, E::TABLE), tally::ROWS),
            None => (E::TABLE.to_owned(), "COUNT(*)"),
        };
        if tally.is_none() {
            self.narrow_by_index::<E>(asked.filter, &mut asked.condition, &mut asked.values)
                .await?;
        }
        let sums = sums.iter().map(|sum| sum.sql());
        let select: Vec<String> = by
            .iter()
            .map(|column| (*column).to_owned())
            .chain([count.to_owned()])
            .chain(sums)
            .collect();
        let mut sql = format!(
            "SELECT {} FROM {from} WHERE {}",
            select.join(", "),
            asked.condition
        );
        if !by.is_empty() {
            sql.push_str(&format!(" GROUP BY {}", by.join(", ")));
            // A tally keeps rows for what there was once.
            sql.push_str(if tally.is_some() {
                " HAVING SUM(row_count) <> 0"
            } else {
                ""
            });
        }
        self.run(sql, asked.values).await
    }

    /// The tenant, the handler's conditions and the caller's filter, as one condition.
    fn asked<'q, E: Entity>(&self, list: &'q ListQuery, narrow: Where<E>) -> Result<Asked<'q>> {
        let mut columns = narrow.columns();
        match E::CUSTOMER.filter(|_| self.customer.is_some()) {
            Some(Binding::Column(column)) => columns.push(column),
            Some(Binding::Through { .. }) => columns.push(""),
            None => {}
        }
        let (mut condition, mut values) = self.narrowed(narrow);
        let filter = list.filter();
        if let Some(filter) = filter {
            let compiler = odata::Compiler::new(E::FIELDS, self.dialect(), values.len() + 1)
                .searched(E::SEARCHED);
            let compiled = compiler
                .filter(filter)
                .map_err(|error| error.on("filter"))?;
            condition.push_str(" AND ");
            condition.push_str(&compiled.sql);
            values.extend(compiled.values);
            columns.extend(compiled.columns);
        }
        Ok(Asked {
            condition,
            values,
            filter,
            columns,
        })
    }

    async fn counted<E: Entity>(&mut self, asked: &Asked<'_>) -> Result<i64> {
        let count = format!(
            "SELECT COUNT(*) FROM {} WHERE {}",
            E::TABLE,
            asked.condition
        );
        Ok(self.run(count, asked.values.clone()).await?[0].get(0)?)
    }

    /// What the record's tallies say, if one of them knows all that is asked.
    async fn tallied<E: Entity>(&mut self, asked: &Asked<'_>) -> Result<Option<Tallied>> {
        let Some(tally) = tally::<E>(&asked.columns, &[]) else {
            return Ok(None);
        };
        let count = self.sum_of_tally::<E>(tally, asked).await?;
        let all = match E::TALLIES
            .first()
            .filter(|_| asked.condition != OF_TENANT && count > 0)
        {
            Some(first) => {
                let sql = format!(
                    "SELECT {} FROM {} WHERE {OF_TENANT}",
                    tally::ROWS,
                    first.table
                );
                self.run(sql, asked.values[..1].to_vec()).await?[0].get(0)?
            }
            None => count,
        };
        Ok(Some(Tallied { count, all }))
    }

    async fn sum_of_tally<E: Entity>(&mut self, tally: &Tally, asked: &Asked<'_>) -> Result<i64> {
        // The conditions may name the record's table.
        let sql = format!(
            "SELECT {} FROM {} AS {} WHERE {}",
            tally::ROWS,
            tally.table,
            E::TABLE,
            asked.condition
        );
        Ok(self.run(sql, asked.values.clone()).await?[0].get(0)?)
    }
}

impl Asked<'_> {
    /// Has the rows read in the order of the page, whatever other way to them there is.
    fn leave_to_order(&mut self, dialect: Dialect) {
        let others = self
            .condition
            .strip_prefix(OF_TENANT)
            .and_then(|rest| rest.strip_prefix(" AND "));
        // PostgreSQL has statistics, and finds that way by itself.
        if let Some(others) = others.filter(|_| dialect == Dialect::Sqlite) {
            self.condition = format!("{OF_TENANT} AND +({others})");
        }
    }
}

impl Tallied {
    /// Whether the first so many of them are met on the way through all rows sooner than all of them are found and sorted.
    fn are_met_soon(&self, wanted: i64) -> bool {
        i128::from(wanted) * i128::from(self.all) <= i128::from(self.count) * i128::from(self.count)
    }
}

fn tally<E: Entity>(columns: &[&str], sums: &[Sum]) -> Option<&'static Tally> {
    E::TALLIES.iter().find(|tally| tally.covers(columns, sums))
}

/// Whether an index has the tenant's rows in this order.
fn is_in_order<V: View>(first: &str) -> bool {
    first == "id" || V::Record::IN_ORDER.contains(&first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_are_met_on_the_way_and_few_are_looked_up() {
        let met = |count, wanted| {
            Tallied {
                count,
                all: 1_000_000,
            }
            .are_met_soon(wanted)
        };
        assert!(
            met(1_000_000, 50) && met(1_000_000, 1_000_000) && met(60_000, 50) && met(8_000, 50)
        );
        assert!(!met(5_000, 50) && !met(60_000, 5_000) && !met(0, 10));
        assert!(
            Tallied {
                count: i64::MAX,
                all: i64::MAX
            }
            .are_met_soon(i64::MAX)
        );
    }
}
