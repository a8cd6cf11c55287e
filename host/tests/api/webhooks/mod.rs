//! Webhooks: signed events for subscribers, retried until accepted.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

mod addresses;
mod events;
mod finances;
mod log;
mod receiver;
mod secrets;

use data::db::{Col, Mode, PlatformSql};
use serde_json::{Value, json};
use testkit::{Client, Kit};

use receiver::Receiver;

const SUBSCRIPTION: &str = "/api/webhooks/subscription";
const DELIVERY: &str = "/api/webhooks/delivery";

async fn subscribe(client: &Client, url: &str, events: &[&str]) -> (i64, String) {
    let created = save(
        client,
        json!({"name": "Warehouse", "url": url, "events": events}),
    )
    .await;
    (
        created["subscription"]["id"].as_i64().unwrap(),
        created["secret"].as_str().unwrap().to_owned(),
    )
}

async fn save(client: &Client, subscription: Value) -> Value {
    let body = json!({ "subscription": subscription });
    client
        .post(&format!("{SUBSCRIPTION}/createorupdatesubscription"), body)
        .await
        .result()
}

async fn subscription(client: &Client, id: i64) -> Value {
    client
        .get(&format!("{SUBSCRIPTION}/getsubscriptionforedit?id={id}"))
        .await
        .result()["subscription"]
        .clone()
}

async fn deliveries(client: &Client, id: i64) -> Vec<Value> {
    let path =
        format!("{DELIVERY}/getdeliveries?subscriptionId={id}&sorting=id&maxResultCount=100");
    client.get(&path).await.result()["items"]
        .as_array()
        .unwrap()
        .clone()
}

async fn delivery(client: &Client, id: &Value) -> Value {
    client
        .get(&format!("{DELIVERY}/getdelivery?id={id}"))
        .await
        .result()
}

async fn resend(client: &Client, id: &Value) {
    client
        .post(&format!("{DELIVERY}/resenddelivery"), json!({ "id": id }))
        .await
        .result();
}

async fn ping(client: &Client, id: i64) -> Value {
    client
        .post(&format!("{SUBSCRIPTION}/sendtest"), json!({ "id": id }))
        .await
        .result()["deliveryId"]
        .clone()
}

async fn run_retries(kit: &Kit) {
    const DUE: PlatformSql = PlatformSql(
        "UPDATE jobs SET run_at = $2 WHERE for_tenant = $1 AND kind = 'webhooks.deliver' AND state = 'waiting'",
    );
    let mut tx = kit
        .app
        .host()
        .db()
        .begin_platform(Mode::Write)
        .await
        .unwrap();
    tx.platform(
        DUE,
        vec![kit.tenant.val(), kit.app.host().clock().now().val()],
    )
    .await
    .unwrap();
    tx.commit().await.unwrap();
    kit.drain_jobs().await;
}

async fn start_receiver(kit: &Kit, events: &[&str]) -> (Client, Receiver, i64, String) {
    let (admin, receiver) = (kit.user("Admin").await, Receiver::start().await);
    let (id, secret) = subscribe(&admin, &receiver.url(), events).await;
    (admin, receiver, id, secret)
}

async fn add_customer(client: &Client, name: &str) -> Value {
    let body = json!({"customer": {"companyName": name, "creditLimit": 73_000}});
    client
        .post("/api/customer/customer/createorupdatecustomer", body)
        .await
        .result()["customer"]
        .clone()
}
