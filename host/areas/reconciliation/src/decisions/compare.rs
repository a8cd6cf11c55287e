//! Compares undecided lines again: with a booking that was chosen by hand, or with the quote of
//! their booking, which no other line has any more.

use std::collections::{BTreeMap, BTreeSet};

use bookings::{BilledBy, BookedConsignment};
use data::{Result, Scope, Where, ids::BookingId};
use rust_decimal::Decimal;

use crate::{
    decisions::margin::MarginChanges,
    imports::{
        compare::{
            allowances,
            build::{Comparison, build_line, rebuild_charges},
            minor_units,
        },
        matching::{MatchResult, MatchedBy},
    },
    model::{ReconciliationBooking, ReconciliationBookingId, ReconciliationService},
    reconciliations::{
        lists::load_services,
        status::{Hold, LineStatus},
    },
};

/// Bookings in one statement.
const BATCH_SIZE: usize = 500;

/// An undecided line, and the booking that its charges are compared with.
pub(super) struct Rematch {
    pub line: ReconciliationBooking,
    pub booking: BookedConsignment,
    pub matched_by: MatchedBy,
    /// Set if another line has the booking's quote.
    pub is_twice: bool,
    /// Holds that remain, whatever the comparison gives.
    pub holds: Vec<Hold>,
}

/// Replaces amounts and services of the lines. A line that was changed in the meantime is a
/// conflict. The caller commits.
pub(super) async fn compare_again(
    scope: &mut Scope,
    rematches: Vec<Rematch>,
) -> Result<Vec<ReconciliationBooking>> {
    let ids: Vec<ReconciliationBookingId> = rematches.iter().map(|one| one.line.id).collect();
    let mut services = load_services(scope, &ids).await?;
    let allowances = allowances(scope).await?;
    let minor_units = minor_units(scope).await?;
    let none = Vec::new();
    let mut changes = MarginChanges::default();
    let mut compared = Vec::with_capacity(rematches.len());
    let mut new_services: Vec<ReconciliationService> = Vec::new();
    for rematch in rematches {
        let Rematch { line, booking, .. } = rematch;
        let old = services.remove(&line.id).unwrap_or_default();
        let account = booking.service.carrier_account_id;
        let (mut new, own) = build_line(Comparison {
            reconciliation: line.reconciliation_id,
            key: &line.consignment_key,
            charges: &rebuild_charges(&old, &line),
            found: MatchResult::Is(booking.id, rematch.matched_by),
            booking: Some(&booking),
            allowances: account.and_then(|id| allowances.get(&id)).unwrap_or(&none),
            is_twice: rematch.is_twice,
            minor_units,
        });
        changes.remove(&line);
        changes.add(&new);
        (new.id, new.row_version, new.file_line) = (line.id, line.row_version, line.file_line);
        new.note = line.note;
        if !rematch.holds.is_empty() {
            new.status = LineStatus::Held;
            new.holds.extend(rematch.holds);
        }
        scope.update(&mut new).await?;
        for service in old {
            scope.delete::<ReconciliationService>(service.id).await?;
        }
        new_services.extend(own.into_iter().map(|service| ReconciliationService {
            reconciliation_booking_id: new.id,
            ..service
        }));
        compared.push(new);
    }
    scope.insert_all(&mut new_services).await?;
    changes.apply(scope).await?;
    Ok(compared)
}

/// Gives the quote of each booking to its oldest undecided line, unless a line that counts has it.
/// Returns the changed lines. The caller commits.
pub(crate) async fn reassign_quotes(
    scope: &mut Scope,
    carrier: &str,
    bookings: impl IntoIterator<Item = BookingId>,
) -> Result<Vec<ReconciliationBooking>> {
    let bookings: BTreeSet<BookingId> = bookings.into_iter().collect();
    let bookings: Vec<BookingId> = bookings.into_iter().collect();
    let mut changed = Vec::new();
    for ids in bookings.chunks(BATCH_SIZE) {
        let of = Where::all().is_in(ReconciliationBooking::BOOKING_ID, ids);
        let mut by_booking: BTreeMap<BookingId, Vec<ReconciliationBooking>> = BTreeMap::new();
        for line in scope.all::<ReconciliationBooking>(of).await? {
            if let Some(id) = line.booking_id.filter(|_| !line.status.is_dismissed()) {
                by_booking.entry(id).or_default().push(line);
            }
        }
        by_booking.retain(|_, lines| {
            let has_quote = lines
                .iter()
                .any(|line| !line.carrier_quoted_amount.is_zero());
            !has_quote && lines.iter().any(|line| !line.status.is_decided())
        });
        if by_booking.is_empty() {
            continue;
        }
        let by = BilledBy {
            ids: by_booking.keys().copied().collect(),
            ..BilledBy::default()
        };
        let billed = bookings::find_billed(scope, carrier, by).await?;
        let rematches: Vec<Rematch> = billed
            .into_iter()
            .filter(|booking| !quoted_cost(booking).is_zero())
            .filter_map(|booking| {
                let lines = by_booking.remove(&booking.id)?;
                choose_line(lines, booking)
            })
            .collect();
        changed.extend(compare_again(scope, rematches).await?);
    }
    Ok(changed)
}

fn quoted_cost(booking: &BookedConsignment) -> Decimal {
    let services = booking.pricing_detail.service_details.iter();
    services
        .map(|service| service.cost().tax_exclusive_amount)
        .sum()
}

/// Takes the oldest undecided line, with its holds that do not follow from the comparison: by hand,
/// and for another line that the carrier is paid for.
fn choose_line(lines: Vec<ReconciliationBooking>, booking: BookedConsignment) -> Option<Rematch> {
    let is_paid = lines.iter().any(|line| line.status.is_decided());
    let stays = |hold: &Hold| match hold {
        Hold::ByHand => true,
        Hold::TwiceInvoiced => is_paid,
        Hold::SellUnderCost | Hold::ZeroCost => false,
    };
    let line = lines
        .into_iter()
        .filter(|line| !line.status.is_decided())
        .min_by_key(|line| line.id)?;
    Some(Rematch {
        matched_by: line.matched_by?,
        holds: line.holds.iter().copied().filter(stays).collect(),
        is_twice: false,
        booking,
        line,
    })
}
