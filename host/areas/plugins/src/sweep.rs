//! Doing away with what plugins kept: old log lines and recordings, values past their time, and everything of plugins long removed.

use chrono::TimeDelta;
use kernel::{
    Result, Scope, Where,
    db::{Col, PlatformSql, Val},
    event::Listener,
    tsql,
};

use crate::settings::SettingsRow;

/// So long the tenant's administrator can read what a plugin wrote, and calls of it that were recorded.
const LOG_KEPT: TimeDelta = TimeDelta::days(7);
/// So long a plugin that was taken off the platform may come back to what it left.
const REMOVED_KEPT: TimeDelta = TimeDelta::days(30);

/// Once a day in every tenant.
pub(crate) fn sweeper() -> Listener {
    Listener::new("plugins.sweep", &tenancy::DAY_BEGAN, |scope, _| run(scope))
}

const GONE: PlatformSql = PlatformSql("SELECT plugin FROM plugin_removals WHERE removed_at < $1");

async fn run(mut scope: Scope) -> Result<()> {
    let now = scope.now();
    let old = tsql!("DELETE FROM plugin_log WHERE tenant_id = $1 AND creation_time < $2");
    scope.rows(old, vec![(now - LOG_KEPT).val()]).await?;
    let recorded =
        tsql!("DELETE FROM plugin_recordings WHERE tenant_id = $1 AND creation_time < $2");
    scope.rows(recorded, vec![(now - LOG_KEPT).val()]).await?;
    let expired = tsql!("DELETE FROM plugin_values WHERE tenant_id = $1 AND expires < $2");
    scope.rows(expired, vec![now.val()]).await?;
    let gone: Vec<String> = scope
        .platform(GONE, vec![(now - REMOVED_KEPT).val()])
        .await?
        .iter()
        .map(|row| row.get(0))
        .collect::<Result<_, _>>()?;
    for plugin in gone {
        let values = tsql!("DELETE FROM plugin_values WHERE tenant_id = $1 AND plugin = $2");
        scope.rows(values, vec![Val::Text(plugin.clone())]).await?;
        // Its secrets would otherwise be kept for nobody.
        for row in scope
            .all::<SettingsRow>(Where::all().eq(SettingsRow::PLUGIN, plugin))
            .await?
        {
            scope.delete::<SettingsRow>(row.id).await?;
        }
    }
    scope.commit().await
}
