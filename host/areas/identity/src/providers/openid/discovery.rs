//! A provider's published metadata and keys, with a cache.

use std::sync::Arc;

use data::{Host, Result};
use serde::{
    Deserialize, Deserializer,
    de::{DeserializeOwned, Error as _},
};
use work::outgoing::{Outgoing, Url};

use crate::providers::ProviderCaches;
use crate::providers::openid::jwks::KeySet;

/// The members of OpenID Connect Discovery 1.0 that are used here.
#[derive(Debug, Clone, Deserialize)]
pub struct Metadata {
    pub issuer: String,
    #[serde(deserialize_with = "address")]
    pub authorization_endpoint: Url,
    #[serde(deserialize_with = "address")]
    pub token_endpoint: Url,
    #[serde(deserialize_with = "address")]
    pub jwks_uri: Url,
    #[serde(default, deserialize_with = "optional_address")]
    pub userinfo_endpoint: Option<Url>,
    #[serde(default)]
    pub token_endpoint_auth_methods_supported: Vec<String>,
    /// True if every answer names its issuer (RFC 9207).
    #[serde(default)]
    pub authorization_response_iss_parameter_supported: bool,
}

fn address<'de, D: Deserializer<'de>>(source: D) -> std::result::Result<Url, D::Error> {
    Url::parse(&String::deserialize(source)?).map_err(D::Error::custom)
}

fn optional_address<'de, D: Deserializer<'de>>(
    source: D,
) -> std::result::Result<Option<Url>, D::Error> {
    let text = Option::<String>::deserialize(source)?;
    text.map(|text| Url::parse(&text).map_err(D::Error::custom))
        .transpose()
}

pub type Fetched<T> = std::result::Result<T, String>;

impl ProviderCaches {
    pub async fn metadata(&self, host: &Host, issuer: &str) -> Result<Fetched<Arc<Metadata>>> {
        if let Some(known) = self.metadata.get(&issuer.to_owned()) {
            return Ok(Ok(known));
        }
        if let Some(why) = self.silent.get(&issuer.to_owned()) {
            return Ok(Err(why));
        }
        let outgoing = Outgoing::from_host(host)?;
        let found = discover(&outgoing, issuer).await.map(Arc::new);
        match &found {
            Ok(metadata) => self.metadata.insert(issuer.to_owned(), metadata.clone()),
            Err(why) => self.silent.insert(issuer.to_owned(), why.clone()),
        }
        Ok(found)
    }

    /// Returns the provider's keys; `refresh_keys` bypasses the cache after a missing key.
    pub async fn keys(
        &self,
        host: &Host,
        metadata: &Metadata,
        refresh_keys: bool,
    ) -> Result<Fetched<Arc<KeySet>>> {
        let place = metadata.jwks_uri.as_str();
        if let Some(known) = self.keys.get(&place.to_owned()).filter(|_| !refresh_keys) {
            return Ok(Ok(known));
        }
        let outgoing = Outgoing::from_host(host)?;
        let found = json::<KeySet>(&outgoing, &metadata.jwks_uri, None, None)
            .await
            .map(Arc::new);
        if let Ok(keys) = &found {
            self.keys.insert(place.to_owned(), keys.clone());
        }
        Ok(found)
    }
}

async fn discover(outgoing: &Outgoing, issuer: &str) -> Fetched<Metadata> {
    let place = format!(
        "{}/.well-known/openid-configuration",
        issuer.trim_end_matches('/')
    );
    let place = Url::parse(&place).map_err(|error| format!("the issuer is no address: {error}"))?;
    let metadata: Metadata = json(outgoing, &place, None, None).await?;
    // A document of another issuer would let one provider authenticate in another's name.
    if metadata.issuer.trim_end_matches('/') != issuer.trim_end_matches('/') {
        return Err(format!("it calls itself {}", metadata.issuer));
    }
    if !outgoing.is_allowed_link(&metadata.authorization_endpoint) {
        return Err("its authorization_endpoint is no https address".to_owned());
    }
    Ok(metadata)
}

/// Requests JSON; other content or a failure status is an error text.
pub async fn json<T: DeserializeOwned>(
    outgoing: &Outgoing,
    url: &Url,
    authorization: Option<&str>,
    form: Option<String>,
) -> Fetched<T> {
    /// Error of RFC 6749. Its text is untrusted and truncated.
    #[derive(Deserialize)]
    struct Refusal {
        error: String,
    }
    let place = url.path();
    let answer = outgoing
        .send(url, authorization, form)
        .await
        .map_err(|error| format!("{place}: {error}"))?;
    if !answer.status.is_success() {
        let error_text = serde_json::from_slice::<Refusal>(&answer.body)
            .map(|refusal| refusal.error)
            .unwrap_or_default();
        let error_text: String = error_text.chars().take(60).collect();
        return Err(format!(
            "{place} answered {} {error_text:?}",
            answer.status.as_u16()
        ));
    }
    serde_json::from_slice(&answer.body)
        .map_err(|error| format!("{place}: its answer cannot be read: {error}"))
}
