//! Price arithmetic in exact integers: the applicable rate, its amount, and the lines that explain
//! it.

use waybill_plugin::decimal::{minor_digits, round_div};
use waybill_plugin::types::{Money, PriceLine, PriceRequest, ServicePrice};
use waybill_plugin::{Decimal, Result, error};

use crate::card::{CUBIC_ALLOWANCE, Card, Detail, Rate, RateType, Service};
use crate::measures::{Measures, UNIT};
use crate::zones;

/// Scale of amounts: millionths of the currency times thousand-millionths of a unit.
const AMOUNT_SCALE: i128 = 1_000_000 * UNIT;

/// Maximum in minor units, as in the host.
const MAX_AMOUNT_MINOR: i64 = 1_000_000_000;

/// Prices every service of the card that carries the request.
pub fn price(card: &Card<'_>, request: &PriceRequest) -> Result<Vec<ServicePrice>> {
    if card.currency != request.currency {
        let words = format!(
            "the rate card is in {}, not in {}",
            card.currency, request.currency
        );
        return Err(error::unsupported(words));
    }
    let measures = Measures::from_items(&request.items)?;
    let from = zones::of_address(&card.zones, &request.from).map_err(unreadable)?;
    let to = zones::of_address(&card.zones, &request.to).map_err(unreadable)?;
    let pricer = Pricer {
        card,
        request,
        measures,
        from,
        to,
    };

    let mut prices = Vec::with_capacity(card.services.len());
    for service in &card.services {
        let is_requested = request.services.is_empty()
            || request.services.iter().any(|code| *code == service.code);
        if is_requested && let Some(price) = pricer.price_service(service)? {
            prices.push(price);
        }
    }
    Ok(prices)
}

struct Pricer<'c> {
    card: &'c Card<'c>,
    request: &'c PriceRequest,
    measures: Measures,
    from: Vec<usize>,
    to: Vec<usize>,
}

impl Pricer<'_> {
    fn price_service(&self, service: &Service<'_>) -> Result<Option<ServicePrice>> {
        let mut candidates: Vec<(Rank<'_>, &Rate<'_>)> = self
            .card
            .rates
            .iter()
            .filter(|rate| rate.service == service.code && rate.applies_on(&self.request.date))
            .filter_map(|rate| Some((self.rank(rate)?, rate)))
            .collect();
        candidates.sort_by(|(one, _), (other, _)| one.cmp(other));

        for (rank, rate) in candidates {
            let allowance = rate
                .cubic_allowance
                .or(self.card.cubic_allowance)
                .unwrap_or(CUBIC_ALLOWANCE);
            // The method does not suit these goods (pallets): the next rate is tried.
            let Some(quantity) = self.measures.quantity(rate.calculation_method, allowance) else {
                continue;
            };
            let quantity = quantity.max(i128::from(service.min_unit.micros()) * (UNIT / 1_000_000));
            let details = rate.details().map_err(unreadable)?;
            let Some(freight) = freight(rate, &details, quantity) else {
                return Ok(None);
            };
            let (from, to) = if rank.reversed {
                (&rate.to_zone, &rate.from_zone)
            } else {
                (&rate.from_zone, &rate.to_zone)
            };
            let lines = self.lines(freight, format!("Freight {from} to {to}"));
            if lines
                .iter()
                .any(|line| line.amount.minor > MAX_AMOUNT_MINOR)
            {
                return Err(error::invalid(
                    "items",
                    "weigh or measure more than any consignment",
                ));
            }
            return Ok(Some(ServicePrice {
                service_code: service.code.to_string(),
                service_name: service.name.to_string(),
                lines,
                transit_days: rate.transit_time.or(service.transit_time),
                chargeable_weight_g: u64::try_from(round_div(
                    self.measures.chargeable(allowance),
                    UNIT / 1_000,
                ))
                .unwrap_or(u64::MAX),
            }));
        }
        Ok(None)
    }

    /// Ranks a rate for the two addresses; `None` if it serves other places.
    fn rank<'r>(&self, rate: &'r Rate<'_>) -> Option<Rank<'r>> {
        let place = |zones: &[usize], code: &str| {
            zones
                .iter()
                .position(|index| self.card.zones[*index].code == *code)
        };
        let pair = |from: &str, to: &str| Some((place(&self.from, from)?, place(&self.to, to)?));
        let forward = pair(&rate.from_zone, &rate.to_zone);
        let backward = || {
            rate.reciprocal
                .then(|| pair(&rate.to_zone, &rate.from_zone))
                .flatten()
        };
        let (places, reversed) = match forward {
            Some(places) => (places, false),
            None => (backward()?, true),
        };
        Some(Rank {
            places,
            reversed,
            since: std::cmp::Reverse(rate.effective_date.as_deref()),
        })
    }

    fn lines(&self, freight: i128, description: String) -> Vec<PriceLine> {
        let digits = minor_digits(&self.request.currency);
        let line = |code: &str, description: String, minor: i64| PriceLine {
            code: code.into(),
            description,
            amount: Money::new(minor, &self.request.currency),
        };
        let scale = AMOUNT_SCALE / 10_i128.pow(digits);
        let freight = i64::try_from(round_div(freight, scale)).unwrap_or(i64::MAX);
        let mut lines = vec![line("FREIGHT", description, freight)];
        for surcharge in self
            .card
            .surcharges
            .iter()
            .filter(|surcharge| self.has_option(&surcharge.option))
        {
            let per_item =
                i128::from(surcharge.amount_per_item.micros()) * i128::from(self.measures.pieces);
            let once = i128::from(surcharge.amount.micros());
            let fixed = round_div((once + per_item) * 10_i128.pow(digits), 1_000_000);
            let fixed = i64::try_from(fixed).unwrap_or(i64::MAX);
            let minor = fixed.saturating_add(surcharge.percent.percent_of(freight));
            lines.push(line(&surcharge.code, surcharge.name.to_string(), minor));
        }
        if self.card.fuel_levy_percent != Decimal::ZERO {
            let percent = self.card.fuel_levy_percent;
            lines.push(line(
                "FUEL",
                format!("Fuel levy {percent}%"),
                percent.percent_of(freight),
            ));
        }
        lines
    }

    fn has_option(&self, option: &str) -> bool {
        self.request.options.iter().any(|has| has == option)
            || (option == "residential" && self.request.to.residential)
            || (option == "dangerous-goods"
                && self.request.items.iter().any(|item| item.dangerous_goods))
    }
}

/// Sort key of rates: direction, specific zones, latest date.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Rank<'r> {
    reversed: bool,
    places: (usize, usize),
    since: std::cmp::Reverse<Option<&'r str>>,
}

/// max(minimum, basic + breaks); `None` when the quantity is beyond the last break.
fn freight(rate: &Rate<'_>, details: &[Detail], quantity: i128) -> Option<i128> {
    let once = |amount: Decimal| i128::from(amount.micros()) * UNIT;
    let mut total: i128 = 0;
    for basic in details
        .iter()
        .filter(|detail| detail.rate_type == RateType::Basic)
    {
        total += once(basic.value) + once(basic.basic);
    }
    for band_type in [RateType::Break, RateType::Flat] {
        let mut bands = details
            .iter()
            .filter(|detail| detail.rate_type == band_type)
            .peekable();
        if bands.peek().is_none() {
            continue;
        }
        let accumulative = rate.accumulative && band_type == RateType::Break;
        let mut below: i128 = 0;
        loop {
            let band = bands.next()?;
            let top = band.up_to.map_or(i128::MAX, |up_to| {
                i128::from(up_to.micros()) * (UNIT / 1_000_000)
            });
            let is_the_one = quantity <= top;
            let per_unit = i128::from(band.value.micros());
            if accumulative {
                total = total.saturating_add(per_unit.saturating_mul(quantity.min(top) - below));
                below = top;
            } else if is_the_one {
                let units = if band_type == RateType::Flat {
                    UNIT
                } else {
                    quantity
                };
                total = total.saturating_add(per_unit.saturating_mul(units));
            }
            if is_the_one {
                total += once(band.basic);
                break;
            }
        }
    }
    Some(total.max(once(rate.minimum)))
}

fn unreadable(fault: serde_json::Error) -> waybill_plugin::types::PluginError {
    error::internal(format!("the rate card could not be read: {fault}"))
}
