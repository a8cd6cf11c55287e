//! Bookings on the tenant's own vehicles and their jobs, which move together.

use std::cell::Cell;

use bookings::{
    Status,
    events::{STATUS_CHANGED, StatusChange},
};
use data::{
    db::Mode,
    ids::{BookingId, CustomerId},
};
use serde_json::{Value, json};
use testkit::{Client, Kit, given, on_both};
use work::event::ScopeEvents;

use super::{JOBS, allocate, driver, run};

/// Books a consignment and lets the listeners work.
pub(super) async fn booked(kit: &Kit, admin: &Client, carrier: &str) -> Value {
    let customer = given::customer(kit, "Bluegum Wines").await;
    book(kit, admin, customer, carrier).await
}

async fn book(kit: &Kit, admin: &Client, customer: CustomerId, carrier: &str) -> Value {
    let mut request = given::quote_request(customer);
    request["filter"] = json!({"carrierCode": [carrier]});
    // Parcels take no pallets.
    request["items"].as_array_mut().unwrap().truncate(1);
    let answer = given::quotes(admin, request.clone()).await;
    let (from, to) = given::addresses();
    let booking = json!({"customer": {"id": customer}, "fromAddress": from, "toAddress": to,
        "items": request["items"], "resourceToken": answer["resourceToken"],
        "quoteId": answer["quotes"][0]["id"], "reference": "PO-48291"});
    let batch = json!({"bookings": [{"booking": booking}], "operations": ["Book", "Manifest"]});
    let path = "/api/booking/booking/createorupdatebatchbooking";
    let saved = admin.post(path, batch).await.result();
    assert_eq!(saved["failBookings"], json!([]), "{saved}");
    kit.drain_jobs().await;
    let bookings = admin
        .get("/api/booking/booking/getbookings?sorting=id desc")
        .await
        .result();
    bookings["items"][0].clone()
}

async fn load(admin: &Client, booking: &Value) -> Value {
    let path = format!(
        "/api/booking/booking/getbookingforEdit?id={}",
        booking["id"]
    );
    admin.get(&path).await.result()
}

async fn status(admin: &Client, booking: &Value) -> Value {
    load(admin, booking).await["bookingStatus"].clone()
}

#[test]
fn a_booking_on_own_vehicles_makes_one_job_and_follows_it() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        given::own_fleet(&kit, &admin, "METRO").await;
        let booking = booked(&kit, &admin, "own-fleet").await;
        let listed = admin.get(JOBS).await.result();
        assert_eq!(listed["totalCount"], 1, "{listed}");
        let job = &listed["items"][0];
        assert_eq!(job["bookingid"], booking["id"]);
        assert_eq!(job["connoteno"], booking["consignmentId"]);
        assert_eq!(
            (&job["jobstatus"], &job["reference"]),
            (&json!("Unallocated"), &json!("PO-48291"))
        );
        assert_eq!(job["toaddress"]["companyname"], "Harbour Tools");
        assert_eq!(job["totalquantity"], 3);
        assert!(job["pricingdetails"]["sell"]["total"].as_f64().unwrap() > 0.0);

        let ann = driver(&admin, "Ann Lee").await;
        allocate(&admin, ann, &[job]).await;
        for (operation, expected) in [
            ("PickUp", "PickedUp"),
            ("Depart", "OutForDelivery"),
            ("Arrive", "AtDelivery"),
            ("Deliver", "Delivered"),
        ] {
            run(&admin, job, &[operation]).await;
            kit.drain_jobs().await;
            assert_eq!(status(&admin, &booking).await, expected);
        }
        assert_eq!(super::reload(&admin, job).await["jobstatus"], "Delivered");
    });
}

#[test]
fn a_job_follows_its_booking() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        given::own_fleet(&kit, &admin, "METRO").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let booking = book(&kit, &admin, customer, "own-fleet").await;
        let job = admin.get(JOBS).await.result()["items"][0].clone();
        let cancel = json!({"id": booking["id"]});
        admin
            .post("/api/booking/booking/cancelBooking", cancel)
            .await
            .result();
        kit.drain_jobs().await;
        assert_eq!(super::reload(&admin, &job).await["jobstatus"], "Cancelled");

        let booking = book(&kit, &admin, customer, "own-fleet").await;
        let job = admin.get(JOBS).await.result()["items"][0].clone();
        let scan = json!({"bookingId": booking["id"], "status": "PickedUp", "description": "",
            "location": ""});
        admin
            .post("/api/booking/booking/addtrackingevent", scan)
            .await
            .result();
        kit.drain_jobs().await;
        assert_eq!(super::reload(&admin, &job).await["jobstatus"], "PickedUp");
    });
}

#[test]
fn a_job_repeats_no_scan_that_was_made_by_hand() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        given::own_fleet(&kit, &admin, "METRO").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let statuses = ["AtPickup", "PickedUp", "InTransit", "OutForDelivery"];
        for _ in 0..3 {
            let booking = book(&kit, &admin, customer, "own-fleet").await;
            let is_done = Cell::new(false);
            let work = async {
                while !is_done.get() {
                    kit.drain_jobs().await;
                }
            };
            let scan = async {
                for status in statuses {
                    let scan = json!({"bookingId": booking["id"], "status": status,
                        "description": "", "location": ""});
                    let path = "/api/booking/booking/addtrackingevent";
                    admin.post(path, scan).await.result();
                }
                is_done.set(true);
            };
            tokio::join!(work, scan);
            kit.drain_jobs().await;
            let booking = load(&admin, &booking).await;
            let scans = booking["trackingDetails"].as_array().unwrap().iter();
            assert_eq!(
                scans.map(|scan| &scan["status"]).collect::<Vec<_>>(),
                statuses
            );
        }
    });
}

#[test]
fn a_booking_of_another_carrier_makes_no_job() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        given::australia_post(&kit, &admin, "EPARCEL").await;
        booked(&kit, &admin, "australia-post").await;
        assert_eq!(admin.get(JOBS).await.result()["totalCount"], 0);
    });
}

/// Of a hold and a release that follow each other, the listener runs for the hold last.
#[test]
fn a_hold_that_was_released_does_not_hold_the_job() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        given::own_fleet(&kit, &admin, "METRO").await;
        let booking = booked(&kit, &admin, "own-fleet").await;
        let job = admin.get(JOBS).await.result()["items"][0].clone();
        let mut scope = kit.scope(Mode::Write);
        let late = StatusChange {
            booking_id: BookingId(booking["id"].as_i64().unwrap()),
            from: Status::Manifested,
            to: Status::OnHold,
        };
        scope.publish(&STATUS_CHANGED, &late).await.unwrap();
        scope.commit().await.unwrap();
        kit.drain_jobs().await;
        assert_eq!(
            super::reload(&admin, &job).await["jobstatus"],
            "Unallocated"
        );
    });
}

/// Listeners cancel jobs of the cancelled bookings during the call.
#[test]
fn jobs_are_cancelled_together_with_their_bookings() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        given::own_fleet(&kit, &admin, "METRO").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        for _ in 0..4 {
            book(&kit, &admin, customer, "own-fleet").await;
        }
        let jobs = admin.get(JOBS).await.result()["items"].clone();
        let ids: Vec<&Value> = jobs
            .as_array()
            .unwrap()
            .iter()
            .map(|job| &job["id"])
            .collect();
        let body = json!({"operation": "Cancel", "ids": ids});
        let call = admin.post(super::PROCESS, body);
        let processed = super::while_listening(&kit, call).await.result();
        let failed = processed.as_array().unwrap().iter();
        let failed: Vec<&Value> = failed.filter(|one| one["success"] != true).collect();
        assert!(failed.is_empty(), "{failed:?}");
    });
}
