//! Connections to servers named in a tenant's settings: identity providers, directories, webhook
//! receivers.
//!
//! Tenants' settings are untrusted: servers must have public addresses and TLS, redirects are not
//! followed, responses are limited in size and time. The operator may allow private addresses and
//! plain text per host (`tenant_private_hosts`), and trust further authorities
//! (`trusted_authorities`).

pub mod addresses;

use std::{
    net::{IpAddr, SocketAddr},
    sync::{Arc, OnceLock},
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

use data::{
    config::Config,
    error::{Error, Result},
    host::Host,
};

pub const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
pub const RESPONSE_TIMEOUT: Duration = Duration::from_secs(10);
/// Key documents and user records are far smaller.
const MAX_RESPONSE_BYTES: usize = 1024 * 1024;

/// A failed outgoing request. The text is for the log: it names hosts, never secrets.
#[derive(Debug, thiserror::Error)]
pub enum OutgoingError {
    #[error("{0}")]
    Refused(String),
    #[error("no answer in time")]
    TimedOut,
    #[error("an answer of more than {MAX_RESPONSE_BYTES} bytes")]
    TooLarge,
    #[error("unreachable: {0}")]
    Unreachable(String),
}

#[derive(Debug)]
pub struct OutgoingResponse {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

/// HTTP clients, shared because they keep connections and trusted authorities.
pub struct Outgoing {
    /// For public addresses, https only.
    public: Client,
    private: Client,
    private_hosts: Vec<String>,
    tls: Arc<ClientConfig>,
}

/// The host's clients, created on first use; an extension of the host.
#[derive(Default)]
pub struct OutgoingClient(OnceLock<Arc<Outgoing>>);

impl Outgoing {
    /// Returns the host's clients.
    pub fn from_host(host: &Host) -> Result<Arc<Self>> {
        let OutgoingClient(cell) = host.extension()?;
        if let Some(existing) = cell.get() {
            return Ok(existing.clone());
        }
        let client = Arc::new(Self::new(host.config()).map_err(Error::Internal)?);
        Ok(cell.get_or_init(|| client).clone())
    }

    pub fn new(config: &Config) -> anyhow::Result<Self> {
        let tls = Arc::new(tls(config)?);
        let client = || {
            Client::builder()
                .tls_backend_preconfigured((*tls).clone())
                .user_agent(concat!("Waybill/", env!("CARGO_PKG_VERSION")))
                .redirect(reqwest::redirect::Policy::none())
                .referer(false)
                .no_proxy()
                .connect_timeout(CONNECT_TIMEOUT)
                .timeout(RESPONSE_TIMEOUT)
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

    /// Sends a form with POST, or a GET request without a form.
    pub async fn send(
        &self,
        url: &Url,
        authorization: Option<&str>,
        form: Option<String>,
    ) -> Result<OutgoingResponse, OutgoingError> {
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
        read_whole(request).await
    }

    /// Gets a document of a kind, such as `image/*`, in an encoding if one is named. The body stays
    /// as it was sent.
    pub async fn get(
        &self,
        url: &Url,
        accept: &'static str,
        encoding: Option<&'static str>,
    ) -> Result<OutgoingResponse, OutgoingError> {
        let mut request = self.client_for(url)?.get(url.clone());
        request = request.header(header::ACCEPT, accept);
        if let Some(encoding) = encoding {
            request = request.header(header::ACCEPT_ENCODING, encoding);
        }
        read_whole(request).await
    }

    /// Reads only the beginning of the response, which may never end. Redirects are ordinary
    /// responses.
    pub async fn post(
        &self,
        url: &Url,
        headers: HeaderMap,
        body: Vec<u8>,
        read_most: usize,
    ) -> Result<OutgoingResponse, OutgoingError> {
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
        Ok(OutgoingResponse {
            status,
            headers,
            body,
        })
    }

    /// Rejects a scheme or private address before name resolution.
    pub fn check(&self, url: &Url) -> Result<(), OutgoingError> {
        self.client_for(url).map(drop)
    }

    /// Allows https, or a host named by the operator.
    pub fn is_allowed_link(&self, url: &Url) -> bool {
        match url.scheme() {
            "https" => url.has_host(),
            "http" => is_listed(
                &self.private_hosts,
                url.host_str().unwrap_or_default(),
                port(url),
            ),
            _ => false,
        }
    }

    /// Checks the host's addresses; for protocols other than HTTP.
    pub async fn connect(&self, host: &str, port: u16) -> Result<TcpStream, OutgoingError> {
        let addresses = resolve(host, port, &self.private_hosts).await?;
        let attempt =
            tokio::time::timeout(CONNECT_TIMEOUT, TcpStream::connect(addresses.as_slice())).await;
        match attempt {
            Ok(connected) => {
                connected.map_err(|error| OutgoingError::Unreachable(error.to_string()))
            }
            Err(_) => Err(OutgoingError::TimedOut),
        }
    }

    pub fn allows_plain_text(&self, host: &str, port: u16) -> bool {
        is_listed(&self.private_hosts, host, port)
    }

    pub fn tls(&self) -> Arc<ClientConfig> {
        self.tls.clone()
    }

    fn client_for(&self, url: &Url) -> Result<&Client, OutgoingError> {
        let host = url.host_str().unwrap_or_default();
        if is_listed(&self.private_hosts, host, port(url)) {
            return Ok(&self.private);
        }
        if url.scheme() != "https" {
            return Err(OutgoingError::Refused(format!(
                "{host}: only https is allowed"
            )));
        }
        // A literal address is never resolved, so the resolver would not check it.
        let literal: Option<IpAddr> = host.trim_matches(['[', ']']).parse().ok();
        match literal.and_then(addresses::block_reason) {
            Some(why) => Err(OutgoingError::Refused(format!(
                "{host}: its address is {why}"
            ))),
            None => Ok(&self.public),
        }
    }
}

async fn read_whole(request: reqwest::RequestBuilder) -> Result<OutgoingResponse, OutgoingError> {
    let mut response = request.send().await.map_err(failure)?;
    let (status, headers) = (response.status(), std::mem::take(response.headers_mut()));
    let mut body = Vec::new();
    while let Some(part) = response.chunk().await.map_err(failure)? {
        if body.len() + part.len() > MAX_RESPONSE_BYTES {
            return Err(OutgoingError::TooLarge);
        }
        body.extend_from_slice(&part);
    }
    Ok(OutgoingResponse {
        status,
        headers,
        body,
    })
}

pub async fn resolve(
    host: &str,
    port: u16,
    private_hosts: &[String],
) -> Result<Vec<SocketAddr>, OutgoingError> {
    let name = host.trim_matches(['[', ']']);
    let look_up =
        tokio::time::timeout(CONNECT_TIMEOUT, tokio::net::lookup_host((name, port))).await;
    let found: Vec<SocketAddr> = match look_up {
        Ok(found) => found
            .map_err(|error| OutgoingError::Unreachable(error.to_string()))?
            .collect(),
        Err(_) => return Err(OutgoingError::TimedOut),
    };
    let objection = || {
        found
            .iter()
            .find_map(|address| addresses::block_reason(address.ip()))
    };
    match objection() {
        Some(why) if !is_listed(private_hosts, host, port) => Err(OutgoingError::Refused(format!(
            "{host}: its address is {why}"
        ))),
        _ => Ok(found),
    }
}

fn is_listed(list: &[String], host: &str, port: u16) -> bool {
    let place = format!("{host}:{port}");
    list.iter()
        .any(|named| named.eq_ignore_ascii_case(host) || named.eq_ignore_ascii_case(&place))
}

fn port(url: &Url) -> u16 {
    url.port_or_known_default().unwrap_or_default()
}

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
    match cause.downcast_ref::<addresses::BlockedAddress>() {
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
        assert!(!outgoing.is_allowed_link(&Url::parse("http://login.example.com/").unwrap()));
        assert!(!outgoing.is_allowed_link(&Url::parse("javascript:alert(1)").unwrap()));
        assert!(
            outgoing.is_allowed_link(&Url::parse("https://login.example.com/authorize").unwrap())
        );
    }

    #[tokio::test]
    async fn a_name_that_leads_inside_is_refused() {
        let url = Url::parse("https://localhost:9/").unwrap();
        let refused = outgoing(&[]).send(&url, None, None).await;
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
