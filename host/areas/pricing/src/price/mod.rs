//! Prices from carriers' charges, by line: markup, rounding, minimum margin, discount, tax.

mod line;
#[cfg(test)]
mod tests;

pub use line::{PriceLine, Totals, is_taxed, totals};

use carriage::money::{self, Amount};
use rust_decimal::{Decimal, RoundingStrategy};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tenancy::PriceRounding;

use crate::markups::{
    level::Level,
    rate::{CalcMethod, MarkupRate},
};
use crate::{markups::selection::ApplicableMarkup, spread::spread};

#[derive(Debug, Clone, PartialEq)]
pub struct Policy {
    pub currency: String,
    /// Percent of a price before tax.
    pub minimum_margin: Option<Decimal>,
    /// Prices before tax are multiples of this. 0: any amount.
    pub round_to: Decimal,
    pub rounding: PriceRounding,
    /// 0 if zero-rated.
    pub tax_percent: Decimal,
}

/// Origin of a line's price, for callers who can see costs.
#[data::wire]
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "LineMarkup")]
pub struct Markup {
    pub level: Level,
    pub calc_method: CalcMethod,
    pub value: Decimal,
}

impl From<ApplicableMarkup> for Markup {
    fn from(found: ApplicableMarkup) -> Self {
        Self {
            level: found.level,
            calc_method: found.rate.calc_method,
            value: found.rate.value,
        }
    }
}

/// Sets the customer's price of lines by their carrier cost.
///
/// The service's markup covers all lines except additional services with their own (`own`, by
/// line). A percentage is added to each line, a fixed amount once, and an override is the total
/// price. Rounding and minimum margin change the freight. Lines are in whole minor units and add up
/// to the totals.
pub fn sell(
    mut lines: Vec<PriceLine>,
    service: Option<ApplicableMarkup>,
    own: &[Option<ApplicableMarkup>],
    promo: Option<&MarkupRate>,
    policy: &Policy,
) -> Vec<PriceLine> {
    let currency = policy.currency.as_str();
    let own = |at: usize| own.get(at).copied().flatten();
    let main = (0..lines.len())
        .find(|at| lines.get(*at).is_some_and(|line| !line.is_additional) && own(*at).is_none())
        .or_else(|| (0..lines.len()).find(|at| own(*at).is_none()))
        .unwrap_or(0);
    for (at, line) in lines.iter_mut().enumerate() {
        let net = money::round(line.carrier.tax_exclusive_amount, currency);
        let tax = money::round(line.carrier.tax, currency);
        let (markup, marked_up) = match (own(at), service) {
            (Some(found), _) => (Some(found), marked_up(net, &found.rate, true)),
            (None, Some(found)) => (Some(found), marked_up(net, &found.rate, at == main)),
            (None, None) => (None, net),
        };
        line.carrier = Amount {
            tax_exclusive_amount: net,
            tax,
            total: net + tax,
        };
        line.markup = markup.map(Markup::from);
        line.adjusted = Decimal::ZERO;
        line.discount = Decimal::ZERO;
        // The customer's amount until the last step: before discount and tax.
        line.customer = Amount::untaxed(marked_up, currency);
    }
    let cost: Decimal = lines
        .iter()
        .map(|line| line.carrier.tax_exclusive_amount)
        .sum();
    let least = minimum_price(cost, policy);
    let is_marked_up = lines.iter().any(|line| line.markup.is_some());
    adjust(&mut lines, main, is_marked_up, least, policy);
    apply_discount(&mut lines, promo, least, currency);
    for line in &mut lines {
        // Charges untaxed by the carrier are exempt here, too.
        let cost = line.carrier;
        let is_exempt = !cost.tax_exclusive_amount.is_zero() && cost.tax.is_zero();
        let percent = if is_exempt {
            Decimal::ZERO
        } else {
            policy.tax_percent
        };
        let net = line.customer.tax_exclusive_amount - line.discount;
        // Charges at cost keep the carrier's own tax, which may be rounded by item.
        let is_passed_on =
            line.markup.is_none() && net == cost.tax_exclusive_amount && !percent.is_zero();
        line.customer = if is_passed_on {
            cost
        } else {
            Amount::line(net, percent, currency)
        };
    }
    lines
}

/// Applies a markup. `is_main`: the line gets amounts charged once.
fn marked_up(net: Decimal, rate: &MarkupRate, is_main: bool) -> Decimal {
    match rate.calc_method {
        CalcMethod::Percentage => net + net.saturating_mul(rate.value) / Decimal::ONE_HUNDRED,
        // A negative markup beyond the cost leaves 0.
        CalcMethod::Fixed if is_main => (net + rate.value).max(net.min(Decimal::ZERO)),
        CalcMethod::Fixed => net,
        CalcMethod::Override if is_main => rate.value,
        CalcMethod::Override => Decimal::ZERO,
    }
}

fn minimum_price(cost: Decimal, policy: &Policy) -> Option<Decimal> {
    let margin = policy.minimum_margin.filter(|_| cost > Decimal::ZERO)?;
    let share = Decimal::ONE_HUNDRED - margin;
    if share <= Decimal::ZERO {
        return None;
    }
    Some(round_to_multiple(
        cost.saturating_mul(Decimal::ONE_HUNDRED) / share,
        money::from_minor(1, &policy.currency),
        PriceRounding::Up,
    ))
}

/// Rounds the total, unless at cost, and raises it to the minimum price.
fn adjust(
    lines: &mut [PriceLine],
    main: usize,
    is_marked_up: bool,
    least: Option<Decimal>,
    policy: &Policy,
) {
    let total = total_price(lines);
    let round = |amount: Decimal, rounding: PriceRounding| match policy.round_to > Decimal::ZERO {
        true => money::round(
            round_to_multiple(amount, policy.round_to, rounding),
            &policy.currency,
        ),
        false => amount,
    };
    let mut target = if is_marked_up {
        round(total, policy.rounding)
    } else {
        total
    };
    if let Some(least) = least.filter(|least| target < *least) {
        target = round(least, PriceRounding::Up);
    }
    let difference = target - total;
    if difference > Decimal::ZERO {
        if let Some(line) = lines.get_mut(main) {
            line.adjusted = difference;
        }
    } else if difference < Decimal::ZERO {
        let shares = spread(-difference, &weights(lines), &policy.currency);
        for (line, share) in lines.iter_mut().zip(shares) {
            line.adjusted = -share;
        }
    }
    for line in lines {
        line.customer.tax_exclusive_amount += line.adjusted;
    }
}

fn total_price(lines: &[PriceLine]) -> Decimal {
    lines
        .iter()
        .map(|line| line.customer.tax_exclusive_amount)
        .sum()
}

/// Weights by which lines share a difference.
fn weights(lines: &[PriceLine]) -> Vec<Decimal> {
    lines
        .iter()
        .map(|line| line.customer.tax_exclusive_amount.max(Decimal::ZERO))
        .collect()
}

fn round_to_multiple(amount: Decimal, step: Decimal, rounding: PriceRounding) -> Decimal {
    let strategy = match rounding {
        PriceRounding::Nearest => RoundingStrategy::MidpointAwayFromZero,
        PriceRounding::Up => RoundingStrategy::ToPositiveInfinity,
        PriceRounding::Down => RoundingStrategy::ToNegativeInfinity,
    };
    (amount / step).round_dp_with_strategy(0, strategy) * step
}

/// Subtracts the discount, down to the minimum price.
fn apply_discount(
    lines: &mut [PriceLine],
    promo: Option<&MarkupRate>,
    least: Option<Decimal>,
    currency: &str,
) {
    let Some(rate) = promo else { return };
    let total = total_price(lines);
    let target = match rate.calc_method {
        CalcMethod::Percentage => total.saturating_mul(rate.value) / Decimal::ONE_HUNDRED,
        CalcMethod::Fixed => rate.value,
        CalcMethod::Override => total - rate.value,
    };
    let max_discount = total - least.unwrap_or_default();
    let discount = money::round(target, currency).min(max_discount);
    if discount <= Decimal::ZERO {
        return;
    }
    let shares = spread(discount, &weights(lines), currency);
    for (line, share) in lines.iter_mut().zip(shares) {
        line.discount = share;
    }
}
