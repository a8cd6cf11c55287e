//! Quotes as they come: what has been answered so far is sent whenever a carrier answers, until all have.

use std::{sync::LazyLock, time::Duration};

use futures_util::{Stream, stream};
use kernel::{Caller, Raw, Result, Scope, event::live, http::Response, ids::QuoteRequestId};
use serde::Deserialize;
use tokio::sync::broadcast;

use crate::{access::BOOKING, store, view};

/// What is told to open pages.
const WORD: &str = "quotes";
/// How often a stream looks by itself: the answers may be kept by another host.
const LOOK: Duration = Duration::from_millis(300);
/// Requests whose answers wait for a stream to look; one that falls further behind looks by itself.
const WAITING: usize = 256;

static ANSWERED: LazyLock<broadcast::Sender<QuoteRequestId>> =
    LazyLock::new(|| broadcast::Sender::new(WAITING));

/// Wakes the streams that wait for this request's answers.
pub fn answered(request: QuoteRequestId) {
    // That nobody waits is no failure.
    let _ = ANSWERED.send(request);
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Asked {
    resource_token: String,
}

/// A stream of one request.
struct Waiting {
    scope: Scope,
    token: String,
    /// How much was told already.
    told: Option<(usize, usize)>,
    is_completed: bool,
    receiver: broadcast::Receiver<QuoteRequestId>,
}

/// The answers as server-sent events, each as `GetQuotes` answers them; the last is complete.
pub async fn quotes(mut scope: Scope, raw: Raw) -> Result<Response> {
    if !matches!(scope.caller, Caller::Guest) {
        scope.require(BOOKING)?;
    }
    let Asked { resource_token } = raw.query()?;
    // A token that is none is refused before anything is sent.
    store::poll(&mut scope, &resource_token).await?;
    scope.rollback();
    let begun = Waiting {
        scope: scope.sibling(kernel::db::Mode::Read),
        token: resource_token,
        told: None,
        is_completed: false,
        receiver: ANSWERED.subscribe(),
    };
    live::until_told(&scope, WORD, told(begun))
}

fn told(begun: Waiting) -> impl Stream<Item = String> + Send {
    stream::unfold(begun, |mut waiting| async move {
        match waiting.next().await {
            Ok(json) => Some((json?, waiting)),
            Err(error) => {
                tracing::error!(error = format!("{error:#}"), "a stream of quotes broke off");
                None
            }
        }
    })
}

impl Waiting {
    /// What there is once it is more than was told; none after all was.
    async fn next(&mut self) -> Result<Option<String>> {
        if self.is_completed {
            return Ok(None);
        }
        loop {
            let polled = store::poll(&mut self.scope, &self.token).await?;
            let quotes = view::quotes(&self.scope, &polled);
            // No transaction is held while waiting.
            self.scope.rollback();
            let now = Some((quotes.quotes.len(), quotes.failures.len()));
            self.is_completed = quotes.is_completed;
            if now != self.told || self.is_completed {
                self.told = now;
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
            let _ = tokio::time::timeout(LOOK, woken).await;
        }
    }
}
