//! Daily deletion of old log lines, recordings, expired values and removed plugins' data.

use chrono::TimeDelta;
use kernel::{
    Result, Scope, Where,
    db::{Col, PlatformSql, Val},
    event::Listener,
    tsql,
};

use crate::settings::model::SettingsRow;

/// Retention of log lines and recordings.
const LOG_RETENTION: TimeDelta = TimeDelta::days(7);
/// Retention of an uninstalled plugin's data.
const REMOVED_RETENTION: TimeDelta = TimeDelta::days(30);

/// Runs once a day in every tenant.
pub(crate) fn sweeper() -> Listener {
    Listener::new("plugins.sweep", &tenancy::DAY_BEGAN, |scope, _| run(scope))
}

const EXPIRED_PLUGINS: PlatformSql =
    PlatformSql("SELECT plugin FROM plugin_removals WHERE removed_at < $1");

async fn run(mut scope: Scope) -> Result<()> {
    let now = scope.now();
    let old = tsql!("DELETE FROM plugin_log WHERE tenant_id = $1 AND creation_time < $2");
    scope.rows(old, vec![(now - LOG_RETENTION).val()]).await?;
    let recorded =
        tsql!("DELETE FROM plugin_recordings WHERE tenant_id = $1 AND creation_time < $2");
    scope
        .rows(recorded, vec![(now - LOG_RETENTION).val()])
        .await?;
    let expired = tsql!("DELETE FROM plugin_values WHERE tenant_id = $1 AND expires < $2");
    scope.rows(expired, vec![now.val()]).await?;
    let removed_plugins: Vec<String> = scope
        .platform(EXPIRED_PLUGINS, vec![(now - REMOVED_RETENTION).val()])
        .await?
        .iter()
        .map(|row| row.get(0))
        .collect::<Result<_, _>>()?;
    for plugin in removed_plugins {
        let values = tsql!("DELETE FROM plugin_values WHERE tenant_id = $1 AND plugin = $2");
        scope.rows(values, vec![Val::Text(plugin.clone())]).await?;
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
