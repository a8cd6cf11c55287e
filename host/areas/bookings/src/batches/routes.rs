//! Bulk calls on bookings, with one result per booking.

use std::collections::{BTreeMap, BTreeSet};

use data::{
    ById, Error, Outcome, Result, Scope, Where,
    ids::BookingId,
    message,
    message::{Remark, TranslatableMessage},
    outcome::Reason,
};
use documents::LabelFormat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::batches::error_info::ErrorInfo;
use crate::{
    batches::{
        self,
        bulk::{MAX_BOOKINGS, Outcomes},
        entries::SavedEntry,
        preview as previewing,
    },
    bookings::{
        self,
        input::{Batch, BatchEntry},
        model::Booking,
        operations::Operation,
        status::Status,
    },
    prices::offers::Offers,
};

/// In bytes: several items and both addresses per booking.
pub const MAX_BODY: usize = MAX_BOOKINGS * 8 * 1024;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BatchAnswer {
    batch_id: String,
    success_bookings: Vec<Saved>,
    fail_bookings: Vec<NotSaved>,
    /// Token of one file with all requested labels; `manifest` has those of the manifests.
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
    /// Set when the booking was saved and an operation failed.
    booking: Option<SavedBooking>,
}

impl From<Booking> for SavedBooking {
    fn from(booking: Booking) -> Self {
        Self {
            id: booking.id,
            booking_status: booking.booking_status,
            consignment_id: booking.consignment.consignment_id,
            row_version: booking.row_version,
        }
    }
}

const BOOKINGS_PER_TRANSACTION: usize = 25;

/// Saves bookings independently and runs the operations on each.
pub async fn save(mut scope: Scope, batch: Batch) -> Result<BatchAnswer> {
    if batch.bookings.is_empty() || batch.bookings.len() > MAX_BOOKINGS {
        return Err(Error::invalid(
            "bookings",
            message!("must be from 1 to {max} bookings", max = MAX_BOOKINGS),
        ));
    }
    let operations = batches::bulk::operations(&batch.operations)?;
    let _turn = batches::bulk::acquire_permit(&scope, batch.bookings.len()).await?;
    let batch_id = scope.new_guid().simple().to_string();
    let mut answer = BatchAnswer {
        batch_id: batch_id.clone(),
        success_bookings: Vec::new(),
        fail_bookings: Vec::new(),
        label: Vec::new(),
        manifest: Vec::new(),
    };
    let mut saved: Vec<(usize, BookingId)> = Vec::new();
    let mut repeated: BTreeSet<BookingId> = BTreeSet::new();
    let mut offers = Offers::default();
    let mut sent = batch.bookings.into_iter().enumerate();
    loop {
        let some = sent.by_ref().take(BOOKINGS_PER_TRANSACTION);
        let some: Vec<batches::entries::ParsedEntry> =
            some.map(|(index, entry)| (index, entry.read())).collect();
        if some.is_empty() {
            break;
        }
        let outcomes = batches::entries::save(&mut scope, &some, &batch_id, &saved).await;
        for (
            (_, entry),
            Outcome {
                item: index,
                result,
            },
        ) in some.into_iter().zip(outcomes)
        {
            match result {
                Ok(SavedEntry { booking, is_repeat }) => {
                    saved.push((index, booking));
                    if is_repeat {
                        repeated.insert(booking);
                    }
                }
                Err(error) => {
                    let form = entry.value.filter(has_price).map(|entry| entry.booking);
                    let offered = offers.offer_for(&scope, &error, form).await;
                    let error_info = ErrorInfo::from(error).with_offer(offered);
                    answer.fail_bookings.push(NotSaved {
                        index,
                        error_info,
                        booking: None,
                    });
                }
            }
        }
    }
    let ids: Vec<BookingId> = saved.iter().map(|(_, id)| *id).collect();
    let mut errors: BTreeMap<BookingId, Error> = BTreeMap::new();
    // A deleted booking is returned in its last state.
    let before = load_rows(&mut scope, &ids).await?;
    match batches::bulk::run(&mut scope, &ids, &operations, batch.label_format, &repeated).await {
        Ok(Outcomes {
            results,
            labels,
            sheets,
        }) => {
            (answer.label, answer.manifest) = (labels, sheets);
            errors.extend(
                results
                    .into_iter()
                    .filter_map(|done| Some((done.item.0, done.result.err()?))),
            );
        }
        // The bookings are saved; the caller lacks permission for the operations.
        Err(error) => {
            let message = error.full_message();
            errors.extend(
                ids.iter()
                    .map(|id| (*id, Error::Forbidden(message.clone()))),
            );
        }
    }
    let now = load_rows(&mut scope, &ids).await?;
    for (index, id) in saved {
        let Some(booking) = current_or_last(id, &before, &now) else {
            let error_info = ErrorInfo::from(Error::NotFound("The booking"));
            answer.fail_bookings.push(NotSaved {
                index,
                error_info,
                booking: None,
            });
            continue;
        };
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

async fn load_rows(scope: &mut Scope, ids: &[BookingId]) -> Result<BTreeMap<BookingId, Booking>> {
    let rows: Vec<Booking> = scope.all(Where::all().is_in(Booking::ID, ids)).await?;
    scope.rollback();
    Ok(rows
        .into_iter()
        .map(|booking| (booking.id, booking))
        .collect())
}

/// The last state is that before deletion.
fn current_or_last(
    id: BookingId,
    before: &BTreeMap<BookingId, Booking>,
    now: &BTreeMap<BookingId, Booking>,
) -> Option<SavedBooking> {
    match now.get(&id) {
        Some(booking) => Some(SavedBooking::from(booking.clone())),
        None => {
            let deleted = before.get(&id)?.clone();
            Some(SavedBooking {
                booking_status: Status::Deleted,
                ..SavedBooking::from(deleted)
            })
        }
    }
}

/// True if the form names a quote, or the booking may have one.
fn has_price(entry: &BatchEntry) -> bool {
    let quote = entry.booking.input().offer.quote_id;
    !entry.booking.is_new() || quote.is_some_and(|quote| quote.0 != 0)
}

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
    /// Label output of PrintLabel. Default: unchanged if all labels have one format, else PDF.
    #[serde(default, deserialize_with = "data::text_enum::option_stored")]
    label_format: Option<LabelFormat>,
}

#[derive(Serialize, JsonSchema)]
pub struct BulkAnswer {
    /// Token of one file with all labels in the order of `bookingIds`; valid for the caller for one
    /// day.
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

impl From<Outcome<(BookingId, Operation)>> for BulkResult {
    fn from(outcome: Outcome<(BookingId, Operation)>) -> Self {
        let ((booking_id, operation), success, remark) = outcome.into_remark();
        Self {
            booking_id,
            operation,
            success,
            remark,
        }
    }
}

pub async fn bulk(
    mut scope: Scope,
    Bulk {
        booking_ids,
        operations,
        label_format,
    }: Bulk,
) -> Result<BulkAnswer> {
    let operations = batches::bulk::operations(&operations)?;
    if booking_ids.is_empty() {
        return Err(Error::invalid(
            "bookingIds",
            message!("choose at least one booking"),
        ));
    }
    let _turn = batches::bulk::acquire_permit(&scope, booking_ids.len()).await?;
    let outcome = batches::bulk::run(
        &mut scope,
        &booking_ids,
        &operations,
        label_format,
        &BTreeSet::new(),
    )
    .await?;
    let results = outcome.results.into_iter().map(BulkResult::from).collect();
    Ok(BulkAnswer {
        label: outcome.labels,
        manifest: outcome.sheets,
        results,
    })
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PreviewedBulk {
    booking_ids: Vec<BookingId>,
    #[schemars(with = "Vec<Operation>")]
    operations: Vec<String>,
}

/// Dry-run results of operations, per booking in its current state.
#[derive(Serialize, JsonSchema)]
pub struct Previews {
    items: Vec<Preview>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "OperationPreview")]
pub struct Preview {
    /// Booking id.
    id: BookingId,
    operation: Operation,
    can: bool,
    /// Reason for the rejection, if any.
    reason: Option<TranslatableMessage>,
}

/// Checks only the rules: changes nothing and calls no carrier.
pub async fn preview(mut scope: Scope, request: PreviewedBulk) -> Result<Previews> {
    let operations = batches::bulk::operations(&request.operations)?;
    if request.booking_ids.is_empty() || request.booking_ids.len() > MAX_BOOKINGS {
        return Err(Error::invalid(
            "bookingIds",
            message!("must be from 1 to {max} bookings", max = MAX_BOOKINGS),
        ));
    }
    if operations.len() > MAX_OPERATIONS {
        return Err(Error::invalid(
            "operations",
            message!("must be at most {max}", max = MAX_OPERATIONS),
        ));
    }
    let rows: Vec<Booking> = scope
        .all(Where::all().is_in(Booking::ID, &request.booking_ids))
        .await?;
    let mailable = match operations.contains(&Operation::EmailDocuments) {
        true => previewing::find_mailable(&mut scope, &request.booking_ids).await?,
        false => BTreeSet::new(),
    };
    scope.rollback();
    let bookings: BTreeMap<BookingId, Booking> = rows
        .into_iter()
        .map(|booking| (booking.id, booking))
        .collect();
    let mut items = Vec::with_capacity(request.booking_ids.len() * operations.len());
    for id in request.booking_ids {
        for operation in &operations {
            let checked = match bookings.get(&id) {
                Some(booking) => previewing::check(&scope, booking, *operation, &mailable),
                None => Err(Error::NotFound("The booking")),
            };
            let reason = checked.err().map(Reason::into_reason);
            items.push(Preview {
                id,
                operation: *operation,
                can: reason.is_none(),
                reason,
            });
        }
    }
    Ok(Previews { items })
}

const MAX_OPERATIONS: usize = 20;

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
    message: TranslatableMessage,
}

/// Deletes a batch's bookings where allowed; returns a reason for each other.
pub async fn delete(mut scope: Scope, ById { id }: ById<String>) -> Result<BatchDeleted> {
    let bookings: Vec<Booking> = scope.all(Where::all().eq(Booking::BATCH_ID, id)).await?;
    if bookings.is_empty() {
        return Err(Error::NotFound("The batch"));
    }
    scope.rollback();
    let mut answer = BatchDeleted {
        deleted_bookings: Vec::new(),
        fail_to_delete_bookings: Vec::new(),
    };
    for booking in bookings {
        match bookings::change::delete(&mut scope, booking.id).await {
            Ok(()) => answer.deleted_bookings.push(booking.id),
            Err(error) => {
                scope.rollback();
                answer.fail_to_delete_bookings.push(NotDeleted {
                    id: booking.id,
                    message: error.into_reason(),
                });
            }
        }
    }
    Ok(answer)
}
