//! Lane prices: for each service the first rate that suits the goods, with freight and explanation.

use waybill_plugin::Result;
use waybill_plugin::lane::{self, Charge, Freight, Measures, words};
use waybill_plugin::types::{ItemsPriced, Lane, LaneAnswer, LaneRate, LaneRequest, Method};

pub fn price(lane: &Lane, request: &LaneRequest) -> Result<LaneAnswer> {
    lane::answer(lane, request, |service, measures| {
        Pricer {
            lane,
            request,
            service,
            measures,
        }
        .charge()
    })
}

struct Pricer<'l> {
    lane: &'l Lane,
    request: &'l LaneRequest,
    service: u32,
    measures: &'l Measures,
}

impl Pricer<'_> {
    fn charge(&self) -> core::result::Result<Charge, String> {
        let of_service = || {
            (0_u32..)
                .zip(&self.lane.rates)
                .filter(|(_, rate)| rate.service == self.service)
        };
        // The method does not suit these goods (pallets): the next rate is tried.
        let suited = of_service()
            .find_map(|(at, rate)| Some((at, rate, self.quantity(rate, self.measures)?)));
        let Some((at, rate, quantity)) = suited else {
            return Err(rejection_reason(
                of_service().map(|(_, rate)| rate.calculation_method),
            ));
        };
        let mut explanation = Vec::new();
        if self.request.explain {
            self.explain_quantity(rate, quantity, &mut explanation);
        }
        let charged = match self.lane.items_priced {
            ItemsPriced::Each if !counts_trip(rate.calculation_method) => {
                self.sum_pieces(rate, &mut explanation)
            }
            ItemsPriced::Together | ItemsPriced::Each => {
                let freight = lane::freight(rate, quantity);
                if self.request.explain {
                    explain_freight(rate, quantity, &freight, &mut explanation);
                }
                freight.charged
            }
        };
        Ok(Charge {
            charged,
            description: format!("Freight {} to {}", rate.from_zone, rate.to_zone),
            rates: vec![at],
            chargeable: self.measures.chargeable(self.allowance(rate)),
            explanation,
        })
    }

    fn allowance(&self, rate: &LaneRate) -> i64 {
        rate.cubic_allowance.unwrap_or(self.lane.cubic_allowance)
    }

    fn min_unit(&self) -> i128 {
        self.lane
            .services
            .get(self.service as usize)
            .map_or(0, |service| lane::quantity(service.min_unit))
    }

    /// Returns the quantity that the rate counts, at least the service's minimum.
    fn quantity(&self, rate: &LaneRate, measures: &Measures) -> Option<i128> {
        let counted =
            measures.quantity(rate.calculation_method, self.allowance(rate), self.request)?;
        Some(counted.max(self.min_unit()))
    }

    /// Sums up all pieces, each with separate basic and minimum.
    fn sum_pieces(&self, rate: &LaneRate, explanation: &mut Vec<String>) -> i128 {
        let mut sum: i128 = 0;
        let pieces_of = self
            .request
            .items
            .iter()
            .zip(Measures::of_pieces(&self.request.items));
        for (item, piece) in pieces_of.filter(|(item, _)| item.quantity > 0) {
            let quantity = self.quantity(rate, &piece).unwrap_or_default();
            let freight = lane::freight(rate, quantity);
            sum = sum.saturating_add(freight.charged.saturating_mul(item.quantity.into()));
            if self.request.explain && explanation.len() < 60 {
                explanation.push(format!("{} priced each:", pieces(item.quantity.into())));
                explain_freight(rate, quantity, &freight, explanation);
            }
        }
        sum
    }

    fn explain_quantity(&self, rate: &LaneRate, quantity: i128, explanation: &mut Vec<String>) {
        let direction = if rate.is_reciprocal {
            ", by the rate of the other direction"
        } else {
            ""
        };
        explanation.push(format!("{} to {}{direction}", rate.from_zone, rate.to_zone));
        let method = rate.calculation_method;
        if matches!(method, Method::PerKg | Method::Flat) {
            let (dead, allowance) = (self.measures.dead_weight(), self.allowance(rate));
            let cubic = self.measures.cubic_weight(allowance);
            explanation.push(format!(
                "{} kg dead weight, {} kg cubic weight at {} kg a m³: {} kg chargeable",
                words::quantity(dead),
                words::quantity(cubic),
                words::plain(allowance),
                words::quantity(dead.max(cubic)),
            ));
        }
        if quantity == self.min_unit() && quantity > 0 {
            explanation.push(format!(
                "At least {} is charged",
                words::counted(quantity, method)
            ));
        }
    }
}

/// True for methods that count the trip and not the goods.
fn counts_trip(method: Method) -> bool {
    matches!(method, Method::PerKm | Method::PerHour)
}

fn pieces(count: u64) -> String {
    match count {
        1 => "1 piece".into(),
        _ => format!("{count} pieces"),
    }
}

fn explain_freight(
    rate: &LaneRate,
    quantity: i128,
    freight: &Freight,
    explanation: &mut Vec<String>,
) {
    let band = freight.band.and_then(|at| rate.bands.get(at));
    let band = match band.and_then(|band| band.up_to) {
        Some(up_to) if quantity <= lane::quantity(up_to) => {
            format!(
                " (up to {})",
                words::counted(lane::quantity(up_to), rate.calculation_method)
            )
        }
        _ => String::new(),
    };
    let way = if rate.accumulative {
        ", each unit at its own break"
    } else {
        ""
    };
    let quantity = words::counted(quantity, rate.calculation_method);
    explanation.push(format!(
        "{quantity}{band}{way}: {}",
        words::amount(freight.counted)
    ));
    if freight.charged > freight.counted {
        explanation.push(format!(
            "The minimum of {} is charged",
            words::amount(freight.charged)
        ));
    }
}

fn rejection_reason(methods: impl Iterator<Item = Method>) -> String {
    let mut reasons: Vec<&str> = Vec::new();
    for method in methods {
        let reason = match method {
            Method::PerPallet => {
                "it is priced by the pallet, and not all of these goods are on pallets"
            }
            Method::PerKm => "it is priced by the kilometre, and the distance is not known",
            Method::PerHour => "it is priced by the hour, and the time is not known",
            Method::Flat | Method::PerKg | Method::PerItem | Method::PerCubicMetre => continue,
        };
        if !reasons.contains(&reason) {
            reasons.push(reason);
        }
    }
    reasons.join("; ")
}
