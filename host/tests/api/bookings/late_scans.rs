//! Scans out of order, in the future, and after the final status.

use carriage::{Event, Tracked};
use chrono::{TimeDelta, Utc};
use data::db::Mode;
use serde_json::json;
use testkit::on_both;

use super::{BASE, bulk, get, office, quote_booking, save, saved_id, scan};

#[test]
fn a_late_scan_of_a_delivered_booking_is_kept_and_changes_no_status() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let id = saved_id(
            &save(
                &admin,
                &quote_booking(&admin, customer, "own-fleet").await,
                &["Book"],
            )
            .await,
        );
        bulk(&admin, &[id], "Manifest").await;
        let at = |minutes: i64| (Utc::now() - TimeDelta::minutes(minutes)).to_rfc3339();
        scan(&admin, id, "PickedUp", Some(&at(500))).await;
        let delivered = scan(&admin, id, "Delivered", Some(&at(70))).await;
        assert_eq!(delivered["bookingStatus"], "Delivered");
        for (status, minutes) in [("InTransit", 300), ("OutForDelivery", 40), ("Damaged", 20)] {
            let late = scan(&admin, id, status, Some(&at(minutes))).await;
            assert_eq!(late["bookingStatus"], "Delivered", "{status}");
            assert_eq!(late["lastTrackingStatus"], "Delivered", "{status}");
            assert_eq!(
                late["lastTrackingModifiedTime"], delivered["lastTrackingModifiedTime"],
                "{status}"
            );
        }
        let booking = get(&admin, id).await;
        let scans = booking["trackingDetails"].as_array().unwrap();
        let order: Vec<&str> = scans
            .iter()
            .map(|scan| scan["status"].as_str().unwrap())
            .collect();
        assert_eq!(
            order,
            [
                "PickedUp",
                "InTransit",
                "Delivered",
                "OutForDelivery",
                "Damaged"
            ]
        );
        assert!(
            booking["allowedOperations"]
                .as_array()
                .unwrap()
                .contains(&json!("AddTrackingEvent"))
        );

        let change = json!({"bookingId": id, "bookingStatus": "InTransit"});
        let refused = admin
            .put(&format!("{BASE}/updateBookingDetails"), change)
            .await
            .expect_error(400);
        assert_eq!(refused["code"], 4101, "{refused}");
        assert_eq!(get(&admin, id).await["bookingStatus"], "Delivered");
    });
}

#[test]
fn a_late_scan_of_goods_sent_back_is_kept() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let id = saved_id(
            &save(
                &admin,
                &quote_booking(&admin, customer, "own-fleet").await,
                &["Book"],
            )
            .await,
        );
        bulk(&admin, &[id], "Manifest").await;
        let at = |minutes: i64| (Utc::now() - TimeDelta::minutes(minutes)).to_rfc3339();
        scan(&admin, id, "ReturnedToSender", Some(&at(90))).await;
        let late = scan(&admin, id, "AtDepot", Some(&at(30))).await;
        assert_eq!(
            (
                &late["bookingStatus"],
                late["trackingDetails"].as_array().unwrap().len()
            ),
            (&json!("ReturnedToSender"), 2)
        );
        let other = saved_id(
            &save(
                &admin,
                &quote_booking(&admin, customer, "own-fleet").await,
                &["Book"],
            )
            .await,
        );
        bulk(&admin, &[other], "Cancel").await;
        let body = json!({"bookingId": other, "status": "InTransit"});
        admin
            .post(&format!("{BASE}/addtrackingevent"), body)
            .await
            .expect_error(400);
    });
}

#[test]
fn a_late_event_that_a_carrier_pushes_is_kept() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let id = saved_id(
            &save(
                &admin,
                &quote_booking(&admin, customer, "own-fleet").await,
                &["Book"],
            )
            .await,
        );
        bulk(&admin, &[id], "Manifest").await;
        let at = |minutes: i64| (Utc::now() - TimeDelta::minutes(minutes)).to_rfc3339();
        scan(&admin, id, "Delivered", Some(&at(70))).await;
        let event = Event {
            id: "late-1".to_owned(),
            at: at(40),
            status: Some("OutForDelivery".to_owned()),
            description: "On the van".to_owned(),
            location: "Depot".to_owned(),
            signed_by: None,
        };
        let connote = get(&admin, id).await["consignmentId"]
            .as_str()
            .unwrap()
            .to_owned();
        let news = [Tracked {
            connote,
            events: vec![event],
            eta: None,
        }];
        for _ in 0..2 {
            bookings::apply_pushed(&mut kit.scope(Mode::Write), "own-fleet", None, &news)
                .await
                .unwrap();
        }
        let booking = get(&admin, id).await;
        assert_eq!(
            (&booking["bookingStatus"], &booking["lastTrackingStatus"]),
            (&json!("Delivered"), &json!("Delivered"))
        );
        assert_eq!(
            booking["trackingDetails"].as_array().unwrap().len(),
            2,
            "once: {booking}"
        );
    });
}

#[test]
fn late_scans_and_the_future() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let id = saved_id(
            &save(
                &admin,
                &quote_booking(&admin, customer, "own-fleet").await,
                &["Book"],
            )
            .await,
        );
        let body = json!({"bookingId": id, "status": "InTransit"});
        let early = admin
            .post(&format!("{BASE}/addtrackingevent"), body)
            .await
            .expect_error(400);
        assert_eq!(
            early["code"], 4101,
            "before the manifest nothing is scanned: {early}"
        );
        bulk(&admin, &[id], "Manifest").await;

        let at = |hours: i64| (chrono::Utc::now() + chrono::TimeDelta::hours(hours)).to_rfc3339();
        assert_eq!(
            scan(&admin, id, "OutForDelivery", Some(&at(-2))).await["bookingStatus"],
            "OutForDelivery"
        );
        let late = scan(&admin, id, "PickedUp", Some(&at(-9))).await;
        assert_eq!(
            late["bookingStatus"], "OutForDelivery",
            "a late scan never lowers the status"
        );
        assert_eq!(late["trackingDetails"][0]["status"], "PickedUp");
        let invalid = json!({"bookingId": id, "status": "Booked"});
        assert_eq!(
            admin
                .post(&format!("{BASE}/addtrackingevent"), invalid)
                .await
                .invalid_members(),
            ["status"]
        );
        let future = json!({"bookingId": id, "status": "Delivered", "at": at(1)});
        assert_eq!(
            admin
                .post(&format!("{BASE}/addtrackingevent"), future)
                .await
                .invalid_members(),
            ["at"]
        );
        assert_eq!(
            scan(&admin, id, "Lost", None).await["bookingStatus"],
            "Lost"
        );
        assert_eq!(
            scan(&admin, id, "Delivered", None).await["bookingStatus"],
            "Delivered"
        );
        admin
            .post(&format!("{BASE}/cancelBooking"), json!({"id": id}))
            .await
            .expect_error(400);
    });
}
