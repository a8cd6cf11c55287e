//! Oversized plugin results: nothing is stored, nothing lost.

use std::time::Duration;

use serde_json::{Value, json};
use testkit::{Client, GuestPlugin, Kit, given, on_host};

const BASE: &str = "/api/booking/booking";

const GUEST: GuestPlugin = GuestPlugin::carrier(
    "guest",
    r#"{"type": "object", "properties": {"misdeed": {"type": "string"}}}"#,
);

async fn office(kit: &Kit, misdeed: &str) -> Client {
    GUEST.install(kit).await;
    let admin = kit.user("Admin").await;
    let settings = json!({"id": "guest", "settings": {"misdeed": misdeed}});
    admin
        .post("/api/plugins/savesettings", settings)
        .await
        .result();
    given::account(&admin, "guest", "GUEST", json!([])).await;
    admin
}

async fn booking(admin: &Client, id: i64) -> Value {
    admin
        .get(&format!("{BASE}/getbookingforEdit?Id={id}"))
        .await
        .result()
}

async fn run(admin: &Client, id: i64, operation: &str) -> Value {
    let body = json!({"bookingIds": [id], "operations": [operation]});
    admin
        .post(&format!("{BASE}/runbulkoperation"), body)
        .await
        .result()["results"][0]
        .clone()
}

#[test]
fn a_rate_that_is_too_large_is_refused_and_told() {
    on_host("plugin bounds", |kit| async move {
        let admin = office(&kit, "bloat service-name 7340032").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let answer = given::quotes(&admin, given::quote_request(customer)).await;
        assert_eq!(answer["quotes"], json!([]));
        let text = answer.to_string();
        assert!(
            text.contains("rates[3].service-name has 7340032 bytes; at most 200 are taken"),
            "{text}"
        );
        assert!(text.len() < 10_000, "{}", text.len());
    });
}

#[test]
fn a_booking_whose_answer_is_too_large_is_found_labelled_and_cancelled() {
    on_host("plugin bounds", |kit| async move {
        let admin = office(&kit, "sell 6291456").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let mut request = given::quote_request(customer);
        request["items"] = json!([request["items"][0]]);
        let answer = given::quotes(&admin, request.clone()).await;
        let (from, to) = given::addresses();
        let wanted = json!({
            "customer": {"id": customer}, "fromAddress": from, "toAddress": to, "items": request["items"],
            "resourceToken": answer["resourceToken"], "quoteId": answer["quotes"][0]["id"],
        });
        let body = json!({"bookings": [{"booking": wanted}], "operations": []});
        let saved = admin
            .post(&format!("{BASE}/createorupdatebatchbooking"), body)
            .await
            .result();
        let id = saved["successBookings"][0]["booking"]["id"]
            .as_i64()
            .unwrap_or_else(|| panic!("not saved: {saved}"));

        let refused = run(&admin, id, "Book").await;
        assert_eq!(refused["success"], false, "{refused}");
        assert!(
            refused
                .to_string()
                .contains("data has 6291456 bytes; at most 4096 are taken"),
            "{refused}"
        );
        assert_eq!(booking(&admin, id).await["pendingOperation"], "Book");
        for _ in 0..40 {
            kit.drain_jobs().await;
            if booking(&admin, id).await["pendingOperation"].is_null() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(250)).await;
        }
        let results = booking(&admin, id).await;
        assert_eq!(results["bookingStatus"], "Booked", "{results}");
        let printed = run(&admin, id, "PrintLabel").await;
        assert_eq!(printed["success"], true, "{printed}");
        let cancelled = run(&admin, id, "Cancel").await;
        assert_eq!(cancelled["success"], true, "{cancelled}");
        assert_eq!(booking(&admin, id).await["bookingStatus"], "Cancelled");
    });
}
