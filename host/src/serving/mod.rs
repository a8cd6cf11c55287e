//! HTTP server: connection limits, timeouts and graceful shutdown.

mod held;
mod paced;

use std::{convert::Infallible, net::SocketAddr, sync::Arc, time::Duration};

use axum::{Router, body::Body, extract::ConnectInfo};
use data::config::{Config, Proxies};
use hyper::{Request, body::Incoming, server::conn::http1, service::Service};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
    service::TowerToHyperService,
};
use tokio::net::{TcpListener, TcpStream};
use tokio_io_timeout::TimeoutStream;

pub use held::{Connections, Counts};

/// Shutdown timeout of responses in flight.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(30);
/// Delay after the process ran out of file descriptors.
const OUT_OF_FILES_DELAY: Duration = Duration::from_millis(100);
const MAX_HEAD_BYTES: usize = 64 * 1024;

#[derive(Debug, Clone, Copy)]
pub struct Limits {
    pub all: usize,
    /// Maximum per address; `None` behind proxies.
    pub per_address: Option<usize>,
    /// Timeout of an idle connection and of a request's head.
    pub head: Duration,
    /// Timeout of the next piece of a body, in either direction.
    pub piece: Duration,
    /// Time after the stop signal in which connections are still accepted.
    pub drain: Duration,
}

impl Limits {
    /// Capped by the available file descriptors.
    pub fn from_config(config: &Config) -> Self {
        // The rest is for the database, plugins and stored files.
        let files = max_open_files().saturating_mul(3) / 4;
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

/// Raises the limit to the allowed maximum.
fn max_open_files() -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    // If denied, the current limit applies.
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
        // Without a free slot connections wait in the system's queue.
        let place = tokio::select! {
            place = connections.acquire_slot() => place,
            () = &mut stop => break,
        };
        let (stream, peer) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    delay_after(&error).await;
                    continue;
                }
            },
            () = &mut stop => break,
        };
        // Closed without a response, which would hold the connection.
        let Some(held) = connections.register(place, peer.ip()) else {
            continue;
        };
        let connection = open.watch(http.serve_connection(
            with_write_timeout(stream, limits.piece),
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
    if tokio::time::timeout(SHUTDOWN_TIMEOUT, open.shutdown())
        .await
        .is_err()
    {
        tracing::warn!("responses still in flight after the shutdown timeout were aborted");
    }
}

/// Other errors than a lost peer mean that the machine lacks a resource.
async fn delay_after(error: &std::io::Error) {
    use std::io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    if !matches!(
        error.kind(),
        ConnectionAborted | ConnectionRefused | ConnectionReset
    ) {
        tracing::error!(error = %error, "a connection could not be taken");
        tokio::time::sleep(OUT_OF_FILES_DELAY).await;
    }
}

fn with_write_timeout(
    stream: TcpStream,
    patience: Duration,
) -> TokioIo<std::pin::Pin<Box<TimeoutStream<TcpStream>>>> {
    // Responses are written whole; without it they are only slightly later.
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
        router.call(request.map(|body| paced::limit_body(Body::new(body), patience)))
    })
}

pub async fn wait_for_stop() {
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
