//! Outgoing HTTP of guests: granted hosts only, checked addresses, no redirects, secrets inserted
//! on sending.

mod fill;

use crate::{
    error::{EngineError, invalid},
    grants::EffectiveSettings,
    interface::bindings::shared::waybill::host::http_client::{
        Header, HttpError, Request, Response,
    },
    limits::{HTTP_CALL, HTTP_MIB, HTTP_PART, MAX_HTTP_ANSWER},
    policy::meter::{charge, uncounted},
};
use http::{HeaderMap, HeaderName, HeaderValue, Method};
use reqwest::{Client, Url};
use std::{collections::BTreeMap, error::Error, net::IpAddr, sync::Arc, time::Duration};
use work::outgoing::addresses::{self, BlockedAddress, PublicOnly};

const MAX_HEADERS: usize = 64;
const MAX_HEADER: usize = 16 << 10;
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// Headers that belong to the connection and are the host's to write.
const OURS: [&str; 8] = [
    "host",
    "connection",
    "content-length",
    "transfer-encoding",
    "upgrade",
    "te",
    "trailer",
    "proxy-authorization",
];

/// Destinations that the operator allows in addition to https on public addresses.
#[derive(Clone, Debug, Default)]
pub struct NetworkPolicy {
    /// `host:port` pairs that allow plain http and private addresses. The guest still needs its
    /// grant.
    pub trusted: Vec<String>,
    /// Redirects calls for the first host to the base address: `api.example.com` →
    /// `http://10.0.0.5:4010`. For rehearsals and tests; the plugin and its grants stay unchanged.
    /// `*` matches every host without an entry.
    pub stand_ins: BTreeMap<String, String>,
}

/// Hosts and secrets that the current call may use.
pub(crate) struct Permission<'a> {
    pub(crate) declared: &'a [String],
    pub(crate) granted: &'a [String],
    /// Which hosts the secrets may be sent to.
    pub(crate) bound: &'a BTreeMap<String, Vec<String>>,
    pub(crate) settings: EffectiveSettings<'a>,
}

pub(crate) struct Network {
    /// Connects to public addresses by https; a connection in its pool was checked when it was
    /// made.
    public: Client,
    /// Connects anywhere, for destinations that the operator named.
    trusted: Client,
    trusted_hosts: Vec<String>,
    stand_ins: BTreeMap<String, Url>,
}

impl Network {
    pub(crate) fn new(policy: NetworkPolicy) -> Result<Self, EngineError> {
        // Another client may have installed a provider already; any provider works.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = || {
            Client::builder()
                .user_agent(concat!("Waybill/", env!("CARGO_PKG_VERSION")))
                .redirect(reqwest::redirect::Policy::none())
                .referer(false)
                .no_proxy()
                .retry(reqwest::retry::never())
                .connect_timeout(CONNECT_TIMEOUT)
                .pool_max_idle_per_host(16)
        };
        let stand_ins = policy
            .stand_ins
            .into_iter()
            .map(|(host, base)| match Url::parse(&base) {
                Ok(url) if url.has_host() => Ok((host.to_ascii_lowercase(), url)),
                _ => Err(invalid!("the stand-in of {host} is no address: {base:?}")),
            })
            .collect::<Result<_, _>>()?;
        Ok(Network {
            public: client()
                .https_only(true)
                .dns_resolver(Arc::new(PublicOnly))
                .build()
                .map_err(EngineError::Network)?,
            trusted: client().build().map_err(EngineError::Network)?,
            trusted_hosts: policy
                .trusted
                .iter()
                .map(|host| host.to_ascii_lowercase())
                .collect(),
            stand_ins,
        })
    }

    pub(crate) async fn send(
        &self,
        permission: Permission<'_>,
        request: Request,
        timeout: Duration,
    ) -> Result<Response, HttpError> {
        let url = parse(&request.url)?;
        permission.check(&url)?;
        let requested = url.clone();
        let (client, url) = self.route(url)?;
        let method = method(&request.method)?;
        let secret_scope = permission.secret_scope(&requested);
        let headers = headers(&request.headers, secret_scope)?;
        let mut call = client.request(method, url);
        if let Some(body) = request.body {
            let coding = fill::Coding::from_headers(&headers);
            let body = fill::body(body, coding, secret_scope)?;
            charge(transfer_cost(body.len()));
            call = call.body(body);
        }
        charge(HTTP_CALL);
        let exchange = async {
            let response = call.headers(headers).send().await.map_err(failure)?;
            read(response).await
        };
        tokio::time::timeout(timeout, uncounted(exchange))
            .await
            .unwrap_or(Err(HttpError::TimedOut))
    }

    /// Which client makes the call, and to where.
    fn route(&self, mut url: Url) -> Result<(&Client, Url), HttpError> {
        let place = place(&url);
        let named = |name: &str| self.stand_ins.get(name);
        let stand_in = named(&place)
            .or_else(|| named(url.host_str().unwrap_or_default()))
            .or_else(|| named("*"));
        if let Some(base) = stand_in {
            let moved = format!(
                "{}{}{}",
                base.as_str().trim_end_matches('/'),
                url.path(),
                url.query().map(|q| format!("?{q}")).unwrap_or_default()
            );
            return Ok((&self.trusted, parse(&moved)?));
        }
        if self.trusted_hosts.contains(&place) {
            return Ok((&self.trusted, url));
        }
        if url.scheme() != "https" {
            return Err(refused(&place, "only https is allowed"));
        }
        // An address in place of a name is never resolved, so the resolver would not see it.
        let literal: Option<IpAddr> = url
            .host_str()
            .and_then(|host| host.trim_matches(['[', ']']).parse().ok());
        if let Some(why) = literal.and_then(addresses::block_reason) {
            return Err(refused(&place, &format!("its address is {why}")));
        }
        url.set_fragment(None);
        Ok((&self.public, url))
    }
}

impl<'a> Permission<'a> {
    /// The secrets that may go to this address.
    fn secret_scope(&'a self, url: &'a Url) -> SecretScope<'a> {
        SecretScope {
            settings: self.settings,
            bound: self.bound,
            url,
        }
    }

    fn check(&self, url: &Url) -> Result<(), HttpError> {
        let place = place(url);
        if !is_named(self.declared, url) {
            return Err(refused(&place, "the plugin's manifest does not name it"));
        }
        if !is_named(self.granted, url) {
            return Err(refused(&place, "it is not granted"));
        }
        Ok(())
    }
}

/// Secrets on their way to one address.
#[derive(Clone, Copy)]
pub(crate) struct SecretScope<'a> {
    settings: EffectiveSettings<'a>,
    bound: &'a BTreeMap<String, Vec<String>>,
    url: &'a Url,
}

impl<'a> SecretScope<'a> {
    fn secret(self, key: &str) -> Result<&'a str, HttpError> {
        if self
            .bound
            .get(key)
            .is_some_and(|hosts| !is_named(hosts, self.url))
        {
            let reason = format!(
                "the secret {key} may not be sent to {}: grants.secrets names other hosts",
                place(self.url)
            );
            return Err(HttpError::Invalid(reason));
        }
        let found = self.settings.secret(key).map(|secret| secret.reveal());
        found.ok_or_else(|| HttpError::Invalid(format!("there is no secret setting {key:?}")))
    }
}

fn is_named(list: &[String], url: &Url) -> bool {
    let (host, place, usual) = (
        url.host_str().unwrap_or_default(),
        place(url),
        url.port().is_none(),
    );
    list.iter()
        .any(|grant| matches(&grant.to_ascii_lowercase(), host, &place, usual))
}

/// A grant is a host with or without a port; a leading `*.` matches exactly one label.
fn matches(grant: &str, host: &str, place: &str, usual_port: bool) -> bool {
    let same = |pattern: &str, host: &str| match pattern.strip_prefix("*.") {
        Some(parent) => host
            .split_once('.')
            .is_some_and(|(label, rest)| !label.is_empty() && rest == parent),
        None => pattern == host,
    };
    same(grant, place) || (usual_port && same(grant, host))
}

/// `host:port`, with the scheme's port when the URL has none.
fn place(url: &Url) -> String {
    let port = url.port_or_known_default().unwrap_or(0);
    format!("{}:{port}", url.host_str().unwrap_or_default())
}

fn refused(place: &str, why: &str) -> HttpError {
    HttpError::Refused(format!("{place}: {why}"))
}

fn parse(text: &str) -> Result<Url, HttpError> {
    // The text itself is not repeated: a guest may have put something private into it.
    let invalid = |reason: &str| HttpError::Invalid(format!("url: {reason}"));
    if fill::is_asked_for(text.as_bytes()) {
        return Err(invalid(
            "secrets are filled into headers and bodies, never into addresses",
        ));
    }
    let url = Url::parse(text).map_err(|error| invalid(&error.to_string()))?;
    if !matches!(url.scheme(), "http" | "https") || !url.has_host() {
        return Err(invalid("an address like https://host/path is expected"));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(invalid(
            "a name or password in an address is not allowed; use a header",
        ));
    }
    Ok(url)
}

fn method(name: &str) -> Result<Method, HttpError> {
    Ok(match name {
        "GET" => Method::GET,
        "POST" => Method::POST,
        "PUT" => Method::PUT,
        "PATCH" => Method::PATCH,
        "DELETE" => Method::DELETE,
        _ => {
            let reason = "method: GET, POST, PUT, PATCH or DELETE is expected";
            return Err(HttpError::Invalid(reason.into()));
        }
    })
}

fn headers(requested: &[Header], secrets: SecretScope<'_>) -> Result<HeaderMap, HttpError> {
    if requested.len() > MAX_HEADERS {
        let reason = format!("headers: at most {MAX_HEADERS} are sent");
        return Err(HttpError::Invalid(reason));
    }
    let mut headers = HeaderMap::with_capacity(requested.len());
    for header in requested {
        let invalid =
            |reason: &str| HttpError::Invalid(format!("header {}: {reason}", header.name));
        let name = HeaderName::from_bytes(header.name.as_bytes())
            .map_err(|_| invalid("not a header's name"))?;
        if OURS.contains(&name.as_str()) {
            return Err(invalid("the host writes this header itself"));
        }
        let value = fill::text(&header.value, fill::Coding::Plain, secrets)?;
        if value.len() > MAX_HEADER {
            return Err(invalid("longer than 16 KiB"));
        }
        let mut value = HeaderValue::from_str(&value)
            .map_err(|_| invalid("its value has characters that a header cannot hold"))?;
        value.set_sensitive(true);
        headers.append(name, value);
    }
    Ok(headers)
}

async fn read(mut response: reqwest::Response) -> Result<Response, HttpError> {
    if response
        .content_length()
        .is_some_and(|length| length > MAX_HTTP_ANSWER as u64)
    {
        return Err(HttpError::TooLarge);
    }
    let status = response.status().as_u16();
    let headers = response
        .headers()
        .iter()
        .map(|(name, value)| Header {
            name: name.to_string(),
            value: String::from_utf8_lossy(value.as_bytes()).into_owned(),
        })
        .collect();
    let mut body = Vec::new();
    while let Some(part) = response.chunk().await.map_err(failure)? {
        charge(HTTP_PART + transfer_cost(part.len()));
        if body.len() + part.len() > MAX_HTTP_ANSWER {
            return Err(HttpError::TooLarge);
        }
        body.extend_from_slice(&part);
    }
    Ok(Response {
        status,
        headers,
        body,
    })
}

fn transfer_cost(bytes: usize) -> Duration {
    HTTP_MIB.mul_f64(bytes as f64 / f64::from(1 << 20))
}

fn failure(error: reqwest::Error) -> HttpError {
    if error.is_timeout() {
        return HttpError::TimedOut;
    }
    let error = error.without_url();
    let mut cause: &dyn Error = &error;
    loop {
        if let Some(BlockedAddress { host, why }) = cause.downcast_ref() {
            return refused(host, &format!("its address is {why}"));
        }
        match cause.source() {
            Some(deeper) => cause = deeper,
            None => return HttpError::Unreachable(cause.to_string()),
        }
    }
}

#[cfg(test)]
mod tests;
