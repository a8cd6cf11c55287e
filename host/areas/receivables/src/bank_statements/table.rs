//! Bank tables (CSV and workbooks), parsed with a template.

use bytes::Bytes;
use carriage::{
    money,
    written::{self, DayOrder, DecimalSign},
};
use chrono::NaiveDate;
use data::{Error, Result, message};
use rust_decimal::Decimal;
use web::rows::{Cells, Content, Table};

use crate::bank_statements::file::{
    BankEntry, BankFile, RejectedLine, bank_day, field_error, long_text, reference, text,
};
use crate::bank_statements::model::{BankField, BankTemplate};
use ledger::input_rules::is_near;

/// Maximum lines above the headings: account and period.
const MAX_PREAMBLE: usize = 50;

/// Rejects unreadable lines individually. If one shows that the template does not fit, the whole
/// table is rejected: other lines would be misread.
pub fn read(content: impl Into<Content>, template: &BankTemplate) -> Result<BankFile> {
    let content = content.into();
    let (bytes, skipped) = without_preamble(content.bytes().clone(), template);
    let mut table = Table::open(
        content.with_bytes(bytes),
        &[template.heading(BankField::Date)],
    )?;
    if table.column(template.heading(BankField::Credit)).is_none() {
        table.require_columns(&[template.heading(BankField::Amount)])?;
    }
    // A missing mapped column would otherwise go unnoticed.
    let mapped: Vec<&str> = template
        .columns
        .iter()
        .map(|column| column.heading.as_str())
        .collect();
    table.require_columns(&mapped)?;
    let columns: Vec<(BankField, Option<usize>)> = BankField::ALL
        .iter()
        .map(|field| (*field, table.column(template.heading(*field))))
        .collect();
    let (mut file, mut misread) = (BankFile::default(), Vec::new());
    while let Some((index, row)) = table.next_line() {
        let line = index + skipped;
        match row {
            Ok(cells) => {
                let row = Row {
                    cells,
                    template,
                    columns: &columns,
                    line,
                };
                row.read(&mut file, &mut misread);
            }
            Err(reason) => file.reject(line, reason),
        }
        if file.is_full() || misread.len() >= MAX_MISREAD {
            break;
        }
    }
    if let Some(error) = table.take_error() {
        return Err(error);
    }
    if misread.is_empty() {
        Ok(file)
    } else {
        Err(Error::Invalid(
            misread.into_iter().map(field_error).collect(),
        ))
    }
}

const MAX_MISREAD: usize = 100;

/// Returns the number of stripped lines.
fn without_preamble(content: Bytes, template: &BankTemplate) -> (Bytes, usize) {
    let Ok(text) = std::str::from_utf8(&content) else {
        return (content, 0);
    };
    let plain = |text: &str| {
        text.chars()
            .filter(|c| c.is_alphanumeric())
            .collect::<String>()
            .to_lowercase()
    };
    let date = plain(template.heading(BankField::Date));
    let amounts =
        [BankField::Amount, BankField::Credit].map(|field| plain(template.heading(field)));
    let is_heading = |line: &str| {
        let cells: Vec<String> = line.split([',', ';', '\t']).map(plain).collect();
        cells.contains(&date) && amounts.iter().any(|amount| cells.contains(amount))
    };
    let mut start = 0;
    for (at, line) in text.split_inclusive('\n').take(MAX_PREAMBLE).enumerate() {
        if is_heading(line) {
            return if at == 0 {
                (content, 0)
            } else {
                (content.slice(start..), at)
            };
        }
        start += line.len();
    }
    (content, 0)
}

struct Row<'t> {
    cells: Cells<'t>,
    template: &'t BankTemplate,
    columns: &'t [(BankField, Option<usize>)],
    line: usize,
}

impl Row<'_> {
    fn cell(&self, field: BankField) -> &str {
        let column = self
            .columns
            .iter()
            .find(|(known, _)| *known == field)
            .and_then(|(_, at)| *at);
        self.cells.get(column).trim()
    }

    fn read(&self, file: &mut BankFile, misread: &mut Vec<RejectedLine>) {
        let amounts = [BankField::Amount, BankField::Credit, BankField::Debit]
            .map(|field| self.amount(field));
        let day = self.day();
        let rejected: Vec<Rejection> = amounts
            .iter()
            .filter_map(|read| read.clone().err())
            .chain(day.clone().err())
            .collect();
        for rejection in rejected {
            misread.extend(rejection.contradicts.then(|| rejection.line.clone()));
            file.reject_field(
                rejection.line.line,
                rejection.line.field,
                rejection.line.reason,
            );
        }
        let ([Ok(whole), Ok(came_in), Ok(went_out)], Ok(day)) = (amounts, day) else {
            return;
        };
        // Some banks write outgoing amounts with a minus sign, others without. A negative credit
        // reverses an earlier one, such as a dishonoured cheque.
        let sum = whole
            .unwrap_or_else(|| came_in.unwrap_or_default() - went_out.unwrap_or_default().abs());
        if sum.is_zero() {
            return;
        }
        file.entries.push(BankEntry {
            currency: text(self.cell(BankField::Currency)).map(|code| code.to_ascii_uppercase()),
            payer: text(self.cell(BankField::Payer)),
            payer_account: text(self.cell(BankField::PayerAccount)),
            reference: text(self.cell(BankField::Reference)),
            bank_reference: reference(self.cell(BankField::BankReference)),
            description: long_text(self.cell(BankField::Description)),
            ..BankEntry::new(day, sum)
        });
    }

    fn amount(&self, field: BankField) -> Result<Option<Decimal>, Rejection> {
        let cell = self.cell(field);
        let number = |sign| bank_amount(cell, sign).filter(|sum| money::check(*sum, "").is_ok());
        match (
            number(self.template.decimal_sign),
            self.template.decimal_sign,
        ) {
            (None, _) if cell.is_empty() => Ok(None),
            (Some(sum), _) => Ok(Some(sum)),
            (None, sign) => {
                let other = match sign {
                    DecimalSign::Point => number(DecimalSign::Comma),
                    DecimalSign::Comma => number(DecimalSign::Point),
                    DecimalSign::Either | DecimalSign::Unknown => None,
                };
                let reason = message!("must be a number; the template sets the decimal separator");
                Err(self.reject(field, reason, other.is_some()))
            }
        }
    }

    fn day(&self) -> Result<NaiveDate, Rejection> {
        let cell = self.cell(BankField::Date);
        let order = self.template.day_order;
        let read = |order| day(cell, order).filter(|day| is_near(*day));
        let other = if order == DayOrder::MonthFirst {
            DayOrder::DayFirst
        } else {
            DayOrder::MonthFirst
        };
        read(order).ok_or_else(|| match read(other) {
            Some(_) => {
                let reason = message!(
                    "is a day only with day and month the other way round: correct the template's order of days"
                );
                self.reject(BankField::Date, reason, true)
            }
            None => self.reject(BankField::Date, message!("must be a day, as in 2026-01-31 or 31/01/2026"), false),
        })
    }

    fn reject(&self, field: BankField, reason: data::Message, contradicts: bool) -> Rejection {
        Rejection {
            line: RejectedLine {
                line: self.line,
                field: Some(field),
                reason,
            },
            contradicts,
        }
    }
}

/// `contradicts`: another template could read the cell.
#[derive(Debug, Clone)]
struct Rejection {
    line: RejectedLine,
    contradicts: bool,
}

/// Parses `12.50 CR` as incoming and `12.50 DR` as outgoing. Carriers use CR for a reduction.
fn bank_amount(cell: &str, sign: DecimalSign) -> Option<Decimal> {
    // A mark is a whole word: IDR and XDR are currencies.
    let is_letter = |c: char| c.is_ascii_alphabetic();
    let last = cell.split_at(cell.trim_end_matches(is_letter).len());
    let first = cell.split_at(cell.len() - cell.trim_start_matches(is_letter).len());
    for (number, mark) in [last, (first.1, first.0)] {
        match mark.to_ascii_uppercase().as_str() {
            "CR" => return Some(written::amount(number, sign)?.abs()),
            "DR" => return Some(-written::amount(number, sign)?.abs()),
            _ => {}
        }
    }
    written::amount(cell, sign)
}

/// Accepts two-digit years, names of months, and the last of 30 days.
fn day(cell: &str, order: DayOrder) -> Option<NaiveDate> {
    if let Some(day) = written::day(cell, order) {
        return Some(day);
    }
    let cell = cell.trim();
    let numbers: Vec<&str> = cell
        .split([' ', 'T'])
        .next()?
        .split(['/', '.', '-'])
        .collect();
    if let [first, second, third] = numbers[..] {
        let is_number = |text: &str| {
            (1..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
        };
        if [first, second, third].into_iter().all(is_number) {
            let (year, month, day) = match (first.len(), order) {
                (4, _) => (first, second, third),
                (_, DayOrder::MonthFirst) => (third, first, second),
                _ => (third, second, first),
            };
            let century = match year.len() {
                2 => 2000,
                4 => 0,
                _ => return None,
            };
            return bank_day(
                century + year.parse::<i32>().ok()?,
                month.parse().ok()?,
                day.parse().ok()?,
            );
        }
    }
    let forms = [
        "%d %b %Y",
        "%d-%b-%Y",
        "%d %b %y",
        "%d-%b-%y",
        "%b %d, %Y",
        "%d %B %Y",
        "%B %d, %Y",
    ];
    forms.into_iter().find_map(|form| {
        NaiveDate::parse_from_str(cell, form)
            .ok()
            .filter(|day| is_near(*day))
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::bank_statements::model::BankColumn;

    fn amounts(file: &BankFile) -> Vec<String> {
        file.entries
            .iter()
            .map(|entry| entry.amount.normalize().to_string())
            .collect()
    }

    fn german() -> BankTemplate {
        let column = |field, heading: &str| BankColumn {
            field,
            heading: heading.to_owned(),
        };
        let columns = vec![
            column(BankField::Date, "Buchungstag"),
            column(BankField::Amount, "Betrag"),
            column(BankField::BankReference, "Beleg-Nr."),
        ];
        BankTemplate {
            columns,
            decimal_sign: DecimalSign::Comma,
            ..BankTemplate::default()
        }
    }

    #[test]
    fn a_table_is_read_by_its_template() {
        let content = "Konto;123\nZeitraum;März\n\nBuchungstag;Betrag;Payer;Beleg-Nr.\n02.03.2026;1.110,50;Bluegum;B1\n\
                       03.03.26;-20,00;;B2\n30.02.2026;7,00;;NONREF\n03.03.2026;0,00;;B3\n";
        let file = read(content.to_owned(), &german()).unwrap();
        assert_eq!(
            (amounts(&file), file.rejected_count),
            (["1110.5", "-20", "7"].map(str::to_owned).to_vec(), 0)
        );
        assert_eq!(
            (
                file.entries[0].payer.as_deref(),
                file.entries[0].bank_reference.as_deref()
            ),
            (Some("Bluegum"), Some("B1"))
        );
        let days: Vec<String> = file
            .entries
            .iter()
            .map(|entry| entry.day.to_string())
            .collect();
        assert_eq!(days, ["2026-03-02", "2026-03-03", "2026-02-28"]);
        assert_eq!(file.entries[2].bank_reference, None);
    }

    #[test]
    fn credit_and_debit_have_columns_of_their_own() {
        let content = "date,credit,debit\n2026-03-02,110.00,\n2 Mar 2026,,-5.00\nMar 2 2026,1,\n02-Mar-26,,5.00\n";
        let file = read(content.to_owned(), &BankTemplate::default()).unwrap();
        assert_eq!(amounts(&file), ["110", "-5", "-5"]);
        assert_eq!((file.rejected_count, file.rejected[0].line), (1, 3));
    }

    #[test]
    fn marks_of_banks_give_the_direction() {
        for (cell, amount) in [
            ("110.00 CR", "110"),
            ("110.00Cr", "110"),
            ("20.00 DR", "-20"),
            ("-20.00 DR", "-20"),
            ("DR 20.00", "-20"),
            ("AUD 20.00 dr", "-20"),
            ("20.00 IDR", "20"),
            ("XDR 20.00", "20"),
            ("20.00 CRC", "20"),
            ("20.00-", "-20"),
            ("(20.00)", "-20"),
        ] {
            let content = format!("date,amount\n2026-03-02,{cell}\n");
            let file = read(content, &BankTemplate::default()).unwrap();
            assert_eq!(amounts(&file), [amount], "{cell}");
        }
        let file = read(
            "date,amount\n2026-03-02,DR\n2026-03-02,é20 DR\n2026-03-02,5 é\n".to_owned(),
            &BankTemplate::default(),
        )
        .unwrap();
        assert_eq!((file.entries.len(), file.rejected_count), (0, 3));
    }

    #[test]
    fn a_credit_below_zero_is_outgoing() {
        let content = "date,credit,debit\n2026-03-02,-5,\n2026-03-02,5 DR,\n2026-03-02,7,2\n";
        let file = read(content.to_owned(), &BankTemplate::default()).unwrap();
        assert_eq!(amounts(&file), ["-5", "-5", "5"]);
    }

    #[test]
    fn a_line_that_cannot_be_read_leaves_the_others() {
        let file = read(
            "date,amount\nsoon,1\n2026-03-02,x1y2z\n2026-03-02,5\n".to_owned(),
            &BankTemplate::default(),
        )
        .unwrap();
        let places: Vec<(usize, Option<BankField>)> = file
            .rejected
            .iter()
            .map(|rejected| (rejected.line, rejected.field))
            .collect();
        assert_eq!(
            places,
            [(1, Some(BankField::Date)), (2, Some(BankField::Amount))]
        );
        assert_eq!(amounts(&file), ["5"]);
        assert!(read("amount\n1\n".to_owned(), &BankTemplate::default()).is_err());
        let mapped = read("Buchungstag;Betrag\n02.03.2026;1\n".to_owned(), &german());
        assert!(mapped.is_err(), "a mapped column is missing");
    }

    #[test]
    fn a_template_of_another_bank_takes_nothing() {
        let days = "date,amount\n02/03/2026,1\n03/31/2026,1\n";
        let Err(Error::Invalid(errors)) = read(days.to_owned(), &BankTemplate::default()) else {
            panic!()
        };
        assert_eq!(
            (errors.len(), errors[0].member.as_str()),
            (1, "line[2].date")
        );
        let signs = "Buchungstag;Betrag;Beleg-Nr.\n02.03.2026;1.250;1\n02.03.2026;1,250.00;2\n";
        let Err(Error::Invalid(errors)) = read(signs.to_owned(), &german()) else {
            panic!()
        };
        assert_eq!(errors[0].member, "line[2].amount");
    }

    proptest! {
        #[test]
        fn any_table_is_answered(content in "date,amount\n([0-9/,.\"a-z;-]{0,20}\n){0,8}") {
            let _ = read(content, &BankTemplate::default());
        }
    }
}
