//! The plugin's own small store, one for each tenant: JSON values, at most 64 KiB each.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::Result;
use crate::error;
use crate::host::key_value::{self, StoreError};
use crate::types::PluginError;

/// Reads a value; `None` if absent or expired.
pub fn get<T: DeserializeOwned>(key: &str) -> Result<Option<T>> {
    let Some(bytes) = key_value::get(key).map_err(fault)? else {
        return Ok(None);
    };
    serde_json::from_slice(&bytes).map(Some).map_err(|fault| {
        error::internal(format!("what is kept under {key} cannot be read: {fault}"))
    })
}

/// Writes a value, which expires after `ttl_seconds`.
pub fn set<T: Serialize>(key: &str, value: &T, ttl_seconds: Option<u32>) -> Result<()> {
    let bytes = serde_json::to_vec(value).map_err(|fault| {
        error::internal(format!(
            "what is to be kept under {key} cannot be written: {fault}"
        ))
    })?;
    key_value::set(key, &bytes, ttl_seconds).map_err(fault)
}

/// Deletes a value, if present.
pub fn delete(key: &str) -> Result<()> {
    key_value::delete(key).map_err(fault)
}

/// The next number of a series, starting at 1; never given twice.
pub fn next_number(series: &str) -> Result<u64> {
    take_numbers(series, 1)
}

/// Takes `count` numbers of a series atomically and returns the last.
pub fn take_numbers(series: &str, count: u64) -> Result<u64> {
    key_value::increment(series, count).map_err(fault)
}

fn fault(fault: StoreError) -> PluginError {
    match fault {
        StoreError::TooLarge => error::internal("a value is over the store's 64 KiB"),
        StoreError::Full => error::internal("the plugin's store is full"),
        StoreError::Unavailable(reason) => {
            error::unavailable(format!("the plugin's store cannot be used: {reason}"))
        }
    }
}
