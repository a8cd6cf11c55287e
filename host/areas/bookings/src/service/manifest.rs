//! Manifests: the carrier is sent what one account collects from one sender on one day, together and once.

use std::collections::BTreeMap;

use carriers::port::{CarrierFault, ManifestEntry, ManifestRequest, Manifested};
use chrono::{DateTime, NaiveDate, Utc};
use freight::address::Address;
use kernel::{
    Error, Result, Scope, Where,
    ids::{BookingId, CarrierAccountId, ManifestId},
    job::NewJob,
    message,
    numbering::{self, Series},
};
use serde_json::json;

use super::{carrier, change, label, pickup};
use crate::{
    events,
    model::{Booking, DocumentType, Intent, Manifest},
    rules::{
        operations::{LoggedOperation, NOT_NOW, Operation, OperationStatus, UNDER_WAY},
        pickups::Wanted,
        status::Status,
    },
    store::{
        self, Entry, Owner,
        numbers::{self, Number},
    },
};

/// The kind of job that ends a manifest which the carrier left open.
pub const SETTLE: &str = "bookings.settle-manifest";

const NUMBERS: Series = Series {
    name: "manifest",
    prefix: "MAN",
    digits: 6,
    start: 1,
};
/// More than any van takes; a longer list becomes several manifests.
const MAX_COUNT: usize = 500;

/// What came of manifesting some bookings.
#[derive(Default)]
pub struct Outcome {
    pub results: Vec<(BookingId, Result<()>)>,
    /// Tokens of the sheets.
    pub sheets: Vec<String>,
}

/// The bookings of one manifest share the account, the sender and the day of collection.
type Key = (CarrierAccountId, String, NaiveDate);

/// Manifests the bookings, grouped by account, sender and day.
pub async fn run(scope: &mut Scope, ids: &[BookingId]) -> Outcome {
    let mut outcome = Outcome::default();
    let mut groups: BTreeMap<Key, Vec<Booking>> = BTreeMap::new();
    // One moment for all: bookings sent together do not fall on two days.
    let now = scope.now();
    for id in ids {
        match candidate(scope, *id, now).await {
            Ok((key, booking)) => groups.entry(key).or_default().push(booking),
            Err(error) => outcome.results.push((*id, Err(error))),
        }
    }
    scope.rollback();
    for ((account, _, _), bookings) in groups {
        let mut bookings = bookings.into_iter().peekable();
        while bookings.peek().is_some() {
            let some: Vec<Booking> = bookings.by_ref().take(MAX_COUNT).collect();
            let ids: Vec<BookingId> = some.iter().map(|booking| booking.id).collect();
            match one(scope, account, some).await {
                Ok(sheet) => {
                    outcome
                        .results
                        .extend(ids.into_iter().map(|id| (id, Ok(()))));
                    outcome.sheets.extend(sheet);
                }
                Err(error) => {
                    scope.rollback();
                    outcome
                        .results
                        .extend(ids.into_iter().map(|id| (id, Err(copy(&error)))));
                }
            }
        }
    }
    outcome
}

async fn candidate(scope: &mut Scope, id: BookingId, now: DateTime<Utc>) -> Result<(Key, Booking)> {
    let booking = store::find(scope, id).await?;
    Operation::Manifest.check_for(&booking)?;
    carrier::booked(&booking)?;
    let account = carrier::account(&booking)?;
    let wanted = Wanted {
        ready: booking.pickup_ready_time,
        closing: booking.business_closing_time,
    };
    let day = pickup::window(scope, account, wanted, now).await?.day;
    Ok(((account, sender_key(&booking.from_address), day), booking))
}

/// One refusal told for each of the bookings it is about.
pub(super) fn copy(error: &Error) -> Error {
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
        other => carrier::REFUSED.because(other.said()),
    }
}

/// Where a van has to go: the same place written the same way, whoever waits there.
pub(super) fn sender_key(sender: &Address) -> String {
    let lines = sender.lines().join(" ");
    let parts = [
        sender.company_name.as_deref().unwrap_or_default(),
        &lines,
        &sender.place(),
        &sender.country_code,
    ];
    parts.map(|part| part.trim().to_lowercase()).join("|")
}

/// The manifest of bookings that share account and sender. Gives the token of its sheet, if there is one.
async fn one(
    scope: &mut Scope,
    account: CarrierAccountId,
    bookings: Vec<Booking>,
) -> Result<Option<String>> {
    let Some(first) = bookings.first() else {
        return Ok(None);
    };
    carrier::call(scope, account).await?;
    let mut manifest = Manifest {
        id: ManifestId::default(),
        row_version: 0,
        carrier: first.carrier.clone().unwrap_or_default(),
        carrier_account_id: account,
        number: None,
        status: Status::Manifesting,
        sender: first.from_address.clone(),
        attempts: 0,
        creation_time: scope.now(),
        closed_time: None,
    };
    scope.insert(&mut manifest).await?;
    for mut booking in bookings {
        booking.manifest_row_id = Some(manifest.id);
        booking.booking_status = Status::Manifesting;
        carrier::claim(scope, &mut booking, Intent::Manifest).await?;
    }
    ask(scope, manifest).await
}

/// Asks the carrier and writes the outcome down. Whatever the scope holds is saved before.
async fn ask(scope: &mut Scope, mut manifest: Manifest) -> Result<Option<String>> {
    manifest.attempts += 1;
    match scope.update(&mut manifest).await {
        Err(Error::Conflict) => {
            return Err(UNDER_WAY.because(message!(
                "Somebody else is working on this manifest just now."
            )));
        }
        other => other?,
    }
    let (port, call) = carrier::call(scope, manifest.carrier_account_id).await?;
    let request = request(scope, &manifest).await?;
    enqueue(scope, manifest.id, manifest.attempts, carrier::LEASE).await?;
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
            NewJob::new(SETTLE, json!({ "manifestId": id, "attempt": attempt }))
                .once(key)
                .at(due),
        )
        .await
}

async fn on_it(scope: &mut Scope, manifest: ManifestId) -> Result<Vec<Booking>> {
    scope
        .all(Where::all().eq(Booking::MANIFEST_ROW_ID, manifest))
        .await
}

async fn request(scope: &mut Scope, manifest: &Manifest) -> Result<ManifestRequest> {
    let bookings = on_it(scope, manifest.id).await?;
    let entries = bookings
        .iter()
        .map(|booking| {
            let receiver = booking
                .to_address
                .company_name
                .as_ref()
                .or(booking.to_address.contact_name.as_ref());
            let weight = freight::quantity::Weight::kilograms(booking.total_weight);
            Ok(ManifestEntry {
                booked: carrier::booked(booking)?,
                receiver: receiver.cloned().unwrap_or_default(),
                suburb: booking.to_suburb.clone(),
                pieces: u32::try_from(booking.total_items).unwrap_or(u32::MAX),
                weight_g: weight.to_grams(),
                service_name: booking.carrier_service_name.clone().unwrap_or_default(),
            })
        })
        .collect::<Result<_>>()?;
    let reference = format!("WBM{}-{}", scope.tenant, manifest.id);
    Ok(ManifestRequest {
        reference,
        sender: manifest.sender.clone(),
        entries,
    })
}

async fn finish(
    scope: &mut Scope,
    manifest: Manifest,
    answer: Result<Option<Manifested>, CarrierFault>,
) -> Result<Option<String>> {
    // The sheet is stored before the transaction, which stays short.
    let (number, sheet) = match answer {
        Err(fault) => return failed(scope, manifest, &fault).await,
        Ok(None) => (None, None),
        Ok(Some(answer)) => {
            let name = format!("manifest-{}", answer.number);
            let sheet = match answer.sheet {
                // The carrier has closed the manifest: a sheet that cannot be kept does not undo that.
                Some(sheet) => match label::keep(scope, sheet, &name).await {
                    Ok(stored) => Some(stored),
                    Err(error) => {
                        tracing::warn!(
                            manifest = manifest.id.0,
                            error = format!("{error:#}"),
                            "a sheet could not be kept"
                        );
                        None
                    }
                },
                None => None,
            };
            (Some(answer.number), sheet)
        }
    };
    let Some(mut manifest) = still_open(scope, &manifest).await? else {
        return Ok(None);
    };
    let number = match number {
        Some(number) => number,
        None => numbering::next(scope, NUMBERS).await?,
    };
    numbers::supersede(
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
    for mut booking in on_it(scope, manifest.id).await? {
        let before = booking.booking_status;
        carrier::ended(&mut booking);
        booking.booking_status = Status::Manifested;
        booking.manifest_id = Some(number.clone());
        scope.update(&mut booking).await?;
        let entry = Entry {
            operation: LoggedOperation::Manifest,
            status: OperationStatus::Success,
            value: Some(number.clone()),
            message: None,
        };
        store::log(scope, booking.id, entry).await?;
        let news = events::Manifested {
            booking_id: booking.id,
            manifest_id: number.clone(),
        };
        scope.announce(&events::MANIFESTED, &news).await?;
        change::announce_status(scope, &booking, before).await?;
    }
    let token = match sheet {
        Some(stored) => Some(
            store::add_document(
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

/// The manifest if this attempt's outcome is still waited for.
async fn still_open(scope: &mut Scope, asked: &Manifest) -> Result<Option<Manifest>> {
    let manifest: Manifest = scope.find(asked.id).await?;
    Ok(
        (manifest.status == Status::Manifesting && manifest.attempts == asked.attempts)
            .then_some(manifest),
    )
}

async fn failed(
    scope: &mut Scope,
    asked: Manifest,
    fault: &CarrierFault,
) -> Result<Option<String>> {
    let Some(manifest) = still_open(scope, &asked).await? else {
        return Ok(None);
    };
    let words = carrier::words(fault);
    if carrier::is_open(fault) && manifest.attempts < carrier::MAX_ATTEMPTS {
        for booking in on_it(scope, manifest.id).await? {
            let entry = Entry {
                operation: LoggedOperation::Manifest,
                status: OperationStatus::Pending,
                value: None,
                message: Some(words.clone()),
            };
            store::log(scope, booking.id, entry).await?;
        }
        enqueue(
            scope,
            manifest.id,
            manifest.attempts,
            carrier::pause(manifest.attempts),
        )
        .await?;
        scope.commit().await?;
        return Err(carrier::UNANSWERED.because(message!("The carrier has not confirmed the manifest ({words}). We keep asking, and the bookings will show what came of it.")));
    }
    give_back(scope, manifest, &words).await?;
    scope.commit().await?;
    Err(carrier::refusal(fault))
}

/// The carrier does not take it: its bookings can be manifested anew.
async fn give_back(scope: &mut Scope, mut manifest: Manifest, words: &str) -> Result<()> {
    manifest.status = Status::Failed;
    manifest.closed_time = Some(scope.now());
    scope.update(&mut manifest).await?;
    for mut booking in on_it(scope, manifest.id).await? {
        let before = booking.booking_status;
        carrier::ended(&mut booking);
        booking.booking_status = Status::Booked;
        booking.manifest_row_id = None;
        scope.update(&mut booking).await?;
        let entry = Entry {
            operation: LoggedOperation::Manifest,
            status: OperationStatus::Failed,
            value: None,
            message: Some(words.to_owned()),
        };
        store::log(scope, booking.id, entry).await?;
        change::announce_status(scope, &booking, before).await?;
    }
    Ok(())
}

/// Asks again for a manifest that was left open; the same reference closes the same manifest.
pub async fn settle(scope: &mut Scope, id: ManifestId, attempt: i64) -> Result<()> {
    let Some(manifest) = scope.first::<Manifest>(Where::id(id)).await? else {
        return Ok(());
    };
    if manifest.status != Status::Manifesting || manifest.attempts != attempt {
        return Ok(());
    }
    ask(scope, manifest).await.map(drop)
}

/// The sheets of the manifest that a booking is on, handed out again.
pub async fn reprint(scope: &mut Scope, id: BookingId) -> Result<Vec<String>> {
    let sheets = sheets(scope, id).await?;
    if sheets.is_empty() {
        return Err(NOT_NOW.because(message!("There is no manifest sheet for this booking.")));
    }
    let booking = store::find(scope, id).await?;
    let entry = Entry {
        value: booking.manifest_id,
        ..Entry::done(LoggedOperation::ReprintManifest)
    };
    store::log(scope, id, entry).await?;
    scope.commit().await?;
    Ok(sheets)
}

/// The sheets of the manifests that these bookings are on.
pub async fn sheets(scope: &mut Scope, id: BookingId) -> Result<Vec<String>> {
    let booking = store::find(scope, id).await?;
    let mut documents =
        store::documents(scope, Owner::Booking(id), DocumentType::Manifest as i64).await?;
    if let Some(manifest) = booking.manifest_row_id
        && store::may_see_manifest(scope, manifest).await?
    {
        documents.extend(
            store::documents(
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
