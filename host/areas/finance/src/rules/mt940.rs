//! Bank statements in SWIFT's MT940: fields 25 (account), 60F (currency), 61 (movement) and 86 (what it is for).

use chrono::NaiveDate;
use freight::money;
use kernel::{Error, FieldError, Result, message};
use rust_decimal::Decimal;

use super::{
    bank_file::{BankEntry, long_text, text},
    check::is_near,
};

/// Whether a file is one.
pub fn is_mt940(content: &str) -> bool {
    let start = content.trim_start_matches('\u{feff}').trim_start();
    (start.starts_with(":20:") || start.starts_with("{1:") || start.starts_with(":940:")) && content.contains(":61:")
}

/// The movements of a file. With one that cannot be read nothing is taken.
pub fn read(content: &str) -> Result<Vec<BankEntry>> {
    let (mut account, mut currency) = (None, None);
    let mut entries: Vec<BankEntry> = Vec::new();
    let mut errors = Vec::new();
    // A text of 86 that follows no movement is about the whole statement.
    let mut is_moving = false;
    let mut count = 0_usize;
    for (tag, value) in fields(content) {
        match tag {
            "20" => (account, currency, is_moving) = (None, None, false),
            "25" => account = text(&value),
            "60F" | "60M" => currency = value.get(7..10).map(str::to_owned),
            "61" => {
                count += 1;
                is_moving = false;
                match movement(&value) {
                    Some(entry) if entry.amount.is_zero() => {}
                    Some(entry) => {
                        entries.push(BankEntry { account: account.clone(), currency: currency.clone(), ..entry });
                        is_moving = true;
                    }
                    None => {
                        let says = message!("is no movement as MT940 has it");
                        errors.push(FieldError::new(format!("line[{count}]"), says));
                    }
                }
            }
            "86" if is_moving => {
                if let Some(entry) = entries.last_mut() {
                    tell(entry, &value);
                }
                is_moving = false;
            }
            _ => is_moving = false,
        }
    }
    errors.truncate(100);
    if errors.is_empty() { Ok(entries) } else { Err(Error::Invalid(errors)) }
}

/// The fields in their order, with the lines that go on.
fn fields(content: &str) -> Vec<(&str, String)> {
    let mut fields: Vec<(&str, String)> = Vec::new();
    for line in content.lines() {
        let line = line.trim_end();
        let tag = line.strip_prefix(':').and_then(|rest| rest.split_once(':'));
        let is_tag = |tag: &str| {
            (2..=3).contains(&tag.len()) && tag.chars().take(2).all(|c| c.is_ascii_digit()) && tag.is_ascii()
        };
        match tag.filter(|(tag, _)| is_tag(tag)) {
            Some((tag, value)) => fields.push((tag, value.to_owned())),
            None if line == "-" || line.starts_with("-}") || line.starts_with('{') => {}
            None => {
                if let Some((_, value)) = fields.last_mut() {
                    value.push('\n');
                    value.push_str(line);
                }
            }
        }
    }
    fields
}

/// `2603020302C110,00NTRFINV-000001//B26`: day, day of entry, sign, amount, kind, reference.
fn movement(value: &str) -> Option<BankEntry> {
    let first = value.lines().next()?;
    let day = NaiveDate::parse_from_str(first.get(..6)?, "%y%m%d").ok().filter(|day| is_near(*day))?;
    let mut rest = first.get(6..)?;
    if rest.get(..4).is_some_and(|entry| entry.bytes().all(|byte| byte.is_ascii_digit())) {
        rest = &rest[4..];
    }
    // What takes back a credit went out, and what takes back a debit came in.
    let signs = [("RC", false), ("RD", true), ("C", true), ("D", false)];
    let (mut rest, came_in) = signs.iter().find_map(|(sign, came)| Some((rest.strip_prefix(sign)?, *came)))?;
    if rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
        rest = &rest[1..];
    }
    let end = rest.find(|c: char| !c.is_ascii_digit() && c != ',').unwrap_or(rest.len());
    let (number, rest) = rest.split_at(end);
    let amount: Decimal = number.replace(',', ".").trim_end_matches('.').parse().ok()?;
    money::check(amount, "").ok()?;
    let mut entry = BankEntry::new(day, if came_in { amount } else { -amount });
    let reference = rest.get(4..).unwrap_or_default().split("//").next().unwrap_or_default();
    entry.reference = text(reference).filter(|reference| reference != "NONREF");
    Some(entry)
}

/// What the movement is for: as the German banks' subfields, by the words of SEPA, or as plain text.
fn tell(entry: &mut BankEntry, value: &str) {
    let joined = value.replace('\n', "");
    let subfields: Vec<(&str, &str)> =
        joined.split('?').skip(1).filter_map(|part| Some((part.get(..2)?, part.get(2..)?))).collect();
    let is_structured = joined.bytes().take(3).all(|byte| byte.is_ascii_digit()) && !subfields.is_empty();
    if is_structured {
        let of = |wanted: &dyn Fn(&str) -> bool| -> String {
            subfields.iter().filter(|(code, _)| wanted(code)).map(|(_, said)| *said).collect()
        };
        entry.description = long_text(&of(&|code| ("20"..="29").contains(&code) || ("60"..="63").contains(&code)));
        entry.payer = text(&of(&|code| code == "32" || code == "33"));
        entry.payer_account = text(&of(&|code| code == "31"));
        return;
    }
    entry.payer = word(&joined, "NAME").and_then(text);
    entry.payer_account = word(&joined, "IBAN").and_then(text);
    entry.description = match word(&joined, "REMI") {
        Some(said) => long_text(said),
        None => long_text(value),
    };
}

/// What stands behind `/NAME/` up to the next word between slashes.
fn word<'v>(value: &'v str, name: &str) -> Option<&'v str> {
    const WORDS: [&str; 10] = ["NAME", "IBAN", "REMI", "EREF", "BIC", "TRTP", "CSID", "MARF", "CNTP", "ORDP"];
    let (_, rest) = value.split_once(&format!("/{name}/"))?;
    let end = WORDS.iter().filter_map(|word| rest.find(&format!("/{word}/"))).min().unwrap_or(rest.len());
    Some(&rest[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = ":20:STARTUMS\r\n:25:10020030/1234567\r\n:28C:1/1\r\n:60F:C260301EUR1000,00\r\n\
        :61:2603020302CR110,00NTRFINV-000001//B26\r\n:86:166?00GUTSCHRIFT?20Rechnung INV?21-000001?31DE02100?32Bluegum\r\n?33 Wines\r\n\
        :61:260303D20,5NCHGNONREF\r\n:86:Account fee\r\n\
        :61:2603040304RC5,NTRFNONREF\r\n:86:/TRTP/SEPA/NAME/Wattle Works/REMI/Thank you/IBAN/NL91\r\n\
        :62F:C260304EUR1084,50\r\n:86:Nothing more\r\n-\r\n";

    #[test]
    fn movements_are_read_with_what_they_are_for() {
        assert!(is_mt940(FILE));
        let entries = read(FILE).unwrap();
        let amounts: Vec<String> = entries.iter().map(|entry| entry.amount.normalize().to_string()).collect();
        assert_eq!(amounts, ["110", "-20.5", "-5"]);
        let first = &entries[0];
        assert_eq!(first.reference.as_deref(), Some("INV-000001"));
        assert_eq!(first.description.as_deref(), Some("Rechnung INV-000001"));
        assert_eq!((first.payer.as_deref(), first.payer_account.as_deref()), (Some("Bluegum Wines"), Some("DE02100")));
        assert_eq!((first.account.as_deref(), first.currency.as_deref()), (Some("10020030/1234567"), Some("EUR")));
        assert_eq!((entries[1].reference.as_deref(), entries[1].description.as_deref()), (None, Some("Account fee")));
        assert_eq!(entries[2].payer.as_deref(), Some("Wattle Works"));
        assert_eq!(
            (entries[2].description.as_deref(), entries[2].payer_account.as_deref()),
            (Some("Thank you"), Some("NL91"))
        );
    }

    #[test]
    fn a_movement_that_cannot_be_read_is_told() {
        let Err(Error::Invalid(errors)) = read(":20:A\n:61:2603X2C1,0NTRF\n:61:260302C1,0NTRF\n:61:260302C,NTRF\n")
        else {
            panic!()
        };
        let members: Vec<&str> = errors.iter().map(|error| error.member.as_str()).collect();
        assert_eq!(members, ["line[1]", "line[3]"]);
        assert!(!is_mt940("date,amount\n2026-03-02,1\n"));
    }
}
