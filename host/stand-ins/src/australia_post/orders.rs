//! Orders of shipments, and the order summary.

use serde_json::{Value, json};

use super::pdf;
use super::prices::{dollars, split_tax};
use super::server::{Problem, Reply};
use super::shipments::{in_order, not_found, to_json};
use super::state::{Order, Records, now};

const MAX_ITEMS: usize = 2_000;

pub fn create(records: &mut Records, body: &Value) -> Result<Reply, Problem> {
    if body["payment_method"]
        .as_str()
        .is_some_and(|method| method != "CHARGE_TO_ACCOUNT")
    {
        let message = "The payment method must be CHARGE_TO_ACCOUNT.";
        return Err(Problem::new("SI-30", "PAYMENT_METHOD")
            .field("payment_method")
            .message(message));
    }
    let ids: Vec<String> = body["shipments"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|shipment| shipment["shipment_id"].as_str().map(str::to_owned))
        .collect();
    if ids.is_empty() {
        return Err(Problem::new("44015", "NO_SHIPMENT_TO_DISPATCH")
            .message("The request holds no shipments."));
    }
    let mut items = 0;
    for id in &ids {
        let shipment = records.shipment(id).ok_or_else(|| not_found(id))?;
        if let Some(order) = &shipment.order_id {
            return Err(in_order(id, order));
        }
        items += shipment.items.len();
    }
    if items > MAX_ITEMS {
        let message = format!("An order holds at most {MAX_ITEMS} items.");
        return Err(Problem::new("44031", "MAX_ITEM_COUNT_ERROR").message(&message));
    }
    let id = format!("AP{:010}", records.next_number());
    for shipment in records
        .shipments
        .iter_mut()
        .filter(|shipment| ids.contains(&shipment.id))
    {
        shipment.order_id = Some(id.clone());
        shipment.add_event("Shipping information approved by Australia Post", "");
    }
    let reference = body["order_reference"].as_str().map(str::to_owned);
    let order = Order {
        id,
        reference,
        created: now(),
        shipment_ids: ids,
    };
    let reply = Reply::json(201, json!({ "order": order_json(records, &order) }));
    records.orders.push(order);
    Ok(reply)
}

/// `GET /orders/{id}`.
pub fn get(records: &Records, id: &str) -> Result<Reply, Problem> {
    let order = records.order(id).ok_or_else(|| unknown(id))?;
    Ok(Reply::json(
        200,
        json!({ "order": order_json(records, order) }),
    ))
}

/// `GET /accounts/{account}/orders/{id}/summary`.
pub fn summary(records: &Records, id: &str) -> Result<Reply, Problem> {
    let order = records.order(id).ok_or_else(|| unknown(id))?;
    let mut lines = vec![
        "Order summary".to_owned(),
        format!(
            "Order {}   reference {}",
            order.id,
            order.reference.as_deref().unwrap_or("-")
        ),
        format!("Created {}", order.created),
        String::new(),
    ];
    for shipment in order
        .shipment_ids
        .iter()
        .filter_map(|id| records.shipment(id))
    {
        let to = &shipment.request["to"];
        let text = |field: &str| to[field].as_str().unwrap_or_default();
        lines.push(format!(
            "{}   {} item(s)   {}, {} {}   {}",
            shipment.connote,
            shipment.items.len(),
            text("name"),
            text("suburb"),
            text("postcode"),
            dollars(shipment.price_cents())
        ));
    }
    lines.push(String::new());
    lines.push("Signature of the driver: ______________________".to_owned());
    Ok(Reply::pdf(pdf::document(pdf::A4, &[lines])))
}

fn order_json(records: &Records, order: &Order) -> Value {
    let shipments: Vec<_> = order
        .shipment_ids
        .iter()
        .filter_map(|id| records.shipment(id))
        .collect();
    let cents = shipments
        .iter()
        .map(|shipment| shipment.price_cents())
        .sum();
    let (without_tax, tax) = split_tax(cents);
    let items: usize = shipments.iter().map(|shipment| shipment.items.len()).sum();
    json!({
        "order_id": order.id, "order_reference": order.reference, "order_creation_date": order.created,
        "order_summary": {
            "total_cost": dollars(cents), "total_cost_ex_gst": dollars(without_tax), "total_gst": dollars(tax),
            "status": "Initiated", "number_of_shipments": shipments.len(), "number_of_items": items,
            "tracking_summary": { "Sealed": items },
        },
        "shipments": shipments.iter().map(|shipment| to_json(shipment, false)).collect::<Vec<_>>(),
        "payment_method": "CHARGE_TO_ACCOUNT",
    })
}

fn unknown(id: &str) -> Problem {
    let message = format!(
        "An order with order id {id} cannot be found. Please check that the identifier is correct and submit the request again."
    );
    Problem::new("44026", "ORDER_NOT_FOUND").message(&message)
}
