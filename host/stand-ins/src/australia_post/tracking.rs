//! Tracking events of consignments and articles, latest first.

use serde_json::{Value, json};

use super::server::{Problem, Query, Reply};
use super::state::{Item, Records, Shipment};

const MAX_IDS: usize = 10;

/// `GET /track`.
pub fn track(records: &Records, query: &Query) -> Result<Reply, Problem> {
    let Some(ids) = query.list("tracking_ids") else {
        return Err(Problem::new("51100", "TRACKING_IDS_MISSING")
            .message("The request holds no tracking ids."));
    };
    if ids.len() > MAX_IDS {
        let message = format!("The request must have {MAX_IDS} or less AP tracking ids.");
        return Err(Problem::new("51101", "TOO_MANY_AP_TRACKING_IDS").message(&message));
    }
    let results: Vec<Value> = ids.iter().map(|id| result(records, id)).collect();
    Ok(Reply::json(200, json!({ "tracking_results": results })))
}

fn result(records: &Records, id: &str) -> Value {
    if let Some(shipment) = records
        .shipments
        .iter()
        .find(|shipment| shipment.connote == *id)
    {
        let items: Vec<Value> = shipment.items.iter().map(article).collect();
        return json!({
            "tracking_id": id, "status": status(&shipment.items[0]),
            "trackable_items": [{ "consignment_id": id, "number_of_items": items.len(), "items": items }],
        });
    }
    let of_article = |shipment: &'_ Shipment| {
        shipment
            .items
            .iter()
            .find(|item| item.article == *id)
            .cloned()
    };
    match records.shipments.iter().find_map(of_article) {
        Some(item) => {
            json!({ "tracking_id": id, "status": status(&item), "trackable_items": [article(&item)] })
        }
        None => {
            json!({ "tracking_id": id, "errors": [{ "code": "ESB-10001", "name": "Invalid tracking ID" }] })
        }
    }
}

fn article(item: &Item) -> Value {
    let event = |event: &super::state::Event| {
        let mut json = json!({ "description": event.description, "date": event.at });
        if !event.location.is_empty() {
            json["location"] = event.location.as_str().into();
        }
        json
    };
    let events: Vec<Value> = item.events.iter().rev().map(event).collect();
    json!({ "article_id": item.article, "product_type": "eParcel", "events": events, "status": status(item) })
}

fn status(item: &Item) -> &'static str {
    match item.events.last().map(|event| event.description.as_str()) {
        Some(last) if last.starts_with("Delivered") => "Delivered",
        Some("Awaiting collection") => "Awaiting collection",
        Some(last) if last.starts_with("Shipping information") => "Created",
        _ => "In transit",
    }
}
