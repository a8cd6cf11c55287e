//! Requests to geocoding servers: their turn, their cache, and rest after a failure.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use chrono::TimeDelta;
use data::{Error, Host, cache::Cache};
use serde_json::Value;
use work::{
    limiter::{Count, Limiter},
    outgoing::{Outgoing, Url},
};

use super::Found;

/// Bytes of kept answers.
const MAX_KEPT: u64 = 16 << 20;
/// Size of a cached place without the server's own result.
const PLACE_BYTES: usize = 512;
const KEPT_FOR: Duration = Duration::from_secs(24 * 3600);
/// Time without requests after a failure.
const REST: Duration = Duration::from_secs(30);
const MAX_RESTING: u64 = 1_000;
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(4);
const TURN_INTERVAL: Duration = Duration::from_millis(100);

/// Reason why a server was not used, for the log.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    #[error("it failed less than {REST:?} ago")]
    Resting,
    #[error("its requests of this second are used up")]
    Busy,
    #[error("no answer in time")]
    TimedOut,
    #[error("{0}")]
    Failed(String),
    #[error("its answer is not understood")]
    Unreadable,
}

/// Answers of geocoding servers, and the servers that rest.
pub(crate) struct Client {
    answers: Cache<String, Arc<Vec<Found>>>,
    resting: Cache<String, ()>,
}

impl Default for Client {
    fn default() -> Self {
        Self {
            answers: Cache::builder()
                .max_capacity(MAX_KEPT)
                .weigher(|url: &String, found: &Arc<Vec<Found>>| weigh(url, found))
                .time_to_live(KEPT_FOR)
                .build(),
            resting: Cache::builder()
                .max_capacity(MAX_RESTING)
                .time_to_live(REST)
                .build(),
        }
    }
}

fn weigh(url: &str, found: &[Found]) -> u32 {
    let bytes = found.iter().map(|found| {
        let document = found.document.as_ref();
        PLACE_BYTES + document.map_or(0, |document| document.to_string().len())
    });
    u32::try_from(url.len() + bytes.sum::<usize>()).unwrap_or(u32::MAX)
}

impl Client {
    /// Returns the stored answer of a URL.
    pub fn cached(&self, url: &str) -> Option<Arc<Vec<Found>>> {
        self.answers.get(&url.to_owned())
    }

    pub fn keep(&self, url: String, found: Vec<Found>) -> Arc<Vec<Found>> {
        let found = Arc::new(found);
        self.answers.insert(url, found.clone());
        found
    }

    /// Gets a document of a server in its turn.
    pub async fn get(
        &self,
        host: &Host,
        server: &str,
        url: &str,
        rate: u32,
        patience: Duration,
    ) -> Result<Value, Failure> {
        if self.resting.contains_key(&server.to_owned()) {
            return Err(Failure::Resting);
        }
        take_turn(host, server, rate, patience).await?;
        let sent = tokio::time::timeout(RESPONSE_TIMEOUT, send(host, url)).await;
        let answer = sent.unwrap_or(Err(Failure::TimedOut));
        if answer.is_err() {
            self.resting.insert(server.to_owned(), ());
        }
        answer
    }
}

/// Counts the request with those of all hosts; waits for the next second.
async fn take_turn(
    host: &Host,
    server: &str,
    rate: u32,
    patience: Duration,
) -> Result<(), Failure> {
    let count = Count {
        subject: "places.geocoder",
        tenant: None,
        address: None,
        name: Some(server),
        max: rate,
        window: TimeDelta::seconds(1),
    };
    let failed = |error: Error| Failure::Failed(error.sentence());
    let begun = Instant::now();
    loop {
        let limiter = Limiter::from_host(host).map_err(failed)?;
        match limiter.count_attempts(host, &[count]).await {
            Ok(_ticket) => return Ok(()),
            Err(Error::TooMany(_)) if begun.elapsed() < patience => {
                tokio::time::sleep(TURN_INTERVAL).await;
            }
            Err(Error::TooMany(_)) => return Err(Failure::Busy),
            Err(error) => return Err(failed(error)),
        }
    }
}

async fn send(host: &Host, url: &str) -> Result<Value, Failure> {
    let url = Url::parse(url).map_err(|error| Failure::Failed(error.to_string()))?;
    let outgoing = Outgoing::from_host(host).map_err(|error| Failure::Failed(error.sentence()))?;
    let sent = outgoing.send(&url, None, None).await;
    let response = sent.map_err(|error| Failure::Failed(error.to_string()))?;
    if !response.status.is_success() {
        return Err(Failure::Failed(format!(
            "its status is {}",
            response.status
        )));
    }
    serde_json::from_slice(&response.body).map_err(|_| Failure::Unreadable)
}
