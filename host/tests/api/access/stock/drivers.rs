//! Rows of a driver.

use testkit::{Client, api::*};

use super::Fixtures;

pub async fn create(admin: &Client, stock: &mut Fixtures) {
    let calls = admin.drivers();
    let driver = SaveDriver::new().driver(Driver::new().name("Ann Lee"));
    let driver = calls.post_driver(driver).await.driver.id;
    let message = NewDriverMessage::new()
        .driverid(driver)
        .text("Gate 2 is closed");
    let message = SendDriverMessage::new().message(message);
    let message = admin.jobs().message(message).await.message;
    let van = VehicleRequest::new()
        .driverid(driver)
        .name("Van")
        .registrationnumber("ABC123");
    let van = calls.post_vehicle(SaveVehicle::new().vehicle(van)).await;
    let available = DriverParameter::new().driver_id(driver);
    calls.put_available_for_work(available).await;
    let position = WaypointRequest::new()
        .driver_id(driver)
        .latitude(-33.8)
        .longitude(151.2)
        .creation_time(chrono::Utc::now().to_rfc3339());
    // The response has an id only if a single position is sent, not a list.
    let position = SaveWaypoints::new().waypoint(Raw(position));
    let position = calls.post_waypoint(position).await.waypoint.unwrap();
    let answer = DriverPreStartAnswer::new()
        .driverid(driver)
        .hadenoughsleep(true);
    let answer = SaveAnswer::new().driver_pre_start_answer(answer);
    let answer = calls.post_driver_pre_start_answer(answer).await;
    let document = DriverDocumentRequest::new()
        .driverid(driver)
        .kind(DriverDocumentKind::Other);
    let document = SaveDriverDocument::new().document(document);
    let document = calls.post_document(document).await.document;
    stock.extend([
        ("DriverId", driver.0),
        ("DriverMessageId", message.id.0),
        ("VehicleId", van.vehicle.id.0),
        ("WaypointId", position.id.0),
        ("PreStartAnswerId", answer.driver_pre_start_answer.id.0),
        ("DriverDocumentId", document.id.0),
    ]);
}
