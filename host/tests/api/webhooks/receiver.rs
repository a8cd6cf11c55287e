//! Loopback webhook receiver: stores messages, checks signatures, responds as configured.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
    time::Duration,
};

use hmac::{Hmac, KeyInit, Mac};
use serde_json::Value;
use sha2::Sha256;
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
};

#[derive(Debug, Clone)]
pub enum Reply {
    Status(u16),
    With(u16, Vec<u8>),
    /// Redirects to another address.
    Redirect(String),
    Hang,
}

#[derive(Debug, Clone)]
pub struct Message {
    pub headers: Vec<(String, String)>,
    pub body: String,
}

pub struct Receiver {
    pub port: u16,
    taken: Arc<Mutex<Vec<Message>>>,
    replies: Arc<Mutex<VecDeque<Reply>>>,
    server: tokio::task::JoinHandle<()>,
}

impl Receiver {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let (taken, replies) = (
            Arc::<Mutex<Vec<Message>>>::default(),
            Arc::<Mutex<VecDeque<Reply>>>::default(),
        );
        let (of_server, to_send) = (taken.clone(), replies.clone());
        let server = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (taken, replies) = (of_server.clone(), to_send.clone());
                // A sender may disconnect in the middle.
                tokio::spawn(async move { drop(serve_connection(stream, &taken, &replies).await) });
            }
        });
        Self {
            port,
            taken,
            replies,
            server,
        }
    }

    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/hooks", self.port)
    }

    pub fn set_replies(&self, replies: impl IntoIterator<Item = Reply>) {
        self.replies.lock().unwrap().extend(replies);
    }

    pub fn reply_ok(&self) {
        self.replies.lock().unwrap().clear();
    }

    pub fn messages(&self) -> Vec<Message> {
        self.taken.lock().unwrap().clone()
    }

    pub fn types(&self) -> Vec<String> {
        self.messages()
            .iter()
            .map(|message| message.json()["type"].as_str().unwrap().to_owned())
            .collect()
    }
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.server.abort();
    }
}

impl Message {
    pub fn header(&self, name: &str) -> &str {
        let matching = self.headers.iter().find(|(known, _)| known == name);
        matching.map_or("", |(_, value)| value)
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    pub fn signed_by(&self, secrets: &[&str]) -> (usize, Vec<bool>) {
        let header = self.header("waybill-signature");
        let (time, signatures) = header.split_once(',').unwrap();
        let time = time.strip_prefix("t=").unwrap();
        let age = chrono::Utc::now().timestamp() - time.parse::<i64>().unwrap();
        assert!((0..120).contains(&age), "{header}");
        let signatures: Vec<&str> = signatures
            .split(',')
            .map(|one| one.strip_prefix("v1=").unwrap())
            .collect();
        let created = |secret: &&str| {
            let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).unwrap();
            mac.update(format!("{time}.{}", self.body).as_bytes());
            signatures.contains(&hex::encode(mac.finalize().into_bytes()).as_str())
        };
        (signatures.len(), secrets.iter().map(created).collect())
    }
}

async fn serve_connection(
    stream: TcpStream,
    taken: &Mutex<Vec<Message>>,
    replies: &Mutex<VecDeque<Reply>>,
) -> std::io::Result<()> {
    let (read, mut write) = stream.into_split();
    let mut read = BufReader::new(read);
    let mut headers = Vec::new();
    let mut line = String::new();
    if read.read_line(&mut line).await? == 0 {
        return Ok(());
    }
    assert!(line.starts_with("POST /hooks HTTP/1.1"), "{line}");
    loop {
        line.clear();
        read.read_line(&mut line).await?;
        let Some((name, value)) = line.trim_end().split_once(": ") else {
            break;
        };
        headers.push((name.to_ascii_lowercase(), value.to_owned()));
    }
    let length = headers
        .iter()
        .find(|(name, _)| name == "content-length")
        .map(|(_, value)| value.parse().unwrap());
    let mut body = vec![0; length.unwrap_or_default()];
    read.read_exact(&mut body).await?;
    taken.lock().unwrap().push(Message {
        headers,
        body: String::from_utf8(body).unwrap(),
    });
    let reply = replies
        .lock()
        .unwrap()
        .pop_front()
        .unwrap_or(Reply::Status(200));
    let (status, more, body) = match reply {
        Reply::Status(status) => (status, String::new(), Vec::new()),
        Reply::With(status, body) => (status, String::new(), body),
        Reply::Redirect(to) => (302, format!("location: {to}\r\n"), Vec::new()),
        Reply::Hang => {
            tokio::time::sleep(Duration::from_secs(60)).await;
            return Ok(());
        }
    };
    let head = format!(
        "HTTP/1.1 {status} X\r\ncontent-length: {}\r\nconnection: close\r\n{more}\r\n",
        body.len()
    );
    write.write_all(head.as_bytes()).await?;
    write.write_all(&body).await
}
