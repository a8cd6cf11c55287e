//! Mismatches between an input and a type, as sentences of the product that replace parser
//! messages.

use std::fmt;

use serde::de::{self, Expected, Unexpected};

use super::{day, take_rejection};
use crate::{message, message::Message};

#[derive(Debug)]
pub(super) enum Step {
    Member(String),
    Index(usize),
}

#[derive(Debug)]
pub(super) struct Problem {
    pub message: Message,
    /// Path from the innermost value outwards.
    pub path: Vec<Step>,
    /// The type's member that was sent under two of its names.
    duplicate: Option<&'static str>,
    /// Set if the reader learned an alias, so a second reading has another result.
    pub has_new_alias: bool,
}

impl Problem {
    pub fn new(message: Message) -> Self {
        Self {
            message,
            path: Vec::new(),
            duplicate: None,
            has_new_alias: false,
        }
    }

    pub fn take_duplicate(&mut self) -> Option<&'static str> {
        self.duplicate.take()
    }

    pub fn within(mut self, step: Step) -> Self {
        self.path.push(step);
        self
    }

    pub fn member(&self) -> String {
        let mut text = String::new();
        for step in self.path.iter().rev() {
            match step {
                Step::Member(name) if text.is_empty() => text.push_str(name),
                Step::Member(name) => text.push_str(&format!(".{name}")),
                Step::Index(index) => text.push_str(&format!("[{index}]")),
            }
        }
        text
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.message, f)
    }
}

impl std::error::Error for Problem {}

impl de::Error for Problem {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::new(take_rejection(&message.to_string()).unwrap_or_else(unreadable))
    }

    fn duplicate_field(name: &'static str) -> Self {
        let problem = Self::new(message!("is sent twice, under two names: send one of them"));
        Self {
            duplicate: Some(name),
            ..problem
        }
        .within(Step::Member(name.to_string()))
    }

    fn unknown_field(name: &str, _: &'static [&'static str]) -> Self {
        Self::new(message!("is unknown")).within(Step::Member(name.to_string()))
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::new(message!(
            "must be {kind}, not {found}",
            kind = expectation(&expected.to_string()),
            found = kind(found)
        ))
    }

    fn invalid_value(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::new(message!(
            "must be {kind}",
            kind = expectation(&expected.to_string())
        ))
    }

    fn invalid_length(length: usize, expected: &dyn Expected) -> Self {
        Self::new(message!(
            "must be {kind}, not {length} values",
            kind = expectation(&expected.to_string())
        ))
    }

    fn unknown_variant(_: &str, words: &'static [&'static str]) -> Self {
        Self::new(message!("must be one of {known}", known = words.join(", ")))
    }

    fn missing_field(name: &'static str) -> Self {
        Self::new(message!("is required")).within(Step::Member(name.to_string()))
    }
}

fn unreadable() -> Message {
    message!("has the wrong format; see the documentation of the call")
}

pub(super) fn expectation(expected: &str) -> Message {
    match expected {
        day::EXPECTED => message!("a date like 2026-01-31"),
        "i8" => message!("a whole number from -128 to 127"),
        "u8" => message!("a whole number from 0 to 255"),
        "i16" => message!("a whole number from -32768 to 32767"),
        "u16" => message!("a whole number from 0 to 65535"),
        "i32" => message!("a whole number from -2147483648 to 2147483647"),
        "u32" => message!("a whole number from 0 to 4294967295"),
        "i64" | "i128" | "isize" => message!("a whole number"),
        "u64" | "u128" | "usize" => message!("a whole number, 0 or more"),
        "f32" | "f64" => message!("a number"),
        "a string" | "string" | "str" => message!("text"),
        "a boolean" => message!("true or false"),
        "a character" => message!("one character"),
        "unit" => message!("nothing"),
        other if other.contains("Decimal") => message!("a number"),
        other if other.contains("UUID") => {
            message!("a guid like 0190d3a1-7f21-7c4e-9a55-3f6f0c2b7d10")
        }
        other if other.contains("date and time") || other.contains("datetime") => {
            message!("a date-time like 2026-01-31T09:30:00Z")
        }
        other if other.contains("time string") => message!("a time like 09:30:00"),
        other
            if other.contains("sequence")
                || other.contains("tuple")
                || other.contains("array")
                || other.contains("set") =>
        {
            message!("a list")
        }
        other if other.contains("map") || other.starts_with("struct ") => message!("an object"),
        _ => message!("of the form that the documentation of the call names"),
    }
}

pub(super) fn kind(found: Unexpected<'_>) -> Message {
    match found {
        Unexpected::Bool(_) => message!("true or false"),
        Unexpected::Unsigned(_) | Unexpected::Signed(_) => message!("a number"),
        Unexpected::Float(_) => message!("a number with a fraction"),
        Unexpected::Char(_) | Unexpected::Str(_) | Unexpected::Bytes(_) => message!("text"),
        Unexpected::Seq => message!("a list"),
        Unexpected::Map => message!("an object"),
        _ => message!("nothing"),
    }
}
