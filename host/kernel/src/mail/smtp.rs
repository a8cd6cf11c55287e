//! The SMTP side: which server, how the line is protected, and what a failure means.

use std::time::Duration;

use lettre::transport::smtp::authentication::Credentials;
use lettre::{AsyncSmtpTransport, AsyncTransport, Tokio1Executor};

use super::{MailError, MailMessage, Person, one_line};
use crate::secrets::Secret;

/// How the line to the server is protected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub enum Security {
    /// Plain first, then TLS or nothing (port 587).
    #[default]
    StartTls,
    /// TLS from the first byte (port 465).
    Tls,
    /// No TLS; only to a server on the same machine may a password go this way.
    None,
}

/// Where mail goes out, as a tenant or the operator sets it.
#[derive(Debug, Clone)]
pub struct SmtpSettings {
    pub host: String,
    /// None: the usual one for the security.
    pub port: Option<u16>,
    pub security: Security,
    pub user: Option<String>,
    pub password: Option<Secret>,
    pub from: Person,
}

/// How long the server may take for one message.
const PATIENCE: Duration = Duration::from_secs(30);

/// Sends messages through one server; connections are kept and used again.
#[derive(Clone)]
pub struct Mailer {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Person,
    password: Option<Secret>,
}

impl Mailer {
    pub fn new(settings: SmtpSettings) -> Result<Self, MailError> {
        let host = settings.host.trim();
        let named =
            !host.is_empty() && host.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b':'));
        if !named {
            return Err(MailError::Refused("the mail server must be a host name like smtp.example.com".to_string()));
        }
        settings.from.mailbox("the sender")?;
        let local = host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback());
        if settings.security == Security::None && settings.password.is_some() && !local {
            return Err(MailError::Refused("a password is not sent without TLS; choose StartTls or Tls".to_string()));
        }
        let wrong = |error: lettre::transport::smtp::Error| MailError::Refused(error.to_string());
        let mut builder = match settings.security {
            Security::StartTls => AsyncSmtpTransport::<Tokio1Executor>::starttls_relay(host).map_err(wrong)?,
            Security::Tls => AsyncSmtpTransport::<Tokio1Executor>::relay(host).map_err(wrong)?,
            Security::None => AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(host),
        };
        if let Some(port) = settings.port {
            builder = builder.port(port);
        }
        if let (Some(user), Some(password)) = (&settings.user, &settings.password) {
            builder = builder.credentials(Credentials::new(user.clone(), password.expose().to_string()));
        }
        let transport = builder.timeout(Some(PATIENCE)).build();
        Ok(Self { transport, from: settings.from, password: settings.password })
    }

    pub async fn send(&self, message: &MailMessage) -> Result<(), MailError> {
        let message = message.assemble(&self.from)?;
        match self.transport.send(message).await {
            Ok(_) => Ok(()),
            Err(error) => Err(self.worded(&error)),
        }
    }

    /// A server may repeat what it was told: the password is taken out of its words.
    fn worded(&self, error: &lettre::transport::smtp::Error) -> MailError {
        let mut words = error.to_string();
        if let Some(source) = std::error::Error::source(error) {
            words = format!("{words}: {source}");
        }
        if let Some(password) = self.password.as_ref().map(Secret::expose).filter(|password| !password.is_empty()) {
            words = words.replace(password, "…");
        }
        let words = one_line(&words);
        if error.is_permanent() || error.is_client() {
            MailError::Refused(words)
        } else {
            MailError::Unreachable(words)
        }
    }
}
