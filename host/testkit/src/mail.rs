//! Loopback mail server that stores received email, for tests.

use std::{sync::Arc, time::Duration};

use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
    sync::{Mutex, Notify},
};

/// A mailbox that ends with the test.
pub struct Inbox {
    port: u16,
    shared: Arc<Shared>,
    server: tokio::task::JoinHandle<()>,
}

#[derive(Default)]
struct Shared {
    emails: Mutex<Vec<Email>>,
    arrived: Notify,
    /// Required SMTP login: base64 of `\0user\0password`.
    required_login: Option<String>,
    /// Rejection sent for every recipient.
    rejection: Mutex<Option<String>>,
}

#[derive(Debug, Clone)]
pub struct Email {
    pub to: Vec<String>,
    pub from: String,
    pub subject: String,
    pub text: String,
    pub html: String,
    pub raw: String,
}

impl Inbox {
    pub async fn start() -> Self {
        Self::serve(None).await
    }

    /// Requires this login (`\0user\0password` in base64).
    pub async fn with_login(plain: &str) -> Self {
        Self::serve(Some(plain.to_owned())).await
    }

    async fn serve(required_login: Option<String>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0")
            .await
            .expect("loopback has a free port");
        let port = listener
            .local_addr()
            .expect("the listener has an address")
            .port();
        let shared = Arc::new(Shared {
            required_login,
            ..Shared::default()
        });
        let server_shared = shared.clone();
        let server = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let shared = server_shared.clone();
                // A sender may disconnect in the middle.
                tokio::spawn(async move { drop(serve_connection(stream, &shared).await) });
            }
        });
        Self {
            port,
            shared,
            server,
        }
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    /// Rejects every recipient with this text; `None` accepts again.
    pub async fn reject_recipients(&self, message: Option<&str>) {
        *self.shared.rejection.lock().await = message.map(str::to_owned);
    }

    /// Removes and returns the next email to this address, with a timeout.
    pub async fn next_email_to(&self, email: &str) -> Email {
        let next = async {
            loop {
                let arrived = self.shared.arrived.notified();
                {
                    let mut emails = self.shared.emails.lock().await;
                    if let Some(index) = emails
                        .iter()
                        .position(|letter| letter.to.iter().any(|to| to == email))
                    {
                        return emails.remove(index);
                    }
                }
                arrived.await;
            }
        };
        tokio::time::timeout(Duration::from_secs(20), next)
            .await
            .unwrap_or_else(|_| panic!("no mail came for {email}"))
    }

    pub async fn count(&self) -> usize {
        self.shared.emails.lock().await.len()
    }
}

impl Drop for Inbox {
    fn drop(&mut self) {
        self.server.abort();
    }
}

async fn serve_connection(stream: TcpStream, shared: &Shared) -> std::io::Result<()> {
    let (read, mut write) = stream.into_split();
    let mut lines = BufReader::new(read).lines();
    let (mut from, mut to, mut in_data, mut raw) =
        (String::new(), Vec::new(), false, String::new());
    let mut is_authenticated = shared.required_login.is_none();
    write.write_all(b"220 inbox.test\r\n").await?;
    while let Some(line) = lines.next_line().await? {
        if in_data {
            if line == "." {
                in_data = false;
                shared.emails.lock().await.push(parse_email(
                    std::mem::take(&mut to),
                    &from,
                    std::mem::take(&mut raw),
                ));
                shared.arrived.notify_waiters();
                write.write_all(b"250 taken\r\n").await?;
            } else {
                raw.push_str(line.strip_prefix('.').unwrap_or(&line));
                raw.push('\n');
            }
            continue;
        }
        let command = line
            .split([' ', ':'])
            .next()
            .unwrap_or_default()
            .to_ascii_uppercase();
        let answer = match command.as_str() {
            "EHLO" => "250-inbox.test\r\n250 AUTH PLAIN".to_owned(),
            "AUTH" => {
                is_authenticated = shared
                    .required_login
                    .as_deref()
                    .is_none_or(|wanted| line.ends_with(wanted));
                if is_authenticated {
                    "235 welcome".to_owned()
                } else {
                    format!("535 wrong: {line}")
                }
            }
            "MAIL" if !is_authenticated => "530 log in first".to_owned(),
            "MAIL" => {
                from = parse_address(&line);
                "250 ok".to_owned()
            }
            "RCPT" => match shared.rejection.lock().await.clone() {
                Some(words) => words,
                None => {
                    to.push(parse_address(&line));
                    "250 ok".to_owned()
                }
            },
            "DATA" => {
                in_data = true;
                "354 go on".to_owned()
            }
            "QUIT" => break,
            _ => "250 ok".to_owned(),
        };
        write.write_all(format!("{answer}\r\n").as_bytes()).await?;
    }
    Ok(())
}

fn parse_address(line: &str) -> String {
    let inner = line
        .split_once('<')
        .and_then(|(_, rest)| rest.split_once('>'))
        .map(|(inner, _)| inner);
    inner.unwrap_or_default().to_owned()
}

fn parse_email(to: Vec<String>, from: &str, raw: String) -> Email {
    let part = |kind: &str| {
        let at = raw.find(&format!("Content-Type: {kind}"))?;
        let (head, body) = raw[at..].split_once("\n\n")?;
        let end = body.find("\n--").unwrap_or(body.len());
        let plain = if head.contains("quoted-printable") {
            decode_quoted_printable(&body[..end])
        } else {
            body[..end].to_owned()
        };
        Some(plain.trim().to_owned())
    };
    let subject = raw
        .lines()
        .find_map(|line| line.strip_prefix("Subject: "))
        .unwrap_or_default()
        .to_owned();
    Email {
        to,
        from: from.to_owned(),
        subject,
        text: part("text/plain").unwrap_or_default(),
        html: part("text/html").unwrap_or_default(),
        raw,
    }
}

fn decode_quoted_printable(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let text = text.replace("=\n", "");
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let code = after
            .get(..2)
            .and_then(|pair| std::str::from_utf8(pair).ok());
        match code
            .and_then(|pair| u8::from_str_radix(pair, 16).ok())
            .filter(|_| byte == b'=')
        {
            Some(decoded) => {
                bytes.push(decoded);
                rest = &after[2..];
            }
            None => {
                bytes.push(byte);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
