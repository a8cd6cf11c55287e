//! Connections through a socket: slow clients and hoarders are let go, everybody else is answered meanwhile.
#![allow(
    clippy::unwrap_used,
    reason = "the helpers of a test end it when they cannot go on"
)]

use std::{
    net::{Ipv4Addr, SocketAddr},
    time::{Duration, Instant},
};

use testkit::{Kit, on_host};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpSocket, TcpStream},
    sync::watch,
    time::timeout,
};
use waybill::{App, ConnectionCounts};

/// A host that serves on loopback, with limits that a test can wait for.
struct Served {
    app: App,
    address: SocketAddr,
    stop: watch::Sender<bool>,
    ended: tokio::task::JoinHandle<anyhow::Result<()>>,
}

impl Served {
    async fn start(kit: &Kit, all: usize, per_address: usize, drain: u64) -> Self {
        let other = kit.on_another_host(|config| {
            (config.connections, config.connections_per_address) = (all, per_address);
            (
                config.idle_seconds,
                config.body_seconds,
                config.drain_seconds,
            ) = (1, 1, drain);
        });
        let app = other.await.app;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = watch::channel(false);
        let ended = tokio::spawn(app.clone().serve(listener, stopped));
        Self {
            app,
            address,
            stop,
            ended,
        }
    }

    /// A connection from 127.0.0.`last`.
    async fn connect(&self, last: u8) -> TcpStream {
        let socket = TcpSocket::new_v4().unwrap();
        socket
            .bind((Ipv4Addr::new(127, 0, 0, last), 0).into())
            .unwrap();
        socket.connect(self.address).await.unwrap()
    }

    fn held(&self) -> u64 {
        self.app.connections().map_or(0, |counts| counts.held)
    }

    async fn until(&self, is_so: impl Fn(&ConnectionCounts) -> bool) {
        let begun = Instant::now();
        while !self.app.connections().is_some_and(|counts| is_so(&counts)) {
            assert!(
                begun.elapsed() < Duration::from_secs(10),
                "{:?}",
                self.app.connections()
            );
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    async fn until_held(&self, wanted: u64) {
        self.until(|counts| counts.held == wanted).await;
    }

    async fn stop(self) {
        self.stop.send_replace(true);
        timeout(Duration::from_secs(40), self.ended)
            .await
            .unwrap()
            .unwrap()
            .unwrap();
    }
}

/// Asks on this connection whether the host lives, and gives the answer's first line; empty when it was closed.
async fn ask(stream: &mut TcpStream) -> String {
    let head = b"GET /livez HTTP/1.1\r\nhost: localhost\r\n\r\n";
    if stream.write_all(head).await.is_err() {
        return String::new();
    }
    let mut answer = vec![0; 4096];
    let read = timeout(Duration::from_secs(5), stream.read(&mut answer))
        .await
        .expect("an answer or an end");
    let text = String::from_utf8_lossy(&answer[..read.unwrap_or(0)]).into_owned();
    text.lines().next().unwrap_or_default().to_owned()
}

/// The whole answer to a GET on this connection, which ends with it.
async fn read(stream: &mut TcpStream, path: &str) -> String {
    let head = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    timeout(Duration::from_secs(10), stream.read_to_end(&mut answer))
        .await
        .unwrap()
        .unwrap();
    String::from_utf8(answer).unwrap()
}

/// Whether the host ends this connection within ten seconds.
async fn is_closed(stream: &mut TcpStream) -> bool {
    let mut rest = Vec::new();
    timeout(Duration::from_secs(10), stream.read_to_end(&mut rest))
        .await
        .is_ok()
}

#[test]
fn half_sent_requests_from_one_address_stop_nobody_else() {
    on_host("sockets", |kit| async move {
        let served = Served::start(&kit, 1000, 20, 0).await;
        let mut slow = Vec::new();
        for _ in 0..60 {
            let mut stream = served.connect(2).await;
            // What is refused may be closed already.
            let _ = stream.write_all(b"GET /livez HTTP/1.1\r\nhost: loc").await;
            slow.push(stream);
        }
        served.until(|counts| counts.refused == 40).await;
        assert_eq!(served.held(), 20);
        let mut other = served.connect(3).await;
        assert_eq!(ask(&mut other).await, "HTTP/1.1 200 OK");
        let metrics = read(&mut other, "/metrics").await;
        assert!(
            metrics.contains("\nwaybill_connections{} 21.0\n"),
            "{metrics}"
        );
        assert!(
            metrics.contains("\nwaybill_connections_refused_total{} 40.0\n"),
            "{metrics}"
        );
        drop(other);
        // Drop by drop is as slow.
        let begun = Instant::now();
        while served.held() > 1 && begun.elapsed() < Duration::from_secs(10) {
            for stream in &mut slow {
                let _ = stream.write_all(b"a").await;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        served.until_held(0).await;
        for stream in &mut slow {
            assert!(is_closed(stream).await);
        }
        assert_eq!(ask(&mut served.connect(2).await).await, "HTTP/1.1 200 OK");
        served.stop().await;
    });
}

#[test]
fn a_body_that_comes_by_the_byte_and_an_answer_that_is_not_taken_are_ended() {
    on_host("sockets", |kit| async move {
        let served = Served::start(&kit, 1000, 20, 0).await;
        let mut slow = served.connect(2).await;
        let head = "POST /api/core/account/isTenantAvailable HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100000\r\n\r\n";
        slow.write_all(head.as_bytes()).await.unwrap();
        let begun = Instant::now();
        let mut answer = vec![0; 4096];
        let read = loop {
            let _ = slow.write_all(b" ").await;
            match timeout(Duration::from_millis(200), slow.read(&mut answer)).await {
                Ok(read) => break read.unwrap_or(0),
                Err(_) => assert!(
                    begun.elapsed() < Duration::from_secs(10),
                    "the body is still waited for"
                ),
            }
        };
        assert!(String::from_utf8_lossy(&answer[..read]).starts_with("HTTP/1.1 408"));
        // Answers by the megabyte that nobody reads.
        let mut deaf = served.connect(3).await;
        let asked = "GET /api/openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n".repeat(100);
        let _ = timeout(Duration::from_secs(1), deaf.write_all(asked.as_bytes())).await;
        drop(slow);
        served.until_held(0).await;
        served.stop().await;
    });
}

#[test]
fn no_more_are_held_than_the_host_has_places_for() {
    on_host("sockets", |kit| async move {
        let served = Served::start(&kit, 8, 1000, 0).await;
        let mut idle = Vec::new();
        for last in 2..30 {
            idle.push(served.connect(last).await);
        }
        served.until_held(8).await;
        // Who waits is answered once the idle ones are gone.
        let mut late = served.connect(30).await;
        assert_eq!(ask(&mut late).await, "HTTP/1.1 200 OK");
        assert!(served.held() <= 8);
        drop((idle, late));
        served.stop().await;
    });
}

#[test]
fn a_host_that_stops_says_so_before_it_takes_no_more() {
    on_host("sockets", |kit| async move {
        let served = Served::start(&kit, 100, 100, 2).await;
        let mut open = served.connect(2).await;
        assert_eq!(ask(&mut open).await, "HTTP/1.1 200 OK");
        served.stop.send_replace(true);
        tokio::time::sleep(Duration::from_millis(200)).await;
        let mut late = served.connect(3).await;
        late.write_all(b"GET /readyz HTTP/1.1\r\nhost: localhost\r\n\r\n")
            .await
            .unwrap();
        let mut answer = vec![0; 4096];
        let read = late.read(&mut answer).await.unwrap();
        assert!(String::from_utf8_lossy(&answer[..read]).starts_with("HTTP/1.1 503"));
        drop((open, late));
        let address = served.address;
        served.stop().await;
        assert!(TcpStream::connect(address).await.is_err());
    });
}
