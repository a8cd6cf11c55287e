//! The rate engine {{Name}}: a card has a base and a price per kilogram for each service.
//!
//! A starting point. It is pure: the same card and request give the same prices.

use serde::Deserialize;
use waybill_plugin::types::{Item, Money, PriceLine, PriceRequest, ServicePrice};
use waybill_plugin::{RateEngine, Result, error};

/// The engine, as registered.
#[derive(Debug)]
pub struct {{Type}};

waybill_plugin::register!(rate_engine {{Type}});

/// A rate card:
/// `{"currency":"AUD","services":[{"code":"ROAD","name":"Road","base":1000,"perKg":120}]}`.
#[derive(Debug, Deserialize)]
pub struct Card {
    /// ISO 4217; every amount of the card is in it.
    pub currency: String,
    pub services: Vec<CardService>,
}

/// One service of a card; amounts are in the currency's minor units.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CardService {
    pub code: String,
    pub name: String,
    /// For every consignment.
    pub base: u32,
    /// For each started kilogram.
    pub per_kg: u32,
}

impl RateEngine for {{Type}} {
    fn price(card: &str, request: &PriceRequest) -> Result<Vec<ServicePrice>> {
        let card = read(card)?;
        if card.currency != request.currency {
            return Err(error::invalid("currency", format!("must be {}, the card's", card.currency)));
        }
        let wanted = |code: &str| request.services.is_empty() || request.services.iter().any(|asked| asked == code);
        card.services.iter().filter(|service| wanted(&service.code)).map(|service| price(service, request)).collect()
    }

    fn check(card: &str) -> Result<()> {
        let card = read(card)?;
        if card.currency.len() != 3 || !card.currency.bytes().all(|letter| letter.is_ascii_uppercase()) {
            return Err(error::invalid("currency", "must be three capital letters, such as AUD"));
        }
        for (index, service) in card.services.iter().enumerate() {
            if service.code.trim().is_empty() {
                return Err(error::invalid(format!("services[{index}].code"), "must not be empty"));
            }
        }
        Ok(())
    }
}

fn read(card: &str) -> Result<Card> {
    serde_json::from_str(card).map_err(|fault| error::invalid("data", format!("is no card of this engine: {fault}")))
}

/// Maximum price in minor units; a higher result is an input error.
const MAX_COUNT: i64 = 100_000_000;

/// Each started kilogram counts.
fn price(service: &CardService, request: &PriceRequest) -> Result<ServicePrice> {
    let weight = |sum: u64, item: &Item| sum.saturating_add(item.weight_g.saturating_mul(u64::from(item.quantity)));
    let grams = request.items.iter().fold(0, weight);
    let kilograms = i64::try_from(grams.div_ceil(1_000)).unwrap_or(i64::MAX);
    let minor = i64::from(service.base).saturating_add(kilograms.saturating_mul(i64::from(service.per_kg)));
    if minor > MAX_COUNT {
        return Err(error::invalid("items", "weigh more than this card prices"));
    }
    Ok(ServicePrice {
        service_code: service.code.clone(),
        service_name: service.name.clone(),
        lines: vec![PriceLine {
            code: "FREIGHT".into(),
            description: "Freight".into(),
            amount: Money { minor, currency: request.currency.clone() },
        }],
        transit_days: None,
        chargeable_weight_g: grams,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use waybill_plugin::types::PluginError;

    const CARD: &str = r#"{"currency":"AUD","services":[{"code":"ROAD","name":"Road","base":1000,"perKg":120}]}"#;

    #[test]
    fn a_card_is_checked() {
        assert!({{Type}}::check(CARD).is_ok());
        let Err(PluginError::InvalidInput(fields)) = {{Type}}::check(&CARD.replace("AUD", "aud")) else {
            panic!("must be refused")
        };
        assert_eq!(fields[0].member, "currency");
    }

    #[test]
    fn a_card_is_read() {
        let card = read(CARD).expect("a card");
        assert_eq!((card.services[0].base, card.services[0].per_kg), (1_000, 120));
    }
}
