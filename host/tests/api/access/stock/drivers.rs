//! Rows of a driver.

use serde_json::json;
use testkit::Client;

use super::{Fixtures, id};

pub async fn create(admin: &Client, stock: &mut Fixtures) {
    const BASE: &str = "/api/drivers";
    let driver = json!({"driver": {"name": "Ann Lee"}});
    let driver = admin
        .post(&format!("{BASE}/driver/driver"), driver)
        .await
        .result()["driver"]["id"]
        .clone();
    stock.insert("DriverId", id(&driver));
    let message = json!({"message": {"driverid": driver, "text": "Gate 2 is closed"}});
    let message = admin.post("/api/jobs/job/message", message).await.result();
    stock.insert("DriverMessageId", id(&message["message"]["id"]));
    let van =
        json!({"vehicle": {"driverid": driver, "name": "Van", "registrationnumber": "ABC123"}});
    let van = admin
        .post(&format!("{BASE}/vehicle/vehicle"), van)
        .await
        .result();
    stock.insert("VehicleId", id(&van["vehicle"]["id"]));
    let path = format!("{BASE}/driver/available-for-work?driverId={driver}");
    admin.put(&path, json!({})).await.result();
    let position = json!({"waypoint": {"driverId": driver, "latitude": -33.8, "longitude": 151.2,
        "creationTime": chrono::Utc::now()}});
    let position = admin
        .post(&format!("{BASE}/waypoint/waypoint"), position)
        .await
        .result();
    stock.insert("WaypointId", id(&position["waypoint"]["id"]));
    let answer = json!({"driverPreStartAnswer": {"driverid": driver, "hadenoughsleep": true}});
    let path = "/api/compliance/pre-start-check/driver-pre-start-answer";
    let answer = admin.post(path, answer).await.result();
    stock.insert(
        "PreStartAnswerId",
        id(&answer["driverPreStartAnswer"]["id"]),
    );
    let document = json!({"document": {"driverid": driver, "kind": "Other"}});
    let document = admin
        .post(&format!("{BASE}/driver/document"), document)
        .await
        .result();
    stock.insert("DriverDocumentId", id(&document["document"]["id"]));
}
