//! Field 61, such as `2603020302C110,00NTRFINV-000001//B26`.

use carriage::money;
use chrono::NaiveDate;
use data::{Message, message};
use rust_decimal::Decimal;

use crate::bank_statements::file::{BankEntry, bank_day, long_text, nearest_day, reference, text};

/// Signs of marks: a reversed credit is outgoing, a reversed debit incoming. An MT942 also lists
/// expected movements, EC and ED: no money has moved yet, so they amount to 0.
const MARKS: [(&str, Decimal); 6] = [
    ("RC", Decimal::NEGATIVE_ONE),
    ("RD", Decimal::ONE),
    ("EC", Decimal::ZERO),
    ("ED", Decimal::ZERO),
    ("C", Decimal::ONE),
    ("D", Decimal::NEGATIVE_ONE),
];
/// Parses value day, booking day, mark, amount, type, customer's and bank's references, details.
pub fn parse(value: &str) -> Result<BankEntry, Message> {
    // Some banks wrap the line itself.
    movement(value).or_else(|reason| movement(&value.replacen('\n', "", 1)).map_err(|_| reason))
}

fn movement(value: &str) -> Result<BankEntry, Message> {
    let (first, supplement) = value.split_once('\n').unwrap_or((value, ""));
    let (value_day, rest) =
        value_day(first).ok_or_else(|| example(message!("must begin with its value day")))?;
    let (booking_day, rest) = booking_day(rest, value_day).ok_or_else(|| {
        example(message!(
            "must have its booking day as month and day, or none"
        ))
    })?;
    let mark = MARKS
        .iter()
        .find_map(|(mark, sign)| Some((rest.strip_prefix(mark)?, *sign)));
    let (rest, sign) = mark.ok_or_else(|| example(message!("must be marked C, D, RC or RD")))?;
    // Third letter of the currency.
    let rest = rest
        .strip_prefix(|letter: char| letter.is_ascii_alphabetic())
        .unwrap_or(rest)
        .trim_start();
    let end = rest
        .find(|c: char| !c.is_ascii_digit() && c != ',' && c != '.')
        .unwrap_or(rest.len());
    let (number, rest) = rest.split_at(end);
    // A line that ends within its amount is cut off.
    let amount = amount(number).filter(|_| !rest.is_empty());
    let amount = amount.ok_or_else(|| {
        example(message!(
            "must have an amount with a comma before its decimals"
        ))
    })?;
    let mut entry = BankEntry::new(booking_day, amount * sign);
    entry.value_day = Some(value_day);
    let rest = rest.trim_start();
    let references = without_kind(rest);
    let (own, bank) = references.split_once("//").unwrap_or((references, ""));
    entry.reference = reference(own);
    entry.bank_reference = reference(bank);
    entry.description = long_text(supplement);
    entry.identifiers.extend(text(supplement));
    Ok(entry)
}

/// Strips the transaction type: `NTRF`, `S103`, `FMSC`.
fn without_kind(rest: &str) -> &str {
    let is_kind = |kind: &str| {
        kind.bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b' ')
    };
    match rest.split_at_checked(4) {
        Some((kind, references))
            if kind.starts_with(|c: char| c.is_ascii_uppercase()) && is_kind(kind) =>
        {
            references
        }
        _ => rest,
    }
}

fn example(reason: Message) -> Message {
    message!(
        "{reason}, as in {example}",
        reason = reason,
        example = "2601310131C110,00NTRFINV000001"
    )
}

fn value_day(line: &str) -> Option<(NaiveDate, &str)> {
    let (day, rest) = line.split_at_checked(6)?;
    if !day.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let number = |at: usize| day[at..at + 2].parse::<u32>().ok();
    Some((
        bank_day(2000 + number(0)?.cast_signed(), number(2)?, number(4)?)?,
        rest,
    ))
}

/// Parses `MMDD`, four blanks or nothing. The year is nearest to the value day.
fn booking_day(rest: &str, value_day: NaiveDate) -> Option<(NaiveDate, &str)> {
    let Some((entry, after)) = rest.split_at_checked(4) else {
        return Some((value_day, rest));
    };
    if entry == "0000" || entry.trim().is_empty() {
        return Some((value_day, after.trim_start()));
    }
    if !entry.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some((value_day, rest.trim_start()));
    }
    let (month, day) = (entry[..2].parse().ok()?, entry[2..].parse().ok()?);
    Some((nearest_day(month, day, value_day)?, after))
}

/// Parses `110,00`, `110,` or `110.00`.
pub fn amount(number: &str) -> Option<Decimal> {
    if number.matches([',', '.']).count() > 1 || !number.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let amount: Decimal = number
        .replace(',', ".")
        .trim_end_matches('.')
        .parse()
        .ok()?;
    money::check(amount, "").ok()?;
    Some(amount)
}
