//! Accounts of one carrier in one call: one's failure does not affect the others.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use testkit::{GuestPlugin, Kit, given, on_host};

const JOINT: GuestPlugin = GuestPlugin::carrier("joint-guest", r#"{"type": "object"}"#);

/// Returns the quotes of two accounts, one of which misbehaves.
async fn get_quotes(kit: &Kit, misdeed: &str) -> Value {
    JOINT.install(kit).await;
    let admin = kit.user("Admin").await;
    for (code, user) in [("GOOD", "ann"), ("BAD", misdeed)] {
        given::account(
            &admin,
            "joint-guest",
            code,
            json!([{"key": "user", "value": user}]),
        )
        .await;
    }
    let customer = given::customer(kit, "Bluegum Wines").await;
    given::quotes(&admin, given::quote_request(customer)).await
}

fn services(answer: &Value) -> BTreeSet<(&str, &str)> {
    let quotes = answer["quotes"].as_array().expect("quotes");
    quotes
        .iter()
        .filter_map(|quote| {
            Some((
                quote["carrier"]["accountCode"].as_str()?,
                quote["service"]["code"].as_str()?,
            ))
        })
        .collect()
}

#[test]
fn one_that_is_refused_says_why_beside_the_others_prices() {
    on_host("joint accounts", |kit| async move {
        let answer = get_quotes(&kit, "refuse").await;
        assert_eq!(
            services(&answer),
            BTreeSet::from([("GOOD", "JOINT")]),
            "{answer}"
        );
        assert!(answer.to_string().contains("BAD is closed"), "{answer}");
    });
}

#[test]
fn a_call_that_breaks_is_made_again_for_each_by_itself() {
    on_host("joint accounts", |kit| async move {
        for misdeed in ["panic", "leave-out", "currency"] {
            let kit = kit.another_tenant().await;
            let answer = get_quotes(&kit, misdeed).await;
            let services = services(&answer);
            for account in ["GOOD", "BAD"] {
                assert!(services.contains(&(account, "STD")), "{misdeed}: {answer}");
            }
        }
    });
}
