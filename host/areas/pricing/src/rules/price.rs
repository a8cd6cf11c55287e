//! From a carrier's charges to the customer's price, line by line: markup, rounding, least margin, discount, tax.

use carriers::port::Charge;
use freight::money::{self, Amount};
use rust_decimal::{Decimal, RoundingStrategy};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tenancy::PriceRounding;

use super::{spread::spread, which::Found};
use crate::{
    level::Level,
    rate::{CalcMethod, MarkupRate},
};

/// What holds for all prices of a quote, as the tenant has set it.
#[derive(Debug, Clone, PartialEq)]
pub struct Policy {
    pub currency: String,
    /// The least share of a price before tax, in percent, that must be left after the cost; none: no least margin.
    pub minimum_margin: Option<Decimal>,
    /// Prices before tax are multiples of this; 0: any amount.
    pub round_to: Decimal,
    pub rounding: PriceRounding,
    /// Percent on what is taxed; 0 for what is zero-rated.
    pub tax_percent: Decimal,
}

/// How a line's price was made, for those who may know the cost.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "LineMarkup")]
pub struct Markup {
    /// Whose markup it is.
    pub level: Level,
    pub calc_method: CalcMethod,
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub value: Decimal,
}

impl From<Found> for Markup {
    fn from(found: Found) -> Self {
        Self {
            level: found.level,
            calc_method: found.rate.calc_method,
            value: found.rate.value,
        }
    }
}

/// What a charge costs and sells at.
#[derive(Debug, Clone, PartialEq)]
pub struct Sold {
    pub cost: Amount,
    /// The markup that covers the line; none: it sells at cost.
    pub markup: Option<Markup>,
    /// What rounding and the least margin have added; part of `marked_up`.
    pub adjusted: Decimal,
    /// Before discount and tax.
    pub marked_up: Decimal,
    pub discount: Decimal,
    pub sell: Amount,
}

/// The customer's price of a carrier's charges.
///
/// The service's markup covers all lines but those of additional services that have their own (`own`, by line): a
/// percentage is added to each, a fixed amount once, and an override is the price of all of them together. Where the total
/// has to change for the tenant's rounding or least margin, the freight takes the difference. Every line is whole minor
/// units, and every total the sum of its lines.
pub fn sell(
    charges: &[Charge],
    service: Option<Found>,
    own: &[Option<Found>],
    promo: Option<&MarkupRate>,
    policy: &Policy,
) -> Vec<Sold> {
    let currency = policy.currency.as_str();
    let costs: Vec<Amount> = charges
        .iter()
        .map(|charge| {
            let (net, tax) = (
                money::round(charge.amount, currency),
                money::round(charge.tax, currency),
            );
            Amount {
                tax_exclusive_amount: net,
                tax,
                total: net + tax,
            }
        })
        .collect();
    let own = |at: usize| own.get(at).copied().flatten();
    let main = (0..charges.len())
        .find(|at| charges.get(*at).is_some_and(|charge| !charge.additional) && own(*at).is_none())
        .or_else(|| (0..charges.len()).find(|at| own(*at).is_none()))
        .unwrap_or(0);
    let mut lines: Vec<Sold> = costs
        .iter()
        .enumerate()
        .map(|(at, cost)| {
            let net = cost.tax_exclusive_amount;
            let (markup, marked_up) = match (own(at), service) {
                (Some(found), _) => (Some(found), marked_up(net, &found.rate, true)),
                (None, Some(found)) => (Some(found), marked_up(net, &found.rate, at == main)),
                (None, None) => (None, net),
            };
            Sold {
                cost: *cost,
                markup: markup.map(Markup::from),
                adjusted: Decimal::ZERO,
                marked_up: money::round(marked_up, currency),
                discount: Decimal::ZERO,
                sell: Amount::ZERO,
            }
        })
        .collect();
    let cost: Decimal = costs.iter().map(|cost| cost.tax_exclusive_amount).sum();
    let least = least(cost, policy);
    let is_marked_up = lines.iter().any(|line| line.markup.is_some());
    adjust(&mut lines, main, is_marked_up, least, policy);
    take_off(&mut lines, promo, least, currency);
    for (line, charge) in lines.iter_mut().zip(charges) {
        // What the carrier does not tax bears no tax here either.
        let is_exempt = !line.cost.tax_exclusive_amount.is_zero() && charge.tax.is_zero();
        let percent = if is_exempt {
            Decimal::ZERO
        } else {
            policy.tax_percent
        };
        let net = line.marked_up - line.discount;
        // What is passed on as it is keeps the carrier's own tax, which may be rounded otherwise, piece by piece say.
        let is_passed_on =
            line.markup.is_none() && net == line.cost.tax_exclusive_amount && !percent.is_zero();
        line.sell = if is_passed_on {
            line.cost
        } else {
            Amount::line(net, percent, currency)
        };
    }
    lines
}

/// A line's amount with a markup; `is_main`: an amount that is charged once stands on this line.
fn marked_up(net: Decimal, rate: &MarkupRate, is_main: bool) -> Decimal {
    match rate.calc_method {
        CalcMethod::Percentage => net + net.saturating_mul(rate.value) / Decimal::ONE_HUNDRED,
        // A markup that takes more off than there is leaves nothing to pay.
        CalcMethod::Fixed if is_main => (net + rate.value).max(net.min(Decimal::ZERO)),
        CalcMethod::Fixed => net,
        CalcMethod::Override if is_main => rate.value,
        CalcMethod::Override => Decimal::ZERO,
    }
}

/// The least price before tax that leaves the tenant its margin.
fn least(cost: Decimal, policy: &Policy) -> Option<Decimal> {
    let margin = policy.minimum_margin.filter(|_| cost > Decimal::ZERO)?;
    let left = Decimal::ONE_HUNDRED - margin;
    if left <= Decimal::ZERO {
        return None;
    }
    Some(multiple(
        cost.saturating_mul(Decimal::ONE_HUNDRED) / left,
        money::from_minor(1, &policy.currency),
        PriceRounding::Up,
    ))
}

/// Rounds the total as the tenant wants it, and raises it to the least price. A price at cost is not rounded.
fn adjust(
    lines: &mut [Sold],
    main: usize,
    is_marked_up: bool,
    least: Option<Decimal>,
    policy: &Policy,
) {
    let total: Decimal = lines.iter().map(|line| line.marked_up).sum();
    let round = |amount: Decimal, rounding: PriceRounding| match policy.round_to > Decimal::ZERO {
        true => money::round(
            multiple(amount, policy.round_to, rounding),
            &policy.currency,
        ),
        false => amount,
    };
    let mut wanted = if is_marked_up {
        round(total, policy.rounding)
    } else {
        total
    };
    if let Some(least) = least.filter(|least| wanted < *least) {
        wanted = round(least, PriceRounding::Up);
    }
    let difference = wanted - total;
    if difference > Decimal::ZERO {
        if let Some(line) = lines.get_mut(main) {
            line.adjusted = difference;
        }
    } else if difference < Decimal::ZERO {
        let weights: Vec<Decimal> = lines
            .iter()
            .map(|line| line.marked_up.max(Decimal::ZERO))
            .collect();
        for (line, share) in lines
            .iter_mut()
            .zip(spread(-difference, &weights, &policy.currency))
        {
            line.adjusted = -share;
        }
    }
    for line in lines {
        line.marked_up += line.adjusted;
    }
}

fn multiple(amount: Decimal, step: Decimal, rounding: PriceRounding) -> Decimal {
    let strategy = match rounding {
        PriceRounding::Nearest => RoundingStrategy::MidpointAwayFromZero,
        PriceRounding::Up => RoundingStrategy::ToPositiveInfinity,
        PriceRounding::Down => RoundingStrategy::ToNegativeInfinity,
    };
    (amount / step).round_dp_with_strategy(0, strategy) * step
}

/// Takes the promo code's discount off, as far as the least price allows.
fn take_off(
    lines: &mut [Sold],
    promo: Option<&MarkupRate>,
    least: Option<Decimal>,
    currency: &str,
) {
    let Some(rate) = promo else { return };
    let total: Decimal = lines.iter().map(|line| line.marked_up).sum();
    let wanted = match rate.calc_method {
        CalcMethod::Percentage => total.saturating_mul(rate.value) / Decimal::ONE_HUNDRED,
        CalcMethod::Fixed => rate.value,
        CalcMethod::Override => total - rate.value,
    };
    let most = total - least.unwrap_or_default();
    let discount = money::round(wanted, currency).min(most);
    if discount <= Decimal::ZERO {
        return;
    }
    let weights: Vec<Decimal> = lines
        .iter()
        .map(|line| line.marked_up.max(Decimal::ZERO))
        .collect();
    for (line, share) in lines.iter_mut().zip(spread(discount, &weights, currency)) {
        line.discount = share;
    }
}

#[cfg(test)]
#[path = "price_tests.rs"]
mod tests;
