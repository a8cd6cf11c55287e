//! Lists: pages, counts and sums of the rows that match a handler's conditions and a caller's
//! filter.

use super::Tx;
use crate::{
    error::Result,
    list::{ListQuery, Order, PageOf},
    odata,
    record::{Binding, CounterTable, Entity, ROW_COUNT, Sum, View, Where},
    value::{Dialect, Row, Val},
};

/// Offset above which a page's ids are read first.
const MIN_FAR_OFFSET: i64 = 1000;
/// Number of rows that are sorted separately rather than found by scanning all rows in order.
const MAX_SORTED_ROWS: i64 = 20_000;
/// Ratio above which matches count as sparse among all rows.
const SPARSE_RATIO: i64 = 10;
/// Start of every condition on rows.
const TENANT_CONDITION: &str = "tenant_id = $1";

struct ListCondition<'q> {
    condition: String,
    values: Vec<Val>,
    filter: Option<&'q str>,
    /// Columns in the condition; an expression is listed as a name that no counter has.
    columns: Vec<&'static str>,
}

struct CounterTotals {
    count: i64,
    /// Rows of the whole tenant.
    all: i64,
}

impl Tx {
    pub async fn count<E: Entity>(&mut self, narrow: Where<E>) -> Result<i64> {
        let query = ListQuery::default();
        let list_condition = self.build_list_condition(&query, narrow)?;
        match find_counters::<E>(&list_condition.columns, &[]) {
            Some(counters) => self.sum_counters::<E>(counters, &list_condition).await,
            None => self.count_matching::<E>(&list_condition).await,
        }
    }

    /// Returns one page in the caller's order (default: newest first).
    pub async fn page<V: View>(
        &mut self,
        list: &ListQuery,
        narrow: Where<V::Record>,
    ) -> Result<PageOf<V>> {
        let table = V::Record::TABLE;
        let mut list_condition = self.build_list_condition(list, narrow)?;
        let Order { sql: order, first } =
            list.order(&odata::Compiler::new(V::Record::FIELDS, self.dialect(), 1))?;
        let (limit, offset) = (list.limit()?, list.offset()?);
        let counter_totals = self
            .read_counter_totals::<V::Record>(&list_condition)
            .await?;
        let met = counter_totals.as_ref().filter(|of| {
            of.is_scan_cheaper(limit.saturating_add(offset)) && is_in_order::<V>(first)
        });
        let (is_met, among_many) = (
            met.is_some(),
            met.is_some_and(|of| of.count < of.all / SPARSE_RATIO),
        );
        if is_met {
            list_condition.force_page_order(self.dialect());
        } else if counter_totals
            .as_ref()
            .is_none_or(|of| of.count <= MAX_SORTED_ROWS)
        {
            self.narrow_by_index::<V::Record>(
                list_condition.filter,
                &mut list_condition.condition,
                &mut list_condition.values,
            )
            .await?;
        }
        // Without statistics, SQLite would read rows in order until the page is full: all of them
        // if the filter matches few. So would PostgreSQL, whose statistics do not know that open
        // records are the newest. So both count first where all rows are counted.
        let is_counted = self.dialect() == Dialect::Sqlite || !V::Record::COUNTERS.is_empty();
        let known_total = match counter_totals {
            Some(of) => Some(of.count),
            None if is_counted => Some(self.count_matching::<V::Record>(&list_condition).await?),
            None => None,
        };
        if let Some(total_count) = known_total.filter(|count| *count <= offset) {
            return Ok(PageOf {
                total_count,
                items: Vec::new(),
            });
        }
        let of_sqlite = self.dialect() == Dialect::Sqlite;
        let few = known_total.filter(|count| !is_met && *count <= MAX_SORTED_ROWS);
        let is_few = of_sqlite && few.is_some();
        // The `+` makes SQLite use the filter's index.
        let (sign, id_sign) = (
            if is_few { "+" } else { "" },
            if of_sqlite { "+" } else { "" },
        );
        let is_sparse = match few {
            Some(count) if !of_sqlite && count > limit => {
                let all = self.count_all::<V::Record>(&list_condition).await?;
                !CounterTotals { count, all }.is_scan_cheaper(limit.saturating_add(offset))
            }
            _ => false,
        };
        let (columns, condition) = (V::SELECT.join(","), &list_condition.condition);
        // Read only the ids first for far pages, sparse matches, and matches of little more than a
        // page. If the index covers the filter, the skipped wide rows are never read.
        let page = if is_sparse {
            // PostgreSQL does not look behind the OFFSET for an index in the page's order.
            format!(
                "SELECT {columns} FROM {table} JOIN (SELECT id AS page_id FROM (SELECT * FROM {table} WHERE {condition} OFFSET 0) AS {table} ORDER BY {order} LIMIT {limit} OFFSET {offset}) AS page ON page_id = id WHERE tenant_id = $1 ORDER BY {order}"
            )
        } else if offset > MIN_FAR_OFFSET
            || among_many
            || is_few && known_total.is_some_and(|count| count > limit)
        {
            format!(
                "SELECT {columns} FROM {table} JOIN (SELECT id AS page_id FROM {table} WHERE {condition} ORDER BY {sign}{order} LIMIT {limit} OFFSET {offset}) AS page ON page_id = id WHERE {id_sign}tenant_id = $1 ORDER BY {order}"
            )
        } else {
            format!(
                "SELECT {columns} FROM {table} WHERE {condition} ORDER BY {sign}{order} LIMIT {limit} OFFSET {offset}"
            )
        };
        let rows = self.run(page, list_condition.values.clone()).await?;
        let items = rows.iter().map(V::read).collect::<sqlx::Result<Vec<V>>>()?;
        let item_count = items.len() as i64;
        let total_count = match known_total {
            Some(count) => count,
            // A partly filled page determines the count.
            None if item_count < limit && (offset == 0 || item_count > 0) => offset + item_count,
            None => self.count_matching::<V::Record>(&list_condition).await?,
        };
        Ok(PageOf { total_count, items })
    }

    /// Groups the matching rows by the columns `by`. Returns the group's values, its row count and
    /// the sums of the columns `sums`.
    pub async fn totals<E: Entity>(
        &mut self,
        list: &ListQuery,
        narrow: Where<E>,
        by: &[&'static str],
        sums: &[Sum],
    ) -> Result<Vec<Row>> {
        let mut list_condition = self.build_list_condition(list, narrow)?;
        let columns: Vec<&str> = list_condition.columns.iter().chain(by).copied().collect();
        let counters = find_counters::<E>(&columns, sums);
        let (from, count) = match counters {
            Some(counters) => (format!("{} AS {}", counters.table, E::TABLE), ROW_COUNT),
            None => (E::TABLE.to_owned(), "COUNT(*)"),
        };
        if counters.is_none() {
            self.narrow_by_index::<E>(
                list_condition.filter,
                &mut list_condition.condition,
                &mut list_condition.values,
            )
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
            list_condition.condition
        );
        if !by.is_empty() {
            sql.push_str(&format!(" GROUP BY {}", by.join(", ")));
            // A counter keeps rows for values that no longer occur.
            sql.push_str(if counters.is_some() {
                " HAVING SUM(row_count) <> 0"
            } else {
                ""
            });
        }
        self.run(sql, list_condition.values).await
    }

    /// Combines tenant, handler's conditions and caller's filter.
    fn build_list_condition<'q, E: Entity>(
        &self,
        list: &'q ListQuery,
        narrow: Where<E>,
    ) -> Result<ListCondition<'q>> {
        let mut columns = narrow.columns();
        match self.restriction::<E>().map(|(_, binding)| binding) {
            Some(Binding::Column(column)) => columns.push(column),
            Some(Binding::Through { .. }) => columns.push(""),
            None => {}
        }
        let (mut condition, mut values) = self.build_condition(narrow);
        let filter = list.filter();
        if let Some(filter) = filter {
            let compiler = odata::Compiler::new(E::FIELDS, self.dialect(), values.len() + 1)
                .searched(E::SEARCHED);
            let compiled = compiler
                .filter(filter)
                .map_err(|error| error.for_parameter("filter"))?;
            condition.push_str(" AND ");
            condition.push_str(&compiled.sql);
            values.extend(compiled.values);
            columns.extend(compiled.columns);
        }
        Ok(ListCondition {
            condition,
            values,
            filter,
            columns,
        })
    }

    async fn count_matching<E: Entity>(
        &mut self,
        list_condition: &ListCondition<'_>,
    ) -> Result<i64> {
        let count = format!(
            "SELECT COUNT(*) FROM {} WHERE {}",
            E::TABLE,
            list_condition.condition
        );
        Ok(self.run(count, list_condition.values.clone()).await?[0].get(0)?)
    }

    /// None if no counter has all columns of the condition.
    async fn read_counter_totals<E: Entity>(
        &mut self,
        list_condition: &ListCondition<'_>,
    ) -> Result<Option<CounterTotals>> {
        let Some(counters) = find_counters::<E>(&list_condition.columns, &[]) else {
            return Ok(None);
        };
        let count = self.sum_counters::<E>(counters, list_condition).await?;
        let all = match list_condition.condition == TENANT_CONDITION || count == 0 {
            true => count,
            false => self.count_all::<E>(list_condition).await?,
        };
        Ok(Some(CounterTotals { count, all }))
    }

    /// Rows of the whole tenant, for a record with counters.
    async fn count_all<E: Entity>(&mut self, list_condition: &ListCondition<'_>) -> Result<i64> {
        let Some(first) = E::COUNTERS.first() else {
            return Ok(0);
        };
        let sql = format!(
            "SELECT {} FROM {} WHERE {TENANT_CONDITION}",
            ROW_COUNT, first.table
        );
        Ok(self.run(sql, list_condition.values[..1].to_vec()).await?[0].get(0)?)
    }

    async fn sum_counters<E: Entity>(
        &mut self,
        counters: &CounterTable,
        list_condition: &ListCondition<'_>,
    ) -> Result<i64> {
        // The conditions may name the record's table.
        let sql = format!(
            "SELECT {} FROM {} AS {} WHERE {}",
            ROW_COUNT,
            counters.table,
            E::TABLE,
            list_condition.condition
        );
        Ok(self.run(sql, list_condition.values.clone()).await?[0].get(0)?)
    }
}

impl ListCondition<'_> {
    /// Forces reading in page order, whatever other indexes apply.
    fn force_page_order(&mut self, dialect: Dialect) {
        let other_conditions = self
            .condition
            .strip_prefix(TENANT_CONDITION)
            .and_then(|rest| rest.strip_prefix(" AND "));
        // PostgreSQL has statistics and picks that plan itself.
        if let Some(others) = other_conditions.filter(|_| dialect == Dialect::Sqlite) {
            self.condition = format!("{TENANT_CONDITION} AND +({others})");
        }
    }
}

impl CounterTotals {
    /// True if scanning in order finds this number of matches sooner than finding and sorting all
    /// of them.
    fn is_scan_cheaper(&self, needed: i64) -> bool {
        i128::from(needed) * i128::from(self.all) <= i128::from(self.count) * i128::from(self.count)
    }
}

fn find_counters<E: Entity>(columns: &[&str], sums: &[Sum]) -> Option<&'static CounterTable> {
    E::COUNTERS
        .iter()
        .find(|counters| counters.covers(columns, sums))
}

fn is_in_order<V: View>(first: &str) -> bool {
    first == "id" || V::Record::IN_ORDER.contains(&first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_are_met_on_the_way_and_few_are_looked_up() {
        let met = |count, wanted| {
            CounterTotals {
                count,
                all: 1_000_000,
            }
            .is_scan_cheaper(wanted)
        };
        assert!(
            met(1_000_000, 50) && met(1_000_000, 1_000_000) && met(60_000, 50) && met(8_000, 50)
        );
        assert!(!met(5_000, 50) && !met(60_000, 5_000) && !met(0, 10));
        assert!(
            CounterTotals {
                count: i64::MAX,
                all: i64::MAX
            }
            .is_scan_cheaper(i64::MAX)
        );
    }
}
