//! Differences between quoted and invoiced amounts, and tolerances.

use data::TextEnum;
use rust_decimal::Decimal;

use crate::reconciliations::status::{Hold, LineStatus};

/// Direction of tolerated differences.
#[derive(Debug, Clone, Copy, PartialEq, Eq, TextEnum)]
pub enum ToleranceSide {
    /// Invoiced more than quoted.
    Above,
    /// Invoiced less than quoted.
    Below,
    #[text_enum(unknown)]
    Unknown,
}

/// Unit of a tolerance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, TextEnum)]
pub enum ToleranceMeasure {
    Amount,
    /// Percent of the quoted amount.
    Percent,
    #[text_enum(unknown)]
    Unknown,
}

/// Part of the price that is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, TextEnum)]
pub enum ToleranceOn {
    Total,
    FuelLevy,
    #[text_enum(unknown)]
    Unknown,
}

/// Bearer of a tolerated difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, TextEnum)]
pub enum ToleranceEffect {
    /// The tenant.
    Absorb,
    /// The customer.
    PassOn,
    #[text_enum(unknown)]
    Unknown,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Allowance {
    pub side: ToleranceSide,
    pub measure: ToleranceMeasure,
    pub value: Decimal,
    pub on: ToleranceOn,
    pub effect: ToleranceEffect,
}

impl Allowance {
    /// Takes the quote of the same part.
    fn covers(&self, difference: Decimal, quoted: Decimal) -> bool {
        let is_side = match self.side {
            ToleranceSide::Above => difference > Decimal::ZERO,
            ToleranceSide::Below => difference < Decimal::ZERO,
            ToleranceSide::Unknown => false,
        };
        let limit = match self.measure {
            ToleranceMeasure::Amount => self.value,
            ToleranceMeasure::Percent => {
                quoted.abs().saturating_mul(self.value) / Decimal::ONE_HUNDRED
            }
            ToleranceMeasure::Unknown => return false,
        };
        is_side && difference.abs() <= limit
    }
}

/// Amounts of a consignment, exclusive of tax.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct ComparedAmounts {
    pub quoted: Decimal,
    pub invoiced: Decimal,
    /// The fuel levy's part of both.
    pub fuel_quoted: Decimal,
    pub fuel_invoiced: Decimal,
    /// The customer's quote.
    pub sold: Decimal,
}

/// `absorbed`, `passed_on` and `left` add up to the difference.
#[derive(Debug, Clone, PartialEq)]
pub struct Assessment {
    pub status: LineStatus,
    pub absorbed: Decimal,
    pub passed_on: Decimal,
    /// Not covered by any tolerance.
    pub left: Decimal,
    pub holds: Vec<Hold>,
}

/// Applies the fuel levy's tolerance first. Its covered part no longer counts towards the total. A
/// repeated consignment is held, and has no quote.
pub fn assess(of: ComparedAmounts, allowances: &[Allowance], is_twice: bool) -> Assessment {
    let mut assessed = Assessment {
        status: LineStatus::Matched,
        absorbed: Decimal::ZERO,
        passed_on: Decimal::ZERO,
        left: of.invoiced - of.quoted,
        holds: Vec::new(),
    };
    assessed.settle(
        allowances,
        ToleranceOn::FuelLevy,
        of.fuel_invoiced - of.fuel_quoted,
        of.fuel_quoted,
    );
    assessed.settle(allowances, ToleranceOn::Total, assessed.left, of.quoted);
    let is_settled = !assessed.absorbed.is_zero() || !assessed.passed_on.is_zero();
    let found = if assessed.left > Decimal::ZERO {
        LineStatus::Overcharged
    } else if assessed.left < Decimal::ZERO {
        LineStatus::Undercharged
    } else if is_settled {
        LineStatus::WithinTolerance
    } else {
        LineStatus::Matched
    };
    assessed.status = found;
    if of.invoiced.is_zero() || (of.quoted.is_zero() && !is_twice) {
        assessed.holds.push(Hold::ZeroCost);
    }
    if of.sold + assessed.passed_on < of.invoiced {
        assessed.holds.push(Hold::SellUnderCost);
    }
    if is_twice {
        assessed.holds.push(Hold::TwiceInvoiced);
    }
    assessed
}

impl Assessment {
    fn settle(
        &mut self,
        allowances: &[Allowance],
        on: ToleranceOn,
        difference: Decimal,
        quoted: Decimal,
    ) {
        let covering = allowances
            .iter()
            .find(|one| one.on == on && one.covers(difference, quoted));
        match covering.map(|one| one.effect) {
            Some(ToleranceEffect::Absorb) => self.absorbed += difference,
            Some(ToleranceEffect::PassOn) => self.passed_on += difference,
            Some(ToleranceEffect::Unknown) | None => return,
        }
        self.left -= difference;
    }
}

/// Carriers' names of fuel levies vary.
pub fn is_fuel(code: &str, name: &str) -> bool {
    let message = |text: &str| text.to_lowercase().contains("fuel");
    message(code) || message(name)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn cents(cents: i64) -> Decimal {
        Decimal::new(cents, 2)
    }

    fn allowance(side: ToleranceSide, measure: ToleranceMeasure, value: i64) -> Allowance {
        Allowance {
            side,
            measure,
            value: Decimal::from(value),
            on: ToleranceOn::Total,
            effect: ToleranceEffect::Absorb,
        }
    }

    fn compared(quoted: i64, invoiced: i64) -> ComparedAmounts {
        ComparedAmounts {
            quoted: cents(quoted),
            invoiced: cents(invoiced),
            sold: cents(1_000_000),
            ..ComparedAmounts::default()
        }
    }

    #[test]
    fn a_difference_is_tolerated_on_its_own_side_up_to_the_limit() {
        let up_to_five = [allowance(ToleranceSide::Above, ToleranceMeasure::Amount, 5)];
        let status =
            |quoted, invoiced| assess(compared(quoted, invoiced), &up_to_five, false).status;
        assert_eq!(status(10_000, 10_000), LineStatus::Matched);
        assert_eq!(status(10_000, 10_500), LineStatus::WithinTolerance);
        assert_eq!(status(10_000, 10_501), LineStatus::Overcharged);
        assert_eq!(status(10_000, 9_999), LineStatus::Undercharged);
        let percent = [allowance(
            ToleranceSide::Below,
            ToleranceMeasure::Percent,
            2,
        )];
        let status = |quoted, invoiced| assess(compared(quoted, invoiced), &percent, false).status;
        assert_eq!(status(10_000, 9_800), LineStatus::WithinTolerance);
        assert_eq!(status(10_000, 9_799), LineStatus::Undercharged);
    }

    #[test]
    fn the_fuel_levy_has_a_tolerance_of_its_own() {
        let fuel = Allowance {
            on: ToleranceOn::FuelLevy,
            effect: ToleranceEffect::PassOn,
            ..allowance(ToleranceSide::Above, ToleranceMeasure::Percent, 50)
        };
        let of = ComparedAmounts {
            fuel_quoted: cents(1_000),
            fuel_invoiced: cents(1_400),
            ..compared(10_000, 10_400)
        };
        let assessed = assess(of, &[fuel], false);
        assert_eq!(
            (assessed.status, assessed.passed_on),
            (LineStatus::WithinTolerance, cents(400))
        );
        let more = assess(
            ComparedAmounts {
                invoiced: cents(10_700),
                ..of
            },
            &[fuel],
            false,
        );
        assert_eq!(
            (more.status, more.left),
            (LineStatus::Overcharged, cents(300))
        );
    }

    #[test]
    fn what_must_not_pass_unseen_is_held() {
        let holds = |of, is_twice| assess(of, &[], is_twice).holds;
        assert!(holds(compared(10_000, 10_000), false).is_empty());
        assert_eq!(holds(compared(0, 10_000), false), [Hold::ZeroCost]);
        assert_eq!(holds(compared(10_000, 0), false), [Hold::ZeroCost]);
        assert_eq!(holds(compared(10_000, 10_000), true), [Hold::TwiceInvoiced]);
        assert_eq!(holds(compared(0, 1_500), true), [Hold::TwiceInvoiced]);
        let cheap = ComparedAmounts {
            sold: cents(9_999),
            ..compared(10_000, 10_000)
        };
        assert_eq!(holds(cheap, false), [Hold::SellUnderCost]);
    }

    #[test]
    fn a_fuel_levy_is_known_by_its_name() {
        assert!(
            is_fuel("FUEL", "")
                && is_fuel("X1", "Fuel surcharge")
                && !is_fuel("ROAD", "Road express")
        );
    }

    proptest! {
        #[test]
        fn the_parts_are_the_difference(quoted in 0i64..1_000_000, invoiced in -1_000_000i64..1_000_000,
            fuel in 0i64..100_000, fuel_invoiced in 0i64..100_000, most in 0i64..1_000) {
            let of = ComparedAmounts { fuel_quoted: cents(fuel), fuel_invoiced: cents(fuel_invoiced), ..compared(quoted, invoiced) };
            let both = [
                allowance(ToleranceSide::Above, ToleranceMeasure::Amount, most),
                allowance(ToleranceSide::Below, ToleranceMeasure::Percent, most.min(100)),
                Allowance { on: ToleranceOn::FuelLevy, effect: ToleranceEffect::PassOn,
                    ..allowance(ToleranceSide::Above, ToleranceMeasure::Amount, most) },
            ];
            let assessed = assess(of, &both, false);
            prop_assert_eq!(assessed.absorbed + assessed.passed_on + assessed.left, of.invoiced - of.quoted);
        }

        #[test]
        fn what_is_nearer_to_the_quote_is_tolerated_too(quoted in 1i64..100_000, more in 1i64..100_000, most in 0i64..1_000) {
            let rule = [allowance(ToleranceSide::Above, ToleranceMeasure::Amount, most)];
            let is_within = |more| assess(compared(quoted, quoted + more), &rule, false).left.is_zero();
            prop_assert!(!is_within(more) || is_within(more - 1));
        }
    }
}
