//! Shipments: created, found by id or sender reference, deleted while in no order.

use serde_json::{Value, json};

use super::parcels::Parcel;
use super::prices::{Product, dollars, is_postcode, split_tax};
use super::server::{Problem, Query, Reply};
use super::state::{Item, Records, Shipment, now};

const STATES: [&str; 8] = ["ACT", "NSW", "NT", "QLD", "SA", "TAS", "VIC", "WA"];
const MAX_ITEMS: usize = 20;

pub fn create(records: &mut Records, body: &Value) -> Result<Reply, Problem> {
    let requests = body["shipments"]
        .as_array()
        .filter(|requests| !requests.is_empty());
    let requests = requests.ok_or_else(|| missing("shipments"))?;
    // All are checked before any is created.
    let items: Vec<Vec<(Parcel, i64)>> = requests.iter().map(check).collect::<Result<_, _>>()?;
    let created: Vec<Value> = requests
        .iter()
        .zip(items)
        .map(|(request, items)| to_json(add_shipment(records, request, items), false))
        .collect();
    Ok(Reply::json(201, json!({ "shipments": created })))
}

fn check(request: &Value) -> Result<Vec<(Parcel, i64)>, Problem> {
    for reference in [
        "shipment_reference",
        "customer_reference_1",
        "customer_reference_2",
    ] {
        if request[reference]
            .as_str()
            .is_some_and(|text| text.chars().count() > 50)
        {
            let message = format!("The {reference} must not exceed 50 characters.");
            return Err(Problem::new("44010", "MAX_LENGTH_MERCHANT_REFERENCE_TEXT")
                .field(reference)
                .message(&message));
        }
    }
    for member in ["from", "to"] {
        check_address(member, &request[member])?;
    }
    let items = request["items"]
        .as_array()
        .filter(|items| !items.is_empty())
        .ok_or_else(|| missing("items"))?;
    if items.len() > MAX_ITEMS {
        let message = format!("The maximum number of items in a shipment is {MAX_ITEMS}.");
        return Err(Problem::new("SI-20", "TOO_MANY_ITEMS")
            .field("items")
            .message(&message));
    }
    let postcode = |member: &str| request[member]["postcode"].as_str().unwrap_or_default();
    items
        .iter()
        .map(|item| {
            let product = item["product_id"]
                .as_str()
                .ok_or_else(|| missing("product_id"))?;
            let product = Product::find(product).ok_or_else(|| {
                let message = format!("The product {product} is not supported by your contract.");
                Problem::new("42012", "PRODUCT_NOT_SUPPORTED_BY_CONTRACT_ERROR")
                    .field("product_id")
                    .message(&message)
            })?;
            if item["contains_dangerous_goods"] == true && !product.dangerous_goods {
                let message = format!(
                    "The product {} does not support dangerous goods.",
                    product.id
                );
                let name = "DANGEROUS_GOODS_NOT_SUPPORTED_BY_PRODUCT_ERROR";
                return Err(Problem::new("44003", name)
                    .field("contains_dangerous_goods")
                    .message(&message));
            }
            let parcel = Parcel::read(item)?;
            match parcel.check_limits() {
                Some(problem) => Err(problem),
                None => Ok((
                    parcel,
                    product.price_cents(&parcel, postcode("from"), postcode("to")),
                )),
            }
        })
        .collect()
}

fn check_address(member: &str, address: &Value) -> Result<(), Problem> {
    for (field, most) in [("name", 40), ("suburb", 40), ("state", 3), ("postcode", 4)] {
        let path = format!("{member}.{field}");
        let text = address[field]
            .as_str()
            .filter(|text| !text.trim().is_empty())
            .ok_or_else(|| missing(&path))?;
        if text.chars().count() > most {
            let message = format!("The {path} must not exceed {most} characters.");
            return Err(Problem::new("SI-21", "FIELD_TOO_LONG")
                .field(&path)
                .message(&message));
        }
    }
    let lines = address["lines"]
        .as_array()
        .map(|lines| lines.iter().filter_map(Value::as_str).collect::<Vec<_>>());
    let lines = lines
        .filter(|lines| !lines.is_empty())
        .ok_or_else(|| missing(&format!("{member}.lines")))?;
    if lines.len() > 3 || lines.iter().any(|line| line.chars().count() > 60) {
        let message = "An address has at most three lines of 40 characters.";
        return Err(Problem::new("SI-22", "ADDRESS_LINES")
            .field(&format!("{member}.lines"))
            .message(message));
    }
    let text = |field: &str| address[field].as_str().unwrap_or_default();
    if !STATES.contains(&text("state")) || !is_postcode(text("postcode")) {
        let message = "Your combination of suburb, state & postcode doesn't match. Please review and try again.";
        return Err(Problem::new("SI-23", "SUBURB_STATE_POSTCODE")
            .field(member)
            .message(message));
    }
    Ok(())
}

fn add_shipment<'b>(
    records: &'b mut Records,
    request: &Value,
    parcels: Vec<(Parcel, i64)>,
) -> &'b Shipment {
    let number = records.next_number();
    let connote = format!("WSI{number:07}");
    let items = parcels
        .into_iter()
        .enumerate()
        .map(|(index, (parcel, price_cents))| Item {
            id: format!("item{number:010}-{:03}", index + 1),
            article: format!("{connote}{:02}", index + 1),
            parcel,
            price_cents,
            events: Vec::new(),
        });
    let mut shipment = Shipment {
        id: format!("StandIn{number:017}"),
        connote: connote.clone(),
        created: now(),
        request: request.clone(),
        items: items.collect(),
        order_id: None,
    };
    shipment.add_event("Shipping information received by Australia Post", "");
    records.shipments.push(shipment);
    // Pushed by the line above.
    &records.shipments[records.shipments.len() - 1]
}

/// `GET /shipments`.
pub fn find(records: &Records, query: &Query) -> Result<Reply, Problem> {
    let found: Vec<&Shipment> = if let Some(ids) = query.list("shipment_ids") {
        ids.iter()
            .map(|id| records.shipment(id).ok_or_else(|| not_found(id)))
            .collect::<Result<_, _>>()?
    } else {
        let number = |name: &str| query.text(name).and_then(|text| text.parse::<usize>().ok());
        let (Some(offset), Some(most)) = (number("offset"), number("number_of_shipments")) else {
            return Err(missing("offset and number_of_shipments"));
        };
        let references = query.list("sender_reference");
        let statuses = query.list("status");
        let matches_query = |shipment: &&Shipment| {
            let sender_references = shipment.sender_references();
            references.as_ref().is_none_or(|wanted| {
                sender_references
                    .iter()
                    .any(|one| wanted.iter().any(|other| other == one))
            }) && statuses
                .as_ref()
                .is_none_or(|wanted| wanted.iter().any(|status| status == shipment.status()))
        };
        records
            .shipments
            .iter()
            .filter(matches_query)
            .skip(offset)
            .take(most)
            .collect()
    };
    let found: Vec<Value> = found
        .into_iter()
        .map(|shipment| to_json(shipment, true))
        .collect();
    Ok(Reply::json(200, json!({ "shipments": found })))
}

/// `DELETE /shipments/{id}` and `DELETE /shipments?shipment_ids=`.
pub fn delete(records: &mut Records, ids: &[String]) -> Result<Reply, Problem> {
    if ids.is_empty() {
        return Err(Problem::new("44023", "NO_SHIPMENT_TO_DELETE")
            .message("The request holds no shipments."));
    }
    for id in ids {
        let shipment = records.shipment(id).ok_or_else(|| not_found(id))?;
        if let Some(order) = &shipment.order_id {
            return Err(in_order(id, order));
        }
    }
    records
        .shipments
        .retain(|shipment| !ids.contains(&shipment.id));
    Ok(Reply::empty(200))
}

/// Converts a shipment to the API's JSON, optionally with its addresses.
pub fn to_json(shipment: &Shipment, with_addresses: bool) -> Value {
    let items: Vec<Value> = shipment
        .items
        .iter()
        .enumerate()
        .map(|(index, item)| {
            let request = &shipment.request["items"][index];
            let (without_tax, tax) = split_tax(item.price_cents);
            json!({
                "item_id": item.id, "item_reference": request["item_reference"], "product_id": request["product_id"],
                "weight": request["weight"],
                "tracking_details": { "article_id": item.article, "consignment_id": shipment.connote },
                "item_summary": {
                    "total_cost": dollars(item.price_cents), "total_cost_ex_gst": dollars(without_tax),
                    "total_gst": dollars(tax), "status": shipment.status()
                }
            })
        })
        .collect();
    let (without_tax, tax) = split_tax(shipment.price_cents());
    let request = &shipment.request;
    let mut answer = json!({
        "shipment_id": shipment.id, "shipment_reference": shipment.reference(),
        "shipment_creation_date": shipment.created, "shipment_modified_date": shipment.created,
        "customer_reference_1": request["customer_reference_1"], "customer_reference_2": request["customer_reference_2"],
        "sender_references": shipment.sender_references(),
        "email_tracking_enabled": request["email_tracking_enabled"] == true,
        "items": items,
        "shipment_summary": {
            "total_cost": dollars(shipment.price_cents()), "total_cost_ex_gst": dollars(without_tax),
            "fuel_surcharge": 0, "total_gst": dollars(tax), "status": shipment.status(),
            "number_of_items": shipment.items.len(), "tracking_summary": {}
        },
        "movement_type": "DESPATCH",
    });
    if with_addresses {
        answer["from"] = request["from"].clone();
        answer["to"] = request["to"].clone();
    }
    if let Some(order) = &shipment.order_id {
        answer["order_id"] = order.as_str().into();
    }
    answer
}

pub fn missing(field: &str) -> Problem {
    let message = format!(
        "The field {field} is missing or empty. Please include it and submit the request again."
    );
    Problem::new("40002", "JSON_MANDATORY_FIELD_MISSING")
        .field(field)
        .message(&message)
}

pub fn not_found(id: &str) -> Problem {
    let message = format!(
        "The shipment with shipment id {id} you requested can not be found. Please check the shipment id requested and submit the request again."
    );
    Problem::new("44013", "SHIPMENT_NOT_FOUND_ERROR")
        .message(&message)
        .status(404)
}

pub fn in_order(id: &str, order: &str) -> Problem {
    let message = format!("The shipment {id} is already in the order {order}.");
    Problem::new("44016", "SHIPMENT_INITIATED").message(&message)
}
