//! Doing away with files that nothing refers to, and with what the store holds of files that are no more.

use futures_util::TryStreamExt;
use kernel::{Result, Scope, event::Listener};

use super::forget;
use crate::{model::FileRow, rules, store};

/// Once a day in every tenant.
pub fn sweeper() -> Listener {
    Listener::new("files.sweep", &tenancy::DAY_BEGAN, |scope, _| run(scope))
}

async fn run(mut scope: Scope) -> Result<()> {
    nobodys(&mut scope).await?;
    strays(&mut scope).await
}

/// Files that were sent and never made use of.
async fn nobodys(scope: &mut Scope) -> Result<()> {
    let before = rules::nobodys_before(scope.now());
    loop {
        let found = store::nobodys(scope, before).await?;
        if found.is_empty() {
            scope.rollback();
            return Ok(());
        }
        for (id, _) in &found {
            scope.delete::<FileRow>(*id).await?;
        }
        scope.commit().await?;
        for (_, key) in &found {
            forget(scope.host(), scope.tenant, key).await;
        }
    }
}

/// What is in the store and has no row: left by a host that stopped between the one and the other.
async fn strays(scope: &mut Scope) -> Result<()> {
    let host = scope.host().clone();
    let before = rules::nobodys_before(scope.now());
    let old = |found: &kernel::files::Found| std::future::ready(found.stored < before);
    let stored: Vec<kernel::files::Found> = host
        .files()
        .list(scope.tenant)
        .try_filter(old)
        .try_collect()
        .await?;
    if stored.is_empty() {
        return Ok(());
    }
    // Read after the listing: what has a row by now is no stray.
    let known = store::keys(scope).await?;
    scope.rollback();
    for stray in stored.iter().filter(|found| !known.contains(&found.key)) {
        forget(&host, scope.tenant, &stray.key).await;
    }
    Ok(())
}
