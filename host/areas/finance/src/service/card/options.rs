//! What a page needs to take a card: the provider, what its form starts with, and what paying by card costs.

use kernel::{Error, Result, Scope};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tenancy::CardSurcharge;

use super::provider;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WantedOptions {
    /// With what the provider's form starts with. Some providers make it anew for each form.
    #[serde(default)]
    with_key: bool,
}

/// How the tenant takes cards; `provider` is null where it takes none.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardOptions {
    /// The provider's plugin, whose card form the page shows.
    provider: Option<String>,
    /// What the provider's form in the browser starts with; null where it was not asked for.
    tokenization_key: Option<String>,
    /// ISO 4217 code of what cards are charged in.
    currency: String,
    /// In per cent of what is paid, by the card's type.
    surcharges: Vec<CardSurcharge>,
}

pub async fn get(scope: Scope, wanted: WantedOptions) -> Result<CardOptions> {
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let currency = settings.currency.base_currency.clone();
    let provider = match provider(&scope).await {
        // Nothing is set up, or it is switched off.
        Err(Error::Refused { .. }) => {
            return Ok(CardOptions { provider: None, tokenization_key: None, currency, surcharges: Vec::new() });
        }
        other => other?,
    };
    let tokenization_key = match wanted.with_key {
        true => Some(tenancy::tokenization_key(&scope, &provider).await?),
        false => None,
    };
    let surcharges = settings.card_payment.surcharges.clone();
    Ok(CardOptions { provider: Some(provider), tokenization_key, currency, surcharges })
}
