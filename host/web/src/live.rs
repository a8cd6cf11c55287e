//! Server-sent event streams for open pages, fed by the areas' events.
//!
//! One task per host follows the feed while a stream is open. Hosts share positions: a page resumes
//! on any host. After a long absence it has to reload.

use std::{
    collections::{BTreeMap, HashMap, VecDeque},
    convert::Infallible,
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use axum::{
    body::{Body, Bytes},
    http::{HeaderName, HeaderValue, header},
    response::{IntoResponse, Response},
};
use futures_util::{Stream, StreamExt, future::BoxFuture, stream};
use tokio::{
    sync::{broadcast, watch},
    time::{Instant, timeout_at},
};

use crate::{http::bearer, routes::Raw};
use data::{
    caller::{Caller, Needs},
    db::Mode,
    error::{Error, Result},
    host::Host,
    ids::{Owner, TenantId, UserId},
    scope::Scope,
};
use work::feed::{self, PublishedEvent};

const POLL_INTERVAL: Duration = Duration::from_millis(400);
/// Heartbeat interval: proxies close connections that are silent for longer. Each heartbeat checks
/// the caller's session.
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(15);
/// Missed events above which a page has to reload.
const MAX_MISSED: i64 = 2000;
/// Buffered news for a slow connection; above this a page has to reload.
const NEWS_BUFFER: usize = 512;
/// Maximum streams of one user, of guests from one address, and of one tenant, per host.
const MAX_USER_STREAMS: usize = 12;
const MAX_ADDRESS_STREAMS: usize = 24;
const MAX_TENANT_STREAMS: usize = 2000;
/// Seconds before a rejected client may retry.
const RETRY_AFTER_SECONDS: u64 = 30;

type ToNews = fn(Scope, Vec<PublishedEvent>) -> BoxFuture<'static, Result<Vec<News>>>;

pub struct Source {
    /// Prefixes of the names of the feed's events that it reads.
    pub prefixes: &'static [&'static str],
    /// Name of the stream's events, unique among the sources.
    pub event_name: &'static str,
    pub needs: Needs,
    /// Converts a tenant's events, in position order, in a scope of the program itself.
    pub to_news: ToNews,
}

#[derive(Debug, Clone)]
pub struct News {
    /// Position of its last event.
    pub position: i64,
    pub tenant: TenantId,
    /// One line of JSON for the tenant's own staff.
    pub json: String,
    /// Customers and drivers whose users receive it too, each with their own line.
    pub owners: Vec<(Owner, String)>,
}

impl News {
    /// Returns the line for a caller who sees only these rows. None: it is not addressed to them.
    fn line_for(&self, owner: Option<Owner>) -> Option<&str> {
        let Some(owner) = owner else {
            return Some(&self.json);
        };
        let mut owners = self.owners.iter();
        let (_, line) = owners.find(|(addressee, _)| *addressee == owner)?;
        Some(line)
    }
}

pub struct Live {
    feeds: Mutex<HashMap<&'static str, broadcast::Sender<Arc<News>>>>,
    open: Mutex<HashMap<StreamOwner, usize>>,
    closing: watch::Sender<bool>,
}

impl Default for Live {
    fn default() -> Self {
        Self {
            feeds: Mutex::default(),
            open: Mutex::default(),
            closing: watch::Sender::new(false),
        }
    }
}

impl Live {
    /// Returns the host's streams.
    pub fn from_host(host: &Host) -> Result<&Self> {
        host.extension()
    }

    /// Ends all streams and accepts no more: the host stops.
    pub fn close(&self) {
        self.closing.send_replace(true);
    }

    /// Counts a stream, or rejects it above the limit.
    fn open_stream(host: &Host, tenant: TenantId, holder: StreamOwner) -> Result<StreamGuard> {
        let mut open = Self::from_host(host)?
            .open
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let holders = [StreamOwner::Tenant(tenant), holder];
        if holders
            .iter()
            .any(|holder| open.get(holder).copied().unwrap_or_default() >= holder.max_streams())
        {
            return Err(Error::TooMany(RETRY_AFTER_SECONDS));
        }
        for holder in &holders {
            *open.entry(holder.clone()).or_default() += 1;
        }
        drop(open);
        Ok(StreamGuard {
            host: host.clone(),
            holders,
        })
    }

    /// Subscribes to a source; the first subscriber starts the task that reads the feed.
    fn subscribe(
        host: &Host,
        source: &'static Source,
        head: i64,
    ) -> Result<broadcast::Receiver<Arc<News>>> {
        let mut feeds = Self::from_host(host)?
            .feeds
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(sender) = feeds.get(source.event_name) {
            return Ok(sender.subscribe());
        }
        let (sender, receiver) = broadcast::channel(NEWS_BUFFER);
        feeds.insert(source.event_name, sender.clone());
        drop(feeds);
        tokio::spawn(follow(host.clone(), source, sender, head));
        Ok(receiver)
    }

    /// True if there are no subscribers; the next subscriber starts a new task.
    fn is_idle(&self, source: &Source, sender: &broadcast::Sender<Arc<News>>) -> bool {
        let mut feeds = self.feeds.lock().unwrap_or_else(PoisonError::into_inner);
        let is_idle = sender.receiver_count() == 0;
        if is_idle {
            feeds.remove(source.event_name);
        }
        is_idle
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum StreamOwner {
    Tenant(TenantId),
    User(TenantId, UserId),
    Guest(TenantId, String),
}

impl StreamOwner {
    fn max_streams(&self) -> usize {
        match self {
            Self::Tenant(_) => MAX_TENANT_STREAMS,
            Self::User(..) => MAX_USER_STREAMS,
            Self::Guest(..) => MAX_ADDRESS_STREAMS,
        }
    }
}

struct StreamGuard {
    host: Host,
    holders: [StreamOwner; 2],
}

impl Drop for StreamGuard {
    fn drop(&mut self) {
        let Ok(live) = Live::from_host(&self.host) else {
            return;
        };
        let mut open = live.open.lock().unwrap_or_else(PoisonError::into_inner);
        for holder in &self.holders {
            let remaining = open
                .get(holder)
                .copied()
                .unwrap_or_default()
                .saturating_sub(1);
            if remaining == 0 {
                open.remove(holder);
            } else {
                open.insert(holder.clone(), remaining);
            }
        }
    }
}

async fn follow(
    host: Host,
    source: &'static Source,
    sender: broadcast::Sender<Arc<News>>,
    mut position: i64,
) {
    while Live::from_host(&host).is_ok_and(|live| !live.is_idle(source, &sender)) {
        match news_after(&host, source, position).await {
            Ok((last, news)) => {
                position = last;
                for one in news {
                    // Sending without subscribers is no failure.
                    let _ = sender.send(Arc::new(one));
                }
            }
            Err(error) => tracing::error!(
                source = source.event_name,
                error = format!("{error:#}"),
                "failed to load news for open pages"
            ),
        }
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

/// Returns the news of the next events, and the last position read.
async fn news_after(host: &Host, source: &Source, position: i64) -> Result<(i64, Vec<News>)> {
    let events = feed::load_after(host, position).await?;
    let last = events.last().map_or(position, |event| event.position);
    let mut by_tenant: BTreeMap<TenantId, Vec<PublishedEvent>> = BTreeMap::new();
    let is_read = |event: &PublishedEvent| {
        let mut prefixes = source.prefixes.iter();
        prefixes.any(|prefix| event.name.starts_with(prefix))
    };
    for event in events.into_iter().filter(is_read) {
        by_tenant.entry(event.tenant).or_default().push(event);
    }
    let mut news = Vec::new();
    for (tenant, events) in by_tenant {
        news.extend((source.to_news)(host.scope(tenant, Mode::Read), events).await?);
    }
    Ok((last, news))
}

struct Page {
    source: &'static Source,
    tenant: TenantId,
    /// Set for callers who see only their own rows.
    owner: Option<Owner>,
    token: String,
    address: Option<IpAddr>,
    position: i64,
    buffer: VecDeque<Bytes>,
    receiver: broadcast::Receiver<Arc<News>>,
    closing: watch::Receiver<bool>,
    beat: Instant,
    place: StreamGuard,
}

enum WakeReason {
    News(Arc<News>),
    TooLate,
    Beat,
    End,
}

/// A returning page sends its position in `Last-Event-ID`. The first event is `open`, or `reset` if
/// it has to reload.
pub async fn stream(mut scope: Scope, raw: Raw, source: &'static Source) -> Result<Response> {
    scope.rollback();
    let host = scope.host().clone();
    let (Some(user), Some(token)) = (scope.caller.user(), bearer(&raw.headers)) else {
        return Err(Error::Unauthorized);
    };
    let place = Live::open_stream(&host, scope.tenant, StreamOwner::User(scope.tenant, user))?;
    let last_position = raw
        .headers
        .get("last-event-id")
        .and_then(|value| value.to_str().ok()?.trim().parse::<i64>().ok());
    let receiver = Live::subscribe(&host, source, feed::head_position(&host).await?)?;
    // Read after subscribing, so that no later event is missed.
    let head = feed::head_position(&host).await?;
    let mut page = Page {
        source,
        tenant: scope.tenant,
        owner: scope.caller.owner(),
        token: token.to_owned(),
        address: scope.request.address.parse().ok(),
        position: head,
        buffer: VecDeque::new(),
        receiver,
        closing: Live::from_host(&host)?.closing.subscribe(),
        beat: Instant::now() + HEARTBEAT_INTERVAL,
        place,
    };
    match last_position {
        None => page.push_event("open"),
        Some(told) => page.catch_up(told, head).await?,
    }
    Ok(event_response(Body::from_stream(stream::unfold(
        page, next_piece,
    ))))
}

/// Each piece is an event of this name. The stream counts among the caller's and ends when the host
/// stops.
pub fn finite_stream(
    scope: &Scope,
    word: &'static str,
    source: impl Stream<Item = String> + Send + 'static,
) -> Result<Response> {
    let host = scope.host().clone();
    let holder = match scope.caller.user() {
        Some(user) => StreamOwner::User(scope.tenant, user),
        None => StreamOwner::Guest(scope.tenant, scope.request.address.clone()),
    };
    let place = Live::open_stream(&host, scope.tenant, holder)?;
    let closing = Live::from_host(&host)?.closing.subscribe();
    let begun = (Box::pin(source), closing, place);
    let pieces = stream::unfold(begun, move |(mut told, mut closing, place)| async move {
        let piece = tokio::select! {
            () = closed(&mut closing) => return None,
            next = timeout_at(Instant::now() + HEARTBEAT_INTERVAL, told.next()) => match next {
                Ok(json) => Bytes::from(format!("event: {word}\ndata: {}\n\n", json?)),
                Err(_) => Bytes::from_static(b": \n\n"),
            },
        };
        Some((Ok::<_, Infallible>(piece), (told, closing, place)))
    });
    Ok(event_response(Body::from_stream(pieces)))
}

fn event_response(body: Body) -> Response {
    let mut response = body.into_response();
    for (name, value) in [
        (header::CONTENT_TYPE, "text/event-stream"),
        (header::CACHE_CONTROL, "no-store"),
        // Otherwise buffering proxies would never forward the stream.
        (HeaderName::from_static("x-accel-buffering"), "no"),
    ] {
        response
            .headers_mut()
            .insert(name, HeaderValue::from_static(value));
    }
    response
}

impl Page {
    /// Queues the missed news, or a reset if too many were missed.
    async fn catch_up(&mut self, last_position: i64, head: i64) -> Result<()> {
        let is_known = (0..=MAX_MISSED).contains(&(head - last_position))
            && feed::is_complete_after(&self.place.host, last_position).await?;
        if !is_known {
            self.push_event("reset");
            return Ok(());
        }
        self.position = last_position;
        let mut at = last_position;
        while at < head {
            let (last, news) = news_after(&self.place.host, self.source, at).await?;
            if last == at {
                break;
            }
            at = last;
            news.iter().for_each(|news| self.push_news(news));
        }
        self.position = at.max(head);
        self.push_event("open");
        Ok(())
    }

    fn push_event(&mut self, word: &str) {
        let piece = format!("id: {}\nevent: {word}\ndata: {{}}\n\n", self.position);
        self.buffer.push_back(Bytes::from(piece));
    }

    /// Queues the news if it is addressed to the page and new to it.
    fn push_news(&mut self, news: &News) {
        if news.tenant != self.tenant || news.position <= self.position {
            return;
        }
        let Some(line) = news.line_for(self.owner) else {
            return;
        };
        self.position = news.position;
        let piece = format!(
            "id: {}\nevent: {}\ndata: {}\n\n",
            news.position, self.source.event_name, line
        );
        self.buffer.push_back(Bytes::from(piece));
    }

    async fn is_still_permitted(&self) -> bool {
        let host = &self.place.host;
        match host.gate().session(host, &self.token, self.address).await {
            Ok(Some(session)) => {
                let is_same_tenant = session.tenant == self.tenant;
                let caller = Caller::User(session);
                is_same_tenant
                    && caller.owner() == self.owner
                    && caller.check(self.source.needs).is_ok()
            }
            Ok(None) | Err(_) => false,
        }
    }

    async fn next_wake(&mut self) -> WakeReason {
        tokio::select! {
            () = closed(&mut self.closing) => WakeReason::End,
            heard = timeout_at(self.beat, self.receiver.recv()) => match heard {
                Err(_) => WakeReason::Beat,
                Ok(Ok(news)) => WakeReason::News(news),
                Ok(Err(broadcast::error::RecvError::Lagged(_))) => WakeReason::TooLate,
                Ok(Err(broadcast::error::RecvError::Closed)) => WakeReason::End,
            },
        }
    }
}

async fn closed(closing: &mut watch::Receiver<bool>) {
    // A dropped host is closed too.
    let _ = closing.wait_for(|is_closing| *is_closing).await;
}

async fn next_piece(mut page: Page) -> Option<(Result<Bytes, Infallible>, Page)> {
    loop {
        if let Some(piece) = page.buffer.pop_front() {
            return Some((Ok(piece), page));
        }
        match page.next_wake().await {
            WakeReason::News(news) => page.push_news(&news),
            WakeReason::TooLate => page.push_event("reset"),
            WakeReason::Beat => {
                if !page.is_still_permitted().await {
                    return None;
                }
                page.beat = Instant::now() + HEARTBEAT_INTERVAL;
                page.buffer.push_back(Bytes::from_static(b": \n\n"));
            }
            WakeReason::End => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use data::ids::{CustomerId, DriverId};

    use super::*;

    #[test]
    fn news_reach_staff_and_the_owners_that_they_name() {
        let driver = |id| Owner::Driver(DriverId(id));
        let news = News {
            position: 1,
            tenant: TenantId(1),
            json: "all".to_owned(),
            owners: vec![
                (driver(7), "own".to_owned()),
                (Owner::Customer(CustomerId(7)), "theirs".to_owned()),
            ],
        };
        assert_eq!(news.line_for(None), Some("all"));
        assert_eq!(news.line_for(Some(driver(7))), Some("own"));
        assert_eq!(news.line_for(Some(driver(8))), None);
        let customer = |id| Some(Owner::Customer(CustomerId(id)));
        assert_eq!(news.line_for(customer(7)), Some("theirs"));
        assert_eq!(news.line_for(customer(8)), None);
    }
}
