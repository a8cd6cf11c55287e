//! The `filter` and `sorting` language of lists: a subset of OData compiled to SQL.
//!
//! No text reaches the SQL: names become declared columns, values become binds. Parsing is linear
//! in the bounded text.

mod compile;
mod literal;
mod nodes;
mod operand;
mod parser;
#[cfg(test)]
mod tests;
mod text;

use std::fmt;

pub use compile::{Compiler, Condition};
pub use literal::Literal;
pub use parser::parse;

pub(crate) use operand::literal as literal_of;

use crate::{error::Error, message, message::Message};

/// Longest filter, in bytes.
pub const MAX_BYTES: usize = 8 * 1024;
/// Maximum nesting of brackets, functions and `not`.
pub const MAX_DEPTH: usize = 32;
/// A list's values count towards `MAX_LIST`.
pub const MAX_NODES: usize = 256;
/// Maximum values of one `in (…)`.
pub const MAX_LIST: usize = 200;
/// Maximum keys of a sorting.
pub const MAX_SORT_KEYS: usize = 4;

/// An error in a filter or a sorting, with its position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FilterError {
    pub at: usize,
    pub message: String,
}

impl FilterError {
    fn new(at: usize, message: impl Into<String>) -> Self {
        Self {
            at,
            message: message.into(),
        }
    }

    /// Converts the byte offset of an error to characters.
    fn in_characters(mut self, text: &str) -> Self {
        let end = (0..=self.at.min(text.len()))
            .rev()
            .find(|&end| text.is_char_boundary(end))
            .unwrap_or(0);
        self.at = text[..end].chars().count();
        self
    }
}

impl FilterError {
    /// Returns an error that names the query parameter of the text.
    pub(crate) fn for_parameter(self, parameter: &str) -> Error {
        // Filter errors address people who write filters by hand, so they stay in English.
        let problem = Message::verbatim(self.message);
        Error::invalid(
            parameter,
            message!("{problem} (at character {at})", at = self.at + 1),
        )
    }
}

impl fmt::Display for FilterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (at character {})", self.message, self.at + 1)
    }
}

impl std::error::Error for FilterError {}

#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    pub at: usize,
    pub kind: Kind,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Kind {
    /// A conjunction; flat, so that a long chain is not a deep tree.
    And(Vec<Node>),
    Or(Vec<Node>),
    Not(Box<Node>),
    Compare(Comparison, Box<Node>, Box<Node>),
    In(Box<Node>, Vec<Node>),
    Name(String),
    /// A function's name in lower case, and its arguments.
    Call(String, Vec<Node>),
    Literal(Literal),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    Eq,
    Ne,
    Gt,
    Ge,
    Lt,
    Le,
}

impl Comparison {
    fn from_word(word: &str) -> Option<Self> {
        let all = [
            ("eq", Self::Eq),
            ("ne", Self::Ne),
            ("gt", Self::Gt),
            ("ge", Self::Ge),
            ("lt", Self::Lt),
            ("le", Self::Le),
        ];
        all.into_iter()
            .find(|(name, _)| name.eq_ignore_ascii_case(word))
            .map(|(_, comparison)| comparison)
    }

    fn mirrored(self) -> Self {
        match self {
            Self::Gt => Self::Lt,
            Self::Ge => Self::Le,
            Self::Lt => Self::Gt,
            Self::Le => Self::Ge,
            same => same,
        }
    }

    /// Returns the SQL operator; for `eq` and `ne`, null is an ordinary value.
    fn sql(self) -> &'static str {
        match self {
            Self::Eq => "=",
            Self::Ne => "IS DISTINCT FROM",
            Self::Gt => ">",
            Self::Ge => ">=",
            Self::Lt => "<",
            Self::Le => "<=",
        }
    }
}

fn excerpt(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("'{}…'", &text[..end]),
        None => format!("'{text}'"),
    }
}
