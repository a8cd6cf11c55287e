//! An in-memory host for the plugin: store, log, and a minimal PDF for documents.

use std::{
    any::Any,
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use engine::{BoxFuture, HostServices, LogLines, Owner, RateCard, Recording, wit};
use serde_json::Value;

const DRAWN: &[u8] = b"%PDF-1.4\n%%EOF\n";
/// Maximum bytes of one tenant's store of a plugin.
const MAX_STORE: usize = 10 << 20;

/// Stored values, separate for each tenant.
#[derive(Default)]
pub struct Memory {
    values: Mutex<BTreeMap<(i64, String), Vec<u8>>>,
    counters: Mutex<BTreeMap<(i64, String), u64>>,
    lines: Mutex<Vec<String>>,
}

impl Memory {
    /// Stores a vector's value; false for unsupported types.
    pub fn put(&self, tenant: i64, key: &str, value: &Value) -> bool {
        let key = (tenant, key.to_owned());
        if let Some(count) = value.as_u64() {
            lock(&self.counters).insert(key, count);
            return true;
        }
        let bytes = match value {
            Value::String(text) => Some(text.clone().into_bytes()),
            other => serde_json::from_value(Recording::plain(other)).ok(),
        };
        bytes
            .map(|bytes| lock(&self.values).insert(key, bytes))
            .is_some()
    }

    pub fn lines(&self) -> Vec<String> {
        lock(&self.lines).clone()
    }

    pub fn values(&self) -> Vec<String> {
        lock(&self.values)
            .values()
            .map(|value| String::from_utf8_lossy(value).into_owned())
            .collect()
    }
}

impl HostServices for Memory {
    fn log(&self, lines: LogLines) {
        lock(&self.lines).extend(lines.lines.into_iter().map(|line| line.message));
    }

    fn key_value_get<'a>(
        &'a self,
        owner: Owner<'a>,
        key: &'a str,
    ) -> BoxFuture<'a, Result<Option<Vec<u8>>, wit::StoreError>> {
        let found = lock(&self.values)
            .get(&(owner.tenant, key.to_owned()))
            .cloned();
        Box::pin(async { Ok(found) })
    }

    fn key_value_set<'a>(
        &'a self,
        owner: Owner<'a>,
        key: &'a str,
        value: Vec<u8>,
        _: Option<Duration>,
    ) -> BoxFuture<'a, Result<(), wit::StoreError>> {
        let mut values = lock(&self.values);
        let of_tenant =
            values.range((owner.tenant, String::new())..(owner.tenant + 1, String::new()));
        let used: usize = of_tenant
            .filter(|((_, known), _)| known != key)
            .map(|(_, value)| value.len())
            .sum();
        let stored = if used + value.len() > MAX_STORE {
            Err(wit::StoreError::Full)
        } else {
            values.insert((owner.tenant, key.to_owned()), value);
            Ok(())
        };
        Box::pin(async { stored })
    }

    fn key_value_delete<'a>(
        &'a self,
        owner: Owner<'a>,
        key: &'a str,
    ) -> BoxFuture<'a, Result<(), wit::StoreError>> {
        lock(&self.values).remove(&(owner.tenant, key.to_owned()));
        Box::pin(async { Ok(()) })
    }

    fn key_value_increment<'a>(
        &'a self,
        owner: Owner<'a>,
        key: &'a str,
        by: u64,
    ) -> BoxFuture<'a, Result<u64, wit::StoreError>> {
        let mut counters = lock(&self.counters);
        let counter = counters.entry((owner.tenant, key.to_owned())).or_default();
        *counter = counter.saturating_add(by);
        let value = *counter;
        Box::pin(async move { Ok(value) })
    }

    fn render_labels<'a>(
        &'a self,
        _: Owner<'a>,
        labels: Vec<wit::Label>,
    ) -> BoxFuture<'a, Result<wit::File, String>> {
        let drawn = if labels.is_empty() {
            Err("labels: there are none".to_owned())
        } else {
            Ok(drawn())
        };
        Box::pin(async { drawn })
    }

    fn render_manifest<'a>(
        &'a self,
        _: Owner<'a>,
        _: wit::ManifestSheet,
    ) -> BoxFuture<'a, Result<wit::File, String>> {
        Box::pin(async { Ok(drawn()) })
    }

    fn data_sources<'a>(&'a self, _: Owner<'a>) -> BoxFuture<'a, Vec<String>> {
        Box::pin(async { SOURCES.map(str::to_owned).to_vec() })
    }

    /// Rows of the kinds of values that a column's name promises, and then rows that keep no
    /// promise.
    fn data_rows<'a>(
        &'a self,
        _: Owner<'a>,
        query: wit::DataQuery,
        _: Option<Arc<dyn Any + Send + Sync>>,
        page: u64,
        most: u32,
    ) -> BoxFuture<'a, Result<Vec<Vec<wit::DataValue>>, wit::DataError>> {
        let known = SOURCES.contains(&query.source.as_str());
        let rows = match page {
            _ if !known => Err(wit::DataError::NoSource(query.source)),
            0 => Ok((0..most.min(3))
                .map(|row| {
                    query
                        .columns
                        .iter()
                        .map(|name| promised(name, row))
                        .collect()
                })
                .collect()),
            1 => Ok((0..most.min(5))
                .map(|row| query.columns.iter().map(|_| odd(row)).collect())
                .collect()),
            _ => Ok(Vec::new()),
        };
        Box::pin(async { rows })
    }

    /// Rows of the kinds that column names promise, then broken ones.
    fn rate_card<'a>(
        &'a self,
        _: Owner<'a>,
        _: &'a str,
        _: &'a wit::PriceRequest,
    ) -> BoxFuture<'a, Result<Option<RateCard>, String>> {
        Box::pin(async { Ok(None) })
    }
}

const SOURCES: [&str; 4] = ["bookings", "customers", "quotes", "carriers"];

fn promised(column: &str, row: u32) -> wit::DataValue {
    let name = column.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
    if has(&["date", "time"]) {
        wit::DataValue::Text(format!("2026-03-0{}T01:30:00Z", row + 1))
    } else if has(&["total", "amount", "price", "cost", "tax", "weight"]) {
        wit::DataValue::Decimal(format!("{}.50", 10 + row))
    } else if name.ends_with("id") || has(&["count", "quantity"]) {
        wit::DataValue::Integer(i64::from(row) + 1)
    } else if name.starts_with("is") || name.starts_with("has") {
        wit::DataValue::Truth(row == 0)
    } else {
        wit::DataValue::Text(format!("Value {row}"))
    }
}

fn odd(row: u32) -> wit::DataValue {
    match row {
        0 => wit::DataValue::None,
        1 => wit::DataValue::Text("=cmd|'\"\u{202e},\r\n".into()),
        2 => wit::DataValue::Integer(i64::MIN),
        3 => wit::DataValue::Decimal("-99999999999999999999.999999".into()),
        _ => wit::DataValue::Truth(true),
    }
}

fn drawn() -> wit::File {
    wit::File {
        media_type: "application/pdf".into(),
        content: DRAWN.to_vec(),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A panic elsewhere leaves plain data intact.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
