//! Movements of a bank file, and keys that prevent duplicates.

use std::collections::HashMap;

use chrono::{Datelike, NaiveDate};
use data::{Error, FieldError, Message, Result, message};
use rust_decimal::Decimal;

use crate::bank_statements::model::BankField;
use ledger::input_rules::{MAX_TEXT, is_near};

pub const MAX_LINES: usize = 2_000;
const MAX_REJECTED: usize = 100;
const MAX_DESCRIPTION: usize = 1_000;
/// Banks' placeholders for an absent reference.
const NO_REFERENCE: [&str; 11] = [
    "NOTPROVIDED",
    "NOT PROVIDED",
    "NONREF",
    "NOTAVAILABLE",
    "NOREF",
    "UNKNOWN",
    "NONE",
    "EREF",
    "MARF",
    "PREF",
    "KREF",
];

/// A movement, negative if outgoing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BankEntry {
    pub day: NaiveDate,
    /// The value day, if earlier releases stored it as the day of the movement.
    pub value_day: Option<NaiveDate>,
    pub amount: Decimal,
    pub account: Option<String>,
    pub currency: Option<String>,
    pub payer: Option<String>,
    pub payer_account: Option<String>,
    pub reference: Option<String>,
    pub description: Option<String>,
    pub bank_reference: Option<String>,
    /// Further text that distinguishes movements.
    pub identifiers: Vec<String>,
}

impl BankEntry {
    pub fn new(day: NaiveDate, amount: Decimal) -> Self {
        let (account, currency, payer, payer_account) = (None, None, None, None);
        let (reference, description, bank_reference, value_day) = (None, None, None, None);
        let identifiers = Vec::new();
        Self {
            day,
            value_day,
            amount,
            account,
            currency,
            payer,
            payer_account,
            reference,
            description,
            bank_reference,
            identifiers,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RejectedLine {
    /// Line of the file or row below the headings, from 1.
    pub line: usize,
    pub field: Option<BankField>,
    pub reason: Message,
}

#[derive(Debug, Clone, Default)]
pub struct BankFile {
    pub entries: Vec<BankEntry>,
    pub rejected: Vec<RejectedLine>,
    /// Includes unlisted lines.
    pub rejected_count: usize,
}

impl BankFile {
    pub fn reject(&mut self, line: usize, reason: Message) {
        self.reject_field(line, None, reason);
    }

    pub fn reject_field(&mut self, line: usize, field: Option<BankField>, reason: Message) {
        self.rejected_count += 1;
        if self.rejected.len() < MAX_REJECTED {
            self.rejected.push(RejectedLine {
                line,
                field,
                reason,
            });
        }
    }

    pub fn is_full(&self) -> bool {
        self.entries.len() > MAX_LINES
    }

    /// Rejects a file without any readable line.
    pub fn check(self) -> Result<Self> {
        if self.is_full() {
            return Err(too_many_lines());
        }
        if !self.entries.is_empty() {
            return Ok(self);
        }
        if self.rejected.is_empty() {
            return Err(Error::invalid(
                "fileName",
                message!("contains no movements"),
            ));
        }
        Err(Error::Invalid(
            self.rejected.into_iter().map(field_error).collect(),
        ))
    }
}

pub fn too_many_lines() -> Error {
    Error::invalid(
        "fileName",
        message!("must have at most {max} lines", max = MAX_LINES),
    )
}

pub fn field_error(rejected: RejectedLine) -> FieldError {
    let member = match rejected.field {
        Some(field) => format!("line[{}].{}", rejected.line, field.as_str()),
        None => format!("line[{}]", rejected.line),
    };
    FieldError::new(member, rejected.reason)
}

/// Normalises blanks and truncates to the column's length.
pub fn text(content: &str) -> Option<String> {
    short(content, MAX_TEXT)
}

pub fn long_text(content: &str) -> Option<String> {
    short(content, MAX_DESCRIPTION)
}

/// Returns None for placeholders.
pub fn reference(content: &str) -> Option<String> {
    text(content).filter(|text| {
        !NO_REFERENCE
            .iter()
            .any(|none| text.eq_ignore_ascii_case(none))
    })
}

fn short(content: &str, max: usize) -> Option<String> {
    let plain = content.split_whitespace().collect::<Vec<_>>().join(" ");
    let short: String = plain.chars().take(max).collect();
    (!short.is_empty()).then_some(short)
}

/// Maps days beyond the end of a month, from banks with 30-day months, to the last one.
pub fn bank_day(year: i32, month: u32, day: u32) -> Option<NaiveDate> {
    if !(1..=31).contains(&day) {
        return None;
    }
    let day = (1..=day)
        .rev()
        .take(4)
        .find_map(|day| NaiveDate::from_ymd_opt(year, month, day));
    day.filter(|day| is_near(*day))
}

pub fn nearest_day(month: u32, day: u32, to: NaiveDate) -> Option<NaiveDate> {
    let years = [to.year(), to.year() - 1, to.year() + 1];
    let days = years
        .into_iter()
        .filter_map(|year| bank_day(year, month, day));
    days.min_by_key(|day| day.signed_duration_since(to).num_days().abs())
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineKey {
    pub current: String,
    /// The key of releases before bank references.
    pub legacy: String,
}

/// Numbers equal movements of one file: both count, and a repeated import adds none.
pub fn keys(entries: &[BankEntry]) -> Vec<LineKey> {
    let (mut current, mut legacy) = (Numbered::default(), Numbered::default());
    let key = |entry: &BankEntry| {
        let texts = [
            &entry.account,
            &entry.currency,
            &entry.payer,
            &entry.payer_account,
            &entry.reference,
        ];
        let texts: Vec<&str> = texts
            .into_iter()
            .chain([&entry.description])
            .map(|text| text.as_deref().unwrap_or_default())
            .collect();
        let dated = |day: NaiveDate| {
            format!(
                "{day}\u{1f}{}\u{1f}{}",
                entry.amount.normalize(),
                texts.join("\u{1f}")
            )
        };
        let distinguishing = [entry.bank_reference.as_deref().unwrap_or_default()];
        let distinguishing: Vec<&str> = distinguishing
            .into_iter()
            .chain(entry.identifiers.iter().map(String::as_str))
            .collect();
        LineKey {
            current: format!(
                "2-{}",
                current.key(format!(
                    "{}\u{1e}{}",
                    dated(entry.day),
                    distinguishing.join("\u{1f}")
                ))
            ),
            legacy: legacy.key(dated(entry.value_day.unwrap_or(entry.day))),
        }
    };
    entries.iter().map(key).collect()
}

#[derive(Default)]
struct Numbered(HashMap<String, usize>);

impl Numbered {
    fn key(&mut self, identity: String) -> String {
        let count = self.0.entry(identity.clone()).or_default();
        *count += 1;
        data::files::entity_tag(format!("{identity}\u{1f}{count}").as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry() -> BankEntry {
        BankEntry::new("2026-03-02".parse().unwrap(), Decimal::from(110))
    }

    #[test]
    fn equal_movements_are_numbered() {
        let once = keys(&[entry()]);
        let twice = keys(&[
            entry(),
            BankEntry {
                amount: Decimal::new(11_000, 2),
                ..entry()
            },
        ]);
        assert_eq!(once[0], twice[0]);
        assert_ne!(twice[0], twice[1]);
    }

    #[test]
    fn the_banks_references_part_equal_movements() {
        let of = |reference: &str| BankEntry {
            bank_reference: Some(reference.to_owned()),
            ..entry()
        };
        let (first, second) = (keys(&[of("B1")]), keys(&[of("B2")]));
        assert_ne!(first[0].current, second[0].current);
        assert_eq!(first[0].legacy, second[0].legacy);
        let dated = BankEntry {
            identifiers: vec!["E-1".to_owned()],
            ..entry()
        };
        assert_ne!(keys(&[dated])[0].current, keys(&[entry()])[0].current);
        let moved = BankEntry {
            value_day: Some(entry().day),
            day: "2026-03-05".parse().unwrap(),
            ..entry()
        };
        assert_eq!(keys(&[moved])[0].legacy, keys(&[entry()])[0].legacy);
    }

    #[test]
    fn days_that_a_month_does_not_have_are_its_last() {
        let day = |year, month, day| bank_day(year, month, day).map(|day| day.to_string());
        assert_eq!(day(2026, 2, 30).as_deref(), Some("2026-02-28"));
        assert_eq!(day(2024, 2, 30).as_deref(), Some("2024-02-29"));
        assert_eq!(day(2026, 4, 31).as_deref(), Some("2026-04-30"));
        assert_eq!(
            (
                day(2026, 13, 1),
                day(2026, 2, 32),
                day(2026, 2, 0),
                day(1999, 1, 1)
            ),
            (None, None, None, None)
        );
        let near = |month, day, to: &str| {
            nearest_day(month, day, to.parse().unwrap())
                .unwrap()
                .to_string()
        };
        assert_eq!(near(1, 5, "2025-12-31"), "2026-01-05");
        assert_eq!(near(12, 28, "2026-01-01"), "2025-12-28");
        assert_eq!(near(4, 2, "2026-03-11"), "2026-04-02");
    }

    #[test]
    fn a_file_of_which_nothing_is_read_is_refused() {
        let mut file = BankFile::default();
        assert!(file.clone().check().is_err());
        (1..=150).for_each(|line| file.reject(line, message!("has no booking date")));
        let Err(Error::Invalid(errors)) = file.clone().check() else {
            panic!()
        };
        assert_eq!(
            (errors.len(), errors[0].member.as_str()),
            (MAX_REJECTED, "line[1]")
        );
        file.entries.push(entry());
        assert_eq!(file.check().unwrap().rejected_count, 150);
    }
}
