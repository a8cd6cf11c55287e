//! A mail server on loopback that keeps what it takes: for tests of everything that sends mail.

use std::{sync::Arc, time::Duration};

use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
    sync::{Mutex, Notify},
};

/// The server's mailbox. It ends with the test.
pub struct Inbox {
    port: u16,
    shared: Arc<Shared>,
    server: tokio::task::JoinHandle<()>,
}

#[derive(Default)]
struct Shared {
    letters: Mutex<Vec<Letter>>,
    arrived: Notify,
    /// What is asked of who sends, as SMTP has it: base64 of `\0user\0password`.
    wanted: Option<String>,
    /// Every recipient is refused with these words.
    refusal: Mutex<Option<String>>,
}

/// A message as it arrived.
#[derive(Debug, Clone)]
pub struct Letter {
    /// The envelope's recipients.
    pub to: Vec<String>,
    pub from: String,
    pub subject: String,
    pub text: String,
    pub html: String,
    /// All that was sent.
    pub raw: String,
}

impl Inbox {
    /// A server that takes everything.
    pub async fn start() -> Self {
        Self::serve(None).await
    }

    /// A server that takes mail from those alone who log in with this (`\0user\0password` in base64).
    pub async fn with_login(plain: &str) -> Self {
        Self::serve(Some(plain.to_owned())).await
    }

    async fn serve(wanted: Option<String>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0")
            .await
            .expect("loopback has a free port");
        let port = listener
            .local_addr()
            .expect("the listener has an address")
            .port();
        let shared = Arc::new(Shared {
            wanted,
            ..Shared::default()
        });
        let of_server = shared.clone();
        let server = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let shared = of_server.clone();
                // A sender that goes away in the middle is no fault of the test.
                tokio::spawn(async move { drop(talk(stream, &shared).await) });
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

    /// From now on every recipient is refused with these words, `550 no such user`, or taken again.
    pub async fn refuse(&self, words: Option<&str>) {
        *self.shared.refusal.lock().await = words.map(str::to_owned);
    }

    /// What has arrived for this address and was not asked for yet; waits for it a while.
    pub async fn next_to(&self, email: &str) -> Letter {
        let taken = async {
            loop {
                let arrived = self.shared.arrived.notified();
                {
                    let mut letters = self.shared.letters.lock().await;
                    if let Some(at) = letters
                        .iter()
                        .position(|letter| letter.to.iter().any(|to| to == email))
                    {
                        return letters.remove(at);
                    }
                }
                arrived.await;
            }
        };
        tokio::time::timeout(Duration::from_secs(20), taken)
            .await
            .unwrap_or_else(|_| panic!("no mail came for {email}"))
    }

    /// How many messages wait to be asked for.
    pub async fn count(&self) -> usize {
        self.shared.letters.lock().await.len()
    }
}

impl Drop for Inbox {
    fn drop(&mut self) {
        self.server.abort();
    }
}

async fn talk(stream: TcpStream, shared: &Shared) -> std::io::Result<()> {
    let (read, mut write) = stream.into_split();
    let mut lines = BufReader::new(read).lines();
    let (mut from, mut to, mut in_data, mut raw) =
        (String::new(), Vec::new(), false, String::new());
    let mut let_in = shared.wanted.is_none();
    write.write_all(b"220 inbox.test\r\n").await?;
    while let Some(line) = lines.next_line().await? {
        if in_data {
            if line == "." {
                in_data = false;
                shared.letters.lock().await.push(letter(
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
        let word = line
            .split([' ', ':'])
            .next()
            .unwrap_or_default()
            .to_ascii_uppercase();
        let answer = match word.as_str() {
            "EHLO" => "250-inbox.test\r\n250 AUTH PLAIN".to_owned(),
            "AUTH" => {
                let_in = shared
                    .wanted
                    .as_deref()
                    .is_none_or(|wanted| line.ends_with(wanted));
                if let_in {
                    "235 welcome".to_owned()
                } else {
                    format!("535 wrong: {line}")
                }
            }
            "MAIL" if !let_in => "530 log in first".to_owned(),
            "MAIL" => {
                from = address(&line);
                "250 ok".to_owned()
            }
            "RCPT" => match shared.refusal.lock().await.clone() {
                Some(words) => words,
                None => {
                    to.push(address(&line));
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

fn address(line: &str) -> String {
    let inner = line
        .split_once('<')
        .and_then(|(_, rest)| rest.split_once('>'))
        .map(|(inner, _)| inner);
    inner.unwrap_or_default().to_owned()
}

fn letter(to: Vec<String>, from: &str, raw: String) -> Letter {
    let part = |kind: &str| {
        let at = raw.find(&format!("Content-Type: {kind}"))?;
        let (head, body) = raw[at..].split_once("\n\n")?;
        let end = body.find("\n--").unwrap_or(body.len());
        let plain = if head.contains("quoted-printable") {
            quoted(&body[..end])
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
    Letter {
        to,
        from: from.to_owned(),
        subject,
        text: part("text/plain").unwrap_or_default(),
        html: part("text/html").unwrap_or_default(),
        raw,
    }
}

/// Quoted-printable as it was before.
fn quoted(text: &str) -> String {
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
