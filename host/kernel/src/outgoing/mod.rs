//! Connections to servers that a tenant's settings name: identity providers, directories, receivers of webhooks.
//!
//! A tenant's word is a stranger's word here: its servers are at public addresses and speak TLS, redirects are not
//! followed, answers are short and come in time. The operator may name hosts where private addresses and plain text
//! are right (`tenant_private_hosts`), and authorities to trust besides the system's (`trusted_authorities`).

pub mod addresses;

use std::{
    net::{IpAddr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use anyhow::Context;
use http::{HeaderMap, Method, StatusCode, header};
use reqwest::Client;
pub use reqwest::Url;
use rustls::{
    ClientConfig, RootCertStore,
    pki_types::{CertificateDer, pem::PemObject},
};
use tokio::net::TcpStream;

use crate::config::Config;

/// A connection that does not stand after this is given up.
pub const CONNECT_MOST: Duration = Duration::from_secs(5);
/// A whole question and answer.
pub const ANSWER_MOST: Duration = Duration::from_secs(10);
/// Documents about keys and people are far smaller.
const MAX_ANSWER_BYTES: usize = 1024 * 1024;

/// Why a server could not be asked. The words are for the log: they name hosts, never secrets.
#[derive(Debug, thiserror::Error)]
pub enum OutgoingError {
    #[error("{0}")]
    Refused(String),
    #[error("no answer in time")]
    TimedOut,
    #[error("an answer of more than {MAX_ANSWER_BYTES} bytes")]
    TooLarge,
    #[error("unreachable: {0}")]
    Unreachable(String),
}

/// What a server answered.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

/// The clients; made once, since they keep connections and the authorities they trust.
pub struct Outgoing {
    /// Public addresses by https alone.
    public: Client,
    /// Hosts that the operator named.
    private: Client,
    private_hosts: Vec<String>,
    tls: Arc<ClientConfig>,
}

impl Outgoing {
    pub fn new(config: &Config) -> anyhow::Result<Self> {
        let tls = Arc::new(tls(config)?);
        let client = || {
            Client::builder()
                .tls_backend_preconfigured((*tls).clone())
                .user_agent(concat!("Waybill/", env!("CARGO_PKG_VERSION")))
                .redirect(reqwest::redirect::Policy::none())
                .referer(false)
                .no_proxy()
                .connect_timeout(CONNECT_MOST)
                .timeout(ANSWER_MOST)
        };
        Ok(Self {
            public: client()
                .https_only(true)
                .dns_resolver(Arc::new(addresses::PublicOnly))
                .build()?,
            private: client().build()?,
            private_hosts: config.tenant_private_hosts.clone(),
            tls,
        })
    }

    /// Sends a form with POST, or asks with GET when there is none.
    pub async fn ask(
        &self,
        url: &Url,
        authorization: Option<&str>,
        form: Option<String>,
    ) -> Result<Answer, OutgoingError> {
        let client = self.client_for(url)?;
        let method = if form.is_some() {
            Method::POST
        } else {
            Method::GET
        };
        let mut request = client
            .request(method, url.clone())
            .header(header::ACCEPT, "application/json");
        if let Some(authorization) = authorization {
            let mut value = http::HeaderValue::from_str(authorization).map_err(|_| {
                OutgoingError::Refused("the authorization has characters no header can hold".into())
            })?;
            value.set_sensitive(true);
            request = request.header(header::AUTHORIZATION, value);
        }
        if let Some(form) = form {
            request = request
                .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
                .body(form);
        }
        let mut response = request.send().await.map_err(failure)?;
        let (status, headers) = (response.status(), std::mem::take(response.headers_mut()));
        let mut body = Vec::new();
        while let Some(part) = response.chunk().await.map_err(failure)? {
            if body.len() + part.len() > MAX_ANSWER_BYTES {
                return Err(OutgoingError::TooLarge);
            }
            body.extend_from_slice(&part);
        }
        Ok(Answer {
            status,
            headers,
            body,
        })
    }

    /// Sends a body with POST and takes the status; of the answer's body only the beginning is read, which may be all that
    /// ever comes of it. Redirects are answers like any other.
    pub async fn post(
        &self,
        url: &Url,
        headers: HeaderMap,
        body: Vec<u8>,
        read_most: usize,
    ) -> Result<Answer, OutgoingError> {
        let request = self
            .client_for(url)?
            .post(url.clone())
            .headers(headers)
            .body(body);
        let mut response = request.send().await.map_err(failure)?;
        let (status, headers) = (response.status(), std::mem::take(response.headers_mut()));
        let mut body = Vec::new();
        while body.len() < read_most
            && let Ok(Some(part)) = response.chunk().await
        {
            body.extend_from_slice(&part[..part.len().min(read_most - body.len())]);
        }
        Ok(Answer {
            status,
            headers,
            body,
        })
    }

    /// Refuses an address that would not be called whatever its name leads to: the scheme, a private address in it.
    pub fn check(&self, url: &Url) -> Result<(), OutgoingError> {
        self.client_for(url).map(drop)
    }

    /// Whether an address may be shown to a browser as a place of this tenant's: https, or a host the operator named.
    pub fn may_name(&self, url: &Url) -> bool {
        match url.scheme() {
            "https" => url.has_host(),
            "http" => is_named(
                &self.private_hosts,
                url.host_str().unwrap_or_default(),
                port(url),
            ),
            _ => false,
        }
    }

    /// A plain connection to a host, for protocols other than HTTP. Its addresses are checked before.
    pub async fn connect(&self, host: &str, port: u16) -> Result<TcpStream, OutgoingError> {
        let addresses = resolve(host, port, &self.private_hosts).await?;
        let attempt =
            tokio::time::timeout(CONNECT_MOST, TcpStream::connect(addresses.as_slice())).await;
        match attempt {
            Ok(connected) => {
                connected.map_err(|error| OutgoingError::Unreachable(error.to_string()))
            }
            Err(_) => Err(OutgoingError::TimedOut),
        }
    }

    /// Whether the operator lets a tenant speak with this host in plain text.
    pub fn may_be_plain(&self, host: &str, port: u16) -> bool {
        is_named(&self.private_hosts, host, port)
    }

    /// Whom to trust, for protocols other than HTTP.
    pub fn tls(&self) -> Arc<ClientConfig> {
        self.tls.clone()
    }

    fn client_for(&self, url: &Url) -> Result<&Client, OutgoingError> {
        let host = url.host_str().unwrap_or_default();
        if is_named(&self.private_hosts, host, port(url)) {
            return Ok(&self.private);
        }
        if url.scheme() != "https" {
            return Err(OutgoingError::Refused(format!(
                "{host}: only https is allowed"
            )));
        }
        // An address in place of a name is never resolved, so the resolver would not see it.
        let literal: Option<IpAddr> = host.trim_matches(['[', ']']).parse().ok();
        match literal.and_then(addresses::objection) {
            Some(why) => Err(OutgoingError::Refused(format!(
                "{host}: its address is {why}"
            ))),
            None => Ok(&self.public),
        }
    }
}

/// The addresses of a host, every one of which may be connected to.
pub async fn resolve(
    host: &str,
    port: u16,
    private_hosts: &[String],
) -> Result<Vec<SocketAddr>, OutgoingError> {
    let name = host.trim_matches(['[', ']']);
    let look_up = tokio::time::timeout(CONNECT_MOST, tokio::net::lookup_host((name, port))).await;
    let found: Vec<SocketAddr> = match look_up {
        Ok(found) => found
            .map_err(|error| OutgoingError::Unreachable(error.to_string()))?
            .collect(),
        Err(_) => return Err(OutgoingError::TimedOut),
    };
    let objection = || {
        found
            .iter()
            .find_map(|address| addresses::objection(address.ip()))
    };
    match objection() {
        Some(why) if !is_named(private_hosts, host, port) => Err(OutgoingError::Refused(format!(
            "{host}: its address is {why}"
        ))),
        _ => Ok(found),
    }
}

/// Whether the list has the host, alone or with this port.
fn is_named(list: &[String], host: &str, port: u16) -> bool {
    let place = format!("{host}:{port}");
    list.iter()
        .any(|named| named.eq_ignore_ascii_case(host) || named.eq_ignore_ascii_case(&place))
}

fn port(url: &Url) -> u16 {
    url.port_or_known_default().unwrap_or_default()
}

/// The system's authorities and those that the operator trusts besides.
fn tls(config: &Config) -> anyhow::Result<ClientConfig> {
    let mut roots = RootCertStore::empty();
    let system = rustls_native_certs::load_native_certs();
    for error in &system.errors {
        tracing::warn!(%error, "some of the system's certificate authorities cannot be read");
    }
    roots.add_parsable_certificates(system.certs);
    if let Some(file) = &config.trusted_authorities {
        let of_file = || format!("trusted_authorities: cannot read {}", file.display());
        for certificate in CertificateDer::pem_file_iter(file).with_context(of_file)? {
            roots
                .add(certificate.with_context(of_file)?)
                .with_context(of_file)?;
        }
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder =
        ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?;
    Ok(builder.with_root_certificates(roots).with_no_client_auth())
}

fn failure(error: reqwest::Error) -> OutgoingError {
    use std::error::Error;
    if error.is_timeout() {
        return OutgoingError::TimedOut;
    }
    let error = error.without_url();
    let mut cause: &dyn Error = &error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    match cause.downcast_ref::<addresses::Refused>() {
        Some(refused) => OutgoingError::Refused(refused.to_string()),
        None => OutgoingError::Unreachable(cause.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outgoing(private: &[&str]) -> Outgoing {
        let tenant_private_hosts = private.iter().map(|&host| host.to_owned()).collect();
        Outgoing::new(&Config {
            tenant_private_hosts,
            ..Config::default()
        })
        .unwrap()
    }

    #[test]
    fn plain_text_and_private_addresses_need_the_operators_word() {
        let outgoing = outgoing(&["10.0.0.5:4010", "idp.internal"]);
        let may = |url: &str| outgoing.client_for(&Url::parse(url).unwrap()).is_ok();
        assert!(
            may("https://login.example.com/a")
                && may("http://10.0.0.5:4010/")
                && may("http://IDP.internal:81/")
        );
        for refused in [
            "http://login.example.com/",
            "http://10.0.0.5:4011/",
            "https://127.0.0.1/",
            "https://2130706433/",
            "https://[::ffff:10.0.0.1]/",
            "https://169.254.169.254/latest",
            "ftp://login.example.com/",
        ] {
            assert!(!may(refused), "{refused}");
        }
        assert!(!outgoing.may_name(&Url::parse("http://login.example.com/").unwrap()));
        assert!(!outgoing.may_name(&Url::parse("javascript:alert(1)").unwrap()));
        assert!(outgoing.may_name(&Url::parse("https://login.example.com/authorize").unwrap()));
    }

    #[tokio::test]
    async fn a_name_that_leads_inside_is_refused() {
        let url = Url::parse("https://localhost:9/").unwrap();
        let refused = outgoing(&[]).ask(&url, None, None).await;
        assert!(
            matches!(&refused, Err(OutgoingError::Refused(why)) if why.contains("loopback")),
            "{refused:?}"
        );
        assert!(matches!(
            outgoing(&[]).connect("127.0.0.1", 9).await,
            Err(OutgoingError::Refused(_))
        ));
        assert!(!matches!(
            outgoing(&["127.0.0.1:9"]).connect("127.0.0.1", 9).await,
            Err(OutgoingError::Refused(_))
        ));
    }
}
