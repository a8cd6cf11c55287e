//! The freight of a rate: max(minimum, basic + bands), exactly, and its rounding.

use super::{AMOUNT, ONE, amount, quantity as as_quantity};
use crate::decimal::{minor_digits, round_div};
use crate::types::{Band, BandKind, Lane, LaneRate, Method, RoundingMode};

/// The cost of a quantity and its derivation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Freight {
    /// The charged amount.
    pub charged: i128,
    /// Sum of bands and basics; less than `charged` if the minimum binds.
    pub counted: i128,
    /// Index of the quantity's band in the rate.
    pub band: Option<usize>,
}

/// Prices a quantity by a rate.
pub fn freight(rate: &LaneRate, quantity: i128) -> Freight {
    let once = |band: &Band| amount(band.basic) + amount(band.value);
    let basics = rate
        .bands
        .iter()
        .filter(|band| band.kind == BandKind::Basic);
    let mut counted: i128 = basics.map(once).sum();
    let bands = || {
        rate.bands
            .iter()
            .enumerate()
            .filter(|(_, band)| band.kind != BandKind::Basic)
    };
    // The last break's price also applies beyond it.
    let own = bands()
        .find(|(_, band)| quantity <= top(band))
        .or_else(|| bands().next_back());
    if let Some((at, band)) = own {
        counted += amount(band.basic);
        if rate.accumulative {
            let mut below = 0;
            for (_, band) in bands().take_while(|(place, _)| *place <= at) {
                let end = if own.is_some_and(|(_, own)| std::ptr::eq(own, band)) {
                    quantity
                } else {
                    top(band)
                };
                counted = counted.saturating_add(price(rate, band, end - below));
                below = end;
            }
        } else {
            counted = counted.saturating_add(price(rate, band, quantity));
        }
    }
    Freight {
        charged: counted.max(amount(rate.minimum)),
        counted,
        band: own.map(|(at, _)| at),
    }
}

fn top(band: &Band) -> i128 {
    band.up_to.map_or(i128::MAX, as_quantity)
}

/// Prices a quantity in a band.
fn price(rate: &LaneRate, band: &Band, quantity: i128) -> i128 {
    if band.kind == BandKind::Flat || rate.calculation_method == Method::Flat {
        return amount(band.value);
    }
    i128::from(band.value).saturating_mul(quantity)
}

/// Freight in the currency's smallest unit, rounded by the lane's rule.
pub fn rounded(lane: &Lane, charged: i128) -> i64 {
    let mut charged = charged;
    if let Some(rounding) = lane.rounding.filter(|rounding| rounding.step > 0) {
        let step = amount(rounding.step);
        let steps = match rounding.mode {
            RoundingMode::Up => {
                charged.div_euclid(step) + i128::from(charged.rem_euclid(step) != 0)
            }
            RoundingMode::Nearest => round_div(charged, step),
        };
        charged = steps.saturating_mul(step);
    }
    minor(lane, charged)
}

/// An amount in the currency's smallest unit, halves away from zero; saturates.
pub(super) fn minor(lane: &Lane, charged: i128) -> i64 {
    let minor = round_div(charged, AMOUNT / 10_i128.pow(minor_digits(&lane.currency)));
    i64::try_from(minor).unwrap_or(i64::MAX)
}

/// Ten-thousandths of a currency in its smallest unit, `times` over.
pub(super) fn minor_of(lane: &Lane, ten_thousandths: i64, times: u64) -> i64 {
    let all =
        i128::from(ten_thousandths) * i128::from(times) * 10_i128.pow(minor_digits(&lane.currency));
    i64::try_from(round_div(all, i128::from(ONE))).unwrap_or(i64::MAX)
}
