//! Prices of a card: what matters of it for a consignment, found in memory or in the database, and the engine's answer.

pub(crate) mod hot;
pub mod port;
pub mod tariff;
mod way;

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use chrono::NaiveDate;
use kernel::{Error, Result, Scope, ids::RateCardId, message};

use crate::{lane::Place, rate::CalculationMethod, rules};
use port::{LaneAnswer, LanePrice, LaneRate, PricedGoods, PricedLane, RateEngines};

pub use hot::{HotBand, HotRate, Tariffs};
pub use tariff::{DEFAULT_ENGINE, Tariff};
pub use way::Way;

/// An engine that takes longer than this has no answer.
pub const PATIENCE: Duration = Duration::from_secs(2);

/// What a card says to a consignment.
#[derive(Debug, Clone)]
pub struct CardPrices {
    pub tariff: Arc<Tariff>,
    /// None where a place is in no zone.
    pub lane: Option<Arc<PricedLane>>,
    pub prices: Vec<LanePrice>,
    /// How far it is, where prices depend on it and nobody said it.
    pub estimated: Option<Way>,
    /// Why there is no price: of a service by its place in the tariff, or of all.
    pub refused: Vec<(Option<usize>, String)>,
}

impl CardPrices {
    fn none(tariff: Arc<Tariff>, lane: Option<Arc<PricedLane>>, reason: String) -> Self {
        Self {
            tariff,
            lane,
            prices: Vec::new(),
            estimated: None,
            refused: vec![(None, reason)],
        }
    }
}

/// The card with this id.
pub async fn tariff(scope: &mut Scope, id: RateCardId) -> Result<Arc<Tariff>> {
    scope.port::<Tariffs>()?.by_id(scope, id).await
}

/// The active card of this code: of several versions that apply on a day the one that began last.
pub async fn tariff_of_code(
    scope: &mut Scope,
    code: &str,
    day: NaiveDate,
) -> Result<Option<Arc<Tariff>>> {
    let versions = scope.port::<Tariffs>()?.by_code(scope, code).await?;
    let applying = versions.into_iter().filter(|tariff| tariff.applies(day));
    Ok(applying.max_by_key(|tariff| (tariff.effective_date, tariff.version)))
}

/// All cards that apply on a day: of each code the version that began last.
pub async fn tariffs(scope: &mut Scope, day: NaiveDate) -> Result<Vec<Arc<Tariff>>> {
    let mut found: Vec<Arc<Tariff>> = Vec::new();
    for tariff in scope
        .port::<Tariffs>()?
        .active(scope)
        .await?
        .into_iter()
        .filter(|tariff| tariff.applies(day))
    {
        let age = |tariff: &Tariff| (tariff.effective_date, tariff.version);
        match found.iter_mut().find(|other| other.code == tariff.code) {
            Some(other) if age(other) < age(&tariff) => *other = tariff,
            Some(_) => {}
            None => found.push(tariff),
        }
    }
    found.sort_by(|one, other| one.code.cmp(&other.code));
    Ok(found)
}

/// What of a card matters for a consignment; the error says why nothing does.
pub async fn lane(
    scope: &mut Scope,
    tariff: &Arc<Tariff>,
    from: &Place,
    to: &Place,
    day: NaiveDate,
    services: &[String],
) -> Result<Result<PricedLane, String>> {
    let tariffs = scope.port::<Tariffs>()?;
    let from_zones = tariffs.zones(scope, tariff, from).await?;
    let to_zones = tariffs.zones(scope, tariff, to).await?;
    for (place, zones) in [(from, &from_zones), (to, &to_zones)] {
        if zones.is_empty() {
            return Ok(Err(format!(
                "{} is in no zone of card {}",
                place.called(),
                tariff.code
            )));
        }
    }
    let pair = tariffs.rates(scope, tariff, &from_zones, &to_zones).await?;
    let is_wanted = |service: usize| {
        let service = &tariff.services[service];
        service.is_additional
            || services.is_empty()
            || services
                .iter()
                .any(|code| code.eq_ignore_ascii_case(&service.code))
    };
    let (mut services, mut rates): (Vec<usize>, Vec<LaneRate>) = (Vec::new(), Vec::new());
    for (at, rate) in pair.iter().enumerate() {
        let is_own = (rate.from, rate.to) == (0, 0) || tariff.terms.falls_back_to_wider_zones;
        let service = tariff
            .service(rate.service)
            .filter(|service| is_wanted(*service));
        let Some(service) = service else { continue };
        if !is_own || !rules::applies(rate.effective_date, rate.expire_date, day) {
            continue;
        }
        let place = services
            .iter()
            .position(|known| *known == service)
            .unwrap_or_else(|| {
                services.push(service);
                services.len() - 1
            });
        rates.push(LaneRate {
            pair: pair.clone(),
            at,
            service: place,
        });
    }
    let own = &tenancy::settings_of(scope.host(), scope.tenant)
        .await?
        .bookings
        .holidays;
    Ok(Ok(PricedLane {
        fuel_percent: tariff.fuel_percent(day),
        levies: tariff.levies([&from_zones, &to_zones]),
        from_holidays: tariff.holidays(from.state_code.as_deref(), day, own),
        to_holidays: tariff.holidays(to.state_code.as_deref(), day, own),
        tariff: tariff.clone(),
        from_zones,
        to_zones,
        services,
        rates,
    }))
}

/// Prices a consignment by a card whose rates are rows.
pub async fn price(
    scope: &mut Scope,
    tariff: Arc<Tariff>,
    from: &Place,
    to: &Place,
    goods: Arc<PricedGoods>,
    services: &[String],
) -> Result<CardPrices> {
    if tariff.data.is_some() {
        let reason = format!(
            "card {} is in the form of {} and is priced behind its carrier account",
            tariff.code, tariff.engine
        );
        return Ok(CardPrices::none(tariff, None, reason));
    }
    let lane = match lane(scope, &tariff, from, to, goods.day, services).await? {
        Ok(lane) => Arc::new(lane),
        Err(reason) => return Ok(CardPrices::none(tariff, None, reason)),
    };
    let mut refused = without_rates(&lane, services);
    if lane.rates.is_empty() {
        return Ok(CardPrices {
            tariff,
            lane: Some(lane),
            prices: Vec::new(),
            estimated: None,
            refused,
        });
    }
    let estimated = way(
        scope,
        &lane,
        from,
        to,
        (goods.distance_m, goods.duration_minutes),
    )
    .await?;
    let goods = match estimated {
        Some(Way { metres, minutes }) => {
            let (distance_m, duration_minutes) = (Some(metres), Some(minutes));
            Arc::new(PricedGoods {
                distance_m,
                duration_minutes,
                ..(*goods).clone()
            })
        }
        None => goods,
    };
    let engines = scope.port::<dyn RateEngines>()?;
    let asked = engines.price(
        scope.tenant,
        &tariff.engine,
        lane.clone(),
        goods,
        Instant::now() + PATIENCE,
    );
    let LaneAnswer {
        prices,
        refused: by_engine,
    } = match asked.await {
        Ok(answer) => answer,
        Err(fault) if fault.is_of_request => {
            return Ok(CardPrices::none(tariff, Some(lane), fault.message));
        }
        Err(fault) => {
            let said = message!(
                "The rate engine {engine} gave no price: {why}",
                engine = tariff.engine,
                why = fault.message
            );
            return Err(Error::Unavailable(said));
        }
    };
    refused.extend(
        by_engine
            .into_iter()
            .map(|(service, reason)| (lane.services.get(service).copied(), reason)),
    );
    Ok(CardPrices {
        tariff,
        lane: Some(lane),
        prices,
        estimated,
        refused,
    })
}

/// The way, where a rate of the lane counts kilometres or hours that the asker has not said and the places' coordinates
/// are known. What was said stays, and a distance that was said gives the time.
pub async fn way(
    scope: &Scope,
    lane: &PricedLane,
    from: &Place,
    to: &Place,
    said: (Option<u64>, Option<u32>),
) -> Result<Option<Way>> {
    let is_needed = lane.rates.iter().any(|rate| match rate.get().method {
        CalculationMethod::PerKm => said.0.is_none(),
        CalculationMethod::PerHour => said.1.is_none(),
        _ => false,
    });
    match said {
        _ if !is_needed => Ok(None),
        (Some(metres), minutes) => Ok(Some(Way {
            metres,
            minutes: minutes.unwrap_or_else(|| way::minutes(metres)),
        })),
        (None, minutes) => {
            let way = way::estimated(scope, from, to).await?;
            Ok(way.map(|way| Way {
                minutes: minutes.unwrap_or(way.minutes),
                ..way
            }))
        }
    }
}

/// The services that have no rate for the lane, each with the sentence that says so.
fn without_rates(lane: &PricedLane, wanted: &[String]) -> Vec<(Option<usize>, String)> {
    let tariff = &lane.tariff;
    let (from, to) = (&lane.from_zones[0], &lane.to_zones[0]);
    let services = tariff.services.iter().enumerate().filter(|(at, service)| {
        let is_wanted = wanted.is_empty()
            || wanted
                .iter()
                .any(|code| code.eq_ignore_ascii_case(&service.code));
        is_wanted && !service.is_additional && !lane.services.contains(at)
    });
    let told: Vec<(Option<usize>, String)> = services
        .map(|(at, service)| {
            (
                Some(at),
                format!(
                    "{} has no rate from {from} to {to} on this day",
                    service.code
                ),
            )
        })
        .collect();
    match told.is_empty() && lane.rates.is_empty() {
        true => vec![(None, format!("card {} has no such service", tariff.code))],
        false => told,
    }
}
