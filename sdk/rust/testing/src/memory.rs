//! A host in memory: the plugin's store, the tenant's rate cards, and the plugin's drawings and
//! logs.

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use engine::{BoxFuture, HostServices, LogLines, Owner, Priced, RateCard, wit};
use serde_json::Value;

/// Placeholder: the smallest content with a PDF's first bytes.
const DRAWN: &[u8] = b"%PDF-1.4\n%%EOF\n";

#[derive(Default)]
pub struct Memory {
    values: Mutex<BTreeMap<String, Vec<u8>>>,
    counters: Mutex<BTreeMap<String, u64>>,
    cards: Mutex<BTreeMap<String, RateCard>>,
    labels: Mutex<Vec<wit::Label>>,
    sheets: Mutex<Vec<wit::ManifestSheet>>,
    logs: Mutex<Vec<String>>,
    records: Mutex<BTreeMap<String, Vec<Value>>>,
    filters: Mutex<Vec<String>>,
}

impl Memory {
    /// Gives every tenant a rate card.
    pub fn put_card(&self, code: &str, engine: &str, data: &str) {
        lock(&self.cards).insert(
            code.into(),
            RateCard {
                engine: engine.into(),
                priced: Priced::Card(data.into()),
            },
        );
    }

    /// Gives every tenant records of a source such as `bookings`. A query returns all in order; its
    /// filter is only recorded for [`Memory::filters`].
    pub fn put_records(&self, source: &str, records: Vec<Value>) {
        lock(&self.records).insert(source.into(), records);
    }

    /// Filters of the queries, one a page.
    pub fn filters(&self) -> Vec<String> {
        lock(&self.filters).clone()
    }

    /// The labels drawn so far.
    pub fn labels(&self) -> Vec<wit::Label> {
        lock(&self.labels).clone()
    }

    /// The manifests drawn so far.
    pub fn sheets(&self) -> Vec<wit::ManifestSheet> {
        lock(&self.sheets).clone()
    }

    /// The lines logged so far.
    pub fn logs(&self) -> Vec<String> {
        lock(&self.logs).clone()
    }

    /// The keys of the stored values.
    pub fn keys(&self) -> Vec<String> {
        lock(&self.values).keys().cloned().collect()
    }

    /// Empties the store, as after expiry.
    pub fn forget(&self) {
        lock(&self.values).clear();
    }
}

impl HostServices for Memory {
    fn log(&self, lines: LogLines) {
        lock(&self.logs).extend(lines.lines.into_iter().map(|line| line.message));
    }

    fn key_value_get<'a>(
        &'a self,
        owner: Owner<'a>,
        key: &'a str,
    ) -> BoxFuture<'a, Result<Option<Vec<u8>>, wit::StoreError>> {
        let found = lock(&self.values).get(&place(owner, key)).cloned();
        Box::pin(async { Ok(found) })
    }

    fn key_value_set<'a>(
        &'a self,
        owner: Owner<'a>,
        key: &'a str,
        value: Vec<u8>,
        _: Option<Duration>,
    ) -> BoxFuture<'a, Result<(), wit::StoreError>> {
        lock(&self.values).insert(place(owner, key), value);
        Box::pin(async { Ok(()) })
    }

    fn key_value_delete<'a>(
        &'a self,
        owner: Owner<'a>,
        key: &'a str,
    ) -> BoxFuture<'a, Result<(), wit::StoreError>> {
        lock(&self.values).remove(&place(owner, key));
        Box::pin(async { Ok(()) })
    }

    fn key_value_increment<'a>(
        &'a self,
        owner: Owner<'a>,
        key: &'a str,
        by: u64,
    ) -> BoxFuture<'a, Result<u64, wit::StoreError>> {
        let mut counters = lock(&self.counters);
        let counter = counters.entry(place(owner, key)).or_default();
        *counter += by;
        let value = *counter;
        Box::pin(async move { Ok(value) })
    }

    fn render_labels<'a>(
        &'a self,
        _: Owner<'a>,
        labels: Vec<wit::Label>,
    ) -> BoxFuture<'a, Result<wit::File, String>> {
        lock(&self.labels).extend(labels);
        Box::pin(async { Ok(drawn()) })
    }

    fn render_manifest<'a>(
        &'a self,
        _: Owner<'a>,
        sheet: wit::ManifestSheet,
    ) -> BoxFuture<'a, Result<wit::File, String>> {
        lock(&self.sheets).push(sheet);
        Box::pin(async { Ok(drawn()) })
    }

    fn rate_card<'a>(
        &'a self,
        _: Owner<'a>,
        code: &'a str,
        _: &'a wit::PriceRequest,
    ) -> BoxFuture<'a, Result<Option<RateCard>, String>> {
        let card = lock(&self.cards).get(code).cloned();
        Box::pin(async { Ok(card) })
    }

    fn data_sources<'a>(&'a self, _: Owner<'a>) -> BoxFuture<'a, Vec<String>> {
        let sources = lock(&self.records).keys().cloned().collect();
        Box::pin(async { sources })
    }

    fn data_rows<'a>(
        &'a self,
        _: Owner<'a>,
        query: wit::DataQuery,
        _: Option<Arc<dyn Any + Send + Sync>>,
        page: u64,
        most: u32,
    ) -> BoxFuture<'a, Result<Vec<Vec<wit::DataValue>>, wit::DataError>> {
        lock(&self.filters).push(query.filter.clone());
        let records = lock(&self.records);
        let answer = match records.get(&query.source) {
            None => Err(wit::DataError::NoSource(query.source)),
            Some(records) => {
                let skipped = usize::try_from(page)
                    .unwrap_or(usize::MAX)
                    .saturating_mul(most as usize);
                let row = |record: &Value| {
                    query
                        .columns
                        .iter()
                        .map(|column| member(record, column))
                        .collect()
                };
                Ok(records
                    .iter()
                    .skip(skipped)
                    .take(most as usize)
                    .map(row)
                    .collect())
            }
        };
        Box::pin(async { answer })
    }
}

fn member(record: &Value, path: &str) -> wit::DataValue {
    match path
        .split('.')
        .try_fold(record, |value, name| value.get(name))
    {
        None | Some(Value::Null) => wit::DataValue::None,
        Some(Value::Bool(truth)) => wit::DataValue::Truth(*truth),
        Some(Value::String(text)) => wit::DataValue::Text(text.clone()),
        Some(Value::Number(number)) => match number.as_i64() {
            Some(whole) => wit::DataValue::Integer(whole),
            None => wit::DataValue::Decimal(number.to_string()),
        },
        Some(other) => wit::DataValue::Text(other.to_string()),
    }
}

fn drawn() -> wit::File {
    wit::File {
        media_type: "application/pdf".into(),
        content: DRAWN.to_vec(),
    }
}

fn place(owner: Owner<'_>, key: &str) -> String {
    format!("{}/{}/{key}", owner.tenant, owner.plugin)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A failed test leaves plain data behind.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
