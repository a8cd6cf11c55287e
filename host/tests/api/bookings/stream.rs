//! The stream of what happens to bookings: whom it tells, what of, and how it goes on after a break.
#![allow(
    clippy::unwrap_used,
    reason = "the helpers of a test end it when they cannot go on"
)]

use std::time::Duration;

use serde_json::{Value, json};
use testkit::{Client, Kit, Sent, Stream, given, on_host};

use super::{BASE, bulk, get, office, quoted, save, saved, scan};

/// Of its own: what other tests book would be news here, and too much of it is told as a reset.
const HOST: &str = "stream";
const LONG: Duration = Duration::from_secs(20);
/// Longer than the host takes between two looks at its events.
const A_LOOK: Duration = Duration::from_millis(1200);

async fn open(client: &Client) -> Stream {
    let mut stream = client.open(&format!("{BASE}/stream")).await;
    assert_eq!(stream.status, 200);
    assert_eq!(stream.headers["content-type"], "text/event-stream");
    let first = stream
        .next_within(LONG)
        .await
        .expect("the stream says that it is open");
    assert_eq!((first.word.as_str(), &first.data), ("open", &json!({})));
    stream
}

/// The first event about the booking that is as expected.
async fn told(kit: &Kit, stream: &mut Stream, id: i64, expected: impl Fn(&Value) -> bool) -> Sent {
    kit.drain_jobs().await;
    while let Some(event) = stream.next_within(LONG).await {
        if event.word == "booking" && event.data["bookingId"] == id && expected(&event.data) {
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
        let id = saved(
            &save(
                &admin,
                &quoted(&admin, customer, "own-fleet").await,
                &["Book", "Manifest"],
            )
            .await,
        );
        let own = kit.customer_user(customer).await;
        let stranger = kit
            .customer_user(given::customer(&kit, "Harbour Tools").await)
            .await;
        let elsewhere = kit.another_tenant().await.user("Admin").await;
        kit.drain_jobs().await;
        let (mut page, mut theirs) = (open(&admin).await, open(&own).await);
        let (mut others, mut foreign) = (open(&stranger).await, open(&elsewhere).await);

        scan(&admin, id, "PickedUp", None).await;
        let event = told(&kit, &mut page, id, |data| {
            data["bookingStatus"] == "PickedUp"
        })
        .await;
        let booking = get(&admin, id).await;
        assert_eq!(event.data["rowVersion"], booking["rowVersion"], "{event:?}");
        assert_eq!(event.data["lastTrackingStatus"], "PickedUp", "{event:?}");
        let same = told(&kit, &mut theirs, id, |data| {
            data["bookingStatus"] == "PickedUp"
        })
        .await;
        assert_eq!(same.id, event.id, "every host and page counts alike");

        note(&admin, id).await;
        let noted = told(&kit, &mut page, id, |data| data["noteIds"] != json!([])).await;
        assert!(
            !format!("{noted:?}").contains("Ring the bell"),
            "the page asks for what it may see"
        );
        for stream in [&mut others, &mut foreign] {
            assert!(
                stream.next_within(A_LOOK).await.is_none(),
                "others are told nothing"
            );
        }
    });
}

#[test]
fn a_page_that_was_away_goes_on_where_it_was() {
    on_host(HOST, |kit| async move {
        let (admin, customer) = office(&kit).await;
        let id = saved(&save(&admin, &quoted(&admin, customer, "own-fleet").await, &[]).await);
        kit.drain_jobs().await;
        let mut page = open(&admin).await;
        note(&admin, id).await;
        let last = told(&kit, &mut page, id, |data| data["noteIds"] != json!([])).await;
        drop(page);

        bulk(&admin, &[id], "Hold").await;
        kit.drain_jobs().await;
        let path = format!("{BASE}/stream");
        let mut again = admin
            .with_header("last-event-id", &last.id)
            .open(&path)
            .await;
        let missed = again.next_within(LONG).await.unwrap();
        assert_eq!(
            (missed.word.as_str(), &missed.data["bookingStatus"]),
            ("booking", &json!("OnHold"))
        );
        assert_eq!(again.next_within(LONG).await.unwrap().word, "open");

        // Who says a place that there never was loads anew.
        let mut lost = admin
            .with_header("last-event-id", "999999999999")
            .open(&path)
            .await;
        assert_eq!(lost.next_within(LONG).await.unwrap().word, "reset");

        bulk(&admin, &[id], "Release").await;
        admin
            .delete(&format!("{BASE}/deleteBooking?id={id}"))
            .await
            .result();
        told(&kit, &mut again, id, |data| data["isDeleted"] == true).await;
    });
}

#[test]
fn nobody_holds_more_streams_than_a_person_has_pages() {
    on_host(HOST, |kit| async move {
        let admin = kit.user("Admin").await;
        let path = format!("{BASE}/stream");
        kit.guest().get(&path).await.refused(401);
        let mut pages = Vec::new();
        for _ in 0..12 {
            pages.push(open(&admin).await);
        }
        admin.get(&path).await.refused(429);
        open(&kit.user("Admin").await).await;
        pages.pop();
        open(&admin).await;
    });
}
