//! Calls of people who are not signed in: booking a quote, finding the booking again, its documents, and what was
//! shared with them.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{
    Error, Raw, Result, Scope, Where,
    http::{self, Response},
    ids::BookingId,
    limiter::{Count, Limit, MINUTE, Ticket},
    message,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    documents::{self, Token, Tokens},
    error_info::ErrorInfo,
};
use crate::{
    model::{
        Booking, Document, DocumentType, TrackingEvent,
        input::{BatchEntry, GuestInput},
        outside::OutsideBooking,
    },
    rules::{operations::Operation, papers, pass, status::Status},
    service::{
        guest, label, papers as drawing,
        share::{self as sharing, Shared},
    },
    store::{self, Owner},
};

/// Each leaves a booking, a customer and a mail behind.
pub const BOOKED: Limit = Limit {
    name: "guest-booking",
    window: TimeDelta::hours(1),
    per_address: Some(30),
    per_tenant: Some(600),
    per_user: None,
};
/// Numbers of bookings are counted up: nobody is to try them all.
pub const LOOKED_UP: Limit = Limit {
    name: "guest-lookup",
    window: MINUTE,
    per_address: Some(30),
    per_tenant: Some(600),
    per_user: None,
};
/// Each of up to ten people gets a mail.
pub const SHARED: Limit = Limit {
    name: "booking-share",
    window: TimeDelta::hours(1),
    per_address: None,
    per_tenant: None,
    per_user: Some(60),
};
/// So often in an hour an e-mail address is tried in vain, from anywhere.
const MISSES: u32 = 60;

/// A guest's booking after the call.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GuestSaved {
    booking: OutsideBooking,
    /// Whether it waits for its payment; the carrier is asked afterwards.
    is_payment_due: bool,
    /// Why the carrier has not taken it. The booking is saved.
    error_info: Option<ErrorInfo>,
}

/// Makes a booking of a guest's quote. The same call sent again answers the booking that there is.
pub async fn create(scope: Scope, input: GuestInput) -> Result<GuestSaved> {
    if !input.booking.is_new() {
        return Err(Error::invalid(
            "booking.id",
            message!("must be left out for a new booking"),
        ));
    }
    save(scope, input).await
}

/// The same, or a change of a booking that is not with its carrier yet, by who holds the token of its quote.
pub async fn save(mut scope: Scope, input: GuestInput) -> Result<GuestSaved> {
    let GuestInput {
        booking,
        booking_note,
        operations,
    } = input;
    let saved = guest::save(
        &mut scope,
        BatchEntry {
            booking,
            booking_note,
        },
        &operations,
    )
    .await?;
    let is_payment_due = saved.booking.booking_status == Status::PendingPayment;
    let scans = scans(&mut scope, saved.booking.id).await?;
    let booking = OutsideBooking::of_guest(saved.booking, scans);
    Ok(GuestSaved {
        booking,
        is_payment_due,
        error_info: saved.error.map(ErrorInfo::from),
    })
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GuestsBooking {
    booking_id: BookingId,
    /// The address that the guest has booked with.
    email: String,
}

/// A booking for somebody who is not signed in.
#[derive(Serialize, JsonSchema)]
pub struct OneOutside {
    booking: OutsideBooking,
}

/// The guest's booking with this number and e-mail address; a wrong one of either is answered in the same way.
pub async fn get(mut scope: Scope, wanted: GuestsBooking) -> Result<OneOutside> {
    let booking = found(&mut scope, wanted.booking_id, &wanted.email).await?;
    let scans = scans(&mut scope, booking.id).await?;
    Ok(OneOutside {
        booking: OutsideBooking::of_guest(booking, scans),
    })
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GuestsDocuments {
    booking_id: BookingId,
    email: String,
    /// 1 label, 3 consignment note, …
    document_type: i64,
}

/// Tokens with which the documents of the guest's booking are downloaded, each good for one of them and a quarter of an
/// hour. A label that nobody has printed yet is asked for now, and
/// papers are drawn as the booking stands. Manifests may hold others' consignments: none is given.
pub async fn list_documents(mut scope: Scope, wanted: GuestsDocuments) -> Result<Tokens> {
    documents::check_type(wanted.document_type)?;
    let booking = found(&mut scope, wanted.booking_id, &wanted.email).await?;
    if wanted.document_type == DocumentType::Manifest as i64 {
        return Ok(Tokens { tokens: Vec::new() });
    }
    let is_label = wanted.document_type == DocumentType::Label as i64;
    if is_label && booking.intent.is_none() && Operation::PrintLabel.allowed_in(booking.standing())
    {
        label::print(&mut scope, booking.id).await?;
    }
    let documents = match papers::kind(wanted.document_type) {
        Some(paper) => drawing::of(&mut scope, &booking, paper)
            .await?
            .into_iter()
            .collect(),
        None => {
            store::documents(&mut scope, Owner::Booking(booking.id), wanted.document_type).await?
        }
    };
    let (key, now) = (
        scope.host().secrets().signing_key(pass::PURPOSE),
        scope.now(),
    );
    let tokens = documents
        .iter()
        .map(|document| pass::issue(&key, scope.tenant, document.id, now))
        .collect();
    Ok(Tokens { tokens })
}

/// The file behind a guest's token.
pub async fn download(mut scope: Scope, raw: Raw) -> Result<Response> {
    let Token { token } = raw.query()?;
    let unknown = || Error::NotFound("The document");
    let key = scope.host().secrets().signing_key(pass::PURPOSE);
    let id = pass::read(&key, scope.tenant, &token, scope.now()).ok_or_else(unknown)?;
    // The token is the key.
    let rows = scope.unbound().await?;
    let document: Document = rows.first(Where::id(id)).await?.ok_or_else(unknown)?;
    let booking = document.booking_id.ok_or_else(unknown)?;
    let booking: Booking = rows.first(Where::id(booking)).await?.ok_or_else(unknown)?;
    if !guest::is_guests(&booking) {
        return Err(unknown());
    }
    scope.rollback();
    let content = scope
        .host()
        .files()
        .get(scope.tenant, &document.file_key)
        .await?;
    Ok(http::download(
        content,
        &document.media_type,
        &document.file_name,
    ))
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShareInput {
    booking_id: BookingId,
    /// One to ten e-mail addresses.
    emails: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShareAnswer {
    /// When the links end.
    expires_at: DateTime<Utc>,
}

/// Mails people a link with which they see the booking without signing in. Sharing it again ends the link of before.
pub async fn share(mut scope: Scope, input: ShareInput) -> Result<ShareAnswer> {
    Ok(ShareAnswer {
        expires_at: sharing::share(&mut scope, input.booking_id, &input.emails).await?,
    })
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SharedLink {
    booking_id: BookingId,
    /// The address that the booking is shared with.
    email: String,
    /// That of the mailed link; it proves the address.
    token: Option<String>,
}

/// A booking that is shared with this address. With the mailed link's token it is shown without prices, contacts and
/// notes. Without one it is shown in outline: status, carrier and service, the suburbs, states and countries of both
/// ends, the expected arrival, and the status and time of each scan. Names, streets, post codes, numbers, goods,
/// instructions and scan details need the link. Wrong booking, address or token are one answer, 404; failed attempts
/// count against the address.
pub async fn shared(mut scope: Scope, wanted: SharedLink) -> Result<OneOutside> {
    let SharedLink {
        booking_id,
        email,
        token,
    } = wanted;
    let token = token.filter(|token| !token.is_empty());
    let ticket = count_miss(&scope, "shared-lookup-email", &email).await?;
    let shared = sharing::find(&mut scope, booking_id, &email, token.as_deref()).await?;
    let scans = scans(&mut scope, booking_id).await?;
    // The limiter opens its own transaction.
    scope.rollback();
    ticket.give_back(scope.host()).await?;
    let booking = match shared {
        Shared::Proven(booking) => OutsideBooking::shared(booking, scans),
        Shared::Unproven(booking) => OutsideBooking::outline(booking, scans),
    };
    Ok(OneOutside { booking })
}

/// Finds the guest's booking.
async fn found(scope: &mut Scope, id: BookingId, email: &str) -> Result<Booking> {
    let ticket = count_miss(scope, "guest-lookup-email", email).await?;
    let booking = guest::find(scope, id, email).await?;
    // The limiter opens its own transaction.
    scope.rollback();
    ticket.give_back(scope.host()).await?;
    Ok(booking)
}

/// Counts an attempt for the email address until it succeeds, so that many machines together cannot try all booking
/// numbers with one address.
async fn count_miss(scope: &Scope, what: &'static str, email: &str) -> Result<Ticket> {
    let name = email.trim().to_lowercase();
    let misses = Count {
        what,
        tenant: Some(scope.tenant),
        address: None,
        name: Some(&name),
        most: MISSES,
        window: TimeDelta::hours(1),
    };
    scope.host().limiter().take(scope.host(), &[misses]).await
}

async fn scans(scope: &mut Scope, booking: BookingId) -> Result<Vec<TrackingEvent>> {
    let rows = scope.unbound().await?;
    Ok(store::in_order(
        rows.all(Where::all().eq(TrackingEvent::BOOKING_ID, booking))
            .await?,
    ))
}
