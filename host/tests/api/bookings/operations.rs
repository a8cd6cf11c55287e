//! Bulk operations on bookings, and their preview.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

use serde_json::{Value, json};
use testkit::{Client, given, on_both};

use super::{BASE, bulk, get, office, quote_booking, save, saved_id};

const ALL: [&str; 12] = [
    "Book",
    "Manifest",
    "BookPickup",
    "PrintLabel",
    "PrintManifest",
    "EmailDocuments",
    "Cancel",
    "RefreshTracking",
    "Requote",
    "Invoice",
    "Hold",
    "Release",
];

async fn preview(client: &Client, ids: &[i64], operations: &[&str]) -> Vec<Value> {
    let body = json!({"bookingIds": ids, "operations": operations});
    let answer = client
        .post(&format!("{BASE}/previewbulkoperation"), body)
        .await
        .result();
    answer["items"].as_array().unwrap().clone()
}

async fn possible_operations(client: &Client, id: i64) -> Vec<String> {
    let items = preview(client, &[id], &ALL).await;
    assert_eq!(items.len(), ALL.len());
    let can = items.iter().filter(|item| item["can"] == true);
    can.map(|item| item["operation"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn what_a_selection_can_is_told_before_it_is_asked_for() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let quoted_one = saved_id(
            &save(
                &admin,
                &quote_booking(&admin, customer, "own-fleet").await,
                &[],
            )
            .await,
        );
        let booked = saved_id(
            &save(
                &admin,
                &quote_booking(&admin, customer, "own-fleet").await,
                &["Book"],
            )
            .await,
        );
        let items = preview(&admin, &[quoted_one, booked, 999_999_999], &["Manifest"]).await;
        let can: Vec<bool> = items.iter().map(|item| item["can"] == true).collect();
        assert_eq!(can, [false, true, false], "{items:?}");
        assert!(
            items[0]["reason"]["message"]
                .as_str()
                .unwrap()
                .contains("possible when the booking is Booked")
        );
        assert_eq!(
            (&items[0]["id"], &items[1]["reason"]),
            (&json!(quoted_one), &Value::Null)
        );
        assert_eq!(
            get(&admin, booked).await["bookingStatus"],
            "Booked",
            "nothing is done"
        );

        assert_eq!(
            possible_operations(&admin, quoted_one).await,
            ["Book", "Cancel", "Requote", "Hold"]
        );
        let before = ["Manifest", "PrintLabel", "Cancel", "Invoice", "Hold"];
        assert_eq!(possible_operations(&admin, booked).await, before);
        bulk(&admin, &[booked], "Manifest").await;
        bulk(&admin, &[booked], "PrintLabel").await;
        let after = [
            "BookPickup",
            "PrintLabel",
            "PrintManifest",
            "EmailDocuments",
            "Cancel",
            "Invoice",
        ];
        assert_eq!(possible_operations(&admin, booked).await, after);
        bulk(&admin, &[quoted_one], "Hold").await;
        assert_eq!(
            possible_operations(&admin, quoted_one).await,
            ["Cancel", "Release"]
        );

        let outsider = kit
            .customer_user(given::customer(&kit, "Harbour Tools").await)
            .await;
        assert!(possible_operations(&outsider, booked).await.is_empty());
        let customer_client = possible_operations(&kit.customer_user(customer).await, booked).await;
        assert!(
            !customer_client.contains(&"Invoice".to_owned())
                && customer_client.contains(&"PrintLabel".to_owned()),
            "{customer_client:?}"
        );
        let path = format!("{BASE}/previewbulkoperation");
        let none = admin
            .post(&path, json!({"bookingIds": [], "operations": ["Book"]}))
            .await;
        assert_eq!(none.invalid_members(), ["bookingIds"]);
        let unknown = admin
            .post(
                &path,
                json!({"bookingIds": [booked], "operations": ["Launch"]}),
            )
            .await;
        assert_eq!(unknown.invalid_members(), ["operations[0]"]);
    });
}

#[test]
fn every_operation_answers_for_each_booking() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        given::inbox(&kit).await;
        let one = saved_id(
            &save(
                &admin,
                &quote_booking(&admin, customer, "own-fleet").await,
                &[],
            )
            .await,
        );
        let two = saved_id(
            &save(
                &admin,
                &quote_booking(&admin, customer, "own-fleet").await,
                &[],
            )
            .await,
        );
        let missing = 999_999_999;
        let way = [
            "Requote",
            "Hold",
            "Release",
            "Book",
            "PrintLabel",
            "EmailDocuments",
            "Manifest",
            "PrintManifest",
            "BookPickup",
            "Invoice",
        ];
        for operation in way {
            let answer = bulk(&admin, &[one, missing, two], operation).await;
            let results = answer["results"].as_array().unwrap();
            assert_eq!(results.len(), 3, "{operation}: {answer}");
            for result in results {
                assert_eq!(result["operation"], operation, "{answer}");
                assert_eq!(
                    result["success"],
                    result["bookingId"] != missing,
                    "{operation}: {answer}"
                );
            }
        }
        let history: Vec<String> = get(&admin, one).await["operationHistory"]
            .as_array()
            .unwrap()
            .iter()
            .map(|entry| entry["operation"].as_str().unwrap().to_owned())
            .collect();
        for operation in way {
            let logged = if operation == "PrintManifest" {
                "ReprintManifest"
            } else {
                operation
            };
            assert!(
                history.iter().any(|known| known == logged),
                "{operation} is not in {history:?}"
            );
        }
        let three = saved_id(
            &save(
                &admin,
                &quote_booking(&admin, customer, "own-fleet").await,
                &["Book"],
            )
            .await,
        );
        let answer = bulk(&admin, &[three, missing, one], "Cancel").await;
        let success: Vec<&Value> = answer["results"]
            .as_array()
            .unwrap()
            .iter()
            .map(|result| &result["success"])
            .collect();
        let named_items: Vec<&Value> = answer["results"]
            .as_array()
            .unwrap()
            .iter()
            .map(|result| &result["bookingId"])
            .collect();
        for (id, success) in named_items.iter().zip(success) {
            assert_eq!(success, **id == json!(three), "{answer}");
        }
        let answer = bulk(&admin, &[one, two], "RefreshTracking").await;
        assert!(
            answer["results"]
                .as_array()
                .unwrap()
                .iter()
                .all(|result| result["success"] == false),
            "{answer}"
        );
    });
}

#[test]
fn chosen_bookings_are_put_on_an_open_invoice_once() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let mut ids = Vec::new();
        for _ in 0..3 {
            ids.push(saved_id(
                &save(
                    &admin,
                    &quote_booking(&admin, customer, "own-fleet").await,
                    &["Book"],
                )
                .await,
            ));
        }
        let answer = bulk(&admin, &ids[..2], "Invoice").await;
        assert!(
            answer["results"]
                .as_array()
                .unwrap()
                .iter()
                .all(|result| result["success"] == true),
            "{answer}"
        );
        let mut invoices = Vec::new();
        for id in &ids {
            invoices.push(get(&admin, *id).await["invoiceId"].clone());
        }
        assert!(
            invoices[0].is_number() && invoices[0] == invoices[1] && invoices[2].is_null(),
            "{invoices:?}"
        );
        let repeat = bulk(&admin, &ids, "Invoice").await;
        let entry_for = |id: i64| {
            let results = repeat["results"].as_array().unwrap();
            results
                .iter()
                .find(|result| result["bookingId"] == id)
                .unwrap()
                .clone()
        };
        assert_eq!(
            (
                entry_for(ids[0])["success"].as_bool(),
                entry_for(ids[2])["success"].as_bool()
            ),
            (Some(false), Some(true))
        );
        assert!(
            entry_for(ids[0])["message"]
                .as_str()
                .unwrap()
                .contains("already on an open invoice"),
            "{repeat}"
        );
        let theirs = kit.customer_user(customer).await;
        let body = json!({"bookingIds": ids, "operations": ["Invoice"]});
        theirs
            .post(&format!("{BASE}/runbulkoperation"), body)
            .await
            .expect_error(403);
    });
}
