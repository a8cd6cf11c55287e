//! The distance and time engine: prices trips by kilometre and hour for each vehicle class.
//!
//! A service is a vehicle class. Its rates between two zones are added up, one per method. The
//! highest of their minimums is the minimum for the trip.

use waybill_plugin::lane::{self, Charge, Measures, words};
use waybill_plugin::types::{Lane, LaneAnswer, LaneRate, LaneRequest, Method};
use waybill_plugin::{LaneEngine, Result, register};

#[derive(Debug)]
pub struct DistanceTime;

register!(lane_engine DistanceTime);

impl LaneEngine for DistanceTime {
    fn price_lane(lane: &Lane, request: &LaneRequest) -> Result<LaneAnswer> {
        lane::answer(lane, request, |service, measures| {
            charge(lane, request, service, measures)
        })
    }
}

fn charge(
    lane: &Lane,
    request: &LaneRequest,
    service: u32,
    measures: &Measures,
) -> core::result::Result<Charge, String> {
    let parts = parts(lane, service);
    let Some((_, first)) = parts.first() else {
        return Err("it has no rates between these zones".into());
    };
    let by_the_hour = parts
        .iter()
        .any(|(_, rate)| rate.calculation_method == Method::PerHour);
    let min_unit = lane
        .services
        .get(service as usize)
        .map_or(0, |service| lane::quantity(service.min_unit));

    let mut sum: i128 = 0;
    let mut minimum: i128 = 0;
    let mut counted: Vec<String> = Vec::new();
    let mut explanation = Vec::new();
    for (_, rate) in &parts {
        let method = rate.calculation_method;
        let allowance = rate.cubic_allowance.unwrap_or(lane.cubic_allowance);
        let Some(mut quantity) = measures.quantity(method, allowance, request) else {
            return Err(missing(method).into());
        };
        // The minimum applies to time if charged, else to distance.
        let is_least = method == Method::PerHour || (method == Method::PerKm && !by_the_hour);
        if is_least {
            quantity = quantity.max(min_unit);
        }
        let freight = lane::freight(rate, quantity);
        sum = sum.saturating_add(freight.counted);
        minimum = minimum.max(lane::amount(rate.minimum));
        let quantity = words::counted(quantity, method);
        if request.explain {
            explanation.push(format!("{quantity}: {}", words::amount(freight.counted)));
        }
        if method != Method::Flat {
            counted.push(quantity);
        }
    }
    if request.explain && minimum > sum {
        explanation.push(format!(
            "The minimum of {} is charged",
            words::amount(minimum)
        ));
    }
    let trip = if counted.is_empty() {
        String::new()
    } else {
        format!(", {}", counted.join(", "))
    };
    Ok(Charge {
        charged: sum.max(minimum),
        description: format!("Trip {} to {}{trip}", first.from_zone, first.to_zone),
        rates: parts.iter().map(|(at, _)| *at).collect(),
        chargeable: measures.chargeable(lane.cubic_allowance),
        explanation,
    })
}

fn parts(lane: &Lane, service: u32) -> Vec<(u32, &LaneRate)> {
    let mut parts: Vec<(u32, &LaneRate)> = Vec::new();
    for (at, rate) in (0_u32..)
        .zip(&lane.rates)
        .filter(|(_, rate)| rate.service == service)
    {
        let is_of_the_pair = parts.first().is_none_or(|(_, first)| {
            let pair = |rate: &LaneRate| {
                (
                    rate.from_zone.clone(),
                    rate.to_zone.clone(),
                    rate.is_reciprocal,
                )
            };
            pair(first) == pair(rate)
        });
        if is_of_the_pair
            && !parts
                .iter()
                .any(|(_, part)| part.calculation_method == rate.calculation_method)
        {
            parts.push((at, rate));
        }
    }
    parts
}

fn missing(method: Method) -> &'static str {
    match method {
        Method::PerKm => "the distance is not known",
        Method::PerHour => "the time is not known",
        Method::PerPallet => "not all of these goods are on pallets",
        Method::Flat | Method::PerKg | Method::PerItem | Method::PerCubicMetre => {
            "it cannot be counted"
        }
    }
}
