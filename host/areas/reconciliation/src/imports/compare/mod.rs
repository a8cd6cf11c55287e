//! Matches imported charges and builds lines, in batches.

pub mod build;

use std::collections::{BTreeMap, HashMap, HashSet};

use bookings::{BilledBy, BookedConsignment};
use data::{
    Result, Scope, Where,
    ids::{BookingId, CarrierAccountId, TenantId},
};
use work::job::ScopeJobs;

use crate::imports::Progress;
use crate::{
    decisions::margin::MarginChanges,
    imports::{
        self,
        matching::{Candidate, LineIdentifiers, MatchResult},
    },
    model::{ChargeRow, Reconciliation, ReconciliationBooking, ReconciliationService},
    tolerances::{self, rules::Allowance},
};

pub(crate) use crate::imports::compare::build::{Comparison, build_line};

/// Consignments per transaction.
const BATCH_SIZE: i64 = 500;

pub(crate) async fn allowances(
    scope: &mut Scope,
) -> Result<HashMap<CarrierAccountId, Vec<Allowance>>> {
    let mut by_account: HashMap<CarrierAccountId, Vec<Allowance>> = HashMap::new();
    for tolerance in tolerances::service::load_active(scope).await? {
        by_account
            .entry(tolerance.carrier_account_id)
            .or_default()
            .push(tolerance.allowance());
    }
    Ok(by_account)
}

pub(crate) async fn minor_units(scope: &mut Scope) -> Result<u32> {
    Ok(carriage::money::minor_units(
        &tenancy::settings(scope).await?.base_currency,
    ))
}

/// Matches in the order of keys.
pub(crate) async fn match_all(
    scope: &mut Scope,
    row: &Reconciliation,
    progress: &mut Progress,
) -> Result<()> {
    let allowances = allowances(scope).await?;
    let minor_units = minor_units(scope).await?;
    loop {
        let keys =
            imports::store::load_next_keys(scope, row.id, &progress.last_key, BATCH_SIZE).await?;
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
        let found = load_batch(scope, row, consignments.values()).await?;
        let mut seen = found.invoiced_before;
        let mut lines: Vec<ReconciliationBooking> = Vec::with_capacity(consignments.len());
        let mut services: Vec<Vec<ReconciliationService>> = Vec::with_capacity(consignments.len());
        for (key, charges) in &consignments {
            let of_key = found
                .of_keys
                .get(key)
                .copied()
                .unwrap_or(MatchResult::Nothing);
            let booking = match of_key {
                MatchResult::Is(id, _) => found.bookings.get(&id),
                _ => None,
            };
            let account = booking.and_then(|booking| booking.service.carrier_account_id);
            let none = Vec::new();
            let (line, own) = build_line(Comparison {
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
        let mut changes = MarginChanges::default();
        for line in &lines {
            changes.add(line);
        }
        changes.apply(scope).await?;
        progress.matched += i64::try_from(lines.len()).unwrap_or_default();
        progress.last_key = last;
        scope.save_result(progress).await?;
        scope.commit().await?;
        let matched = usize::try_from(progress.matched).unwrap_or(usize::MAX);
        scope.step(progress.read, Some(progress.read.max(matched)), "")?;
    }
}

struct LoadedBatch {
    of_keys: HashMap<String, MatchResult>,
    bookings: HashMap<BookingId, BookedConsignment>,
    /// Bookings with an earlier line.
    invoiced_before: HashSet<BookingId>,
}

async fn load_batch<'c>(
    scope: &mut Scope,
    row: &Reconciliation,
    consignments: impl Iterator<Item = &'c Vec<ChargeRow>> + Clone,
) -> Result<LoadedBatch> {
    let mut by = BilledBy::default();
    for first in consignments.clone().filter_map(|charges| charges.first()) {
        if let Some(number) = &first.consignment_id {
            by.consignments.push(number.clone());
            by.consignments.extend(imports::matching::variants(number));
            by.ids
                .extend(bookings::parse_booking_reference(scope, number));
        }
        if let Some(reference) = &first.reference {
            by.references.push(reference.clone());
            by.ids
                .extend(bookings::parse_booking_reference(scope, reference));
        }
    }
    for texts in [&mut by.consignments, &mut by.references] {
        texts.sort_unstable();
        texts.dedup();
    }
    let billed = bookings::find_billed(scope, &row.carrier, by).await?;
    let candidates: Vec<Candidate> = billed
        .iter()
        .map(|booking| candidate(booking, scope.tenant))
        .collect();
    let index = Index::from_candidates(&candidates);
    let mut of_keys = HashMap::new();
    for charges in consignments {
        let Some(first) = charges.first() else {
            continue;
        };
        let identifiers = LineIdentifiers {
            consignment: first.consignment_id.as_deref(),
            reference: first.reference.as_deref(),
            account: row.carrier_account_id,
        };
        of_keys.insert(
            first.consignment_key.clone(),
            imports::matching::find_booking(identifiers, &index.candidates_near(identifiers)),
        );
    }
    let bookings: HashMap<BookingId, BookedConsignment> =
        billed.into_iter().map(|one| (one.id, one)).collect();
    let matched: Vec<BookingId> = of_keys
        .values()
        .filter_map(|found| {
            if let MatchResult::Is(id, _) = found {
                Some(*id)
            } else {
                None
            }
        })
        .collect();
    let lines: Vec<ReconciliationBooking> = scope
        .all(Where::all().is_in(ReconciliationBooking::BOOKING_ID, &matched))
        .await?;
    let counts = |line: &ReconciliationBooking| !line.status.is_dismissed();
    let invoiced_before = lines
        .iter()
        .filter(|line| counts(line))
        .filter_map(|line| line.booking_id)
        .collect();
    Ok(LoadedBatch {
        of_keys,
        bookings,
        invoiced_before,
    })
}

fn candidate(booking: &BookedConsignment, tenant: TenantId) -> Candidate {
    Candidate {
        id: booking.id,
        account: booking.service.carrier_account_id,
        consignment: booking.consignment.consignment_id.clone(),
        own_reference: booking.carrier_reference(tenant),
        reference: booking.references.reference.clone(),
    }
}

/// Candidates by key, to avoid comparing every line with all of them.
struct Index<'c> {
    candidates: &'c [Candidate],
    by_word: HashMap<String, Vec<usize>>,
}

impl<'c> Index<'c> {
    fn from_candidates(candidates: &'c [Candidate]) -> Self {
        let mut by_word: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, one) in candidates.iter().enumerate() {
            let numbers = one
                .consignment
                .as_deref()
                .map(imports::matching::variants)
                .unwrap_or_default();
            let name = one.reference.as_deref().map(imports::matching::normalise);
            for word in numbers
                .into_iter()
                .chain(name)
                .chain([imports::matching::normalise(&one.own_reference)])
            {
                by_word.entry(word).or_default().push(at);
            }
        }
        Self {
            candidates,
            by_word,
        }
    }

    fn candidates_near(&self, identifiers: LineIdentifiers<'_>) -> Vec<Candidate> {
        let numbers = identifiers
            .consignment
            .map(imports::matching::variants)
            .unwrap_or_default();
        let keys = numbers
            .into_iter()
            .chain(identifiers.reference.map(imports::matching::normalise));
        let mut places: Vec<usize> = keys
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
