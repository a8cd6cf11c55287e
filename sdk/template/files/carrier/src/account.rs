//! The settings of an account with {{Name}} and the rules they keep.

use waybill_plugin::settings::{Settings, attribute};
use waybill_plugin::types::Attribute;
use waybill_plugin::{Decimal, Result};

/// An account whose settings were found right.
#[derive(Debug, PartialEq)]
pub struct Account {
    pub connote_prefix: String,
    /// For every consignment, in the currency it is asked for.
    pub base_price: Decimal,
    /// For every kilogram on top.
    pub price_per_kg: Decimal,
}

pub fn attributes() -> Vec<Attribute> {
    vec![
        attribute("connotePrefix", "Connote prefix", "2 to 6 capital letters before the connote numbers.").required(),
        attribute("basePrice", "Base price", "What every consignment costs; 10 unless set.").number(),
        attribute("pricePerKg", "Price per kilogram", "What every kilogram costs on top; 1 unless set.").number(),
    ]
}

impl Account {
    /// The account this call is made for.
    pub fn of_call() -> Result<Self> {
        Self::read(Settings::of_account()?)
    }

    pub fn read(mut settings: Settings) -> Result<Self> {
        let connote_prefix = settings.required_text("connotePrefix");
        let right =
            (2..=6).contains(&connote_prefix.len()) && connote_prefix.bytes().all(|byte| byte.is_ascii_uppercase());
        if !connote_prefix.is_empty() && !right {
            settings.reject("connotePrefix", "must be 2 to 6 capital letters");
        }
        let base_price = settings.decimal("basePrice", Decimal::from_micros(10_000_000));
        let price_per_kg = settings.decimal("pricePerKg", Decimal::from_micros(1_000_000));
        for (key, price) in [("basePrice", base_price), ("pricePerKg", price_per_kg)] {
            if price < Decimal::ZERO {
                settings.reject(key, "must be 0 or more");
            }
        }
        settings.check(Self { connote_prefix, base_price, price_per_kg })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use waybill_plugin::types::PluginError;

    fn read(json: &str) -> Result<Account> {
        Account::read(Settings::parse(json).expect("JSON"))
    }

    #[test]
    fn the_rest_has_sensible_values() {
        let account = read(r#"{"connotePrefix":"ABC"}"#).expect("a right account");
        assert_eq!((account.base_price.to_string(), account.price_per_kg.to_string()), ("10".into(), "1".into()));
    }

    #[test]
    fn each_wrong_setting_is_named() {
        let Err(PluginError::InvalidInput(fields)) =
            read(r#"{"connotePrefix":"abc","basePrice":"ten","pricePerKg":-1}"#)
        else {
            panic!("must be refused")
        };
        let members: Vec<_> = fields.iter().map(|field| field.member.as_str()).collect();
        assert_eq!(members, ["connotePrefix", "basePrice", "pricePerKg"]);
    }
}
