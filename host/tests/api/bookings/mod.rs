//! Bookings through the API, from quote to delivery.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

mod attachments;
mod cards;
mod carrier;
mod changes;
mod counters;
mod credit;
mod dispatch;
mod document_emails;
mod exchanges;
mod guests;
mod insurance;
mod labels;
mod late_scans;
mod legs;
mod lists;
mod margin;
mod names;
mod numbers;
mod operations;
mod pickups;
mod places;
mod quote_stream;
mod references;
mod resends;
mod reservations;
mod saves;
mod shares;
mod status_notifications;
mod stream;
mod transitions;
mod transport_documents;
mod uninvoiced;

use std::collections::BTreeSet;

use data::{
    db::{Col, Mode},
    ids::CustomerId,
    tsql,
};
use serde_json::{Value, json};
use testkit::{Client, Kit, given, on_both};

const BASE: &str = "/api/booking/booking";

async fn quote_booking(client: &Client, customer: CustomerId, carrier: &str) -> Value {
    let mut request = given::quote_request(customer);
    request["items"] = json!([request["items"][0]]);
    request["filter"] = json!({"carrierCode": [carrier]});
    let answer = given::quotes(client, request.clone()).await;
    assert!(
        !answer["quotes"].as_array().unwrap().is_empty(),
        "no price: {answer}"
    );
    let (from, to) = given::addresses();
    json!({
        "customer": {"id": customer}, "fromAddress": from, "toAddress": to, "items": request["items"],
        "resourceToken": answer["resourceToken"], "quoteId": answer["quotes"][0]["id"], "reference": "PO-1001",
    })
}

async fn save(client: &Client, booking: &Value, operations: &[&str]) -> Value {
    let body = json!({"bookings": [{"booking": booking}], "operations": operations});
    client
        .post(&format!("{BASE}/createorupdatebatchbooking"), body)
        .await
        .result()
}

#[track_caller]
fn saved_id(answer: &Value) -> i64 {
    answer["successBookings"][0]["booking"]["id"]
        .as_i64()
        .unwrap_or_else(|| panic!("not saved: {answer}"))
}

async fn get(client: &Client, id: i64) -> Value {
    client
        .get(&format!("{BASE}/getbookingforEdit?Id={id}"))
        .await
        .result()
}

async fn bulk(client: &Client, ids: &[i64], operation: &str) -> Value {
    let body = json!({"bookingIds": ids, "operations": [operation]});
    client
        .post(&format!("{BASE}/runbulkoperation"), body)
        .await
        .result()
}

async fn scan(client: &Client, id: i64, status: &str, at: Option<&str>) -> Value {
    let body = json!({"bookingId": id, "status": status, "description": "Seen", "location": "Depot", "at": at});
    client
        .post(&format!("{BASE}/addtrackingevent"), body)
        .await
        .result()
}

fn with_offered_price(booking: &Value, offered: &Value) -> Value {
    let mut booking = booking.clone();
    booking["quoteId"] = offered["id"].clone();
    booking["resourceToken"] = offered["resourceToken"].clone();
    booking
}

async fn office(kit: &Kit) -> (Client, CustomerId) {
    let admin = kit.user("Admin").await;
    given::own_fleet(kit, &admin, "FLEET").await;
    let customer = given::customer(kit, "Bluegum Wines").await;
    (admin, customer)
}

#[test]
fn from_the_quote_to_the_delivery() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let booking = quote_booking(&admin, customer, "own-fleet").await;
        let answer = save(&admin, &booking, &["Book", "PrintLabel"]).await;
        let id = saved_id(&answer);
        assert_eq!(
            answer["successBookings"][0]["booking"]["bookingStatus"],
            "Booked"
        );
        let connote = answer["successBookings"][0]["booking"]["consignmentId"]
            .as_str()
            .unwrap()
            .to_owned();
        assert!(connote.starts_with("SCF"), "{connote}");

        // Every print returns the same sheet.
        let token = answer["label"][0].as_str().unwrap().to_owned();
        assert_eq!(
            bulk(&admin, &[id], "PrintLabel").await["label"],
            json!([token])
        );
        let tokens = admin
            .get(&format!(
                "{BASE}/getDocuments?DocumentType=1&BookingId={id}"
            ))
            .await
            .result();
        assert_eq!(tokens, json!({"tokens": [token]}));
        let file = admin
            .get(&format!("/api/booking/File/DownloadDocument?token={token}"))
            .await;
        assert_eq!(file.status, 200);
        assert!(file.body.starts_with(b"%PDF-"), "the label is a PDF");
        assert_eq!(file.headers["content-type"], "application/pdf");
        kit.guest()
            .get(&format!("/api/booking/File/DownloadDocument?token={token}"))
            .await
            .expect_error(401);

        let manifested = bulk(&admin, &[id], "Manifest").await;
        assert_eq!(manifested["results"][0]["success"], true, "{manifested}");
        let detail = get(&admin, id).await;
        assert_eq!(detail["bookingStatus"], "Manifested");
        assert!(
            detail["manifestId"]
                .as_str()
                .is_some_and(|number| !number.is_empty())
        );

        for (status, hours) in [("PickedUp", 5), ("InTransit", 4), ("OutForDelivery", 3)] {
            let at = (chrono::Utc::now() - chrono::TimeDelta::hours(hours)).to_rfc3339();
            assert_eq!(
                scan(&admin, id, status, Some(&at)).await["bookingStatus"],
                status
            );
        }
        let signed = json!({
            "bookingId": id, "status": "Delivered", "description": "Seen", "location": "Depot", "signedBy": "K. Lee",
        });
        let delivered = admin
            .post(&format!("{BASE}/addtrackingevent"), signed)
            .await
            .result();
        assert_eq!(delivered["bookingStatus"], "Delivered");
        assert_eq!(delivered["trackingDetails"].as_array().unwrap().len(), 4);
        let log = admin
            .get(&format!("{BASE}/getOperationLog?id={id}"))
            .await
            .result();
        let operations: Vec<&str> = log["integrationLog"]
            .as_array()
            .unwrap()
            .iter()
            .map(|entry| entry["operation"].as_str().unwrap())
            .collect();
        assert_eq!(
            &operations[..5],
            ["Create", "Book", "PrintLabel", "ReprintLabel", "Manifest"],
            "{log}"
        );
        for at in [2, 3] {
            let printed = &log["integrationLog"][at];
            assert_eq!(printed["value"], format!("label-{connote}.pdf"), "{log}");
            assert_eq!(printed["userName"], "Admin Tester", "{log}");
        }

        // Public tracking by connote and postcode shows no names or streets.
        let guest = kit.guest();
        let tracked = guest
            .get(&format!(
                "{BASE}/getTrackingDetails?ConnoteNumber={connote}&PostCode=2150"
            ))
            .await
            .result();
        assert_eq!(tracked["bookingStatus"], "Delivered");
        let proof = &tracked["proofOfDelivery"];
        assert_eq!(
            (&proof["signedBy"], &proof["location"]),
            (&json!("K. Lee"), &json!("Depot")),
            "{tracked}"
        );
        assert!(proof["deliveredAt"].is_string());
        assert_eq!(tracked["toAddress"]["suburb"], "Parramatta");
        assert_eq!(tracked["toAddress"]["addressLine1"], json!(null));
        assert!(!tracked.to_string().contains("Harbour Tools"));
        guest
            .get(&format!(
                "{BASE}/getTrackingDetails?ConnoteNumber={connote}&PostCode=9999"
            ))
            .await
            .expect_error(404);
    });
}

#[test]
fn a_quote_is_booked_once() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let booking = quote_booking(&admin, customer, "own-fleet").await;
        let ops = ["Book"];
        let (one, two, three) = tokio::join!(
            save(&admin, &booking, &ops),
            save(&admin, &booking, &ops),
            save(&admin, &booking, &ops)
        );
        let answers = [&one, &two, &three];
        let won: BTreeSet<i64> = answers
            .iter()
            .filter_map(|answer| answer["successBookings"][0]["booking"]["id"].as_i64())
            .collect();
        assert_eq!(won.len(), 1, "{one} {two} {three}");
        let won: Vec<i64> = won.into_iter().collect();
        // Too late for the quote, or the booking is in progress.
        for failed in answers
            .iter()
            .filter_map(|answer| answer["failBookings"].get(0))
        {
            let other = failed["booking"]["id"].as_i64();
            assert!(other.is_none() || other == Some(won[0]), "{failed}");
        }
        let repeat = save(&admin, &booking, &ops).await;
        assert_eq!(
            saved_id(&repeat),
            won[0],
            "the same call again is answered with its booking"
        );
        let colleague = save(&kit.user("Admin").await, &booking, &ops).await;
        assert_eq!(
            colleague["failBookings"][0]["errorInfo"]["code"], 4104,
            "{colleague}"
        );
        let all = admin.get(&format!("{BASE}/getbookings")).await.result();
        assert_eq!(all["totalCount"], 1, "{all}");
        bulk(&admin, &won, "Cancel").await;
        saved_id(&save(&admin, &booking, &ops).await);
    });
}

#[test]
fn two_who_book_the_same_booking_get_one_consignment() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        given::australia_post(&kit, &admin, "POST").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let before = kit.australia_post.shipment_count();
        let id = saved_id(
            &save(
                &admin,
                &quote_booking(&admin, customer, "australia-post").await,
                &[],
            )
            .await,
        );
        assert_eq!(get(&admin, id).await["bookingStatus"], "Quoted");
        let ids = [id];
        let (one, two) = tokio::join!(bulk(&admin, &ids, "Book"), bulk(&admin, &ids, "Book"));
        let won = [&one, &two]
            .iter()
            .filter(|answer| answer["results"][0]["success"] == true)
            .count();
        assert_eq!(won, 1, "{one} {two}");
        assert_eq!(kit.australia_post.shipment_count() - before, 1);
        assert_eq!(get(&admin, id).await["bookingStatus"], "Booked");
    });
}

#[test]
fn what_was_not_quoted_is_not_booked_at_its_price() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let mut booking = quote_booking(&admin, customer, "own-fleet").await;
        booking["items"][0]["weight"]["value"] = json!(900);
        let answer = save(&admin, &booking, &["Book"]).await;
        let errors = &answer["failBookings"][0]["errorInfo"]["validationErrors"];
        assert_eq!(
            errors[0]["members"],
            json!(["bookings[0].booking.items"]),
            "{answer}"
        );
        let mut more = quote_booking(&admin, customer, "own-fleet").await;
        more["items"][0]["quantity"] = json!(4);
        let answer = save(&admin, &more, &["Book"]).await;
        let offered = answer["failBookings"][0]["errorInfo"]["newQuote"].clone();
        assert!(
            offered["total"].as_f64().is_some_and(|total| total > 0.0),
            "{answer}"
        );
        let id = saved_id(&save(&admin, &with_offered_price(&more, &offered), &["Book"]).await);
        assert_eq!(
            get(&admin, id).await["pricingDetail"]["total"]["total"],
            offered["total"]
        );
        booking["items"][0]["weight"]["value"] = json!(0);
        booking["toAddress"]["postCode"] = json!("");
        let answer = save(&admin, &booking, &[]).await;
        let errors = answer["failBookings"][0]["errorInfo"]["validationErrors"]
            .as_array()
            .unwrap()
            .clone();
        let members: Vec<Value> = errors
            .iter()
            .map(|error| error["members"][0].clone())
            .collect();
        assert_eq!(
            members,
            [
                "bookings[0].booking.toAddress.postCode",
                "bookings[0].booking.items[0].weight.value"
            ]
            .map(Value::from)
        );
        let other = given::customer(&kit, "Harbour Tools").await;
        let mut booking = quote_booking(&admin, customer, "own-fleet").await;
        booking["customer"]["id"] = json!(other);
        let answer = save(&admin, &booking, &[]).await;
        assert_eq!(
            answer["failBookings"][0]["errorInfo"]["validationErrors"][0]["members"],
            json!(["bookings[0].booking.quoteId"])
        );
    });
}

#[test]
fn yesterdays_price_is_not_booked() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let booking = quote_booking(&admin, customer, "own-fleet").await;
        let mut scope = kit.scope(Mode::Write);
        let before = scope.now() - chrono::TimeDelta::hours(25);
        let sql = tsql!("UPDATE quote_answers SET creation_time = $2 WHERE tenant_id = $1");
        scope.rows(sql, vec![before.val()]).await.unwrap();
        scope.commit().await.unwrap();
        let answer = save(&admin, &booking, &["Book"]).await;
        assert_eq!(
            answer["failBookings"][0]["errorInfo"]["code"], 3102,
            "{answer}"
        );
        let offered = answer["failBookings"][0]["errorInfo"]["newQuote"].clone();
        assert_ne!(offered["id"], booking["quoteId"], "{answer}");
        let id = saved_id(&save(&admin, &with_offered_price(&booking, &offered), &["Book"]).await);
        let booked = get(&admin, id).await;
        assert_eq!(booked["pricingDetail"]["total"]["total"], offered["total"]);
        assert_eq!(booked["bookingStatus"], "Booked");
        let repeat = save(
            &kit.user("Admin").await,
            &with_offered_price(&booking, &offered),
            &["Book"],
        )
        .await;
        let info = &repeat["failBookings"][0]["errorInfo"];
        assert_eq!(
            (&info["code"], &info["newQuote"]),
            (&json!(4104), &Value::Null),
            "{repeat}"
        );
    });
}

#[test]
fn a_batch_says_of_each_what_came_of_it() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let good = quote_booking(&admin, customer, "own-fleet").await;
        let mut invalid = good.clone();
        invalid["items"] = json!([]);
        let mut bare = quote_booking(&admin, customer, "own-fleet").await;
        bare["toAddress"]["addressLine1"] = json!(null);
        let body = json!({"bookings": [{"booking": invalid}, {"booking": good}, {"booking": bare}], "operations": ["Book"]});
        let answer = admin
            .post(&format!("{BASE}/createorupdatebatchbooking"), body)
            .await
            .result();
        assert_eq!(answer["successBookings"][0]["index"], 1, "{answer}");
        let failed = answer["failBookings"].as_array().unwrap();
        assert_eq!(
            (&failed[0]["index"], &failed[0]["booking"]),
            (&json!(0), &json!(null))
        );
        assert_eq!(
            (&failed[1]["index"], &failed[1]["booking"]["bookingStatus"]),
            (&json!(2), &json!("Quoted"))
        );
        let member = &failed[1]["errorInfo"]["validationErrors"][0]["members"][0];
        assert_eq!(member, "bookings[2].booking.toAddress.addressLine1");

        let batch = answer["batchId"].as_str().unwrap();
        let deleted = admin
            .delete(&format!("{BASE}/deletebatchbooking?id={batch}"))
            .await
            .result();
        assert_eq!(
            deleted["deletedBookings"],
            json!([failed[1]["booking"]["id"]])
        );
        assert_eq!(
            deleted["failToDeleteBookings"][0]["id"],
            answer["successBookings"][0]["booking"]["id"]
        );
    });
}
