//! Calls about many bookings: every one has an answer of its own.

use std::collections::BTreeMap;

use kernel::{ById, Error, Result, Scope, Where, case, ids::BookingId, message, message::Remark, message::Told};
use quotes::rules::consignment;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::error_info::ErrorInfo;
use crate::{
    model::{
        Booking,
        input::{Batch, BatchEntry},
    },
    rules::{operations::Operation, status::Status},
    service::{
        bulk::{self, MAX_BOOKINGS, Outcome},
        change,
        offer::Offers,
        save as saving,
    },
    store,
};

/// So many bytes a batch may have: several items and both addresses of each booking fit.
pub const MAX_BODY: usize = MAX_BOOKINGS * 8 * 1024;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BatchAnswer {
    batch_id: String,
    success_bookings: Vec<Saved>,
    fail_bookings: Vec<NotSaved>,
    /// Tokens of labels and manifests that were asked for.
    label: Vec<String>,
    manifest: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
pub struct Saved {
    index: usize,
    booking: SavedBooking,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SavedBooking {
    id: BookingId,
    booking_status: Status,
    consignment_id: Option<String>,
    row_version: i64,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NotSaved {
    index: usize,
    error_info: ErrorInfo,
    /// The booking when it was saved and an operation failed.
    booking: Option<SavedBooking>,
}

impl From<Booking> for SavedBooking {
    fn from(booking: Booking) -> Self {
        Self {
            id: booking.id,
            booking_status: booking.booking_status,
            consignment_id: booking.consignment_id,
            row_version: booking.row_version,
        }
    }
}

/// Makes or changes bookings, each in a transaction of its own, and does with each what is asked.
pub async fn save(mut scope: Scope, batch: Batch) -> Result<BatchAnswer> {
    if batch.bookings.is_empty() || batch.bookings.len() > MAX_BOOKINGS {
        return Err(Error::invalid("bookings", message!("must be from 1 to {max} bookings", max = MAX_BOOKINGS)));
    }
    let operations = bulk::operations(&batch.operations)?;
    let batch_id = scope.new_guid().simple().to_string();
    let mut answer = BatchAnswer {
        batch_id: batch_id.clone(),
        success_bookings: Vec::new(),
        fail_bookings: Vec::new(),
        label: Vec::new(),
        manifest: Vec::new(),
    };
    let mut saved: Vec<(usize, BookingId)> = Vec::new();
    let mut offers = Offers::default();
    let zone = consignment::zone(&tenancy::settings_of(scope.host(), scope.tenant).await?.general.timezone);
    for (index, entry) in batch.bookings.into_iter().enumerate() {
        let entry = case::in_zone(zone, || entry.read());
        let form = entry.value.as_ref().filter(|entry| names_quote(entry)).map(|entry| entry.booking.clone());
        match saving::save_read(&mut scope, entry, &batch_id, &format!("bookings[{index}]")).await {
            Ok(booking) => saved.push((index, booking.id)),
            Err(error) => {
                scope.rollback();
                let offered = offers.of(&scope, &error, form).await;
                let error_info = ErrorInfo::from(error).offering(offered);
                answer.fail_bookings.push(NotSaved { index, error_info, booking: None });
            }
        }
    }
    let ids: Vec<BookingId> = saved.iter().map(|(_, id)| *id).collect();
    let mut errors: BTreeMap<BookingId, Error> = BTreeMap::new();
    match bulk::run(&mut scope, &ids, &operations).await {
        Ok(Outcome { results, labels, sheets }) => {
            (answer.label, answer.manifest) = (labels, sheets);
            errors.extend(results.into_iter().filter_map(|done| Some((done.booking, done.outcome.err()?))));
        }
        // The bookings are saved; the caller may not do what it asked for besides.
        Err(error) => {
            let words = error.said();
            errors.extend(ids.iter().map(|id| (*id, Error::Forbidden(words.clone()))));
        }
    }
    for (index, id) in saved {
        let booking = SavedBooking::from(store::find(&mut scope, id).await?);
        match errors.remove(&id) {
            None => answer.success_bookings.push(Saved { index, booking }),
            Some(error) => answer.fail_bookings.push(NotSaved {
                index,
                error_info: with_index(error, index).into(),
                booking: Some(booking),
            }),
        }
    }
    answer.fail_bookings.sort_by_key(|failed| failed.index);
    Ok(answer)
}

/// Whether the entry takes the price of a quote.
fn names_quote(entry: &BatchEntry) -> bool {
    entry.booking.sent().quote_id.is_some_and(|quote| quote.0 != 0)
}

/// Fields that an operation found missing, with the path they have in the batch.
fn with_index(error: Error, index: usize) -> Error {
    match error {
        Error::Invalid(mut fields) => {
            for field in &mut fields {
                field.member = format!("bookings[{index}].{}", field.member);
            }
            Error::Invalid(fields)
        }
        other => other,
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Bulk {
    booking_ids: Vec<BookingId>,
    #[schemars(with = "Vec<Operation>")]
    operations: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
pub struct BulkAnswer {
    label: Vec<String>,
    manifest: Vec<String>,
    results: Vec<BulkResult>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BulkResult {
    booking_id: BookingId,
    operation: Operation,
    success: bool,
    #[serde(flatten)]
    remark: Remark,
}

pub async fn bulk(mut scope: Scope, Bulk { booking_ids, operations }: Bulk) -> Result<BulkAnswer> {
    let operations = bulk::operations(&operations)?;
    if booking_ids.is_empty() {
        return Err(Error::invalid("bookingIds", message!("choose at least one booking")));
    }
    let outcome = bulk::run(&mut scope, &booking_ids, &operations).await?;
    let results = outcome
        .results
        .into_iter()
        .map(|done| BulkResult {
            booking_id: done.booking,
            operation: done.operation,
            success: done.outcome.is_ok(),
            remark: done.outcome.err().map(ErrorInfo::of_row).into(),
        })
        .collect();
    Ok(BulkAnswer { label: outcome.labels, manifest: outcome.sheets, results })
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BatchDeleted {
    deleted_bookings: Vec<BookingId>,
    fail_to_delete_bookings: Vec<NotDeleted>,
}

#[derive(Serialize, JsonSchema)]
pub struct NotDeleted {
    id: BookingId,
    #[serde(flatten)]
    message: Told,
}

/// Deletes those of a batch that can be deleted, and says of the others why not.
pub async fn delete(mut scope: Scope, ById { id }: ById<String>) -> Result<BatchDeleted> {
    let bookings: Vec<Booking> = scope.all(Where::all().eq(Booking::BATCH_ID, id)).await?;
    if bookings.is_empty() {
        return Err(Error::NotFound("The batch"));
    }
    scope.rollback();
    let mut answer = BatchDeleted { deleted_bookings: Vec::new(), fail_to_delete_bookings: Vec::new() };
    for booking in bookings {
        match change::delete(&mut scope, booking.id).await {
            Ok(()) => answer.deleted_bookings.push(booking.id),
            Err(error) => {
                scope.rollback();
                answer.fail_to_delete_bookings.push(NotDeleted { id: booking.id, message: ErrorInfo::of_row(error) });
            }
        }
    }
    Ok(answer)
}
