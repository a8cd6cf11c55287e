//! A JSON value with its members in order: of two that differ only in case, the last wins.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use crate::message;

/// Maximum nesting of lists and objects in a body.
const MAX_DEPTH: usize = 64;

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Tree {
    Null,
    Bool(bool),
    Signed(i64),
    Unsigned(u64),
    Float(f64),
    Text(String),
    List(Vec<Tree>),
    Object(Vec<(String, Tree)>),
    /// Values of one query string member; the reader decides their type.
    Texts(Vec<String>),
}

impl Tree {
    /// True for equal values; a whole number is equal in every notation.
    pub fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Signed(one), Self::Unsigned(other))
            | (Self::Unsigned(other), Self::Signed(one)) => u64::try_from(*one) == Ok(*other),
            (Self::List(one), Self::List(other)) => {
                one.len() == other.len()
                    && one.iter().zip(other).all(|(one, other)| one.is_same(other))
            }
            (Self::Object(one), Self::Object(other)) => {
                let same =
                    |((name, value), (other_name, other)): (&(String, Self), &(String, Self))| {
                        name == other_name && value.is_same(other)
                    };
                one.len() == other.len() && one.iter().zip(other).all(same)
            }
            _ => self == other,
        }
    }

    /// Approximate size in bytes, as sent.
    pub fn size(&self) -> usize {
        match self {
            Self::Null | Self::Bool(_) => 4,
            Self::Signed(_) | Self::Unsigned(_) | Self::Float(_) => 8,
            Self::Text(text) => text.len() + 2,
            Self::List(items) => items.iter().map(|item| item.size() + 1).sum::<usize>() + 2,
            Self::Object(members) => {
                members
                    .iter()
                    .map(|(name, value)| name.len() + value.size() + 4)
                    .sum::<usize>()
                    + 2
            }
            Self::Texts(values) => values.iter().map(String::len).sum(),
        }
    }
}

pub(super) fn parse(body: &[u8]) -> Result<Tree, serde_json::Error> {
    let mut source = serde_json::Deserializer::from_slice(body);
    let tree = Level::TOP.deserialize(&mut source)?;
    source.end()?;
    Ok(tree)
}

/// Reads one value at this depth.
#[derive(Clone, Copy)]
pub(super) struct Level(usize);

impl Level {
    pub const TOP: Self = Self(0);

    fn below<E: Error>(self) -> Result<Self, E> {
        if self.0 == MAX_DEPTH {
            Err(super::rejection(message!(
                "the body nests deeper than {max} levels",
                max = MAX_DEPTH
            )))
        } else {
            Ok(Self(self.0 + 1))
        }
    }
}

impl<'de> DeserializeSeed<'de> for Level {
    type Value = Tree;

    fn deserialize<D: Deserializer<'de>>(self, source: D) -> Result<Tree, D::Error> {
        source.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Level {
    type Value = Tree;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Tree, E> {
        Ok(Tree::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Tree, E> {
        Ok(Tree::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Tree, E> {
        Ok(Tree::Signed(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Tree, E> {
        Ok(Tree::Unsigned(value))
    }

    /// JSON has one kind of number: 5.0 is the whole number 5.
    fn visit_f64<E>(self, value: f64) -> Result<Tree, E> {
        let whole = value.fract() == 0.0 && value.abs() < 9_007_199_254_740_992.0;
        Ok(if whole {
            Tree::Signed(value as i64)
        } else {
            Tree::Float(value)
        })
    }

    fn visit_str<E>(self, value: &str) -> Result<Tree, E> {
        Ok(Tree::Text(value.to_string()))
    }

    fn visit_string<E>(self, value: String) -> Result<Tree, E> {
        Ok(Tree::Text(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Tree, A::Error> {
        let below = self.below()?;
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(below)? {
            list.push(item);
        }
        Ok(Tree::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Tree, A::Error> {
        let below = self.below()?;
        let mut members = Vec::new();
        while let Some(name) = entries.next_key()? {
            members.push((name, entries.next_value_seed(below)?));
        }
        Ok(Tree::Object(members))
    }
}
