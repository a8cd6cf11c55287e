//! Statements of plugins' stored values.

use chrono::{DateTime, Utc};
use data::{
    Result, Scope,
    db::{Col, Val},
    tsql,
};

/// Prefix of a counter's value, which Base64 never contains.
pub(crate) const COUNTER: char = '#';
/// Digits of the largest counter.
pub(crate) const COUNTER_BYTES: i64 = 20;

/// Returns the value as stored, and its expiry.
pub(crate) async fn load_value(
    scope: &mut Scope,
    plugin: &str,
    name: &str,
) -> Result<Option<(String, Option<DateTime<Utc>>)>> {
    let sql = tsql!(
        "SELECT value, expires FROM plugin_values WHERE tenant_id = $1 AND plugin = $2 AND name = $3"
    );
    let rows = scope.rows(sql, vec![text(plugin), text(name)]).await?;
    rows.first()
        .map(|row| Ok((row.get(0)?, row.get(1)?)))
        .transpose()
}

/// Sums the bytes of the plugin's values except this one.
pub(crate) async fn sum_other_bytes(scope: &mut Scope, plugin: &str, name: &str) -> Result<i64> {
    let sum = tsql!(
        "SELECT CAST(COALESCE(SUM(bytes), 0) AS BIGINT) FROM plugin_values WHERE tenant_id = $1 AND plugin = $2 AND name <> $3"
    );
    Ok(scope.rows(sum, vec![text(plugin), text(name)]).await?[0].get(0)?)
}

pub(crate) async fn upsert_value(
    scope: &mut Scope,
    plugin: &str,
    name: &str,
    value: String,
    bytes: i64,
    expires: Option<DateTime<Utc>>,
) -> Result<()> {
    let sql = tsql!(
        "INSERT INTO plugin_values (tenant_id, plugin, name, value, bytes, expires) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (tenant_id, plugin, name) DO UPDATE SET value = excluded.value, bytes = excluded.bytes, expires = excluded.expires
         WHERE plugin_values.tenant_id = $1"
    );
    let values = vec![
        text(plugin),
        text(name),
        Val::Text(value),
        bytes.val(),
        expires.val(),
    ];
    scope.rows(sql, values).await?;
    Ok(())
}

pub async fn delete(scope: &mut Scope, plugin: &str, name: &str) -> Result<()> {
    let sql = tsql!("DELETE FROM plugin_values WHERE tenant_id = $1 AND plugin = $2 AND name = $3");
    scope.rows(sql, vec![text(plugin), text(name)]).await?;
    Ok(())
}

/// Increments a counter in one statement. None if the stored value is not a counter.
pub(crate) async fn increment_counter(
    scope: &mut Scope,
    plugin: &str,
    name: &str,
    by: i64,
    bytes: i64,
) -> Result<Option<String>> {
    let sql = tsql!(
        "INSERT INTO plugin_values (tenant_id, plugin, name, value, bytes, expires) VALUES ($1, $2, $3, $4, $5, NULL)
         ON CONFLICT (tenant_id, plugin, name) DO UPDATE
         SET value = '#' || CAST(CAST(SUBSTR(plugin_values.value, 2) AS BIGINT) + $6 AS TEXT)
         WHERE plugin_values.tenant_id = $1 AND plugin_values.value LIKE '#%' RETURNING value"
    );
    let values = vec![
        text(plugin),
        text(name),
        Val::Text(format!("{COUNTER}{by}")),
        bytes.val(),
        by.val(),
    ];
    let rows = scope.rows(sql, values).await?;
    rows.first().map(|row| Ok(row.get(0)?)).transpose()
}

pub(crate) async fn delete_expired(scope: &mut Scope, now: DateTime<Utc>) -> Result<()> {
    let expired = tsql!("DELETE FROM plugin_values WHERE tenant_id = $1 AND expires < $2");
    scope.rows(expired, vec![now.val()]).await?;
    Ok(())
}

pub(crate) async fn delete_values(scope: &mut Scope, plugin: &str) -> Result<()> {
    let values = tsql!("DELETE FROM plugin_values WHERE tenant_id = $1 AND plugin = $2");
    scope.rows(values, vec![text(plugin)]).await?;
    Ok(())
}

fn text(value: &str) -> Val {
    Val::Text(value.to_owned())
}
