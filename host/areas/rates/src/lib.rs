//! Rates: what a tenant charges by itself, as rate cards that a rate engine prices from.
//!
//! Words: a *card* holds its data in the form of the *engine* (a plugin) that it names.
//! Invariant: a card's code is unique in its tenant.

mod model;

pub use model::RateCard;

use kernel::{Area, Result, Scope, Where};

/// The rates' room. Its calls come with the rate screens; cards are read by the pricing of plugins until then.
pub fn area() -> Area {
    Area::new("rates")
}

/// The active card of this code.
pub async fn card(scope: &mut Scope, code: &str) -> Result<Option<RateCard>> {
    scope.first(Where::all().eq("code", code.to_owned()).eq("is_active", true)).await
}

/// Writes a card: a new one, or new data for the one with the same code.
pub async fn put_card(
    scope: &mut Scope,
    code: &str,
    name: &str,
    engine: &str,
    data: serde_json::Value,
) -> Result<RateCard> {
    let now = scope.now();
    let stored = scope.first::<RateCard>(Where::all().eq("code", code.to_owned())).await?;
    let is_new = stored.is_none();
    let mut card = stored.unwrap_or_else(|| RateCard::new(code, now));
    card.name = name.to_owned();
    card.engine = engine.to_owned();
    card.data = data;
    card.is_active = true;
    card.modified_time = now;
    if is_new {
        scope.insert(&mut card).await?;
    } else {
        scope.update(&mut card).await?;
    }
    scope.announce("rates.card-changed", &card.code).await?;
    Ok(card)
}
