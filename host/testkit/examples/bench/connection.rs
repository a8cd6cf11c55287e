//! HTTP connection to the measured server.

use anyhow::{Context, bail};
use serde_json::Value;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

pub struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Connection {
    pub fn new(stream: TcpStream) -> Self {
        // Otherwise every small request waits for the last acknowledgement.
        let _ = stream.set_nodelay(true);
        Self {
            stream,
            buffer: Vec::with_capacity(64 * 1024),
        }
    }

    pub async fn call(
        &mut self,
        method: &str,
        path: &str,
        token: &str,
        body: Option<&Value>,
    ) -> anyhow::Result<Value> {
        self.send(
            method,
            path,
            token,
            "application/json",
            &body.map(Value::to_string).unwrap_or_default(),
        )
        .await
    }

    pub async fn send(
        &mut self,
        method: &str,
        path: &str,
        token: &str,
        kind: &str,
        body: &str,
    ) -> anyhow::Result<Value> {
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: bench.test\r\nAuthorization: Bearer {token}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        self.stream.write_all(request.as_bytes()).await?;
        self.buffer.clear();
        loop {
            if self.stream.read_buf(&mut self.buffer).await? == 0 {
                bail!("the server closed the connection");
            }
            let Some(end) = self.buffer.windows(4).position(|four| four == b"\r\n\r\n") else {
                continue;
            };
            let head = String::from_utf8_lossy(&self.buffer[..end]).to_ascii_lowercase();
            let length: usize = head
                .lines()
                .find_map(|line| line.strip_prefix("content-length: "))
                .context("an answer without a length")?
                .trim()
                .parse()?;
            let total = end + 4 + length;
            while self.buffer.len() < total {
                if self.stream.read_buf(&mut self.buffer).await? == 0 {
                    bail!("the answer was cut short");
                }
            }
            let body: Value = serde_json::from_slice(&self.buffer[end + 4..total])?;
            if body["success"] != true {
                bail!("{method} {path}: {body}");
            }
            return Ok(body);
        }
    }
}
