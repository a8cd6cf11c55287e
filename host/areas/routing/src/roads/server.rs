//! Requests to a tenant's road server.

use std::sync::Arc;

use data::{Host, message};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use serde::de::DeserializeOwned;
use serde_json::Value;
use work::outgoing::{Outgoing, OutgoingError, OutgoingResponse, Url};

use crate::failure::{Failure, Outcome, ROADS_FAILED};

/// A block of a table has a few hundred kilobytes.
const MAX_RESPONSE: usize = 1 << 20;

/// A road server at the tenant's address.
pub(crate) struct Server {
    outgoing: Arc<Outgoing>,
    address: String,
}

impl Server {
    pub fn new(host: &Host, address: &str) -> Outcome<Self> {
        Ok(Self {
            outgoing: Outgoing::from_host(host)?,
            address: address.trim_end_matches('/').to_owned(),
        })
    }

    pub fn address(&self) -> &str {
        &self.address
    }

    /// Gets a document; errors of the server are documents too.
    pub async fn get<T: DeserializeOwned>(&self, path: &str) -> Outcome<T> {
        let url = self.url(path)?;
        self.read(self.outgoing.send(&url, None, None).await)
    }

    /// Posts a document; errors of the server are documents too.
    pub async fn post<T: DeserializeOwned>(&self, path: &str, body: &Value) -> Outcome<T> {
        let url = self.url(path)?;
        let json = HeaderValue::from_static("application/json");
        let headers = HeaderMap::from_iter([(header::CONTENT_TYPE, json)]);
        let body = body.to_string().into_bytes();
        let sent = self.outgoing.post(&url, headers, body, MAX_RESPONSE);
        self.read(sent.await)
    }

    fn url(&self, path: &str) -> Outcome<Url> {
        let url = Url::parse(&format!("{}{path}", self.address));
        url.map_err(|_| self.failed("its address is none"))
    }

    fn read<T: DeserializeOwned>(
        &self,
        sent: Result<OutgoingResponse, OutgoingError>,
    ) -> Outcome<T> {
        let response = sent.map_err(|error| self.failed(&error.to_string()))?;
        let is_read = response.status.is_success() || response.status == StatusCode::BAD_REQUEST;
        if !is_read {
            return Err(self.failed(&format!("its status is {}", response.status)));
        }
        serde_json::from_slice(&response.body)
            .map_err(|error| self.failed(&format!("its answer can't be read: {error}")))
    }

    /// Logs the cause, which may name what lies behind the address, and returns a plain sentence.
    pub fn failed(&self, cause: &str) -> Failure {
        tracing::info!(server = self.address, cause, "a road server failed");
        Failure::Roads(
            ROADS_FAILED,
            message!(
                "The road server has not answered as expected. Check its address in the settings."
            ),
        )
    }
}
