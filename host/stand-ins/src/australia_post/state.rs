//! In-memory state of the stand-in: shipments with articles and events, orders, and pending labels.

use chrono::{DateTime, FixedOffset, Utc};

use super::DELIVERY_EVENTS;
use super::parcels::Parcel;

#[derive(Debug, Default)]
pub struct Records {
    pub shipments: Vec<Shipment>,
    pub orders: Vec<Order>,
    pub labels: Vec<LabelFile>,
    last_number: u32,
}

#[derive(Debug, Clone)]
pub struct Shipment {
    pub id: String,
    pub connote: String,
    pub created: String,
    /// The original request, returned by queries.
    pub request: serde_json::Value,
    pub items: Vec<Item>,
    pub order_id: Option<String>,
}

#[derive(Debug, Clone)]
pub struct Item {
    pub id: String,
    pub article: String,
    pub parcel: Parcel,
    pub price_cents: i64,
    pub events: Vec<Event>,
}

#[derive(Debug, Clone)]
pub struct Event {
    pub location: String,
    pub description: String,
    pub at: String,
}

#[derive(Debug, Clone)]
pub struct Order {
    pub id: String,
    pub reference: Option<String>,
    pub created: String,
    pub shipment_ids: Vec<String>,
}

/// A label PDF. Its URL needs no credentials.
#[derive(Debug, Clone)]
pub struct LabelFile {
    pub request_id: String,
    pub signature: String,
    pub content: Vec<u8>,
}

impl Records {
    /// Returns the next number of the sequence shared by all ids.
    pub fn next_number(&mut self) -> u32 {
        self.last_number += 1;
        self.last_number
    }

    pub fn shipment(&self, id: &str) -> Option<&Shipment> {
        self.shipments.iter().find(|shipment| shipment.id == id)
    }

    pub fn order(&self, id: &str) -> Option<&Order> {
        self.orders.iter().find(|order| order.id == id)
    }

    pub fn advance(&mut self, connote: &str, description: &str, location: &str) -> bool {
        let Some(shipment) = self
            .shipments
            .iter_mut()
            .find(|shipment| shipment.connote == connote)
        else {
            return false;
        };
        shipment.add_event(description, location);
        true
    }

    pub fn advance_all(&mut self) {
        for shipment in self
            .shipments
            .iter_mut()
            .filter(|shipment| shipment.order_id.is_some())
        {
            let past = |step: &&str| {
                shipment.items[0]
                    .events
                    .iter()
                    .any(|event| event.description == **step)
            };
            if let Some(next) = DELIVERY_EVENTS.iter().find(|step| !past(step)) {
                let member = if *next == DELIVERY_EVENTS[0] {
                    "from"
                } else {
                    "to"
                };
                let place = |name: &str| {
                    shipment.request[member][name]
                        .as_str()
                        .unwrap_or_default()
                        .to_uppercase()
                };
                let location = format!("{} {}", place("suburb"), place("state"));
                shipment.add_event(next, &location);
            }
        }
    }
}

impl Shipment {
    pub fn add_event(&mut self, description: &str, location: &str) {
        let time = now();
        for item in &mut self.items {
            let (location, description, at) =
                (location.to_owned(), description.to_owned(), time.clone());
            item.events.push(Event {
                location,
                description,
                at,
            });
        }
    }

    pub fn reference(&self) -> Option<&str> {
        self.request["shipment_reference"].as_str()
    }

    pub fn sender_references(&self) -> Vec<&str> {
        ["customer_reference_1", "customer_reference_2"]
            .into_iter()
            .filter_map(|name| self.request[name].as_str())
            .filter(|reference| !reference.is_empty())
            .collect()
    }

    pub fn price_cents(&self) -> i64 {
        self.items.iter().map(|item| item.price_cents).sum()
    }

    /// `Created`, or `Sealed` once in an order.
    pub fn status(&self) -> &'static str {
        if self.order_id.is_some() {
            "Sealed"
        } else {
            "Created"
        }
    }
}

pub fn now() -> String {
    let now: DateTime<Utc> = Utc::now();
    match FixedOffset::east_opt(10 * 3600) {
        Some(east) => now
            .with_timezone(&east)
            .format("%Y-%m-%dT%H:%M:%S%:z")
            .to_string(),
        None => now.to_rfc3339(),
    }
}
