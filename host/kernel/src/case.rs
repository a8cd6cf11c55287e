//! Reading JSON bodies and query strings whose member names match without regard to case, with errors in plain words.
//!
//! Names of struct members and words of enums match without case, unknown members are ignored, and of members that
//! differ in case only the last counts. A struct with a flattened member gives serde no names to match, so there
//! (and in maps) names are taken as they come. Values are never repeated in a message: they may be secrets.

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

pub use all::Partly;
pub(crate) use all::is_below;
pub use apart::Apart;
pub use chrono_tz::Tz;
pub use day::{FIRST_DAY, FIRST_YEAR, LAST_DAY, LAST_YEAR, expiry, is_day, read_day, read_expiry};
pub use patch::Patch;
pub use zone::{current as current_zone, in_zone, instant, read_moment, zoned};

use crate::{Message, message};
use problem::Problem;
use reader::Reader;
use tree::Tree;

/// Reads null as if the member had been left out.
pub fn null_is_default<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default>(
    source: D,
) -> Result<T, D::Error> {
    Ok(Option::deserialize(source)?.unwrap_or_default())
}

/// `#[serde(deserialize_with = "kernel::case::text")]`: a text without the blanks around it; an optional one that is then
/// empty is none, and null is an empty text.
pub fn text<'de, D: Deserializer<'de>, T: From<Typed>>(source: D) -> Result<T, D::Error> {
    let text = Option::<String>::deserialize(source)?.unwrap_or_default();
    Ok(T::from(Typed(text.trim().to_owned())))
}

/// A text as [`text`] reads it.
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

thread_local! {
    static REFUSED: RefCell<Option<Message>> = const { RefCell::new(None) };
}

/// The error of a `deserialize_with` that refuses a value with a sentence. Other texts of readers and parsers are not
/// shown to people.
pub fn refused<E: de::Error>(message: Message) -> E {
    let text = message.to_string();
    REFUSED.set(Some(message));
    E::custom(text)
}

/// The sentence behind the text of an error, if [`refused`] made it.
fn sentence(text: &str) -> Option<Message> {
    REFUSED.take().filter(|message| *message == text)
}

/// What is wrong with an input: the member (`booking.items[0].weight`, empty for the whole) and what would be right.
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

/// Reads a JSON body; the error is the first that is found.
pub fn from_json<T: DeserializeOwned>(body: &[u8]) -> Result<T, Invalid> {
    fit(|| parsed(body), &message!("the body"))
}

/// Reads a tree as a type, and again while the reader learns which names of members mean the same.
fn fit<T: DeserializeOwned>(
    tree: impl Fn() -> Result<Tree, Invalid>,
    whole: &Message,
) -> Result<T, Invalid> {
    loop {
        match T::deserialize(Reader(tree()?)) {
            Err(problem) if problem.is_worth_another_reading => {}
            read => return read.map_err(|problem| Invalid::from_problem(problem, whole.clone())),
        }
    }
}

/// Reads a JSON body; every error is told.
pub fn all_from_json<T: DeserializeOwned>(body: &[u8]) -> Partly<T> {
    match parsed(body) {
        Ok(tree) => all::read(tree, body.len(), message!("the body")),
        Err(invalid) => Partly {
            value: None,
            invalid: vec![invalid],
        },
    }
}

fn parsed(body: &[u8]) -> Result<Tree, Invalid> {
    let whole = |message: Message| Invalid {
        member: String::new(),
        message,
    };
    if body.iter().all(u8::is_ascii_whitespace) {
        return Err(whole(message!("the body is empty; JSON is expected")));
    }
    tree::parse(body).map_err(|error| whole(malformed(&error)))
}

fn malformed(error: &serde_json::Error) -> Message {
    let (line, column) = (error.line(), error.column());
    let text = error.to_string();
    let text = text
        .rsplit_once(" at line ")
        .map_or(text.as_str(), |(text, _)| text);
    sentence(text).unwrap_or_else(|| {
        message!(
            "the body is not valid JSON at line {line}, column {column}",
            line = line,
            column = column
        )
    })
}

/// Reads a query string (without its question mark) or a form. Members without a value count as absent, a member
/// given several times is a list where a list is wanted and its last value elsewhere, and `$filter` is `filter`.
pub fn from_query<T: DeserializeOwned>(query: &str) -> Result<T, Invalid> {
    fit(|| split(query), &message!("the query"))
}

/// The same, and every error is told.
pub fn all_from_query<T: DeserializeOwned>(query: &str) -> Partly<T> {
    match split(query) {
        Ok(tree) => all::read(tree, query.len(), message!("the query")),
        Err(invalid) => Partly {
            value: None,
            invalid: vec![invalid],
        },
    }
}

fn split(query: &str) -> Result<Tree, Invalid> {
    let mut members: Vec<(String, Tree)> = Vec::new();
    for pair in query.split('&') {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let (name, value) = (decoded(name), decoded(value));
        let name = name.trim_start_matches('$').trim_end_matches("[]");
        if name.is_empty() || value.is_empty() {
            continue;
        }
        if let Some((_, Tree::Words(values))) = members
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
        members.push((name.to_string(), Tree::Words(vec![value])));
    }
    Ok(Tree::Object(members))
}

/// Reads named texts, as the cells of a table are, by the types that are wanted; empty ones count as absent.
pub fn from_words<T: DeserializeOwned>(words: Vec<(String, String)>) -> Result<T, Invalid> {
    let filled = words.into_iter().filter(|(_, word)| !word.is_empty());
    let members = filled
        .map(|(name, word)| (name, Tree::Words(vec![word])))
        .collect();
    let tree = Tree::Object(members);
    fit(|| Ok(tree.clone()), &message!("the row"))
}

/// More than any call has; it keeps the look-up of names from growing with the square of a long query.
const MAX_QUERY_MEMBERS: usize = 256;

fn decoded(text: &str) -> String {
    percent_encoding::percent_decode_str(&text.replace('+', " "))
        .decode_utf8_lossy()
        .into_owned()
}

#[cfg(test)]
mod tests;
