//! Rules for answers beyond their types; each function returns the first broken one as a message.

mod carrier;
mod commerce;
mod payment;
mod plugin;
mod rates;
mod report;

pub(crate) use carrier::*;
pub(crate) use commerce::*;
pub(crate) use payment::*;
pub(crate) use plugin::*;
pub(crate) use rates::*;
pub(crate) use report::*;

use crate::{
    interface::wit::{Address, Money},
    policy::bounds::Rule,
};
use data::{Message, message};

/// Ten million in a currency of two decimals; no consignment costs more.
const MAX_AMOUNT: i64 = 1_000_000_000;
const MAX_NAME_BYTES: usize = 100;

fn check_count(what: Message, count: usize, max: usize) -> Rule {
    match count <= max {
        true => Ok(()),
        false => Err(message!("{count} {what}; at most {max} are taken")),
    }
}

/// `what` names the text if it breaks the rule.
fn name(what: impl FnOnce() -> Message, text: &str) -> Rule {
    match text.is_empty() || text.len() > MAX_NAME_BYTES || text.chars().any(char::is_control) {
        true => Err(message!(
            "{what} must have 1 to {max} characters",
            what = what(),
            max = MAX_NAME_BYTES
        )),
        false => Ok(()),
    }
}

/// `what` names the amount if it breaks a rule.
fn money(what: impl FnOnce() -> Message, money: &Money, requested: &str) -> Rule {
    if money.currency != requested {
        return Err(message!(
            "{what} is in {currency}; {requested} was asked for",
            what = what(),
            currency = quoted(&money.currency)
        ));
    }
    if money.minor < 0 {
        return Err(message!(
            "{what} is negative ({amount})",
            what = what(),
            amount = money.minor
        ));
    }
    if money.minor > MAX_AMOUNT {
        return Err(message!(
            "{what} is absurd ({amount})",
            what = what(),
            amount = money.minor
        ));
    }
    Ok(())
}

/// A plugin's text with its odd characters escaped.
fn quoted(text: &str) -> String {
    format!("{text:?}")
}

fn currency(code: &str) -> Rule {
    match code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_uppercase()) {
        true => Ok(()),
        false => Err(message!(
            "{code} is no currency; a code of ISO 4217 like AUD is expected",
            code = quoted(code)
        )),
    }
}

fn address(address: &Address) -> Rule {
    let country = &address.country_code;
    if country.len() != 2 || !country.bytes().all(|byte| byte.is_ascii_uppercase()) {
        return Err(message!(
            "the country of an address is {country}; a code of ISO 3166 like AU is expected",
            country = quoted(country)
        ));
    }
    Ok(())
}

/// Every rate can have one; a date library would take longer than all other rules.
fn is_time_of_day(text: &str) -> bool {
    let [a, b, b':', c, d] = *text.as_bytes() else {
        return false;
    };
    let two = |tens: u8, ones: u8| {
        (tens.is_ascii_digit() && ones.is_ascii_digit()).then(|| (tens - b'0') * 10 + ones - b'0')
    };
    two(a, b).is_some_and(|hour| hour < 24) && two(c, d).is_some_and(|minute| minute < 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_of_day_has_two_digits_twice() {
        for time in ["00:00", "09:05", "16:30", "23:59"] {
            assert!(is_time_of_day(time), "{time}");
        }
        for other in [
            "", "9:05", "24:00", "12:60", "12.30", "1a:00", "12:3", "12:300", "٠٩:٣", "-1:00",
        ] {
            assert!(!is_time_of_day(other), "{other}");
        }
    }
}
