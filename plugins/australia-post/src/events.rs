//! Tracking: converts the carrier's events.

use std::collections::BTreeSet;

use waybill_plugin::types::{Event, Tracked};

use crate::wire::{OneOrMany, TrackAnswer, TrackableItem, TrackedEvent, TrackingResult};

pub const MAX_IDS: usize = 10;

/// Converts all consignments, events in order of time.
pub fn tracked(answer: &TrackAnswer) -> Vec<Tracked> {
    let known = answer
        .tracking_results
        .iter()
        .filter(|result| result.errors.is_empty());
    known
        .map(|result| Tracked {
            connote: result.tracking_id.clone(),
            events: events(result),
            eta: None,
        })
        .collect()
}

fn events(result: &TrackingResult) -> Vec<Event> {
    let articles = articles(&result.trackable_items);
    let mut seen = BTreeSet::new();
    let mut events = Vec::new();
    for (article, tracked) in &articles {
        // The latest event comes first; reversed, a stable sort keeps ties in order.
        for event in tracked.iter().rev() {
            // The carrier sometimes repeats events.
            let id = format!("{article}|{}|{}", event.date, event.description);
            if seen.insert(id.clone()) {
                events.push(translate(id, event));
            }
        }
    }
    // StarTrack may report events only for the consignment.
    if events.is_empty() {
        for event in consignment_events(result).into_iter().rev() {
            events.push(translate(
                format!(
                    "{}|{}|{}",
                    result.tracking_id, event.date, event.description
                ),
                event,
            ));
        }
    }
    events.sort_by_key(|event| instant(&event.at));
    deliver_in_parts(&mut events, articles.len());
    events
}

/// Lists articles with their events, at the top level or inside a consignment.
fn articles(items: &[TrackableItem]) -> Vec<(&str, &[TrackedEvent])> {
    let inner = |item: &'_ TrackableItem| item.items.is_empty();
    items
        .iter()
        .flat_map(|item| {
            if inner(item) {
                vec![item]
            } else {
                item.items.iter().collect()
            }
        })
        .map(|item| (item.article_id.as_str(), item.events.as_slice()))
        .collect()
}

fn consignment_events(result: &TrackingResult) -> Vec<&TrackedEvent> {
    match &result.consignment {
        Some(OneOrMany::One(one)) => one.events.iter().collect(),
        Some(OneOrMany::Many(many)) => many.iter().flat_map(|one| &one.events).collect(),
        None => Vec::new(),
    }
}

fn translate(id: String, event: &TrackedEvent) -> Event {
    Event {
        id,
        at: event.date.clone(),
        status: status(&event.description).map(str::to_owned),
        description: event.description.trim().to_owned(),
        location: event.location.trim().to_owned(),
        signed_by: signed_by(&event.description),
    }
}

/// Makes each delivery a partial one until the last of several articles has arrived.
fn deliver_in_parts(events: &mut [Event], articles: usize) {
    let is_delivery = |event: &Event| event.status.as_deref() == Some("Delivered");
    let of_article = |event: &Event| event.id.split('|').next().unwrap_or_default().to_owned();
    let delivered: BTreeSet<String> = events
        .iter()
        .filter(|event| is_delivery(event))
        .map(of_article)
        .collect();
    let last = events.iter().rposition(is_delivery);
    for (index, event) in events
        .iter_mut()
        .enumerate()
        .filter(|(_, event)| is_delivery(event))
    {
        if articles > 1 && (delivered.len() < articles || Some(index) != last) {
            event.status = Some("PartiallyDelivered".into());
        }
    }
}

/// Maps an event to a booking status, if any.
pub fn status(description: &str) -> Option<&'static str> {
    let words = description.trim().to_lowercase();
    let says = |phrases: &[&str]| phrases.iter().any(|phrase| words.contains(phrase));
    // From specific to general: "unable to deliver" must not match "deliver".
    let found = if says(&[
        "shipping information",
        "shipment information",
        "requested by receiver",
    ]) {
        return None;
    } else if says(&["returned to sender"]) {
        "ReturnedToSender"
    } else if says(&["return to sender", "returning to sender", "being returned"]) {
        "ReturningToSender"
    } else if says(&["damaged"]) {
        "Damaged"
    } else if says(&["lost"]) {
        "Lost"
    } else if says(&["cancelled"]) {
        "Cancelled"
    } else if says(&["unsuccessful pickup", "could not be collected"]) {
        "FailedPickup"
    } else if says(&["attempted", "carded", "card left", "unable to deliver"]) {
        "DeliveryAttempted"
    } else if says(&["cannot be delivered", "undeliverable"]) {
        "FailedDelivery"
    } else if says(&[
        "awaiting collection",
        "available for collection",
        "ready for collection",
    ]) {
        "AwaitingCollection"
    } else if says(&["delay"]) {
        "Delayed"
    } else if says(&["held by", "on hold"]) {
        "OnHold"
    } else if says(&["delivered in part", "partially delivered"]) {
        "PartiallyDelivered"
    } else if words.starts_with("delivered") || says(&["item delivered", "collected by customer"]) {
        "Delivered"
    } else if says(&["for delivery", "with driver"]) {
        "OutForDelivery"
    } else if says(&[
        "received by australia post",
        "picked up",
        "lodged",
        "received and ready for processing",
    ]) {
        "PickedUp"
    } else if says(&[
        "arrived at facility",
        "at delivery depot",
        "received at depot",
    ]) {
        "AtDepot"
    } else if says(&[
        "in transit",
        "processed",
        "departed",
        "cleared",
        "transferred",
    ]) {
        "InTransit"
    } else {
        return None;
    };
    Some(found)
}

/// Extracts the name after "signed by", if present.
fn signed_by(description: &str) -> Option<String> {
    let at = description.to_ascii_lowercase().find("signed by")?;
    let name = description[at + "signed by".len()..]
        .trim_start_matches([':', ' '])
        .trim_end_matches('.')
        .trim();
    (!name.is_empty()).then(|| name.to_owned())
}

/// Sort key of an event: seconds of `2026-01-31T09:30:00+11:00`. Other formats sort first.
fn instant(at: &str) -> i64 {
    seconds(at).unwrap_or(i64::MIN)
}

fn seconds(at: &str) -> Option<i64> {
    let number = |range: std::ops::Range<usize>| at.get(range)?.parse::<i64>().ok();
    let (year, month, day) = (number(0..4)?, number(5..7)?, number(8..10)?);
    let (hour, minute, second) = (number(11..13)?, number(14..16)?, number(17..19)?);
    // Days since an epoch; years begin in March.
    let (year, month) = if month < 3 {
        (year - 1, month + 9)
    } else {
        (year, month - 3)
    };
    let days = year * 365 + year / 4 - year / 100 + year / 400 + (month * 153 + 2) / 5 + day;
    let zone = at
        .get(19..)?
        .trim_start_matches(|it: char| it == '.' || it.is_ascii_digit());
    let offset = match zone.as_bytes() {
        [sign @ (b'+' | b'-'), ..] => {
            let part = |range: std::ops::Range<usize>| zone.get(range)?.parse::<i64>().ok();
            let minutes = part(1..3)? * 60 + part(4..6)?;
            if *sign == b'-' { -minutes } else { minutes }
        }
        _ => 0,
    };
    Some(((days * 24 + hour) * 60 + minute - offset) * 60 + second)
}
