//! Tests of the carrier's events: order, statuses, partial deliveries and signatures.

use australia_post::events::{status, tracked};
use australia_post::wire::TrackAnswer;
use waybill_plugin::types::Tracked;

fn all() -> Vec<Tracked> {
    let answer: TrackAnswer =
        serde_json::from_str(include_str!("fixtures/track.json")).expect("an answer");
    tracked(&answer)
}

fn statuses(tracked: &Tracked) -> Vec<Option<&str>> {
    tracked
        .events
        .iter()
        .map(|event| event.status.as_deref())
        .collect()
}

#[test]
fn what_the_carrier_does_not_know_is_left_out() {
    let connotes: Vec<String> = all().into_iter().map(|tracked| tracked.connote).collect();
    assert_eq!(connotes, ["HGX0000071", "5HGZ00000012", "HGX0000072"]);
}

#[test]
fn events_come_in_order_once_and_the_last_article_completes_the_delivery() {
    let all = all();
    let of_two = &all[0];
    assert_eq!(
        statuses(of_two),
        [
            None,
            Some("PickedUp"),
            Some("InTransit"),
            Some("OutForDelivery"),
            Some("PartiallyDelivered"),
            Some("DeliveryAttempted"),
            Some("Delivered"),
        ]
    );
    let ids: std::collections::BTreeSet<_> = of_two.events.iter().map(|event| &event.id).collect();
    assert_eq!(ids.len(), of_two.events.len());
    let signed: Vec<_> = of_two
        .events
        .iter()
        .filter_map(|event| event.signed_by.as_deref())
        .collect();
    assert_eq!(signed, ["M QUINN"]);
    assert_eq!(of_two.events[1].location, "BALLARAT VIC");
}

#[test]
fn until_the_last_article_arrives_the_delivery_is_partial() {
    let json = include_str!("fixtures/track.json").replace(
        r#""description": "Delivered", "date""#,
        r#""description": "In transit", "date""#,
    );
    let answer: TrackAnswer = serde_json::from_str(&json).expect("an answer");
    let all = tracked(&answer);
    assert!(!statuses(&all[0]).contains(&Some("Delivered")));
    assert!(statuses(&all[0]).contains(&Some("PartiallyDelivered")));
}

#[test]
fn a_consignments_own_events_count_where_its_articles_have_none() {
    let all = all();
    assert_eq!(statuses(&all[1]), [Some("AwaitingCollection")]);
    assert_eq!(statuses(&all[2]), [Some("InTransit")]);
}

#[test]
fn each_description_has_its_status() {
    for (description, expected) in [
        ("Shipping information received by Australia Post", None),
        ("Leave in a safe place requested by Receiver", None),
        ("Received by Australia Post", Some("PickedUp")),
        ("Item processed at facility", Some("InTransit")),
        (
            "Processed through Australia Post facility",
            Some("InTransit"),
        ),
        (
            "In transit to next facility in MOUNT WAVERLEY VIC",
            Some("InTransit"),
        ),
        (
            "Cleared and awaiting international departure",
            Some("InTransit"),
        ),
        ("Arrived at facility", Some("AtDepot")),
        (
            "With Australia Post for delivery today",
            Some("OutForDelivery"),
        ),
        ("Onboard for delivery", Some("OutForDelivery")),
        ("Attempted delivery - Carded", Some("DeliveryAttempted")),
        ("Awaiting collection", Some("AwaitingCollection")),
        ("Delivered - Left in a safe place", Some("Delivered")),
        ("Delivered in full", Some("Delivered")),
        ("Possible delay", Some("Delayed")),
        ("Held by courier", Some("OnHold")),
        ("Unsuccessful pickup", Some("FailedPickup")),
        ("Article damaged", Some("Damaged")),
        ("Cannot be delivered", Some("FailedDelivery")),
        ("Returning to sender", Some("ReturningToSender")),
        ("Returned to sender", Some("ReturnedToSender")),
        ("Cancelled", Some("Cancelled")),
        ("Something quite new", None),
    ] {
        assert_eq!(status(description), expected, "{description}");
    }
}
