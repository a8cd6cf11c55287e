//! Fields of BAI2 records.

use carriage::money;
use data::{Message, message};
use rust_decimal::Decimal;

use crate::bank_statements::bai2::records::Fields;

const MAX_DISTRIBUTIONS: usize = 100;

pub fn currency(text: &str) -> Result<Option<String>, Message> {
    let is_code = text.len() == 3 && text.bytes().all(|letter| letter.is_ascii_uppercase());
    match text {
        "" => Ok(None),
        code if is_code => Ok(Some(code.to_owned())),
        _ => Err(message!(
            "must have a currency code of three capitals such as AUD"
        )),
    }
}

/// Skips the availability: invoices are paid on the booking day.
pub fn funds(fields: &mut Fields<'_>) -> Result<(), Message> {
    match fields.next() {
        "" | "Z" | "0" | "1" | "2" => {}
        "V" => {
            fields.next();
            fields.next();
        }
        "S" => {
            for _ in 0..3 {
                fields.next();
            }
        }
        "D" => {
            let parts = fields
                .next()
                .parse::<usize>()
                .ok()
                .filter(|parts| *parts <= MAX_DISTRIBUTIONS);
            let parts = parts.ok_or_else(|| {
                message!(
                    "must state its number of parts, at most {max}",
                    max = MAX_DISTRIBUTIONS
                )
            })?;
            for _ in 0..parts * 2 {
                fields.next();
            }
        }
        _ => {
            return Err(message!(
                "must have one of the funds types 0, 1, 2, D, S, V and Z"
            ));
        }
    }
    Ok(())
}

/// Parses an amount in the currency's smallest unit.
pub fn amount(text: &str, currency: &str) -> Result<Decimal, Message> {
    let amount = sum(text)?.unwrap_or_default();
    let mut amount = amount;
    amount
        .set_scale(money::minor_units(currency))
        .map_err(|_| not_a_sum())?;
    money::check(amount, "").map_err(|_| not_a_sum())?;
    Ok(amount)
}

pub fn sum(text: &str) -> Result<Option<Decimal>, Message> {
    if text.is_empty() {
        return Ok(None);
    }
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let is_number = !digits.is_empty()
        && digits.len() <= 20
        && digits.bytes().all(|digit| digit.is_ascii_digit());
    text.parse()
        .ok()
        .filter(|_| is_number)
        .map(Some)
        .ok_or_else(not_a_sum)
}

fn not_a_sum() -> Message {
    message!("must have amounts in digits, without a point")
}

pub fn minor(amount: Decimal, currency: &str) -> Decimal {
    (amount * Decimal::from(10_i64.pow(money::minor_units(currency)))).normalize()
}

pub fn count(text: &str) -> Result<Option<usize>, Message> {
    if text.is_empty() {
        return Ok(None);
    }
    text.parse()
        .map(Some)
        .map_err(|_| message!("must have numeric counts"))
}

/// Control total, number of items, number of lines.
pub type Totals = (Option<Decimal>, Option<usize>, Option<usize>);

pub fn totals(fields: &mut Fields<'_>) -> Result<Totals, Message> {
    Ok((
        sum(fields.next())?,
        count(fields.next())?,
        count(fields.next())?,
    ))
}
