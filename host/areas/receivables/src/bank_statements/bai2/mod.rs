//! Bank statements in BAI2, a format of the United States.

pub mod fields;
pub mod records;
#[cfg(test)]
mod tests;

use chrono::NaiveDate;
use data::{Message, message};
use rust_decimal::Decimal;

use crate::bank_statements::file::{BankEntry, BankFile, long_text, reference, text};
use ledger::input_rules::is_near;

const DEFAULT_CURRENCY: &str = "USD";
/// Maximum bytes, with continuations.
const MAX_RECORD: usize = 64 << 10;
const CODES: [&str; 8] = ["01", "02", "03", "16", "49", "88", "98", "99"];

pub fn is_bai2(content: &str) -> bool {
    let content = content.trim_start_matches('\u{feff}').trim_start();
    content.starts_with("01,")
        && ["\n02,", " 02,"]
            .iter()
            .any(|group| content.contains(group))
}

/// Rejects unreadable records individually, and an account, group or file that contradicts its
/// control total entirely.
pub fn read(content: &str) -> BankFile {
    let mut reader = Reader::default();
    let mut records = records(content.trim_start_matches('\u{feff}'), &mut reader.file);
    // A last line without an end may be cut off within an amount.
    if !content.ends_with('\n') && records.last().is_some_and(|last| last.code != "99") {
        records.pop();
    }
    reader.has_strays = reader.file.rejected_count > 0;
    let mut last = 1;
    for record in &records {
        last = record.line;
        if let Err(reason) = reader.take(record) {
            reader.mark_gap();
            reader.file.reject(record.line, reason);
        }
        if reader.file.is_full() || reader.is_foreign {
            return reader.file;
        }
    }
    if !reader.is_done {
        let reason = message!(
            "is the last line: the file is cut off before its end (record {code})",
            code = 99
        );
        reader.file.reject(last, reason);
    }
    reader.file
}

use crate::bank_statements::bai2::{
    fields::{amount, count, currency, funds, minor, sum, totals},
    records::{Fields, Record, records},
};

/// Entries from `first` on belong to the current file, group or account. With an unreadable record
/// (`has_gaps`) a control total proves nothing.
#[derive(Default)]
struct Reader {
    file: BankFile,
    group: Option<Group>,
    account: Option<Account>,
    first: usize,
    has_gaps: bool,
    /// Set after lines that are no records and may belong to any account.
    has_strays: bool,
    groups: usize,
    sum: Decimal,
    records: usize,
    is_done: bool,
    is_foreign: bool,
    /// Set after a rejected group or account.
    is_skipping: bool,
}

struct Group {
    day: NaiveDate,
    currency: String,
    accounts: usize,
    sum: Decimal,
    records: usize,
    first: usize,
    has_gaps: bool,
}

struct Account {
    number: Option<String>,
    currency: String,
    sum: Decimal,
    records: usize,
    first: usize,
    has_gaps: bool,
}

impl Reader {
    fn mark_gap(&mut self) {
        self.has_gaps = true;
        if let Some(group) = &mut self.group {
            group.has_gaps = true;
        }
        if let Some(account) = &mut self.account {
            account.has_gaps = true;
        }
    }

    fn take(&mut self, record: &Record<'_>) -> Result<(), Message> {
        if self.is_done && record.code != "01" {
            return Err(message!(
                "comes after the end of the file (record {code})",
                code = 99
            ));
        }
        self.records += record.lines;
        if let Some(group) = &mut self.group {
            group.records += record.lines;
        }
        if let Some(account) = &mut self.account {
            account.records += record.lines;
        }
        let fields = Fields::from_record(record);
        let misplaced = || {
            message!(
                "has a record {code} that is not allowed here",
                code = record.code
            )
        };
        match record.code {
            "01" => {
                let is_first = self.is_done || self.records == record.lines;
                let (file, has_strays) = (std::mem::take(&mut self.file), self.has_strays);
                *self = Self {
                    first: file.entries.len(),
                    records: record.lines,
                    has_strays,
                    file,
                    ..Self::default()
                };
                self.is_foreign = true;
                header(fields)?;
                self.is_foreign = false;
                if is_first { Ok(()) } else { Err(misplaced()) }
            }
            "02" => {
                let is_open = self.account.take().is_some() | self.group.take().is_some();
                self.is_skipping = true;
                self.group = Some(group(fields, record.lines, self.file.entries.len())?);
                self.is_skipping = false;
                if is_open { Err(misplaced()) } else { Ok(()) }
            }
            "03" => {
                let is_open = self.account.take().is_some();
                let Some(group) = &self.group else {
                    return if self.is_skipping {
                        Ok(())
                    } else {
                        Err(misplaced())
                    };
                };
                self.is_skipping = true;
                self.account = Some(account(
                    fields,
                    &group.currency,
                    record.lines,
                    self.file.entries.len(),
                )?);
                self.is_skipping = false;
                if is_open { Err(misplaced()) } else { Ok(()) }
            }
            "16" | "49" | "98" if self.is_skipping => {
                if record.code == "98" {
                    self.group = None;
                    self.is_skipping = false;
                }
                Ok(())
            }
            "16" if self.account.is_some() => self.transaction(fields),
            "49" if self.account.is_some() => self.end_account(fields, record.line),
            "98" if self.group.is_some() => {
                let is_open = self.account.is_some();
                if is_open {
                    self.mark_gap();
                    self.account = None;
                }
                self.end_group(fields, record.line)?;
                if is_open { Err(misplaced()) } else { Ok(()) }
            }
            "99" => {
                let is_open = self.account.take().is_some() | self.group.take().is_some();
                self.has_gaps |= is_open;
                self.end_file(fields, record.line)?;
                if is_open { Err(misplaced()) } else { Ok(()) }
            }
            code if CODES.contains(&code) => Err(misplaced()),
            code => Err(message!(
                "has an unknown BAI2 record code {code}",
                code = code
            )),
        }
    }

    fn transaction(&mut self, mut fields: Fields<'_>) -> Result<(), Message> {
        let (Some(group), Some(account)) = (&self.group, &mut self.account) else {
            return Ok(());
        };
        let kind: u16 = fields
            .next()
            .parse()
            .map_err(|_| message!("must have a type code of three digits"))?;
        let amount = amount(fields.next(), &account.currency)?;
        if amount.is_sign_negative() && !amount.is_zero() {
            return Err(message!(
                "must have an amount of at least 0: its type code gives the direction"
            ));
        }
        funds(&mut fields)?;
        let came_in = match kind {
            100..400 | 920..960 => Some(true),
            400..700 | 960..1000 => Some(false),
            // Totals and loans are no movements.
            700..920 => None,
            _ => {
                return Err(message!(
                    "has an unknown BAI2 type code {code}",
                    code = kind
                ));
            }
        };
        account.sum = account.sum.saturating_add(amount);
        let Some(came_in) = came_in.filter(|_| !amount.is_zero()) else {
            return Ok(());
        };
        let of_bank = reference(fields.next());
        let of_customer = reference(fields.next());
        self.file.entries.push(BankEntry {
            account: account.number.clone(),
            currency: Some(account.currency.clone()),
            reference: of_customer.or_else(|| of_bank.clone()),
            bank_reference: of_bank,
            description: long_text(fields.rest()),
            ..BankEntry::new(group.day, if came_in { amount } else { -amount })
        });
        Ok(())
    }

    fn end_account(&mut self, mut fields: Fields<'_>, line: usize) -> Result<(), Message> {
        let (Some(group), Some(account)) = (&mut self.group, self.account.take()) else {
            return Ok(());
        };
        let stated = sum(fields.next())?;
        let closing_sum = minor(account.sum, &account.currency);
        group.accounts += 1;
        group.sum = group.sum.saturating_add(closing_sum);
        self.check_sum(stated, closing_sum, account.first, account.has_gaps)?;
        self.check_counts(line, None, 0, count(fields.next())?, account.records);
        Ok(())
    }

    fn end_group(&mut self, mut fields: Fields<'_>, line: usize) -> Result<(), Message> {
        let Some(group) = self.group.take() else {
            return Ok(());
        };
        let (stated, accounts, records) = totals(&mut fields)?;
        self.groups += 1;
        self.sum = self.sum.saturating_add(group.sum);
        self.check_sum(stated, group.sum, group.first, group.has_gaps)?;
        self.check_counts(line, accounts, group.accounts, records, group.records);
        Ok(())
    }

    fn end_file(&mut self, mut fields: Fields<'_>, line: usize) -> Result<(), Message> {
        self.is_done = true;
        let (stated, groups, records) = totals(&mut fields)?;
        self.check_sum(stated, self.sum, self.first, self.has_gaps)?;
        self.check_counts(line, groups, self.groups, records, self.records);
        Ok(())
    }

    /// Rejects the entries from `first` on if their sum is not the control total.
    fn check_sum(
        &mut self,
        stated: Option<Decimal>,
        sum: Decimal,
        first: usize,
        has_gaps: bool,
    ) -> Result<(), Message> {
        let Some(stated) = stated.filter(|stated| *stated != sum && !has_gaps && !self.has_strays)
        else {
            return Ok(());
        };
        self.file.entries.truncate(first);
        let (stated, sum) = (stated.normalize().to_string(), sum.normalize().to_string());
        Err(message!(
            "has the control total {stated}, but the records above add up to {sum}: none was imported",
            stated = stated,
            sum = sum
        ))
    }

    /// Rejects wrong counts. If the control total is right, no money is missing.
    fn check_counts(
        &mut self,
        line: usize,
        stated_parts: Option<usize>,
        parts: usize,
        stated: Option<usize>,
        records: usize,
    ) {
        let wrong_parts = stated_parts.filter(|stated| *stated != parts);
        let wrong_records = stated.filter(|stated| *stated != records);
        let reason = match (wrong_parts, wrong_records) {
            _ if self.has_gaps || self.has_strays => return,
            (Some(stated), _) => message!(
                "counts {stated} parts, but above are {count}",
                stated = stated,
                count = parts
            ),
            (None, Some(stated)) => {
                message!(
                    "counts {stated} records, but there are {count}",
                    stated = stated,
                    count = records
                )
            }
            (None, None) => return,
        };
        self.file.reject(line, reason);
    }
}

fn header(mut fields: Fields<'_>) -> Result<(), Message> {
    for _ in 0..7 {
        fields.next();
    }
    if fields.next() == "2" {
        Ok(())
    } else {
        Err(message!("must be of version 2 of BAI"))
    }
}

fn group(mut fields: Fields<'_>, records: usize, first: usize) -> Result<Group, Message> {
    let (_receiver, _originator, status) = (fields.next(), fields.next(), fields.next());
    match status {
        "1" | "3" => {}
        "2" => {
            return Err(message!("reverses another file: ignore its lines manually"));
        }
        "4" => return Err(message!("is a test of the bank, with nothing that moved")),
        _ => return Err(message!("must have a status from 1 to 4")),
    }
    let day = NaiveDate::parse_from_str(fields.next(), "%y%m%d")
        .ok()
        .filter(|day| is_near(*day));
    let day = day.ok_or_else(|| message!("must have a day as in 260131"))?;
    let _time = fields.next();
    let currency = currency(fields.next())?.unwrap_or_else(|| DEFAULT_CURRENCY.to_owned());
    Ok(Group {
        day,
        currency,
        accounts: 0,
        sum: Decimal::ZERO,
        records,
        first,
        has_gaps: false,
    })
}

fn account(
    mut fields: Fields<'_>,
    of_group: &str,
    records: usize,
    first: usize,
) -> Result<Account, Message> {
    let number =
        text(fields.next()).ok_or_else(|| message!("must have the number of the account"))?;
    let currency = currency(fields.next())?.unwrap_or_else(|| of_group.to_owned());
    let mut sum = Decimal::ZERO;
    while fields.has_more() {
        let (_kind, said, _items) = (fields.next(), fields.next(), fields.next());
        sum = sum.saturating_add(amount(said, &currency)?);
        funds(&mut fields)?;
    }
    Ok(Account {
        number: Some(number),
        currency,
        sum,
        records,
        first,
        has_gaps: false,
    })
}
