//! Terms of a rate card: quantities, rounding, levies and holidays.

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use chrono::NaiveDate;
use data::{FieldError, Message, TextEnum, message};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::rates::rules::{MAX_CODE_LENGTH, MAX_NAME_LENGTH, check_amount, is_storable};

/// Kilograms per cubic metre.
const CUBIC_ALLOWANCE: Decimal = Decimal::from_parts(250, 0, 0, false, 0);
const MAX_LEVIES: usize = 100;
const MAX_FUEL_LEVIES: usize = 400;
const MAX_HOLIDAYS: usize = 400;
const MAX_PERCENT: i64 = 1000;
const MAX_MINUTES: i64 = 1440;

/// Pricing of a consignment's items.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, TextEnum)]
pub enum ItemsPriced {
    /// Quantities are summed; basic and minimum apply once.
    #[default]
    Together,
    /// Basic and minimum apply per piece.
    Each,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, TextEnum)]
pub enum RoundingMode {
    Up,
    /// Halves away from zero.
    #[default]
    Nearest,
}

/// Rounding of the freight price.
#[data::wire]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RateRounding {
    /// Multiple to round to, such as 0.05.
    pub step: Decimal,
    #[serde(default)]
    pub mode: RoundingMode,
}

/// A fuel levy from a day until the next one's.
#[data::wire]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FuelLevy {
    pub from_date: NaiveDate,
    pub percent: Decimal,
}

/// Purpose of a levy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, TextEnum)]
pub enum LevyFeeType {
    Residential,
    TailLift,
    ManualHandling,
    OversizeLength,
    DangerousGoods,
    Futile,
    WaitTime,
    Redelivery,
    Storage,
    Admin,
    Insurance,
}

/// Condition of a levy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, TextEnum)]
pub enum LevyCase {
    /// An option is requested at either end.
    Option,
    /// An item is longer.
    OverLength,
    /// An item is heavier.
    OverWeight,
    /// Either end is in the zone.
    Zone,
    DangerousGoods,
    /// The delivery is to a residence.
    Residential,
}

/// Condition under which a levy applies.
#[data::wire(trim)]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LevyWhen {
    pub case: LevyCase,
    /// For Option: its code, such as `tail-lift`.
    pub option: Option<String>,
    /// For OverLength.
    #[serde(default)]
    pub length_mm: Option<i64>,
    /// For OverWeight.
    #[serde(default)]
    pub weight_g: Option<i64>,
    /// For Zone: its code.
    pub zone: Option<String>,
}

/// A surcharge. Its amounts add up.
#[data::wire(trim)]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Levy {
    /// Unique in the card.
    pub code: String,
    pub name: String,
    pub fee_type: LevyFeeType,
    /// Per consignment.
    pub amount: Option<Decimal>,
    pub amount_per_item: Option<Decimal>,
    /// Per cent of the rounded freight line.
    pub percent: Option<Decimal>,
    /// Null: always.
    #[serde(default)]
    pub when: Option<LevyWhen>,
}

/// Waiting time charges: free minutes, then a price per started step.
#[data::wire]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "RateWaiting")]
pub struct Waiting {
    #[serde(default)]
    pub free_minutes: i64,
    pub step_minutes: i64,
    pub price_per_step: Decimal,
}

/// A day without pickup or delivery.
#[data::wire(trim)]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Holiday {
    pub date: NaiveDate,
    /// Null: everywhere.
    pub state_code: Option<String>,
    pub name: String,
}

/// Terms shared by all rates of a card.
#[data::wire]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct RateTerms {
    /// Default kilograms per cubic metre; a rate may override it.
    pub cubic_allowance: Decimal,
    pub items_priced: ItemsPriced,
    /// True if the post code alone determines the zone, without the suburb.
    pub zones_by_postcode_alone: bool,
    /// True if a lane without a rate uses the next wider zone.
    pub falls_back_to_wider_zones: bool,
    /// Null: to the currency's minor unit.
    pub rounding: Option<RateRounding>,
    /// True if percentage levies include the levies before them.
    pub levies_compound: bool,
    /// Null: waiting is free.
    pub waiting: Option<Waiting>,
    /// Ordered by day. At most 400.
    pub fuel_levies: Vec<FuelLevy>,
    /// At most 100.
    pub levies: Vec<Levy>,
    /// At most 400.
    pub holidays: Vec<Holiday>,
}

impl Default for RateTerms {
    fn default() -> Self {
        Self {
            cubic_allowance: CUBIC_ALLOWANCE,
            items_priced: ItemsPriced::default(),
            zones_by_postcode_alone: false,
            falls_back_to_wider_zones: false,
            rounding: None,
            levies_compound: false,
            waiting: None,
            fuel_levies: Vec::new(),
            levies: Vec::new(),
            holidays: Vec::new(),
        }
    }
}

impl RateTerms {
    /// Returns the levies' zones with their indexes.
    pub(crate) fn zones_mut(&mut self) -> impl Iterator<Item = (usize, &mut String)> {
        let levies = self.levies.iter_mut().enumerate();
        levies.filter_map(|(at, levy)| Some((at, levy.when.as_mut()?.zone.as_mut()?)))
    }

    /// Removes fields that a condition does not use and normalises option codes.
    pub(crate) fn tidy(&mut self) {
        for when in self.levies.iter_mut().filter_map(|levy| levy.when.as_mut()) {
            let case = when.case;
            when.option = when.option.take().filter(|_| case == LevyCase::Option);
            when.option = when
                .option
                .take()
                .map(|word| word.to_ascii_lowercase().replace([' ', '_'], "-"));
            when.length_mm = when.length_mm.filter(|_| case == LevyCase::OverLength);
            when.weight_g = when.weight_g.filter(|_| case == LevyCase::OverWeight);
            when.zone = when.zone.take().filter(|_| case == LevyCase::Zone);
        }
        for holiday in &mut self.holidays {
            holiday.state_code = holiday.state_code.take().map(|code| code.to_uppercase());
        }
    }

    /// Error paths start with `member` (`rateCard.terms.levies[0].code`).
    pub(crate) fn check(&self, member: &str) -> Vec<FieldError> {
        let mut errors = TermErrors {
            member,
            errors: Vec::new(),
        };
        if !is_storable(self.cubic_allowance)
            || !(Decimal::ONE..=Decimal::from(100_000)).contains(&self.cubic_allowance)
        {
            errors.add(
                "cubicAllowance",
                message!("must be from 1 to 100000 kg, with at most 4 decimals"),
            );
        }
        if let Some(rounding) = &self.rounding
            && (!is_storable(rounding.step)
                || rounding.step <= Decimal::ZERO
                || rounding.step > Decimal::from(1000))
        {
            errors.add(
                "rounding.step",
                message!("must be above 0 and at most 1000, with at most 4 decimals"),
            );
        }
        if let Some(waiting) = &self.waiting {
            if !(0..=MAX_MINUTES).contains(&waiting.free_minutes) {
                errors.add(
                    "waiting.freeMinutes",
                    message!("must be from 0 to {max} minutes", max = MAX_MINUTES),
                );
            }
            if !(1..=MAX_MINUTES).contains(&waiting.step_minutes) {
                errors.add(
                    "waiting.stepMinutes",
                    message!("must be from 1 to {max} minutes", max = MAX_MINUTES),
                );
            }
            errors.errors.extend(check_amount(
                &format!("{member}.waiting.pricePerStep"),
                waiting.price_per_step,
            ));
        }
        self.check_fuel_levies(&mut errors);
        self.check_levies(&mut errors);
        self.check_holidays(&mut errors);
        errors.errors
    }

    fn check_fuel_levies(&self, errors: &mut TermErrors<'_>) {
        if self.fuel_levies.len() > MAX_FUEL_LEVIES {
            errors.add(
                "fuelLevies",
                message!("must be at most {max}", max = MAX_FUEL_LEVIES),
            );
        }
        for (at, levy) in self.fuel_levies.iter().enumerate() {
            errors.percent(&format!("fuelLevies[{at}].percent"), Some(levy.percent));
            let before = at
                .checked_sub(1)
                .and_then(|before| self.fuel_levies.get(before));
            if before.is_some_and(|before| before.from_date >= levy.from_date) {
                let late = message!("must be after the day of the fuel levy before it");
                errors.add(&format!("fuelLevies[{at}].fromDate"), late);
            }
        }
    }

    fn check_levies(&self, errors: &mut TermErrors<'_>) {
        if self.levies.len() > MAX_LEVIES {
            errors.add(
                "levies",
                message!("must be at most {max}", max = MAX_LEVIES),
            );
        }
        let mut codes = BTreeSet::new();
        for (at, levy) in self.levies.iter().enumerate() {
            let path = |name: &str| format!("levies[{at}].{name}");
            errors.text(&path("code"), &levy.code, MAX_CODE_LENGTH);
            errors.text(&path("name"), &levy.name, MAX_NAME_LENGTH);
            if !codes.insert(levy.code.to_lowercase()) {
                errors.add(
                    &path("code"),
                    message!("is the code of another levy of this card"),
                );
            }
            for (name, amount) in [
                ("amount", levy.amount),
                ("amountPerItem", levy.amount_per_item),
            ] {
                errors.errors.extend(amount.and_then(|amount| {
                    check_amount(&format!("{}.{}", errors.member, path(name)), amount)
                }));
            }
            errors.percent(&path("percent"), levy.percent);
            if levy.amount.is_none() && levy.amount_per_item.is_none() && levy.percent.is_none() {
                errors.add(
                    &path("amount"),
                    message!("is required where there is no amount per item and no percentage"),
                );
            }
            let Some(when) = &levy.when else { continue };
            let missing = message!("is required for this case");
            match when.case {
                LevyCase::Option => errors.text(
                    &path("when.option"),
                    when.option.as_deref().unwrap_or(""),
                    64,
                ),
                LevyCase::Zone => errors.text(
                    &path("when.zone"),
                    when.zone.as_deref().unwrap_or(""),
                    MAX_CODE_LENGTH,
                ),
                LevyCase::OverLength
                    if !when.length_mm.is_some_and(|mm| (1..=100_000).contains(&mm)) =>
                {
                    let message = message!("must be from 1 to {max} mm", max = 100_000);
                    errors.add(
                        &path("when.lengthMm"),
                        if when.length_mm.is_none() {
                            missing
                        } else {
                            message
                        },
                    );
                }
                LevyCase::OverWeight
                    if !when
                        .weight_g
                        .is_some_and(|g| (1..=1_000_000_000).contains(&g)) =>
                {
                    let message = message!("must be from 1 to {max} g", max = 1_000_000_000);
                    errors.add(
                        &path("when.weightG"),
                        if when.weight_g.is_none() {
                            missing
                        } else {
                            message
                        },
                    );
                }
                _ => {}
            }
        }
    }

    fn check_holidays(&self, errors: &mut TermErrors<'_>) {
        if self.holidays.len() > MAX_HOLIDAYS {
            errors.add(
                "holidays",
                message!("must be at most {max}", max = MAX_HOLIDAYS),
            );
        }
        let mut days = BTreeSet::new();
        for (at, holiday) in self.holidays.iter().enumerate() {
            errors.text(
                &format!("holidays[{at}].name"),
                &holiday.name,
                MAX_NAME_LENGTH,
            );
            let state = holiday.state_code.as_deref();
            if state.is_some_and(|code| code.chars().count() > 16) {
                errors.add(
                    &format!("holidays[{at}].stateCode"),
                    message!("must be at most {max} characters", max = 16),
                );
            }
            if !days.insert((holiday.date, state)) {
                errors.add(
                    &format!("holidays[{at}].date"),
                    message!("is already a holiday there"),
                );
            }
        }
    }
}

struct TermErrors<'a> {
    member: &'a str,
    errors: Vec<FieldError>,
}

impl TermErrors<'_> {
    fn add(&mut self, name: &str, message: Message) {
        self.errors
            .push(FieldError::new(format!("{}.{name}", self.member), message));
    }
    fn text(&mut self, name: &str, text: &str, max: usize) {
        if text.is_empty() {
            self.add(name, message!("is required"));
        } else if text.chars().count() > max {
            self.add(
                name,
                message!("must be at most {max} characters", max = max),
            );
        }
    }
    fn percent(&mut self, name: &str, percent: Option<Decimal>) {
        let is_good = |percent: Decimal| {
            is_storable(percent)
                && !percent.is_sign_negative()
                && percent <= Decimal::from(MAX_PERCENT)
        };
        if percent.is_some_and(|percent| !is_good(percent)) {
            let message = message!(
                "must be from 0 to {max} percent, with at most 4 decimals",
                max = MAX_PERCENT
            );
            self.add(name, message);
        }
    }
}
