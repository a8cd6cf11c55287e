//! The checks of rates before they are written, the same for one and for many of a card at once.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use chrono::NaiveDate;
use kernel::{FieldError, Result, Scope, ids::RateCardId, message};

use crate::{
    rate::{CalculationMethod, Rate, RateId, live},
    rules,
    services::RateServiceId,
    zones,
};

/// A rate and the name of its member in the call: `rate`, `rates[3]`.
pub(crate) struct Named<'r> {
    pub member: String,
    pub rate: &'r mut Rate,
}

/// Tidies rates of one card and tells everything that keeps them from being saved together, while the rates `gone` are
/// deleted. The card must be held: what is checked has to stay true.
pub(crate) async fn check(
    scope: &mut Scope,
    card: RateCardId,
    rates: &mut [Named<'_>],
    gone: &[RateId],
) -> Result<Vec<FieldError>> {
    let mut errors = Vec::new();
    for Named { member, rate } in rates.iter_mut() {
        rules::tidy(rate);
        errors.extend(rules::check(member, rate));
    }
    errors.extend(name_zones(scope, card, rates).await?);
    if errors.is_empty() {
        errors.extend(overlaps(scope, card, rates, gone).await?);
    }
    Ok(errors)
}

/// Writes the zones of rates as the card's zones spell them; tells those that there are not.
async fn name_zones(
    scope: &mut Scope,
    card: RateCardId,
    rates: &mut [Named<'_>],
) -> Result<Vec<FieldError>> {
    let named = rates.iter().flat_map(|of| {
        [
            of.rate.from_zone.to_lowercase(),
            of.rate.to_zone.to_lowercase(),
        ]
    });
    let named: Vec<String> = named.collect::<BTreeSet<_>>().into_iter().collect();
    let known = zones::codes(scope, card, &named).await?;
    let mut errors = Vec::new();
    for Named { member, rate } in rates.iter_mut() {
        for (name, zone) in [
            ("fromZone", &mut rate.from_zone),
            ("toZone", &mut rate.to_zone),
        ] {
            match known.get(&zone.to_lowercase()) {
                Some(code) => zone.clone_from(code),
                // That it is missing is told already.
                None if zone.is_empty() => {}
                None => errors.push(FieldError::new(
                    format!("{member}.{name}"),
                    message!("is no zone of this card: {code}", code = zone.as_str()),
                )),
            }
        }
    }
    Ok(errors)
}

/// What is asked of the stored rates that begin in one zone.
#[derive(Default)]
struct Asked {
    to: BTreeSet<String>,
    /// Where rates begin that may hold in the other direction.
    back: BTreeSet<String>,
}

type Lane<'r> = (RateServiceId, &'static str, &'r str, &'r str);

fn lane(rate: &Rate) -> Lane<'_> {
    (
        rate.rate_service_id,
        rate.calculation_method.word(),
        &rate.from_zone,
        &rate.to_zone,
    )
}

/// Tells of other rates of the same service, lane and method that apply on one of a rate's days.
async fn overlaps(
    scope: &mut Scope,
    card: RateCardId,
    rates: &[Named<'_>],
    gone: &[RateId],
) -> Result<Vec<FieldError>> {
    let replaced: HashSet<RateId> = rates
        .iter()
        .map(|of| of.rate.id)
        .chain(gone.iter().copied())
        .collect();
    let mut stored = stored(scope, card, rates).await?;
    stored.retain(|rate| !replaced.contains(&rate.id));
    // The rates of the call are rivals of each other, too.
    let sent = rates
        .iter()
        .enumerate()
        .map(|(at, of)| (Some(at), &*of.rate));
    let mut by_lane: HashMap<Lane<'_>, Vec<(Option<usize>, &Rate)>> = HashMap::new();
    for (at, rate) in stored.iter().map(|rate| (None, rate)).chain(sent) {
        by_lane.entry(lane(rate)).or_default().push((at, rate));
    }
    let mut errors = Vec::new();
    for (at, Named { member, rate }) in rates.iter().enumerate() {
        let (service, method, from, to) = lane(rate);
        let direct = by_lane
            .get(&(service, method, from, to))
            .into_iter()
            .flatten();
        // Two that both serve both directions meet on the way back.
        let back = by_lane
            .get(&(service, method, to, from))
            .into_iter()
            .flatten();
        let back = back.filter(|(_, other)| rate.reciprocal && other.reciprocal);
        let mut others = direct.chain(back).filter(|(other, _)| *other != Some(at));
        if let Some((_, other)) = others.find(|(_, other)| rules::share_a_day(rate, other)) {
            errors.push(overlap(member, other));
        }
    }
    Ok(errors)
}

fn overlap(member: &str, other: &Rate) -> FieldError {
    let day = |day: Option<NaiveDate>| day.map_or_else(|| "…".to_owned(), |day| day.to_string());
    let taken = match other.id {
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
    FieldError::new(format!("{member}.effectiveDate"), taken)
}

/// The live rates of the services, lanes and methods of these.
async fn stored(scope: &mut Scope, card: RateCardId, rates: &[Named<'_>]) -> Result<Vec<Rate>> {
    let mut groups: BTreeMap<(RateServiceId, &'static str, &str), (CalculationMethod, Asked)> =
        BTreeMap::new();
    for Named { rate, .. } in rates {
        let (service, method, from, to) = lane(rate);
        let (_, asked) = groups
            .entry((service, method, from))
            .or_insert_with(|| (rate.calculation_method, Asked::default()));
        asked.to.insert(to.to_owned());
        if rate.reciprocal {
            asked.back.insert(to.to_owned());
        }
    }
    let mut found = Vec::new();
    for ((service, _, from), (method, Asked { to, back })) in groups {
        let of = || {
            live(card)
                .eq(Rate::RATE_SERVICE_ID, service)
                .eq(Rate::CALCULATION_METHOD, method)
        };
        let list = |codes: BTreeSet<String>| codes.into_iter().collect::<Vec<_>>();
        found.extend(
            scope
                .all::<Rate>(
                    of().eq(Rate::FROM_ZONE, from)
                        .is_in(Rate::TO_ZONE, &list(to)),
                )
                .await?,
        );
        if !back.is_empty() {
            let both_ways = of().eq(Rate::TO_ZONE, from).eq(Rate::RECIPROCAL, true);
            found.extend(
                scope
                    .all::<Rate>(both_ways.is_in(Rate::FROM_ZONE, &list(back)))
                    .await?,
            );
        }
    }
    Ok(found)
}
