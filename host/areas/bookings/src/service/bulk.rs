//! The same operations on many bookings, each with an answer of its own.

use std::collections::{BTreeMap, BTreeSet};

use documents::LabelFormat;
use futures_util::{FutureExt, StreamExt, future::BoxFuture, stream};
use kernel::{
    Error, Result, Scope,
    db::Mode,
    ids::BookingId,
    message,
    turns::{Turn, Work},
};

use super::{
    billing, cancel, change, label, manifest, paperwork, pickup, preview, prints, reprice, resend,
    together, track,
};
use crate::{
    rules::operations::{NOT_NOW, Operation, TOO_MUCH},
    store,
};

/// What came of one operation on one booking.
#[derive(Debug)]
pub struct Done {
    pub booking: BookingId,
    pub operation: Operation,
    pub outcome: Result<()>,
}

/// What came of all.
#[derive(Debug, Default)]
pub struct Outcome {
    pub results: Vec<Done>,
    /// The token of the file with all labels.
    pub labels: Vec<String>,
    pub sheets: Vec<String>,
}

/// Files of many labels, and calls for many bookings.
const PRINTING: Work = Work {
    name: "bookings.labels",
    at_once: 1,
};
const BULK: Work = Work {
    name: "bookings.bulk",
    at_once: 2,
};
/// Labels of a file, and bookings of a call, that need no turn.
const FEW_LABELS: i64 = 200;
const LARGE: usize = 50;

/// So many bookings of one call are worked at most.
pub const MAX_BOOKINGS: usize = 1000;

/// Takes a turn for a large call, before its work begins: it occupies the database and the carriers for long.
pub async fn turn(scope: &Scope, bookings: usize) -> Result<Option<Turn>> {
    match bookings > LARGE {
        true => Turn::take(scope, BULK).await.map(Some),
        false => Ok(None),
    }
}

/// The operations of a bulk call, in the order in which they were named.
pub fn operations(words: &[String]) -> Result<Vec<Operation>> {
    words
        .iter()
        .enumerate()
        .map(|(at, word)| {
            let operation = word.trim().parse::<Operation>();
            operation
                .ok()
                .filter(|operation| !matches!(operation, Operation::Edit | Operation::AddTrackingEvent))
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

/// Runs the operations one after another; a booking for which one fails is left out of those that follow. What the
/// caller wants to keep must be saved before. Operations that an earlier call has done with `repeated` bookings count
/// as done.
pub async fn run(
    scope: &mut Scope,
    ids: &[BookingId],
    operations: &[Operation],
    format: Option<LabelFormat>,
    repeated: &BTreeSet<BookingId>,
) -> Result<Outcome> {
    if ids.len() > MAX_BOOKINGS {
        return Err(Error::invalid(
            "bookingIds",
            message!("must be at most {max}", max = MAX_BOOKINGS),
        ));
    }
    for operation in operations {
        preview::check_permission(scope, *operation)?;
    }
    let mut seen = BTreeSet::new();
    let mut left: Vec<BookingId> = ids.iter().copied().filter(|id| seen.insert(*id)).collect();
    let mut outcome = Outcome::default();
    for operation in operations {
        let mut done: Vec<(BookingId, Result<()>)> = Vec::new();
        let mut due: Vec<BookingId> = Vec::with_capacity(left.len());
        for id in &left {
            let mut sheets = Vec::new();
            match repeated.contains(id)
                && resend::was_done(scope, *id, *operation, &mut sheets).await?
            {
                true => done.push((*id, Ok(()))),
                false => due.push(*id),
            }
            outcome.take(sheets);
        }
        // The bookings are worked in transactions of their own: none of this scope may stand in their way.
        scope.rollback();
        done.extend(one(scope, &due, *operation, format, &mut outcome).await);
        let failed: BTreeSet<BookingId> = done
            .iter()
            .filter(|(_, done)| done.is_err())
            .map(|(id, _)| *id)
            .collect();
        outcome
            .results
            .extend(done.into_iter().map(|(booking, outcome)| Done {
                booking,
                operation: *operation,
                outcome,
            }));
        left.retain(|id| !failed.contains(id));
    }
    Ok(outcome)
}

async fn one(
    scope: &mut Scope,
    ids: &[BookingId],
    operation: Operation,
    format: Option<LabelFormat>,
    outcome: &mut Outcome,
) -> Vec<(BookingId, Result<()>)> {
    match operation {
        Operation::Manifest => {
            let manifested = manifest::run(scope, ids).await;
            outcome.sheets.extend(manifested.sheets);
            manifested.results
        }
        Operation::Book => together::book(scope, ids).await,
        Operation::BookPickup => pickup::run(scope, ids).await,
        Operation::Invoice => billing::run(scope, ids).await,
        Operation::RefreshTracking => refresh(scope, ids).await,
        Operation::PrintLabel => print(scope, ids, format, outcome).await,
        Operation::PrintManifest => {
            let answers = each(scope, ids, |mut scope, id| async move {
                manifest::reprint(&mut scope, id).await
            })
            .await;
            answers
                .into_iter()
                .map(|(id, answer)| (id, answer.map(|sheets| outcome.take(sheets))))
                .collect()
        }
        _ => {
            each(scope, ids, move |mut scope, id| async move {
                single(&mut scope, id, operation).await
            })
            .await
        }
    }
}

/// Does something with each booking: side by side, since a carrier takes its time; in the order asked for, since people
/// read it so.
async fn each<T: Send + 'static, F: Future<Output = Result<T>> + Send + 'static>(
    scope: &Scope,
    ids: &[BookingId],
    work: impl Fn(Scope, BookingId) -> F,
) -> Vec<(BookingId, Result<T>)> {
    let all: Vec<BoxFuture<'static, _>> = ids
        .iter()
        .map(|id| {
            let (id, work) = (*id, work(scope.sibling(Mode::Write), *id));
            async move { (id, work.await) }.boxed()
        })
        .collect();
    stream::iter(all)
        .buffered(super::ASKED_TOGETHER)
        .collect()
        .await
}

impl Outcome {
    /// Bookings may share a sheet: it is told once.
    fn take(&mut self, sheets: Vec<String>) {
        for sheet in sheets {
            if !self.sheets.contains(&sheet) {
                self.sheets.push(sheet);
            }
        }
    }
}

/// A turn where many labels are drawn, the bookings whose labels are printed, and the rejections of the others.
type Bounded = (Option<Turn>, Vec<BookingId>, Vec<(BookingId, Result<()>)>);

/// Selects the bookings whose labels fit into one file, by their pieces: counted before any label is made.
async fn bounded(scope: &mut Scope, ids: &[BookingId]) -> Result<Bounded> {
    let pieces = store::pieces(scope, ids).await?;
    scope.rollback();
    let max = i64::try_from(documents::MAX_FILE_LABELS).unwrap_or(i64::MAX);
    let (mut within, mut refused, mut all) = (Vec::with_capacity(ids.len()), Vec::new(), 0_i64);
    for id in ids {
        let count = pieces.get(id).copied().unwrap_or_default();
        if all + count > max {
            let many = message!(
                "The file would have more than {max} labels. Print this one apart.",
                max = max
            );
            refused.push((*id, Err(TOO_MUCH.because(many))));
        } else {
            all += count;
            within.push(*id);
        }
    }
    let turn = if all > FEW_LABELS {
        Some(Turn::take(scope, PRINTING).await?)
    } else {
        None
    };
    Ok((turn, within, refused))
}

/// Prints the labels as one file; a label that cannot be in it is told, and the others are.
async fn print(
    scope: &mut Scope,
    ids: &[BookingId],
    format: Option<LabelFormat>,
    outcome: &mut Outcome,
) -> Vec<(BookingId, Result<()>)> {
    let (_turn, within, mut results) = match bounded(scope, ids).await {
        Ok(bounded) => bounded,
        Err(error) => {
            return ids
                .iter()
                .map(|id| (*id, Err(manifest::copy(&error))))
                .collect();
        }
    };
    let answers = each(scope, &within, |mut scope, id| async move {
        label::print(&mut scope, id).await
    })
    .await;
    let mut printed = Vec::new();
    for (id, answer) in answers {
        results.push((id, answer.map(|document| printed.push((id, document)))));
    }
    match prints::merge(scope, printed, format).await {
        Ok(merged) => {
            outcome.labels.extend(merged.token);
            let mut left_out: BTreeMap<BookingId, Error> = merged.left_out.into_iter().collect();
            for (id, result) in &mut results {
                if let Some(error) = left_out.remove(id) {
                    *result = Err(error);
                }
            }
        }
        Err(error) => {
            scope.rollback();
            tracing::error!(
                error = format!("{error:#}"),
                "labels could not be put into one file"
            );
            for (_, result) in results.iter_mut().filter(|(_, result)| result.is_ok()) {
                *result = Err(manifest::copy(&error));
            }
        }
    }
    results
}

async fn single(scope: &mut Scope, id: BookingId, operation: Operation) -> Result<()> {
    match operation {
        Operation::Cancel => drop(cancel::cancel(scope, id).await?),
        Operation::Hold => drop(change::hold(scope, id).await?),
        Operation::Release => drop(change::release(scope, id).await?),
        Operation::Delete => change::delete(scope, id).await?,
        Operation::EmailDocuments => paperwork::mail(scope, id).await?,
        Operation::Requote => drop(reprice::requote(scope, id).await?),
        Operation::Book
        | Operation::PrintLabel
        | Operation::PrintManifest
        | Operation::Manifest
        | Operation::BookPickup
        | Operation::Invoice
        | Operation::RefreshTracking
        | Operation::Edit
        | Operation::AddTrackingEvent => {
            return Err(NOT_NOW.because(message!("{operation} is not done one by one.")));
        }
    }
    Ok(())
}

async fn refresh(scope: &mut Scope, ids: &[BookingId]) -> Vec<(BookingId, Result<()>)> {
    let mut outcomes = Vec::new();
    let mut bookings = Vec::new();
    for id in ids {
        let found = match store::find(scope, *id).await {
            Ok(booking) => Operation::RefreshTracking
                .check(booking.standing())
                .map(|()| booking),
            Err(error) => Err(error),
        };
        match found {
            Ok(booking) => bookings.push(booking),
            Err(error) => outcomes.push((*id, Err(error))),
        }
    }
    scope.rollback();
    outcomes.extend(track::refresh(scope, bookings).await);
    outcomes
}
