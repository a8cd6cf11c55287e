//! The main workflow through the API: quotes, booking, label, manifest, tracking to Delivered.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

use serde_json::{Value, json};
use testkit::{Client, Kit, given, on_both};

const BOOKING: &str = "/api/booking/booking";

async fn book(kit: &Kit, client: &Client, carrier: &str) -> i64 {
    let customer = given::customer(kit, "Bluegum Wines").await;
    let answer = given::quotes(client, given::quote_request(customer)).await;
    let quotes = answer["quotes"].as_array().unwrap();
    let quote = quotes
        .iter()
        .find(|quote| quote["carrier"]["code"] == carrier);
    let quote = quote.unwrap_or_else(|| panic!("no price from {carrier}: {answer}"));
    let (from, to) = given::addresses();
    let request = given::quote_request(customer);
    let body = json!({
        "bookings": [{"booking": {
            "customer": {"id": customer}, "fromAddress": from, "toAddress": to, "items": request["items"],
            "resourceToken": answer["resourceToken"], "quoteId": quote["id"], "reference": "PO-4711",
        }}],
        "operations": ["Book"],
    });
    let answer = client
        .post(&format!("{BOOKING}/createorupdatebatchbooking"), body)
        .await
        .result();
    assert_eq!(answer["failBookings"], json!([]), "{answer}");
    let booked = &answer["successBookings"][0]["booking"];
    assert_eq!(booked["bookingStatus"], "Booked", "{answer}");
    booked["id"].as_i64().unwrap()
}

async fn booking(client: &Client, id: i64) -> Value {
    client
        .get(&format!("{BOOKING}/getbookingforEdit?Id={id}"))
        .await
        .result()
}

async fn run(client: &Client, id: i64, operation: &str) -> Value {
    let body = json!({"bookingIds": [id], "operations": [operation]});
    let answer = client
        .post(&format!("{BOOKING}/runbulkoperation"), body)
        .await
        .result();
    assert_eq!(
        answer["results"][0]["success"], true,
        "{operation}: {answer}"
    );
    answer
}

async fn document(client: &Client, token: &Value) -> Vec<u8> {
    let token = token.as_str().unwrap();
    let answer = client
        .get(&format!("/api/booking/File/DownloadDocument?token={token}"))
        .await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.headers["content-type"], "application/pdf");
    assert!(answer.body.starts_with(b"%PDF-"));
    answer.body
}

#[test]
fn from_quote_to_delivered_with_ones_own_fleet() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        given::own_fleet(&kit, &admin, "METRO").await;
        given::australia_post(&kit, &admin, "POST").await;
        let dispatcher = kit.user("Dispatcher").await;
        let id = book(&kit, &dispatcher, "own-fleet").await;
        let booked = booking(&dispatcher, id).await;
        let connote = booked["consignmentId"].as_str().unwrap().to_owned();
        assert!(connote.starts_with("SCF"), "{connote}");
        assert_eq!(booked["totalWeight"]["value"], 357.5);

        let label = run(&dispatcher, id, "PrintLabel").await;
        document(&dispatcher, &label["label"][0]).await;
        let manifested = run(&dispatcher, id, "Manifest").await;
        document(&dispatcher, &manifested["manifest"][0]).await;
        assert_eq!(
            booking(&dispatcher, id).await["bookingStatus"],
            "Manifested"
        );

        for (status, description) in [
            ("PickedUp", "Picked up"),
            ("InTransit", "Left Melbourne depot"),
            ("OutForDelivery", "On board"),
            ("Delivered", "Signed for"),
        ] {
            let scan = json!({"bookingId": id, "status": status, "description": description, "location": "Richmond VIC", "signedBy": "S. Fields"});
            dispatcher
                .post(&format!("{BOOKING}/addtrackingevent"), scan)
                .await
                .result();
            assert_eq!(booking(&dispatcher, id).await["bookingStatus"], status);
        }
        let tracked = kit
            .guest()
            .get(&format!(
                "{BOOKING}/getTrackingDetails?ConnoteNumber={connote}&PostCode=2150"
            ))
            .await
            .result();
        assert_eq!(tracked["bookingId"], id);
        assert!(
            tracked["trackingDetails"].as_array().unwrap().len() >= 4,
            "{tracked}"
        );
        kit.guest()
            .get(&format!(
                "{BOOKING}/getTrackingDetails?ConnoteNumber={connote}&PostCode=9999"
            ))
            .await
            .expect_error(404);

        let outsider = kit.another_tenant().await.user("Admin").await;
        outsider
            .get(&format!("{BOOKING}/getbookingforEdit?Id={id}"))
            .await
            .expect_error(404);
        assert_eq!(
            outsider
                .get(&format!("{BOOKING}/getbookings"))
                .await
                .result()["totalCount"],
            0
        );
    });
}

#[test]
fn with_a_carrier_of_the_outside_world() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        given::australia_post(&kit, &admin, "POST").await;
        let dispatcher = kit.user("Dispatcher").await;
        let customer = given::customer(&kit, "Harbour Tools").await;
        let refused = given::quotes(&dispatcher, given::quote_request(customer)).await;
        assert_eq!(refused["quotes"], json!([]));
        assert_eq!(refused["failures"][0]["carrier"]["code"], "australia-post");
        assert!(
            !refused["failures"][0]["message"]
                .as_str()
                .unwrap()
                .is_empty()
        );

        let mut request = given::quote_request(customer);
        request["items"].as_array_mut().unwrap().truncate(1);
        let answer = given::quotes(&dispatcher, request.clone()).await;
        let quote = &answer["quotes"][0];
        assert_eq!(quote["carrier"]["code"], "australia-post", "{answer}");
        let (from, to) = given::addresses();
        let body = json!({
            "bookings": [{"booking": {
                "customer": {"id": customer}, "fromAddress": from, "toAddress": to, "items": request["items"],
                "resourceToken": answer["resourceToken"], "quoteId": quote["id"],
            }}],
            "operations": ["Book", "PrintLabel"],
        });
        let answer = dispatcher
            .post(&format!("{BOOKING}/createorupdatebatchbooking"), body)
            .await
            .result();
        assert_eq!(answer["failBookings"], json!([]), "{answer}");
        let id = answer["successBookings"][0]["booking"]["id"]
            .as_i64()
            .unwrap();
        let labels = dispatcher
            .get(&format!(
                "{BOOKING}/getDocuments?DocumentType=1&BookingId={id}"
            ))
            .await
            .result();
        document(&dispatcher, &labels["tokens"][0]).await;
        run(&dispatcher, id, "Manifest").await;

        let connote = booking(&dispatcher, id).await["consignmentId"]
            .as_str()
            .unwrap()
            .to_owned();
        assert!(
            kit.australia_post
                .advance(&connote, "Delivered", "PARRAMATTA NSW")
        );
        run(&dispatcher, id, "RefreshTracking").await;
        assert_eq!(booking(&dispatcher, id).await["bookingStatus"], "Delivered");
    });
}
