//! Jobs that maintain the search index: sealing of rows and rebuilds.

use futures_util::{FutureExt, future::BoxFuture};
use serde_json::Value;

use crate::job::{self, JobKind, NewJob, Priority, ScopeJobs};
use data::{
    db::{Mode, PlatformSql, Tx},
    error::Result,
    host::{Host, IndexSealer},
    ids::TenantId,
    scope::Scope,
    search,
};

/// Seals the waiting rows of a kind.
pub const SEAL: JobKind = JobKind::new("search.seal", |scope, payload| {
    run_seal(scope, payload).boxed()
})
.attempts(5)
.max_concurrent(1);

/// Fills the marked kinds of a tenant.
pub const REBUILD: JobKind = JobKind::new("search.rebuild", |scope, payload| {
    run_rebuild(scope, payload).boxed()
})
.max_concurrent(1)
.priority(Priority::Low);

/// Transactions per job; another job continues, so that none outlasts its lease.
const MAX_STEPS_PER_JOB: usize = 50;

/// Enqueues the sealing of rows that a commit found due.
pub struct SealJobs;

impl IndexSealer for SealJobs {
    fn seal<'a>(
        &'a self,
        host: &'a Host,
        tenant: TenantId,
        tx: &'a mut Tx,
        kind: i64,
    ) -> BoxFuture<'a, Result<()>> {
        let name = SEAL.name;
        let new = NewJob::new(name, kind.into()).with_dedup_key(format!("{name} {kind}"));
        Box::pin(job::enqueue_in(host, tenant, tx, new))
    }
}

async fn run_seal(mut scope: Scope, kind: Value) -> Result<()> {
    let kind: i64 = serde_json::from_value(kind)?;
    while search::seal(&mut scope, kind).await? {
        scope.commit().await?;
    }
    Ok(())
}

/// Enqueues a job for every tenant with records that are not indexed.
pub async fn begin(host: &Host) -> Result<()> {
    let mut tx = host.db().begin_platform(Mode::Read).await?;
    let marked = PlatformSql("SELECT DISTINCT for_tenant FROM search_rebuilds ORDER BY for_tenant");
    let rows = tx.platform(marked, Vec::new()).await?;
    drop(tx);
    for row in rows {
        let mut scope = host.scope(TenantId(row.get(0)?), Mode::Write);
        scope.enqueue(rebuild_job()).await?;
        scope.commit().await?;
    }
    Ok(())
}

fn rebuild_job() -> NewJob {
    NewJob::new(REBUILD.name, Value::Null).with_dedup_key(REBUILD.name)
}

async fn run_rebuild(mut scope: Scope, _: Value) -> Result<()> {
    for _ in 0..MAX_STEPS_PER_JOB {
        if !search::rebuild_step(&mut scope).await? {
            return Ok(());
        }
    }
    scope.enqueue(rebuild_job()).await?;
    scope.commit().await
}
