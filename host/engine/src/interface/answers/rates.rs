//! Rules for the prices of a lane.

use super::{MAX_AMOUNT, Rule, name, quoted};
use crate::interface::wit::{Lane, LaneAnswer, LanePrice};
use data::message;

const MAX_DAYS: u32 = 365;

/// At most one price or rejection per service, from rates in the request.
pub(crate) fn lane(request: &Lane, answer: &LaneAnswer) -> Rule {
    let mut seen = vec![false; request.services.len()];
    let reported = answer
        .prices
        .iter()
        .map(|price| price.service)
        .chain(answer.refused.iter().map(|no| no.service));
    for service in reported {
        match seen.get_mut(service as usize) {
            None => {
                return Err(message!(
                    "it priced service {service} of {count}",
                    count = request.services.len()
                ));
            }
            Some(true) => {
                return Err(message!("service {service} is told of twice"));
            }
            Some(seen) => *seen = true,
        }
    }
    answer
        .prices
        .iter()
        .try_for_each(|price| self::price(request, price))
}

fn price(request: &Lane, price: &LanePrice) -> Rule {
    let service = price.service;
    if price.lines.is_empty() {
        return Err(message!(
            "the price of service {service} has no lines; at least one is expected"
        ));
    }
    for line in &price.lines {
        let what = || message!("the code of a line of service {service}");
        name(what, &line.code)?;
        if !(0..=MAX_AMOUNT).contains(&line.minor) {
            return Err(message!(
                "line {code} of service {service} comes to {amount}",
                code = quoted(&line.code),
                amount = line.minor
            ));
        }
    }
    if let Some(rate) = price
        .rates
        .iter()
        .find(|rate| **rate as usize >= request.rates.len())
    {
        return Err(message!(
            "the price of service {service} is from rate {rate} of {count}",
            rate = *rate,
            count = request.rates.len()
        ));
    }
    if price.transit_days.is_some_and(|days| days > MAX_DAYS) {
        return Err(message!(
            "service {service} takes more than {max} days",
            max = MAX_DAYS
        ));
    }
    for day in [&price.dispatch_date, &price.delivery_date]
        .into_iter()
        .flatten()
    {
        if !is_day(day) {
            return Err(message!(
                "service {service} has {day} for a day; one like 2026-01-31 is expected",
                day = quoted(day)
            ));
        }
    }
    Ok(())
}

fn is_day(text: &str) -> bool {
    text.len() == 10 && chrono::NaiveDate::parse_from_str(text, "%Y-%m-%d").is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interface::wit::{ItemsPriced, LaneLine, LaneService, NoPrice};

    fn lane_request() -> Lane {
        let service = |code: &str| LaneService {
            code: code.into(),
            name: code.into(),
            is_additional: false,
            min_unit: 0,
        };
        Lane {
            card: "ROAD".into(),
            currency: "AUD".into(),
            cubic_allowance: 2_500_000,
            items_priced: ItemsPriced::Together,
            rounding: None,
            levies_compound: false,
            fuel_percent: 0,
            waiting: None,
            services: vec![service("A"), service("B")],
            rates: Vec::new(),
            levies: Vec::new(),
            from_holidays: Vec::new(),
            to_holidays: Vec::new(),
        }
    }

    fn price(service: u32) -> LanePrice {
        LanePrice {
            service,
            rates: Vec::new(),
            lines: vec![LaneLine {
                code: "FREIGHT".into(),
                description: "Freight".into(),
                minor: 1_250,
            }],
            transit_days: Some(2),
            dispatch_date: Some("2026-01-30".into()),
            delivery_date: Some("2026-02-02".into()),
            chargeable_weight_g: 1_000,
            explanation: Vec::new(),
        }
    }

    #[test]
    fn a_lane_is_priced_once_a_service_from_its_own_rates() {
        let answer = |prices: Vec<LanePrice>| LaneAnswer {
            prices,
            refused: vec![NoPrice {
                service: 1,
                reason: "no".into(),
            }],
        };
        let error = |price: LanePrice| {
            lane(&lane_request(), &answer(vec![price]))
                .unwrap_err()
                .to_string()
        };
        assert_eq!(lane(&lane_request(), &answer(vec![price(0)])), Ok(()));
        assert_eq!(error(price(1)), "service 1 is told of twice");
        assert_eq!(error(price(2)), "it priced service 2 of 2");
        assert_eq!(
            error(LanePrice {
                rates: vec![0],
                ..price(0)
            }),
            "the price of service 0 is from rate 0 of 0"
        );
        assert!(
            error(LanePrice {
                lines: Vec::new(),
                ..price(0)
            })
            .contains("no lines")
        );
        let negative = LaneLine {
            code: "FREIGHT".into(),
            description: String::new(),
            minor: -1,
        };
        assert!(
            error(LanePrice {
                lines: vec![negative],
                ..price(0)
            })
            .contains("comes to -1")
        );
        let day = Some("2026-02-30".into());
        assert!(
            error(LanePrice {
                delivery_date: day,
                ..price(0)
            })
            .contains("for a day")
        );
    }
}
