//! SWIFT MT940 and MT942: fields 25 (account), 60 (opening), 61 (movement), 86 (details), 62
//! (closing).

pub mod details;
pub mod fields;
pub mod movement;
#[cfg(test)]
mod tests;

use data::message;
use rust_decimal::Decimal;

use crate::bank_statements::file::{BankEntry, BankFile, text};
use crate::bank_statements::mt940::fields::Field;

pub fn is_mt940(content: &str) -> bool {
    let starts = |tag: &str| {
        content
            .lines()
            .any(|line| crate::bank_statements::mt940::fields::without_block(line).starts_with(tag))
    };
    let is_statement = starts(":20:") && (starts(":25") || starts(":60") || starts(":61:"));
    is_statement || (starts(":61:") && starts(":86:"))
}

/// Rejects unreadable lines individually, and a statement that contradicts its closing balance
/// entirely.
pub fn read(content: &str) -> BankFile {
    let mut reader = Reader::default();
    let fields = crate::bank_statements::mt940::fields::fields(content);
    for field in &fields {
        reader.take(field);
        if reader.file.is_full() {
            return reader.file;
        }
    }
    reader.end(!content.ends_with('\n'));
    reader.file
}

struct Balance {
    amount: Decimal,
    currency: Option<String>,
}

/// Entries from `first` on belong to the current statement.
#[derive(Default)]
struct Reader {
    file: BankFile,
    account: Option<String>,
    currency: Option<String>,
    opening: Option<Decimal>,
    sum: Decimal,
    first: usize,
    has_gaps: bool,
    /// Line of the last movement.
    last_line: usize,
    /// Set when a field 86 belongs to the last entry.
    is_detailed: bool,
}

impl Reader {
    fn take(&mut self, field: &Field) {
        let is_movement = std::mem::take(&mut self.is_detailed);
        match field.tag.as_str() {
            "20" => {
                self.end(false);
                (self.account, self.currency) = (None, None);
            }
            "25" | "25P" => self.account = field.value.lines().next().and_then(text),
            "60F" | "60M" => {
                self.end(false);
                match balance(&field.value) {
                    Some(balance) => {
                        self.opening = Some(balance.amount);
                        self.currency = balance.currency.or_else(|| self.currency.take());
                    }
                    None => self.reject(
                        field.line,
                        message!(
                            "must be a balance as in {example}",
                            example = "C260131EUR1000,00"
                        ),
                    ),
                }
            }
            // The floor limit of an MT942, which has no balances.
            "34F" if self.currency.is_none() => {
                self.currency = field.value.get(..3).map(str::to_owned)
            }
            "61" => self.movement(field),
            "86" | "NS" if is_movement => {
                if let Some(entry) = self.file.entries.last_mut() {
                    crate::bank_statements::mt940::details::describe(entry, &field.value);
                }
            }
            "62F" | "62M" => self.close(field),
            _ => {}
        }
    }

    fn movement(&mut self, field: &Field) {
        self.last_line = field.line;
        match crate::bank_statements::mt940::movement::parse(&field.value) {
            Ok(entry) => {
                self.sum += entry.amount;
                if !entry.amount.is_zero() {
                    let (account, currency) = (self.account.clone(), self.currency.clone());
                    self.file.entries.push(BankEntry {
                        account,
                        currency,
                        ..entry
                    });
                    self.is_detailed = true;
                }
            }
            Err(reason) => self.reject(field.line, reason),
        }
    }

    fn reject(&mut self, line: usize, reason: data::Message) {
        self.has_gaps = true;
        self.file.reject(line, reason);
    }

    fn close(&mut self, field: &Field) {
        let Some(closing) = balance(&field.value) else {
            self.reject(
                field.line,
                message!(
                    "must be a balance as in {example}",
                    example = "C260131EUR1000,00"
                ),
            );
            self.reset();
            return;
        };
        if let Some(opening) = self.opening.filter(|_| !self.has_gaps) {
            let sum = opening.saturating_add(self.sum);
            if sum != closing.amount {
                self.file.entries.truncate(self.first);
                self.file
                    .reject(field.line, unbalanced(sum, closing.amount));
            }
        }
        self.reset();
    }

    /// Ends a statement, still open if it has no closing balance. `is_cut`: the last line has no
    /// end.
    fn end(&mut self, is_cut: bool) {
        if self.opening.is_some() && self.last_line > 0 {
            if is_cut && self.file.entries.len() > self.first {
                self.file.entries.pop();
            }
            self.file.reject(
                self.last_line,
                message!(
                    "is the last of a statement without a closing balance: lines may be missing"
                ),
            );
        }
        self.reset();
    }

    fn reset(&mut self) {
        (self.opening, self.sum, self.has_gaps, self.last_line) = (None, Decimal::ZERO, false, 0);
        self.first = self.file.entries.len();
    }
}

pub fn unbalanced(sum: Decimal, closing: Decimal) -> data::Message {
    message!(
        "states the closing balance {closing}, but the movements of the statement add up to {sum}: none was imported",
        closing = money_text(closing),
        sum = money_text(sum)
    )
}

fn money_text(amount: Decimal) -> String {
    let amount = amount.normalize();
    if amount.scale() < 2 {
        format!("{amount:.2}")
    } else {
        amount.to_string()
    }
}

/// Parses a balance such as `C260301EUR1000,00`.
fn balance(value: &str) -> Option<Balance> {
    let value = value.lines().next()?.trim();
    let (rest, is_negative) = match value.strip_prefix('C') {
        Some(rest) => (rest, false),
        None => (value.strip_prefix('D')?, true),
    };
    let (_day, rest) = rest.trim_start().split_at_checked(6)?;
    let is_code = |code: &&str| code.bytes().all(|letter| letter.is_ascii_uppercase());
    let currency = rest.get(..3).filter(is_code);
    let amount = crate::bank_statements::mt940::movement::amount(
        rest[currency.map_or(0, str::len)..].trim(),
    )?;
    Some(Balance {
        amount: if is_negative { -amount } else { amount },
        currency: currency.map(str::to_owned),
    })
}
