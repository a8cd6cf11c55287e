//! Comparison of two rate cards.

use chrono::NaiveDate;
use data::{Result, Scope, Where, ids::RateCardId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

use crate::{
    rate_cards::{
        model::RateCard,
        store::{force_hash_joins, load_changed_rates, load_missing_rates},
    },
    rates::routes::{CalculationMethod, Rate, RateId},
    services::{RateService, RateServiceId},
    zones::routes::RateZone,
};

/// Totals count all.
const MAX_DIFFERENCES: i64 = 1000;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CompareRateCards {
    /// The card to compare from.
    id: RateCardId,
    /// The card to compare with.
    other_id: RateCardId,
}

/// Differences of the other card.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ComparedRateCards {
    totals: RateTotals,
    /// Codes of services that only the other card has.
    services_added: Vec<String>,
    services_removed: Vec<String>,
    zones_added: Vec<String>,
    zones_removed: Vec<String>,
    /// At most 1,000: changed, then added, then removed ones.
    differences: Vec<RateDifference>,
}

/// Numbers of rates and of differences.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct RateTotals {
    before: i64,
    after: i64,
    changed: i64,
    added: i64,
    removed: i64,
}

/// A changed rate, or one that only one card has.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct RateDifference {
    /// Service code.
    service: String,
    from_zone: String,
    to_zone: String,
    calculation_method: CalculationMethod,
    effective_date: Option<NaiveDate>,
    expire_date: Option<NaiveDate>,
    /// Null for an added rate.
    before: Option<Rate>,
    /// Null for a removed rate.
    after: Option<Rate>,
}

pub(crate) async fn compare(
    mut scope: Scope,
    request: CompareRateCards,
) -> Result<ComparedRateCards> {
    scope.find::<RateCard>(request.id).await?;
    scope.find::<RateCard>(request.other_id).await?;
    let (old_services, new_services) = (
        services(&mut scope, request.id).await?,
        services(&mut scope, request.other_id).await?,
    );
    let (services_added, services_removed) =
        diff_codes(old_services.values(), new_services.values());
    let (old_zones, new_zones) = (
        zones(&mut scope, request.id).await?,
        zones(&mut scope, request.other_id).await?,
    );
    let (zones_added, zones_removed) = diff_codes(old_zones.iter(), new_zones.iter());
    force_hash_joins(&mut scope).await?;
    let changed =
        load_changed_rates(&mut scope, request.id, request.other_id, MAX_DIFFERENCES).await?;
    let added =
        load_missing_rates(&mut scope, request.other_id, request.id, MAX_DIFFERENCES).await?;
    let removed =
        load_missing_rates(&mut scope, request.id, request.other_id, MAX_DIFFERENCES).await?;
    let totals = RateTotals {
        before: count(&mut scope, request.id).await?,
        after: count(&mut scope, request.other_id).await?,
        changed: changed.total,
        added: added.total,
        removed: removed.total,
    };
    let added = added.ids.into_iter().map(|(id, _)| (None, Some(id)));
    let removed = removed.ids.into_iter().map(|(id, _)| (Some(id), None));
    let all = changed
        .ids
        .into_iter()
        .map(|(before, after)| (Some(before), after))
        .chain(added)
        .chain(removed);
    let all: Vec<(Option<RateId>, Option<RateId>)> = all.take(MAX_DIFFERENCES as usize).collect();
    let mut rates = rates(&mut scope, &all).await?;
    let differences = all.into_iter().filter_map(|(before, after)| {
        let (before, after) = (
            before.and_then(|id| rates.remove(&id)),
            after.and_then(|id| rates.remove(&id)),
        );
        let one = before.as_ref().or(after.as_ref())?;
        let service = old_services
            .get(&one.rate_service_id)
            .or(new_services.get(&one.rate_service_id))?;
        Some(RateDifference {
            service: service.clone(),
            from_zone: one.from_zone.clone(),
            to_zone: one.to_zone.clone(),
            calculation_method: one.calculation_method,
            effective_date: one.effective_date,
            expire_date: one.expire_date,
            before,
            after,
        })
    });
    let differences = differences.collect();
    Ok(ComparedRateCards {
        totals,
        services_added,
        services_removed,
        zones_added,
        zones_removed,
        differences,
    })
}

async fn services(scope: &mut Scope, card: RateCardId) -> Result<BTreeMap<RateServiceId, String>> {
    let services: Vec<RateService> = scope
        .all(Where::all().eq(RateService::RATE_CARD_ID, card))
        .await?;
    Ok(services
        .into_iter()
        .map(|service| (service.id, service.code))
        .collect())
}

async fn zones(scope: &mut Scope, card: RateCardId) -> Result<Vec<String>> {
    let zones: Vec<RateZone> = scope
        .all(Where::all().eq(RateZone::RATE_CARD_ID, card))
        .await?;
    Ok(zones.into_iter().map(|zone| zone.code).collect())
}

async fn count(scope: &mut Scope, card: RateCardId) -> Result<i64> {
    scope
        .count(
            Where::all()
                .eq(Rate::RATE_CARD_ID, card)
                .is_null(Rate::REPLACED_BY),
        )
        .await
}

/// Returns codes only in the new card, then only in the old one, ignoring case.
fn diff_codes<'a>(
    old: impl Iterator<Item = &'a String> + Clone,
    new: impl Iterator<Item = &'a String> + Clone,
) -> (Vec<String>, Vec<String>) {
    let key = |code: &String| code.to_lowercase();
    let (olds, news): (BTreeSet<_>, BTreeSet<_>) = (
        old.clone().map(key).collect(),
        new.clone().map(key).collect(),
    );
    let without = |codes: &mut dyn Iterator<Item = &'a String>, known: &BTreeSet<String>| {
        let mut remaining: Vec<String> = codes
            .filter(|code| !known.contains(&key(code)))
            .cloned()
            .collect();
        remaining.sort();
        remaining
    };
    (
        without(&mut new.clone(), &olds),
        without(&mut old.clone(), &news),
    )
}

async fn rates(
    scope: &mut Scope,
    pairs: &[(Option<RateId>, Option<RateId>)],
) -> Result<BTreeMap<RateId, Rate>> {
    let ids: Vec<RateId> = pairs
        .iter()
        .flat_map(|(before, after)| [*before, *after])
        .flatten()
        .collect();
    let rates: Vec<Rate> = scope.all(Where::all().is_in(Rate::ID, &ids)).await?;
    Ok(rates.into_iter().map(|rate| (rate.id, rate)).collect())
}
