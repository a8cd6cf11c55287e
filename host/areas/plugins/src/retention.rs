//! Daily deletion of old log lines, recordings, expired values and removed plugins' data.

use chrono::TimeDelta;
use data::{Result, Scope, Where};
use work::event::Listener;

use crate::{logs, packages, recordings, settings::model::SettingsRow, values};

const LOG_RETENTION: TimeDelta = TimeDelta::days(7);
/// Retention of an uninstalled plugin's data.
const REMOVED_RETENTION: TimeDelta = TimeDelta::days(30);

/// Runs once a day in every tenant.
pub(crate) fn sweeper() -> Listener {
    Listener::new("plugins.sweep", &tenancy::DAY_BEGAN, |scope, _| run(scope))
}

async fn run(mut scope: Scope) -> Result<()> {
    let now = scope.now();
    logs::store::delete_before(&mut scope, now - LOG_RETENTION).await?;
    recordings::store::delete_before(&mut scope, now - LOG_RETENTION).await?;
    values::store::delete_expired(&mut scope, now).await?;
    let removed_before = now - REMOVED_RETENTION;
    for plugin in packages::store::removed_before(&mut scope, removed_before).await? {
        values::store::delete_values(&mut scope, &plugin).await?;
        // Its secrets must not outlive it.
        for row in scope
            .all::<SettingsRow>(Where::all().eq(SettingsRow::PLUGIN, plugin))
            .await?
        {
            scope.delete::<SettingsRow>(row.id).await?;
        }
    }
    scope.commit().await
}
