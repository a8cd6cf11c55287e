//! Quote streams: same content as the list, in order of arrival, until complete.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

use std::time::Duration;

use serde_json::{Value, json};
use stand_ins::{
    australia_post::{Endpoint, Fault},
    gate::Gate,
};
use testkit::{Client, ServerEvent, given, on_both};

use super::office;

const QUOTE: &str = "/api/booking/Quote/Quote";
const TIMEOUT: Duration = Duration::from_secs(15);

async fn request_quotes(client: &Client, request: &Value) -> String {
    client.post(QUOTE, request.clone()).await.result()["resourceToken"]
        .as_str()
        .unwrap()
        .to_owned()
}

fn path(token: &str) -> String {
    format!("/api/booking/Quote/stream?resourceToken={token}")
}

async fn read_events(client: &Client, token: &str) -> Vec<ServerEvent> {
    let mut stream = client.open_stream(&path(token)).await;
    assert_eq!(
        (stream.status.as_u16(), &stream.headers["content-type"]),
        (200, &"text/event-stream".parse().unwrap())
    );
    let mut events = Vec::new();
    while let Some(event) = stream.next_within(TIMEOUT).await {
        assert_eq!(event.event, "quotes");
        events.push(event);
    }
    events
}

#[test]
fn quotes_are_told_as_they_come_until_all_are_there() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        given::australia_post(&kit, &admin, "POST").await;
        let gate = Gate::leak();
        kit.australia_post.fail(Endpoint::Prices, Fault::Hold(gate));
        let mut request = given::quote_request(customer);
        request["items"] = json!([request["items"][0]]);
        let token = request_quotes(&admin, &request).await;
        let entry_for = |event: &ServerEvent, carrier: &str| {
            event.data["quotes"]
                .as_array()
                .unwrap()
                .iter()
                .any(|quote| quote["carrier"]["code"] == carrier)
        };
        let mut stream = admin.open_stream(&path(&token)).await;
        let mut events = Vec::new();
        while let Some(event) = stream.next_within(TIMEOUT).await {
            if entry_for(&event, "own-fleet") {
                gate.open();
            }
            events.push(event);
        }
        assert!(
            events.len() >= 2,
            "the own fleet's prices do not wait for the other's: {events:?}"
        );
        let (last, before) = events.split_last().unwrap();
        assert!(
            before
                .iter()
                .all(|event| event.data["isCompleted"] == false),
            "{events:?}"
        );
        assert!(
            before
                .iter()
                .any(|event| entry_for(event, "own-fleet") && !entry_for(event, "australia-post")),
            "{events:?}"
        );
        assert!(entry_for(last, "own-fleet") && entry_for(last, "australia-post"));
        let collected = admin
            .get(&format!(
                "/api/booking/Quote/GetQuotes?resourceToken={token}"
            ))
            .await
            .result();
        assert_eq!(last.data, collected);
        let repeat = super::quote_stream::read_events(&admin, &token).await;
        assert_eq!(repeat.len(), 1);
        assert_eq!(repeat[0].data, collected);
    });
}

#[test]
fn a_stream_is_for_whom_the_quotes_are() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let token = request_quotes(&admin, &given::quote_request(customer)).await;
        admin.get(&path("none")).await.expect_error(404);
        assert_eq!(admin.get("/api/booking/Quote/stream").await.status, 400);
        kit.guest().get(&path(&token)).await.expect_error(404);
        let outsider = kit
            .customer_user(given::customer(&kit, "Harbour Tools").await)
            .await;
        outsider.get(&path(&token)).await.expect_error(404);
        let customer_client = read_events(&kit.customer_user(customer).await, &token).await;
        let cost = |event: &ServerEvent| event.data["quotes"][0]["carrierCost"].clone();
        assert_eq!(
            cost(customer_client.last().unwrap()),
            Value::Null,
            "costs are for those who may see them"
        );
        assert_ne!(
            cost(read_events(&admin, &token).await.last().unwrap()),
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
        let token = request_quotes(&admin, &given::quote_request(customer)).await;
        let mut open = Vec::new();
        for _ in 0..12 {
            open.push(admin.open_stream(&path(&token)).await);
        }
        admin.get(&path(&token)).await.expect_error(429);
        open.pop();
        assert_eq!(admin.open_stream(&path(&token)).await.status, 200);
    });
}
