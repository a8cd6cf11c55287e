//! Index rebuilds from the records: once for records older than the index, and on an operator's
//! request.

use super::{SearchedKind, hits::searched_kinds, segments::seal};
use crate::{
    db::{NOT_DELETED, PlatformSql},
    error::Result,
    index::{Doc, add_missing},
    record::Entity,
    scope::Scope,
    tsql,
    value::{Dialect, Row, Val},
};

/// Records read per transaction.
const RECORDS_PER_STEP: usize = 1000;
/// Clears and refills the tenant's index of these kinds, or of all if none is given. Commits in
/// steps.
pub async fn rebuild(scope: &mut Scope, kinds: &[i64]) -> Result<()> {
    let known_kinds: Vec<i64> = searched_kinds(scope.host())
        .iter()
        .map(|kind| kind.searched.kind)
        .collect();
    for kind in known_kinds
        .into_iter()
        .filter(|kind| kinds.is_empty() || kinds.contains(kind))
    {
        for clear in [
            tsql!("DELETE FROM search_postings WHERE tenant_id = $1 AND kind = $2"),
            tsql!("DELETE FROM search_segments WHERE tenant_id = $1 AND kind = $2"),
            tsql!("DELETE FROM search_docs WHERE tenant_id = $1 AND kind = $2"),
        ] {
            scope.rows(clear, vec![Val::I64(kind)]).await?;
        }
        let mark = PlatformSql(
            "INSERT INTO search_rebuilds (for_tenant, kind, after_id) VALUES ($1, $2, 0)
             ON CONFLICT (for_tenant, kind) DO UPDATE SET after_id = 0",
        );
        scope
            .platform(mark, vec![Val::I64(scope.tenant.0), Val::I64(kind)])
            .await?;
    }
    scope.commit().await?;
    while rebuild_step(scope).await? {}
    Ok(())
}

/// Clears and refills the tenant's index of one record. Commits in steps.
pub async fn rebuild_of<E: Entity>(scope: &mut Scope) -> Result<()> {
    match E::SEARCHED {
        Some(searched) => rebuild(scope, &[searched.kind]).await,
        None => Ok(()),
    }
}

/// Adds the next records of the first marked kind; false if none is marked.
pub async fn rebuild_step(scope: &mut Scope) -> Result<bool> {
    let tenant = Val::I64(scope.tenant.0);
    // Locks the row: jobs on this or other hosts may fill the same index.
    let next = match scope.dialect() {
        Dialect::Postgres => PlatformSql(
            "SELECT kind, after_id FROM search_rebuilds WHERE for_tenant = $1 ORDER BY kind LIMIT 1 FOR UPDATE",
        ),
        Dialect::Sqlite => PlatformSql(
            "SELECT kind, after_id FROM search_rebuilds WHERE for_tenant = $1 ORDER BY kind LIMIT 1",
        ),
    };
    let rows = scope.platform(next, vec![tenant.clone()]).await?;
    let Some(row) = rows.first() else {
        scope.rollback();
        return Ok(false);
    };
    let (kind, after): (i64, i64) = (row.get(0)?, row.get(1)?);
    let searched = searched_kinds(scope.host())
        .iter()
        .find(|known| known.searched.kind == kind)
        .copied();
    let docs = match &searched {
        Some(searched) => read(scope, searched, after).await?,
        // No area of this program has this kind.
        None => Vec::new(),
    };
    add_missing(scope.tx().await?, &docs).await?;
    while seal(scope, kind).await? {}
    if docs.len() < RECORDS_PER_STEP {
        let done = PlatformSql("DELETE FROM search_rebuilds WHERE for_tenant = $1 AND kind = $2");
        scope.platform(done, vec![tenant, Val::I64(kind)]).await?;
    } else {
        let last = docs.last().map_or(after, |(_, id, _)| *id);
        let on = PlatformSql(
            "UPDATE search_rebuilds SET after_id = $3 WHERE for_tenant = $1 AND kind = $2",
        );
        scope
            .platform(on, vec![tenant, Val::I64(kind), Val::I64(last)])
            .await?;
    }
    scope.commit().await?;
    Ok(true)
}

/// Returns the index entries of the next records after this id.
async fn read(scope: &mut Scope, kind: &SearchedKind, after: i64) -> Result<Vec<(i64, i64, Doc)>> {
    let columns: Vec<&str> = kind
        .searched
        .words
        .iter()
        .flat_map(|word| word.columns.iter().copied())
        .collect();
    let selected: Vec<String> = columns
        .iter()
        .map(|column| format!("CAST({column} AS TEXT)"))
        .collect();
    let sql = format!(
        "SELECT id, {}, {} FROM {} WHERE tenant_id = $1 AND id > $2{} ORDER BY id LIMIT {RECORDS_PER_STEP}",
        kind.customer.unwrap_or("CAST(NULL AS BIGINT)"),
        selected.join(", "),
        kind.table,
        if kind.kept { NOT_DELETED } else { "" }
    );
    let rows = scope
        .tx()
        .await?
        .statement(sql, vec![Val::I64(after)])
        .await?;
    rows.iter()
        .map(|row| Ok((kind.searched.kind, row.get(0)?, doc(kind, &columns, row)?)))
        .collect()
}

fn doc(kind: &SearchedKind, columns: &[&str], row: &Row) -> Result<Doc> {
    let texts: Vec<Option<String>> = (0..columns.len())
        .map(|at| row.get(at + 2))
        .collect::<sqlx::Result<_>>()?;
    let text = |column: &str| texts[columns.iter().position(|known| *known == column)?].as_deref();
    Ok(Doc {
        customer: row.get(1)?,
        words: kind.searched.words(text),
    })
}
