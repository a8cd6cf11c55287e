//! The ledger as files for accountants: every line as CSV, or daily journals for Xero and MYOB.
//!
//! Sources of the formats:
//! - Xero: import template for manual journals (help.xero.com, "Enter multiple manual journals
//!   using an import template"): Narration, Date as dd/mm/yyyy, Description, LedgerCode, TaxRate by
//!   its name in Xero, Amount with negative credits, at most 300 lines a file.
//! - MYOB: AccountEdge and Accounting Plus (help.acclivitysoftware.com, "Journal Entries Fields"):
//!   Journal Number of 8 characters, Date, Memo, Account Number of five digits, Debit Amount,
//!   Credit Amount. Tabs separate fields; an empty line follows each entry.

use std::collections::BTreeMap;

use bytes::Bytes;
use chrono::{Datelike, NaiveDate};
use data::{
    Error, Result, Scope, TextEnum, message,
    turns::{Permit, WorkKind},
};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::Deserialize;
use web::{
    Raw,
    http::{self, Response},
    rows,
};

use crate::{
    model::{BookAccount, JournalLine},
    store::load_journal_lines,
};

/// Downloads have up to 20,000 lines.
pub const DOWNLOADS: WorkKind = WorkKind {
    name: "finance.downloads",
    max_concurrent: 4,
};
const MAX_LINES: i64 = 50_000;
/// Xero's limit per file.
const MAX_XERO_LINES: usize = 300;
/// Xero's rate for amounts outside of tax returns. The tax is a separate line already.
const NO_TAX: &str = "BAS Excluded";

const HEADINGS: [&str; 9] = [
    "entry",
    "date",
    "movement",
    "reference",
    "customerId",
    "accountCode",
    "account",
    "debit",
    "credit",
];
const XERO: [&str; 6] = [
    "*Narration",
    "*Date",
    "Description",
    "*LedgerCode",
    "*TaxRate",
    "*Amount",
];
const MYOB: &str = "Journal Number\tDate\tMemo\tAccount Number\tDebit Amount\tCredit Amount\r\n";

/// Target program of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, TextEnum)]
pub enum JournalFormat {
    #[default]
    #[text_enum(name = "csv")]
    Csv,
    #[text_enum(name = "xero")]
    Xero,
    #[text_enum(name = "myob")]
    Myob,
}

#[data::wire(trim)]
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct JournalQuery {
    from_date: NaiveDate,
    to_date: NaiveDate,
    #[serde(default)]
    format: JournalFormat,
    /// For Xero: name of the tax rate of all lines. Default: "BAS Excluded".
    tax_rate: Option<String>,
}

type Codes = [(BookAccount, String)];

fn code(codes: &Codes, account: BookAccount) -> &str {
    codes
        .iter()
        .find(|(known, _)| *known == account)
        .map_or("", |(_, code)| code)
}

pub async fn download(mut scope: Scope, raw: Raw) -> Result<Response> {
    let JournalQuery {
        from_date,
        to_date,
        format,
        tax_rate,
    } = raw.query()?;
    if to_date < from_date {
        return Err(Error::invalid(
            "toDate",
            message!("must not be before the first day"),
        ));
    }
    let _turn = Permit::take(&scope, DOWNLOADS).await?;
    let lines = load_lines(&mut scope, from_date, to_date).await?;
    let codes = crate::settings::codes(&mut scope).await?;
    scope.rollback();
    let (ending, media_type, content) = match format {
        JournalFormat::Csv => ("csv", "text/csv; charset=utf-8", csv(&lines, &codes)?),
        JournalFormat::Xero => {
            let rate = tax_rate.unwrap_or_else(|| NO_TAX.to_owned());
            (
                "csv",
                "text/csv; charset=utf-8",
                xero(&lines, &codes, &rate)?,
            )
        }
        JournalFormat::Myob => (
            "txt",
            "text/plain; charset=utf-8",
            myob(&lines, &codes).into_bytes(),
        ),
    };
    let name = format!("journal-{}-{from_date}-{to_date}.{ending}", format.as_str());
    Ok(http::download(Bytes::from(content), media_type, &name))
}

async fn load_lines(scope: &mut Scope, from: NaiveDate, to: NaiveDate) -> Result<Vec<JournalLine>> {
    let lines = load_journal_lines(scope, from, to, MAX_LINES.saturating_add(1)).await?;
    if i64::try_from(lines.len()).unwrap_or(i64::MAX) > MAX_LINES {
        let message = message!(
            "must be earlier: a file has at most {max} lines",
            max = MAX_LINES
        );
        return Err(Error::invalid("toDate", message));
    }
    Ok(lines)
}

/// Two rows per line, the debited account first.
fn csv(lines: &[JournalLine], codes: &Codes) -> Result<Vec<u8>> {
    let row = |line: &JournalLine, account: BookAccount, debit: Decimal, credit: Decimal| {
        let amount = |amount: Decimal| {
            if amount.is_zero() {
                String::new()
            } else {
                amount.normalize().to_string()
            }
        };
        [
            line.entry.to_string(),
            line.day.to_string(),
            line.movement.to_string(),
            line.reference.clone().unwrap_or_default(),
            line.customer.map(|id| id.to_string()).unwrap_or_default(),
            code(codes, account).to_owned(),
            account.to_string(),
            amount(debit),
            amount(credit),
        ]
    };
    let both = |line: &JournalLine| {
        [
            row(line, line.debit, line.amount, Decimal::ZERO),
            row(line, line.credit, Decimal::ZERO, line.amount),
        ]
    };
    rows::write(&HEADINGS, lines.iter().flat_map(both))
}

/// Sums each account by day, debits positive.
fn daily_totals(lines: &[JournalLine]) -> BTreeMap<NaiveDate, Vec<(BookAccount, Decimal)>> {
    let mut days: BTreeMap<NaiveDate, Vec<(BookAccount, Decimal)>> = BTreeMap::new();
    for line in lines {
        let sums = days.entry(line.day).or_insert_with(|| {
            BookAccount::ALL
                .iter()
                .map(|it| (*it, Decimal::ZERO))
                .collect()
        });
        for (account, sum) in sums.iter_mut() {
            if *account == line.debit {
                *sum += line.amount;
            }
            if *account == line.credit {
                *sum -= line.amount;
            }
        }
    }
    for sums in days.values_mut() {
        sums.retain(|(_, sum)| !sum.is_zero());
    }
    days.retain(|_, sums| !sums.is_empty());
    days
}

fn xero(lines: &[JournalLine], codes: &Codes, rate: &str) -> Result<Vec<u8>> {
    let mut all = Vec::new();
    for (day, sums) in daily_totals(lines) {
        for (account, sum) in sums {
            all.push([
                format!("Waybill {day}"),
                day.format("%d/%m/%Y").to_string(),
                account.to_string(),
                code(codes, account).to_owned(),
                rate.to_owned(),
                sum.normalize().to_string(),
            ]);
        }
    }
    if all.len() > MAX_XERO_LINES {
        let message = message!(
            "must be earlier: Xero accepts at most {max} lines per file",
            max = MAX_XERO_LINES
        );
        return Err(Error::invalid("toDate", message));
    }
    rows::write(&XERO, all)
}

/// Cells need no escapes: codes have no tabs.
fn myob(lines: &[JournalLine], codes: &Codes) -> String {
    let mut file = MYOB.to_owned();
    for (day, sums) in daily_totals(lines) {
        let number = format!(
            "W{:02}{:02}{:02}",
            day.year().rem_euclid(100),
            day.month(),
            day.day()
        );
        for (account, sum) in sums {
            let amount = sum.abs().normalize();
            let (debit, credit) = match sum > Decimal::ZERO {
                true => (amount.to_string(), String::new()),
                false => (String::new(), amount.to_string()),
            };
            let (day, code) = (day.format("%d/%m/%Y"), code(codes, account));
            file.push_str(&format!(
                "{number}\t{day}\tWaybill {account}\t{code}\t{debit}\t{credit}\r\n"
            ));
        }
        file.push_str("\r\n");
    }
    file
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::LedgerMovement;

    fn journal_lines(day: &str, pairs: Vec<crate::rules::Pair>) -> Vec<JournalLine> {
        let line = |pair: crate::rules::Pair| JournalLine {
            entry: 7,
            day: day.parse().unwrap(),
            movement: LedgerMovement::InvoicePosted,
            reference: Some("=INV1".to_owned()),
            customer: Some(3),
            debit: pair.debit,
            credit: pair.credit,
            amount: pair.amount,
        };
        pairs.into_iter().map(line).collect()
    }

    fn codes() -> Vec<(BookAccount, String)> {
        BookAccount::ALL
            .iter()
            .map(|account| (*account, crate::rules::code(*account).to_owned()))
            .collect()
    }

    fn posted(day: &str) -> Vec<JournalLine> {
        journal_lines(
            day,
            crate::rules::posted(Decimal::from(100), Decimal::from(10)),
        )
    }

    #[test]
    fn a_journal_has_a_debit_and_a_credit_for_each_line() {
        let file = String::from_utf8(csv(&posted("2026-03-01"), &codes()).unwrap()).unwrap();
        let rows: Vec<&str> = file.lines().collect();
        assert_eq!(rows.len(), 5);
        assert_eq!(
            rows[1],
            "7,2026-03-01,InvoicePosted,'=INV1,3,11200,Receivable,100,"
        );
        assert_eq!(
            rows[2],
            "7,2026-03-01,InvoicePosted,'=INV1,3,41000,Revenue,,100"
        );
    }

    #[test]
    fn xero_and_myob_have_a_balanced_journal_a_day() {
        let mut lines = posted("2026-03-01");
        lines.extend(journal_lines(
            "2026-03-02",
            crate::rules::received(Decimal::from(110)),
        ));
        let file = String::from_utf8(xero(&lines, &codes(), NO_TAX).unwrap()).unwrap();
        let rows: Vec<&str> = file.lines().collect();
        assert_eq!(
            rows[1],
            "Waybill 2026-03-01,01/03/2026,Receivable,11200,BAS Excluded,110"
        );
        assert_eq!(rows.len(), 6);
        let sum: Decimal = rows[1..]
            .iter()
            .map(|row| row.rsplit(',').next().unwrap().parse::<Decimal>().unwrap())
            .sum();
        assert!(sum.is_zero(), "{file}");
        let file = myob(&lines, &codes());
        assert!(
            file.contains("W260301\t01/03/2026\tWaybill Revenue\t41000\t\t100\r\n\r\nW260302"),
            "{file}"
        );
    }

    #[test]
    fn xero_gets_no_more_lines_than_it_takes() {
        let day = |at: u64| (NaiveDate::default() + chrono::Days::new(at)).to_string();
        let lines: Vec<JournalLine> = (0..101).flat_map(|at| posted(&day(at))).collect();
        assert!(xero(&lines, &codes(), NO_TAX).is_err());
    }
}
