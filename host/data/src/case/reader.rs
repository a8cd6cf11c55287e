//! A serde deserializer over a tree that matches names without case.

use std::collections::HashMap;

use serde::de::value::StrDeserializer;
use serde::de::{
    self, DeserializeSeed, Deserializer, Expected, IntoDeserializer, MapAccess, SeqAccess,
    Unexpected, Visitor,
};

use super::{
    alias, day,
    problem::{Problem, Step, expectation, kind},
    tree::Tree,
    zone,
};
use crate::message;

pub(super) struct Reader(pub Tree);

impl Reader {
    fn unexpected(&self) -> Unexpected<'_> {
        match &self.0 {
            Tree::Null => Unexpected::Unit,
            Tree::Bool(value) => Unexpected::Bool(*value),
            Tree::Signed(value) => Unexpected::Signed(*value),
            Tree::Unsigned(value) => Unexpected::Unsigned(*value),
            Tree::Float(value) => Unexpected::Float(*value),
            Tree::Text(text) => Unexpected::Str(text),
            Tree::List(_) => Unexpected::Seq,
            Tree::Object(_) => Unexpected::Map,
            Tree::Texts(_) => Unexpected::Str(""),
        }
    }

    /// Returns the last value of a query member, the effective one for a single value.
    fn word(&self) -> Option<&str> {
        match &self.0 {
            Tree::Texts(values) => values.last().map(|value| value.trim()),
            _ => None,
        }
    }

    fn number<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        let Some(word) = self.word() else {
            return self.deserialize_any(visitor);
        };
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
            Tree::List(items) => visitor.visit_seq(Items {
                items: items.into_iter(),
                index: 0,
            }),
            Tree::Object(members) => visitor.visit_map(Members {
                members: members.into_iter(),
                current: None,
            }),
            Tree::Texts(mut values) => text_value(values.pop().unwrap_or_default(), visitor),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        type_name: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Problem> {
        let members = match self.0 {
            Tree::Object(members) => members,
            // Clients do not send structs as lists of values in field order.
            Tree::List(_) => return Err(de::Error::invalid_type(Unexpected::Seq, &visitor)),
            _ => return self.deserialize_any(visitor),
        };
        let mut members = Members {
            members: arrange(members, type_name, names)?.into_iter(),
            current: None,
        };
        visitor
            .visit_map(&mut members)
            .map_err(|problem| learn_alias(problem, &members, type_name, names))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        words: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Problem> {
        let text = match &self.0 {
            Tree::Text(text) => text.trim(),
            Tree::Texts(_) => self.word().unwrap_or_default(),
            _ => {
                let (known, found) = (words.join(", "), kind(self.unexpected()));
                return Err(Problem::new(message!(
                    "must be one of {known}, not {found}"
                )));
            }
        };
        let word = words
            .iter()
            .find(|word| **word == text)
            .or_else(|| words.iter().find(|word| word.eq_ignore_ascii_case(text)));
        let word: StrDeserializer<'_, Problem> = word.copied().unwrap_or(text).into_deserializer();
        visitor.visit_enum(word)
    }

    fn deserialize_map<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Problem> {
        if let Tree::Object(members) = &mut self.0 {
            *members = keep_last(std::mem::take(members));
        }
        self.deserialize_any(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        if self.0 == Tree::Null {
            visitor.visit_none()
        } else {
            visitor.visit_some(self)
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Problem> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        let Some(word) = self.word() else {
            return self.deserialize_any(visitor);
        };
        match word.to_ascii_lowercase().as_str() {
            "true" | "1" => visitor.visit_bool(true),
            "false" | "0" => visitor.visit_bool(false),
            _ => Err(de::Error::invalid_type(Unexpected::Str(word), &visitor)),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        match self.0 {
            Tree::Texts(values) => {
                let items: Vec<Tree> = values
                    .into_iter()
                    .map(|value| Tree::Texts(vec![value]))
                    .collect();
                visitor.visit_seq(Items {
                    items: items.into_iter(),
                    index: 0,
                })
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
        i128 u128 char str string bytes byte_buf unit unit_struct tuple tuple_struct identifier
    }
}

/// Sorts members in the order of the type's names; of several spellings, the last wins.
///
/// Not generic, as each type that is read has its own copy of the reader's generic functions.
fn arrange(
    members: Vec<(String, Tree)>,
    type_name: &'static str,
    names: &'static [&'static str],
) -> Result<Vec<(String, Tree)>, Problem> {
    let mut slots: Vec<Option<(String, Tree)>> = names.iter().map(|_| None).collect();
    for (name, value) in members {
        let exact = names.iter().position(|known| *known == name);
        let index = exact.or_else(|| {
            names
                .iter()
                .position(|known| known.eq_ignore_ascii_case(&name))
        });
        if let Some(index) = index {
            slots[index] = Some((names[index].to_string(), value));
        }
    }
    alias::unite(type_name, names, &mut slots)?;
    let mut members: Vec<_> = alias::first(type_name, names)
        .iter()
        .filter_map(|at| slots[*at].take())
        .collect();
    members.extend(slots.into_iter().flatten());
    Ok(members)
}

fn learn_alias(
    mut problem: Problem,
    members: &Members,
    type_name: &'static str,
    names: &'static [&'static str],
) -> Problem {
    if let (Some(member), Some((spelling, _))) = (problem.take_duplicate(), &members.current) {
        problem.has_new_alias = alias::learn(type_name, names, spelling, member);
    }
    problem
}

fn keep_last(members: Vec<(String, Tree)>) -> Vec<(String, Tree)> {
    let places: HashMap<String, usize> = members
        .iter()
        .enumerate()
        .map(|(at, (name, _))| (name.clone(), at))
        .collect();
    let is_last = |(at, (name, _)): &(usize, (String, Tree))| places.get(name) == Some(at);
    members
        .into_iter()
        .enumerate()
        .filter(is_last)
        .map(|(_, member)| member)
        .collect()
}

fn text_value<'de, V: Visitor<'de>>(text: String, visitor: V) -> Result<V::Value, Problem> {
    let expected = (&visitor as &dyn Expected).to_string();
    visitor
        .visit_string(normalize(text, &expected)?)
        .map_err(|problem| clarify(problem, &expected))
}

/// Converts a time or day in any accepted form to its only form for parsers.
fn normalize(text: String, expected: &str) -> Result<String, Problem> {
    if expected == zone::EXPECTED {
        return zone::read_moment(&text)
            .map(|moment| moment.to_rfc3339())
            .ok_or_else(|| Problem::new(message!("must be {kind}", kind = expectation(expected))));
    }
    if expected == day::EXPECTED {
        return day::read_day(&text)
            .map(|day| day.to_string())
            .map_err(Problem::new);
    }
    Ok(text)
}

/// Times, GUIDs and decimals report their own parser's message; their expectation is clearer.
fn clarify(problem: Problem, expected: &str) -> Problem {
    let is_value_type = !matches!(expected, "a string" | "string" | "str");
    if is_value_type
        && problem.path.is_empty()
        && !problem.message.template().starts_with("must be ")
    {
        return Problem::new(message!("must be {kind}", kind = expectation(expected)));
    }
    problem
}

struct Items {
    items: std::vec::IntoIter<Tree>,
    index: usize,
}

impl<'de> SeqAccess<'de> for Items {
    type Error = Problem;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Problem> {
        let Some(item) = self.items.next() else {
            return Ok(None);
        };
        let index = self.index;
        self.index += 1;
        seed.deserialize(Reader(item))
            .map(Some)
            .map_err(|problem| problem.within(Step::Index(index)))
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

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Problem> {
        let Some((name, value)) = self.members.next() else {
            return Ok(None);
        };
        let key = seed
            .deserialize(name.as_str().into_deserializer())
            .map_err(|problem: Problem| problem.within(Step::Member(name.clone())))?;
        self.current = Some((name, value));
        Ok(Some(key))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Problem> {
        let Some((name, value)) = self.current.take() else {
            return Err(Problem::new(message!("is required")));
        };
        seed.deserialize(Reader(value))
            .map_err(|problem| problem.within(Step::Member(name)))
    }
}
