//! Rows of the network.

use serde_json::json;
use testkit::Client;

use super::{Fixtures, id};

pub async fn create(admin: &Client, stock: &mut Fixtures) {
    const BASE: &str = "/api/jobs";
    let port = json!({"headport": {"code": "MEL", "name": "Melbourne"}});
    let port = admin
        .post(&format!("{BASE}/head-port/head-port"), port)
        .await
        .result()["headport"]["id"]
        .clone();
    stock.insert("HeadPortId", id(&port));
    let zone = json!({"zone": {"headportid": port, "code": "METRO", "name": "Metro",
        "zoneLocation": [{"postCode": "3121"}]}});
    let zone = admin
        .post(&format!("{BASE}/zone/zone"), zone)
        .await
        .result();
    stock.insert("JobZoneId", id(&zone["zone"]["id"]));
    let port = json!({"headport": {"code": "SYD", "name": "Sydney"}});
    admin
        .post(&format!("{BASE}/head-port/head-port"), port)
        .await
        .result();
    let haul = json!({"linehaul": {"startheadport": {"code": "MEL"},
        "destinationheadport": {"code": "SYD"}}});
    let haul = admin
        .post(&format!("{BASE}/linehaul/line-haul"), haul)
        .await
        .result();
    stock.insert("LineHaulId", id(&haul["linehaul"]["id"]));
}
