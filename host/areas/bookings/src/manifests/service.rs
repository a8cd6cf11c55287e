//! Manifests: sends a carrier all consignments of one account, sender and day, once.

use std::collections::BTreeMap;

use carriage::{ManifestEntry, ManifestRequest, Manifested, PluginFault, address::Address};
use chrono::{DateTime, NaiveDate, Utc};
use data::{
    Error, New, Outcome, Result, Scope, Where,
    ids::{BookingId, CarrierAccountId, ManifestId},
    message,
    numbering::{self, Series},
};
use quotes::calendar::RequestedPickup;
use serde_json::json;
use work::{
    event::ScopeEvents,
    job::{NewJob, ScopeJobs},
};

use crate::{
    booking_documents,
    bookings::{
        self,
        model::{Booking, Intent},
        operations::{
            LoggedOperation, OPERATION_PENDING, Operation, OperationStatus, STATUS_NOT_ALLOWED,
        },
        records::{DocumentType, Manifest},
        status::Status,
        store::{Entry, Owner},
    },
    carrier_calls, events, manifests,
    numbers::{self, store::Number},
    pickups,
};

pub const SETTLE_JOB: &str = "bookings.settle-manifest";

const NUMBERS: Series = Series {
    name: "manifest",
    prefix: "MAN",
    digits: 6,
    start: 1,
};
/// More than a van takes; longer lists are split.
const MAX_COUNT: usize = 500;

#[derive(Default)]
pub struct ManifestResult {
    pub results: Vec<Outcome<BookingId>>,
    /// Tokens of the sheets.
    pub sheets: Vec<String>,
}

/// Account, sender and day of collection.
type Key = (CarrierAccountId, String, NaiveDate);

/// Groups by account, sender and day.
pub async fn run(scope: &mut Scope, ids: &[BookingId]) -> ManifestResult {
    let mut outcome = ManifestResult::default();
    let mut groups: BTreeMap<Key, Vec<Booking>> = BTreeMap::new();
    // A call's bookings never span two days.
    let now = scope.now();
    for id in ids {
        match candidate(scope, *id, now).await {
            Ok((key, booking)) => groups.entry(key).or_default().push(booking),
            Err(error) => outcome.results.push(Outcome::new(*id, Err(error))),
        }
    }
    scope.rollback();
    for ((account, _, _), bookings) in groups {
        let mut bookings = bookings.into_iter().peekable();
        while bookings.peek().is_some() {
            let some: Vec<Booking> = bookings.by_ref().take(MAX_COUNT).collect();
            let ids: Vec<BookingId> = some.iter().map(|booking| booking.id).collect();
            match manifest_group(scope, account, some).await {
                Ok(sheet) => {
                    outcome
                        .results
                        .extend(ids.into_iter().map(|id| Outcome::new(id, Ok(()))));
                    outcome.sheets.extend(sheet);
                }
                Err(error) => {
                    scope.rollback();
                    outcome.results.extend(
                        ids.into_iter()
                            .map(|id| Outcome::new(id, Err(copy_error(&error)))),
                    );
                }
            }
        }
    }
    outcome
}

async fn candidate(scope: &mut Scope, id: BookingId, now: DateTime<Utc>) -> Result<(Key, Booking)> {
    let booking = bookings::store::find(scope, id).await?;
    Operation::Manifest.check_for(&booking)?;
    carrier_calls::service::carrier_record(&booking)?;
    let account = carrier_calls::service::account_of(&booking)?;
    let requested = RequestedPickup {
        ready: booking.handling.pickup_ready_time,
        closing: booking.handling.business_closing_time,
    };
    let day = pickups::windows::window(scope, account, requested, now)
        .await?
        .day;
    Ok((
        (account, sender_key(&booking.route.from_address), day),
        booking,
    ))
}

pub(crate) fn copy_error(error: &Error) -> Error {
    match error {
        Error::Refused {
            code,
            message,
            details,
        } => Error::Refused {
            code: *code,
            message: message.clone(),
            details: details.clone(),
        },
        other => carrier_calls::service::REFUSED.with_message(other.full_message()),
    }
}

/// Address text without the contact.
pub(crate) fn sender_key(sender: &Address) -> String {
    let lines = sender.lines().join(" ");
    let parts = [
        sender.company_name.as_deref().unwrap_or_default(),
        &lines,
        &sender.place(),
        &sender.country_code,
    ];
    parts.map(|part| part.trim().to_lowercase()).join("|")
}

/// Returns the token of the sheet, if any.
async fn manifest_group(
    scope: &mut Scope,
    account: CarrierAccountId,
    bookings: Vec<Booking>,
) -> Result<Option<String>> {
    let Some(first) = bookings.first() else {
        return Ok(None);
    };
    carrier_calls::service::prepare_call(scope, account).await?;
    let manifest = scope
        .create(New::<Manifest> {
            carrier: first.service.carrier.clone().unwrap_or_default(),
            carrier_account_id: account,
            number: None,
            status: Status::Manifesting,
            sender: first.route.from_address.clone(),
            attempts: 0,
            closed_time: None,
        })
        .await?;
    for mut booking in bookings {
        booking.consignment.manifest_row_id = Some(manifest.id);
        booking.booking_status = Status::Manifesting;
        carrier_calls::service::claim_intent(scope, &mut booking, Intent::Manifest).await?;
    }
    call_carrier(scope, manifest).await
}

/// Commits the scope before the call.
async fn call_carrier(scope: &mut Scope, mut manifest: Manifest) -> Result<Option<String>> {
    manifest.attempts += 1;
    match scope.update(&mut manifest).await {
        Err(Error::Conflict) => {
            return Err(OPERATION_PENDING
                .with_message(message!("Another user is working on this manifest.")));
        }
        other => other?,
    }
    let (port, call) =
        carrier_calls::service::prepare_call(scope, manifest.carrier_account_id).await?;
    let request = request(scope, &manifest).await?;
    enqueue(
        scope,
        manifest.id,
        manifest.attempts,
        carrier_calls::service::LEASE,
    )
    .await?;
    scope.commit().await?;
    let answer = port.manifest(call, request).await;
    finish(scope, manifest, answer).await
}

async fn enqueue(
    scope: &mut Scope,
    id: ManifestId,
    attempt: i64,
    after: chrono::TimeDelta,
) -> Result<()> {
    let due = scope.now() + after;
    let key = format!("{id}/{attempt}/{}", after.num_seconds());
    scope
        .enqueue(
            NewJob::new(SETTLE_JOB, json!({ "manifestId": id, "attempt": attempt }))
                .with_dedup_key(key)
                .run_at(due),
        )
        .await
}

async fn bookings_on(scope: &mut Scope, manifest: ManifestId) -> Result<Vec<Booking>> {
    scope
        .all(Where::all().eq(Booking::MANIFEST_ROW_ID, manifest))
        .await
}

async fn request(scope: &mut Scope, manifest: &Manifest) -> Result<ManifestRequest> {
    let bookings = bookings_on(scope, manifest.id).await?;
    let entries = bookings.iter().map(to_entry).collect::<Result<_>>()?;
    let reference = format!("WBM{}-{}", scope.tenant, manifest.id);
    Ok(ManifestRequest {
        reference,
        sender: (&manifest.sender).into(),
        entries,
    })
}

pub fn to_entry(booking: &Booking) -> Result<ManifestEntry> {
    let receiver = booking.route.to_address.company_name.as_ref().or(booking
        .route
        .to_address
        .contact_name
        .as_ref());
    let weight = carriage::quantity::Weight::kilograms(booking.measures.total_weight);
    Ok(ManifestEntry {
        booked: carrier_calls::service::carrier_record(booking)?,
        receiver: receiver.cloned().unwrap_or_default(),
        suburb: booking.route.to_suburb.clone(),
        pieces: u32::try_from(booking.measures.total_items).unwrap_or(u32::MAX),
        weight_g: weight.to_grams(),
        service_name: booking
            .service
            .carrier_service_name
            .clone()
            .unwrap_or_default(),
    })
}

async fn finish(
    scope: &mut Scope,
    manifest: Manifest,
    answer: Result<Option<Manifested>, PluginFault>,
) -> Result<Option<String>> {
    // Stored before the transaction, to keep it short.
    let (number, sheet) = match answer {
        Err(fault) => return record_failure(scope, manifest, &fault).await,
        Ok(None) => (None, None),
        Ok(Some(answer)) => {
            let name = format!("manifest-{}", answer.number);
            let sheet = match answer.sheet {
                // The carrier has closed the manifest even without a stored sheet.
                Some(sheet) => {
                    match booking_documents::labels::store_file(scope, sheet, &name).await {
                        Ok(stored) => Some(stored),
                        Err(error) => {
                            tracing::warn!(
                                manifest = manifest.id.0,
                                error = format!("{error:#}"),
                                "cannot store a manifest sheet"
                            );
                            None
                        }
                    }
                }
                None => None,
            };
            (Some(answer.number), sheet)
        }
    };
    let Some(mut manifest) = load_pending(scope, &manifest).await? else {
        return Ok(None);
    };
    let number = match number {
        Some(number) => number,
        None => numbering::take_next(scope, NUMBERS).await?,
    };
    numbers::store::supersede(
        scope,
        Number::Manifest,
        &manifest.carrier,
        &number,
        manifest.id.0,
    )
    .await?;
    manifest.number = Some(number.clone());
    manifest.status = Status::Manifested;
    manifest.closed_time = Some(scope.now());
    scope.update(&mut manifest).await?;
    for mut booking in bookings_on(scope, manifest.id).await? {
        let before = booking.booking_status;
        carrier_calls::service::clear_intent(&mut booking);
        booking.booking_status = Status::Manifested;
        booking.consignment.manifest_id = Some(number.clone());
        scope.update(&mut booking).await?;
        let entry = Entry {
            operation: LoggedOperation::Manifest,
            status: OperationStatus::Success,
            value: Some(number.clone()),
            message: None,
        };
        bookings::store::log(scope, booking.id, entry).await?;
        let news = events::Manifested {
            booking_id: booking.id,
            manifest_id: number.clone(),
        };
        scope.publish(&events::MANIFESTED, &news).await?;
        bookings::change::announce_status(scope, &booking, before).await?;
    }
    let token = match sheet {
        Some(stored) => Some(
            bookings::store::add_document(
                scope,
                Owner::Manifest(manifest.id),
                DocumentType::Manifest,
                stored,
            )
            .await?
            .token,
        ),
        None => None,
    };
    scope.commit().await?;
    Ok(token)
}

/// Returns None unless this attempt is current.
async fn load_pending(scope: &mut Scope, claimed: &Manifest) -> Result<Option<Manifest>> {
    let manifest: Manifest = scope.find(claimed.id).await?;
    Ok(
        (manifest.status == Status::Manifesting && manifest.attempts == claimed.attempts)
            .then_some(manifest),
    )
}

async fn record_failure(
    scope: &mut Scope,
    claimed: Manifest,
    fault: &PluginFault,
) -> Result<Option<String>> {
    let Some(manifest) = load_pending(scope, &claimed).await? else {
        return Ok(None);
    };
    let message = carrier_calls::service::fault_message(fault);
    if carrier_calls::service::is_outcome_unknown(fault)
        && manifest.attempts < carrier_calls::service::MAX_ATTEMPTS
    {
        for booking in bookings_on(scope, manifest.id).await? {
            let entry = Entry {
                operation: LoggedOperation::Manifest,
                status: OperationStatus::Pending,
                value: None,
                message: Some(message.clone()),
            };
            bookings::store::log(scope, booking.id, entry).await?;
        }
        enqueue(
            scope,
            manifest.id,
            manifest.attempts,
            carrier_calls::service::retry_delay(manifest.attempts),
        )
        .await?;
        scope.commit().await?;
        return Err(carrier_calls::service::UNANSWERED.with_message(message!("The carrier has not confirmed the manifest ({words}). We retry automatically and show the result on the bookings.", words = message)));
    }
    record_refusal(scope, manifest, &message).await?;
    scope.commit().await?;
    Err(carrier_calls::service::rejection(fault))
}

/// Records a refusal: the bookings can be manifested again.
async fn record_refusal(scope: &mut Scope, mut manifest: Manifest, message: &str) -> Result<()> {
    manifest.status = Status::Failed;
    manifest.closed_time = Some(scope.now());
    scope.update(&mut manifest).await?;
    for mut booking in bookings_on(scope, manifest.id).await? {
        let before = booking.booking_status;
        carrier_calls::service::clear_intent(&mut booking);
        booking.booking_status = Status::Booked;
        booking.consignment.manifest_row_id = None;
        scope.update(&mut booking).await?;
        let entry = Entry {
            operation: LoggedOperation::Manifest,
            status: OperationStatus::Failed,
            value: None,
            message: Some(message.to_owned()),
        };
        bookings::store::log(scope, booking.id, entry).await?;
        bookings::change::announce_status(scope, &booking, before).await?;
    }
    Ok(())
}

/// Retries a pending manifest; the same reference closes the same manifest.
pub async fn settle(scope: &mut Scope, id: ManifestId, attempt: i64) -> Result<()> {
    let Some(manifest) = scope.first::<Manifest>(Where::id(id)).await? else {
        return Ok(());
    };
    if manifest.status != Status::Manifesting || manifest.attempts != attempt {
        return Ok(());
    }
    let result = call_carrier(scope, manifest).await.map(drop);
    let Err(why @ Error::Refused { .. }) = &result else {
        return result;
    };
    scope.rollback();
    match scope.first::<Manifest>(Where::id(id)).await? {
        // The carrier cannot be called any more, such as with an account that is switched off.
        Some(open) if open.status == Status::Manifesting && open.attempts == attempt => {
            let message = carrier_calls::settle::ask_the_carrier(&why.sentence());
            record_refusal(scope, open, &message).await?;
            scope.commit().await
        }
        _ => result,
    }
}

pub async fn reprint(scope: &mut Scope, id: BookingId) -> Result<Vec<String>> {
    let booking = bookings::store::find(scope, id).await?;
    Operation::PrintManifest.check(booking.effective_status())?;
    let mut sheets = sheets(scope, id).await?;
    if let (true, Some(manifest)) = (sheets.is_empty(), booking.consignment.manifest_row_id)
        && bookings::store::may_see_manifest(scope, manifest).await?
    {
        sheets.extend(manifests::sheet::draw_missing(scope, manifest).await?);
    }
    if sheets.is_empty() {
        return Err(STATUS_NOT_ALLOWED
            .with_message(message!("There is no manifest sheet for this booking.")));
    }
    let entry = Entry {
        value: booking.consignment.manifest_id,
        ..Entry::done(LoggedOperation::ReprintManifest)
    };
    bookings::store::log(scope, id, entry).await?;
    scope.commit().await?;
    Ok(sheets)
}

/// Tokens of the booking's manifest sheets.
pub async fn sheets(scope: &mut Scope, id: BookingId) -> Result<Vec<String>> {
    let booking = bookings::store::find(scope, id).await?;
    let mut documents =
        bookings::store::documents(scope, Owner::Booking(id), DocumentType::Manifest as i64)
            .await?;
    if let Some(manifest) = booking.consignment.manifest_row_id
        && bookings::store::may_see_manifest(scope, manifest).await?
    {
        documents.extend(
            bookings::store::documents(
                scope,
                Owner::Manifest(manifest),
                DocumentType::Manifest as i64,
            )
            .await?,
        );
    }
    Ok(documents
        .into_iter()
        .map(|document| document.token)
        .collect())
}
