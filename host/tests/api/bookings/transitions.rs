//! Runs every operation in every status of a booking, and compares it with the life cycle.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

use bookings::{Operation, SeedBooking, Status};
use carriage::money::Amount;
use data::{
    db::Mode,
    ids::{CarrierAccountId, CustomerId},
    life_cycle::Operation as _,
};
use pricing::price::PriceLine;
use rust_decimal::Decimal;
use serde_json::{Value, json};
use testkit::{Client, Kit, given, on_both};

use super::BASE;

/// Part of the rejection by status.
const NOT_POSSIBLE: &str = "is not possible for a booking that is";

/// Saves a booking in every status.
async fn seed_all(kit: &Kit, account: i64, customer: CustomerId) -> Vec<(Status, i64)> {
    let (from, to) = given::addresses();
    let items = given::quote_request(customer)["items"].clone();
    let mut scope = kit.scope(Mode::Write);
    let mut seeded = Vec::new();
    let cost = Amount::line(Decimal::from(90), Decimal::TEN, "AUD");
    for status in Status::ALL {
        let seed = SeedBooking {
            customer,
            account: CarrierAccountId(account),
            service_code: "ROAD".to_owned(),
            service_name: "Road".to_owned(),
            from: serde_json::from_value(from.clone()).unwrap(),
            to: serde_json::from_value(to.clone()).unwrap(),
            items: serde_json::from_value(items.clone()).unwrap(),
            lines: vec![PriceLine::at_cost("ROAD", "Road", false, cost)],
            status: *status,
            created: scope.now(),
            reference: None,
            connote: None,
            manifest: Some(format!("M-{status}")),
            transit_days: None,
            scans: Vec::new(),
            note: None,
            dangerous_good_un_code: None,
            carrier_data: String::new(),
        };
        let id = bookings::seed_booking(&mut scope, seed).await.unwrap();
        seeded.push((*status, id.0));
    }
    scope.commit().await.unwrap();
    seeded
}

/// Returns None for a deleted booking.
async fn status_of(client: &Client, id: i64) -> Option<String> {
    let answer = client
        .get(&format!("{BASE}/getbookingforEdit?Id={id}"))
        .await;
    (answer.status == 200).then(|| {
        let status = &answer.result()["bookingStatus"];
        status.as_str().unwrap().to_owned()
    })
}

/// Returns success and the answer's text, by booking.
async fn apply(client: &Client, operation: Operation, ids: &[i64]) -> Vec<(bool, String)> {
    match operation {
        Operation::Edit | Operation::EditAddresses => {
            let change = |id: &i64| json!({"booking": {"id": id, "reference": "PO-2"}});
            let changes: Vec<Value> = ids.iter().map(change).collect();
            let answer = client
                .post(
                    &format!("{BASE}/createorupdatebatchbooking"),
                    json!({"bookings": changes}),
                )
                .await
                .result();
            let of_index = |list: &str, at: usize| {
                let entries = answer[list].as_array().unwrap();
                entries.iter().find(|one| one["index"] == at).cloned()
            };
            (0..ids.len())
                .map(|at| match of_index("failBookings", at) {
                    Some(failed) => (false, failed.to_string()),
                    None => (of_index("successBookings", at).is_some(), String::new()),
                })
                .collect()
        }
        Operation::AddTrackingEvent => {
            let mut answers = Vec::new();
            for id in ids {
                let scan = json!({"bookingId": id, "status": "Delivered", "description": "Seen", "location": "Depot"});
                let answer = client.post(&format!("{BASE}/addtrackingevent"), scan).await;
                let text = String::from_utf8_lossy(&answer.body).into_owned();
                answers.push((answer.status == 200, text));
            }
            answers
        }
        _ => {
            let answer = super::bulk(client, ids, operation.as_str()).await;
            let results = answer["results"].as_array().unwrap();
            ids.iter()
                .map(|id| {
                    let of = |one: &&Value| one["bookingId"] == *id;
                    let one = results.iter().find(of).unwrap();
                    (one["success"] == true, one.to_string())
                })
                .collect()
        }
    }
}

#[test]
fn every_operation_in_every_status_answers_as_the_table_says() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        for operation in Operation::ALL.iter().copied() {
            let seeded = seed_all(&kit, account, customer).await;
            let ids: Vec<i64> = seeded.iter().map(|(_, id)| *id).collect();
            let answers = apply(&admin, operation, &ids).await;
            for ((status, id), (success, text)) in seeded.into_iter().zip(answers) {
                let after = status_of(&admin, id).await;
                let context = format!("{operation} of {status} led to {after:?}: {text}");
                if !operation.is_allowed_in(status) {
                    assert!(!success && text.contains(NOT_POSSIBLE), "{context}");
                    assert_eq!(after.as_deref(), Some(status.as_str()), "{context}");
                    continue;
                }
                assert!(!text.contains(NOT_POSSIBLE), "{context}");
                let Some(after) = after.filter(|_| success) else {
                    continue;
                };
                let after: Status = after.parse().unwrap();
                // Scans and prices have rules of their own.
                if !matches!(
                    operation,
                    Operation::AddTrackingEvent | Operation::Edit | Operation::EditAddresses
                ) {
                    let fits = match operation.targets() {
                        [] => after == status,
                        targets => targets.contains(&after),
                    };
                    assert!(fits, "{context}");
                }
            }
        }
    });
}

#[test]
fn the_preview_refuses_what_the_table_refuses() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let account = given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let seeded = seed_all(&kit, account, customer).await;
        let ids: Vec<i64> = seeded.iter().map(|(_, id)| *id).collect();
        let bulk_ones = Operation::ALL.iter().copied();
        let bulk_ones: Vec<Operation> = bulk_ones
            .filter(|one| {
                !matches!(
                    one,
                    Operation::Edit | Operation::EditAddresses | Operation::AddTrackingEvent
                )
            })
            .collect();
        let body = json!({"bookingIds": ids, "operations": bulk_ones});
        let answer = admin
            .post(&format!("{BASE}/previewbulkoperation"), body)
            .await
            .result();
        let items = answer["items"].as_array().unwrap();
        assert_eq!(items.len(), seeded.len() * bulk_ones.len());
        for item in items {
            let operation: Operation = item["operation"].as_str().unwrap().parse().unwrap();
            let of = |(_, id): &&(Status, i64)| item["id"] == *id;
            let (status, _) = seeded.iter().find(of).unwrap();
            let is_refused = item["reason"].to_string().contains(NOT_POSSIBLE);
            assert_eq!(operation.is_allowed_in(*status), !is_refused, "{item}");
        }
    });
}
