//! SMTP transport: server, connection security and error classification.

use std::{
    net::IpAddr,
    path::{Path, PathBuf},
    time::Duration,
};

use base64::{Engine, engine::general_purpose::STANDARD as BASE64};
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Certificate, Tls, TlsParameters};
use lettre::transport::smtp::{SUBMISSION_PORT, SUBMISSIONS_PORT};
use lettre::{AsyncSmtpTransport, AsyncTransport, Tokio1Executor};
use rustls::pki_types::{CertificateDer, pem::PemObject};

use super::{MailError, MailMessage, MessageId, Person, one_line};
use data::{config::Security, secret::Secret};

/// Outgoing mail server, set by a tenant or the operator.
#[derive(Debug, Clone)]
pub struct SmtpSettings {
    pub host: String,
    /// None: the standard port of the security.
    pub port: Option<u16>,
    pub security: Security,
    pub user: Option<String>,
    pub password: Option<Secret>,
    pub from: Person,
    /// Resolved and checked address; the certificate must still match the host's name.
    pub address: Option<IpAddr>,
    /// File of certificate authorities trusted in addition to the system's.
    pub authorities: Option<PathBuf>,
}

const SEND_TIMEOUT: Duration = Duration::from_secs(30);

#[derive(Clone)]
pub struct Mailer {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Person,
    /// The password in every encoding used on the connection.
    hidden: Vec<Secret>,
}

impl Mailer {
    pub fn new(settings: SmtpSettings) -> Result<Self, MailError> {
        let host = settings.host.trim();
        let has_valid_host = !host.is_empty()
            && host
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b':'));
        if !has_valid_host {
            return Err(MailError::Refused(
                "the mail server must be a host name like smtp.example.com".to_string(),
            ));
        }
        settings.from.mailbox("the sender")?;
        let local = host == "localhost"
            || host
                .parse::<std::net::IpAddr>()
                .is_ok_and(|address| address.is_loopback());
        if settings.security == Security::None && settings.password.is_some() && !local {
            return Err(MailError::Refused(
                "a password is not sent without TLS; choose StartTls or Tls".to_string(),
            ));
        }
        let place = settings
            .address
            .map_or_else(|| host.to_owned(), |address| address.to_string());
        let builder = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(place);
        let tls = || tls(host, settings.authorities.as_deref());
        let mut builder = match settings.security {
            Security::StartTls => builder.port(SUBMISSION_PORT).tls(Tls::Required(tls()?)),
            Security::Tls => builder.port(SUBMISSIONS_PORT).tls(Tls::Wrapper(tls()?)),
            Security::None => builder,
        };
        if let Some(port) = settings.port {
            builder = builder.port(port);
        }
        if let (Some(user), Some(password)) = (&settings.user, &settings.password) {
            builder = builder.credentials(Credentials::new(
                user.clone(),
                password.expose().to_string(),
            ));
        }
        let transport = builder.timeout(Some(SEND_TIMEOUT)).build();
        let hidden = match settings
            .password
            .as_ref()
            .map(Secret::expose)
            .filter(|password| !password.is_empty())
        {
            Some(password) => {
                let login = format!(
                    "\0{}\0{password}",
                    settings.user.as_deref().unwrap_or_default()
                );
                [
                    BASE64.encode(login),
                    BASE64.encode(password),
                    password.to_owned(),
                ]
                .map(Secret::new)
                .to_vec()
            }
            None => Vec::new(),
        };
        Ok(Self {
            transport,
            from: settings.from,
            hidden,
        })
    }

    pub async fn send(&self, message: &MailMessage, id: &MessageId) -> Result<(), MailError> {
        let message = message.build_message(&self.from, id)?;
        match self.transport.send(message).await {
            Ok(_) => Ok(()),
            Err(error) => Err(self.classify_error(&error)),
        }
    }

    /// The server's reply may repeat the password, which is removed.
    fn classify_error(&self, error: &lettre::transport::smtp::Error) -> MailError {
        let mut words = error.to_string();
        if let Some(source) = std::error::Error::source(error) {
            words = format!("{words}: {source}");
        }
        for secret in &self.hidden {
            words = words.replace(secret.expose(), "…");
        }
        let words = one_line(&words);
        if error.is_permanent() || error.is_client() {
            MailError::Refused(words)
        } else {
            MailError::Unreachable(words)
        }
    }
}

fn tls(host: &str, authorities: Option<&Path>) -> Result<TlsParameters, MailError> {
    let refused = |error: lettre::transport::smtp::Error| MailError::Refused(error.to_string());
    let mut builder = TlsParameters::builder(host.to_owned());
    if let Some(file) = authorities {
        let unreadable =
            |error| MailError::Unreachable(format!("cannot read {}: {error}", file.display()));
        for certificate in CertificateDer::pem_file_iter(file).map_err(unreadable)? {
            let certificate = certificate.map_err(unreadable)?.to_vec();
            builder =
                builder.add_root_certificate(Certificate::from_der(certificate).map_err(refused)?);
        }
    }
    builder.build().map_err(refused)
}
