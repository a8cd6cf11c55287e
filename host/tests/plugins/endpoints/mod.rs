//! Plugin endpoints: access, limits, deliveries and callbacks, with guests that respond by path.

#![allow(clippy::unwrap_used, reason = "tests may panic")]

mod access;
mod deliveries;
mod stores;

use axum::http::Method;
use data::ids::CustomerId;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::json;
use sha2::Sha256;
use testkit::{ApiResponse, Client, GuestPlugin};

static ENDPOINTS: GuestPlugin = GuestPlugin {
    id: "endpoint-guest",
    manifest: r#"
        kind = "report"
        [grants]
        capabilities = ["data", "output"]
        [[endpoints]]
        path = "/any/*"
        methods = ["GET", "POST"]
        access = "open"
        per-minute = 6000
        [[endpoints]]
        path = "/scarce"
        access = "open"
        per-minute = 1
        [[endpoints]]
        path = "/small"
        access = "open"
        max-body-kib = 1
        [[endpoints]]
        path = "/signed"
        access = "hmac"
        hmac = { header = "x-sum", secret = "hookSecret", encoding = "hex", prefix = "sha256=" }
        callback = "guestevents"
        [[endpoints]]
        path = "/keyed"
        methods = ["GET"]
        access = "api-key"
        [[endpoints]]
        path = "/people"
        methods = ["GET"]
        access = "session"
        permission = "Pages.Booking"
        [[endpoints]]
        path = "/queued"
        access = "hmac"
        hmac = { header = "x-sum", secret = "hookSecret", encoding = "hex", prefix = "sha256=" }
        queue = true
        event-id = "x-event-id"
    "#,
    schema: SCHEMA,
};

static PUSH: GuestPlugin = GuestPlugin {
    id: "push-guest",
    manifest: r#"
        kind = "carrier"
        [[endpoints]]
        path = "/tracking"
        access = "open"
        queue = true
    "#,
    schema: SCHEMA,
};

static SHOP: GuestPlugin = GuestPlugin {
    id: "shop-guest",
    manifest: r#"
        kind = "commerce"
        [[endpoints]]
        path = "/rates"
        access = "open"
        callback = "guestrates"
    "#,
    schema: SCHEMA,
};

const SCHEMA: &str = r#"{"type": "object", "properties": {
    "hookSecret": {"type": "string", "writeOnly": true}, "label": {"type": "string"}
}, "additionalProperties": false}"#;

const BASE: &str = "/api/plugins/endpoint-guest";
const SECRET: &str = "a-secret-of-the-shop";

async fn save_store(admin: &Client, plugin: &str, customer: Option<CustomerId>) -> String {
    let body = json!({"id": plugin, "customerId": customer, "settings": {}, "secrets": {"hookSecret": SECRET}});
    let saved = admin.post("/api/plugins/savesettings", body).await.result();
    saved["storeKey"].as_str().unwrap().to_owned()
}

fn signed(body: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(SECRET.as_bytes()).unwrap();
    mac.update(body.as_bytes());
    format!("sha256={}", hex::encode(mac.finalize().into_bytes()))
}

async fn post(client: &Client, path: &str, body: &str) -> ApiResponse {
    client
        .send(
            Method::POST,
            path,
            Some(("text/plain", body.as_bytes().to_vec())),
        )
        .await
}

fn body_text(answer: &ApiResponse) -> String {
    String::from_utf8_lossy(&answer.body).into_owned()
}
