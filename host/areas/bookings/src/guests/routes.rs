//! Guest routes: booking a quote, lookup, documents and shared bookings.

use chrono::{DateTime, TimeDelta, Utc};
use data::{Error, Result, Scope, Where, ids::BookingId, life_cycle::Operation as _, message};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web::{
    Raw,
    http::{self, Response},
};
use work::limiter::{Count, Limit, Limiter, MINUTE, Ticket};

use crate::{
    batches::error_info::ErrorInfo,
    booking_documents::{
        self, consignment as drawing,
        routes::{Token, Tokens},
    },
    bookings::{
        self,
        input::{BatchEntry, GuestInput},
        model::Booking,
        operations::Operation,
        records::{Document, DocumentType, TrackingEvent},
        status::Status,
        store::Owner,
    },
    guests::{self, shares as sharing, shares::Shared, view::OutsideBooking},
};

/// Each call creates a booking, a customer and an email.
pub const BOOKING_LIMIT: Limit = Limit {
    name: "guest-booking",
    window: TimeDelta::hours(1),
    per_address: Some(30),
    per_tenant: Some(600),
    per_user: None,
};
/// Booking numbers are sequential: limits enumeration.
pub const LOOKUP_LIMIT: Limit = Limit {
    name: "guest-lookup",
    window: MINUTE,
    per_address: Some(30),
    per_tenant: Some(600),
    per_user: None,
};
/// Each call emails up to ten people.
pub const SHARE_LIMIT: Limit = Limit {
    name: "booking-share",
    window: TimeDelta::hours(1),
    per_address: None,
    per_tenant: None,
    per_user: Some(60),
};
/// Failed attempts per email address and hour, across all clients.
const MAX_MISSES: u32 = 60;

/// A guest's booking after the call.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GuestSaved {
    booking: OutsideBooking,
    /// True while it waits for payment; the carrier call follows.
    is_payment_due: bool,
    /// Reason that the carrier did not accept it. The booking is saved.
    error_info: Option<ErrorInfo>,
}

/// Repeating the call returns the existing booking.
pub async fn create(scope: Scope, input: GuestInput) -> Result<GuestSaved> {
    if !input.booking.is_new() {
        return Err(Error::invalid(
            "booking.id",
            message!("must be left out for a new booking"),
        ));
    }
    save(scope, input).await
}

/// Changes need the quote's token and a booking not yet with its carrier.
pub async fn save(mut scope: Scope, input: GuestInput) -> Result<GuestSaved> {
    let GuestInput {
        booking,
        booking_note,
        operations,
    } = input;
    let saved = guests::service::save(
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
    let booking = OutsideBooking::for_guest(saved.booking, scans);
    Ok(GuestSaved {
        booking,
        is_payment_due,
        error_info: saved.error.map(ErrorInfo::from),
    })
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GuestBookingQuery {
    booking_id: BookingId,
    /// Email address the guest booked with.
    email: String,
}

/// A booking as shown without sign-in.
#[derive(Serialize, JsonSchema)]
pub struct OneOutside {
    booking: OutsideBooking,
}

/// A mismatch of number or email yields the same error.
pub async fn get(mut scope: Scope, query: GuestBookingQuery) -> Result<OneOutside> {
    let booking = find_booking(&mut scope, query.booking_id, &query.email).await?;
    let scans = scans(&mut scope, booking.id).await?;
    Ok(OneOutside {
        booking: OutsideBooking::for_guest(booking, scans),
    })
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GuestDocumentsQuery {
    booking_id: BookingId,
    email: String,
    /// 1 label, 3 consignment note, …
    document_type: i64,
}

/// Lists download tokens, each for one document and 15 minutes. Fetches unprinted labels and
/// renders consignment documents. Excludes manifests: they may contain other customers'
/// consignments.
pub async fn list_documents(mut scope: Scope, query: GuestDocumentsQuery) -> Result<Tokens> {
    booking_documents::routes::check_type(query.document_type)?;
    let booking = find_booking(&mut scope, query.booking_id, &query.email).await?;
    if query.document_type == DocumentType::Manifest as i64 {
        return Ok(Tokens { tokens: Vec::new() });
    }
    let is_label = query.document_type == DocumentType::Label as i64;
    if is_label
        && booking.pending.intent.is_none()
        && Operation::PrintLabel.is_allowed_in(booking.effective_status())
    {
        booking_documents::labels::print(&mut scope, booking.id).await?;
    }
    let documents = match booking_documents::rules::consignment_document(query.document_type) {
        Some(paper) => drawing::render(&mut scope, &booking, paper)
            .await?
            .into_iter()
            .collect(),
        None => {
            bookings::store::documents(&mut scope, Owner::Booking(booking.id), query.document_type)
                .await?
        }
    };
    let (key, now) = (
        scope
            .host()
            .secrets()
            .signing_key(booking_documents::passes::PURPOSE),
        scope.now(),
    );
    let tokens = documents
        .iter()
        .map(|document| booking_documents::passes::issue(&key, scope.tenant, document.id, now))
        .collect();
    Ok(Tokens { tokens })
}

pub async fn download(mut scope: Scope, raw: Raw) -> Result<Response> {
    let Token { token } = raw.query()?;
    let unknown = || Error::NotFound("The document");
    let key = scope
        .host()
        .secrets()
        .signing_key(booking_documents::passes::PURPOSE);
    let id = booking_documents::passes::verify(&key, scope.tenant, &token, scope.now())
        .ok_or_else(unknown)?;
    // The token authorises the read.
    let rows = scope.unrestricted().await?;
    let document: Document = rows.first(Where::id(id)).await?.ok_or_else(unknown)?;
    let booking = document.booking_id.ok_or_else(unknown)?;
    let booking: Booking = rows.first(Where::id(booking)).await?.ok_or_else(unknown)?;
    if !guests::service::is_guest_booking(&booking) {
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
    /// One to ten email addresses.
    emails: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShareAnswer {
    /// Expiry of the links.
    expires_at: DateTime<Utc>,
}

/// Sharing again revokes the earlier link.
pub async fn share(mut scope: Scope, input: ShareInput) -> Result<ShareAnswer> {
    Ok(ShareAnswer {
        expires_at: sharing::share(&mut scope, input.booking_id, &input.emails).await?,
    })
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SharedBookingQuery {
    booking_id: BookingId,
    /// Address that the booking is shared with.
    email: String,
    /// Token of the emailed link; proves the address.
    token: Option<String>,
}

/// Returns a booking shared with this address. With the emailed token it has no prices, contacts or
/// notes. Without the token it is an outline: status, carrier and service, suburbs, states and
/// countries, expected arrival, and scan statuses and times. A wrong booking, address or token
/// yields the same 404; failed attempts count against the address.
pub async fn shared(mut scope: Scope, query: SharedBookingQuery) -> Result<OneOutside> {
    let SharedBookingQuery {
        booking_id,
        email,
        token,
    } = query;
    let token = token.filter(|token| !token.is_empty());
    let ticket = count_attempt(&scope, "shared-lookup-email", &email).await?;
    let shared = sharing::find(&mut scope, booking_id, &email, token.as_deref()).await?;
    let scans = scans(&mut scope, booking_id).await?;
    // The limiter opens its own transaction.
    scope.rollback();
    ticket.release(scope.host()).await?;
    let booking = match shared {
        Shared::Proven(booking) => OutsideBooking::for_share(booking, scans),
        Shared::Unproven(booking) => OutsideBooking::for_outline(booking, scans),
    };
    Ok(OneOutside { booking })
}

async fn find_booking(scope: &mut Scope, id: BookingId, email: &str) -> Result<Booking> {
    let ticket = count_attempt(scope, "guest-lookup-email", email).await?;
    let booking = guests::service::find(scope, id, email).await?;
    // The limiter opens its own transaction.
    scope.rollback();
    ticket.release(scope.host()).await?;
    Ok(booking)
}

/// Counts attempts per email address until one succeeds: distributed clients cannot enumerate
/// booking numbers.
async fn count_attempt(scope: &Scope, limit_name: &'static str, email: &str) -> Result<Ticket> {
    let name = email.trim().to_lowercase();
    let misses = Count {
        subject: limit_name,
        tenant: Some(scope.tenant),
        address: None,
        name: Some(&name),
        max: MAX_MISSES,
        window: TimeDelta::hours(1),
    };
    Limiter::from_host(scope.host())?
        .count_attempts(scope.host(), &[misses])
        .await
}

async fn scans(scope: &mut Scope, booking: BookingId) -> Result<Vec<TrackingEvent>> {
    let rows = scope.unrestricted().await?;
    Ok(bookings::store::sort_by_time(
        rows.all(Where::all().eq(TrackingEvent::BOOKING_ID, booking))
            .await?,
    ))
}
