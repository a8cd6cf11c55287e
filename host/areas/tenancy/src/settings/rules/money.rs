//! Validation of tax, currency and card payment settings.

use data::{Message, message};
use std::collections::BTreeSet;

use carriage::countries;
use rust_decimal::Decimal;

use crate::settings::model::{CardPayment, CardSurcharge, Currency, Pricing, Tax};
use crate::settings::rules::{Errors, sign_in::is_slug};

/// More than the existing currencies.
const MAX_FACTORS: usize = 300;
pub(crate) const MAX_PLACES: u32 = 8;
/// Beyond it a price is many times its cost.
const MAX_MARGIN: i64 = 95;
const MAX_ROUNDING_UNIT: i64 = 1000;
/// Precision that every JSON reader preserves.
pub(crate) const MAX_DIGITS: u32 = 15;

pub(crate) fn tax(errors: &mut Errors, tax: &Tax) {
    let right = (Decimal::ZERO..=Decimal::ONE_HUNDRED).contains(&tax.gst) && places(tax.gst) <= 4;
    errors.require(
        right,
        "tax.gst",
        message!("must be a percentage from 0 to 100, with at most 4 digits after the point"),
    );
}

pub(crate) fn pricing(errors: &mut Errors, pricing: &Pricing) {
    let most = Decimal::from(MAX_MARGIN);
    let fits = |margin: Decimal| (Decimal::ZERO..=most).contains(&margin) && places(margin) <= 4;
    errors.require(
        pricing.minimum_margin.is_none_or(fits),
        "pricing.minimumMargin",
        message!(
            "must be a percentage from 0 to {max}, with at most 4 digits after the point",
            max = MAX_MARGIN
        ),
    );
    let step = pricing.round_to;
    errors.require(
        (Decimal::ZERO..=Decimal::from(MAX_ROUNDING_UNIT)).contains(&step) && places(step) <= 2,
        "pricing.roundTo",
        message!(
            "must be from 0 to {max}, with at most 2 digits after the point",
            max = MAX_ROUNDING_UNIT
        ),
    );
}

pub(crate) fn currency(errors: &mut Errors, currency: &Currency) {
    let base = &currency.base_currency;
    errors.require(countries::is_currency(base), "currency.baseCurrency", CODE);
    let most = currency.factors.len() <= MAX_FACTORS;
    errors.require(
        most,
        "currency.factors",
        message!("must have at most {max} entries", max = MAX_FACTORS),
    );
    let mut visited = BTreeSet::from([base.as_str()]);
    for (at, factor) in currency.factors.iter().take(MAX_FACTORS).enumerate() {
        let member = format!("currency.factors[{at}].currency");
        if errors.require(
            countries::is_currency(&factor.currency),
            member.as_str(),
            CODE,
        ) {
            let new = visited.insert(&factor.currency);
            errors.require(
                new,
                member.as_str(),
                message!("is the base currency or a duplicate"),
            );
        }
        let value = factor.factor;
        let right = value > Decimal::ZERO && value <= Decimal::from(1_000_000_000);
        errors.require(
            right && places(value) <= MAX_PLACES && is_exact(value),
            format!("currency.factors[{at}].factor"),
            message!(
                "must be more than 0 and at most 1000000000, with at most {max} digits after the point and \
                 {digits} in all",
                max = MAX_PLACES,
                digits = MAX_DIGITS
            ),
        );
    }
}

pub(crate) fn card_payment(errors: &mut Errors, before: &CardPayment, after: &CardPayment) {
    let slug = after.provider.is_empty() || is_slug(&after.provider, 32);
    errors.require(
        slug,
        "cardPayment.provider",
        message!("must be lower-case letters, digits and hyphens such as braintree"),
    );
    for (member, text) in [
        ("cardPayment.merchantId", &after.merchant_id),
        ("cardPayment.publicKey", &after.public_key),
        ("cardPayment.tokenizationKey", &after.tokenization_key),
    ] {
        errors.long(member, text, 256);
    }
    if let Some(key) = &after.private_key {
        errors.long("cardPayment.privateKey", key.expose(), 1024);
    }
    surcharges(errors, &after.surcharges);
    let needs = !after.tokenization_key.is_empty() && after.provider.is_empty();
    errors.require(
        !needs,
        "cardPayment.provider",
        message!("is required: the tokenization key is one of a provider"),
    );
    let moved = before.provider != after.provider || before.environment != after.environment;
    errors.check_kept_secret(
        "cardPayment.privateKey",
        before.has_private_key,
        after.private_key.is_some(),
        moved,
    );
}

const MAX_SURCHARGES: usize = 20;
const MAX_SURCHARGE: u32 = 10;

fn surcharges(errors: &mut Errors, surcharges: &[CardSurcharge]) {
    let message = message!("must be at most {max} entries", max = MAX_SURCHARGES);
    errors.require(
        surcharges.len() <= MAX_SURCHARGES,
        "cardPayment.surcharges",
        message,
    );
    for (at, one) in surcharges.iter().enumerate() {
        let at_member = |member: &str| format!("cardPayment.surcharges[{at}].{member}");
        errors.long(at_member("cardType"), &one.card_type, 64);
        let is_there = surcharges[..at]
            .iter()
            .any(|other| other.card_type.eq_ignore_ascii_case(&one.card_type));
        errors.require(!is_there, at_member("cardType"), message!("is a duplicate"));
        let right = one.percent >= Decimal::ZERO && one.percent <= Decimal::from(MAX_SURCHARGE);
        let message = message!(
            "must be from 0 to {max}, with at most {places} digits after the point",
            max = MAX_SURCHARGE,
            places = 2
        );
        errors.require(
            right && places(one.percent) <= 2,
            at_member("percent"),
            message,
        );
    }
}

const CODE: Message = message!("must be the three capitals of a currency, such as AUD");

pub(crate) fn is_exact(value: Decimal) -> bool {
    value.normalize().mantissa().unsigned_abs() < 10_u128.pow(MAX_DIGITS)
}

pub(crate) fn places(value: Decimal) -> u32 {
    value.normalize().scale()
}
