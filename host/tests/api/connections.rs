//! Socket connections: slow and greedy clients are closed, others are served.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

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

/// A host on loopback with short timeouts.
struct TestServer {
    app: App,
    address: SocketAddr,
    stop: watch::Sender<bool>,
    ended: tokio::task::JoinHandle<anyhow::Result<()>>,
}

impl TestServer {
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

    async fn connect(&self, last: u8) -> TcpStream {
        let socket = TcpSocket::new_v4().unwrap();
        socket
            .bind((Ipv4Addr::new(127, 0, 0, last), 0).into())
            .unwrap();
        socket.connect(self.address).await.unwrap()
    }

    fn connection_count(&self) -> u64 {
        self.app.connections().map_or(0, |counts| counts.held)
    }

    async fn wait_until(&self, is_so: impl Fn(&ConnectionCounts) -> bool) {
        let start = Instant::now();
        while !self.app.connections().is_some_and(|counts| is_so(&counts)) {
            assert!(
                start.elapsed() < Duration::from_secs(10),
                "{:?}",
                self.app.connections()
            );
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    async fn wait_for_connections(&self, wanted: u64) {
        self.wait_until(|counts| counts.held == wanted).await;
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

async fn send_request(stream: &mut TcpStream) -> String {
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

async fn is_closed(stream: &mut TcpStream) -> bool {
    let mut rest = Vec::new();
    timeout(Duration::from_secs(10), stream.read_to_end(&mut rest))
        .await
        .is_ok()
}

#[test]
fn half_sent_requests_from_one_address_stop_nobody_else() {
    on_host("sockets", |kit| async move {
        let served = TestServer::start(&kit, 1000, 20, 0).await;
        let mut slow = Vec::new();
        for _ in 0..60 {
            let mut stream = served.connect(2).await;
            // A rejected connection may be closed already.
            let _ = stream.write_all(b"GET /livez HTTP/1.1\r\nhost: loc").await;
            slow.push(stream);
        }
        served.wait_until(|counts| counts.refused == 40).await;
        assert_eq!(served.connection_count(), 20);
        let mut other = served.connect(3).await;
        assert_eq!(send_request(&mut other).await, "HTTP/1.1 200 OK");
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
        // Byte by byte is too slow as well.
        let started_at = Instant::now();
        while served.connection_count() > 1 && started_at.elapsed() < Duration::from_secs(10) {
            for stream in &mut slow {
                let _ = stream.write_all(b"a").await;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        served.wait_for_connections(0).await;
        for stream in &mut slow {
            assert!(is_closed(stream).await);
        }
        assert_eq!(
            send_request(&mut served.connect(2).await).await,
            "HTTP/1.1 200 OK"
        );
        served.stop().await;
    });
}

#[test]
fn a_body_that_comes_by_the_byte_and_an_answer_that_is_not_taken_are_ended() {
    on_host("sockets", |kit| async move {
        let served = TestServer::start(&kit, 1000, 20, 0).await;
        let mut slow = served.connect(2).await;
        let head = "POST /api/core/account/isTenantAvailable HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100000\r\n\r\n";
        slow.write_all(head.as_bytes()).await.unwrap();
        let started_at = Instant::now();
        let mut answer = vec![0; 4096];
        let read = loop {
            let _ = slow.write_all(b" ").await;
            match timeout(Duration::from_millis(200), slow.read(&mut answer)).await {
                Ok(read) => break read.unwrap_or(0),
                Err(_) => assert!(
                    started_at.elapsed() < Duration::from_secs(10),
                    "the body is still waited for"
                ),
            }
        };
        assert!(String::from_utf8_lossy(&answer[..read]).starts_with("HTTP/1.1 408"));
        // Megabytes of unread responses.
        let mut deaf = served.connect(3).await;
        let request = "GET /api/openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n".repeat(100);
        let _ = timeout(Duration::from_secs(1), deaf.write_all(request.as_bytes())).await;
        drop(slow);
        served.wait_for_connections(0).await;
        served.stop().await;
    });
}

#[test]
fn no_more_are_held_than_the_host_has_places_for() {
    on_host("sockets", |kit| async move {
        let served = TestServer::start(&kit, 8, 1000, 0).await;
        let mut idle = Vec::new();
        for last in 2..30 {
            idle.push(served.connect(last).await);
        }
        served.wait_for_connections(8).await;
        let mut late = served.connect(30).await;
        assert_eq!(send_request(&mut late).await, "HTTP/1.1 200 OK");
        assert!(served.connection_count() <= 8);
        drop((idle, late));
        served.stop().await;
    });
}

#[test]
fn a_host_that_stops_says_so_before_it_takes_no_more() {
    on_host("sockets", |kit| async move {
        let served = TestServer::start(&kit, 100, 100, 2).await;
        let mut open = served.connect(2).await;
        assert_eq!(send_request(&mut open).await, "HTTP/1.1 200 OK");
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
