//! Streams for pages that are open: what an area tells of its events, sent on as server-sent events.
//!
//! One task of a host follows the feed while anybody listens, so that a thousand open pages cost one look at the
//! database, and all hosts tell the same positions: a page that comes back to another host goes on where it was. What is
//! remembered is short; a page that was away for longer is told to load anew.

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

use super::feed::{self, PublishedEvent};
use crate::{
    caller::Caller,
    db::Mode,
    error::{Error, Result},
    host::Host,
    ids::{CustomerId, TenantId, UserId},
    permission::Permission,
    routes::Raw,
    scope::Scope,
    serve,
};

/// How often the feed is looked at while somebody listens.
const LOOK: Duration = Duration::from_millis(400);
/// Proxies end what is silent for longer; with each beat the caller's session is looked at again.
const BEAT: Duration = Duration::from_secs(15);
/// A page that missed more events than these loads anew.
const MAX_MISSED: i64 = 2000;
/// News that wait for a page whose connection is slow; one that falls further behind loads anew.
const WAITING: usize = 512;
/// Streams of one user, of guests from one address, and of one tenant on one host.
const MAX_OF_USER: usize = 12;
const MAX_OF_ADDRESS: usize = 24;
const MAX_OF_TENANT: usize = 2000;
/// Whoever has too many open is to come back after so many seconds.
const COME_BACK: u64 = 30;

/// Makes news of a tenant's events.
type Tell = fn(Scope, Vec<PublishedEvent>) -> BoxFuture<'static, Result<Vec<News>>>;

/// What pages are told, and by whom.
pub struct Source {
    /// The events whose names begin so.
    pub prefix: &'static str,
    /// What the pages call it.
    pub word: &'static str,
    pub needs: Permission,
    /// What is told of a tenant's events, in the order of their positions. The scope is the program's own.
    pub tell: Tell,
}

/// Something that pages are told.
#[derive(Debug, Clone)]
pub struct News {
    /// That of the last event it tells of.
    pub position: i64,
    pub tenant: TenantId,
    /// Whose users may know besides the tenant's own people.
    pub customer: Option<CustomerId>,
    /// One line of JSON.
    pub json: String,
}

/// What a host keeps of its streams.
pub struct Live {
    feeds: Mutex<HashMap<&'static str, broadcast::Sender<Arc<News>>>>,
    open: Mutex<HashMap<Holder, usize>>,
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
    /// Ends all streams and takes no more: the host stops.
    pub fn close(&self) {
        self.closing.send_replace(true);
    }

    /// Counts a stream, unless there are too many.
    fn take_place(host: &Host, tenant: TenantId, holder: Holder) -> Result<Place> {
        let mut open = host
            .live()
            .open
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let holders = [Holder::Tenant(tenant), holder];
        if holders
            .iter()
            .any(|holder| open.get(holder).copied().unwrap_or_default() >= holder.most())
        {
            return Err(Error::TooMany(COME_BACK));
        }
        for holder in &holders {
            *open.entry(holder.clone()).or_default() += 1;
        }
        drop(open);
        Ok(Place {
            host: host.clone(),
            holders,
        })
    }

    /// Follows a source; the task that reads the feed begins with the first who does.
    fn subscribe(
        host: &Host,
        source: &'static Source,
        head: i64,
    ) -> broadcast::Receiver<Arc<News>> {
        let mut feeds = host
            .live()
            .feeds
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(sender) = feeds.get(source.prefix) {
            return sender.subscribe();
        }
        let (sender, receiver) = broadcast::channel(WAITING);
        feeds.insert(source.prefix, sender.clone());
        drop(feeds);
        tokio::spawn(follow(host.clone(), source, sender, head));
        receiver
    }

    /// Whether nobody listens any more; then the next who does begins a new task.
    fn is_idle(&self, source: &Source, sender: &broadcast::Sender<Arc<News>>) -> bool {
        let mut feeds = self.feeds.lock().unwrap_or_else(PoisonError::into_inner);
        let is_idle = sender.receiver_count() == 0;
        if is_idle {
            feeds.remove(source.prefix);
        }
        is_idle
    }
}

/// Whose streams are counted together.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Holder {
    Tenant(TenantId),
    User(TenantId, UserId),
    /// Who is not signed in.
    Guest(TenantId, String),
}

impl Holder {
    fn most(&self) -> usize {
        match self {
            Self::Tenant(_) => MAX_OF_TENANT,
            Self::User(..) => MAX_OF_USER,
            Self::Guest(..) => MAX_OF_ADDRESS,
        }
    }
}

/// A stream that is counted while it is open.
struct Place {
    host: Host,
    holders: [Holder; 2],
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self
            .host
            .live()
            .open
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        for holder in &self.holders {
            let left = open
                .get(holder)
                .copied()
                .unwrap_or_default()
                .saturating_sub(1);
            if left == 0 {
                open.remove(holder);
            } else {
                open.insert(holder.clone(), left);
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
    while !host.live().is_idle(source, &sender) {
        match news_after(&host, source, position).await {
            Ok((last, news)) => {
                position = last;
                for one in news {
                    // Nobody listening just now is no failure.
                    let _ = sender.send(Arc::new(one));
                }
            }
            Err(error) => tracing::error!(
                source = source.word,
                error = format!("{error:#}"),
                "no news can be told"
            ),
        }
        tokio::time::sleep(LOOK).await;
    }
}

/// What the next events tell, and the position of the last that was read.
async fn news_after(host: &Host, source: &Source, position: i64) -> Result<(i64, Vec<News>)> {
    let events = feed::after(host, position).await?;
    let last = events.last().map_or(position, |event| event.position);
    let mut by_tenant: BTreeMap<TenantId, Vec<PublishedEvent>> = BTreeMap::new();
    for event in events
        .into_iter()
        .filter(|event| event.name.starts_with(source.prefix))
    {
        by_tenant.entry(event.tenant).or_default().push(event);
    }
    let mut news = Vec::new();
    for (tenant, events) in by_tenant {
        news.extend((source.tell)(host.scope(tenant, Mode::Read), events).await?);
    }
    Ok((last, news))
}

/// An open page.
struct Page {
    source: &'static Source,
    tenant: TenantId,
    customer: Option<CustomerId>,
    token: String,
    address: Option<IpAddr>,
    /// What the page was told up to.
    position: i64,
    waiting: VecDeque<Bytes>,
    receiver: broadcast::Receiver<Arc<News>>,
    closing: watch::Receiver<bool>,
    beat: Instant,
    place: Place,
}

/// What a page is woken by.
enum Woken {
    News(Arc<News>),
    TooLate,
    Beat,
    End,
}

/// Answers a page with the stream of a source. A page that was here before says up to where it was told, in
/// `Last-Event-ID`. The first thing told is `open`, or `reset` where the page has to load anew.
pub async fn stream(mut scope: Scope, raw: Raw, source: &'static Source) -> Result<Response> {
    scope.rollback();
    let host = scope.host().clone();
    let (Some(user), Some(token)) = (scope.caller.user(), serve::bearer(&raw.headers)) else {
        return Err(Error::Unauthorized);
    };
    let place = Live::take_place(&host, scope.tenant, Holder::User(scope.tenant, user))?;
    let told = raw
        .headers
        .get("last-event-id")
        .and_then(|value| value.to_str().ok()?.trim().parse::<i64>().ok());
    let receiver = Live::subscribe(&host, source, feed::head(&host).await?);
    // Read after there is somebody who listens: what is published from here on is heard.
    let head = feed::head(&host).await?;
    let mut page = Page {
        source,
        tenant: scope.tenant,
        customer: scope.caller.customer(),
        token: token.to_owned(),
        address: scope.request.address.parse().ok(),
        position: head,
        waiting: VecDeque::new(),
        receiver,
        closing: host.live().closing.subscribe(),
        beat: Instant::now() + BEAT,
        place,
    };
    match told {
        None => page.say("open"),
        Some(told) => page.catch_up(told, head).await?,
    }
    Ok(answer(Body::from_stream(stream::unfold(page, next))))
}

/// Answers with a stream that ends by itself, each piece as an event of this word. It counts among the streams of the caller,
/// and ends when the host stops.
pub fn until_told(
    scope: &Scope,
    word: &'static str,
    told: impl Stream<Item = String> + Send + 'static,
) -> Result<Response> {
    let host = scope.host().clone();
    let holder = match scope.caller.user() {
        Some(user) => Holder::User(scope.tenant, user),
        None => Holder::Guest(scope.tenant, scope.request.address.clone()),
    };
    let place = Live::take_place(&host, scope.tenant, holder)?;
    let closing = host.live().closing.subscribe();
    let begun = (Box::pin(told), closing, place);
    let pieces = stream::unfold(begun, move |(mut told, mut closing, place)| async move {
        let piece = tokio::select! {
            () = closed(&mut closing) => return None,
            next = timeout_at(Instant::now() + BEAT, told.next()) => match next {
                Ok(json) => Bytes::from(format!("event: {word}\ndata: {}\n\n", json?)),
                Err(_) => Bytes::from_static(b": \n\n"),
            },
        };
        Some((Ok::<_, Infallible>(piece), (told, closing, place)))
    });
    Ok(answer(Body::from_stream(pieces)))
}

/// Events as they are answered.
fn answer(body: Body) -> Response {
    let mut response = body.into_response();
    for (name, value) in [
        (header::CONTENT_TYPE, "text/event-stream"),
        (header::CACHE_CONTROL, "no-store"),
        // Proxies that gather an answer before they pass it on would gather for ever.
        (HeaderName::from_static("x-accel-buffering"), "no"),
    ] {
        response
            .headers_mut()
            .insert(name, HeaderValue::from_static(value));
    }
    response
}

impl Page {
    /// Tells what was missed since, or that it was too much.
    async fn catch_up(&mut self, told: i64, head: i64) -> Result<()> {
        let is_known = (0..=MAX_MISSED).contains(&(head - told))
            && feed::holds_after(&self.place.host, told).await?;
        if !is_known {
            self.say("reset");
            return Ok(());
        }
        self.position = told;
        let mut at = told;
        while at < head {
            let (last, news) = news_after(&self.place.host, self.source, at).await?;
            if last == at {
                break;
            }
            at = last;
            news.iter().for_each(|news| self.tell(news));
        }
        self.position = at.max(head);
        self.say("open");
        Ok(())
    }

    fn say(&mut self, word: &str) {
        let piece = format!("id: {}\nevent: {word}\ndata: {{}}\n\n", self.position);
        self.waiting.push_back(Bytes::from(piece));
    }

    /// Leaves the news for the page, if they are for it and it does not know them.
    fn tell(&mut self, news: &News) {
        let may_know = self.customer.is_none() || self.customer == news.customer;
        if news.tenant != self.tenant || news.position <= self.position || !may_know {
            return;
        }
        self.position = news.position;
        let piece = format!(
            "id: {}\nevent: {}\ndata: {}\n\n",
            news.position, self.source.word, news.json
        );
        self.waiting.push_back(Bytes::from(piece));
    }

    /// Whether who opened the page is still signed in and still may.
    async fn may_go_on(&self) -> bool {
        let host = &self.place.host;
        match host.gate().session(host, &self.token, self.address).await {
            Ok(Some(session)) => {
                let is_same = session.tenant == self.tenant && session.customer == self.customer;
                is_same
                    && Caller::User(session)
                        .check(self.source.needs.into())
                        .is_ok()
            }
            Ok(None) | Err(_) => false,
        }
    }

    async fn woken(&mut self) -> Woken {
        tokio::select! {
            () = closed(&mut self.closing) => Woken::End,
            heard = timeout_at(self.beat, self.receiver.recv()) => match heard {
                Err(_) => Woken::Beat,
                Ok(Ok(news)) => Woken::News(news),
                Ok(Err(broadcast::error::RecvError::Lagged(_))) => Woken::TooLate,
                Ok(Err(broadcast::error::RecvError::Closed)) => Woken::End,
            },
        }
    }
}

async fn closed(closing: &mut watch::Receiver<bool>) {
    // A host that is gone has closed, too.
    let _ = closing.wait_for(|is_closing| *is_closing).await;
}

/// The next piece of a page's stream.
async fn next(mut page: Page) -> Option<(Result<Bytes, Infallible>, Page)> {
    loop {
        if let Some(piece) = page.waiting.pop_front() {
            return Some((Ok(piece), page));
        }
        match page.woken().await {
            Woken::News(news) => page.tell(&news),
            Woken::TooLate => page.say("reset"),
            Woken::Beat => {
                if !page.may_go_on().await {
                    return None;
                }
                page.beat = Instant::now() + BEAT;
                page.waiting.push_back(Bytes::from_static(b": \n\n"));
            }
            Woken::End => return None,
        }
    }
}
