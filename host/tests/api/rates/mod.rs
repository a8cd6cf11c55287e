//! Rate cards: cards, services, zones, rates, versions and lane lookups.

mod card_files;
mod cards;
mod copies;
mod imports;
mod lane;
mod map;
mod matrix;
mod measures;
mod prices;
mod quotes;
mod services;
mod versions;
mod workbooks;
mod zones;

use serde_json::{Value, json};
use testkit::Client;

const CARD: &str = "/api/rates/rate-card";
const SERVICE: &str = "/api/rates/service";
const ZONE: &str = "/api/rates/zone";
const RATE: &str = "/api/rates/rate";

/// A card with services ROAD and EXPRESS and zones MEL, SYD and REST.
struct CardFixture {
    card: i64,
    road: i64,
    express: i64,
    mel: i64,
    syd: i64,
    rest: i64,
}

async fn new_card(client: &Client, code: &str) -> Value {
    let body = json!({"rateCard": {"code": code, "name": format!("Card {code}")}});
    client
        .post(&format!("{CARD}/rate-card"), body)
        .await
        .result()["rateCard"]
        .clone()
}

async fn new_service(client: &Client, card: i64, code: &str) -> Value {
    let body = json!({"rateService": {"rateCardId": card, "code": code, "name": format!("Service {code}")}});
    client
        .post(&format!("{SERVICE}/rate-service"), body)
        .await
        .result()["rateService"]
        .clone()
}

async fn new_zone(client: &Client, card: i64, code: &str) -> Value {
    let body = json!({"zone": {"rateCardId": card, "code": code, "name": format!("Zone {code}")}});
    client.post(&format!("{ZONE}/zone"), body).await.result()["zone"].clone()
}

async fn new_place(client: &Client, zone: i64, place: Value) -> Value {
    let mut place = place;
    place["zoneId"] = json!(zone);
    let body = json!({ "zoneLocation": place });
    client
        .post(&format!("{ZONE}/add-zone-location"), body)
        .await
        .result()["zoneLocation"]
        .clone()
}

fn rate_body(service: i64, from: &str, to: &str, beside: Value) -> Value {
    let mut rate = json!({
        "rateServiceId": service, "fromZone": from, "toZone": to, "calculationMethod": "PerKg", "minimum": 9.5,
        "rateDetails": [{"rateType": "Basic", "basic": 10}, {"rateType": "Break", "break": null, "value": 1.25}],
    });
    for (name, value) in beside.as_object().unwrap() {
        rate[name] = value.clone();
    }
    rate
}

async fn new_rate(client: &Client, rate: Value) -> Value {
    client
        .post(&format!("{RATE}/rate"), json!({ "rate": rate }))
        .await
        .result()["rate"]
        .clone()
}

async fn create_card(client: &Client, code: &str) -> CardFixture {
    let id = |record: Value| record["id"].as_i64().unwrap();
    let card = id(new_card(client, code).await);
    CardFixture {
        card,
        road: id(new_service(client, card, "ROAD").await),
        express: id(new_service(client, card, "EXPRESS").await),
        mel: id(new_zone(client, card, "MEL").await),
        syd: id(new_zone(client, card, "SYD").await),
        rest: id(new_zone(client, card, "REST").await),
    }
}

async fn list_member(client: &Client, path: &str, member: &str) -> Vec<Value> {
    let page = client.get(path).await.result();
    let items = page["items"].as_array().unwrap();
    assert_eq!(page["totalCount"], items.len());
    items.iter().map(|item| item[member].clone()).collect()
}
