//! Event stream of bookings: recipients, events, and resumption.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

use std::time::Duration;

use serde_json::{Value, json};
use testkit::{Client, Kit, ServerEvent, Stream, given, on_host};

use super::{BASE, bulk, get, office, quote_booking, save, saved_id, scan};

/// A separate host: events of other tests would cause a reset.
const HOST: &str = "stream";
const TIMEOUT: Duration = Duration::from_secs(20);
/// Longer than the host's poll interval.
const POLL_WAIT: Duration = Duration::from_millis(1200);

async fn open(client: &Client) -> Stream {
    let mut stream = client.open_stream(&format!("{BASE}/stream")).await;
    assert_eq!(stream.status, 200);
    assert_eq!(stream.headers["content-type"], "text/event-stream");
    let first = stream
        .next_within(TIMEOUT)
        .await
        .expect("the stream says that it is open");
    assert_eq!((first.event.as_str(), &first.data), ("open", &json!({})));
    stream
}

async fn next_event_about(
    kit: &Kit,
    stream: &mut Stream,
    id: i64,
    expected: impl Fn(&Value) -> bool,
) -> ServerEvent {
    kit.drain_jobs().await;
    while let Some(event) = stream.next_within(TIMEOUT).await {
        if event.event == "booking" && event.data["bookingId"] == id && expected(&event.data) {
            return event;
        }
    }
    panic!("nothing of it was told");
}

async fn note(client: &Client, id: i64) {
    let body = json!({"bookingId": id, "bookingNote": {"comment": "Ring the bell"}});
    client
        .post(&format!("{BASE}/addnookingnote"), body)
        .await
        .result();
}

#[test]
fn open_pages_are_told_where_a_booking_stands() {
    on_host(HOST, |kit| async move {
        let (admin, customer) = office(&kit).await;
        let id = saved_id(
            &save(
                &admin,
                &quote_booking(&admin, customer, "own-fleet").await,
                &["Book", "Manifest"],
            )
            .await,
        );
        let customer_client = kit.customer_user(customer).await;
        let outsider = kit
            .customer_user(given::customer(&kit, "Harbour Tools").await)
            .await;
        let elsewhere = kit.another_tenant().await.user("Admin").await;
        kit.drain_jobs().await;
        let (mut page, mut theirs) = (open(&admin).await, open(&customer_client).await);
        let (mut others, mut foreign) = (open(&outsider).await, open(&elsewhere).await);

        scan(&admin, id, "PickedUp", None).await;
        let event = next_event_about(&kit, &mut page, id, |data| {
            data["bookingStatus"] == "PickedUp"
        })
        .await;
        let booking = get(&admin, id).await;
        assert_eq!(event.data["rowVersion"], booking["rowVersion"], "{event:?}");
        assert_eq!(event.data["lastTrackingStatus"], "PickedUp", "{event:?}");
        let same = next_event_about(&kit, &mut theirs, id, |data| {
            data["bookingStatus"] == "PickedUp"
        })
        .await;
        assert_eq!(same.id, event.id, "every host and page counts alike");

        note(&admin, id).await;
        let noted =
            next_event_about(&kit, &mut page, id, |data| data["noteIds"] != json!([])).await;
        assert!(
            !format!("{noted:?}").contains("Ring the bell"),
            "the page asks for what it may see"
        );
        for stream in [&mut others, &mut foreign] {
            assert!(
                stream.next_within(POLL_WAIT).await.is_none(),
                "others are told nothing"
            );
        }
    });
}

#[test]
fn a_page_that_was_away_goes_on_where_it_was() {
    on_host(HOST, |kit| async move {
        let (admin, customer) = office(&kit).await;
        let id = saved_id(
            &save(
                &admin,
                &quote_booking(&admin, customer, "own-fleet").await,
                &[],
            )
            .await,
        );
        kit.drain_jobs().await;
        let mut page = open(&admin).await;
        note(&admin, id).await;
        let last = next_event_about(&kit, &mut page, id, |data| data["noteIds"] != json!([])).await;
        drop(page);

        bulk(&admin, &[id], "Hold").await;
        kit.drain_jobs().await;
        let path = format!("{BASE}/stream");
        let mut repeat = admin
            .with_header("last-event-id", &last.id)
            .open_stream(&path)
            .await;
        let missed = repeat.next_within(TIMEOUT).await.unwrap();
        assert_eq!(
            (missed.event.as_str(), &missed.data["bookingStatus"]),
            ("booking", &json!("OnHold"))
        );
        assert_eq!(repeat.next_within(TIMEOUT).await.unwrap().event, "open");

        let mut lost = admin
            .with_header("last-event-id", "999999999999")
            .open_stream(&path)
            .await;
        assert_eq!(lost.next_within(TIMEOUT).await.unwrap().event, "reset");

        bulk(&admin, &[id], "Release").await;
        admin
            .delete(&format!("{BASE}/deleteBooking?id={id}"))
            .await
            .result();
        next_event_about(&kit, &mut repeat, id, |data| data["isDeleted"] == true).await;
    });
}

#[test]
fn nobody_holds_more_streams_than_a_person_has_pages() {
    on_host(HOST, |kit| async move {
        let admin = kit.user("Admin").await;
        let path = format!("{BASE}/stream");
        kit.guest().get(&path).await.expect_error(401);
        let mut pages = Vec::new();
        for _ in 0..12 {
            pages.push(open(&admin).await);
        }
        admin.get(&path).await.expect_error(429);
        open(&kit.user("Admin").await).await;
        pages.pop();
        open(&admin).await;
    });
}
