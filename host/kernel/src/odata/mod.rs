//! The `filter` and `sorting` language of lists: a subset of OData with hard limits, compiled to SQL with bound values.
//!
//! Nothing of the text reaches the SQL: names become declared columns, values become binds. The time taken grows
//! with the length of the text and no faster, and the length itself is bounded, so a filter cannot be used as a weapon.

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

/// The longest filter, in bytes.
pub const MAX_BYTES: usize = 8 * 1024;
/// How deep brackets, functions and `not` may nest.
pub const MAX_DEPTH: usize = 32;
/// How many terms and operators one filter may hold; the values of a list are counted by `MAX_LIST`.
pub const MAX_NODES: usize = 256;
/// How many values one `in (…)` may hold.
pub const MAX_LIST: usize = 200;
/// How many keys a sorting may hold.
pub const MAX_SORT_KEYS: usize = 4;

/// What is wrong with a filter or a sorting, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FilterError {
    /// The position in the text, in characters from 0.
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

    /// Errors are made with byte offsets, which are cheap; people count characters.
    fn in_characters(mut self, text: &str) -> Self {
        let end = (0..=self.at.min(text.len()))
            .rev()
            .find(|&end| text.is_char_boundary(end))
            .unwrap_or(0);
        self.at = text[..end].chars().count();
        self
    }
}

impl fmt::Display for FilterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (at character {})", self.message, self.at + 1)
    }
}

impl std::error::Error for FilterError {}

/// A part of a parsed filter and the byte where it begins.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    pub at: usize,
    pub kind: Kind,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Kind {
    /// Two or more conditions that must all hold; kept flat so that a long chain is not a deep tree.
    And(Vec<Node>),
    Or(Vec<Node>),
    Not(Box<Node>),
    Compare(Comparison, Box<Node>, Box<Node>),
    In(Box<Node>, Vec<Node>),
    /// A field's name as it was written.
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

    /// The same comparison read from the right: `5 lt id` is `id gt 5`.
    fn turned(self) -> Self {
        match self {
            Self::Gt => Self::Lt,
            Self::Ge => Self::Le,
            Self::Lt => Self::Gt,
            Self::Le => Self::Ge,
            same => same,
        }
    }

    /// The SQL operator under which null is a value like any other for `eq` and `ne`.
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

/// A piece of the caller's text for a message, cut to a readable length.
fn shown(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("'{}…'", &text[..end]),
        None => format!("'{text}'"),
    }
}
