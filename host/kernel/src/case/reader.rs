//! The serde side: hands a tree to a type, matching names without case, and words what does not fit.

use std::fmt;

use serde::de::value::StrDeserializer;
use serde::de::{
    self, DeserializeSeed, Deserializer, Expected, IntoDeserializer, MapAccess, SeqAccess, Unexpected, Visitor,
};

use super::{tree::Tree, zone};
use crate::{Message, message};

/// A step from a value to the one it is in.
#[derive(Debug)]
pub(super) enum Step {
    Member(String),
    Index(usize),
}

/// Why a tree does not fit a type.
#[derive(Debug)]
pub(super) struct Problem {
    pub message: Message,
    /// From the inside out.
    pub path: Vec<Step>,
}

impl Problem {
    fn of(message: Message) -> Self {
        Self { message, path: Vec::new() }
    }

    fn within(mut self, step: Step) -> Self {
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
        Self::of(Message::verbatim(message.to_string()))
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::of(message!("must be {kind}, not {found}", kind = wanted(&expected.to_string()), found = kind(found)))
    }

    fn invalid_value(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::of(message!("must be {kind}", kind = wanted(&expected.to_string())))
    }

    fn invalid_length(length: usize, expected: &dyn Expected) -> Self {
        Self::of(message!("must be {kind}, not {length} values", kind = wanted(&expected.to_string())))
    }

    fn unknown_variant(_: &str, words: &'static [&'static str]) -> Self {
        Self::of(message!("must be one of {known}", known = words.join(", ")))
    }

    fn missing_field(name: &'static str) -> Self {
        Self::of(message!("is required")).within(Step::Member(name.to_string()))
    }
}

/// The words of serde and of the value types, in words of people.
fn wanted(expected: &str) -> Message {
    match expected {
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
        "unit" => message!("null"),
        other if other.contains("Decimal") => message!("a number"),
        other if other.contains("UUID") => message!("a guid like 0190d3a1-7f21-7c4e-9a55-3f6f0c2b7d10"),
        other if other.contains("date and time") || other.contains("datetime") => {
            message!("a date-time like 2026-01-31T09:30:00Z")
        }
        other if other.contains("date string") => message!("a date like 2026-01-31"),
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
        other => Message::verbatim(other),
    }
}

fn kind(found: Unexpected<'_>) -> Message {
    match found {
        Unexpected::Bool(_) => message!("true or false"),
        Unexpected::Unsigned(_) | Unexpected::Signed(_) => message!("a number"),
        Unexpected::Float(_) => message!("a number with a fraction"),
        Unexpected::Char(_) | Unexpected::Str(_) | Unexpected::Bytes(_) => message!("text"),
        Unexpected::Seq => message!("a list"),
        Unexpected::Map => message!("an object"),
        _ => message!("null"),
    }
}

/// A tree that a type can be read from.
pub(super) struct Reader(pub Tree);

impl Reader {
    fn found(&self) -> Unexpected<'_> {
        match &self.0 {
            Tree::Null => Unexpected::Unit,
            Tree::Bool(value) => Unexpected::Bool(*value),
            Tree::Signed(value) => Unexpected::Signed(*value),
            Tree::Unsigned(value) => Unexpected::Unsigned(*value),
            Tree::Float(value) => Unexpected::Float(*value),
            Tree::Text(text) => Unexpected::Str(text),
            Tree::List(_) => Unexpected::Seq,
            Tree::Object(_) => Unexpected::Map,
            Tree::Words(_) => Unexpected::Str(""),
        }
    }

    /// The last value of a query's member, which is the one that counts for a single value.
    fn word(&self) -> Option<&str> {
        match &self.0 {
            Tree::Words(values) => values.last().map(|value| value.trim()),
            _ => None,
        }
    }

    /// Reads a query's word as a number where a number is wanted.
    fn number<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        let Some(word) = self.word() else { return self.deserialize_any(visitor) };
        if let Ok(value) = word.parse::<i64>() {
            return visitor.visit_i64(value);
        }
        if let Ok(value) = word.parse::<u64>() {
            return visitor.visit_u64(value);
        }
        match word.parse::<f64>() {
            Ok(value) if value.is_finite() => visitor.visit_f64(value),
            _ => Err(de::Error::invalid_type(Unexpected::Str(word), &visitor)),
        }
    }
}

impl<'de> Deserializer<'de> for Reader {
    type Error = Problem;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        match self.0 {
            Tree::Null => visitor.visit_unit(),
            Tree::Bool(value) => visitor.visit_bool(value),
            Tree::Signed(value) => visitor.visit_i64(value),
            Tree::Unsigned(value) => visitor.visit_u64(value),
            Tree::Float(value) => visitor.visit_f64(value),
            Tree::Text(text) => text_value(text, visitor),
            Tree::List(items) => visitor.visit_seq(Items { items: items.into_iter(), index: 0 }),
            Tree::Object(members) => visitor.visit_map(Members { members: members.into_iter(), current: None }),
            Tree::Words(mut values) => text_value(values.pop().unwrap_or_default(), visitor),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Problem> {
        let members = match self.0 {
            Tree::Object(members) => members,
            // A list of values in the order of the fields is nothing that a client means.
            Tree::List(_) => return Err(de::Error::invalid_type(Unexpected::Seq, &visitor)),
            _ => return self.deserialize_any(visitor),
        };
        let mut slots: Vec<Option<(String, Tree)>> = names.iter().map(|_| None).collect();
        for (name, value) in members {
            let exact = names.iter().position(|known| *known == name);
            let index = exact.or_else(|| names.iter().position(|known| known.eq_ignore_ascii_case(&name)));
            if let Some(index) = index {
                slots[index] = Some((names[index].to_string(), value));
            }
        }
        let members: Vec<_> = slots.into_iter().flatten().collect();
        visitor.visit_map(Members { members: members.into_iter(), current: None })
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        words: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Problem> {
        let text = match &self.0 {
            Tree::Text(text) => text.trim(),
            Tree::Words(_) => self.word().unwrap_or_default(),
            _ => {
                let (known, found) = (words.join(", "), kind(self.found()));
                return Err(Problem::of(message!("must be one of {known}, not {found}")));
            }
        };
        let word = words
            .iter()
            .find(|word| **word == text)
            .or_else(|| words.iter().find(|word| word.eq_ignore_ascii_case(text)));
        let word: StrDeserializer<'_, Problem> = word.copied().unwrap_or(text).into_deserializer();
        visitor.visit_enum(word)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        if self.0 == Tree::Null { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Problem> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        let Some(word) = self.word() else { return self.deserialize_any(visitor) };
        match word.to_ascii_lowercase().as_str() {
            "true" | "1" => visitor.visit_bool(true),
            "false" | "0" => visitor.visit_bool(false),
            _ => Err(de::Error::invalid_type(Unexpected::Str(word), &visitor)),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        match self.0 {
            Tree::Words(values) => {
                let items: Vec<Tree> = values.into_iter().map(|value| Tree::Words(vec![value])).collect();
                visitor.visit_seq(Items { items: items.into_iter(), index: 0 })
            }
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        visitor.visit_unit()
    }

    fn deserialize_i8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        self.number(visitor)
    }

    fn deserialize_i16<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        self.number(visitor)
    }

    fn deserialize_i32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        self.number(visitor)
    }

    fn deserialize_i64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        self.number(visitor)
    }

    fn deserialize_u8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        self.number(visitor)
    }

    fn deserialize_u16<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        self.number(visitor)
    }

    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        self.number(visitor)
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        self.number(visitor)
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        self.number(visitor)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        self.number(visitor)
    }

    serde::forward_to_deserialize_any! {
        i128 u128 char str string bytes byte_buf unit unit_struct tuple tuple_struct map identifier
    }
}

/// Types that are written as text (times, guids, decimals) report their reader's own words; what they expect says more.
fn text_value<'de, V: Visitor<'de>>(text: String, visitor: V) -> Result<V::Value, Problem> {
    let expected = (&visitor as &dyn Expected).to_string();
    if expected == zone::EXPECTED {
        let moment = zone::read_moment(&text);
        let moment = moment.ok_or_else(|| Problem::of(message!("must be {kind}", kind = wanted(&expected))))?;
        return visitor.visit_string(moment.to_rfc3339());
    }
    let value_type = wanted(&expected) != *expected && !matches!(expected.as_str(), "a string" | "string" | "str");
    visitor.visit_string(text).map_err(|problem: Problem| {
        if value_type && problem.path.is_empty() && !problem.message.template().starts_with("must be ") {
            Problem::of(message!("must be {kind}", kind = wanted(&expected)))
        } else {
            problem
        }
    })
}

struct Items {
    items: std::vec::IntoIter<Tree>,
    index: usize,
}

impl<'de> SeqAccess<'de> for Items {
    type Error = Problem;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Problem> {
        let Some(item) = self.items.next() else { return Ok(None) };
        let index = self.index;
        self.index += 1;
        seed.deserialize(Reader(item)).map(Some).map_err(|problem| problem.within(Step::Index(index)))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len())
    }
}

struct Members {
    members: std::vec::IntoIter<(String, Tree)>,
    current: Option<(String, Tree)>,
}

impl<'de> MapAccess<'de> for Members {
    type Error = Problem;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Problem> {
        let Some((name, value)) = self.members.next() else { return Ok(None) };
        let key = seed
            .deserialize(name.as_str().into_deserializer())
            .map_err(|problem: Problem| problem.within(Step::Member(name.clone())))?;
        self.current = Some((name, value));
        Ok(Some(key))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Problem> {
        let Some((name, value)) = self.current.take() else { return Err(Problem::of(message!("is required"))) };
        seed.deserialize(Reader(value)).map_err(|problem| problem.within(Step::Member(name)))
    }
}
