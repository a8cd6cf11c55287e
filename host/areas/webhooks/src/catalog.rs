//! The types of events that can be subscribed to: what each is called, who may have it, and what it says.

mod finances;

use bookings::events as booked;
use customers::events as known;
use finance::{
    access::{CREDIT_NOTES, FINANCE, INVOICES, PAYMENTS, STATEMENTS},
    events as billed,
};
use futures_util::{FutureExt, future::BoxFuture};
use kernel::{
    Feature, Permission, Result, Scope,
    ids::{BookingId, CustomerId},
};
use serde_json::{Map, Value, json};

/// What the test message is called; nobody subscribes to it.
pub const PING: &str = "ping";

/// A type of event.
pub struct EventType {
    pub name: &'static str,
    pub group: &'static str,
    pub text: EventText,
    /// The event's name in the feed.
    pub feed: &'static str,
    /// Who may see what it says.
    pub permission: Permission,
    pub feature: Feature,
    read: Read,
    sample: fn() -> Result<Happened>,
}

/// What people read of a type; both texts are translated.
pub struct EventText {
    pub title: &'static str,
    pub description: &'static str,
}

impl EventText {
    const fn new(title: &'static str, description: &'static str) -> Self {
        Self { title, description }
    }
}

type Read = for<'a> fn(&'a mut Scope, i64, Value) -> BoxFuture<'a, Result<Happened>>;

/// What happened: whom it is about, and what is told.
pub struct Happened {
    /// None where nobody knows any more.
    pub customer: Option<CustomerId>,
    pub data: Map<String, Value>,
    /// What is told in place of `data` where that is too much.
    pub brief: Map<String, Value>,
}

impl EventType {
    /// What an event of the feed says.
    pub async fn read(&self, scope: &mut Scope, version: i64, payload: Value) -> Result<Happened> {
        (self.read)(scope, version, payload).await
    }
    /// What such an event could say.
    pub fn sample(&self) -> Result<Map<String, Value>> {
        Ok((self.sample)()?.data)
    }
}

/// The type with this name.
pub fn named(name: &str) -> Option<&'static EventType> {
    TYPES.iter().find(|known| known.name == name)
}

/// The type that an event of the feed is of.
pub fn of_feed(feed: &str) -> Option<&'static EventType> {
    TYPES.iter().find(|known| known.feed == feed)
}

const fn of_customers(
    name: &'static str,
    text: EventText,
    feed: &'static str,
    read: Read,
    sample: fn() -> Result<Happened>,
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

const fn of_bookings(
    name: &'static str,
    text: EventText,
    feed: &'static str,
    read: Read,
    sample: fn() -> Result<Happened>,
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

const fn of_finance(
    name: &'static str,
    text: EventText,
    feed: &'static str,
    permission: Permission,
    read: Read,
    sample: fn() -> Result<Happened>,
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

/// All types, in the order in which people choose from them.
pub static TYPES: [EventType; 18] = [
    of_customers(
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
    of_customers(
        "customer.changed",
        EventText::new(
            "Customer changed",
            "Something about a customer is different now.",
        ),
        known::CHANGED.name,
        |scope, version, payload| {
            async move { customer(scope, known::CHANGED.read(version, payload)?).await }.boxed()
        },
        sample_customer,
    ),
    of_customers(
        "customer.deleted",
        EventText::new(
            "Customer deleted",
            "A customer was deleted. The message has its id alone.",
        ),
        known::DELETED.name,
        |_, version, payload| {
            std::future::ready(known::DELETED.read(version, payload).map(without_customer)).boxed()
        },
        || Ok(without_customer(CustomerId(4711))),
    ),
    of_bookings(
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
    of_bookings(
        "booking.changed",
        EventText::new("Booking changed", "Something about a booking was edited."),
        booked::CHANGED.name,
        |scope, version, payload| {
            async move { booking(scope, booked::CHANGED.read(version, payload)?.booking_id).await }
                .boxed()
        },
        sample_booking,
    ),
    of_bookings(
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
    of_bookings(
        "booking.status_changed",
        EventText::new(
            "Booking status changed",
            "A booking has another status than before: manifested, picked up, in transit, delivered and all others.",
        ),
        booked::STATUS_CHANGED.name,
        |scope, version, payload| {
            async move {
                let change = booked::STATUS_CHANGED.read(version, payload)?;
                let happened = booking(scope, change.booking_id).await?;
                Ok(happened
                    .with("previousStatus", change.from.word())
                    .with("status", change.to.word()))
            }
            .boxed()
        },
        || {
            Ok(sample_booking()?
                .with("previousStatus", "Quoted")
                .with("status", "Booked"))
        },
    ),
    of_bookings(
        "booking.manifested",
        EventText::new("Booking manifested", "A booking was closed on a manifest."),
        booked::MANIFESTED.name,
        |scope, version, payload| {
            async move {
                let news = booked::MANIFESTED.read(version, payload)?;
                Ok(booking(scope, news.booking_id)
                    .await?
                    .with("manifestId", &news.manifest_id))
            }
            .boxed()
        },
        || Ok(sample_booking()?.with("manifestId", "M000042")),
    ),
    of_bookings(
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
    of_bookings(
        "booking.deleted",
        EventText::new(
            "Booking deleted",
            "A draft, a quoted or a cancelled booking was deleted. The message has its id and its customer's alone.",
        ),
        booked::DELETED.name,
        |_, version, payload| {
            let gone = booked::DELETED.read(version, payload);
            std::future::ready(gone.map(|gone| without_booking(gone.booking_id, gone.customer_id)))
                .boxed()
        },
        || Ok(without_booking(BookingId(90_210), Some(CustomerId(4711)))),
    ),
    of_finance(
        "invoice.posted",
        EventText::new(
            "Invoice posted",
            "An invoice is in the books. The message has its sums, without its lines.",
        ),
        billed::INVOICE_POSTED.name,
        INVOICES,
        finances::posted,
        finances::sample_invoice,
    ),
    of_finance(
        "payment.received",
        EventText::new(
            "Payment received",
            "Money came in: recorded by a person, found in a bank statement or by card.",
        ),
        billed::PAYMENT_RECEIVED.name,
        PAYMENTS,
        finances::received,
        finances::sample_payment,
    ),
    of_finance(
        "card_payment.changed",
        EventText::new(
            "Card payment changed",
            "A card payment was disputed, refunded or voided at the provider, lost at its settlement, taken late, or has to be looked at by a person.",
        ),
        billed::CARD_CHANGED.name,
        PAYMENTS,
        finances::card_changed,
        finances::sample_card,
    ),
    of_finance(
        "credit_note.approved",
        EventText::new(
            "Credit note approved",
            "A credit note was approved and has its number.",
        ),
        billed::CREDIT_NOTE_APPROVED.name,
        CREDIT_NOTES,
        finances::credited,
        finances::sample_credit_note,
    ),
    of_finance(
        "reminder.sent",
        EventText::new(
            "Reminder sent",
            "A customer was reminded of overdue invoices.",
        ),
        billed::REMINDED.name,
        STATEMENTS,
        finances::reminded,
        finances::sample_reminder,
    ),
    of_finance(
        "customer.credit_stopped",
        EventText::new(
            "Credit stopped",
            "A reminder has stopped a customer’s bookings on account until all that is overdue is paid.",
        ),
        billed::CREDIT_STOPPED.name,
        customers::access::CUSTOMER,
        |scope, version, payload| {
            async move { customer(scope, billed::CREDIT_STOPPED.read(version, payload)?).await }
                .boxed()
        },
        sample_customer,
    ),
    of_finance(
        "customer.credit_stop_lifted",
        EventText::new(
            "Credit stop lifted",
            "Nothing is overdue any more: a stopped customer can book on account again.",
        ),
        billed::CREDIT_STOP_LIFTED.name,
        customers::access::CUSTOMER,
        |scope, version, payload| {
            async move { customer(scope, billed::CREDIT_STOP_LIFTED.read(version, payload)?).await }
                .boxed()
        },
        sample_customer,
    ),
    of_finance(
        "customer.low_balance",
        EventText::new(
            "Prepaid balance low",
            "What a customer has paid ahead has fallen below its threshold.",
        ),
        billed::LOW_BALANCE.name,
        customers::access::CUSTOMER,
        |scope, version, payload| {
            async move { customer(scope, billed::LOW_BALANCE.read(version, payload)?).await }
                .boxed()
        },
        sample_customer,
    ),
];

impl Happened {
    /// About a record of this kind; what is not there any more has its id alone.
    fn of(kind: &str, id: i64, customer: Option<CustomerId>, record: Option<Value>) -> Self {
        let only = json!({ "id": id });
        let brief = Map::from_iter([(kind.to_owned(), only.clone())]);
        let data = Map::from_iter([(kind.to_owned(), record.unwrap_or(only))]);
        Self {
            customer,
            data,
            brief,
        }
    }

    fn with(mut self, name: &str, value: &str) -> Self {
        for told in [&mut self.data, &mut self.brief] {
            told.insert(name.to_owned(), value.into());
        }
        self
    }
}

async fn customer(scope: &mut Scope, id: CustomerId) -> Result<Happened> {
    let record = customers::told::told(scope, id).await?;
    Ok(Happened::of("customer", id.0, Some(id), record))
}

fn without_customer(id: CustomerId) -> Happened {
    Happened::of("customer", id.0, Some(id), None)
}

async fn booking(scope: &mut Scope, id: BookingId) -> Result<Happened> {
    let (customer, record) = bookings::told::told(scope, id).await?.unzip();
    Ok(Happened::of("booking", id.0, customer, record))
}

fn without_booking(id: BookingId, customer: Option<CustomerId>) -> Happened {
    let record = json!({ "id": id, "customer": { "id": customer } });
    Happened::of("booking", id.0, customer, Some(record))
}

fn sample_customer() -> Result<Happened> {
    Ok(Happened::of(
        "customer",
        4711,
        None,
        Some(customers::told::sample()?),
    ))
}

fn sample_booking() -> Result<Happened> {
    Ok(Happened::of(
        "booking",
        90_210,
        None,
        Some(bookings::told::sample()?),
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
                of_feed(known.feed).unwrap().name,
                named(known.name).unwrap().name
            );
        }
        assert!(named(PING).is_none());
    }
}
