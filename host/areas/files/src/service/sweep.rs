//! Daily deletion of unreferenced files and of stored content without a row.

use data::{Result, Scope};
use futures_util::TryStreamExt;
use work::event::Listener;

use super::delete_stored;
use crate::{rules, store};

/// Runs once a day in every tenant.
pub fn sweeper() -> Listener {
    Listener::new("files.sweep", &tenancy::DAY_BEGAN, |scope, _| run(scope))
}

async fn run(mut scope: Scope) -> Result<()> {
    delete_unreferenced(&mut scope).await?;
    delete_orphaned_content(&mut scope).await
}

async fn delete_unreferenced(scope: &mut Scope) -> Result<()> {
    let before = rules::unreferenced_cutoff(scope.now());
    loop {
        let keys = store::delete_unreferenced(scope, before).await?;
        scope.commit().await?;
        if keys.is_empty() {
            return Ok(());
        }
        for key in &keys {
            delete_stored(scope.host(), scope.tenant, key).await;
        }
    }
}

/// Deletes stored content without a row, left by a host that stopped in between.
async fn delete_orphaned_content(scope: &mut Scope) -> Result<()> {
    let host = scope.host().clone();
    let before = rules::unreferenced_cutoff(scope.now());
    let old = |found: &data::files::ListedFile| std::future::ready(found.stored < before);
    let stored: Vec<data::files::ListedFile> = host
        .files()
        .list(scope.tenant)
        .try_filter(old)
        .try_collect()
        .await?;
    if stored.is_empty() {
        return Ok(());
    }
    // Read after the listing, so content whose row was inserted meanwhile is kept.
    let keys = store::storage_keys(scope).await?;
    scope.rollback();
    for stray in stored.iter().filter(|found| !keys.contains(&found.key)) {
        delete_stored(&host, scope.tenant, &stray.key).await;
    }
    Ok(())
}
