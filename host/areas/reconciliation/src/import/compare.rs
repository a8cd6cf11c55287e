//! Lines that were read become lines of the reconciliation: found, compared and held, some hundred consignments at a time.

use std::collections::{BTreeMap, HashMap, HashSet};

use bookings::{BilledBooking, BilledBy};
use kernel::{
    Result, Scope, Where,
    db::Col,
    ids::{BookingId, CarrierAccountId},
    tsql,
};

use super::Progress;
use crate::{
    margin::Changes,
    model::{
        ChargeRow, Reconciliation, ReconciliationBooking, ReconciliationId, ReconciliationService,
    },
    rules::{
        matching::{self, Candidate, Found, Wanted},
        status::LineStatus,
        tolerance::Allowance,
    },
    tolerances,
};

mod build;

pub(crate) use build::{Comparison, charges_of, line_of, pairs, recharge};

/// Consignments that one transaction matches.
const AT_ONCE: i64 = 500;

/// What the accounts tolerate.
pub(crate) async fn allowances(
    scope: &mut Scope,
) -> Result<HashMap<CarrierAccountId, Vec<Allowance>>> {
    let mut by_account: HashMap<CarrierAccountId, Vec<Allowance>> = HashMap::new();
    for tolerance in tolerances::active(scope).await? {
        by_account
            .entry(tolerance.carrier_account_id)
            .or_default()
            .push(tolerance.allowance());
    }
    Ok(by_account)
}

/// How many digits the tenant's currency has after the point.
pub(crate) async fn minor_units(scope: &mut Scope) -> Result<u32> {
    Ok(freight::money::minor_units(
        &tenancy::settings(scope).await?.base_currency,
    ))
}

/// Matches all that is left, in the order of the consignments' keys.
pub(super) async fn all(
    scope: &mut Scope,
    row: &Reconciliation,
    progress: &mut Progress,
) -> Result<()> {
    let allowances = allowances(scope).await?;
    let minor_units = minor_units(scope).await?;
    loop {
        let keys = next(scope, row.id, &progress.last_key).await?;
        let Some(last) = keys.last().cloned() else {
            return Ok(());
        };
        let mut consignments: BTreeMap<String, Vec<ChargeRow>> = BTreeMap::new();
        let of = Where::all()
            .eq(ChargeRow::RECONCILIATION_ID, row.id)
            .is_in(ChargeRow::CONSIGNMENT_KEY, &keys);
        for charge in scope.all::<ChargeRow>(of).await? {
            consignments
                .entry(charge.consignment_key.clone())
                .or_default()
                .push(charge);
        }
        let found = find(scope, row, consignments.values()).await?;
        let mut seen = found.invoiced_before;
        let mut lines: Vec<ReconciliationBooking> = Vec::with_capacity(consignments.len());
        let mut services: Vec<Vec<ReconciliationService>> = Vec::with_capacity(consignments.len());
        for (key, charges) in &consignments {
            let of_key = found.of_keys.get(key).copied().unwrap_or(Found::Nothing);
            let booking = match of_key {
                Found::Is(id, _) => found.bookings.get(&id),
                _ => None,
            };
            let account = booking.and_then(|booking| booking.carrier_account_id);
            let none = Vec::new();
            let (line, own) = line_of(Comparison {
                reconciliation: row.id,
                key,
                charges,
                found: of_key,
                booking,
                allowances: account.and_then(|id| allowances.get(&id)).unwrap_or(&none),
                is_twice: booking.is_some_and(|booking| !seen.insert(booking.id)),
                minor_units,
            });
            lines.push(line);
            services.push(own);
        }
        scope.insert_all(&mut lines).await?;
        let mut flat: Vec<ReconciliationService> = Vec::new();
        for (line, own) in lines.iter().zip(services) {
            flat.extend(own.into_iter().map(|one| ReconciliationService {
                reconciliation_booking_id: line.id,
                ..one
            }));
        }
        scope.insert_all(&mut flat).await?;
        let mut changes = Changes::default();
        for line in &lines {
            changes.add(line);
        }
        changes.tell(scope).await?;
        progress.matched += i64::try_from(lines.len()).unwrap_or_default();
        progress.last_key = last;
        scope.keep(progress).await?;
        scope.commit().await?;
        let matched = usize::try_from(progress.matched).unwrap_or(usize::MAX);
        scope.step(progress.read, Some(progress.read.max(matched)), "")?;
    }
}

/// The next consignments after a key.
async fn next(scope: &mut Scope, id: ReconciliationId, after: &str) -> Result<Vec<String>> {
    let page = tsql!(
        "SELECT DISTINCT consignment_key FROM reconciliation_charges
         WHERE tenant_id = $1 AND reconciliation_id = $2 AND consignment_key > $3
         ORDER BY consignment_key LIMIT $4"
    );
    let values = vec![id.val(), after.to_owned().val(), AT_ONCE.val()];
    scope
        .rows(page, values)
        .await?
        .iter()
        .map(|row| Ok(row.get(0)?))
        .collect()
}

/// What was found for some consignments.
struct Known {
    of_keys: HashMap<String, Found>,
    bookings: HashMap<BookingId, BilledBooking>,
    /// Bookings that have a line already.
    invoiced_before: HashSet<BookingId>,
}

async fn find<'c>(
    scope: &mut Scope,
    row: &Reconciliation,
    consignments: impl Iterator<Item = &'c Vec<ChargeRow>> + Clone,
) -> Result<Known> {
    let mut by = BilledBy::default();
    for first in consignments.clone().filter_map(|charges| charges.first()) {
        if let Some(number) = &first.consignment_id {
            by.consignments.push(number.clone());
            by.consignments.extend(matching::variants(number));
            by.ids.extend(bookings::of_reference(scope, number));
        }
        if let Some(reference) = &first.reference {
            by.references.push(reference.clone());
            by.ids.extend(bookings::of_reference(scope, reference));
        }
    }
    for texts in [&mut by.consignments, &mut by.references] {
        texts.sort_unstable();
        texts.dedup();
    }
    let billed = bookings::billed(scope, &row.carrier, by).await?;
    let candidates: Vec<Candidate> = billed.iter().map(candidate).collect();
    let index = Index::of(&candidates);
    let mut of_keys = HashMap::new();
    for charges in consignments {
        let Some(first) = charges.first() else {
            continue;
        };
        let wanted = Wanted {
            consignment: first.consignment_id.as_deref(),
            reference: first.reference.as_deref(),
            account: row.carrier_account_id,
        };
        of_keys.insert(
            first.consignment_key.clone(),
            matching::find(wanted, &index.near(wanted)),
        );
    }
    let bookings: HashMap<BookingId, BilledBooking> =
        billed.into_iter().map(|one| (one.id, one)).collect();
    let matched: Vec<BookingId> = of_keys
        .values()
        .filter_map(|found| {
            if let Found::Is(id, _) = found {
                Some(*id)
            } else {
                None
            }
        })
        .collect();
    let lines: Vec<ReconciliationBooking> = scope
        .all(Where::all().is_in(ReconciliationBooking::BOOKING_ID, &matched))
        .await?;
    // What was refused or set aside does not count.
    let counts = |line: &ReconciliationBooking| {
        !matches!(line.status, LineStatus::Rejected | LineStatus::Closed)
    };
    let invoiced_before = lines
        .iter()
        .filter(|line| counts(line))
        .filter_map(|line| line.booking_id)
        .collect();
    Ok(Known {
        of_keys,
        bookings,
        invoiced_before,
    })
}

fn candidate(billed: &BilledBooking) -> Candidate {
    Candidate {
        id: billed.id,
        account: billed.carrier_account_id,
        consignment: billed.consignment_id.clone(),
        own_reference: billed.own_reference.clone(),
        reference: billed.reference.clone(),
    }
}

/// Candidates by the words that they can be found by, so that a line does not look at those of all others.
struct Index<'c> {
    candidates: &'c [Candidate],
    by_word: HashMap<String, Vec<usize>>,
}

impl<'c> Index<'c> {
    fn of(candidates: &'c [Candidate]) -> Self {
        let mut by_word: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, one) in candidates.iter().enumerate() {
            let numbers = one
                .consignment
                .as_deref()
                .map(matching::variants)
                .unwrap_or_default();
            let name = one.reference.as_deref().map(matching::plain);
            for word in numbers
                .into_iter()
                .chain(name)
                .chain([matching::plain(&one.own_reference)])
            {
                by_word.entry(word).or_default().push(at);
            }
        }
        Self {
            candidates,
            by_word,
        }
    }

    fn near(&self, wanted: Wanted<'_>) -> Vec<Candidate> {
        let numbers = wanted
            .consignment
            .map(matching::variants)
            .unwrap_or_default();
        let words = numbers
            .into_iter()
            .chain(wanted.reference.map(matching::plain));
        let mut places: Vec<usize> = words
            .filter_map(|word| self.by_word.get(&word))
            .flatten()
            .copied()
            .collect();
        places.sort_unstable();
        places.dedup();
        places
            .into_iter()
            .map(|at| self.candidates[at].clone())
            .collect()
    }
}
