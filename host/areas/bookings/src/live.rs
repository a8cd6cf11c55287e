//! What open pages are told of bookings: where each stands now, so that nobody works on what is no longer so.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use futures_util::{FutureExt, future::BoxFuture};
use kernel::{
    Record, Result, Scope, Where,
    event::{
        feed::PublishedEvent,
        live::{News, Source},
    },
    ids::{BookingId, CustomerId},
};
use quotes::access::BOOKING;
use serde_json::json;

use crate::{events, model::Booking, rules::status::Status};

pub static BOOKINGS: Source = Source {
    prefix: "bookings.",
    word: "booking",
    needs: BOOKING,
    tell,
};

/// A booking as it stands, without what makes its row wide.
#[derive(Debug, Clone, Record)]
#[record(view_of = Booking)]
struct Standing {
    id: BookingId,
    row_version: i64,
    booking_status: Status,
    customer_id: CustomerId,
    eta: Option<DateTime<Utc>>,
    last_tracking_status: Option<Status>,
}

/// What some events say of one booking.
#[derive(Debug, Default)]
struct Told {
    position: i64,
    notes: Vec<i64>,
    /// Known of a booking that is gone.
    customer: Option<CustomerId>,
}

fn tell(scope: Scope, events: Vec<PublishedEvent>) -> BoxFuture<'static, Result<Vec<News>>> {
    said(scope, events).boxed()
}

async fn said(mut scope: Scope, events: Vec<PublishedEvent>) -> Result<Vec<News>> {
    let told = gathered(&events);
    let ids: Vec<BookingId> = told.keys().copied().collect();
    let rows: Vec<Standing> = scope.all(Where::all().is_in(Booking::ID, &ids)).await?;
    let standing: BTreeMap<BookingId, Standing> =
        rows.into_iter().map(|row| (row.id, row)).collect();
    let mut news: Vec<News> = told
        .into_iter()
        .map(|(id, told)| {
            let found = standing.get(&id);
            let json = match found {
                Some(row) => json!({
                    "bookingId": id, "rowVersion": row.row_version, "bookingStatus": row.booking_status.word(),
                    "lastTrackingStatus": row.last_tracking_status.map(Status::word), "eta": row.eta,
                    "noteIds": told.notes, "isDeleted": false,
                }),
                None => json!({ "bookingId": id, "isDeleted": true }),
            };
            News {
                position: told.position,
                tenant: scope.tenant,
                customer: found.map(|row| row.customer_id).or(told.customer),
                json: json.to_string(),
            }
        })
        .collect();
    news.sort_by_key(|news| news.position);
    Ok(news)
}

/// The events by their bookings: of each the last position, all notes, and whose it was if it is gone.
fn gathered(events: &[PublishedEvent]) -> BTreeMap<BookingId, Told> {
    let mut told: BTreeMap<BookingId, Told> = BTreeMap::new();
    for event in events {
        let number = |member: &str| event.payload[member].as_i64();
        let Some(id) = number("bookingId") else {
            continue;
        };
        let one = told.entry(BookingId(id)).or_default();
        one.position = event.position;
        if event.name == events::NOTED.name {
            one.notes.extend(number("noteId"));
        }
        if event.name == events::DELETED.name {
            one.customer = number("customerId").map(CustomerId);
        }
    }
    told
}

#[cfg(test)]
mod tests {
    use kernel::ids::TenantId;
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
        let told = gathered(&[
            event(4, "bookings.noted", json!({"bookingId": 7, "noteId": 70})),
            event(
                5,
                "bookings.deleted",
                json!({"bookingId": 8, "customerId": 3}),
            ),
            event(6, "bookings.noted", json!({"bookingId": 7, "noteId": 71})),
            event(7, "bookings.day", json!({})),
        ]);
        assert_eq!(told.len(), 2);
        let seven = &told[&BookingId(7)];
        assert_eq!(
            (seven.position, seven.notes.as_slice(), seven.customer),
            (6, [70, 71].as_slice(), None)
        );
        assert_eq!(told[&BookingId(8)].customer, Some(CustomerId(3)));
    }
}
