//! `key-value`: a small store per tenant and plugin. The host stores it; sizes are checked here.

use crate::{
    interface::bindings::shared::waybill::host::key_value::{Host, StoreError},
    limits::{MAX_KEY, MAX_VALUE, STORE_READ, STORE_WRITE},
    sandbox::state::State,
};
use serde_json::json;
use std::time::Duration;

impl State {
    fn check_key(&mut self, key: &str, cost: Duration) -> wasmtime::Result<Result<(), StoreError>> {
        self.count_host_call()?;
        if key.is_empty() || key.len() > MAX_KEY {
            return Ok(Err(StoreError::TooLarge));
        }
        self.cpu.spend(cost);
        self.cpu.check()?;
        Ok(Ok(()))
    }
}

impl Host for State {
    async fn get(&mut self, key: String) -> wasmtime::Result<Result<Option<Vec<u8>>, StoreError>> {
        if let Err(error) = self.check_key(&key, STORE_READ)? {
            return Ok(Err(error));
        }
        let parties = self.parties();
        let requested = self.encode_call(|| json!({ "key": key }));
        self.record_or_play(
            "key-value.get",
            requested,
            parties.host.key_value_get(parties.owner(), &key),
        )
        .await
    }

    async fn set(
        &mut self,
        key: String,
        value: Vec<u8>,
        ttl_seconds: Option<u32>,
    ) -> wasmtime::Result<Result<(), StoreError>> {
        if let Err(error) = self.check_key(&key, STORE_WRITE)? {
            return Ok(Err(error));
        }
        if value.len() > MAX_VALUE {
            return Ok(Err(StoreError::TooLarge));
        }
        let ttl = ttl_seconds.map(|seconds| Duration::from_secs(seconds.into()));
        let parties = self.parties();
        let requested =
            self.encode_call(|| json!({ "key": key, "value": value, "ttl_seconds": ttl_seconds }));
        self.record_or_play(
            "key-value.set",
            requested,
            parties
                .host
                .key_value_set(parties.owner(), &key, value, ttl),
        )
        .await
    }

    async fn delete(&mut self, key: String) -> wasmtime::Result<Result<(), StoreError>> {
        if let Err(error) = self.check_key(&key, STORE_WRITE)? {
            return Ok(Err(error));
        }
        let parties = self.parties();
        let requested = self.encode_call(|| json!({ "key": key }));
        self.record_or_play(
            "key-value.delete",
            requested,
            parties.host.key_value_delete(parties.owner(), &key),
        )
        .await
    }

    async fn increment(
        &mut self,
        key: String,
        by: u64,
    ) -> wasmtime::Result<Result<u64, StoreError>> {
        if let Err(error) = self.check_key(&key, STORE_WRITE)? {
            return Ok(Err(error));
        }
        let parties = self.parties();
        let requested = self.encode_call(|| json!({ "key": key, "by": by }));
        self.record_or_play(
            "key-value.increment",
            requested,
            parties.host.key_value_increment(parties.owner(), &key, by),
        )
        .await
    }
}
