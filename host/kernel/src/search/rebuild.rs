//! Filling the index from the records: once for those from the time before it, and whenever an operator asks.

use futures_util::FutureExt;
use serde_json::Value;

use super::{Doc, SearchedKind, docs, segments::seal};
use crate::{
    db::{Dialect, Entity, Mode, PlatformSql, Row, Val, tx::NOT_DELETED},
    error::Result,
    host::Host,
    ids::TenantId,
    job::{JobKind, NewJob, Priority},
    scope::Scope,
    tsql,
};

/// Fills what is marked in a tenant.
pub const REBUILD: JobKind = JobKind::new("search.rebuild", |scope, payload| {
    run(scope, payload).boxed()
})
.at_once(1)
.priority(Priority::Low);

/// Records read in one transaction.
const AT_ONCE: usize = 1000;
/// Transactions of one job; the rest is another job's, so that none outlasts its lease.
const STEPS_OF_A_JOB: usize = 50;

/// Leaves a job for every tenant whose records are not in the index yet.
pub async fn begin(host: &Host) -> Result<()> {
    let mut tx = host.db().begin_platform(Mode::Read).await?;
    let marked = PlatformSql("SELECT DISTINCT for_tenant FROM search_rebuilds ORDER BY for_tenant");
    let rows = tx.platform(marked, Vec::new()).await?;
    drop(tx);
    for row in rows {
        let mut scope = host.scope(TenantId(row.get(0)?), Mode::Write);
        scope.enqueue(job()).await?;
        scope.commit().await?;
    }
    Ok(())
}

fn job() -> NewJob {
    NewJob::new(REBUILD.name, Value::Null).once(REBUILD.name)
}

async fn run(mut scope: Scope, _: Value) -> Result<()> {
    for _ in 0..STEPS_OF_A_JOB {
        if !step(&mut scope).await? {
            return Ok(());
        }
    }
    scope.enqueue(job()).await?;
    scope.commit().await
}

/// Empties the tenant's index of these kinds, or of all when none is named, and fills it again. Saves as it goes.
pub async fn rebuild(scope: &mut Scope, kinds: &[i64]) -> Result<()> {
    let known: Vec<i64> = scope
        .host()
        .searched()
        .iter()
        .map(|kind| kind.searched.kind)
        .collect();
    for kind in known
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
    while step(scope).await? {}
    Ok(())
}

/// Empties the tenant's index of one record and fills it again. Saves as it goes.
pub async fn rebuild_of<E: Entity>(scope: &mut Scope) -> Result<()> {
    match E::SEARCHED {
        Some(searched) => rebuild(scope, &[searched.kind]).await,
        None => Ok(()),
    }
}

/// Adds the next records of the first kind that is marked; false when nothing is.
async fn step(scope: &mut Scope) -> Result<bool> {
    let tenant = Val::I64(scope.tenant.0);
    // One at a time: a job of this or another host may have the same index to fill.
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
    let searched = scope
        .host()
        .searched()
        .iter()
        .find(|known| known.searched.kind == kind)
        .copied();
    let docs = match &searched {
        Some(searched) => read(scope, searched, after).await?,
        // No area of this program has it.
        None => Vec::new(),
    };
    docs::add_missing(scope.tx().await?, &docs).await?;
    while seal(scope, kind).await? {}
    if docs.len() < AT_ONCE {
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

/// What the index keeps of the next records after this id.
async fn read(scope: &mut Scope, kind: &SearchedKind, after: i64) -> Result<Vec<(i64, i64, Doc)>> {
    let columns: Vec<&str> = kind
        .searched
        .words
        .iter()
        .flat_map(|word| word.columns.iter().copied())
        .collect();
    // Documents are read as text.
    let selected: Vec<String> = columns
        .iter()
        .map(|column| format!("CAST({column} AS TEXT)"))
        .collect();
    let sql = format!(
        "SELECT id, {}, {} FROM {} WHERE tenant_id = $1 AND id > $2{} ORDER BY id LIMIT {AT_ONCE}",
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
