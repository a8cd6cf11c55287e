//! Selling prices: markups and promo codes in quotes and bookings.

mod insurance;
mod markups;
mod preview;
mod promo_codes;

use kernel::ids::CustomerId;
use serde_json::{Value, json};
use testkit::{Client, given};

const MARKUP: &str = "/api/booking/Markup";

fn cents(value: &Value) -> i64 {
    (value
        .as_f64()
        .unwrap_or_else(|| panic!("{value} is no amount"))
        * 100.0)
        .round() as i64
}

async fn quotes(client: &Client, customer: CustomerId, more: Value) -> Vec<Value> {
    let mut request = given::quote_request(customer);
    request
        .as_object_mut()
        .unwrap()
        .extend(more.as_object().unwrap().clone());
    let mut quotes = given::quotes(client, request).await["quotes"]
        .as_array()
        .unwrap()
        .clone();
    assert!(!quotes.is_empty());
    quotes.sort_by_key(|quote| quote["service"]["code"].as_str().unwrap().to_owned());
    quotes
}

async fn road(client: &Client, customer: CustomerId) -> Value {
    road_with(client, customer, json!({})).await
}

async fn road_with(client: &Client, customer: CustomerId, more: Value) -> Value {
    let quotes = quotes(client, customer, more).await;
    quotes
        .into_iter()
        .find(|quote| quote["service"]["code"] == "ROAD")
        .expect("road is quoted")
}

fn sums(quote: &Value) -> (i64, i64) {
    (
        cents(&quote["carrierCost"]["totalExcludingGst"]),
        cents(&quote["customerCost"]["totalExcludingGst"]),
    )
}

async fn service(admin: &Client, code: &str) -> i64 {
    let path = "/api/carrier/carrierservices/getcarrierservices?maxResultCount=1000";
    let all = admin.get(path).await.result();
    let of_fleet = |one: &&Value| one["carrierCode"] == "own-fleet" && one["code"] == code;
    all["items"]
        .as_array()
        .unwrap()
        .iter()
        .find(of_fleet)
        .expect("the service is there")["id"]
        .as_i64()
        .unwrap()
}

fn percent(value: i64) -> Value {
    json!({"calcMethod": "Percentage", "value": value})
}
