//! Builds a service's price from its freight: additional services, levies, days, and an upper
//! bound.

use super::{Measures, days, levies, rounded, words};
use crate::decimal::round_div;
use crate::types::{Lane, LaneAnswer, LaneLine, LanePrice, LaneRequest, NoPrice, RoundingMode};
use crate::{Result, error};

/// Maximum price in minor units; the host rejects higher prices.
const MAX_AMOUNT: i64 = 1_000_000_000;

/// The freight of one service, before rounding.
#[derive(Debug, Clone)]
pub struct Charge {
    pub charged: i128,
    /// Description of the freight line.
    pub description: String,
    /// Indices in the lane's list; the first rate gives the days.
    pub rates: Vec<u32>,
    /// Kilograms, as a quantity.
    pub chargeable: i128,
    /// A sentence a step; empty unless requested.
    pub explanation: Vec<String>,
}

/// Prices all services of the lane. `charge` returns a service's freight, or the reason for having
/// none.
///
/// Services without a rate are left out. A requested additional service adds a line to all others;
/// services that cannot take it have no price.
pub fn answer(
    lane: &Lane,
    request: &LaneRequest,
    charge: impl Fn(u32, &Measures) -> core::result::Result<Charge, String>,
) -> Result<LaneAnswer> {
    let measures = Measures::from_items(&request.items)?;
    let services = || (0_u32..).zip(&lane.services);
    let is_asked = |code: &str| {
        request
            .options
            .iter()
            .any(|option| option.eq_ignore_ascii_case(code))
    };
    let additional =
        services().filter(|(_, service)| service.is_additional && is_asked(&service.code));
    let additional: Vec<_> = additional
        .map(|(at, service)| (service, charge(at, &measures)))
        .collect();

    let mut answer = LaneAnswer {
        prices: Vec::new(),
        refused: Vec::new(),
    };
    for (service, _) in services().filter(|(_, service)| !service.is_additional) {
        if !lane.rates.iter().any(|rate| rate.service == service) {
            continue;
        }
        let charged = charge(service, &measures).and_then(|charged| {
            let refused = additional
                .iter()
                .find_map(|(of, charge)| Some((of, charge.as_ref().err()?)));
            refused.map_or(Ok(charged), |(of, reason)| {
                Err(format!("{} cannot be added: {reason}", of.code))
            })
        });
        let charged = match charged {
            Ok(charged) => charged,
            Err(reason) => {
                answer.refused.push(NoPrice { service, reason });
                continue;
            }
        };
        let freight = rounded(lane, charged.charged);
        let line = |code: &str, description: String, minor: i64| LaneLine {
            code: code.into(),
            description,
            minor,
        };
        let mut lines = vec![line("FREIGHT", charged.description, freight)];
        for (of, charge) in &additional {
            let minor = charge
                .as_ref()
                .map_or(0, |charge| rounded(lane, charge.charged));
            lines.push(line(&of.code, of.name.clone(), minor));
        }
        levies(lane, request, freight, &mut lines);
        if lines.iter().any(|line| line.minor > MAX_AMOUNT) {
            return Err(error::invalid(
                "items",
                "weigh or measure more than any consignment",
            ));
        }
        let mut explanation = charged.explanation;
        if request.explain {
            explain_rounding(lane, charged.charged, &mut explanation);
        }
        let rate = charged
            .rates
            .first()
            .and_then(|rate| lane.rates.get(*rate as usize));
        let (dispatch_date, delivery_date) =
            rate.map_or((None, None), |rate| days(lane, rate, request));
        answer.prices.push(LanePrice {
            service,
            transit_days: rate.and_then(|rate| rate.transit_days),
            rates: charged.rates,
            lines,
            dispatch_date,
            delivery_date,
            chargeable_weight_g: u64::try_from(round_div(charged.chargeable, super::UNIT / 1_000))
                .unwrap_or(u64::MAX),
            explanation,
        });
    }
    Ok(answer)
}

fn explain_rounding(lane: &Lane, charged: i128, explanation: &mut Vec<String>) {
    let Some(rounding) = lane
        .rounding
        .filter(|rounding| charged % super::amount(rounding.step.max(1)) != 0)
    else {
        return;
    };
    let to = match rounding.mode {
        RoundingMode::Up => "up to a",
        RoundingMode::Nearest => "to the nearest",
    };
    explanation.push(format!(
        "{} is rounded {to} multiple of {}",
        words::amount(charged),
        words::plain(rounding.step)
    ));
}
