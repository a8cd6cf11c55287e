//! Address search for new bookings: frequent addresses and past receivers.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

use chrono::{DateTime, TimeDelta, Utc};
use data::{
    db::{Col, Mode, Val},
    ids::CustomerId,
    tsql,
};
use serde_json::{Value, json};
use testkit::{Client, Kit, given, on_both};
use work::job::{NewJob, ScopeJobs};

use super::{BASE, office, quote_booking, save, saved_id};

async fn find(
    client: &Client,
    customer: Option<CustomerId>,
    search: &str,
    more: &str,
) -> Vec<Value> {
    let customer = customer
        .map(|id| format!("&customerId={id}"))
        .unwrap_or_default();
    let search = search.replace(' ', "%20");
    let answer = client
        .get(&format!(
            "{BASE}/getaddresses?search={search}{customer}{more}"
        ))
        .await
        .result();
    answer["items"].as_array().unwrap().clone()
}

fn companies(items: &[Value]) -> Vec<&str> {
    items
        .iter()
        .map(|item| item["address"]["companyName"].as_str().unwrap_or_default())
        .collect()
}

async fn book_to(client: &Client, customer: CustomerId, company: &str) -> (i64, Value) {
    let mut booking = quote_booking(client, customer, "own-fleet").await;
    booking["toAddress"]["companyName"] = json!(company);
    booking["deliveryInstructions"] = json!("Ring twice");
    let id = saved_id(&save(client, &booking, &[]).await);
    booking["id"] = json!(id);
    (id, booking)
}

#[test]
fn past_receivers_are_found_those_that_are_used_most_first() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        book_to(&admin, customer, "Harbour Tools").await;
        let (id, mut twice) = book_to(&admin, customer, "Café Müller").await;
        book_to(&admin, customer, "CAFE MULLER").await;
        let all = find(&admin, Some(customer), "", "").await;
        assert_eq!(companies(&all), ["CAFE MULLER", "Harbour Tools"]);
        let best = &all[0];
        assert_eq!(
            (&best["source"], &best["uses"], &best["instructions"]),
            (&json!("Past"), &json!(2), &json!("Ring twice"))
        );
        assert_eq!(
            (&best["address"]["suburb"], &best["address"]["postCode"]),
            (&json!("Parramatta"), &json!("2150"))
        );
        for search in ["muller", "Sam parra", "mac 2150"] {
            assert_eq!(
                companies(&find(&admin, Some(customer), search, "").await)[0],
                "CAFE MULLER",
                "{search}"
            );
        }
        assert!(
            find(&admin, Some(customer), "melbourne", "")
                .await
                .is_empty()
        );
        let senders = find(&admin, Some(customer), "", "&kind=Sender").await;
        assert_eq!(
            (companies(&senders), &senders[0]["uses"]),
            (vec!["Bluegum Wines"], &json!(3))
        );

        twice["toAddress"]["companyName"] = json!("Müller & Sons");
        let stored = super::get(&admin, id).await;
        twice["rowVersion"] = stored["rowVersion"].clone();
        saved_id(&save(&admin, &twice, &[]).await);
        let now = find(&admin, Some(customer), "muller", "").await;
        assert_eq!(
            now.iter()
                .map(|item| item["uses"].as_i64().unwrap())
                .collect::<Vec<_>>(),
            [1, 1],
            "{now:?}"
        );
        admin
            .delete(&format!("{BASE}/deleteBooking?id={id}"))
            .await
            .result();
        assert_eq!(
            companies(&find(&admin, Some(customer), "muller", "").await),
            ["CAFE MULLER"]
        );
        assert_eq!(
            find(&admin, Some(customer), "", "&maxResultCount=1")
                .await
                .len(),
            1
        );
    });
}

#[test]
fn of_those_used_as_often_the_ones_used_last_come_first_and_the_oldest_is_found() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        for company in ["Yarra Lamps", "Yarra Boats", "Yarra Tools", "Yarra Wines"] {
            book_to(&admin, customer, company).await;
        }
        let mut scope = kit.scope(Mode::Write);
        let years_ago = tsql!(
            "UPDATE booking_places SET last_used = $2 WHERE tenant_id = $1 AND words LIKE $3"
        );
        let then = Utc::now() - TimeDelta::days(900);
        scope
            .rows(years_ago, vec![then.val(), "%boats%".to_owned().val()])
            .await
            .unwrap();
        scope.commit().await.unwrap();
        let all = find(&admin, Some(customer), "yarra", "").await;
        assert_eq!(
            companies(&all),
            ["Yarra Wines", "Yarra Tools", "Yarra Lamps", "Yarra Boats"]
        );
        let last = all[3]["lastUsed"]
            .as_str()
            .unwrap()
            .parse::<DateTime<Utc>>()
            .unwrap();
        assert!((last - then).abs() < TimeDelta::seconds(1), "{last}");
        assert_eq!(
            companies(&find(&admin, Some(customer), "boats yar", "").await),
            ["Yarra Boats"]
        );
    });
}

#[test]
fn frequent_addresses_are_found_by_their_nicknames_and_told_once() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let (_, to) = given::addresses();
        let mut frequent = to.clone();
        frequent["name"] = json!("Harbour head office");
        frequent["nickname"] = json!("The corner");
        frequent["specialInstructions"] = json!("Dock 4");
        let body = json!({"customerId": customer, "address": frequent});
        let path = "/api/customer/customerfrequentaddress/createorupdatefrequentaddress";
        let existing = admin.post(path, body).await.result()["address"]["id"].clone();
        let unused = json!({"customerId": customer, "address": {"name": "Yard", "suburb": "Richmond", "postCode": "3121"}});
        admin.post(path, unused).await.result();
        book_to(&admin, customer, "Harbour Tools").await;

        let results = find(&admin, Some(customer), "corner", "").await;
        assert_eq!(results.len(), 1);
        let one = &results[0];
        assert_eq!(
            (
                &one["source"],
                &one["nickname"],
                &one["frequentAddressId"],
                &one["instructions"],
                &one["uses"]
            ),
            (
                &json!("Frequent"),
                &json!("The corner"),
                &existing,
                &json!("Dock 4"),
                &json!(1)
            )
        );
        let all = find(&admin, Some(customer), "", "").await;
        let sources: Vec<(&str, i64)> = all
            .iter()
            .map(|item| {
                (
                    item["source"].as_str().unwrap(),
                    item["uses"].as_i64().unwrap(),
                )
            })
            .collect();
        assert_eq!(sources, [("Frequent", 1), ("Frequent", 0)], "{all:?}");
    });
}

#[test]
fn a_customers_user_finds_its_own_and_wrong_questions_are_named() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        book_to(&admin, customer, "Harbour Tools").await;
        let customer_client = kit.customer_user(customer).await;
        assert_eq!(
            companies(&find(&customer_client, None, "harb", "").await),
            ["Harbour Tools"]
        );
        let outsider = kit
            .customer_user(given::customer(&kit, "Wattle Works").await)
            .await;
        assert!(find(&outsider, None, "harb", "").await.is_empty());
        outsider
            .get(&format!("{BASE}/getaddresses?customerId={customer}"))
            .await
            .expect_error(404);
        let elsewhere = kit.another_tenant().await.user("Admin").await;
        elsewhere
            .get(&format!("{BASE}/getaddresses?customerId={customer}"))
            .await
            .expect_error(404);
        kit.guest()
            .get(&format!("{BASE}/getaddresses?customerId={customer}"))
            .await
            .expect_error(401);
        let invalid = async |question: &str| {
            admin
                .get(&format!("{BASE}/getaddresses?{question}"))
                .await
                .invalid_members()
        };
        assert_eq!(invalid("search=x").await, ["customerId"]);
        let of = format!("customerId={customer}");
        assert_eq!(
            invalid(&format!("{of}&maxResultCount=21")).await,
            ["maxResultCount"]
        );
        assert_eq!(
            invalid(&format!("{of}&search={}", "x".repeat(101))).await,
            ["search"]
        );
        assert_eq!(invalid(&format!("{of}&kind=Middle")).await, ["kind"]);
    });
}

async fn recount(kit: &Kit) {
    let mut scope = kit.scope(Mode::Write);
    let rows = scope
        .rows(
            tsql!("SELECT MAX(id) FROM bookings WHERE tenant_id = $1"),
            vec![],
        )
        .await
        .unwrap();
    let until: i64 = rows[0].get(0).unwrap();
    scope
        .rows(
            tsql!("DELETE FROM booking_places WHERE tenant_id = $1"),
            vec![],
        )
        .await
        .unwrap();
    let payload = json!({"after": 0, "until": until});
    scope
        .enqueue(NewJob::new("bookings.count-places", payload))
        .await
        .unwrap();
    scope.commit().await.unwrap();
    kit.drain_jobs().await;
    let mut scope = kit.scope(Mode::Read);
    let sql = tsql!("SELECT COUNT(*) FROM booking_places WHERE tenant_id = $1 AND uses >= $2");
    let rows = scope.rows(sql, vec![Val::I64(1)]).await.unwrap();
    assert!(rows[0].get::<i64>(0).unwrap() > 0);
}

#[test]
fn bookings_from_before_are_counted_by_a_job() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        book_to(&admin, customer, "Harbour Tools").await;
        book_to(&admin, customer, "Harbour Tools").await;
        let found = async || {
            let mut items = find(&admin, Some(customer), "", "").await;
            let used: Vec<String> = items
                .iter_mut()
                .map(|item| item["lastUsed"].take().as_str().unwrap().to_owned())
                .collect();
            (items, used)
        };
        let (before, used) = found().await;
        recount(&kit).await;
        let (after, used_then) = found().await;
        assert_eq!(after, before);
        assert!(
            used_then <= used,
            "counted later, they were used when they were booked: {used_then:?}, {used:?}"
        );
        assert_eq!(before[0]["uses"], 2);
    });
}
