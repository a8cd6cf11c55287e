//! Records of a BAI2 file.

use data::message;

use crate::bank_statements::bai2::{CODES, MAX_RECORD, fields::funds};
use crate::bank_statements::file::BankFile;

pub struct Record<'c> {
    pub code: &'c str,
    pub line: usize,
    pub lines: usize,
    pub fields: String,
}

/// Rejects lines that are no records. A line 88 continues the record before it: with the next field
/// if that is complete, else with its text.
pub fn records<'c>(content: &'c str, file: &mut BankFile) -> Vec<Record<'c>> {
    let mut records: Vec<Record<'_>> = Vec::new();
    for (at, part) in content
        .lines()
        .zip(1..)
        .flat_map(|(line, at)| parts(line).into_iter().map(move |part| (at, part)))
    {
        let Some((code, fields)) = part.split_once(',').filter(|(code, _)| code.len() == 2) else {
            file.reject(
                at,
                message!("does not begin with the two digits of a BAI2 record and a comma"),
            );
            continue;
        };
        if code != "88" {
            records.push(Record {
                code,
                line: at,
                lines: 1,
                fields: fields.to_owned(),
            });
            continue;
        }
        let Some(record) = records.last_mut() else {
            file.reject(
                at,
                message!("continues a record, but there is none before it"),
            );
            continue;
        };
        record.lines += 1;
        if record.fields.len() + fields.len() > MAX_RECORD {
            file.reject(
                at,
                message!(
                    "contains a record of more than {max} characters",
                    max = MAX_RECORD
                ),
            );
            continue;
        }
        let is_complete = record.fields.ends_with('/');
        if is_complete {
            record.fields.pop();
        }
        record.fields.push(if is_complete || !is_in_text(record) {
            ','
        } else {
            ' '
        });
        record.fields.push_str(fields);
    }
    records
}

/// Splits a line: some banks write several records on one.
fn parts(line: &str) -> Vec<&str> {
    let (mut parts, mut rest) = (Vec::new(), line.trim());
    let starts = |text: &str| {
        CODES.iter().any(|code| {
            text.strip_prefix(code)
                .is_some_and(|rest| rest.starts_with(','))
        })
    };
    'records: while !rest.is_empty() {
        for (at, _) in rest.match_indices("/ ") {
            let next = rest[at + 1..].trim_start();
            if starts(next) {
                parts.push(&rest[..=at]);
                rest = next;
                continue 'records;
            }
        }
        parts.push(rest);
        break;
    }
    parts
}

/// True if the record stops in its text, which needs no final slash.
fn is_in_text(record: &Record<'_>) -> bool {
    if record.code != "16" {
        return false;
    }
    let mut fields = Fields::from_record(record);
    let (_kind, _amount) = (fields.next(), fields.next());
    if funds(&mut fields).is_err() {
        return true;
    }
    let (_bank, _customer) = (fields.next(), fields.next());
    fields.has_more()
}

pub struct Fields<'r>(Option<&'r str>);

impl<'r> Fields<'r> {
    pub fn from_record(record: &'r Record<'_>) -> Self {
        Self(Some(
            record.fields.strip_suffix('/').unwrap_or(&record.fields),
        ))
    }

    pub fn next(&mut self) -> &'r str {
        let Some(all) = self.0 else { return "" };
        let (field, rest) = all
            .split_once(',')
            .map_or((all, None), |(field, rest)| (field, Some(rest)));
        self.0 = rest;
        field.trim()
    }

    pub fn rest(self) -> &'r str {
        self.0.unwrap_or_default()
    }

    pub const fn has_more(&self) -> bool {
        self.0.is_some()
    }
}
