//! Search: a record declares which of its words are searched, and the data layer keeps the index.
//!
//! Each record has one row in `search_docs` with its words, written with the record itself, so that a search sees
//! every change at once and nothing that was undone. A job gathers rows by the thousand into segments: for every two
//! and three characters that follow each other, the ids that have them. What no segment holds yet is looked through
//! directly. A segment says which records may match; the words themselves decide. So a record that changed or went
//! needs no change in its segment.
//!
//! The same tables serve the global search, which forgives slips, and the filters of lists: `contains` and
//! `startswith` on a searched field look up their candidates here, and the exact condition stays.

mod docs;
mod find;
mod hits;
mod narrow;
mod postings;
mod rebuild;
mod segments;
mod words;

pub use hits::{Answer, Found, Hit, Question, SearchedKind, search};
pub use rebuild::{REBUILD, begin, rebuild, rebuild_of};
pub use segments::SEAL;
pub use words::fold;

pub(crate) use docs::{Changes, Doc};

use crate::db::{Binding, Dialect, Entity, Val};

/// Which words of a record are searched; made by `#[derive(Record)]` of the fields that say `searched`.
#[derive(Debug)]
pub struct Searched {
    /// Kept in the database and never given to another record. A record that becomes a searched one gets the next
    /// number, and its migration adds a row to `search_rebuilds` for each tenant.
    pub kind: i64,
    /// Whether people call it by its id.
    pub is_numbered: bool,
    pub words: &'static [Word],
}

/// One searched text: the name that filters use for it, and the columns it is made of, in order.
#[derive(Debug)]
pub struct Word {
    pub field: &'static str,
    pub columns: &'static [&'static str],
    /// The members of its JSON document whose texts are searched, each by itself; empty for columns of text.
    pub members: &'static [&'static str],
}

impl Searched {
    /// The words of a record whose columns have these values.
    fn words<'v>(&self, value: impl Fn(&str) -> Option<&'v str>) -> String {
        let mut texts: Vec<String> = Vec::new();
        for word in self.words {
            let text: String = word
                .columns
                .iter()
                .filter_map(|column| value(column))
                .collect();
            if word.members.is_empty() {
                texts.push(text);
            } else if let Ok(serde_json::Value::Object(document)) = serde_json::from_str(&text) {
                let members = word
                    .members
                    .iter()
                    .filter_map(|member| document.get(*member)?.as_str());
                texts.extend(members.map(str::to_owned));
            }
        }
        words::joined(texts.iter().map(String::as_str))
    }

    /// What the index keeps of a record with these bound values.
    pub(crate) fn doc<E: Entity>(&self, values: &[Val]) -> Doc {
        let at = |column: &str| values.get(E::COLUMNS.iter().position(|known| *known == column)?);
        let text = |column: &str| {
            if let Val::Text(text) | Val::Json(text) = at(column)? {
                Some(text.as_str())
            } else {
                None
            }
        };
        let customer = match customer_column::<E>().and_then(at) {
            Some(Val::I64(customer)) => Some(*customer),
            _ => None,
        };
        Doc {
            customer,
            words: self.words(text),
        }
    }
}

/// The column that binds a record to its customer; `id` when the record is the customer.
fn customer_column<E: Entity>() -> Option<&'static str> {
    match E::CUSTOMER {
        Some(Binding::Column(column)) => Some(column),
        _ => None,
    }
}

/// That a column is one of the ids at `$n`.
fn is_one_of(dialect: Dialect, bind: usize) -> String {
    match dialect {
        Dialect::Sqlite => format!("IN (SELECT value FROM json_each(${bind}))"),
        Dialect::Postgres => format!("= ANY(${bind})"),
    }
}

/// The condition that the row's words hold `$n`.
fn holds(dialect: Dialect, bind: usize) -> String {
    match dialect {
        Dialect::Sqlite => format!("instr(words, ${bind}) > 0"),
        Dialect::Postgres => format!("strpos(words, ${bind}) > 0"),
    }
}
