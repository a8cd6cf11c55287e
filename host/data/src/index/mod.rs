//! The search index: records declare their searched texts, and the data layer maintains the index.
//!
//! Each record has one row in `search_docs` with its words, written in the record's transaction, so
//! a search sees exactly the committed state. A job seals rows by the thousand into segments: for
//! every two and three adjacent characters, the ids that have them. Unsealed rows are scanned
//! directly. A segment only yields candidates; the words themselves decide. A changed or deleted
//! record therefore needs no change in its segment.
//!
//! The same tables serve the global search, which tolerates slips, and list filters: `contains` and
//! `startswith` on a searched field look up candidates here and then apply the exact condition.

mod docs;
mod find;
mod narrow;
mod postings;
mod words;

pub(crate) use docs::{Changes, Doc, add_missing};
pub(crate) use find::Finder;
pub(crate) use postings::Builder;
pub use words::fold;
pub(crate) use words::{customer_gram, grams};

use crate::{
    record::{Binding, Entity, Searched},
    value::{Dialect, Val},
};

impl Searched {
    /// Returns the words of a record with these column values.
    pub(crate) fn words<'v>(&self, value: impl Fn(&str) -> Option<&'v str>) -> String {
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
        words::join_folded(texts.iter().map(String::as_str))
    }

    /// Returns the index entry of a record with these bound values.
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

/// Returns the column that binds a record to its customer; `id` if the record is the customer.
pub(crate) fn customer_column<E: Entity>() -> Option<&'static str> {
    match E::CUSTOMER {
        Some(Binding::Column(column)) => Some(column),
        _ => None,
    }
}

/// Returns the condition that a column is one of the ids at `$n`.
pub(crate) fn is_one_of(dialect: Dialect, bind: usize) -> String {
    match dialect {
        Dialect::Sqlite => format!("IN (SELECT value FROM json_each(${bind}))"),
        Dialect::Postgres => format!("= ANY(${bind})"),
    }
}

/// Returns the condition that the row's words contain `$n`.
pub(crate) fn holds(dialect: Dialect, bind: usize) -> String {
    match dialect {
        Dialect::Sqlite => format!("instr(words, ${bind}) > 0"),
        Dialect::Postgres => format!("strpos(words, ${bind}) > 0"),
    }
}
