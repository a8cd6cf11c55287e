//! Stores bookings and related rows; a customer's user reaches only that customer's bookings.

use std::collections::{HashMap, HashSet};

use data::{
    Message, New, NewRecord, Result, Scope, Where, files,
    ids::{BookingId, CustomerId, ManifestId, OperationLogId},
    tsql,
};
use rust_decimal::Decimal;
use work::event::ScopeEvents;

use crate::{
    bookings::{
        conditions,
        model::Booking,
        operations::{LoggedOperation, OperationStatus},
        records::{BookingNote, Document, DocumentType, OperationEntry, TrackingEvent},
        status::Status,
        view::RelatedRows,
    },
    events, invoicing,
    tracking::scans::Scan,
};

pub async fn find(scope: &mut Scope, id: BookingId) -> Result<Booking> {
    scope.find(id).await
}

/// Counts pieces per visible booking.
pub async fn pieces(scope: &mut Scope, ids: &[BookingId]) -> Result<HashMap<BookingId, i64>> {
    // Bookings are large: loaded in chunks.
    const TOGETHER: usize = 50;
    let mut pieces = HashMap::with_capacity(ids.len());
    for some in ids.chunks(TOGETHER) {
        let bookings: Vec<Booking> = scope.all(Where::all().is_in(Booking::ID, some)).await?;
        pieces.extend(
            bookings
                .iter()
                .map(|booking| (booking.id, booking.measures.total_items)),
        );
    }
    Ok(pieces)
}

#[derive(Debug)]
pub struct Entry {
    pub operation: LoggedOperation,
    pub status: OperationStatus,
    pub value: Option<String>,
    pub message: Option<String>,
}

impl Entry {
    pub fn done(operation: LoggedOperation) -> Self {
        Self {
            operation,
            status: OperationStatus::Success,
            value: None,
            message: None,
        }
    }

    pub fn pending(operation: LoggedOperation) -> Self {
        Self {
            status: OperationStatus::Pending,
            ..Self::done(operation)
        }
    }
}

pub async fn log(scope: &mut Scope, booking: BookingId, entry: Entry) -> Result<()> {
    insert_entry(scope, booking, entry).await?;
    Ok(())
}

/// Like [`log`]; returns the entry's id, to set its status later.
pub async fn insert_entry(
    scope: &mut Scope,
    booking: BookingId,
    entry: Entry,
) -> Result<OperationLogId> {
    let entry = scope
        .create(New::<OperationEntry> {
            booking_id: booking,
            operation: entry.operation,
            status: entry.status,
            value: entry.value,
            message: entry.message,
            user_name: scope.caller.name().to_owned(),
            creator_user_id: scope.caller.user(),
        })
        .await?;
    Ok(entry.id)
}

pub async fn add_note(
    scope: &mut Scope,
    booking: BookingId,
    comment: &str,
    is_internal: bool,
) -> Result<()> {
    let note = scope
        .create(New::<BookingNote> {
            booking_id: booking,
            comment: comment.trim().to_owned(),
            is_internal,
            user_name: scope.caller.name().to_owned(),
            creator_user_id: scope.caller.user(),
        })
        .await?;
    scope
        .publish(
            &events::NOTED,
            &events::Noted {
                booking_id: booking,
                note_id: note.id,
                is_internal,
            },
        )
        .await
}

/// Each kind is in time order.
pub async fn load_related(scope: &mut Scope, booking: &Booking) -> Result<RelatedRows> {
    let ids = |bookings: Vec<Booking>| {
        bookings
            .into_iter()
            .map(|booking| booking.id)
            .collect::<Vec<_>>()
    };
    let children = match booking.legs.is_multi_leg {
        true => ids(scope
            .all(Where::all().eq(Booking::PARENT_BOOKING_ID, booking.id))
            .await?),
        false => Vec::new(),
    };
    let siblings = match booking.legs.parent_booking_id {
        Some(parent) => ids(scope
            .all(Where::all().eq(Booking::PARENT_BOOKING_ID, parent))
            .await?),
        None => Vec::new(),
    };
    let mut readable_notes = Where::all().eq(BookingNote::BOOKING_ID, booking.id);
    if !scope.caller.is_staff() {
        readable_notes = readable_notes.eq(BookingNote::IS_INTERNAL, false);
    }
    Ok(RelatedRows {
        operations: scope
            .all(Where::all().eq(OperationEntry::BOOKING_ID, booking.id))
            .await?,
        scans: scans(scope, booking.id).await?,
        notes: scope.all(readable_notes).await?,
        children,
        siblings: siblings
            .into_iter()
            .filter(|id| *id != booking.id)
            .collect(),
        warnings: warnings(scope, booking).await?,
        recharge_invoices: invoicing::recharges::list_invoices(scope, booking.id).await?,
    })
}

/// Warnings before dispatch; later changes are impossible.
async fn warnings(scope: &mut Scope, booking: &Booking) -> Result<Vec<Message>> {
    if !matches!(
        booking.booking_status,
        Status::Draft | Status::Quoted | Status::PendingPayment | Status::Booked
    ) {
        return Ok(Vec::new());
    }
    customers::dangerous_goods_warnings(
        scope,
        booking.payer.customer_id,
        booking.dangerous(),
        &booking.items,
    )
    .await
}

pub async fn scans(scope: &mut Scope, booking: BookingId) -> Result<Vec<TrackingEvent>> {
    Ok(sort_by_time(
        scope
            .all(Where::all().eq(TrackingEvent::BOOKING_ID, booking))
            .await?,
    ))
}

pub fn sort_by_time(mut scans: Vec<TrackingEvent>) -> Vec<TrackingEvent> {
    scans.sort_by_key(|scan| (scan.happened, scan.id));
    scans
}

pub async fn known_events(scope: &mut Scope, booking: BookingId) -> Result<HashSet<String>> {
    let sql =
        tsql!("SELECT event_id FROM tracking_events WHERE tenant_id = $1 AND booking_id = $2");
    let rows = scope.rows(sql, vec![data::db::Val::I64(booking.0)]).await?;
    Ok(rows
        .iter()
        .map(|row| row.get(0))
        .collect::<data::sqlx::Result<_>>()?)
}

pub async fn add_scan(
    scope: &mut Scope,
    booking: BookingId,
    scan: Scan,
    by_hand: bool,
) -> Result<()> {
    scope
        .create(New::<TrackingEvent> {
            booking_id: booking,
            event_id: scan.event_id,
            status: scan.status,
            happened: scan.time.at,
            happened_local: scan.time.local,
            description: scan.description,
            location: scan.location,
            signed_by: scan.signed_by,
            carrier_status: scan.carrier_status,
            by_hand,
        })
        .await?;
    Ok(())
}

#[derive(Debug, Clone, Copy)]
pub enum Owner {
    Booking(BookingId),
    Manifest(ManifestId),
}

/// Loads the first document of this type, the one that stays.
pub async fn document(
    scope: &mut Scope,
    owner: Owner,
    document_type: DocumentType,
) -> Result<Option<Document>> {
    Ok(documents(scope, owner, document_type as i64)
        .await?
        .into_iter()
        .next())
}

pub async fn documents(
    scope: &mut Scope,
    owner: Owner,
    document_type: i64,
) -> Result<Vec<Document>> {
    let narrow = Where::all().eq(Document::DOCUMENT_TYPE, document_type);
    match owner {
        Owner::Booking(id) => scope.all(narrow.eq(Document::BOOKING_ID, id)).await,
        // See `may_see_manifest`.
        Owner::Manifest(id) => {
            scope
                .unrestricted()
                .await?
                .all(narrow.eq(Document::MANIFEST_ROW_ID, id))
                .await
        }
    }
}

/// A stored file without a row.
#[derive(Debug)]
pub struct Stored {
    pub file_key: String,
    pub media_type: String,
    pub file_name: String,
}

pub async fn attached_document(
    scope: &mut Scope,
    booking: BookingId,
    document_type: DocumentType,
) -> Result<Option<Document>> {
    let narrow = Where::all()
        .eq(Document::BOOKING_ID, booking)
        .eq(Document::DOCUMENT_TYPE, document_type as i64)
        .eq(Document::IS_ATTACHED, true);
    scope.first(narrow).await
}

/// Adds a document from the host or a carrier plugin.
pub async fn add_document(
    scope: &mut Scope,
    owner: Owner,
    kind: DocumentType,
    stored: Stored,
) -> Result<Document> {
    insert_document(scope, owner, kind, stored, false).await
}

pub async fn attach_document(
    scope: &mut Scope,
    owner: Owner,
    kind: DocumentType,
    stored: Stored,
) -> Result<Document> {
    insert_document(scope, owner, kind, stored, true).await
}

async fn insert_document(
    scope: &mut Scope,
    owner: Owner,
    kind: DocumentType,
    stored: Stored,
    is_attached: bool,
) -> Result<Document> {
    let (booking_id, manifest_row_id) = match owner {
        Owner::Booking(id) => (Some(id), None),
        Owner::Manifest(id) => (None, Some(id)),
    };
    let mut document = New::<Document> {
        booking_id,
        manifest_row_id,
        document_type: kind as i64,
        file_name: stored.file_name,
        media_type: stored.media_type,
        file_key: stored.file_key,
        token: files::random_token()?,
        is_attached,
    }
    .created_at(scope.now());
    match owner {
        Owner::Booking(_) => scope.insert(&mut document).await?,
        Owner::Manifest(_) => scope.unrestricted().await?.insert(&mut document).await?,
    }
    Ok(document)
}

/// A manifest may contain other customers' consignments.
pub async fn may_see_manifest(scope: &mut Scope, manifest: ManifestId) -> Result<bool> {
    let on_it = || Where::all().eq(Booking::MANIFEST_ROW_ID, manifest);
    if scope.caller.customer().is_none() {
        return Ok(true);
    }
    let all = scope.unrestricted().await?.count(on_it()).await?;
    Ok(all > 0 && all == scope.count(on_it()).await?)
}

pub async fn first_booking_on(scope: &mut Scope, manifest: ManifestId) -> Result<Option<i64>> {
    let sql = tsql!("SELECT MIN(id) FROM bookings WHERE tenant_id = $1 AND manifest_row_id = $2");
    match scope
        .rows(sql, vec![data::db::Val::I64(manifest.0)])
        .await?
        .first()
    {
        Some(row) => Ok(row.get(0)?),
        None => Ok(None),
    }
}

/// Finds the booking that used the quote.
pub async fn booked_quote(scope: &mut Scope, quote: data::ids::QuoteId) -> Result<Option<Booking>> {
    // Must equal the condition of the unique index on booked quotes, else SQLite scans all
    // bookings.
    let sql = tsql!(
        "SELECT id FROM bookings
         WHERE tenant_id = $1 AND quote_id = $2 AND ",
        conditions::PRESENT
    );
    let tx = scope.unrestricted().await?;
    match tx
        .rows(sql, vec![data::db::Val::I64(quote.0)])
        .await?
        .first()
    {
        Some(row) => tx.find(row.get(0)?).await.map(Some),
        None => Ok(None),
    }
}

/// Includes tax. A booking counts from its first carrier call; one held before does not.
pub async fn uninvoiced_total(scope: &mut Scope, customer: CustomerId) -> Result<Decimal> {
    let sum = tsql!(
        "SELECT COALESCE(SUM(total_price), 0) FROM bookings
         WHERE tenant_id = $1 AND customer_id = $2 AND invoice_id IS NULL
           AND ((",
        conditions::CHARGED,
        ") OR ",
        conditions::MAYBE_BOOKED,
        ")"
    );
    let rows = scope
        .rows(sum, vec![data::db::Val::I64(customer.0)])
        .await?;
    let sum: Decimal = rows[0].get(0)?;
    // SQLite sums binary floats.
    Ok(sum.round_dp(4).normalize())
}

/// Counts bookings that are or may be with a carrier and are not final.
pub async fn count_open(scope: &mut Scope, customer: CustomerId) -> Result<i64> {
    let count = tsql!(
        "SELECT COUNT(*) FROM bookings
         WHERE tenant_id = $1 AND customer_id = $2
           AND ((",
        conditions::OPEN,
        ") OR ",
        conditions::MAYBE_BOOKED,
        ")"
    );
    let rows = scope
        .rows(count, vec![data::db::Val::I64(customer.0)])
        .await?;
    Ok(rows[0].get(0)?)
}
