//! Prices by weight and distance, the same for estimates and shipments.

use std::time::Duration;

use serde_json::{Value, json};

use super::parcels::Parcel;
use super::server::{Problem, Reply};

/// A contract's product. Prices are in cents including tax.
pub struct Product {
    pub id: &'static str,
    pub name: &'static str,
    pub group: &'static str,
    signature: bool,
    pub dangerous_goods: bool,
    base: i64,
    per_kilogram: i64,
}

pub const PRODUCTS: [Product; 4] = [
    Product {
        id: "T28",
        name: "PARCEL POST",
        group: "Parcel Post",
        signature: false,
        dangerous_goods: true,
        base: 870,
        per_kilogram: 125,
    },
    Product {
        id: "T28S",
        name: "PARCEL POST + SIGNATURE",
        group: "Parcel Post",
        signature: true,
        dangerous_goods: true,
        base: 1_165,
        per_kilogram: 125,
    },
    Product {
        id: "E34",
        name: "EXPRESS POST",
        group: "Express Post",
        signature: false,
        dangerous_goods: false,
        base: 1_240,
        per_kilogram: 235,
    },
    Product {
        id: "E34S",
        name: "EXPRESS POST + SIGNATURE",
        group: "Express Post",
        signature: true,
        dangerous_goods: false,
        base: 1_535,
        per_kilogram: 235,
    },
];

impl Product {
    pub fn find(id: &str) -> Option<&'static Self> {
        PRODUCTS.iter().find(|product| product.id == id)
    }

    /// Base price plus each started kilogram; half as much again between states.
    pub fn price_cents(&self, parcel: &Parcel, from: &str, to: &str) -> i64 {
        let local = self.base + self.per_kilogram * ((parcel.chargeable_g() + 999) / 1_000);
        if from.chars().next() == to.chars().next() {
            local
        } else {
            local * 3 / 2
        }
    }
}

/// Splits an amount including 10 % tax.
pub fn split_tax(cents: i64) -> (i64, i64) {
    let without_tax = (cents * 20 + 11) / 22;
    (without_tax, cents - without_tax)
}

/// Converts cents to a JSON number of dollars.
pub fn dollars(cents: i64) -> Value {
    serde_json::from_str(&format!("{}.{:02}", cents / 100, cents % 100)).unwrap_or(Value::Null)
}

/// Delay of prices to Broome. Pages must show other quotes meanwhile.
const SLOW_DELAY: Duration = Duration::from_secs(3);
const BROOME: &str = "6725";

pub fn price_delay(body: &[u8]) -> Duration {
    let request: Value = serde_json::from_slice(body).unwrap_or_default();
    if request["to"]["postcode"] == BROOME {
        SLOW_DELAY
    } else {
        Duration::ZERO
    }
}

pub fn price_items(body: &Value) -> Result<Reply, Problem> {
    let postcode = |member: &str| {
        let postcode = body[member]["postcode"]
            .as_str()
            .filter(|postcode| is_postcode(postcode));
        postcode.ok_or_else(|| {
            Problem::new("40002", "JSON_MANDATORY_FIELD_MISSING")
                .field(&format!("{member}.postcode"))
        })
    };
    let (from, to) = (postcode("from")?, postcode("to")?);
    let items = body["items"].as_array().filter(|items| !items.is_empty());
    let items = items
        .ok_or_else(|| Problem::new("40002", "JSON_MANDATORY_FIELD_MISSING").field("items"))?;
    let items: Vec<Value> = items
        .iter()
        .map(|item| price_item(item, from, to))
        .collect::<Result<_, _>>()?;
    Ok(Reply::json(200, json!({ "items": items })))
}

fn price_item(item: &Value, from: &str, to: &str) -> Result<Value, Problem> {
    let parcel = Parcel::read(item)?;
    let product_ids: Option<Vec<&str>> = item["product_ids"]
        .as_array()
        .map(|ids| ids.iter().filter_map(Value::as_str).collect());
    let mut prices = Vec::new();
    let mut warnings = Vec::new();
    let problem = parcel.check_limits();
    if problem.is_none() {
        for product in &PRODUCTS {
            if product_ids
                .as_ref()
                .is_none_or(|ids| ids.contains(&product.id))
            {
                prices.push(price_of(product, &parcel, from, to));
            }
        }
        for id in product_ids
            .iter()
            .flatten()
            .filter(|id| Product::find(id).is_none())
        {
            let message =
                format!("The service {id} is not available based upon the information submitted.");
            warnings.push(
                Problem::new("42002", "NO_PRICES_FOR_PRODUCT")
                    .message(&message)
                    .to_json(),
            );
        }
    }
    let mut answer = json!({
        "weight": item["weight"], "length": item["length"], "width": item["width"], "height": item["height"],
        "prices": prices,
        "errors": problem.iter().map(Problem::to_json).collect::<Vec<_>>(),
        "warnings": warnings,
    });
    if let Some(reference) = item["item_reference"].as_str() {
        answer["item_reference"] = reference.into();
    }
    Ok(answer)
}

fn price_of(product: &Product, parcel: &Parcel, from: &str, to: &str) -> Value {
    let cents = product.price_cents(parcel, from, to);
    let (without_tax, tax) = split_tax(cents);
    json!({
        "product_id": product.id, "product_type": product.name,
        "options": { "signature_on_delivery_option": product.signature, "authority_to_leave_option": true },
        "calculated_price": dollars(cents), "calculated_price_ex_gst": dollars(without_tax), "calculated_gst": dollars(tax),
        "bundled_price": dollars(cents), "bundled_price_ex_gst": dollars(without_tax), "bundled_gst": dollars(tax),
        "features": {},
    })
}

pub fn is_postcode(text: &str) -> bool {
    text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit())
}
