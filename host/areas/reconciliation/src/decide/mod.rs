//! Decisions: lines approved, absorbed, recharged, rejected and held, bookings chosen for lines, reconciliations deleted.

mod approve;
mod process;
mod requote;
mod settle;

use bookings::BilledBy;
use kernel::{
    Empty, Error, Refusal, Result, Routes, Scope, Where, db::Col, ids::BookingId, message, save,
    tsql,
};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    DECIDED,
    access::{BOOKINGS, RECONCILE},
    import::{Comparison, allowances, charges_of, line_of, minor_units},
    lists::{self, BookingReconciliation, ReconciliationView, services, with_services},
    margin::{self, Changes},
    model::{
        KnownInvoice, Reconciliation, ReconciliationBooking, ReconciliationBookingId,
        ReconciliationId, ReconciliationService,
    },
    rules::{
        matching::{Found, MatchedBy},
        status::{LineStatus, ReconciliationStatus, overall},
    },
};

const NOT_READY: Refusal = Refusal::new(4403, "The invoice is not read yet.");
const DECIDED_ALREADY: Refusal = Refusal::new(4404, "Lines of this reconciliation are decided.");

/// Lines that one call decides.
const MOST: usize = 1_000;
const MAX_NOTE_LENGTH: usize = 1_000;

pub(crate) fn table() -> Routes {
    Routes::at("/api/booking/reconciliation")
        .feature(BOOKINGS)
        .post("ApproveReconciliation", RECONCILE, approve::approve)
        .post("ProcessReconciliationBookings", RECONCILE, process::process)
        .post("RequoteReconciliationBookings", RECONCILE, requote::requote)
        .post("MatchReconciliationBooking", RECONCILE, choose)
        .delete("DeleteReconciliations", RECONCILE, delete)
}

/// The reconciliation, for a decision: another one of the same reconciliation waits until this one is committed.
async fn hold(scope: &mut Scope, id: ReconciliationId) -> Result<Reconciliation> {
    let held = tsql!(
        "UPDATE reconciliations SET row_version = row_version WHERE tenant_id = $1 AND id = $2"
    );
    scope.rows(held, vec![id.val()]).await?;
    let row: Reconciliation = scope.find(id).await?;
    match row.status {
        ReconciliationStatus::Uploaded | ReconciliationStatus::Processing => Err(NOT_READY.into()),
        ReconciliationStatus::Failed => {
            Err(NOT_READY.because(message!("The invoice could not be read.")))
        }
        _ => Ok(row),
    }
}

/// The lines with these ids, in the order of the ids; all of them must be the reconciliation's.
async fn lines(
    scope: &mut Scope,
    id: ReconciliationId,
    wanted: &[ReconciliationBookingId],
) -> Result<Vec<ReconciliationBooking>> {
    let of = Where::all()
        .eq(ReconciliationBooking::RECONCILIATION_ID, id)
        .is_in(ReconciliationBooking::ID, wanted);
    let found: Vec<ReconciliationBooking> = scope.all(of).await?;
    match wanted
        .iter()
        .all(|one| found.iter().any(|line| line.id == *one))
    {
        true => Ok(found),
        false => Err(Error::NotFound("The line")),
    }
}

/// Has the reconciliation stand where its lines stand now, and tells the areas above. The caller commits.
async fn settle_status(scope: &mut Scope, mut row: Reconciliation) -> Result<ReconciliationView> {
    let of = || Where::all().eq(ReconciliationBooking::RECONCILIATION_ID, row.id);
    let decided: Vec<LineStatus> = LineStatus::ALL
        .iter()
        .copied()
        .filter(|status| status.is_decided())
        .collect();
    let all = scope.count(of()).await?;
    let done = scope
        .count(of().is_in(ReconciliationBooking::STATUS, &decided))
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
    let status = overall(all, done, recharged);
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
    scope.announce(&DECIDED, &row.id).await?;
    lists::view(scope, row).await
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ChooseBooking {
    /// The line.
    id: ReconciliationBookingId,
    /// That of the line as it was seen; 0 or left out: whatever it is now.
    #[serde(default)]
    row_version: i64,
    booking_id: BookingId,
}

/// Says which booking a line is of; it is compared anew.
async fn choose(mut scope: Scope, sent: ChooseBooking) -> Result<BookingReconciliation> {
    let line: ReconciliationBooking = scope.find(sent.id).await?;
    let row = hold(&mut scope, line.reconciliation_id).await?;
    // It may have changed until its reconciliation was held.
    let line: ReconciliationBooking = scope.find(sent.id).await?;
    save::fresh(sent.row_version, line.row_version)?;
    if line.booking_id == Some(sent.booking_id) {
        return one(&mut scope, line).await;
    }
    if line.status.is_decided() {
        let says = message!("is decided already: {status}", status = line.status);
        return Err(Error::invalid("id", says));
    }
    let by = BilledBy {
        ids: vec![sent.booking_id],
        ..BilledBy::default()
    };
    let billed = bookings::billed(&mut scope, &row.carrier, by).await?;
    let booking = billed
        .into_iter()
        .next()
        .ok_or(Error::NotFound("The booking"))?;
    let others: Vec<ReconciliationBooking> = scope
        .all(Where::all().eq(ReconciliationBooking::BOOKING_ID, booking.id))
        .await?;
    let counts = |other: &ReconciliationBooking| {
        other.id != line.id && !matches!(other.status, LineStatus::Rejected | LineStatus::Closed)
    };
    let is_twice = others.iter().any(counts);
    let old = services(&mut scope, &[line.id])
        .await?
        .remove(&line.id)
        .unwrap_or_default();
    let account = booking.carrier_account_id;
    let allowances = allowances(&mut scope).await?;
    let none = Vec::new();
    let (mut new, mut services) = line_of(Comparison {
        reconciliation: line.reconciliation_id,
        key: &line.consignment_key,
        charges: &charges_of(&old, &line),
        found: Found::Is(booking.id, MatchedBy::Hand),
        booking: Some(&booking),
        allowances: account.and_then(|id| allowances.get(&id)).unwrap_or(&none),
        is_twice,
        minor_units: minor_units(&mut scope).await?,
    });
    let mut changes = Changes::default();
    changes.remove(&line);
    changes.add(&new);
    changes.tell(&mut scope).await?;
    (new.id, new.row_version, new.file_line) = (line.id, line.row_version, line.file_line);
    new.note = line.note;
    scope.update(&mut new).await?;
    for service in old {
        scope.delete::<ReconciliationService>(service.id).await?;
    }
    for service in &mut services {
        service.reconciliation_booking_id = new.id;
    }
    scope.insert_all(&mut services).await?;
    settle_status(&mut scope, row).await?;
    let answer = one(&mut scope, new).await?;
    scope.commit().await?;
    Ok(answer)
}

async fn one(scope: &mut Scope, line: ReconciliationBooking) -> Result<BookingReconciliation> {
    with_services(scope, vec![line])
        .await?
        .pop()
        .ok_or(Error::NotFound("The line"))
}

#[derive(Deserialize, JsonSchema)]
struct Deleted {
    /// May be given several times.
    id: Vec<ReconciliationId>,
}

async fn delete(mut scope: Scope, Deleted { id }: Deleted) -> Result<Empty> {
    if id.is_empty() || id.len() > MOST {
        return Err(Error::invalid(
            "id",
            message!("must be from 1 to {max} ids", max = MOST),
        ));
    }
    for id in id {
        let held = tsql!(
            "UPDATE reconciliations SET row_version = row_version WHERE tenant_id = $1 AND id = $2"
        );
        scope.rows(held, vec![id.val()]).await?;
        let row: Reconciliation = scope.find(id).await?;
        let decided: Vec<LineStatus> = LineStatus::ALL
            .iter()
            .copied()
            .filter(|status| status.is_decided())
            .collect();
        let of = Where::all().eq(ReconciliationBooking::RECONCILIATION_ID, id);
        let done = scope
            .count(of.is_in(ReconciliationBooking::STATUS, &decided))
            .await?;
        if done > 0 {
            return Err(DECIDED_ALREADY.because(message!(
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
        margin::forget(&mut scope, id).await?;
        files::let_go(&mut scope, row.file_guid).await?;
        scope.delete::<Reconciliation>(id).await?;
    }
    scope.commit().await?;
    Ok(Empty {})
}
