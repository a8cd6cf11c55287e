//! Rates: what a tenant charges by itself, as rate cards that a rate engine prices from.
//!
//! Words: a *card* holds its data in the form of the *engine* (a plugin) that it names.
//! Invariant: a card's code is unique in its tenant.

pub mod access;
mod model;

use kernel::{Area, Result, Scope, Where, event::Event};

use crate::model::RateCard;

/// A card of this code is new or has new data.
pub static CARD_CHANGED: Event<String> = Event::new("rates.card-changed", 1);

/// The area rates. Its calls come with the rate screens; cards are read by the pricing of plugins until then.
pub fn area() -> Area {
    Area::new("rates").permissions(access::PERMISSIONS).features(access::FEATURES)
}

/// A card as its engine needs it.
#[derive(Debug, Clone)]
pub struct Card {
    /// The id of the rate engine that reads the data.
    pub engine: String,
    pub data: serde_json::Value,
}

/// The active card of this code.
pub async fn card(scope: &mut Scope, code: &str) -> Result<Option<Card>> {
    let found: Option<RateCard> =
        scope.first(Where::all().eq(RateCard::CODE, code.to_owned()).eq(RateCard::IS_ACTIVE, true)).await?;
    Ok(found.map(|card| Card { engine: card.engine, data: card.data }))
}

/// Writes a card: a new one, or new data for the one with the same code.
pub async fn put_card(scope: &mut Scope, code: &str, name: &str, engine: &str, data: serde_json::Value) -> Result<()> {
    let now = scope.now();
    let stored = scope.first::<RateCard>(Where::all().eq(RateCard::CODE, code.to_owned())).await?;
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
    scope.announce(&CARD_CHANGED, &card.code).await?;
    Ok(())
}
