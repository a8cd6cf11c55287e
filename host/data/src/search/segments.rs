//! Sealing of index rows into segments.

use std::collections::BTreeMap;

use crate::{
    db::TenantSql,
    error::Result,
    index::{Builder, customer_gram, grams, is_one_of},
    scope::Scope,
    tsql,
    value::{Col, Dialect, Val},
};

/// Rows per segment. Fewer are scanned directly, which takes a few milliseconds.
const ROWS: usize = 8192;
/// Lists per statement; SQLite takes 32,766 values.
const LISTS_PER_STATEMENT: usize = 2000;

const WAITING: TenantSql = tsql!(
    "SELECT record_id, customer_id, words FROM search_docs INDEXED BY search_docs_waiting
     WHERE tenant_id = $1 AND kind = $2 AND segment IS NULL ORDER BY record_id LIMIT $3"
);
/// Rows locked by other transactions join the next segment.
const WAITING_POSTGRES: TenantSql = tsql!(
    "SELECT record_id, customer_id, words FROM search_docs
     WHERE tenant_id = $1 AND kind = $2 AND segment IS NULL ORDER BY record_id LIMIT $3 FOR UPDATE SKIP LOCKED"
);

/// Seals the oldest waiting rows into one segment, in the scope's transaction; false if there are
/// too few.
pub async fn seal(scope: &mut Scope, kind: i64) -> Result<bool> {
    let dialect = scope.dialect();
    let waiting = if dialect == Dialect::Postgres {
        WAITING_POSTGRES
    } else {
        WAITING
    };
    let rows = scope
        .rows(
            waiting,
            vec![Val::I64(kind), Val::I64(ROWS.cast_signed() as i64)],
        )
        .await?;
    if rows.len() < ROWS {
        return Ok(false);
    }
    let mut ids = Vec::with_capacity(rows.len());
    let mut lists = BTreeMap::<i64, Builder>::new();
    let low: i64 = rows[0].get(0)?;
    for row in &rows {
        let (id, customer, words): (i64, Option<i64>, String) =
            (row.get(0)?, row.get(1)?, row.get(2)?);
        ids.push(id);
        for gram in grams(&words).into_iter().chain(customer.map(customer_gram)) {
            lists
                .entry(gram)
                .or_insert_with(|| Builder::from(low))
                .push(id);
        }
    }
    let last = tsql!(
        "SELECT COALESCE(MAX(segment), 0) FROM search_segments WHERE tenant_id = $1 AND kind = $2"
    );
    let segment: i64 = scope.rows(last, vec![Val::I64(kind)]).await?[0].get::<i64>(0)? + 1;
    let add = "INSERT INTO search_segments (tenant_id, kind, segment, low_id, high_id) VALUES ($1, $2, $3, $4, $5)";
    let high = ids.last().copied().unwrap_or(low);
    scope
        .statement(
            add.to_owned(),
            vec![
                Val::I64(kind),
                Val::I64(segment),
                Val::I64(low),
                Val::I64(high),
            ],
        )
        .await?;
    let lists: Vec<(i64, Vec<u8>)> = lists
        .into_iter()
        .map(|(gram, list)| (gram, list.bytes()))
        .collect();
    for part in lists.chunks(LISTS_PER_STATEMENT) {
        let mut values = vec![Val::I64(kind), Val::I64(segment)];
        let mut rows = Vec::with_capacity(part.len());
        for (gram, list) in part {
            rows.push(format!(
                "($1, $2, $3, ${}, ${})",
                values.len() + 2,
                values.len() + 3
            ));
            values.extend([Val::I64(*gram), list.val()]);
        }
        let sql = format!(
            "INSERT INTO search_postings (tenant_id, kind, segment, gram, records) VALUES {}",
            rows.join(", ")
        );
        scope.statement(sql, values).await?;
    }
    let mark = format!(
        "UPDATE search_docs SET segment = $3 WHERE tenant_id = $1 AND kind = $2 AND record_id {}",
        is_one_of(dialect, 4)
    );
    scope
        .statement(mark, vec![Val::I64(kind), Val::I64(segment), Val::Ids(ids)])
        .await?;
    Ok(true)
}
