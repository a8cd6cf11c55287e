//! Serving connections: how many are held, how long each may take, and how they end when the program stops.

mod held;
mod paced;

use std::{convert::Infallible, net::SocketAddr, sync::Arc, time::Duration};

use axum::{Router, body::Body, extract::ConnectInfo};
use hyper::{Request, body::Incoming, server::conn::http1, service::Service};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
    service::TowerToHyperService,
};
use kernel::config::{Config, Proxies};
use tokio::net::{TcpListener, TcpStream};
use tokio_io_timeout::TimeoutStream;

pub use held::{Connections, Counts};

/// How long answers that were begun may take once the program stops.
const LAST_ANSWERS: Duration = Duration::from_secs(30);
/// How long to wait when the machine has no more files for a connection.
const OUT_OF_FILES: Duration = Duration::from_millis(100);
const MAX_HEAD_BYTES: usize = 64 * 1024;

/// What connections may take.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Connections held at once.
    pub all: usize,
    /// Of these from one address; none behind proxies, where all come from those.
    pub per_address: Option<usize>,
    /// How long a connection may be idle, or take for the head of a request.
    pub head: Duration,
    /// How long the next piece of a body may take, and of an answer to be taken.
    pub piece: Duration,
    /// How long connections are still taken after the program was told to stop.
    pub drain: Duration,
}

impl Limits {
    /// Those of the settings, as far as the machine has files for them.
    pub fn of(config: &Config) -> Self {
        // The other files are the database's, the plugins' and those that are sent and stored.
        let files = may_open().saturating_mul(3) / 4;
        Self {
            all: config.connections.min(files).max(1),
            per_address: (config.trust_proxy == Proxies(0))
                .then_some(config.connections_per_address.max(1)),
            head: Duration::from_secs(config.idle_seconds.max(1)),
            piece: Duration::from_secs(config.body_seconds.max(1)),
            drain: Duration::from_secs(config.drain_seconds),
        }
    }
}

/// How many files the program may have open, after it was given as many as the system allows.
fn may_open() -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    // Where that is refused it goes on with what it has.
    let _ = setrlimit(
        Resource::Nofile,
        Rlimit {
            current: maximum,
            maximum,
        },
    );
    let current = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
    usize::try_from(current).unwrap_or(usize::MAX)
}

/// Answers with `router` until `stop` is told, and then until what was begun is done.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    limits: Limits,
    connections: Arc<Connections>,
    stop: impl Future<Output = ()>,
) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(limits.head)
        .max_buf_size(MAX_HEAD_BYTES);
    let open = GracefulShutdown::new();
    tokio::pin!(stop);
    loop {
        // Without a place none is taken from the system, where others wait for their turn.
        let place = tokio::select! {
            place = connections.place() => place,
            () = &mut stop => break,
        };
        let (stream, peer) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    wait_after(&error).await;
                    continue;
                }
            },
            () = &mut stop => break,
        };
        // Dropped without a word: an answer would be one more thing to wait for.
        let Some(held) = connections.hold(place, peer.ip()) else {
            continue;
        };
        let connection = open.watch(http.serve_connection(
            patient(stream, limits.piece),
            service(&router, peer, limits.piece),
        ));
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%peer, error = %error, "a connection ended early");
            }
            drop(held);
        });
    }
    drop(listener);
    if tokio::time::timeout(LAST_ANSWERS, open.shutdown())
        .await
        .is_err()
    {
        tracing::warn!("some answers were not done in time and are cut off");
    }
}

/// A peer that went away needs no attention; other errors say that the machine lacks something for a while.
async fn wait_after(error: &std::io::Error) {
    use std::io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    if !matches!(
        error.kind(),
        ConnectionAborted | ConnectionRefused | ConnectionReset
    ) {
        tracing::error!(error = %error, "a connection could not be taken");
        tokio::time::sleep(OUT_OF_FILES).await;
    }
}

/// The connection, which ends when its peer takes nothing of an answer for so long.
fn patient(
    stream: TcpStream,
    patience: Duration,
) -> TokioIo<std::pin::Pin<Box<TimeoutStream<TcpStream>>>> {
    // Answers are written whole; where this can't be set they are only a little later.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(patience));
    TokioIo::new(Box::pin(stream))
}

fn service(
    router: &Router,
    peer: SocketAddr,
    patience: Duration,
) -> impl Service<
    Request<Incoming>,
    Response = axum::response::Response,
    Error = Infallible,
    Future: Send,
> + use<> {
    let router = TowerToHyperService::new(router.clone());
    hyper::service::service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        router.call(request.map(|body| paced::body(Body::new(body), patience)))
    })
}

/// Waits until the program is told to stop: by SIGTERM, or by Ctrl-C.
pub async fn interrupted() {
    let terminate = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => drop(signal.recv().await),
            Err(_) => std::future::pending().await,
        }
    };
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        () = terminate => {}
    }
}
