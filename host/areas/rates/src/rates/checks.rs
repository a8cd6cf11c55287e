//! Validation of one or many rates of a card.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use chrono::NaiveDate;
use data::{FieldError, Result, Scope, ids::RateCardId, message};

use crate::{
    rates::{
        self,
        routes::{CalculationMethod, Rate, RateId, live},
    },
    services::RateServiceId,
    zones,
};

/// A rate and its field path: `rate`, `rates[3]`.
pub(crate) struct RateInput<'r> {
    pub member: String,
    pub rate: &'r mut Rate,
}

/// Normalises rates and returns all errors of saving them together, ignoring stored ones in
/// `deleted`. The card must be locked, so that the result stays valid.
pub(crate) async fn check(
    scope: &mut Scope,
    card: RateCardId,
    rates: &mut [RateInput<'_>],
    deleted: &[RateId],
) -> Result<Vec<FieldError>> {
    let mut errors = Vec::new();
    for RateInput { member, rate } in rates.iter_mut() {
        rates::rules::tidy(rate);
        errors.extend(rates::rules::check(member, rate));
    }
    errors.extend(name_zones(scope, card, rates).await?);
    if errors.is_empty() {
        errors.extend(overlaps(scope, card, rates, deleted).await?);
    }
    Ok(errors)
}

/// Gives zones the card's spelling; returns errors for unknown ones.
async fn name_zones(
    scope: &mut Scope,
    card: RateCardId,
    rates: &mut [RateInput<'_>],
) -> Result<Vec<FieldError>> {
    let zone_codes = rates.iter().flat_map(|of| {
        [
            of.rate.from_zone.to_lowercase(),
            of.rate.to_zone.to_lowercase(),
        ]
    });
    let zone_codes: Vec<String> = zone_codes.collect::<BTreeSet<_>>().into_iter().collect();
    let codes = zones::routes::find_codes(scope, card, &zone_codes).await?;
    let mut errors = Vec::new();
    for RateInput { member, rate } in rates.iter_mut() {
        for (name, zone) in [
            ("fromZone", &mut rate.from_zone),
            ("toZone", &mut rate.to_zone),
        ] {
            match codes.get(&zone.to_lowercase()) {
                Some(code) => zone.clone_from(code),
                // A missing zone is already an error.
                None if zone.is_empty() => {}
                None => errors.push(FieldError::new(
                    format!("{member}.{name}"),
                    message!("is not a zone of this card: {code}", code = zone.as_str()),
                )),
            }
        }
    }
    Ok(errors)
}

#[derive(Default)]
struct StoredRatesQuery {
    to: BTreeSet<String>,
    /// Origin zones of rates that may be reciprocal.
    back: BTreeSet<String>,
}

type Lane<'r> = (RateServiceId, &'static str, &'r str, &'r str);

fn lane(rate: &Rate) -> Lane<'_> {
    (
        rate.rate_service_id,
        rate.calculation_method.as_str(),
        &rate.from_zone,
        &rate.to_zone,
    )
}

/// Reports rates of the same service, lane and method that overlap in days.
async fn overlaps(
    scope: &mut Scope,
    card: RateCardId,
    rates: &[RateInput<'_>],
    deleted: &[RateId],
) -> Result<Vec<FieldError>> {
    let replaced: HashSet<RateId> = rates
        .iter()
        .map(|of| of.rate.id)
        .chain(deleted.iter().copied())
        .collect();
    let mut stored = load_stored(scope, card, rates).await?;
    stored.retain(|rate| !replaced.contains(&rate.id));
    // Rates of one request may overlap each other.
    let sent = rates
        .iter()
        .enumerate()
        .map(|(at, of)| (Some(at), &*of.rate));
    let mut by_lane: HashMap<Lane<'_>, Vec<(Option<usize>, &Rate)>> = HashMap::new();
    for (at, rate) in stored.iter().map(|rate| (None, rate)).chain(sent) {
        by_lane.entry(lane(rate)).or_default().push((at, rate));
    }
    let mut errors = Vec::new();
    for (at, RateInput { member, rate }) in rates.iter().enumerate() {
        let (service, method, from, to) = lane(rate);
        let direct = by_lane
            .get(&(service, method, from, to))
            .into_iter()
            .flatten();
        // Two reciprocal rates also overlap on the return lane.
        let back = by_lane
            .get(&(service, method, to, from))
            .into_iter()
            .flatten();
        let back = back.filter(|(_, other)| rate.reciprocal && other.reciprocal);
        let mut rivals = direct.chain(back).filter(|(other, _)| *other != Some(at));
        if let Some((_, other)) = rivals.find(|(_, other)| rates::rules::overlap(rate, other)) {
            errors.push(overlap(member, other));
        }
    }
    Ok(errors)
}

fn overlap(member: &str, other: &Rate) -> FieldError {
    let day = |day: Option<NaiveDate>| day.map_or_else(|| "…".to_owned(), |day| day.to_string());
    let message = match other.id {
        RateId(0) => {
            message!("overlaps another rate of this service, lane and method that is sent with it")
        }
        id => message!(
            "overlaps rate {id} of this service, lane and method, which applies from {first} to {last}",
            id = id,
            first = day(other.effective_date),
            last = day(other.expire_date)
        ),
    };
    FieldError::new(format!("{member}.effectiveDate"), message)
}

async fn load_stored(
    scope: &mut Scope,
    card: RateCardId,
    rates: &[RateInput<'_>],
) -> Result<Vec<Rate>> {
    let mut groups: BTreeMap<
        (RateServiceId, &'static str, &str),
        (CalculationMethod, StoredRatesQuery),
    > = BTreeMap::new();
    for RateInput { rate, .. } in rates {
        let (service, method, from, to) = lane(rate);
        let (_, query) = groups
            .entry((service, method, from))
            .or_insert_with(|| (rate.calculation_method, StoredRatesQuery::default()));
        query.to.insert(to.to_owned());
        if rate.reciprocal {
            query.back.insert(to.to_owned());
        }
    }
    let mut loaded = Vec::new();
    for ((service, _, from), (method, StoredRatesQuery { to, back })) in groups {
        let filter = || {
            live(card)
                .eq(Rate::RATE_SERVICE_ID, service)
                .eq(Rate::CALCULATION_METHOD, method)
        };
        let list = |codes: BTreeSet<String>| codes.into_iter().collect::<Vec<_>>();
        loaded.extend(
            scope
                .all::<Rate>(
                    filter()
                        .eq(Rate::FROM_ZONE, from)
                        .is_in(Rate::TO_ZONE, &list(to)),
                )
                .await?,
        );
        if !back.is_empty() {
            let both_ways = filter().eq(Rate::TO_ZONE, from).eq(Rate::RECIPROCAL, true);
            loaded.extend(
                scope
                    .all::<Rate>(both_ways.is_in(Rate::FROM_ZONE, &list(back)))
                    .await?,
            );
        }
    }
    Ok(loaded)
}
