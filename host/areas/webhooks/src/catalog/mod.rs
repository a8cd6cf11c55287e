//! The event types for subscriptions: names, permissions and payloads.

pub mod finances;
mod jobs;
mod line_hauls;

use billing::events as billed;
use bookings::events as booked;
use customers::events as known;
use data::{
    Feature, Permission, Result, Scope,
    ids::{BookingId, CustomerId},
};
use futures_util::{FutureExt, future::BoxFuture};
use ledger::access::{CREDIT_NOTES, FINANCE, INVOICES};
use ledger::access::{PAYMENTS, STATEMENTS};
use receivables::events as received;
use serde_json::{Map, Value, json};

pub const PING: &str = "ping";

pub struct EventType {
    pub name: &'static str,
    pub group: &'static str,
    pub text: EventText,
    pub feed: &'static str,
    /// Permission to see the payload.
    pub permission: Permission,
    pub feature: Feature,
    read: Read,
    sample: fn() -> Result<EventContent>,
}

pub struct EventText {
    pub title: &'static str,
    pub description: &'static str,
}

impl EventText {
    const fn new(title: &'static str, description: &'static str) -> Self {
        Self { title, description }
    }
}

type Read = for<'a> fn(&'a mut Scope, i64, Value) -> BoxFuture<'a, Result<EventContent>>;

/// An event's customer and payload.
pub struct EventContent {
    /// None if unknown.
    pub customer: Option<CustomerId>,
    pub data: Map<String, Value>,
    /// Sent instead of `data` if that is too large.
    pub brief: Map<String, Value>,
}

impl EventType {
    pub async fn read(
        &self,
        scope: &mut Scope,
        version: i64,
        payload: Value,
    ) -> Result<EventContent> {
        (self.read)(scope, version, payload).await
    }
    pub fn sample(&self) -> Result<Map<String, Value>> {
        Ok((self.sample)()?.data)
    }
}

pub fn type_by_name(name: &str) -> Option<&'static EventType> {
    TYPES.iter().find(|known| known.name == name)
}

pub fn types_by_names(names: &[String]) -> impl Iterator<Item = &'static EventType> {
    names.iter().filter_map(|name| type_by_name(name))
}

pub fn type_by_feed(feed: &str) -> Option<&'static EventType> {
    TYPES.iter().find(|known| known.feed == feed)
}

const fn customer_type(
    name: &'static str,
    text: EventText,
    feed: &'static str,
    read: Read,
    sample: fn() -> Result<EventContent>,
) -> EventType {
    let (permission, feature) = (customers::access::CUSTOMER, customers::access::CUSTOMERS);
    EventType {
        name,
        group: "Customers",
        text,
        feed,
        permission,
        feature,
        read,
        sample,
    }
}

const fn booking_type(
    name: &'static str,
    text: EventText,
    feed: &'static str,
    read: Read,
    sample: fn() -> Result<EventContent>,
) -> EventType {
    let (permission, feature) = (quotes::access::BOOKING, quotes::access::BOOKINGS);
    EventType {
        name,
        group: "Bookings",
        text,
        feed,
        permission,
        feature,
        read,
        sample,
    }
}

const fn finance_type(
    name: &'static str,
    text: EventText,
    feed: &'static str,
    permission: Permission,
    read: Read,
    sample: fn() -> Result<EventContent>,
) -> EventType {
    EventType {
        name,
        group: "Finance",
        text,
        feed,
        permission,
        feature: FINANCE,
        read,
        sample,
    }
}

/// All types, in the order of the selection.
pub static TYPES: [EventType; 22] = [
    customer_type(
        "customer.created",
        EventText::new(
            "Customer created",
            "A customer was added, by a person, by an import or by registering.",
        ),
        known::CREATED.name,
        |scope, version, payload| {
            async move { customer(scope, known::CREATED.read(version, payload)?).await }.boxed()
        },
        sample_customer,
    ),
    customer_type(
        "customer.changed",
        EventText::new("Customer changed", "A customer was changed."),
        known::CHANGED.name,
        |scope, version, payload| {
            async move { customer(scope, known::CHANGED.read(version, payload)?).await }.boxed()
        },
        sample_customer,
    ),
    customer_type(
        "customer.deleted",
        EventText::new(
            "Customer deleted",
            "A customer was deleted. The message has only its ID.",
        ),
        known::DELETED.name,
        |_, version, payload| {
            std::future::ready(known::DELETED.read(version, payload).map(without_customer)).boxed()
        },
        || Ok(without_customer(CustomerId(4711))),
    ),
    booking_type(
        "booking.created",
        EventText::new(
            "Booking created",
            "A booking was begun, as a draft or with a price.",
        ),
        booked::CREATED.name,
        |scope, version, payload| {
            async move { booking(scope, booked::CREATED.read(version, payload)?.booking_id).await }
                .boxed()
        },
        sample_booking,
    ),
    booking_type(
        "booking.changed",
        EventText::new("Booking changed", "A booking was edited."),
        booked::CHANGED.name,
        |scope, version, payload| {
            async move { booking(scope, booked::CHANGED.read(version, payload)?.booking_id).await }
                .boxed()
        },
        sample_booking,
    ),
    booking_type(
        "booking.booked",
        EventText::new(
            "Booked with the carrier",
            "The carrier has accepted a booking and given it a consignment number.",
        ),
        booked::BOOKED.name,
        |scope, version, payload| {
            async move { booking(scope, booked::BOOKED.read(version, payload)?.booking_id).await }
                .boxed()
        },
        sample_booking,
    ),
    booking_type(
        "booking.status_changed",
        EventText::new(
            "Booking status changed",
            "The status of a booking changed: manifested, picked up, in transit, delivered and all others.",
        ),
        booked::STATUS_CHANGED.name,
        |scope, version, payload| {
            async move {
                let change = booked::STATUS_CHANGED.read(version, payload)?;
                let happened = booking(scope, change.booking_id).await?;
                Ok(happened
                    .with_brief("previousStatus", change.from.as_str())
                    .with_brief("status", change.to.as_str()))
            }
            .boxed()
        },
        || {
            Ok(sample_booking()?
                .with_brief("previousStatus", "Quoted")
                .with_brief("status", "Booked"))
        },
    ),
    booking_type(
        "booking.manifested",
        EventText::new("Booking manifested", "A booking was closed on a manifest."),
        booked::MANIFESTED.name,
        |scope, version, payload| {
            async move {
                let news = booked::MANIFESTED.read(version, payload)?;
                Ok(booking(scope, news.booking_id)
                    .await?
                    .with_brief("manifestId", &news.manifest_id))
            }
            .boxed()
        },
        || Ok(sample_booking()?.with_brief("manifestId", "M000042")),
    ),
    booking_type(
        "booking.cancelled",
        EventText::new(
            "Booking cancelled",
            "A booking was cancelled, with the carrier too where it had been booked.",
        ),
        booked::CANCELLED.name,
        |scope, version, payload| {
            async move { booking(scope, booked::CANCELLED.read(version, payload)?.booking_id).await }.boxed()
        },
        sample_booking,
    ),
    booking_type(
        "booking.deleted",
        EventText::new(
            "Booking deleted",
            "A draft, a quoted or a cancelled booking was deleted. The message has only its ID and its customer's ID.",
        ),
        booked::DELETED.name,
        |_, version, payload| {
            let gone = booked::DELETED.read(version, payload);
            std::future::ready(gone.map(|gone| without_booking(gone.booking_id, gone.customer_id)))
                .boxed()
        },
        || Ok(without_booking(BookingId(90_210), Some(CustomerId(4711)))),
    ),
    jobs::CREATED,
    jobs::STATUS_CHANGED,
    jobs::ALLOCATED,
    line_hauls::STATUS_CHANGED,
    finance_type(
        "invoice.posted",
        EventText::new(
            "Invoice posted",
            "An invoice is in the books. The message has its sums, without its lines.",
        ),
        billed::INVOICE_POSTED.name,
        INVOICES,
        crate::catalog::finances::posted,
        crate::catalog::finances::sample_invoice,
    ),
    finance_type(
        "payment.received",
        EventText::new(
            "Payment received",
            "Money came in: recorded by a person, found in a bank statement or by card.",
        ),
        received::PAYMENT_RECEIVED.name,
        PAYMENTS,
        crate::catalog::finances::received,
        crate::catalog::finances::sample_payment,
    ),
    finance_type(
        "card_payment.changed",
        EventText::new(
            "Card payment changed",
            "A card payment was disputed, refunded or voided at the provider, failed at its settlement, was captured late, or needs review.",
        ),
        received::CARD_CHANGED.name,
        PAYMENTS,
        crate::catalog::finances::card_changed,
        crate::catalog::finances::sample_card,
    ),
    finance_type(
        "credit_note.approved",
        EventText::new(
            "Credit note approved",
            "A credit note was approved and has its number.",
        ),
        billed::CREDIT_NOTE_APPROVED.name,
        CREDIT_NOTES,
        crate::catalog::finances::credited,
        crate::catalog::finances::sample_credit_note,
    ),
    finance_type(
        "reminder.sent",
        EventText::new(
            "Reminder sent",
            "A customer was reminded of overdue invoices.",
        ),
        received::REMINDER_SENT.name,
        STATEMENTS,
        crate::catalog::finances::reminded,
        crate::catalog::finances::sample_reminder,
    ),
    finance_type(
        "customer.credit_stopped",
        EventText::new(
            "Credit stopped",
            "A reminder has stopped a customer’s bookings on account until all that is overdue is paid.",
        ),
        received::CREDIT_STOPPED.name,
        customers::access::CUSTOMER,
        |scope, version, payload| {
            async move { customer(scope, received::CREDIT_STOPPED.read(version, payload)?).await }
                .boxed()
        },
        sample_customer,
    ),
    finance_type(
        "customer.credit_stop_lifted",
        EventText::new(
            "Credit stop lifted",
            "Nothing is overdue any more. A stopped customer can book on account again.",
        ),
        received::CREDIT_STOP_LIFTED.name,
        customers::access::CUSTOMER,
        |scope, version, payload| {
            async move { customer(scope, received::CREDIT_STOP_LIFTED.read(version, payload)?).await }
                .boxed()
        },
        sample_customer,
    ),
    finance_type(
        "customer.low_balance",
        EventText::new(
            "Prepaid balance low",
            "A customer's prepaid balance has fallen below its threshold.",
        ),
        received::LOW_BALANCE.name,
        customers::access::CUSTOMER,
        |scope, version, payload| {
            async move { customer(scope, received::LOW_BALANCE.read(version, payload)?).await }
                .boxed()
        },
        sample_customer,
    ),
];

impl EventContent {
    fn from_record(
        kind: &str,
        id: i64,
        customer: Option<CustomerId>,
        record: Option<Value>,
    ) -> Self {
        let only = json!({ "id": id });
        let brief = Map::from_iter([(kind.to_owned(), only.clone())]);
        let data = Map::from_iter([(kind.to_owned(), record.unwrap_or(only))]);
        Self {
            customer,
            data,
            brief,
        }
    }

    fn with_brief(mut self, name: &str, value: &str) -> Self {
        for members in [&mut self.data, &mut self.brief] {
            members.insert(name.to_owned(), value.into());
        }
        self
    }
}

async fn customer(scope: &mut Scope, id: CustomerId) -> Result<EventContent> {
    let record = customers::webhook_payload::load_payload(scope, id).await?;
    Ok(EventContent::from_record(
        "customer",
        id.0,
        Some(id),
        record,
    ))
}

fn without_customer(id: CustomerId) -> EventContent {
    EventContent::from_record("customer", id.0, Some(id), None)
}

async fn booking(scope: &mut Scope, id: BookingId) -> Result<EventContent> {
    let (customer, record) = bookings::webhook_payload::load_payload(scope, id)
        .await?
        .unzip();
    Ok(EventContent::from_record("booking", id.0, customer, record))
}

fn without_booking(id: BookingId, customer: Option<CustomerId>) -> EventContent {
    let record = json!({ "id": id, "customer": { "id": customer } });
    EventContent::from_record("booking", id.0, customer, Some(record))
}

fn sample_customer() -> Result<EventContent> {
    Ok(EventContent::from_record(
        "customer",
        4711,
        None,
        Some(customers::webhook_payload::sample()?),
    ))
}

fn sample_booking() -> Result<EventContent> {
    Ok(EventContent::from_record(
        "booking",
        90_210,
        None,
        Some(bookings::webhook_payload::sample()?),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_has_a_name_of_its_own_and_a_sample() {
        let mut names: Vec<&str> = TYPES.iter().map(|known| known.name).collect();
        let mut feeds: Vec<&str> = TYPES.iter().map(|known| known.feed).collect();
        for list in [&mut names, &mut feeds] {
            list.sort_unstable();
            list.dedup();
            assert_eq!(list.len(), TYPES.len());
        }
        for known in &TYPES {
            let mut words = known.name.split('.').next().unwrap().split('_');
            let mut kind = words.next().unwrap().to_owned();
            for word in words {
                kind.push_str(&word[..1].to_uppercase());
                kind.push_str(&word[1..]);
            }
            assert!(
                known.sample().unwrap()[&kind]["id"].is_i64(),
                "{}",
                known.name
            );
            assert_eq!(
                type_by_feed(known.feed).unwrap().name,
                type_by_name(known.name).unwrap().name
            );
        }
        assert!(type_by_name(PING).is_none());
    }
}
