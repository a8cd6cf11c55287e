//! Key-value store of each plugin and tenant: values with expiry, and counters.

use std::time::Duration;

use base64::{Engine, engine::general_purpose::STANDARD as BASE64};
use chrono::{DateTime, TimeDelta, Utc};
use kernel::{
    Error, Result, Scope,
    db::{Col, Val},
    message, tsql,
};

/// Maximum bytes of one plugin's values in one tenant.
const MAX_BYTES: i64 = 10 * 1024 * 1024;

/// Result of a write.
#[derive(Debug, PartialEq, Eq)]
pub enum WriteResult {
    Yes,
    /// The plugin's storage in this tenant is full.
    Full,
}

pub async fn get(scope: &mut Scope, plugin: &str, name: &str) -> Result<Option<Vec<u8>>> {
    let sql = tsql!(
        "SELECT value, expires FROM plugin_values WHERE tenant_id = $1 AND plugin = $2 AND name = $3"
    );
    let rows = scope.rows(sql, vec![text(plugin), text(name)]).await?;
    let Some(row) = rows.first() else {
        return Ok(None);
    };
    let (value, expires): (String, Option<DateTime<Utc>>) = (row.get(0)?, row.get(1)?);
    if expires.is_some_and(|expires| expires <= scope.now()) {
        return Ok(None);
    }
    // A counter reads as its digits.
    let bytes = match value.strip_prefix(COUNTER) {
        Some(digits) => digits.as_bytes().to_vec(),
        None => BASE64.decode(value).map_err(Error::internal)?,
    };
    Ok(Some(bytes))
}

pub async fn set(
    scope: &mut Scope,
    plugin: &str,
    name: &str,
    value: &[u8],
    ttl: Option<Duration>,
) -> Result<WriteResult> {
    let sum = tsql!(
        "SELECT CAST(COALESCE(SUM(bytes), 0) AS BIGINT) FROM plugin_values WHERE tenant_id = $1 AND plugin = $2 AND name <> $3"
    );
    let used: i64 = scope.rows(sum, vec![text(plugin), text(name)]).await?[0].get(0)?;
    let bytes = value.len() as i64;
    if used + bytes > MAX_BYTES {
        return Ok(WriteResult::Full);
    }
    let expires = ttl
        .and_then(|ttl| TimeDelta::from_std(ttl).ok())
        .map(|ttl| scope.now() + ttl);
    let sql = tsql!(
        "INSERT INTO plugin_values (tenant_id, plugin, name, value, bytes, expires) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (tenant_id, plugin, name) DO UPDATE SET value = excluded.value, bytes = excluded.bytes, expires = excluded.expires
         WHERE plugin_values.tenant_id = $1"
    );
    let values = vec![
        text(plugin),
        text(name),
        Val::Text(BASE64.encode(value)),
        bytes.val(),
        expires.val(),
    ];
    scope.rows(sql, values).await?;
    Ok(WriteResult::Yes)
}

pub async fn delete(scope: &mut Scope, plugin: &str, name: &str) -> Result<()> {
    let sql = tsql!("DELETE FROM plugin_values WHERE tenant_id = $1 AND plugin = $2 AND name = $3");
    scope.rows(sql, vec![text(plugin), text(name)]).await?;
    Ok(())
}

/// Increments a counter in one statement, so that concurrent hosts get distinct numbers.
pub async fn increment(scope: &mut Scope, plugin: &str, name: &str, by: u64) -> Result<u64> {
    let sql = tsql!(
        "INSERT INTO plugin_values (tenant_id, plugin, name, value, bytes, expires) VALUES ($1, $2, $3, $4, $5, NULL)
         ON CONFLICT (tenant_id, plugin, name) DO UPDATE
         SET value = '#' || CAST(CAST(SUBSTR(plugin_values.value, 2) AS BIGINT) + $6 AS TEXT)
         WHERE plugin_values.tenant_id = $1 AND plugin_values.value LIKE '#%' RETURNING value"
    );
    let by = i64::try_from(by).map_err(|_| Error::invalid("by", message!("is too large")))?;
    let values = vec![
        text(plugin),
        text(name),
        Val::Text(format!("{COUNTER}{by}")),
        COUNTER_BYTES.val(),
        by.val(),
    ];
    let rows = scope.rows(sql, values).await?;
    let row = rows
        .first()
        .ok_or_else(|| Error::invalid("key", message!("contains a value that is not a counter")))?;
    let value: String = row.get(0)?;
    value
        .trim_start_matches(COUNTER)
        .parse()
        .map_err(Error::internal)
}

/// Prefix of a counter's value, which Base64 never contains.
const COUNTER: char = '#';
const COUNTER_BYTES: i64 = 20;

fn text(value: &str) -> Val {
    Val::Text(value.to_owned())
}
