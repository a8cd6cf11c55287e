//! Reference implementation of the pricing rules in plain decimals: slow, and independent of the
//! engine's arithmetic.

use rust_decimal::{Decimal, RoundingStrategy};
use waybill_plugin::types::{
    Band, BandKind, Item, ItemsPriced, Lane, LaneRate, LaneRequest, LevyCase, Method, RoundingMode,
};

/// Prices every service: freight, surcharges, fuel levy, other levies.
pub fn price(lane: &Lane, request: &LaneRequest) -> Vec<(u32, Vec<i64>)> {
    let mut prices = Vec::new();
    for (at, service) in lane.services.iter().enumerate() {
        let at = u32::try_from(at).unwrap();
        if service.is_additional {
            continue;
        }
        let Some(freight) = freight(lane, request, at) else {
            continue;
        };
        let freight = in_minor(lane, rounded(lane, freight));
        let mut lines = vec![freight];
        let mut is_refused = false;
        for (other, additional) in lane.services.iter().enumerate() {
            let asked = request
                .options
                .iter()
                .any(|option| option.to_lowercase() == additional.code.to_lowercase());
            if additional.is_additional && asked {
                match self::freight(lane, request, u32::try_from(other).unwrap()) {
                    Some(price) => lines.push(in_minor(lane, rounded(lane, price))),
                    None => is_refused = true,
                }
            }
        }
        if is_refused {
            continue;
        }
        let mut base = freight;
        let add = |line: i64, lines: &mut Vec<i64>, base: &mut i64| {
            lines.push(line);
            if lane.levies_compound {
                *base += line;
            }
        };
        if lane.fuel_percent > 0 {
            add(percent(lane.fuel_percent, base), &mut lines, &mut base);
        }
        for levy in &lane.levies {
            let total: u32 = request.items.iter().map(|item| item.quantity).sum();
            let those = |test: &dyn Fn(&Item) -> bool| -> u32 {
                request
                    .items
                    .iter()
                    .filter(|item| test(item))
                    .map(|item| item.quantity)
                    .sum()
            };
            let pieces = match &levy.when {
                LevyCase::Always => total,
                LevyCase::AskedFor(option) => {
                    if request.options.contains(option) {
                        total
                    } else {
                        0
                    }
                }
                LevyCase::OverLength(mm) => those(&|item| {
                    item.length_mm > *mm || item.width_mm > *mm || item.height_mm > *mm
                }),
                LevyCase::OverWeight(grams) => those(&|item| item.weight_g > *grams),
                LevyCase::DangerousGoods => {
                    if request.items.iter().any(|item| item.dangerous_goods) {
                        total
                    } else {
                        0
                    }
                }
                LevyCase::Residential => {
                    if request.residential {
                        total
                    } else {
                        0
                    }
                }
            };
            if pieces == 0 {
                continue;
            }
            let line = in_minor(lane, decimal(levy.amount))
                + in_minor(lane, decimal(levy.amount_per_item) * Decimal::from(pieces))
                + percent(levy.percent, base);
            add(line, &mut lines, &mut base);
        }
        prices.push((at, lines));
    }
    prices
}

fn decimal(ten_thousandths: i64) -> Decimal {
    Decimal::new(ten_thousandths, 4)
}

fn freight(lane: &Lane, request: &LaneRequest, service: u32) -> Option<Decimal> {
    let min_unit = decimal(lane.services[service as usize].min_unit);
    let of_service = lane.rates.iter().filter(|rate| rate.service == service);
    for rate in of_service {
        let all: Vec<Item> = request.items.clone();
        let Some(quantity) = quantity(lane, rate, request, &all) else {
            continue;
        };
        let by_way = matches!(rate.calculation_method, Method::PerKm | Method::PerHour);
        if lane.items_priced == ItemsPriced::Together || by_way {
            return Some(of_rate(rate, quantity.max(min_unit)));
        }
        let mut sum = Decimal::ZERO;
        for item in &all {
            let piece = Item {
                quantity: 1,
                ..item.clone()
            };
            let quantity = self::quantity(lane, rate, request, &[piece]).unwrap();
            for _ in 0..item.quantity {
                sum += of_rate(rate, quantity.max(min_unit));
            }
        }
        return Some(sum);
    }
    None
}

fn quantity(
    lane: &Lane,
    rate: &LaneRate,
    request: &LaneRequest,
    items: &[Item],
) -> Option<Decimal> {
    let pieces: u32 = items.iter().map(|item| item.quantity).sum();
    let cubic_mm: u64 = items
        .iter()
        .map(|item| {
            u64::from(item.length_mm)
                * u64::from(item.width_mm)
                * u64::from(item.height_mm)
                * u64::from(item.quantity)
        })
        .sum();
    let cubic_metres = Decimal::from(cubic_mm) / Decimal::from(1_000_000_000);
    let grams: u64 = items
        .iter()
        .map(|item| item.weight_g * u64::from(item.quantity))
        .sum();
    let dead = Decimal::from(grams) / Decimal::from(1_000);
    match rate.calculation_method {
        Method::Flat | Method::PerKg => {
            let allowance = decimal(rate.cubic_allowance.unwrap_or(lane.cubic_allowance));
            Some(dead.max(cubic_metres * allowance))
        }
        Method::PerItem => Some(Decimal::from(pieces)),
        Method::PerPallet => items
            .iter()
            .all(|item| item.package_type == "Pallet")
            .then(|| Decimal::from(pieces)),
        Method::PerCubicMetre => Some(cubic_metres),
        Method::PerKm => request
            .distance_m
            .map(|metres| Decimal::from(metres) / Decimal::from(1_000)),
        // Sixtieths are endless decimals; the engine truncates to ten-million-millionths.
        Method::PerHour => request
            .duration_minutes
            .map(|minutes| (Decimal::from(minutes) / Decimal::from(60)).trunc_with_scale(13)),
    }
}

fn of_rate(rate: &LaneRate, quantity: Decimal) -> Decimal {
    let mut price = Decimal::ZERO;
    for band in rate
        .bands
        .iter()
        .filter(|band| band.kind == BandKind::Basic)
    {
        price += decimal(band.basic) + decimal(band.value);
    }
    let bands: Vec<&Band> = rate
        .bands
        .iter()
        .filter(|band| band.kind != BandKind::Basic)
        .collect();
    if let Some(last) = bands.len().checked_sub(1) {
        let falls_into = |band: &&Band| band.up_to.is_none_or(|up_to| quantity <= decimal(up_to));
        let own = bands.iter().position(falls_into).unwrap_or(last);
        price += decimal(bands[own].basic);
        let is_whole =
            |band: &Band| band.kind == BandKind::Flat || rate.calculation_method == Method::Flat;
        let mut begin = Decimal::ZERO;
        for (at, band) in bands.iter().enumerate().take(own + 1) {
            let end = if at == own {
                quantity
            } else {
                decimal(band.up_to.unwrap())
            };
            let counted = match (rate.accumulative, at == own) {
                (true, _) => end - begin,
                (false, true) => quantity,
                (false, false) => continue,
            };
            price += if is_whole(band) {
                decimal(band.value)
            } else {
                decimal(band.value) * counted
            };
            begin = end;
        }
    }
    price.max(decimal(rate.minimum))
}

fn rounded(lane: &Lane, price: Decimal) -> Decimal {
    let Some(rounding) = &lane.rounding else {
        return price;
    };
    let step = decimal(rounding.step);
    let steps = match rounding.mode {
        RoundingMode::Up => (price / step).ceil(),
        RoundingMode::Nearest => {
            (price / step).round_dp_with_strategy(0, RoundingStrategy::MidpointAwayFromZero)
        }
    };
    steps * step
}

fn in_minor(lane: &Lane, price: Decimal) -> i64 {
    let digits = match lane.currency.as_str() {
        "JPY" => 0,
        "KWD" => 3,
        _ => 2,
    };
    let minor = price * Decimal::from(10_i64.pow(digits));
    minor
        .round_dp_with_strategy(0, RoundingStrategy::MidpointAwayFromZero)
        .try_into()
        .unwrap()
}

fn percent(ten_thousandths: i64, minor: i64) -> i64 {
    let share = decimal(ten_thousandths) * Decimal::from(minor) / Decimal::from(100);
    share
        .round_dp_with_strategy(0, RoundingStrategy::MidpointAwayFromZero)
        .try_into()
        .unwrap()
}
