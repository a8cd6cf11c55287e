//! Decisions on lines of a reconciliation.

pub mod amounts;
pub mod approve;
pub mod compare;
pub mod margin;
pub mod process;
pub mod recharge;
pub mod requote;
pub mod store;
pub mod sums;

use std::collections::BTreeMap;

use bookings::BilledBy;
use data::{
    Empty, Error, Refusal, Result, Scope, Where, ids::BookingId, message, save, states_that,
};
use quotes::access::BOOKINGS;
use schemars::JsonSchema;
use serde::Deserialize;
use web::Routes;
use work::event::ScopeEvents;

use crate::{
    DECIDED,
    access::RECONCILE,
    decisions::{
        self,
        compare::{Rematch, compare_again, reassign_quotes},
    },
    imports::matching::MatchedBy,
    model::{
        KnownInvoice, Reconciliation, ReconciliationBooking, ReconciliationBookingId,
        ReconciliationId,
    },
    reconciliations::{
        self,
        lists::{BookingReconciliation, ReconciliationView, with_services},
        status::{LineStatus, ReconciliationStatus, reconciliation_status},
    },
};

const NOT_READY: Refusal = Refusal::new(4403, "The invoice is not read yet.");
const DECIDED_ALREADY: Refusal = Refusal::new(4404, "Lines of this reconciliation are decided.");

const MAX_LINES: usize = 1_000;
const MAX_NOTE_LENGTH: usize = 1_000;

pub(crate) fn table() -> Routes {
    Routes::new("/api/booking/reconciliation")
        .feature(BOOKINGS)
        .post(
            "ApproveReconciliation",
            RECONCILE,
            crate::decisions::approve::approve,
        )
        .post(
            "ProcessReconciliationBookings",
            RECONCILE,
            crate::decisions::process::process,
        )
        .post(
            "RequoteReconciliationBookings",
            RECONCILE,
            crate::decisions::requote::requote,
        )
        .post("MatchReconciliationBooking", RECONCILE, choose_booking)
        .delete("DeleteReconciliations", RECONCILE, delete)
}

/// Locks until the commit.
async fn lock_reconciliation(scope: &mut Scope, id: ReconciliationId) -> Result<Reconciliation> {
    scope.lock::<Reconciliation>(id).await?;
    let row: Reconciliation = scope.find(id).await?;
    match row.status {
        status if status.is_importing() => Err(NOT_READY.into()),
        ReconciliationStatus::Failed => {
            Err(NOT_READY.with_message(message!("The invoice could not be read.")))
        }
        _ => Ok(row),
    }
}

/// Returns the lines by id. All must belong to the reconciliation.
async fn load_lines(
    scope: &mut Scope,
    id: ReconciliationId,
    ids: &[ReconciliationBookingId],
) -> Result<Vec<ReconciliationBooking>> {
    let of = Where::all()
        .eq(ReconciliationBooking::RECONCILIATION_ID, id)
        .is_in(ReconciliationBooking::ID, ids);
    let found: Vec<ReconciliationBooking> = scope.all(of).await?;
    match ids
        .iter()
        .all(|one| found.iter().any(|line| line.id == *one))
    {
        true => Ok(found),
        false => Err(Error::NotFound("The line")),
    }
}

/// Updates the status by the lines and publishes it. The caller commits.
async fn update_status(scope: &mut Scope, mut row: Reconciliation) -> Result<ReconciliationView> {
    let of = || Where::all().eq(ReconciliationBooking::RECONCILIATION_ID, row.id);
    let decided = states_that!(LineStatus, LineStatus::is_decided);
    let all = scope.count(of()).await?;
    let done = scope
        .count(of().is_in(ReconciliationBooking::STATUS, decided))
        .await?;
    let recharged = of()
        .eq(ReconciliationBooking::STATUS, LineStatus::Approved)
        .ne(
            ReconciliationBooking::RECHARGE_AMOUNT,
            rust_decimal::Decimal::ZERO,
        );
    let recharged = scope.count(recharged).await?;
    let unmatched = scope
        .count(of().is_null(ReconciliationBooking::BOOKING_ID))
        .await?;
    let status = reconciliation_status(all, done, recharged);
    let invalid = match row.invalid_booking_file_guid {
        kept @ Some(_) if unmatched > 0 => kept,
        None if unmatched > 0 => Some(scope.new_guid()),
        _ => None,
    };
    if status != row.status || invalid != row.invalid_booking_file_guid {
        row.status = status;
        row.invalid_booking_file_guid = invalid;
        scope.update(&mut row).await?;
    }
    scope.publish(&DECIDED, &row.id).await?;
    reconciliations::lists::load_view(scope, row).await
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ChooseBooking {
    id: ReconciliationBookingId,
    /// Expected version of the line. 0 or absent: any.
    #[serde(default)]
    row_version: i64,
    booking_id: BookingId,
}

async fn choose_booking(mut scope: Scope, sent: ChooseBooking) -> Result<BookingReconciliation> {
    let line: ReconciliationBooking = scope.find(sent.id).await?;
    let row = lock_reconciliation(&mut scope, line.reconciliation_id).await?;
    // Reloaded under the lock, since it may have changed.
    let line: ReconciliationBooking = scope.find(sent.id).await?;
    save::check_version(sent.row_version, line.row_version)?;
    if line.booking_id == Some(sent.booking_id) {
        return load_one(&mut scope, line).await;
    }
    if line.status.is_decided() {
        let message = message!("is already decided: {status}", status = line.status);
        return Err(Error::invalid("id", message));
    }
    let by = BilledBy {
        ids: vec![sent.booking_id],
        ..BilledBy::default()
    };
    let billed = bookings::find_billed(&mut scope, &row.carrier, by).await?;
    let booking = billed
        .into_iter()
        .next()
        .ok_or(Error::NotFound("The booking"))?;
    let others: Vec<ReconciliationBooking> = scope
        .all(Where::all().eq(ReconciliationBooking::BOOKING_ID, booking.id))
        .await?;
    let counts =
        |other: &ReconciliationBooking| other.id != line.id && !other.status.is_dismissed();
    let is_twice = others.iter().any(counts);
    let old_booking = line.booking_id;
    let rematch = Rematch {
        line,
        booking,
        matched_by: MatchedBy::Hand,
        is_twice,
        holds: Vec::new(),
    };
    let new = compare_again(&mut scope, vec![rematch])
        .await?
        .pop()
        .ok_or(Error::NotFound("The line"))?;
    reassign_quotes(&mut scope, &row.carrier, old_booking).await?;
    update_status(&mut scope, row).await?;
    let answer = load_one(&mut scope, new).await?;
    scope.commit().await?;
    Ok(answer)
}

async fn load_one(scope: &mut Scope, line: ReconciliationBooking) -> Result<BookingReconciliation> {
    with_services(scope, vec![line])
        .await?
        .pop()
        .ok_or(Error::NotFound("The line"))
}

#[derive(Deserialize, JsonSchema)]
struct Deleted {
    /// Can be repeated.
    id: Vec<ReconciliationId>,
}

async fn delete(mut scope: Scope, Deleted { id }: Deleted) -> Result<Empty> {
    if id.is_empty() || id.len() > MAX_LINES {
        return Err(Error::invalid(
            "id",
            message!("must be from 1 to {max} ids", max = MAX_LINES),
        ));
    }
    let mut quoted: BTreeMap<String, Vec<BookingId>> = BTreeMap::new();
    for id in id {
        scope.lock::<Reconciliation>(id).await?;
        let row: Reconciliation = scope.find(id).await?;
        let decided = states_that!(LineStatus, LineStatus::is_decided);
        let of = Where::all().eq(ReconciliationBooking::RECONCILIATION_ID, id);
        let done = scope
            .count(of.is_in(ReconciliationBooking::STATUS, decided))
            .await?;
        if done > 0 {
            return Err(DECIDED_ALREADY.with_message(message!(
                "{count} lines of reconciliation {id} are decided: it cannot be deleted any more.",
                count = done,
                id = id
            )));
        }
        let numbers: Vec<KnownInvoice> = scope
            .all(Where::all().eq(KnownInvoice::RECONCILIATION_ID, id))
            .await?;
        for number in numbers {
            scope.delete::<KnownInvoice>(number.id).await?;
        }
        let shared = decisions::store::list_shared_bookings(&mut scope, id).await?;
        quoted.entry(row.carrier).or_default().extend(shared);
        decisions::margin::subtract_undecided(&mut scope, id).await?;
        files::release(&mut scope, row.file_guid).await?;
        scope.delete::<Reconciliation>(id).await?;
    }
    for (carrier, bookings) in quoted {
        reassign_quotes(&mut scope, &carrier, bookings).await?;
    }
    scope.commit().await?;
    Ok(Empty {})
}
