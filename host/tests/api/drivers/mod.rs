//! Drivers: records, availability, vehicles, positions, pre-start answers, and how they join.

mod compliance;
mod joining;
mod positions;
mod pre_start;
mod records;
mod vehicles;

use data::ids::DriverId;
use serde_json::{Value, json};
use testkit::Client;

const DRIVER: &str = "/api/drivers/driver/driver";
const VEHICLE: &str = "/api/drivers/vehicle/vehicle";
const AVAILABLE: &str = "/api/drivers/driver/available-for-work";

async fn create(admin: &Client, driver: Value) -> Value {
    let body = json!({ "driver": driver });
    admin.post(DRIVER, body).await.result()["driver"].clone()
}

async fn ann(admin: &Client) -> DriverId {
    let driver = create(admin, json!({"name": "Ann Lee"})).await;
    DriverId(driver["id"].as_i64().unwrap())
}

fn with_driver(path: &str, driver: DriverId) -> String {
    format!("{path}?driverId={driver}")
}
