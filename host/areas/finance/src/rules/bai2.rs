//! Bank statements in BAI2, as banks of the United States send them: records of fields between commas, with the sums and
//! counts that say that nothing is missing.

use chrono::NaiveDate;
use freight::money;
use kernel::{Error, Message, Result, message};
use rust_decimal::Decimal;

use super::{
    bank_file::{BankEntry, MAX_LINES, long_text, text},
    check::is_near,
    xml::wrong,
};

/// What a file's amounts are in where nothing says so.
const DEFAULT_CURRENCY: &str = "USD";
/// A record with what goes on in the lines below it.
const MAX_RECORD: usize = 64 << 10;
/// Amounts that become available on different days.
const MAX_DISTRIBUTIONS: usize = 100;

/// Whether a file is one.
pub fn is_bai2(content: &str) -> bool {
    let content = content.trim_start_matches('\u{feff}').trim_start();
    content.starts_with("01,") && content.lines().skip(1).any(|line| line.starts_with("02,"))
}

/// A record with its continuations.
struct Record<'c> {
    code: &'c str,
    /// Where it begins.
    line: usize,
    /// How many lines it has.
    lines: usize,
    fields: String,
}

/// Where the reader is.
#[derive(Default)]
struct Reader {
    entries: Vec<BankEntry>,
    group: Option<Group>,
    account: Option<Account>,
    /// Of the file so far.
    groups: usize,
    sum: Decimal,
    records: usize,
    is_done: bool,
}

struct Group {
    day: NaiveDate,
    currency: String,
    accounts: usize,
    sum: Decimal,
    records: usize,
}

struct Account {
    number: Option<String>,
    currency: String,
    sum: Decimal,
    records: usize,
}

/// The movements of a file. With one that cannot be read nothing is taken.
pub fn read(content: &str) -> Result<Vec<BankEntry>> {
    let mut reader = Reader::default();
    let mut last = 1;
    for record in records(content.trim_start_matches('\u{feff}'))? {
        last = record.line;
        reader.take(&record).map_err(|says| wrong(record.line, says))?;
        if reader.entries.len() > MAX_LINES {
            return Err(Error::invalid("fileName", message!("must have at most {max} lines", max = MAX_LINES)));
        }
    }
    if !reader.is_done {
        return Err(wrong(
            last,
            message!("is the last line: the file is cut off before its end (record {code})", code = 99),
        ));
    }
    Ok(reader.entries)
}

/// The records in their order. A line 88 goes on with the one before it: with its next fields behind a slash, else with
/// its text.
fn records(content: &str) -> Result<Vec<Record<'_>>> {
    let mut records: Vec<Record<'_>> = Vec::new();
    for (at, line) in content.lines().enumerate().map(|(at, line)| (at + 1, line.trim_end())) {
        if line.is_empty() {
            continue;
        }
        let Some((code, fields)) = line.split_once(',').filter(|(code, _)| code.len() == 2) else {
            return Err(wrong(at, message!("does not begin with the two digits of a BAI2 record and a comma")));
        };
        let rest = fields.strip_suffix('/');
        if code != "88" {
            records.push(Record { code, line: at, lines: 1, fields: fields.to_owned() });
            continue;
        }
        let Some(record) = records.last_mut() else {
            return Err(wrong(at, message!("goes on with a record, but there is none before it")));
        };
        record.lines += 1;
        if record.fields.ends_with('/') {
            record.fields.pop();
            record.fields.push(',');
        } else {
            record.fields.push(' ');
        }
        record.fields.push_str(rest.unwrap_or(fields));
        if rest.is_some() {
            record.fields.push('/');
        }
        if record.fields.len() > MAX_RECORD {
            return Err(wrong(at, message!("goes on with a record of more than {max} characters", max = MAX_RECORD)));
        }
    }
    Ok(records)
}

impl Reader {
    fn take(&mut self, record: &Record<'_>) -> Result<(), Message> {
        if self.is_done {
            return Err(message!("comes after the end of the file (record {code})", code = 99));
        }
        self.records += record.lines;
        if let Some(group) = &mut self.group {
            group.records += record.lines;
        }
        if let Some(account) = &mut self.account {
            account.records += record.lines;
        }
        let all = record.fields.strip_suffix('/').unwrap_or(&record.fields);
        let mut fields = Fields(Some(all));
        match (record.code, self.group.is_some(), self.account.is_some()) {
            ("01", false, false) if self.records == record.lines => header(fields),
            ("02", false, false) => {
                self.group = Some(group(fields, record.lines)?);
                Ok(())
            }
            ("03", true, false) => {
                let currency = self.group.as_ref().map_or(DEFAULT_CURRENCY, |group| &group.currency);
                self.account = Some(account(fields, currency, record.lines)?);
                Ok(())
            }
            ("16", true, true) => self.transaction(fields),
            ("49", true, true) => self.end_account(fields),
            ("98", true, false) => self.end_group(fields),
            ("99", false, false) => {
                let (sum, groups, records) = totals(&mut fields)?;
                self.is_done = true;
                same(sum, self.sum, groups, self.groups, records, self.records)
            }
            ("01" | "02" | "03" | "16" | "49" | "98" | "99", ..) => {
                Err(message!("has a record {code}, which must not stand here", code = record.code))
            }
            (code, ..) => Err(message!("has a record {code}, which BAI2 does not know", code = code)),
        }
    }

    fn transaction(&mut self, mut fields: Fields<'_>) -> Result<(), Message> {
        let (Some(group), Some(account)) = (&self.group, &mut self.account) else { return Ok(()) };
        let kind: u16 = fields.next().parse().map_err(|_| message!("must have a type code of three digits"))?;
        let amount = amount(fields.next(), &account.currency)?;
        if amount.is_sign_negative() && !amount.is_zero() {
            return Err(message!("must have an amount that is not below 0: its type code says which way it went"));
        }
        funds(&mut fields)?;
        account.sum += amount;
        let came_in = match kind {
            100..400 | 920..960 => true,
            400..700 | 960..1000 => false,
            // What is told besides, and movements of loans, which are none of the account's.
            700..920 => return Ok(()),
            _ => return Err(message!("has the type code {code}, which BAI2 does not know", code = kind)),
        };
        let of_bank = text(fields.next());
        let of_customer = text(fields.next());
        if !amount.is_zero() {
            self.entries.push(BankEntry {
                account: account.number.clone(),
                currency: Some(account.currency.clone()),
                reference: of_customer.or(of_bank),
                description: long_text(fields.rest()),
                ..BankEntry::new(group.day, if came_in { amount } else { -amount })
            });
        }
        Ok(())
    }

    fn end_account(&mut self, mut fields: Fields<'_>) -> Result<(), Message> {
        let (Some(group), Some(account)) = (&mut self.group, self.account.take()) else { return Ok(()) };
        let (sum, records) = (sum(fields.next())?, count(fields.next())?);
        let whole = minor(account.sum, &account.currency);
        group.accounts += 1;
        group.sum += whole;
        same(sum, whole, None, 0, records, account.records)
    }

    fn end_group(&mut self, mut fields: Fields<'_>) -> Result<(), Message> {
        let Some(group) = self.group.take() else { return Ok(()) };
        let (sum, accounts, records) = totals(&mut fields)?;
        self.groups += 1;
        self.sum += group.sum;
        same(sum, group.sum, accounts, group.accounts, records, group.records)
    }
}

/// The fields of a record, from the left.
struct Fields<'r>(Option<&'r str>);

impl<'r> Fields<'r> {
    /// Empty behind the last one.
    fn next(&mut self) -> &'r str {
        let Some(all) = self.0 else { return "" };
        let (field, rest) = all.split_once(',').map_or((all, None), |(field, rest)| (field, Some(rest)));
        self.0 = rest;
        field.trim()
    }

    /// What is left, commas and all: a text may have some.
    fn rest(self) -> &'r str {
        self.0.unwrap_or_default()
    }

    const fn has_more(&self) -> bool {
        self.0.is_some()
    }
}

fn header(mut fields: Fields<'_>) -> Result<(), Message> {
    for _ in 0..7 {
        fields.next();
    }
    if fields.next() == "2" { Ok(()) } else { Err(message!("must be of version 2 of BAI")) }
}

fn group(mut fields: Fields<'_>, records: usize) -> Result<Group, Message> {
    let (_receiver, _originator, status) = (fields.next(), fields.next(), fields.next());
    match status {
        "1" | "3" => {}
        "2" => return Err(message!("takes back what another file said: ignore its lines by hand")),
        "4" => return Err(message!("is a test of the bank, with nothing that moved")),
        _ => return Err(message!("must have a status from 1 to 4")),
    }
    let day = NaiveDate::parse_from_str(fields.next(), "%y%m%d").ok().filter(|day| is_near(*day));
    let day = day.ok_or_else(|| message!("must have a day as in 260131"))?;
    let _time = fields.next();
    let currency = currency(fields.next())?.unwrap_or_else(|| DEFAULT_CURRENCY.to_owned());
    Ok(Group { day, currency, accounts: 0, sum: Decimal::ZERO, records })
}

/// The account, and what its balances and totals add to its control total.
fn account(mut fields: Fields<'_>, of_group: &str, records: usize) -> Result<Account, Message> {
    let number = text(fields.next()).ok_or_else(|| message!("must have the number of the account"))?;
    let currency = currency(fields.next())?.unwrap_or_else(|| of_group.to_owned());
    let mut sum = Decimal::ZERO;
    while fields.has_more() {
        let (_kind, said, _items) = (fields.next(), fields.next(), fields.next());
        sum += amount(said, &currency)?;
        funds(&mut fields)?;
    }
    Ok(Account { number: Some(number), currency, sum, records })
}

fn currency(said: &str) -> Result<Option<String>, Message> {
    let is_code = said.len() == 3 && said.bytes().all(|letter| letter.is_ascii_uppercase());
    match said {
        "" => Ok(None),
        code if is_code => Ok(Some(code.to_owned())),
        _ => Err(message!("must have a currency code of three capitals such as AUD")),
    }
}

/// When an amount is available: passed over, since invoices are paid on the day of the booking.
fn funds(fields: &mut Fields<'_>) -> Result<(), Message> {
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
            let parts = fields.next().parse::<usize>().ok().filter(|parts| *parts <= MAX_DISTRIBUTIONS);
            let parts = parts.ok_or_else(|| {
                message!("must say in how many parts it is available, at most {max}", max = MAX_DISTRIBUTIONS)
            })?;
            for _ in 0..parts * 2 {
                fields.next();
            }
        }
        _ => return Err(message!("must have one of the funds types 0, 1, 2, D, S, V and Z")),
    }
    Ok(())
}

/// An amount without its point, in the currency's smallest unit.
fn amount(said: &str, currency: &str) -> Result<Decimal, Message> {
    let amount = sum(said)?.unwrap_or_default();
    let mut amount = amount;
    amount.set_scale(money::minor_units(currency)).map_err(|_| not_a_sum())?;
    money::check(amount, "").map_err(|_| not_a_sum())?;
    Ok(amount)
}

/// Whole units; none where it is left out.
fn sum(said: &str) -> Result<Option<Decimal>, Message> {
    if said.is_empty() {
        return Ok(None);
    }
    let digits = said.strip_prefix(['+', '-']).unwrap_or(said);
    let is_number = !digits.is_empty() && digits.len() <= 20 && digits.bytes().all(|digit| digit.is_ascii_digit());
    said.parse().ok().filter(|_| is_number).map(Some).ok_or_else(not_a_sum)
}

fn not_a_sum() -> Message {
    message!("must have amounts in digits, without a point")
}

fn minor(amount: Decimal, currency: &str) -> Decimal {
    (amount * Decimal::from(10_i64.pow(money::minor_units(currency)))).normalize()
}

fn count(said: &str) -> Result<Option<usize>, Message> {
    if said.is_empty() {
        return Ok(None);
    }
    said.parse().map(Some).map_err(|_| message!("must have counts in digits"))
}

/// A control total, how many there are of what it is of, and how many lines.
type Totals = (Option<Decimal>, Option<usize>, Option<usize>);

fn totals(fields: &mut Fields<'_>) -> Result<Totals, Message> {
    Ok((sum(fields.next())?, count(fields.next())?, count(fields.next())?))
}

/// Refuses what lacks something: a control total, or a count, that is another one than the bank's.
fn same(
    said: Option<Decimal>,
    sum: Decimal,
    said_parts: Option<usize>,
    parts: usize,
    said_records: Option<usize>,
    records: usize,
) -> Result<(), Message> {
    if said.is_some_and(|said| said != sum) {
        let (said, sum) = (said.unwrap_or_default().normalize().to_string(), sum.normalize().to_string());
        return Err(message!("has the control total {said}, but what is above comes to {sum}", said = said, sum = sum));
    }
    if said_parts.is_some_and(|said| said != parts) {
        let said = said_parts.unwrap_or_default();
        return Err(message!("counts {said} parts, but above are {count}", said = said, count = parts));
    }
    if said_records.is_some_and(|said| said != records) {
        let said = said_records.unwrap_or_default();
        return Err(message!("counts {said} records, but there are {count}", said = said, count = records));
    }
    Ok(())
}

#[cfg(test)]
mod tests;
