//! Invoice numbers: no gaps or duplicates under concurrent closing.

use std::collections::BTreeSet;

use futures_util::future::join_all;
use serde_json::{Value, json};
use testkit::{given, on_both};

use super::{BASE, create_ad_hoc, process};

fn digits_of(number: &Value) -> i64 {
    let digits: String = number
        .as_str()
        .unwrap()
        .chars()
        .filter(char::is_ascii_digit)
        .collect();
    digits.parse().unwrap()
}

#[test]
fn a_hundred_close_at_once_without_gap_or_double() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let mut ids = Vec::new();
        for _ in 0..100 {
            ids.push(create_ad_hoc(&admin, customer, 10.0).await["id"].clone());
        }
        let answers = join_all(ids.iter().map(|id| process(&admin, "Close", id))).await;
        for answer in &answers {
            assert_eq!(answer["success"], true, "{answer}");
        }
        let numbers: BTreeSet<i64> = answers
            .iter()
            .map(|answer| digits_of(&answer["invoiceNumber"]))
            .collect();
        assert_eq!(numbers.len(), 100);
        assert_eq!(
            numbers.last().unwrap() - numbers.first().unwrap(),
            99,
            "no gap"
        );
    });
}

#[test]
fn two_who_close_the_same_one_take_one_number() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let id = create_ad_hoc(&admin, customer, 10.0).await["id"].clone();
        let answers = join_all((0..8).map(|_| process(&admin, "Close", &id))).await;
        let done: Vec<&Value> = answers
            .iter()
            .filter(|answer| answer["success"] == true)
            .collect();
        assert_eq!(done.len(), 1, "{answers:?}");
        let next = create_ad_hoc(&admin, customer, 10.0).await["id"].clone();
        let next = process(&admin, "Close", &next).await;
        assert_eq!(
            digits_of(&next["invoiceNumber"]),
            digits_of(&done[0]["invoiceNumber"]) + 1
        );
    });
}

#[test]
fn numbers_are_given_by_hand_where_the_tenant_says_so() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let close = |id: Value, number: &str| json!({"operation": "Close", "ids": [id], "invoiceNumber": number});
        let path = format!("{BASE}/processinvoices");
        let id = create_ad_hoc(&admin, customer, 10.0).await["id"].clone();
        let counted = admin.post(&path, close(id.clone(), "X-1")).await.result();
        assert_eq!(counted[0]["success"], false, "numbers are counted");
        given::change_settings(&kit, json!({"invoice": {"isManual": true}})).await;
        assert_eq!(process(&admin, "Close", &id).await["success"], false);
        let by_hand = admin.post(&path, close(id, "X-1")).await.result();
        assert_eq!(by_hand[0]["invoiceNumber"], "X-1");
        let id = create_ad_hoc(&admin, customer, 10.0).await["id"].clone();
        let double = admin.post(&path, close(id.clone(), "X-1")).await.result();
        assert_eq!(double[0]["success"], false);
        assert_eq!(
            admin.post(&path, close(id, "X 2")).await.invalid_members(),
            ["invoiceNumber"]
        );
    });
}
