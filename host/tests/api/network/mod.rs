//! Head ports, their zones, and the head port that serves a place.

mod head_ports;
mod serving;
mod tables;
mod zones;

use serde_json::{Value, json};
use testkit::{ApiResponse, Client};

const PORT: &str = "/api/jobs/head-port/head-port";
const PORTS: &str = "/api/jobs/head-port/head-ports";
const ZONE: &str = "/api/jobs/zone/zone";
const ZONES: &str = "/api/jobs/zone/zones";
const LOCATION: &str = "/api/jobs/zone/zone-location";
const LOCATIONS: &str = "/api/jobs/zone/zone-locations";

async fn port(admin: &Client, code: &str) -> Value {
    let body = json!({"headport": {"code": code, "name": format!("Depot {code}")}});
    admin.post(PORT, body).await.result()["headport"].clone()
}

async fn zone(admin: &Client, port: &Value, code: &str, places: Value) -> Value {
    let zone =
        json!({"headportid": port["id"], "code": code, "name": code, "zoneLocation": places});
    let saved = admin.post(ZONE, json!({ "zone": zone })).await;
    saved.result()["zone"].clone()
}

/// Returns the message at a rejected member.
fn message_at(answer: &ApiResponse, member: &str) -> String {
    let error = answer.expect_error(400);
    let fields = error["validationErrors"].as_array().cloned();
    let field = fields.unwrap_or_default().into_iter().find(|field| {
        field["members"]
            .as_array()
            .is_some_and(|members| members.contains(&json!(member)))
    });
    let field = field.unwrap_or_else(|| panic!("nothing at {member}: {error}"));
    field["message"].as_str().unwrap_or_default().to_owned()
}
