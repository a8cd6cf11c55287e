//! Carrier failures: nothing is booked twice or lost, and errors are reported.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

use std::time::Duration;

use data::{
    db::{Col, Mode, PlatformSql, Val},
    ids::CustomerId,
    tsql,
};
use serde_json::{Value, json};
use stand_ins::australia_post::{Endpoint, Fault};
use testkit::{Client, Kit, given, on_both};
use work::job::{NewJob, ScopeJobs};

const BASE: &str = "/api/booking/booking";

async fn office(kit: &Kit) -> (Client, CustomerId) {
    let admin = kit.user("Admin").await;
    given::australia_post(kit, &admin, "POST").await;
    (admin, given::customer(kit, "Bluegum Wines").await)
}

async fn save_quoted(admin: &Client, customer: CustomerId) -> i64 {
    let mut request = given::quote_request(customer);
    request["items"] = json!([request["items"][0]]);
    let answer = given::quotes(admin, request.clone()).await;
    let (from, to) = given::addresses();
    let booking = json!({
        "customer": {"id": customer}, "fromAddress": from, "toAddress": to, "items": request["items"],
        "resourceToken": answer["resourceToken"], "quoteId": answer["quotes"][0]["id"],
    });
    let body = json!({"bookings": [{"booking": booking}], "operations": []});
    let saved = admin
        .post(&format!("{BASE}/createorupdatebatchbooking"), body)
        .await
        .result();
    saved["successBookings"][0]["booking"]["id"]
        .as_i64()
        .unwrap_or_else(|| panic!("not saved: {saved}"))
}

async fn get(admin: &Client, id: i64) -> Value {
    admin
        .get(&format!("{BASE}/getbookingforEdit?Id={id}"))
        .await
        .result()
}

async fn bulk(admin: &Client, ids: &[i64], operation: &str) -> Value {
    let body = json!({"bookingIds": ids, "operations": [operation]});
    admin
        .post(&format!("{BASE}/runbulkoperation"), body)
        .await
        .result()
}

#[track_caller]
fn all_succeeded(answer: &Value) {
    let results = answer["results"].as_array().unwrap();
    assert!(
        !results.is_empty() && results.iter().all(|result| result["success"] == true),
        "{answer}"
    );
}

/// Runs jobs until the booking has no pending operation.
async fn run_until_settled(kit: &Kit, admin: &Client, id: i64) -> Value {
    for _ in 0..40 {
        kit.drain_jobs().await;
        let booking = get(admin, id).await;
        if booking["pendingOperation"] == json!(null) {
            return booking;
        }
        tokio::time::sleep(Duration::from_millis(250)).await;
    }
    panic!("booking {id} is still open after ten seconds");
}

#[test]
fn a_lost_answer_is_found_again_and_not_booked_twice() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        for fault in [Fault::LoseResponse, Fault::Drop] {
            let id = save_quoted(&admin, customer).await;
            let before = kit.australia_post.shipment_count();
            // The plugin's own search for the lost shipment fails, too.
            kit.australia_post.fail(Endpoint::CreateShipments, fault);
            kit.australia_post
                .fail(Endpoint::FindShipments, Fault::Status(503));
            let answer = bulk(&admin, &[id], "Book").await;
            assert_eq!(
                answer["results"][0]["success"], false,
                "{fault:?}: {answer}"
            );
            let open = get(&admin, id).await;
            assert_eq!(
                (&open["pendingOperation"], &open["bookingStatus"]),
                (&json!("Book"), &json!("Quoted"))
            );
            assert_eq!(open["allowedOperations"], json!([]));
            let repeat = bulk(&admin, &[id], "Cancel").await;
            assert_eq!(
                repeat["results"][0]["success"], false,
                "nothing else begins meanwhile: {repeat}"
            );

            let booking = run_until_settled(&kit, &admin, id).await;
            assert_eq!(booking["bookingStatus"], "Booked", "{fault:?}");
            assert_eq!(kit.australia_post.shipment_count() - before, 1, "{fault:?}");
            let log: Vec<(&str, &str)> = booking["operationHistory"]
                .as_array()
                .unwrap()
                .iter()
                .map(|entry| {
                    (
                        entry["operation"].as_str().unwrap(),
                        entry["status"].as_str().unwrap(),
                    )
                })
                .collect();
            assert_eq!(log[..2], [("Create", "Success"), ("Book", "Pending")]);
            assert_eq!(log.last(), Some(&("Book", "Success")));
        }
    });
}

#[test]
fn after_a_crash_the_consignment_is_found() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let id = save_quoted(&admin, customer).await;
        all_succeeded(&bulk(&admin, &[id], "Book").await);
        let connote = get(&admin, id).await["consignmentId"].clone();
        let before = kit.australia_post.shipment_count();
        // A host crashed after the carrier accepted and before it was stored.
        let mut scope = kit.scope(Mode::Write);
        let sql = tsql!(
            "UPDATE bookings SET booking_status = 'Quoted', consignment_id = NULL, carrier_record = $3, intent = 'Book',
             intent_time = creation_time, intent_attempts = 1 WHERE tenant_id = $1 AND id = $2"
        );
        scope
            .rows(sql, vec![Val::I64(id), Val::Json("{}".to_owned())])
            .await
            .unwrap();
        scope
            .enqueue(NewJob::new("bookings.settle", json!({"bookingId": id})))
            .await
            .unwrap();
        scope.commit().await.unwrap();
        assert_eq!(get(&admin, id).await["pendingOperation"], "Book");

        let booking = run_until_settled(&kit, &admin, id).await;
        assert_eq!(
            (&booking["bookingStatus"], &booking["consignmentId"]),
            (&json!("Booked"), &connote)
        );
        assert_eq!(kit.australia_post.shipment_count(), before);
    });
}

#[test]
fn a_refusal_is_told_in_words_and_can_be_mended() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let id = save_quoted(&admin, customer).await;
        kit.australia_post
            .fail(Endpoint::CreateShipments, Fault::Status(401));
        kit.australia_post
            .fail(Endpoint::FindShipments, Fault::Status(401));
        let answer = bulk(&admin, &[id], "Book").await;
        assert_eq!(answer["results"][0]["success"], false, "{answer}");
        let failed = get(&admin, id).await;
        assert_eq!(failed["bookingStatus"], "Failed");
        assert_eq!(failed["pendingOperation"], json!(null));
        let entry = failed["operationHistory"]
            .as_array()
            .unwrap()
            .last()
            .cloned()
            .unwrap();
        assert_eq!(
            (&entry["operation"], &entry["status"]),
            (&json!("Book"), &json!("Failed"))
        );
        assert!(
            entry["message"]
                .as_str()
                .is_some_and(|words| words.len() > 5),
            "{entry}"
        );
        // An unused fault must not hit the second attempt.
        for _ in 0..3 {
            if get(&admin, id).await["bookingStatus"] == "Booked" {
                break;
            }
            bulk(&admin, &[id], "Book").await;
        }
        assert_eq!(get(&admin, id).await["bookingStatus"], "Booked");
    });
}

#[test]
fn cancelling_goes_through_the_carrier() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let id = save_quoted(&admin, customer).await;
        all_succeeded(&bulk(&admin, &[id], "Book").await);
        let before = kit.australia_post.calls(Endpoint::DeleteShipments);
        kit.australia_post
            .fail(Endpoint::DeleteShipments, Fault::LoseResponse);
        let answer = admin
            .post(&format!("{BASE}/cancelBooking"), json!({"id": id}))
            .await;
        assert_eq!(answer.expect_error(400)["code"], 4106);
        assert_eq!(get(&admin, id).await["pendingOperation"], "Cancel");
        let booking = run_until_settled(&kit, &admin, id).await;
        assert_eq!(
            booking["bookingStatus"], "Cancelled",
            "gone already is a success"
        );
        assert!(kit.australia_post.calls(Endpoint::DeleteShipments) > before);
        admin
            .post(&format!("{BASE}/cancelBooking"), json!({"id": id}))
            .await
            .expect_error(400);

        let draft = save_quoted(&admin, customer).await;
        let calls = kit.australia_post.requests().len();
        let cancelled = admin
            .post(&format!("{BASE}/cancelBooking"), json!({"id": draft}))
            .await
            .result();
        assert_eq!(cancelled["bookingStatus"], "Cancelled");
        assert_eq!(
            kit.australia_post.requests().len(),
            calls,
            "no carrier is asked about what it never had"
        );
    });
}

#[test]
fn a_manifest_takes_what_one_sender_has_and_is_closed_once() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let ids = [
            save_quoted(&admin, customer).await,
            save_quoted(&admin, customer).await,
        ];
        all_succeeded(&bulk(&admin, &ids, "Book").await);
        let unbooked = save_quoted(&admin, customer).await;
        let before = kit.australia_post.order_count();
        kit.australia_post
            .fail(Endpoint::CreateOrder, Fault::LoseResponse);
        kit.australia_post
            .fail(Endpoint::FindShipments, Fault::Status(503));
        let answer = bulk(&admin, &[ids[0], ids[1], unbooked], "Manifest").await;
        let results = answer["results"].as_array().unwrap();
        assert_eq!(results.len(), 3);
        assert!(
            results.iter().all(|result| result["success"] == false),
            "{answer}"
        );
        assert_eq!(get(&admin, ids[0]).await["bookingStatus"], "Manifesting");
        assert_eq!(get(&admin, unbooked).await["bookingStatus"], "Quoted");

        let (one, two) = (
            run_until_settled(&kit, &admin, ids[0]).await,
            run_until_settled(&kit, &admin, ids[1]).await,
        );
        assert_eq!(
            (&one["bookingStatus"], &two["bookingStatus"]),
            (&json!("Manifested"), &json!("Manifested"))
        );
        assert_eq!(one["manifestId"], two["manifestId"]);
        assert_eq!(
            kit.australia_post.order_count() - before,
            1,
            "one order, although its answer was lost"
        );
        let sheets = bulk(&admin, &ids, "PrintManifest").await;
        assert_eq!(sheets["manifest"].as_array().unwrap().len(), 1, "{sheets}");
        let tokens = admin
            .get(&format!(
                "{BASE}/getDocuments?DocumentType=2&BookingId={}",
                ids[0]
            ))
            .await
            .result();
        assert_eq!(tokens["tokens"], sheets["manifest"]);
        let token = tokens["tokens"][0].as_str().unwrap();
        let file = admin
            .get(&format!("/api/booking/File/DownloadDocument?token={token}"))
            .await;
        assert!(file.body.starts_with(b"%PDF-"));
        let foreign = given::customer(&kit, "Harbour Tools").await;
        let outsider = kit.customer_user(foreign).await;
        outsider
            .get(&format!("/api/booking/File/DownloadDocument?token={token}"))
            .await
            .expect_error(404);
    });
}

async fn track(kit: &Kit) {
    let mut scope = kit.scope(Mode::Write);
    scope
        .enqueue(NewJob::new("bookings.track", json!({})))
        .await
        .unwrap();
    scope.commit().await.unwrap();
    kit.drain_jobs().await;
}

#[test]
fn goods_of_which_nothing_is_heard_are_given_up() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let settings = "/api/core/tenantsettings/updateallsettings";
        let never = admin
            .put(settings, json!({"bookings": {"trackingDays": 0}}))
            .await;
        assert_eq!(never.invalid_members(), ["bookings.trackingDays"]);
        given::change_settings(&kit, json!({"bookings": {"trackingDays": 3}})).await;
        let id = save_quoted(&admin, customer).await;
        all_succeeded(&bulk(&admin, &[id], "Book").await);
        for (days, status) in [(2, "Booked"), (4, "TrackingExpired")] {
            let mut scope = kit.scope(Mode::Write);
            let long_ago = scope.now() - chrono::TimeDelta::days(days);
            let sql = tsql!(
                "UPDATE bookings SET booking_date = $3, track_after = NULL, last_tracking_modified_time = NULL
                 WHERE tenant_id = $1 AND id = $2"
            );
            scope
                .rows(sql, vec![Val::I64(id), long_ago.val()])
                .await
                .unwrap();
            scope.commit().await.unwrap();
            track(&kit).await;
            assert_eq!(get(&admin, id).await["bookingStatus"], status);
        }
    });
}

#[test]
fn a_held_booking_is_not_given_up_and_one_without_a_number_is_not_waited_for() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        given::change_settings(&kit, json!({"bookings": {"trackingDays": 3}})).await;
        let id = save_quoted(&admin, customer).await;
        all_succeeded(&bulk(&admin, &[id], "Book").await);
        all_succeeded(&bulk(&admin, &[id], "Hold").await);
        let mut scope = kit.scope(Mode::Write);
        let long_ago = scope.now() - chrono::TimeDelta::days(30);
        let sql = tsql!(
            "UPDATE bookings SET booking_date = $3, track_after = NULL, last_tracking_modified_time = NULL
             WHERE tenant_id = $1 AND id = $2"
        );
        scope
            .rows(sql, vec![Val::I64(id), long_ago.val()])
            .await
            .unwrap();
        scope.commit().await.unwrap();
        track(&kit).await;
        assert_eq!(get(&admin, id).await["bookingStatus"], "OnHold");
        all_succeeded(&bulk(&admin, &[id], "Release").await);
        assert_eq!(get(&admin, id).await["bookingStatus"], "Booked");
        assert_eq!(waiting_track_jobs(&kit).await, 1);

        let mut scope = kit.scope(Mode::Write);
        let sql =
            tsql!("UPDATE bookings SET consignment_id = NULL WHERE tenant_id = $1 AND id = $2");
        scope.rows(sql, vec![Val::I64(id)]).await.unwrap();
        let due = PlatformSql(
            "UPDATE jobs SET run_at = creation_time WHERE kind = 'bookings.track' AND for_tenant = $1 RETURNING id",
        );
        scope.platform(due, vec![kit.tenant.val()]).await.unwrap();
        scope.commit().await.unwrap();
        kit.drain_jobs().await;
        assert_eq!(waiting_track_jobs(&kit).await, 0);
    });
}

async fn waiting_track_jobs(kit: &Kit) -> i64 {
    let count = PlatformSql(
        "SELECT COUNT(*) FROM jobs WHERE kind = 'bookings.track' AND for_tenant = $1 AND state = 'waiting'",
    );
    let mut scope = kit.scope(Mode::Read);
    let rows = scope.platform(count, vec![kit.tenant.val()]).await.unwrap();
    rows[0].get(0).unwrap()
}

#[test]
fn tracking_is_asked_for_and_each_event_is_kept_once() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let id = save_quoted(&admin, customer).await;
        all_succeeded(&bulk(&admin, &[id], "Book").await);
        all_succeeded(&bulk(&admin, &[id], "Manifest").await);
        let connote = get(&admin, id).await["consignmentId"]
            .as_str()
            .unwrap()
            .to_owned();
        assert!(
            kit.australia_post
                .advance(&connote, "In transit", "MELBOURNE VIC")
        );
        all_succeeded(&bulk(&admin, &[id], "RefreshTracking").await);
        let first = get(&admin, id).await;
        assert_eq!(first["bookingStatus"], "InTransit", "{first}");
        let scans = first["trackingDetails"].as_array().unwrap().len();
        assert!(scans >= 1);
        all_succeeded(&bulk(&admin, &[id], "RefreshTracking").await);
        assert_eq!(
            get(&admin, id).await["trackingDetails"]
                .as_array()
                .unwrap()
                .len(),
            scans,
            "no event twice"
        );

        kit.australia_post
            .advance(&connote, "Delivered", "PARRAMATTA NSW");
        // Tracked just now: the job skips it.
        track(&kit).await;
        assert_eq!(get(&admin, id).await["bookingStatus"], "InTransit");
        let mut scope = kit.scope(Mode::Write);
        let sql = tsql!("UPDATE bookings SET track_after = NULL WHERE tenant_id = $1 AND id = $2");
        scope.rows(sql, vec![Val::I64(id)]).await.unwrap();
        scope.commit().await.unwrap();
        track(&kit).await;
        let delivered = get(&admin, id).await;
        assert_eq!(delivered["bookingStatus"], "Delivered");
        assert_eq!(delivered["lastTrackingStatus"], "Delivered");
        // A late event changes no status.
        kit.australia_post
            .advance(&connote, "Onboard for delivery", "SYDNEY NSW");
        all_succeeded(&bulk(&admin, &[id], "RefreshTracking").await);
        let late = get(&admin, id).await;
        assert_eq!(
            (&late["bookingStatus"], &late["lastTrackingStatus"]),
            (&json!("Delivered"), &json!("Delivered"))
        );
        let count = |booking: &Value| booking["trackingDetails"].as_array().unwrap().len();
        assert!(count(&late) > count(&delivered), "{late}");
        kit.australia_post.fail(Endpoint::Track, Fault::Garbage);
        let failing = bulk(&admin, &[id], "RefreshTracking").await;
        assert_eq!(failing["results"][0]["success"], false, "{failing}");
    });
}

#[test]
fn a_manifest_of_an_account_that_is_switched_off_is_given_up() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let id = save_quoted(&admin, customer).await;
        all_succeeded(&bulk(&admin, &[id], "Book").await);
        kit.australia_post
            .fail(Endpoint::CreateOrder, Fault::LoseResponse);
        kit.australia_post
            .fail(Endpoint::FindShipments, Fault::Status(503));
        bulk(&admin, &[id], "Manifest").await;
        switch_off_accounts(&kit).await;
        let booking = run_until_settled(&kit, &admin, id).await;
        assert_eq!(booking["bookingStatus"], "Booked");
        let path = format!("{BASE}/getOperationLogs?bookingId={id}");
        let log = admin.get(&path).await.result().to_string();
        assert!(log.contains("Ask the carrier what it has"), "{log}");
    });
}

async fn switch_off_accounts(kit: &Kit) {
    let mut scope = kit.scope(Mode::Write);
    let off = tsql!("UPDATE carrier_accounts SET is_active = FALSE WHERE tenant_id = $1");
    scope.rows(off, Vec::new()).await.unwrap();
    scope.commit().await.unwrap();
}

/// A booking that has not committed yet is followed by a deletion.
#[test]
fn a_booking_is_not_deleted_while_it_is_booked() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let id = save_quoted(&admin, customer).await;
        let mut claim = kit.scope(Mode::Write);
        let book = tsql!("UPDATE bookings SET booking_status = 'Booked' WHERE tenant_id = $1");
        claim.rows(book, Vec::new()).await.unwrap();
        let path = format!("{BASE}/deleteBooking?id={id}");
        let commit = async {
            // The deletion has begun by then; if not, it is refused anyway.
            tokio::time::sleep(Duration::from_millis(300)).await;
            claim.commit().await.unwrap();
        };
        let (answer, ()) = tokio::join!(admin.delete(&path), commit);
        answer.expect_error(400);
        assert_eq!(get(&admin, id).await["bookingStatus"], "Booked");
    });
}
