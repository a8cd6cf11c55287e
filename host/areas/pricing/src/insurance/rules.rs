//! Insurance prices, and goods covered by each type.

use carriage::money::{self, Amount};
use data::{FieldError, Message, message, text_enum};
use lookups::InsuranceType;
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tenancy::{Insurance, InsuranceRate};

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Danger {
    #[default]
    None,
    /// Classes or divisions, including subsidiary risks.
    Of(Vec<String>),
    /// The number is unlisted.
    Unknown,
}

#[derive(Debug, Clone, Copy)]
pub struct Risk<'r> {
    pub value: Decimal,
    pub danger: &'r Danger,
    /// 0 if zero-rated.
    pub tax_percent: Decimal,
    pub currency: &'r str,
}

/// An insurance with its price.
#[data::wire]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "InsuranceCover")]
pub struct Cover {
    #[serde(deserialize_with = "data::text_enum::stored")]
    pub insurance_type: InsuranceType,
    pub insured_value: Decimal,
    /// The customer's share of every loss.
    pub excess: Decimal,
    pub cost: Amount,
}

impl Cover {
    pub fn is_of(&self, kind: InsuranceType, value: Decimal) -> bool {
        self.insurance_type == kind && self.insured_value == value
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotCovered {
    NotOffered,
    Below(Decimal),
    Above(Decimal),
    /// An excluded class.
    Class(String),
    UnknownClass,
}

impl NotCovered {
    /// Returns the related request field.
    pub fn member(&self) -> &'static str {
        match self {
            Self::NotOffered => "insuranceType",
            Self::Below(_) | Self::Above(_) => "insuredValue",
            Self::Class(_) | Self::UnknownClass => "isInsured",
        }
    }

    pub fn message(&self) -> Message {
        match self {
            Self::NotOffered => message!("is not offered here"),
            Self::Below(least) => {
                message!("must be at least {min} for this insurance", min = least)
            }
            Self::Above(most) => message!("must be at most {max} for this insurance", max = most),
            Self::Class(class) => {
                message!(
                    "is not possible this way for dangerous goods of class {class}",
                    class = class
                )
            }
            Self::UnknownClass => {
                message!(
                    "is not possible this way for dangerous goods whose UN number is in no list"
                )
            }
        }
    }
}

/// Field names begin with `before`.
pub fn check(value: Option<Decimal>, kind: Option<InsuranceType>, before: &str) -> Vec<FieldError> {
    let member = |name: &str| format!("{before}{name}");
    let mut errors = Vec::new();
    match value {
        Some(value) if value > Decimal::ZERO => {
            errors.extend(money::check(value, &member("insuredValue")).err())
        }
        _ => errors.push(FieldError::new(
            member("insuredValue"),
            message!("must be more than 0 when the goods are insured"),
        )),
    }
    if let Err(message) = text_enum::check(kind.unwrap_or(InsuranceType::Unknown)) {
        errors.push(FieldError::new(member("insuranceType"), message));
    }
    errors
}

/// Prices the insurance: a share of the value, at least the minimum.
pub fn cover(kind: InsuranceType, offers: &Insurance, risk: Risk<'_>) -> Result<Cover, NotCovered> {
    let (rate, least) = match kind {
        InsuranceType::Standard => (offers.standard.clone(), Decimal::ZERO),
        InsuranceType::Premium => (offers.premium.clone(), Decimal::ZERO),
        InsuranceType::Ati => (offers.ati.rate(), offers.ati.minimum_value_limit),
        InsuranceType::Unknown => return Err(NotCovered::NotOffered),
    };
    if rate.minimum.is_zero() && rate.multiplier.is_zero() {
        return Err(NotCovered::NotOffered);
    }
    if risk.value < least {
        return Err(NotCovered::Below(least));
    }
    if let Some(most) = rate.maximum_value.filter(|most| risk.value > *most) {
        return Err(NotCovered::Above(most));
    }
    excluded(&rate, risk.danger)?;
    let cost = risk.value.saturating_mul(rate.multiplier).max(rate.minimum);
    let percent = rate.tax_percent.unwrap_or(risk.tax_percent);
    Ok(Cover {
        insurance_type: kind,
        insured_value: risk.value,
        excess: money::round(rate.excess, risk.currency),
        cost: Amount::line(cost, percent, risk.currency),
    })
}

fn excluded(rate: &InsuranceRate, danger: &Danger) -> Result<(), NotCovered> {
    match danger {
        Danger::None => Ok(()),
        // The class can be an excluded one.
        Danger::Unknown if !rate.excluded_classes.is_empty() => Err(NotCovered::UnknownClass),
        Danger::Unknown => Ok(()),
        Danger::Of(classes) => {
            let is_excluded = |class: &&String| {
                rate.excluded_classes
                    .iter()
                    .any(|other| includes_class(other, class))
            };
            classes
                .iter()
                .find(is_excluded)
                .map_or(Ok(()), |class| Err(NotCovered::Class(class.clone())))
        }
    }
}

/// True for the class itself or its division: `1` includes `1.4`.
fn includes_class(class_or_division: &str, class: &str) -> bool {
    class == class_or_division
        || class
            .strip_prefix(class_or_division)
            .is_some_and(|rest| rest.starts_with('.'))
}

/// Returns all available insurances by type.
pub fn covers(offers: &Insurance, risk: Risk<'_>) -> Vec<Cover> {
    let kinds = [
        InsuranceType::Standard,
        InsuranceType::Premium,
        InsuranceType::Ati,
    ];
    kinds
        .into_iter()
        .filter_map(|kind| cover(kind, offers, risk).ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use tenancy::AtiInsuranceRate;

    use super::*;

    fn decimal(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    fn offers() -> Insurance {
        Insurance {
            standard: InsuranceRate {
                minimum: decimal("7.50"),
                multiplier: decimal("0.015"),
                excess: Decimal::from(250),
                maximum_value: Some(Decimal::from(20_000)),
                excluded_classes: vec!["1".to_owned(), "5.1".to_owned()],
                tax_percent: None,
            },
            premium: InsuranceRate::default(),
            ati: AtiInsuranceRate {
                multiplier: decimal("0.02"),
                minimum_value_limit: Decimal::from(1000),
                tax_percent: Some(Decimal::ZERO),
                ..AtiInsuranceRate::default()
            },
        }
    }

    fn risk<'r>(value: &str, danger: &'r Danger) -> Risk<'r> {
        Risk {
            value: decimal(value),
            danger,
            tax_percent: Decimal::TEN,
            currency: "AUD",
        }
    }

    fn dangerous(classes: &[&str]) -> Danger {
        Danger::Of(classes.iter().map(|class| (*class).to_owned()).collect())
    }

    #[test]
    fn it_costs_a_share_of_the_value_and_at_least_the_minimum() {
        let cost = |value: &str| {
            cover(
                InsuranceType::Standard,
                &offers(),
                risk(value, &Danger::None),
            )
            .unwrap()
            .cost
        };
        assert_eq!(cost("100").tax_exclusive_amount, decimal("7.50"));
        assert_eq!(cost("500").tax_exclusive_amount, decimal("7.50"));
        assert_eq!(
            cost("1234.56"),
            Amount::line(decimal("18.5184"), Decimal::TEN, "AUD")
        );
        assert_eq!(cost("20000").total, decimal("330"));
    }

    #[test]
    fn each_kind_has_its_own_terms() {
        let found = covers(&offers(), risk("5000", &Danger::None));
        let kinds: Vec<InsuranceType> = found.iter().map(|cover| cover.insurance_type).collect();
        assert_eq!(kinds, [InsuranceType::Standard, InsuranceType::Ati]);
        assert_eq!(
            (found[0].excess, found[1].excess),
            (Decimal::from(250), Decimal::ZERO)
        );
        assert_eq!(
            found[1].cost,
            Amount::untaxed(Decimal::from(100), "AUD"),
            "its own tax is none"
        );
        assert!(found[0].is_of(InsuranceType::Standard, decimal("5000.00")));
    }

    #[test]
    fn what_is_not_covered_is_told() {
        let refused = |kind, value: &str, danger: Danger| {
            cover(kind, &offers(), risk(value, &danger)).unwrap_err()
        };
        assert_eq!(
            refused(InsuranceType::Premium, "50", Danger::None),
            NotCovered::NotOffered
        );
        assert_eq!(
            refused(InsuranceType::Unknown, "50", Danger::None),
            NotCovered::NotOffered
        );
        assert_eq!(
            refused(InsuranceType::Ati, "999.99", Danger::None),
            NotCovered::Below(Decimal::from(1000))
        );
        let above = refused(InsuranceType::Standard, "20000.01", Danger::None);
        assert_eq!(
            (above.member(), above),
            ("insuredValue", NotCovered::Above(Decimal::from(20_000)))
        );
        let class = refused(InsuranceType::Standard, "50", dangerous(&["2.2", "5.1"]));
        assert_eq!(
            class.message(),
            "is not possible this way for dangerous goods of class 5.1"
        );
        assert_eq!(
            refused(InsuranceType::Standard, "50", dangerous(&["1.4"])),
            NotCovered::Class("1.4".to_owned())
        );
        assert_eq!(
            refused(InsuranceType::Standard, "50", Danger::Unknown),
            NotCovered::UnknownClass
        );
    }

    #[test]
    fn classes_that_are_not_excluded_are_covered() {
        for danger in [dangerous(&["3"]), dangerous(&["5.2"]), dangerous(&[])] {
            assert!(
                cover(InsuranceType::Standard, &offers(), risk("50", &danger)).is_ok(),
                "{danger:?}"
            );
        }
        assert!(
            cover(
                InsuranceType::Ati,
                &offers(),
                risk("5000", &Danger::Unknown)
            )
            .is_ok()
        );
        assert!(
            !includes_class("1", "11") && includes_class("1", "1.1") && !includes_class("1.1", "1")
        );
    }

    proptest! {
        #[test]
        fn a_higher_value_never_costs_less(cents in 1i64..2_000_000, more in 0i64..2_000_000) {
            let offers = Insurance { standard: InsuranceRate { maximum_value: None, ..offers().standard }, ..offers() };
            let cost = |cents: i64| {
                let value = Decimal::new(cents, 2);
                let risk = Risk { value, danger: &Danger::None, tax_percent: Decimal::TEN, currency: "AUD" };
                cover(InsuranceType::Standard, &offers, risk).unwrap().cost
            };
            let (one, other) = (cost(cents), cost(cents + more));
            prop_assert!(one.total <= other.total);
            prop_assert_eq!(one.tax_exclusive_amount + one.tax, one.total);
            prop_assert_eq!(money::round(one.total, "AUD"), one.total);
        }
    }
}
