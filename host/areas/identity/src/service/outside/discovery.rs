//! What a provider publishes about itself: where to send people, where to ask for tokens, and its keys.

use std::sync::Arc;

use kernel::{
    Host, Result,
    outgoing::{Outgoing, Url},
};
use serde::{
    Deserialize, Deserializer,
    de::{DeserializeOwned, Error as _},
};

use super::Outside;
use crate::rules::outside::keys::KeySet;

/// OpenID Connect Discovery 1.0; what is not used here is not read.
#[derive(Debug, Clone, Deserialize)]
pub struct Metadata {
    pub issuer: String,
    #[serde(deserialize_with = "address")]
    pub authorization_endpoint: Url,
    #[serde(deserialize_with = "address")]
    pub token_endpoint: Url,
    #[serde(deserialize_with = "address")]
    pub jwks_uri: Url,
    #[serde(default, deserialize_with = "perhaps_address")]
    pub userinfo_endpoint: Option<Url>,
    #[serde(default)]
    pub token_endpoint_auth_methods_supported: Vec<String>,
    /// Whether every answer names its issuer (RFC 9207).
    #[serde(default)]
    pub authorization_response_iss_parameter_supported: bool,
}

fn address<'de, D: Deserializer<'de>>(source: D) -> std::result::Result<Url, D::Error> {
    Url::parse(&String::deserialize(source)?).map_err(D::Error::custom)
}

fn perhaps_address<'de, D: Deserializer<'de>>(
    source: D,
) -> std::result::Result<Option<Url>, D::Error> {
    let text = Option::<String>::deserialize(source)?;
    text.map(|text| Url::parse(&text).map_err(D::Error::custom))
        .transpose()
}

/// What came back, or the words for the log.
pub type Asked<T> = std::result::Result<T, String>;

impl Outside {
    /// The provider's own account of itself.
    pub async fn metadata(&self, host: &Host, issuer: &str) -> Result<Asked<Arc<Metadata>>> {
        if let Some(known) = self.metadata.get(issuer) {
            return Ok(Ok(known));
        }
        if let Some(why) = self.silent.get(issuer) {
            return Ok(Err(why));
        }
        let outgoing = host.outgoing()?;
        let found = discover(&outgoing, issuer).await.map(Arc::new);
        match &found {
            Ok(metadata) => self.metadata.insert(issuer.to_owned(), metadata.clone()),
            Err(why) => self.silent.insert(issuer.to_owned(), why.clone()),
        }
        Ok(found)
    }

    /// The provider's keys; `anew` when one was missing among those that are remembered.
    pub async fn keys(
        &self,
        host: &Host,
        metadata: &Metadata,
        anew: bool,
    ) -> Result<Asked<Arc<KeySet>>> {
        let place = metadata.jwks_uri.as_str();
        if let Some(known) = self.keys.get(place).filter(|_| !anew) {
            return Ok(Ok(known));
        }
        let outgoing = host.outgoing()?;
        let found = json::<KeySet>(&outgoing, &metadata.jwks_uri, None, None)
            .await
            .map(Arc::new);
        if let Ok(keys) = &found {
            self.keys.insert(place.to_owned(), keys.clone());
        }
        Ok(found)
    }
}

async fn discover(outgoing: &Outgoing, issuer: &str) -> Asked<Metadata> {
    let place = format!(
        "{}/.well-known/openid-configuration",
        issuer.trim_end_matches('/')
    );
    let place = Url::parse(&place).map_err(|error| format!("the issuer is no address: {error}"))?;
    let metadata: Metadata = json(outgoing, &place, None, None).await?;
    // A document that speaks for somebody else would let one provider vouch in another's name.
    if metadata.issuer.trim_end_matches('/') != issuer.trim_end_matches('/') {
        return Err(format!("it calls itself {}", metadata.issuer));
    }
    if !outgoing.may_name(&metadata.authorization_endpoint) {
        return Err("its authorization_endpoint is no https address".to_owned());
    }
    Ok(metadata)
}

/// Asks for JSON; an answer that is none, or no success, is told in words.
pub async fn json<T: DeserializeOwned>(
    outgoing: &Outgoing,
    url: &Url,
    authorization: Option<&str>,
    form: Option<String>,
) -> Asked<T> {
    /// The error of RFC 6749; its words are a stranger's and are cut short.
    #[derive(Deserialize)]
    struct Refusal {
        error: String,
    }
    let place = url.path();
    let answer = outgoing
        .ask(url, authorization, form)
        .await
        .map_err(|error| format!("{place}: {error}"))?;
    if !answer.status.is_success() {
        let said = serde_json::from_slice::<Refusal>(&answer.body)
            .map(|refusal| refusal.error)
            .unwrap_or_default();
        let said: String = said.chars().take(60).collect();
        return Err(format!(
            "{place} answered {} {said:?}",
            answer.status.as_u16()
        ));
    }
    serde_json::from_slice(&answer.body)
        .map_err(|error| format!("{place}: its answer cannot be read: {error}"))
}
