//! Live updates of bookings for open pages.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use data::{
    Needs, Record, Result, Scope, Where,
    ids::{BookingId, CustomerId, Owner},
};
use futures_util::{FutureExt, future::BoxFuture};
use quotes::access::BOOKING;
use serde_json::json;
use web::{
    live::{News, Source},
    record_news::{RecordEvents, RecordNews, group, to_news},
};
use work::feed::PublishedEvent;

use crate::{
    bookings::{model::Booking, status::Status},
    events,
};

pub static BOOKINGS: Source = Source {
    prefixes: &["bookings."],
    event_name: "booking",
    needs: Needs::Permission(BOOKING),
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

fn boxed_news(scope: Scope, events: Vec<PublishedEvent>) -> BoxFuture<'static, Result<Vec<News>>> {
    load_news(scope, events).boxed()
}

async fn load_news(mut scope: Scope, events: Vec<PublishedEvent>) -> Result<Vec<News>> {
    let changes = group(&events, "bookingId");
    let ids: Vec<BookingId> = changes.iter().map(|it| BookingId(it.id)).collect();
    let rows: Vec<BookingState> = scope.all(Where::all().is_in(Booking::ID, &ids)).await?;
    let states: BTreeMap<i64, BookingState> = rows.into_iter().map(|it| (it.id.0, it)).collect();
    Ok(to_news(scope.tenant, &changes, |change| {
        match states.get(&change.id) {
            Some(row) => {
                let json = json!({
                    "bookingId": row.id, "rowVersion": row.row_version, "bookingStatus": row.booking_status.as_str(),
                    "lastTrackingStatus": row.last_tracking_status.map(Status::as_str), "eta": row.eta,
                    "noteIds": note_ids(change), "isDeleted": false,
                });
                RecordNews::new(json).share_with(Some(Owner::Customer(row.customer_id)))
            }
            None => {
                let json = json!({ "bookingId": change.id, "isDeleted": true });
                let customer = change.deleted_customer(events::DELETED.name);
                RecordNews::new(json).share_with(customer.map(Owner::Customer))
            }
        }
    }))
}

/// Returns the new notes. Customers listen too: for an internal note they learn only that the
/// booking changed.
fn note_ids(change: &RecordEvents<'_>) -> Vec<i64> {
    change
        .payloads(events::NOTED.name)
        .filter(|note| note["isInternal"] != json!(true))
        .filter_map(|note| note["noteId"].as_i64())
        .collect()
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
    fn new_notes_are_named_unless_they_are_internal() {
        let noted = |position, note: i64, is_internal: bool| {
            let payload = json!({"bookingId": 7, "noteId": note, "isInternal": is_internal});
            event(position, "bookings.noted", payload)
        };
        let events = [
            noted(4, 70, false),
            noted(5, 71, true),
            event(6, "bookings.changed", json!({"bookingId": 7, "noteId": 72})),
            noted(7, 73, false),
        ];
        let changes = group(&events, "bookingId");
        assert_eq!(changes.len(), 1);
        assert_eq!(note_ids(&changes[0]), [70, 73]);
    }
}
