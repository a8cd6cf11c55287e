//! Pricing by rate cards and engines.

pub mod cache;
pub mod distance;
pub mod port;
pub mod tariff;

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use carriage::{FaultKind, PluginFault};
use chrono::NaiveDate;
use data::{Error, Result, Scope, ids::RateCardId, message};

use crate::price::port::{LaneAnswer, LanePrice, LaneRate, PricedGoods, PricedLane, RateEngines};
use crate::{
    lanes::Place,
    rates::{self, routes::CalculationMethod},
};

pub use crate::price::cache::{HotBand, HotRate, Tariffs};
pub use crate::price::distance::Way;
pub use crate::price::tariff::{DEFAULT_ENGINE, Tariff};

pub const ENGINE_TIMEOUT: Duration = Duration::from_secs(2);

#[derive(Debug, Clone)]
pub struct CardPrices {
    pub tariff: Arc<Tariff>,
    /// None if a place is in no zone.
    pub lane: Option<Arc<PricedLane>>,
    pub prices: Vec<LanePrice>,
    /// Set if prices depend on it and the request has none.
    pub estimated: Option<Way>,
    /// Reasons, by a service's index in the tariff or for all.
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

pub async fn tariff(scope: &mut Scope, id: RateCardId) -> Result<Arc<Tariff>> {
    scope.port::<Tariffs>()?.by_id(scope, id).await
}

/// Returns the valid version with the latest start.
pub async fn tariff_of_code(
    scope: &mut Scope,
    code: &str,
    day: NaiveDate,
) -> Result<Option<Arc<Tariff>>> {
    let versions = scope.port::<Tariffs>()?.by_code(scope, code).await?;
    let applying = versions.into_iter().filter(|tariff| tariff.applies(day));
    Ok(applying.max_by_key(|tariff| (tariff.effective_date, tariff.version)))
}

/// Returns per code the valid version with the latest start.
pub async fn tariffs(scope: &mut Scope, day: NaiveDate) -> Result<Vec<Arc<Tariff>>> {
    let mut tariffs: Vec<Arc<Tariff>> = Vec::new();
    for tariff in scope
        .port::<Tariffs>()?
        .active(scope)
        .await?
        .into_iter()
        .filter(|tariff| tariff.applies(day))
    {
        let age = |tariff: &Tariff| (tariff.effective_date, tariff.version);
        match tariffs.iter_mut().find(|other| other.code == tariff.code) {
            Some(other) if age(other) < age(&tariff) => *other = tariff,
            Some(_) => {}
            None => tariffs.push(tariff),
        }
    }
    tariffs.sort_by(|one, other| one.code.cmp(&other.code));
    Ok(tariffs)
}

/// Returns as error the reason for no lane.
pub async fn select_lane(
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
                place.display_name(),
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
        if !is_own || !rates::rules::applies(rate.effective_date, rate.expire_date, day) {
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
    let tenant_holidays = &tenancy::settings_of(scope.host(), scope.tenant)
        .await?
        .bookings
        .holidays;
    Ok(Ok(PricedLane {
        fuel_percent: tariff.fuel_percent(day),
        levies: tariff.levies([&from_zones, &to_zones]),
        from_holidays: tariff.holidays(from.state_code.as_deref(), day, tenant_holidays),
        to_holidays: tariff.holidays(to.state_code.as_deref(), day, tenant_holidays),
        tariff: tariff.clone(),
        from_zones,
        to_zones,
        services,
        rates,
    }))
}

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
    let lane = match select_lane(scope, &tariff, from, to, goods.day, services).await? {
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
    let estimated = estimate_way(
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
    let answer = engines.price(
        scope.tenant,
        &tariff.engine,
        lane.clone(),
        goods,
        Instant::now() + ENGINE_TIMEOUT,
    );
    let LaneAnswer {
        prices,
        refused: by_engine,
    } = match answer.await {
        Ok(answer) => answer,
        Err(fault) if fault.kind.is_of_request() => {
            return Ok(CardPrices::none(tariff, Some(lane), rejection(&fault)));
        }
        Err(fault) => {
            let message = message!(
                "The rate engine {engine} gave no price: {why}",
                engine = tariff.engine,
                why = fault.message
            );
            return Err(Error::Unavailable(message));
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

fn rejection(fault: &PluginFault) -> String {
    match &fault.kind {
        FaultKind::InvalidInput(fields) if !fields.is_empty() => fields
            .iter()
            .map(|field| format!("{} {}", field.member, field.message))
            .collect::<Vec<_>>()
            .join("; "),
        _ => fault.to_string(),
    }
}

/// Estimates if a rate of the lane needs them, the request has none, and coordinates are known.
/// Given values stay, and a given distance determines the duration.
pub async fn estimate_way(
    scope: &Scope,
    lane: &PricedLane,
    from: &Place,
    to: &Place,
    given: (Option<u64>, Option<u32>),
) -> Result<Option<Way>> {
    let is_needed = lane.rates.iter().any(|rate| match rate.get().method {
        CalculationMethod::PerKm => given.0.is_none(),
        CalculationMethod::PerHour => given.1.is_none(),
        _ => false,
    });
    match given {
        _ if !is_needed => Ok(None),
        (Some(metres), minutes) => Ok(Some(Way {
            metres,
            minutes: minutes.unwrap_or_else(|| crate::price::distance::minutes(metres)),
        })),
        (None, minutes) => {
            let way = crate::price::distance::estimate(scope, from, to).await?;
            Ok(way.map(|way| Way {
                minutes: minutes.unwrap_or(way.minutes),
                ..way
            }))
        }
    }
}

/// Returns services without a rate, with the reason.
fn without_rates(lane: &PricedLane, requested: &[String]) -> Vec<(Option<usize>, String)> {
    let tariff = &lane.tariff;
    let (from, to) = (&lane.from_zones[0], &lane.to_zones[0]);
    let services = tariff.services.iter().enumerate().filter(|(at, service)| {
        let is_wanted = requested.is_empty()
            || requested
                .iter()
                .any(|code| code.eq_ignore_ascii_case(&service.code));
        is_wanted && !service.is_additional && !lane.services.contains(at)
    });
    let reasons: Vec<(Option<usize>, String)> = services
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
    match reasons.is_empty() && lane.rates.is_empty() {
        true => vec![(None, format!("card {} has no such service", tariff.code))],
        false => reasons,
    }
}
