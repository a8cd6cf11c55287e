//! Quotes as they come: the same as those that are collected, whenever a carrier answers, until all have.
#![allow(
    clippy::unwrap_used,
    reason = "the helpers of a test end it when they cannot go on"
)]

use std::time::Duration;

use serde_json::{Value, json};
use stand_ins::australia_post::{Endpoint, Fault};
use testkit::{Client, Sent, given, on_both};

use super::office;

const ASK: &str = "/api/booking/Quote/Quote";
const LONG: Duration = Duration::from_secs(15);

async fn asked(client: &Client, request: &Value) -> String {
    client.post(ASK, request.clone()).await.result()["resourceToken"]
        .as_str()
        .unwrap()
        .to_owned()
}

fn path(token: &str) -> String {
    format!("/api/booking/Quote/stream?resourceToken={token}")
}

/// All that a stream tells until it ends by itself.
async fn told(client: &Client, token: &str) -> Vec<Sent> {
    let mut stream = client.open(&path(token)).await;
    assert_eq!(
        (stream.status.as_u16(), &stream.headers["content-type"]),
        (200, &"text/event-stream".parse().unwrap())
    );
    let mut told = Vec::new();
    while let Some(event) = stream.next_within(LONG).await {
        assert_eq!(event.word, "quotes");
        told.push(event);
    }
    told
}

#[test]
fn quotes_are_told_as_they_come_until_all_are_there() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        given::australia_post(&kit, &admin, "POST").await;
        kit.australia_post
            .fail(Endpoint::Prices, Fault::Hang(Duration::from_millis(600)));
        let mut request = given::quote_request(customer);
        request["items"] = json!([request["items"][0]]);
        let token = asked(&admin, &request).await;
        let told = told(&admin, &token).await;
        assert!(
            told.len() >= 2,
            "the own fleet's prices do not wait for the other's: {told:?}"
        );
        let (last, before) = told.split_last().unwrap();
        assert!(
            before
                .iter()
                .all(|event| event.data["isCompleted"] == false),
            "{told:?}"
        );
        let of = |event: &Sent, carrier: &str| {
            event.data["quotes"]
                .as_array()
                .unwrap()
                .iter()
                .any(|quote| quote["carrier"]["code"] == carrier)
        };
        assert!(
            before
                .iter()
                .any(|event| of(event, "own-fleet") && !of(event, "australia-post")),
            "{told:?}"
        );
        assert!(of(last, "own-fleet") && of(last, "australia-post"));
        let collected = admin
            .get(&format!(
                "/api/booking/Quote/GetQuotes?resourceToken={token}"
            ))
            .await
            .result();
        assert_eq!(last.data, collected);
        // Who comes late is told all at once.
        let again = super::quote_stream::told(&admin, &token).await;
        assert_eq!(again.len(), 1);
        assert_eq!(again[0].data, collected);
    });
}

#[test]
fn a_stream_is_for_whom_the_quotes_are() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let token = asked(&admin, &given::quote_request(customer)).await;
        admin.get(&path("none")).await.refused(404);
        assert_eq!(admin.get("/api/booking/Quote/stream").await.status, 400);
        kit.guest().get(&path(&token)).await.refused(404);
        let stranger = kit
            .customer_user(given::customer(&kit, "Harbour Tools").await)
            .await;
        stranger.get(&path(&token)).await.refused(404);
        let own = told(&kit.customer_user(customer).await, &token).await;
        let cost = |event: &Sent| event.data["quotes"][0]["carrierCost"].clone();
        assert_eq!(
            cost(own.last().unwrap()),
            Value::Null,
            "costs are for those who may see them"
        );
        assert_ne!(
            cost(told(&admin, &token).await.last().unwrap()),
            Value::Null
        );
    });
}

#[test]
fn nobody_holds_more_streams_of_quotes_than_pages() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        given::australia_post(&kit, &admin, "POST").await;
        kit.australia_post
            .fail(Endpoint::Prices, Fault::Hang(Duration::from_secs(5)));
        let token = asked(&admin, &given::quote_request(customer)).await;
        let mut open = Vec::new();
        for _ in 0..12 {
            open.push(admin.open(&path(&token)).await);
        }
        admin.get(&path(&token)).await.refused(429);
        open.pop();
        assert_eq!(admin.open(&path(&token)).await.status, 200);
    });
}
