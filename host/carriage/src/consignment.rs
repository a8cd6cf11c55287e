//! A consignment as areas build it: exact measures, the API's addresses, days as days.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use crate::{
    address::Address,
    dangerous::{CarriedSubstance, parse_un_number},
    goods::{Goods, Piece, options_on, to_pieces},
    wit,
};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Consignment {
    /// Our reference, identical on every attempt.
    pub reference: String,
    pub from: Address,
    pub to: Address,
    pub pieces: Vec<Piece>,
    /// The first substance.
    pub dangerous_goods: Option<wit::DangerousGoods>,
    /// All substances if the items name theirs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub substances: Vec<CarriedSubstance>,
    pub currency: String,
    pub dispatch_date: NaiveDate,
    pub customer_reference: String,
    pub pickup_instructions: String,
    pub delivery_instructions: String,
    /// `tail-lift`, `authority-to-leave`, …
    pub options: Vec<String>,
}

impl Consignment {
    /// Leaves out texts for people.
    pub fn new(
        goods: Goods<'_>,
        reference: String,
        currency: &str,
        dispatch_date: NaiveDate,
    ) -> Self {
        let Goods {
            from,
            to,
            items,
            dangerous,
            pickup_options,
            delivery_options,
        } = goods;
        Self {
            pieces: to_pieces(items, dangerous.is_dangerous),
            substances: dangerous.carried(),
            reference,
            from: from.clone(),
            to: to.clone(),
            dangerous_goods: dangerous.is_dangerous.then(|| wit::DangerousGoods {
                un_number: parse_un_number(dangerous.un_code).unwrap_or_default(),
                packing_group: None,
                description: dangerous.description.map(str::to_owned),
                package_type: dangerous.package_type.map(str::to_owned),
            }),
            currency: currency.to_owned(),
            dispatch_date,
            customer_reference: String::new(),
            pickup_instructions: String::new(),
            delivery_instructions: String::new(),
            options: options_on(pickup_options, delivery_options),
        }
    }
}

/// A consignment with the chosen service, as it is booked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BookRequest {
    pub consignment: Consignment,
    pub service_code: String,
    pub carrier_quote: Option<String>,
}

impl From<Consignment> for wit::Consignment {
    fn from(consignment: Consignment) -> Self {
        Self {
            reference: consignment.reference,
            from: (&consignment.from).into(),
            to: (&consignment.to).into(),
            items: consignment
                .pieces
                .into_iter()
                .map(wit::Item::from)
                .collect(),
            dangerous_goods: consignment.dangerous_goods,
            currency: consignment.currency,
            dispatch_date: consignment.dispatch_date.to_string(),
            customer_reference: consignment.customer_reference,
            pickup_instructions: consignment.pickup_instructions,
            delivery_instructions: consignment.delivery_instructions,
            options: consignment.options,
            ext: consignment
                .substances
                .iter()
                .filter_map(CarriedSubstance::to_ext)
                .collect(),
        }
    }
}

impl From<BookRequest> for wit::BookRequest {
    fn from(request: BookRequest) -> Self {
        Self {
            consignment: request.consignment.into(),
            service_code: request.service_code,
            carrier_quote: request.carrier_quote,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use rust_decimal::Decimal;

    use super::*;
    use crate::{
        dangerous::{DangerousDeclaration, Substance},
        goods::Item,
        quantity::{Length, Weight},
    };

    #[test]
    fn measures_are_whole_and_options_are_words() {
        let address = Address::default();
        let options = |list: &[(&str, &str)]| -> BTreeMap<String, String> {
            list.iter()
                .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
                .collect()
        };
        let item = Item {
            quantity: 2,
            length: Some(Length::centimetres(Decimal::from(40))),
            weight: Some(Weight::kilograms(Decimal::from(5))),
            ..Item::default()
        };
        let goods = Goods {
            from: &address,
            to: &address,
            items: &[item],
            dangerous: DangerousDeclaration {
                is_dangerous: false,
                un_code: Some("1263"),
                package_type: None,
                description: None,
                items: &[],
            },
            pickup_options: &options(&[("tail-lift", "yes"), ("residential", "false")]),
            delivery_options: &options(&[("Tail Lift", "true")]),
        };
        let day = NaiveDate::from_ymd_opt(2026, 3, 4).unwrap();
        let consignment = Consignment::new(goods, "Q1".to_owned(), "AUD", day);
        assert_eq!(consignment.options, ["tail-lift"]);
        let piece = &consignment.pieces[0];
        assert_eq!(
            (piece.quantity, piece.length_mm, piece.weight_g),
            (2, 400, 5000)
        );
        assert_eq!(consignment.dangerous_goods, None);
    }

    #[test]
    fn substances_of_items_reach_carriers_next_to_the_first() {
        let address = Address::default();
        let substance = |number: &str, package: Option<&str>| Substance {
            un_number: number.to_owned(),
            package_type: package.map(str::to_owned),
            description: None,
        };
        let items = [
            Item {
                quantity: 1,
                ..Item::default()
            },
            Item {
                quantity: 2,
                dangerous_goods: vec![substance("UN1263", Some("Drum")), substance("1950", None)],
                ..Item::default()
            },
        ];
        let options = BTreeMap::new();
        let goods = Goods {
            from: &address,
            to: &address,
            items: &items,
            dangerous: DangerousDeclaration {
                is_dangerous: true,
                un_code: Some("UN1263"),
                package_type: Some("Drum"),
                description: None,
                items: &items,
            },
            pickup_options: &options,
            delivery_options: &options,
        };
        let day = NaiveDate::from_ymd_opt(2026, 3, 4).unwrap();
        let consignment = Consignment::new(goods, "B1".to_owned(), "AUD", day);
        let flags: Vec<bool> = consignment
            .pieces
            .iter()
            .map(|piece| piece.dangerous_goods)
            .collect();
        assert_eq!(flags, [false, true]);
        let stored = serde_json::to_string(&consignment).unwrap();
        let read: Consignment = serde_json::from_str(&stored).unwrap();
        assert_eq!(read, consignment);
        let sent = wit::Consignment::from(consignment);
        assert_eq!(sent.dangerous_goods.unwrap().un_number, "1263");
        let pair = |value: &str| ("dangerous-goods".to_owned(), value.to_owned());
        assert_eq!(
            sent.ext,
            [
                pair(r#"{"item":"2","unNumber":"1263","packageType":"Drum"}"#),
                pair(r#"{"item":"2","unNumber":"1950"}"#),
            ]
        );
    }

    #[test]
    fn stored_requests_stay_readable() {
        let stored = r#"{"consignment":{"reference":"B1","from":{"suburb":"Richmond",
            "postCode":"3121","countryCode":"AU","type":"Residential","addressLine1":"1 Road"},
            "to":{"suburb":"Parramatta","postCode":"2150","stateCode":"NSW","countryCode":"AU"},
            "pieces":[{"reference":"1","package_type":"Carton","description":"","quantity":2,
            "length_mm":400,"width_mm":300,"height_mm":200,"weight_g":5000,
            "dangerous_goods":false}],"dangerous_goods":{"un_number":"1263","packing_group":null,
            "description":null,"package_type":"Drum"},"currency":"AUD",
            "dispatch_date":"2026-03-04","customer_reference":"","pickup_instructions":"",
            "delivery_instructions":"","options":["tail-lift"]},"service_code":"ROAD",
            "carrier_quote":null}"#;
        let request: BookRequest = serde_json::from_str(stored).unwrap();
        let sent = wit::BookRequest::from(request).consignment;
        assert_eq!(
            (sent.from.lines, sent.from.residential),
            (vec!["1 Road".to_owned()], true)
        );
        assert_eq!(sent.to.state.as_deref(), Some("NSW"));
        assert_eq!(
            (sent.items[0].length_mm, sent.items[0].weight_g),
            (400, 5000)
        );
        assert_eq!(sent.dispatch_date, "2026-03-04");
        assert_eq!(sent.dangerous_goods.unwrap().un_number, "1263");
        let booked = r#"{"reference":"B1","connote":"C1","data":"{}"}"#;
        let read: wit::Booked = serde_json::from_str(booked).unwrap();
        assert_eq!(serde_json::to_string(&read).unwrap(), booked);
    }
}
