//! Key-value store of each plugin and tenant: values with expiry, and counters.

pub(crate) mod store;

use std::time::Duration;

use base64::{Engine, engine::general_purpose::STANDARD as BASE64};
use chrono::TimeDelta;
use data::{Error, Result, Scope, message};

use crate::values::store::{COUNTER, COUNTER_BYTES};

pub use crate::values::store::delete;

/// Maximum bytes of one plugin's values in one tenant, with their keys.
const MAX_BYTES: i64 = 10 * 1024 * 1024;
/// Bytes that a row costs without its key and value, so that empty values have a limit too.
const ROW_BYTES: i64 = 64;

#[derive(Debug, PartialEq, Eq)]
pub enum WriteResult {
    Yes,
    Full,
}

pub async fn get(scope: &mut Scope, plugin: &str, name: &str) -> Result<Option<Vec<u8>>> {
    let Some((value, expires)) = store::load_value(scope, plugin, name).await? else {
        return Ok(None);
    };
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
    let bytes = row_bytes(name, value.len() as i64);
    if !has_room(scope, plugin, name, bytes).await? {
        return Ok(WriteResult::Full);
    }
    let expires = ttl
        .and_then(|ttl| TimeDelta::from_std(ttl).ok())
        .map(|ttl| scope.now() + ttl);
    let value = BASE64.encode(value);
    store::upsert_value(scope, plugin, name, value, bytes, expires).await?;
    Ok(WriteResult::Yes)
}

/// Returns None if a new counter has no room.
pub async fn increment(
    scope: &mut Scope,
    plugin: &str,
    name: &str,
    by: u64,
) -> Result<Option<u64>> {
    let by = i64::try_from(by).map_err(|_| Error::invalid("by", message!("is too large")))?;
    let bytes = row_bytes(name, COUNTER_BYTES);
    let is_new = store::load_value(scope, plugin, name).await?.is_none();
    if is_new && !has_room(scope, plugin, name, bytes).await? {
        return Ok(None);
    }
    let value = store::increment_counter(scope, plugin, name, by, bytes)
        .await?
        .ok_or_else(|| Error::invalid("key", message!("contains a value that is not a counter")))?;
    let digits = value.trim_start_matches(COUNTER);
    digits.parse().map(Some).map_err(Error::internal)
}

fn row_bytes(name: &str, value: i64) -> i64 {
    ROW_BYTES + name.len() as i64 + value
}

async fn has_room(scope: &mut Scope, plugin: &str, name: &str, bytes: i64) -> Result<bool> {
    Ok(store::sum_other_bytes(scope, plugin, name).await? + bytes <= MAX_BYTES)
}
