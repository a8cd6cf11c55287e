//! What a bank's file says, line by line: the entry that all formats come to, and tables.

use std::collections::HashMap;

use chrono::NaiveDate;
use freight::{
    money,
    written::{amount, day},
};
use kernel::{
    Error, FieldError, Result, message,
    rows::{Cells, Content, Table},
};
use rust_decimal::Decimal;

use super::check::{MAX_TEXT, is_near};
use crate::model::bank::{BankField, BankTemplate};

/// The most lines of a file.
pub const MAX_LINES: usize = 2_000;
/// Wrong lines that are told.
const MAX_ERRORS: usize = 100;
const MAX_DESCRIPTION: usize = 1_000;

/// Money that came in, or below 0 went out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BankEntry {
    pub day: NaiveDate,
    pub amount: Decimal,
    pub account: Option<String>,
    pub currency: Option<String>,
    pub payer: Option<String>,
    pub payer_account: Option<String>,
    pub reference: Option<String>,
    pub description: Option<String>,
}

impl BankEntry {
    pub fn new(day: NaiveDate, amount: Decimal) -> Self {
        let (account, currency, payer, payer_account) = (None, None, None, None);
        Self { day, amount, account, currency, payer, payer_account, reference: None, description: None }
    }
}

/// A text without what is around it, as far as a column holds it.
pub fn text(said: &str) -> Option<String> {
    short(said, MAX_TEXT)
}

pub fn long_text(said: &str) -> Option<String> {
    short(said, MAX_DESCRIPTION)
}

fn short(said: &str, max: usize) -> Option<String> {
    let plain = said.split_whitespace().collect::<Vec<_>>().join(" ");
    let short: String = plain.chars().take(max).collect();
    (!short.is_empty()).then_some(short)
}

/// What makes each entry the one that it is. Of those that say the same the second, third and so on of a file are others.
pub fn keys(entries: &[BankEntry]) -> Vec<String> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut keys = Vec::with_capacity(entries.len());
    for entry in entries {
        let texts = [&entry.account, &entry.currency, &entry.payer, &entry.payer_account, &entry.reference];
        let mut said = format!("{}\u{1f}{}", entry.day, entry.amount.normalize());
        for text in texts.into_iter().chain([&entry.description]) {
            said.push('\u{1f}');
            said.push_str(text.as_deref().unwrap_or_default());
        }
        let count = seen.entry(said.clone()).or_default();
        *count += 1;
        keys.push(kernel::files::tag(format!("{said}\u{1f}{count}").as_bytes()));
    }
    keys
}

/// The entries of a table. With one wrong line nothing is taken.
pub fn table(content: impl Into<Content>, template: &BankTemplate) -> Result<Vec<BankEntry>> {
    let mut table = Table::open(content, &[template.heading(BankField::Date)])?;
    if table.column(template.heading(BankField::Credit)).is_none() {
        table.need(&[template.heading(BankField::Amount)])?;
    }
    // What was mapped by hand must be there: a column that is gone would be missing unseen.
    let mapped: Vec<&str> = template.columns.iter().map(|column| column.heading.as_str()).collect();
    table.need(&mapped)?;
    let columns: Vec<(BankField, Option<usize>)> =
        BankField::ALL.iter().map(|field| (*field, table.column(template.heading(*field)))).collect();
    let (mut entries, mut errors) = (Vec::new(), Vec::new());
    while let Some((index, line)) = table.next_line() {
        let read = match line {
            Ok(cells) => entry(cells, template, &columns),
            Err(reason) => Err(vec![FieldError::new("", reason)]),
        };
        match read {
            Ok(entry) => entries.extend(entry),
            Err(wrong) => {
                let at = |error: FieldError| {
                    let place = format!("line[{index}].{}", error.member);
                    FieldError { member: place.trim_end_matches('.').to_owned(), ..error }
                };
                errors.extend(wrong.into_iter().map(at));
            }
        }
        if entries.len() > MAX_LINES || errors.len() >= MAX_ERRORS {
            break;
        }
    }
    if let Some(error) = table.broken() {
        return Err(error);
    }
    if errors.is_empty() { Ok(entries) } else { Err(Error::Invalid(errors)) }
}

/// What a line says; none for one that moves nothing.
fn entry(
    cells: Cells<'_>,
    template: &BankTemplate,
    columns: &[(BankField, Option<usize>)],
) -> Result<Option<BankEntry>, Vec<FieldError>> {
    let cell = |field: BankField| {
        let column = columns.iter().find(|(known, _)| *known == field).and_then(|(_, at)| *at);
        cells.get(column).trim()
    };
    let mut errors = Vec::new();
    let mut number = |field: BankField| {
        let said = cell(field);
        let read = amount(said, template.decimal_sign).filter(|sum| money::check(*sum, "").is_ok());
        if read.is_none() && !said.is_empty() {
            let says = message!("must be a number; a template says whether a point or a comma is before its decimals");
            errors.push(FieldError::new(field.word(), says));
        }
        read
    };
    // Some banks write what went out below 0, others do not.
    let (whole, came, went) = (number(BankField::Amount), number(BankField::Credit), number(BankField::Debit));
    let sum = whole.unwrap_or_else(|| came.unwrap_or_default().abs() - went.unwrap_or_default().abs());
    let read = day(cell(BankField::Date), template.day_order).filter(|day| is_near(*day));
    if read.is_none() {
        let says = message!("must be a day, as in 2026-01-31 or 31/01/2026");
        errors.push(FieldError::new(BankField::Date.word(), says));
    }
    let Some(day) = read.filter(|_| errors.is_empty()) else { return Err(errors) };
    if sum.is_zero() {
        return Ok(None);
    }
    Ok(Some(BankEntry {
        currency: text(cell(BankField::Currency)).map(|code| code.to_ascii_uppercase()),
        payer: text(cell(BankField::Payer)),
        payer_account: text(cell(BankField::PayerAccount)),
        reference: text(cell(BankField::Reference)),
        description: long_text(cell(BankField::Description)),
        ..BankEntry::new(day, sum)
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::bank::BankColumn;

    #[test]
    fn a_table_is_read_by_its_template() {
        let column = |field, heading: &str| BankColumn { field, heading: heading.to_owned() };
        let columns = vec![column(BankField::Date, "Buchungstag"), column(BankField::Amount, "Betrag")];
        let template = BankTemplate { columns, ..BankTemplate::default() };
        let content =
            b"Buchungstag;Betrag;Payer\n02.03.2026;1.110,50;Bluegum Wines\n03.03.2026;-20,00;\n03.03.2026;0,00;\n";
        let entries = table(content.to_vec(), &template).unwrap();
        let amounts: Vec<String> = entries.iter().map(|entry| entry.amount.normalize().to_string()).collect();
        assert_eq!(amounts, ["1110.5", "-20"]);
        assert_eq!(entries[0].payer.as_deref(), Some("Bluegum Wines"));
    }

    #[test]
    fn credit_and_debit_stand_in_columns_of_their_own() {
        let content = b"date,credit,debit\n2026-03-02,110.00,\n2026-03-02,,-5.00\n2026-03-02,,5.00\n";
        let entries = table(content.to_vec(), &BankTemplate::default()).unwrap();
        let amounts: Vec<Decimal> = entries.iter().map(|entry| entry.amount).collect();
        assert_eq!(amounts, [Decimal::from(110), Decimal::from(-5), Decimal::from(-5)]);
    }

    #[test]
    fn every_wrong_line_is_told() {
        let content = b"date,amount\nsoon,1\n2026-03-02,x1y2z\n";
        let Err(Error::Invalid(errors)) = table(content.to_vec(), &BankTemplate::default()) else { panic!() };
        let members: Vec<&str> = errors.iter().map(|error| error.member.as_str()).collect();
        assert_eq!(members, ["line[1].date", "line[2].amount"]);
        assert!(table(b"amount\n1\n".to_vec(), &BankTemplate::default()).is_err());
    }

    #[test]
    fn lines_that_say_the_same_are_told_apart_by_their_count() {
        let entry = BankEntry::new("2026-03-02".parse().unwrap(), Decimal::from(110));
        let once = keys(std::slice::from_ref(&entry));
        let twice = keys(&[entry.clone(), BankEntry { amount: Decimal::new(11000, 2), ..entry }]);
        assert_eq!(once[0], twice[0]);
        assert_ne!(twice[0], twice[1]);
    }
}
