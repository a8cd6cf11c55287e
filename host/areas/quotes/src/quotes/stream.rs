//! Streams the answers so far whenever a carrier answers, until complete.

use std::{sync::LazyLock, time::Duration};

use data::{Caller, Result, Scope, ids::QuoteRequestId};
use futures_util::{Stream, stream};
use serde::Deserialize;
use tokio::sync::broadcast;
use web::{Raw, http::Response, live};

use pricing::access::BOOKING;

const EVENT_NAME: &str = "quotes";
/// Another host may store the answers.
const POLL_INTERVAL: Duration = Duration::from_millis(300);
/// Streams that lag fall back to polling.
const CHANNEL_CAPACITY: usize = 256;

static ANSWERED: LazyLock<broadcast::Sender<QuoteRequestId>> =
    LazyLock::new(|| broadcast::Sender::new(CHANNEL_CAPACITY));

pub fn notify_answered(request: QuoteRequestId) {
    // Fails without receivers.
    let _ = ANSWERED.send(request);
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct StreamQuery {
    resource_token: String,
}

struct QuoteStream {
    scope: Scope,
    token: String,
    /// Numbers of quotes and failures.
    sent: Option<(usize, usize)>,
    is_completed: bool,
    receiver: broadcast::Receiver<QuoteRequestId>,
}

/// Sends server-sent events in the format of `GetQuotes`; the last one is complete.
pub async fn quotes(mut scope: Scope, raw: Raw) -> Result<Response> {
    if !matches!(scope.caller, Caller::Guest) {
        scope.require(BOOKING)?;
    }
    let StreamQuery { resource_token } = raw.query()?;
    // An invalid token is rejected before the response starts.
    crate::quotes::store::poll(&mut scope, &resource_token).await?;
    scope.rollback();
    let stream = QuoteStream {
        scope: scope.sibling(data::db::Mode::Read),
        token: resource_token,
        sent: None,
        is_completed: false,
        receiver: ANSWERED.subscribe(),
    };
    live::finite_stream(&scope, EVENT_NAME, into_events(stream))
}

fn into_events(stream: QuoteStream) -> impl Stream<Item = String> + Send {
    stream::unfold(stream, |mut waiting| async move {
        match waiting.next().await {
            Ok(json) => Some((json?, waiting)),
            Err(error) => {
                tracing::error!(error = format!("{error:#}"), "a quote stream failed");
                None
            }
        }
    })
}

impl QuoteStream {
    /// Returns the state once it has grown; None after completion.
    async fn next(&mut self) -> Result<Option<String>> {
        if self.is_completed {
            return Ok(None);
        }
        loop {
            let polled = crate::quotes::store::poll(&mut self.scope, &self.token).await?;
            let quotes = crate::quotes::view::quotes(&self.scope, &polled);
            // No transaction is open while waiting.
            self.scope.rollback();
            let now = Some((quotes.quotes.len(), quotes.failures.len()));
            self.is_completed = quotes.is_completed;
            if now != self.sent || self.is_completed {
                self.sent = now;
                return Ok(Some(serde_json::to_string(&quotes)?));
            }
            let woken = async {
                loop {
                    match self.receiver.recv().await {
                        Ok(request) if request != polled.id => {}
                        _ => return,
                    }
                }
            };
            let _ = tokio::time::timeout(POLL_INTERVAL, woken).await;
        }
    }
}
