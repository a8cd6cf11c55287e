//! Live updates of bookings for open pages.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use data::{
    Record, Result, Scope, Where,
    ids::{BookingId, CustomerId},
};
use futures_util::{FutureExt, future::BoxFuture};
use quotes::access::BOOKING;
use serde_json::json;
use web::live::{News, Source};
use work::feed::PublishedEvent;

use crate::{
    bookings::{model::Booking, status::Status},
    events,
};

pub static BOOKINGS: Source = Source {
    prefix: "bookings.",
    event_name: "booking",
    needs: BOOKING,
    to_news: boxed_news,
};

/// A booking's state without the wide columns.
#[derive(Debug, Clone, Record)]
#[record(view_of = Booking)]
struct BookingState {
    id: BookingId,
    row_version: i64,
    booking_status: Status,
    customer_id: CustomerId,
    eta: Option<DateTime<Utc>>,
    last_tracking_status: Option<Status>,
}

/// Events collapsed per booking.
#[derive(Debug, Default)]
struct BookingChanges {
    position: i64,
    notes: Vec<i64>,
    /// Set for a deleted booking.
    customer: Option<CustomerId>,
}

fn boxed_news(scope: Scope, events: Vec<PublishedEvent>) -> BoxFuture<'static, Result<Vec<News>>> {
    load_news(scope, events).boxed()
}

async fn load_news(mut scope: Scope, events: Vec<PublishedEvent>) -> Result<Vec<News>> {
    let changes = group_by_booking(&events);
    let ids: Vec<BookingId> = changes.keys().copied().collect();
    let rows: Vec<BookingState> = scope.all(Where::all().is_in(Booking::ID, &ids)).await?;
    let states: BTreeMap<BookingId, BookingState> =
        rows.into_iter().map(|row| (row.id, row)).collect();
    let mut news: Vec<News> = changes
        .into_iter()
        .map(|(id, change)| {
            let state = states.get(&id);
            let json = match state {
                Some(row) => json!({
                    "bookingId": id, "rowVersion": row.row_version, "bookingStatus": row.booking_status.as_str(),
                    "lastTrackingStatus": row.last_tracking_status.map(Status::as_str), "eta": row.eta,
                    "noteIds": change.notes, "isDeleted": false,
                }),
                None => json!({ "bookingId": id, "isDeleted": true }),
            };
            News {
                position: change.position,
                tenant: scope.tenant,
                customer: state.map(|row| row.customer_id).or(change.customer),
                json: json.to_string(),
            }
        })
        .collect();
    news.sort_by_key(|news| news.position);
    Ok(news)
}

/// Keeps the last position, all notes, and the customer of a deleted booking.
fn group_by_booking(events: &[PublishedEvent]) -> BTreeMap<BookingId, BookingChanges> {
    let mut changes: BTreeMap<BookingId, BookingChanges> = BTreeMap::new();
    for event in events {
        let number = |member: &str| event.payload[member].as_i64();
        let Some(id) = number("bookingId") else {
            continue;
        };
        let change = changes.entry(BookingId(id)).or_default();
        change.position = event.position;
        // Customers listen too: for an internal note they learn only that the booking changed.
        if event.name == events::NOTED.name && event.payload["isInternal"] != json!(true) {
            change.notes.extend(number("noteId"));
        }
        if event.name == events::DELETED.name {
            change.customer = number("customerId").map(CustomerId);
        }
    }
    changes
}

#[cfg(test)]
mod tests {
    use data::ids::TenantId;
    use serde_json::Value;

    use super::*;

    fn event(position: i64, name: &str, payload: Value) -> PublishedEvent {
        let (name, time) = (name.to_owned(), DateTime::UNIX_EPOCH);
        PublishedEvent {
            position,
            tenant: TenantId(1),
            name,
            version: 1,
            payload,
            time,
        }
    }

    #[test]
    fn a_booking_is_told_of_once_with_all_that_happened_to_it() {
        let changes = group_by_booking(&[
            event(4, "bookings.noted", json!({"bookingId": 7, "noteId": 70})),
            event(
                5,
                "bookings.deleted",
                json!({"bookingId": 8, "customerId": 3}),
            ),
            event(6, "bookings.noted", json!({"bookingId": 7, "noteId": 71})),
            event(7, "bookings.day", json!({})),
        ]);
        assert_eq!(changes.len(), 2);
        let seven = &changes[&BookingId(7)];
        assert_eq!(
            (seven.position, seven.notes.as_slice(), seven.customer),
            (6, [70, 71].as_slice(), None)
        );
        assert_eq!(changes[&BookingId(8)].customer, Some(CustomerId(3)));
    }
}
