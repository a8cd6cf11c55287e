//! The same operations on many bookings, each with an answer of its own.

use std::collections::BTreeSet;

use futures_util::{FutureExt, StreamExt, future::BoxFuture, stream};
use kernel::{Error, Result, Scope, db::Mode, ids::BookingId, message};

use super::{book, cancel, change, label, manifest, paperwork, pickup, reprice, track};
use crate::{
    rules::operations::{NOT_NOW, Operation},
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
    pub labels: Vec<String>,
    pub sheets: Vec<String>,
}

/// So many bookings of one call are worked at most.
pub const MAX_BOOKINGS: usize = 1000;
/// So many bookings of one call are worked at the same time.
const SIDE_BY_SIDE: usize = 6;

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
                                 RefreshTracking, Requote, Hold, Release, Cancel, Delete";
                    Error::invalid(
                        format!("operations[{at}]"),
                        message!("{word} is not an operation here; use one of {known}"),
                    )
                })
        })
        .collect()
}

/// Runs the operations one after another; a booking for which one fails is left out of those that follow. What the
/// caller wants to keep must be saved before.
pub async fn run(scope: &mut Scope, ids: &[BookingId], operations: &[Operation]) -> Result<Outcome> {
    if ids.len() > MAX_BOOKINGS {
        return Err(Error::invalid("bookingIds", message!("must be at most {max}", max = MAX_BOOKINGS)));
    }
    for operation in operations {
        scope.require(operation.permission())?;
    }
    let mut seen = BTreeSet::new();
    let mut left: Vec<BookingId> = ids.iter().copied().filter(|id| seen.insert(*id)).collect();
    let mut outcome = Outcome::default();
    for operation in operations {
        // The bookings are worked in transactions of their own: none of this scope may stand in their way.
        scope.rollback();
        let done = one(scope, &left, *operation, &mut outcome).await;
        let failed: BTreeSet<BookingId> = done.iter().filter(|(_, done)| done.is_err()).map(|(id, _)| *id).collect();
        outcome.results.extend(done.into_iter().map(|(booking, outcome)| Done {
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
    outcome: &mut Outcome,
) -> Vec<(BookingId, Result<()>)> {
    match operation {
        Operation::Manifest => {
            let manifested = manifest::run(scope, ids).await;
            outcome.sheets.extend(manifested.sheets);
            manifested.results
        }
        Operation::BookPickup => pickup::run(scope, ids).await,
        Operation::RefreshTracking => refresh(scope, ids).await,
        _ => {
            let each: Vec<BoxFuture<'static, _>> = ids
                .iter()
                .map(|id| {
                    let (id, mut scope) = (*id, scope.sibling(Mode::Write));
                    async move { (id, single(&mut scope, id, operation).await) }.boxed()
                })
                .collect();
            // Side by side, since a carrier takes its time; in the order asked for, since people read it so.
            let answers: Vec<(BookingId, Result<Tokens>)> = stream::iter(each).buffered(SIDE_BY_SIDE).collect().await;
            answers.into_iter().map(|(id, answer)| (id, answer.map(|tokens| outcome.take(tokens)))).collect()
        }
    }
}

/// The documents that an operation made or found.
#[derive(Debug, Default)]
struct Tokens {
    label: Option<String>,
    sheets: Vec<String>,
}

impl Outcome {
    /// Bookings may share a sheet: it is told once.
    fn take(&mut self, tokens: Tokens) {
        self.labels.extend(tokens.label);
        for sheet in tokens.sheets {
            if !self.sheets.contains(&sheet) {
                self.sheets.push(sheet);
            }
        }
    }
}

async fn single(scope: &mut Scope, id: BookingId, operation: Operation) -> Result<Tokens> {
    let mut tokens = Tokens::default();
    match operation {
        Operation::Book => drop(book::book(scope, id).await?),
        Operation::Cancel => drop(cancel::cancel(scope, id).await?),
        Operation::Hold => drop(change::hold(scope, id).await?),
        Operation::Release => drop(change::release(scope, id).await?),
        Operation::Delete => change::delete(scope, id).await?,
        Operation::EmailDocuments => paperwork::mail(scope, id).await?,
        Operation::Requote => drop(reprice::requote(scope, id).await?),
        Operation::PrintLabel => tokens.label = Some(label::print(scope, id).await?),
        Operation::PrintManifest => {
            tokens.sheets = manifest::sheets(scope, id).await?;
            if tokens.sheets.is_empty() {
                return Err(NOT_NOW.because(message!("There is no manifest sheet for this booking.")));
            }
        }
        Operation::Manifest
        | Operation::BookPickup
        | Operation::RefreshTracking
        | Operation::Edit
        | Operation::AddTrackingEvent => {
            return Err(NOT_NOW.because(message!("{operation} is not done one by one.")));
        }
    }
    Ok(tokens)
}

async fn refresh(scope: &mut Scope, ids: &[BookingId]) -> Vec<(BookingId, Result<()>)> {
    let mut outcomes = Vec::new();
    let mut bookings = Vec::new();
    for id in ids {
        let found = match store::find(scope, *id).await {
            Ok(booking) => Operation::RefreshTracking.check(booking.standing()).map(|()| booking),
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
