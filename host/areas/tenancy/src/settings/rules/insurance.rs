//! Validation of insurance settings.

use std::collections::BTreeSet;

use carriage::money;
use data::message;
use rust_decimal::Decimal;

use crate::settings::model::insurance::{Insurance, InsuranceRate};
use crate::settings::rules::{
    Errors,
    money::{MAX_DIGITS, MAX_PLACES, is_exact, places},
};

/// Number of all classes and divisions.
const MAX_CLASSES: usize = 30;

pub(crate) fn check(errors: &mut Errors, insurance: &Insurance) {
    rate(errors, "insurance.standard", &insurance.standard);
    rate(errors, "insurance.premium", &insurance.premium);
    rate(errors, "insurance.ati", &insurance.ati.rate());
    amount(
        errors,
        "insurance.ati.minimumValueLimit".to_owned(),
        insurance.ati.minimum_value_limit,
    );
    let (least, most) = (
        insurance.ati.minimum_value_limit,
        insurance.ati.maximum_value,
    );
    errors.require(
        most.is_none_or(|most| most >= least),
        "insurance.ati.maximumValue",
        message!("must not be below the lowest value that is insured"),
    );
}

fn rate(errors: &mut Errors, group: &str, rate: &InsuranceRate) {
    let member = |name: &str| format!("{group}.{name}");
    amount(errors, member("minimum"), rate.minimum);
    let right = (Decimal::ZERO..=Decimal::ONE_HUNDRED).contains(&rate.multiplier)
        && places(rate.multiplier) <= MAX_PLACES;
    errors.require(
        right,
        member("multiplier"),
        message!(
            "must be from 0 to 100, with at most {max} digits after the point",
            max = MAX_PLACES
        ),
    );
    amount(errors, member("excess"), rate.excess);
    if let Some(most) = rate.maximum_value
        && errors.require(
            most > Decimal::ZERO,
            member("maximumValue"),
            message!("must be more than 0"),
        )
    {
        amount(errors, member("maximumValue"), most);
    }
    let count = rate.excluded_classes.len();
    let few = message!("must have at most {max} entries", max = MAX_CLASSES);
    if errors.require(count <= MAX_CLASSES, member("excludedClasses"), few) {
        classes(errors, &member("excludedClasses"), &rate.excluded_classes);
    }
    let fits = |percent: Decimal| {
        (Decimal::ZERO..=Decimal::ONE_HUNDRED).contains(&percent) && places(percent) <= 4
    };
    errors.require(
        rate.tax_percent.is_none_or(fits),
        member("taxPercent"),
        message!("must be a percentage from 0 to 100, with at most 4 digits after the point"),
    );
}

fn amount(errors: &mut Errors, member: String, amount: Decimal) {
    let right = !amount.is_sign_negative() || amount.is_zero();
    let fits =
        right && money::check(amount, &member).is_ok() && places(amount) <= 4 && is_exact(amount);
    errors.require(
        fits,
        member,
        message!(
            "must be from 0 to {limit}, with at most 4 digits after the point and {max} in all",
            limit = money::LIMIT,
            max = MAX_DIGITS
        ),
    );
}

fn classes(errors: &mut Errors, member: &str, classes: &[String]) {
    let mut visited = BTreeSet::new();
    for (at, class) in classes.iter().enumerate() {
        let path = format!("{member}[{at}]");
        let class_message =
            message!("must be a class or division of dangerous goods such as 3 or 5.1");
        if errors.require(is_class(class), path.as_str(), class_message) {
            errors.require(
                visited.insert(class.as_str()),
                path.as_str(),
                message!("is a duplicate"),
            );
        }
    }
}

/// True for a class from 1 to 9, alone or with a division's digit.
fn is_class(text: &str) -> bool {
    let is_digit =
        |part: &str| part.len() == 1 && part.bytes().all(|byte| (b'1'..=b'9').contains(&byte));
    match text.split_once('.') {
        Some((class, division)) => is_digit(class) && is_digit(division),
        None => is_digit(text),
    }
}
