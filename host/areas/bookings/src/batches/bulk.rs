//! Bulk operations on bookings, with one result per booking.

use std::collections::{BTreeMap, BTreeSet};

use data::{
    Error, Outcome, Result, Scope,
    db::Mode,
    ids::BookingId,
    message,
    turns::{Permit, WorkKind},
};
use documents::LabelFormat;
use futures_util::{FutureExt, StreamExt, future::BoxFuture, stream};

use crate::bookings::operations::{LIMIT_EXCEEDED, Operation, STATUS_NOT_ALLOWED};
use crate::{
    batches, booking_documents, bookings, invoicing, manifests, pickups, prices, tracking,
};

#[derive(Debug, Default)]
pub struct Outcomes {
    pub results: Vec<Outcome<(BookingId, Operation)>>,
    /// Token of the file with all labels.
    pub labels: Vec<String>,
    pub sheets: Vec<String>,
}

/// Limits concurrent large label files and calls.
const PRINTING: WorkKind = WorkKind {
    name: "bookings.labels",
    max_concurrent: 1,
};
const BULK: WorkKind = WorkKind {
    name: "bookings.bulk",
    max_concurrent: 2,
};
/// `LARGE` limits the bookings of a call.
const MAX_LABELS_WITHOUT_PERMIT: i64 = 200;
const MAX_BOOKINGS_WITHOUT_PERMIT: usize = 50;

pub const MAX_BOOKINGS: usize = 1000;

/// Acquires a permit, because a large call loads the database and the carriers for long.
pub async fn acquire_permit(scope: &Scope, bookings: usize) -> Result<Option<Permit>> {
    match bookings > MAX_BOOKINGS_WITHOUT_PERMIT {
        true => Permit::take(scope, BULK).await.map(Some),
        false => Ok(None),
    }
}

pub fn operations(names: &[String]) -> Result<Vec<Operation>> {
    names
        .iter()
        .enumerate()
        .map(|(at, word)| {
            let operation = word.trim().parse::<Operation>();
            operation
                .ok()
                .filter(|operation| {
                    !matches!(
                        operation,
                        Operation::Edit | Operation::EditAddresses | Operation::AddTrackingEvent
                    )
                })
                .ok_or_else(|| {
                    let known = "Book, Manifest, BookPickup, PrintLabel, PrintManifest, EmailDocuments, \
                                 RefreshTracking, Requote, Invoice, Hold, Release, Cancel, Delete";
                    Error::invalid(
                        format!("operations[{at}]"),
                        message!("{word} is not an operation here; use one of {known}"),
                    )
                })
        })
        .collect()
}

/// Runs the operations in order; later ones skip failed bookings. The caller must save its own
/// changes first. Operations completed earlier for `repeated` bookings count as done.
pub async fn run(
    scope: &mut Scope,
    ids: &[BookingId],
    operations: &[Operation],
    format: Option<LabelFormat>,
    repeated: &BTreeSet<BookingId>,
) -> Result<Outcomes> {
    if ids.len() > MAX_BOOKINGS {
        return Err(Error::invalid(
            "bookingIds",
            message!("must be at most {max}", max = MAX_BOOKINGS),
        ));
    }
    for operation in operations {
        batches::preview::check_permission(scope, *operation)?;
    }
    let mut unique = BTreeSet::new();
    let mut remaining: Vec<BookingId> = ids
        .iter()
        .copied()
        .filter(|id| unique.insert(*id))
        .collect();
    let mut outcomes = Outcomes::default();
    for operation in operations {
        let mut done: Vec<Outcome<BookingId>> = Vec::new();
        let mut due: Vec<BookingId> = Vec::with_capacity(remaining.len());
        for id in &remaining {
            let mut sheets = Vec::new();
            match repeated.contains(id)
                && batches::repeats::was_completed(scope, *id, *operation, &mut sheets).await?
            {
                true => done.push(Outcome::new(*id, Ok(()))),
                false => due.push(*id),
            }
            outcomes.add_sheets(sheets);
        }
        // Each booking uses its own transaction: this scope must hold no locks.
        scope.rollback();
        done.extend(run_one(scope, &due, *operation, format, &mut outcomes).await);
        let failed: BTreeSet<BookingId> = done
            .iter()
            .filter(|done| !done.is_ok())
            .map(|done| done.item)
            .collect();
        let each = done.into_iter();
        outcomes
            .results
            .extend(each.map(|done| Outcome::new((done.item, *operation), done.result)));
        remaining.retain(|id| !failed.contains(id));
    }
    Ok(outcomes)
}

async fn run_one(
    scope: &mut Scope,
    ids: &[BookingId],
    operation: Operation,
    format: Option<LabelFormat>,
    outcomes: &mut Outcomes,
) -> Vec<Outcome<BookingId>> {
    match operation {
        Operation::Manifest => {
            let manifested = manifests::service::run(scope, ids).await;
            outcomes.sheets.extend(manifested.sheets);
            manifested.results
        }
        Operation::Book => batches::book::book(scope, ids).await,
        Operation::BookPickup => pickups::service::run(scope, ids).await,
        Operation::Invoice => invoicing::run::invoice_each(scope, ids).await,
        Operation::RefreshTracking => refresh(scope, ids).await,
        Operation::PrintLabel => print(scope, ids, format, outcomes).await,
        Operation::PrintManifest => {
            let answers = run_each(scope, ids, |mut scope, id| async move {
                manifests::service::reprint(&mut scope, id).await
            })
            .await;
            answers
                .into_iter()
                .map(|done| {
                    let result = done.result.map(|sheets| outcomes.add_sheets(sheets));
                    Outcome::new(done.item, result)
                })
                .collect()
        }
        _ => {
            run_each(scope, ids, move |mut scope, id| async move {
                single(&mut scope, id, operation).await
            })
            .await
        }
    }
}

/// Runs concurrently, because carriers are slow; results are in request order.
async fn run_each<T: Send + 'static, F: Future<Output = Result<T>> + Send + 'static>(
    scope: &Scope,
    ids: &[BookingId],
    work: impl Fn(Scope, BookingId) -> F,
) -> Vec<Outcome<BookingId, T>> {
    let all: Vec<BoxFuture<'static, _>> = ids
        .iter()
        .map(|id| {
            let (id, work) = (*id, work(scope.sibling(Mode::Write), *id));
            async move { Outcome::new(id, work.await) }.boxed()
        })
        .collect();
    stream::iter(all)
        .buffered(crate::carrier_calls::limits::MAX_CONCURRENT_CALLS)
        .collect()
        .await
}

impl Outcomes {
    /// Returns a shared sheet's token once.
    fn add_sheets(&mut self, sheets: Vec<String>) {
        for sheet in sheets {
            if !self.sheets.contains(&sheet) {
                self.sheets.push(sheet);
            }
        }
    }
}

/// Permit for many labels, bookings to print, and rejections.
type LabelSelection = (Option<Permit>, Vec<BookingId>, Vec<Outcome<BookingId>>);

/// Selects bookings whose labels fit into one file, before labels are created.
async fn select_labels(scope: &mut Scope, ids: &[BookingId]) -> Result<LabelSelection> {
    let pieces = bookings::store::pieces(scope, ids).await?;
    scope.rollback();
    let max = i64::try_from(documents::MAX_FILE_LABELS).unwrap_or(i64::MAX);
    let (mut within, mut refused, mut all) = (Vec::with_capacity(ids.len()), Vec::new(), 0_i64);
    for id in ids {
        let count = pieces.get(id).copied().unwrap_or_default();
        if all + count > max {
            let many = message!(
                "The file would have more than {max} labels. Print this one separately.",
                max = max
            );
            refused.push(Outcome::new(*id, Err(LIMIT_EXCEEDED.with_message(many))));
        } else {
            all += count;
            within.push(*id);
        }
    }
    let permit = if all > MAX_LABELS_WITHOUT_PERMIT {
        Some(Permit::take(scope, PRINTING).await?)
    } else {
        None
    };
    Ok((permit, within, refused))
}

/// Prints the labels into one file and reports the missing ones.
async fn print(
    scope: &mut Scope,
    ids: &[BookingId],
    format: Option<LabelFormat>,
    outcomes: &mut Outcomes,
) -> Vec<Outcome<BookingId>> {
    let (_turn, within, mut results) = match select_labels(scope, ids).await {
        Ok(bounded) => bounded,
        Err(error) => {
            return ids
                .iter()
                .map(|id| Outcome::new(*id, Err(manifests::service::copy_error(&error))))
                .collect();
        }
    };
    let answers = run_each(scope, &within, |mut scope, id| async move {
        booking_documents::labels::print(&mut scope, id).await
    })
    .await;
    let mut printed = Vec::new();
    for done in answers {
        let id = done.item;
        let result = done.result.map(|document| printed.push((id, document)));
        results.push(Outcome::new(id, result));
    }
    match booking_documents::prints::merge(scope, printed, format).await {
        Ok(merged) => {
            outcomes.labels.extend(merged.token);
            let mut left_out: BTreeMap<BookingId, Error> = merged.left_out.into_iter().collect();
            for done in &mut results {
                if let Some(error) = left_out.remove(&done.item) {
                    done.result = Err(error);
                }
            }
        }
        Err(error) => {
            scope.rollback();
            tracing::error!(error = format!("{error:#}"), "cannot merge labels");
            for done in results.iter_mut().filter(|done| done.is_ok()) {
                done.result = Err(manifests::service::copy_error(&error));
            }
        }
    }
    results
}

async fn single(scope: &mut Scope, id: BookingId, operation: Operation) -> Result<()> {
    match operation {
        Operation::Cancel => drop(bookings::cancel::cancel(scope, id).await?),
        Operation::Hold => drop(bookings::change::hold(scope, id).await?),
        Operation::Release => drop(bookings::change::release(scope, id).await?),
        Operation::Delete => bookings::change::delete(scope, id).await?,
        Operation::EmailDocuments => booking_documents::email::send_to_customer(scope, id).await?,
        Operation::Requote => drop(prices::reprice::requote(scope, id).await?),
        Operation::Book
        | Operation::PrintLabel
        | Operation::PrintManifest
        | Operation::Manifest
        | Operation::BookPickup
        | Operation::Invoice
        | Operation::RefreshTracking
        | Operation::Edit
        | Operation::EditAddresses
        | Operation::AddTrackingEvent => {
            return Err(
                STATUS_NOT_ALLOWED.with_message(message!("{operation} is not done one by one."))
            );
        }
    }
    Ok(())
}

async fn refresh(scope: &mut Scope, ids: &[BookingId]) -> Vec<Outcome<BookingId>> {
    let mut outcomes = Vec::new();
    let mut bookings = Vec::new();
    for id in ids {
        let booking = match bookings::store::find(scope, *id).await {
            Ok(booking) => Operation::RefreshTracking
                .check(booking.effective_status())
                .map(|()| booking),
            Err(error) => Err(error),
        };
        match booking {
            Ok(booking) => bookings.push(booking),
            Err(error) => outcomes.push(Outcome::new(*id, Err(error))),
        }
    }
    scope.rollback();
    let polled = tracking::service::refresh(scope, bookings).await;
    outcomes.extend(polled.into_iter().map(|(id, done)| Outcome::new(id, done)));
    outcomes
}
