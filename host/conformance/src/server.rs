//! A stand-in for the plugin's network: a loopback server with recorded answers, or with a chosen
//! fault.

use std::{
    io,
    net::SocketAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    task::JoinHandle,
};

use serde_json::Value;

use crate::{
    fixtures::{Answered, Asked, Exchange},
    patch,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mood {
    /// Recorded responses of the package; an empty JSON object for unrecorded requests.
    Recorded,
    /// 200 and bytes that are nothing.
    Garbage,
    /// The right shape of nothing: 200 and `{}` with a JSON type.
    Hollow,
    Status(u16),
    /// 429 with Retry-After.
    TooMany,
    /// Sends nothing until the caller gives up.
    Slow,
    /// More than any plugin is given.
    Huge,
    /// Redirects to a host without a grant.
    Redirect,
    /// Hangs up without an answer.
    Closed,
    /// Refuses, and repeats all it was sent, secrets too.
    Echo,
}

impl Mood {
    pub const BAD: [Mood; 11] = [
        Mood::Garbage,
        Mood::Hollow,
        Mood::Status(500),
        Mood::Status(401),
        Mood::Status(404),
        Mood::TooMany,
        Mood::Slow,
        Mood::Huge,
        Mood::Redirect,
        Mood::Closed,
        Mood::Echo,
    ];

    pub fn words(self) -> &'static str {
        match self {
            Mood::Recorded => "answers as recorded",
            Mood::Garbage => "answers garbage",
            Mood::Hollow => "answers an empty object",
            Mood::Status(401) => "answers 401",
            Mood::Status(404) => "answers 404",
            Mood::Status(_) => "answers 500",
            Mood::TooMany => "answers 429 with Retry-After",
            Mood::Slow => "does not answer in time",
            Mood::Huge => "answers too much",
            Mood::Redirect => "redirects to a host that is not granted",
            Mood::Closed => "hangs up",
            Mood::Echo => "repeats what it was sent",
        }
    }
}

#[derive(Clone, Debug)]
pub struct Seen {
    pub target: String,
    pub rest: String,
}

#[derive(Default)]
struct Shared {
    mood: Mutex<Option<Mood>>,
    exchanges: Mutex<Vec<Exchange>>,
    seen: Mutex<Vec<Seen>>,
}

pub struct Server {
    pub address: SocketAddr,
    shared: Arc<Shared>,
    task: JoinHandle<()>,
}

/// A request is not read beyond this.
const MAX_REQUEST: usize = 8 << 20;
/// Longer than any call waits.
const NEVER: Duration = Duration::from_secs(120);

impl Server {
    pub async fn start(exchanges: Vec<Exchange>) -> io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared {
            exchanges: Mutex::new(exchanges),
            ..Shared::default()
        });
        let serving = shared.clone();
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let shared = serving.clone();
                tokio::spawn(async move {
                    let _ = answer(stream, &shared).await;
                });
            }
        });
        Ok(Server {
            address,
            shared,
            task,
        })
    }

    pub fn set(&self, mood: Mood) {
        *lock(&self.shared.mood) = Some(mood);
    }

    /// Replaces the recorded answers and returns the old.
    pub fn record(&self, exchanges: Vec<Exchange>) -> Vec<Exchange> {
        std::mem::replace(&mut *lock(&self.shared.exchanges), exchanges)
    }

    pub fn received_requests(&self) -> Vec<Seen> {
        lock(&self.shared.seen).clone()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn answer(mut stream: TcpStream, shared: &Shared) -> io::Result<()> {
    let Some(seen) = read(&mut stream).await? else {
        return Ok(());
    };
    let (target, sent) = (seen.target.clone(), seen.rest.clone());
    let body = sent
        .split_once("\r\n\r\n")
        .map_or("", |(_, body)| body)
        .to_owned();
    lock(&shared.seen).push(seen);
    let mood = lock(&shared.mood).unwrap_or(Mood::Recorded);
    let json = "content-type: application/json\r\n";
    match mood {
        Mood::Recorded => {
            let given = recorded(&lock(&shared.exchanges), &target, &body);
            match given {
                Some(given) => write_recorded(&mut stream, &given).await,
                None => write(&mut stream, 200, json, b"{}").await,
            }
        }
        Mood::Garbage => {
            write(
                &mut stream,
                200,
                "content-type: application/json\r\n",
                b"\x00\xff<]{\"\xc3\x28",
            )
            .await
        }
        Mood::Hollow => write(&mut stream, 200, json, b"{}").await,
        Mood::Status(status) => {
            write(
                &mut stream,
                status,
                "content-type: text/html\r\n",
                b"<h1>No</h1>",
            )
            .await
        }
        Mood::TooMany => write(&mut stream, 429, "retry-after: 2\r\n", b"").await,
        Mood::Slow => {
            tokio::time::sleep(NEVER).await;
            Ok(())
        }
        Mood::Huge => {
            let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n";
            stream.write_all(head.as_bytes()).await?;
            let chunk = format!("10000\r\n{}\r\n", "1".repeat(0x10000));
            // Ends when the caller has had enough.
            loop {
                stream.write_all(chunk.as_bytes()).await?;
            }
        }
        Mood::Redirect => {
            write(
                &mut stream,
                302,
                "location: https://elsewhere.example/away\r\n",
                b"",
            )
            .await
        }
        Mood::Closed => Ok(()),
        Mood::Echo => {
            let body =
                serde_json::json!({ "error": { "message": sent }, "message": sent }).to_string();
            write(&mut stream, 400, json, body.as_bytes()).await
        }
    }
}

/// Reads one request whole; none when it never came.
async fn read(stream: &mut TcpStream) -> io::Result<Option<Seen>> {
    let mut bytes = Vec::new();
    let mut part = vec![0_u8; 16 << 10];
    loop {
        let count = stream.read(&mut part).await?;
        bytes.extend_from_slice(&part[..count]);
        if count == 0 || bytes.len() > MAX_REQUEST {
            return Ok(None);
        }
        let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") else {
            continue;
        };
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        if bytes.len() >= end + 4 + length(&head) {
            let (first, headers) = head.split_once("\r\n").unwrap_or((&head, ""));
            let target = first
                .rsplit_once(' ')
                .map_or(first, |(target, _)| target)
                .to_owned();
            let body = String::from_utf8_lossy(&bytes[end + 4..]);
            return Ok(Some(Seen {
                target,
                rest: format!("{headers}\r\n\r\n{body}"),
            }));
        }
    }
}

fn length(head: &str) -> usize {
    let named = |line: &str| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length")
            .then(|| value.trim().parse().ok())?
    };
    head.lines().find_map(named).unwrap_or(0)
}

/// The first recorded answer for `METHOD /path?query` with this body.
pub fn recorded(exchanges: &[Exchange], target: &str, body: &str) -> Option<Answered> {
    let (method, address) = target.split_once(' ')?;
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    let fits = |wanted: &Asked| {
        wanted.method.eq_ignore_ascii_case(method)
            && wanted
                .path
                .strip_suffix('*')
                .map_or(wanted.path == path, |start| path.starts_with(start))
            && wanted.query.as_ref().is_none_or(|wanted| wanted == query)
            && match &wanted.body {
                None => true,
                Some(Value::String(text)) => text == body,
                Some(wanted) => {
                    let given = serde_json::from_str(body);
                    given.is_ok_and(|given| patch::difference(wanted, &given, "body").is_none())
                }
            }
    };
    exchanges
        .iter()
        .find(|exchange| fits(&exchange.request))
        .map(|exchange| exchange.response.clone())
}

async fn write_recorded(stream: &mut TcpStream, given: &Answered) -> io::Result<()> {
    let (body, kind) = match &given.body {
        Value::Null => (String::new(), None),
        Value::String(text) => (text.clone(), Some("text/plain; charset=utf-8")),
        value => (value.to_string(), Some("application/json")),
    };
    let mut headers = String::new();
    for (name, value) in &given.headers {
        headers.push_str(&format!("{name}: {value}\r\n"));
    }
    if let Some(kind) = kind.filter(|_| {
        !given
            .headers
            .keys()
            .any(|name| name.eq_ignore_ascii_case("content-type"))
    }) {
        headers.push_str(&format!("content-type: {kind}\r\n"));
    }
    write(stream, given.status, &headers, body.as_bytes()).await
}

async fn write(stream: &mut TcpStream, status: u16, headers: &str, body: &[u8]) -> io::Result<()> {
    let head = format!(
        "HTTP/1.1 {status} Answer\r\n{headers}content-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).await?;
    stream.write_all(body).await?;
    stream.shutdown().await
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A panic elsewhere leaves plain data intact.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recorded_answers_are_found_by_method_path_query_and_body() {
        let text = r#"[
            {"request": {"method": "GET", "path": "/a", "query": "b=1"}, "response": {"status": 201}},
            {"request": {"method": "GET", "path": "/a"}, "response": {"status": 202}, "repeat": true},
            {"request": {"method": "POST", "path": "/c/*", "body": {"n": 1}}, "response": {"status": 203}}
        ]"#;
        let all: Vec<Exchange> = serde_json::from_str(text).unwrap();
        let status =
            |target: &str, body: &str| recorded(&all, target, body).map(|answer| answer.status);
        assert_eq!(status("GET /a?b=1", ""), Some(201));
        assert_eq!(status("GET /a?b=2", ""), Some(202));
        assert_eq!(status("POST /c/7?x", r#"{"n": 1, "m": 2}"#), Some(203));
        assert_eq!(status("POST /c/7", r#"{"n": 2}"#), None);
        assert_eq!(status("POST /a", ""), None);
    }
}
