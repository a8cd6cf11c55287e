//! Label creation, and downloads from a signed URL.

use serde_json::{Value, json};

use super::pdf;
use super::prices::Product;
use super::server::{Problem, Query, Reply};
use super::shipments::not_found;
use super::state::{LabelFile, Records, Shipment, now};

const LAYOUTS: [&str; 4] = ["A4-1pp", "A4-3pp", "A4-4pp", "A6-1pp"];

/// `POST /labels`. `origin` is the base of the download URL.
pub fn create(records: &mut Records, body: &Value, origin: &str) -> Result<Reply, Problem> {
    let ids: Vec<&str> = body["shipments"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|shipment| shipment["shipment_id"].as_str())
        .collect();
    if ids.is_empty() {
        return Err(Problem::new("44033", "NO_SHIPMENT_IN_REQUEST_ERROR")
            .message("The request holds no shipments."));
    }
    let mut pages = Vec::new();
    for id in &ids {
        let shipment = records.shipment(id).ok_or_else(|| not_found(id))?;
        check_groups(&body["preferences"], shipment)?;
        pages.extend(label_pages(shipment));
    }
    let number = records.next_number();
    let request_id = format!("00000000-0000-4000-8000-{number:012}");
    let signature = format!(
        "{:016x}",
        u64::from(number).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    );
    let url = format!("{origin}/lodgement/labels/{request_id}.pdf?Signature={signature}");
    let shipments: Vec<Value> = ids
        .iter()
        .map(|id| json!({ "shipment_id": id, "options": {} }))
        .collect();
    let reply = Reply::json(
        200,
        json!({ "labels": [{
            "request_id": request_id, "url": url, "status": "AVAILABLE",
            "request_date": now(), "url_creation_date": now(), "shipments": shipments, "shipment_ids": ids,
        }] }),
    );
    records.labels.push(LabelFile {
        request_id,
        signature,
        content: pdf::document(pdf::A6, &pages),
    });
    Ok(reply)
}

/// Needs no credentials, only the exact URL.
pub fn fetch(records: &Records, file: &str, query: &Query) -> Result<Reply, Problem> {
    let label = records.labels.iter().find(|label| {
        file.strip_suffix(".pdf") == Some(&label.request_id)
            && query.text("Signature") == Some(&label.signature)
    });
    label
        .map(|label| Reply::pdf(label.content.clone()))
        .ok_or_else(|| {
            Problem::new("SI-40", "LABEL_NOT_FOUND")
                .message("There is no label at this address.")
                .status(404)
        })
}

/// Every product of the shipment needs a print group with a known layout.
fn check_groups(preferences: &Value, shipment: &Shipment) -> Result<(), Problem> {
    let groups = preferences[0]["groups"].as_array();
    let products = shipment.request["items"].as_array().into_iter().flatten();
    for product in products.filter_map(|item| Product::find(item["product_id"].as_str()?)) {
        let group = groups
            .into_iter()
            .flatten()
            .find(|group| group["group"] == product.group);
        let layout = group.and_then(|group| group["layout"].as_str());
        if !layout.is_some_and(|layout| LAYOUTS.contains(&layout)) {
            let message = format!(
                "There is no print preference with a valid layout for the group {}.",
                product.group
            );
            return Err(Problem::new("SI-41", "PRINT_PREFERENCE")
                .field("preferences")
                .message(&message));
        }
    }
    Ok(())
}

fn label_pages(shipment: &Shipment) -> Vec<Vec<String>> {
    let address = |member: &str| -> Vec<String> {
        let address = &shipment.request[member];
        let text = |field: &str| address[field].as_str().unwrap_or_default().to_owned();
        let mut lines = vec![text("name"), text("business_name")];
        lines.extend(
            address["lines"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(|line| line.as_str().map(str::to_owned)),
        );
        lines.push(format!(
            "{} {} {}",
            text("suburb"),
            text("state"),
            text("postcode")
        ));
        lines.retain(|line| !line.trim().is_empty());
        lines
    };
    let page = |(index, item): (usize, &super::state::Item)| {
        let product = shipment.request["items"][index]["product_id"]
            .as_str()
            .and_then(Product::find);
        let kilograms = format!(
            "{}.{:03} kg",
            item.parcel.weight_g / 1_000,
            item.parcel.weight_g % 1_000
        );
        let mut lines = vec![
            product.map_or_else(String::new, |product| product.name.to_owned()),
            String::new(),
        ];
        lines.push("DELIVER TO".to_owned());
        lines.extend(address("to"));
        lines.extend([String::new(), "FROM".to_owned()]);
        lines.extend(address("from"));
        lines.extend([
            String::new(),
            format!("Consignment {}", shipment.connote),
            format!(
                "Article {}   {} of {}",
                item.article,
                index + 1,
                shipment.items.len()
            ),
            format!("{kilograms}   {}", shipment.reference().unwrap_or_default()),
        ]);
        lines
    };
    shipment.items.iter().enumerate().map(page).collect()
}
