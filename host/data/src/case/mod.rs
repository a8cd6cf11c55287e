//! Case-insensitive parsing of JSON bodies and query strings, with errors in plain words.
//!
//! Unknown members are ignored; of members that differ only in case, the last wins. Maps and
//! structs with a flattened member take names verbatim. Messages never repeat values, which may be
//! secrets.

mod alias;
mod all;
mod apart;
mod day;
mod patch;
mod problem;
mod reader;
mod tree;
mod zone;

use std::{cell::RefCell, fmt};

use serde::{
    Deserialize, Deserializer,
    de::{self, DeserializeOwned},
};

pub use all::PartialInput;
pub(crate) use all::is_below;
pub use apart::{Deferred, OneOrMany};
pub use chrono_tz::Tz;
pub use day::{FIRST_DAY, FIRST_YEAR, LAST_DAY, LAST_YEAR, expiry, is_day, read_day, read_expiry};
pub use patch::Patch;
pub use zone::{current as current_zone, in_zone, in_zone_async, read_moment, to_instant};

use crate::{message, message::Message};
use problem::Problem;
use reader::Reader;
use tree::Tree;

pub fn null_is_default<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default>(
    source: D,
) -> Result<T, D::Error> {
    Ok(Option::deserialize(source)?.unwrap_or_default())
}

/// Reads the texts of [`wire(trim)`](macro@crate::wire): trims. Empty optional texts are none; null
/// is empty.
pub fn text<'de, D: Deserializer<'de>, T: From<Typed>>(source: D) -> Result<T, D::Error> {
    let text = Option::<String>::deserialize(source)?.unwrap_or_default();
    Ok(T::from(Typed(text.trim().to_owned())))
}

pub struct Typed(String);

impl From<Typed> for String {
    fn from(Typed(text): Typed) -> Self {
        text
    }
}

impl From<Typed> for Option<String> {
    fn from(Typed(text): Typed) -> Self {
        Some(text).filter(|text| !text.is_empty())
    }
}

impl From<Typed> for Patch<String> {
    fn from(typed: Typed) -> Self {
        Option::<String>::from(typed).map_or(Self::Null, Self::Value)
    }
}

thread_local! {
    static REJECTION: RefCell<Option<Message>> = const { RefCell::new(None) };
}

/// Creates the error of a `deserialize_with`; only its sentence is shown to people.
pub fn rejection<E: de::Error>(message: Message) -> E {
    let text = message.to_string();
    REJECTION.set(Some(message));
    E::custom(text)
}

/// Returns the sentence behind an error's text, if [`refused`] created it.
fn take_rejection(text: &str) -> Option<Message> {
    REJECTION.take().filter(|message| *message == text)
}

/// An input error: the member (`booking.items[0].weight`, empty for the whole input) and the
/// expectation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invalid {
    pub member: String,
    pub message: Message,
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.member.is_empty() {
            fmt::Display::fmt(&self.message, f)
        } else {
            write!(f, "{} {}", self.member, self.message)
        }
    }
}

impl std::error::Error for Invalid {}

impl Invalid {
    fn from_problem(problem: Problem, whole: Message) -> Self {
        let member = problem.member();
        let message = if member.is_empty() {
            message!("{whole} {problem}", problem = problem.message)
        } else {
            problem.message
        };
        Self { member, message }
    }
}

/// Reads a JSON body; the error is the first one found.
pub fn from_json<T: DeserializeOwned>(body: &[u8]) -> Result<T, Invalid> {
    fit(|| parse_json(body), &message!("the body"))
}

/// Reads again while the reader learns aliases of members.
fn fit<T: DeserializeOwned>(
    tree: impl Fn() -> Result<Tree, Invalid>,
    subject: &Message,
) -> Result<T, Invalid> {
    loop {
        match T::deserialize(Reader(tree()?)) {
            Err(problem) if problem.has_new_alias => {}
            read => return read.map_err(|problem| Invalid::from_problem(problem, subject.clone())),
        }
    }
}

pub fn all_from_json<T: DeserializeOwned>(body: &[u8]) -> PartialInput<T> {
    match parse_json(body) {
        Ok(tree) => all::read(tree, body.len(), message!("the body")),
        Err(invalid) => PartialInput {
            value: None,
            invalid: vec![invalid],
        },
    }
}

fn parse_json(body: &[u8]) -> Result<Tree, Invalid> {
    let for_input = |message: Message| Invalid {
        member: String::new(),
        message,
    };
    if body.iter().all(u8::is_ascii_whitespace) {
        return Err(for_input(message!("the request is empty")));
    }
    tree::parse(body).map_err(|error| for_input(malformed(&error)))
}

fn malformed(error: &serde_json::Error) -> Message {
    let (line, column) = (error.line(), error.column());
    let text = error.to_string();
    let text = text
        .rsplit_once(" at line ")
        .map_or(text.as_str(), |(text, _)| text);
    take_rejection(text).unwrap_or_else(|| {
        message!(
            "the request cannot be read from character {column} of line {line} on",
            line = line,
            column = column
        )
    })
}

/// Reads a query string (without `?`) or a form. Valueless members count as absent; a repeated
/// member is a list where the type has one, otherwise its last value. `$filter` is `filter`.
pub fn from_query<T: DeserializeOwned>(query: &str) -> Result<T, Invalid> {
    fit(|| parse_query(query), &message!("the query"))
}

pub fn all_from_query<T: DeserializeOwned>(query: &str) -> PartialInput<T> {
    match parse_query(query) {
        Ok(tree) => all::read(tree, query.len(), message!("the query")),
        Err(invalid) => PartialInput {
            value: None,
            invalid: vec![invalid],
        },
    }
}

fn parse_query(query: &str) -> Result<Tree, Invalid> {
    let mut members: Vec<(String, Tree)> = Vec::new();
    for pair in query.split('&') {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let (name, value) = (decode(name), decode(value));
        let name = name.trim_start_matches('$').trim_end_matches("[]");
        if name.is_empty() || value.is_empty() {
            continue;
        }
        if let Some((_, Tree::Texts(values))) = members
            .iter_mut()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
        {
            values.push(value);
            continue;
        }
        if members.len() == MAX_QUERY_MEMBERS {
            let message = message!(
                "the query has more than {max} members",
                max = MAX_QUERY_MEMBERS
            );
            return Err(Invalid {
                member: String::new(),
                message,
            });
        }
        members.push((name.to_string(), Tree::Texts(vec![value])));
    }
    Ok(Tree::Object(members))
}

/// Reads table cells by the fields' types; empty ones count as absent.
pub fn from_words<T: DeserializeOwned>(words: Vec<(String, String)>) -> Result<T, Invalid> {
    let filled = words.into_iter().filter(|(_, word)| !word.is_empty());
    let members = filled
        .map(|(name, word)| (name, Tree::Texts(vec![word])))
        .collect();
    let tree = Tree::Object(members);
    fit(|| Ok(tree.clone()), &message!("the row"))
}

/// Bounds name lookup, which grows with the square of the query's length.
const MAX_QUERY_MEMBERS: usize = 256;

fn decode(text: &str) -> String {
    percent_encoding::percent_decode_str(&text.replace('+', " "))
        .decode_utf8_lossy()
        .into_owned()
}

#[cfg(test)]
mod tests;
