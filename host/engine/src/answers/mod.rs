//! Rules that an answer must keep beyond its types; each function gives the words of the first one broken.

mod carrier;
mod commerce;
mod payment;
mod plugin;
mod report;

pub(crate) use carrier::*;
pub(crate) use commerce::*;
pub(crate) use payment::*;
pub(crate) use plugin::*;
pub(crate) use report::*;

use crate::wit::{Address, Money};

/// Ten million in a currency of two decimals: no consignment costs more.
const AMOUNT_MOST: i64 = 1_000_000_000;
const NAME_MOST: usize = 100;

pub(crate) type Rule = Result<(), String>;

fn not_too_many(what: &str, given: usize, most: usize) -> Rule {
    match given <= most {
        true => Ok(()),
        false => Err(format!("{given} {what}; at most {most} are taken")),
    }
}

/// A code, number or id of somebody else's.
pub(crate) fn name(what: &str, given: &str) -> Rule {
    match given.is_empty() || given.len() > NAME_MOST || given.chars().any(char::is_control) {
        true => Err(format!("{what} must have 1 to {NAME_MOST} characters")),
        false => Ok(()),
    }
}

fn money(what: &str, money: &Money, asked: &str) -> Rule {
    if money.currency != asked {
        return Err(format!("{what} is in {:?}; {asked} was asked for", money.currency));
    }
    if money.minor < 0 {
        return Err(format!("{what} is negative ({})", money.minor));
    }
    if money.minor > AMOUNT_MOST {
        return Err(format!("{what} is absurd ({})", money.minor));
    }
    Ok(())
}

fn currency(code: &str) -> Rule {
    match code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_uppercase()) {
        true => Ok(()),
        false => Err(format!("{code:?} is no currency; a code of ISO 4217 like AUD is expected")),
    }
}

fn address(address: &Address) -> Rule {
    not_too_many("lines of an address", address.lines.len(), 10)?;
    let country = &address.country_code;
    if country.len() != 2 || !country.bytes().all(|byte| byte.is_ascii_uppercase()) {
        return Err(format!("the country of an address is {country:?}; a code of ISO 3166 like AU is expected"));
    }
    Ok(())
}

fn is_time_of_day(text: &str) -> bool {
    text.len() == 5 && chrono::NaiveTime::parse_from_str(text, "%H:%M").is_ok()
}
