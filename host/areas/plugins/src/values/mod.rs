//! Key-value store of each plugin and tenant: values with expiry, and counters.

pub(crate) mod store;

use std::time::Duration;

use base64::{Engine, engine::general_purpose::STANDARD as BASE64};
use chrono::TimeDelta;
use data::{Error, Result, Scope, message};

use crate::values::store::COUNTER;

pub use crate::values::store::delete;

/// Maximum bytes of one plugin's values in one tenant.
const MAX_BYTES: i64 = 10 * 1024 * 1024;

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
    let used = store::sum_other_bytes(scope, plugin, name).await?;
    let bytes = value.len() as i64;
    if used + bytes > MAX_BYTES {
        return Ok(WriteResult::Full);
    }
    let expires = ttl
        .and_then(|ttl| TimeDelta::from_std(ttl).ok())
        .map(|ttl| scope.now() + ttl);
    let value = BASE64.encode(value);
    store::upsert_value(scope, plugin, name, value, bytes, expires).await?;
    Ok(WriteResult::Yes)
}

pub async fn increment(scope: &mut Scope, plugin: &str, name: &str, by: u64) -> Result<u64> {
    let by = i64::try_from(by).map_err(|_| Error::invalid("by", message!("is too large")))?;
    let value = store::increment_counter(scope, plugin, name, by)
        .await?
        .ok_or_else(|| Error::invalid("key", message!("contains a value that is not a counter")))?;
    value
        .trim_start_matches(COUNTER)
        .parse()
        .map_err(Error::internal)
}
