//! A part of an input that is validated separately: its errors do not reject the rest.

use std::{borrow::Cow, marker::PhantomData};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{
    Deserialize, Deserializer,
    de::{DeserializeOwned, DeserializeSeed},
};

use super::{
    PartialInput, all,
    tree::{Level, Tree},
};
use crate::message;

/// A list entry of a body, kept as sent until [`Apart::read`].
#[derive(Debug, Clone)]
pub struct Deferred<T> {
    sent: Tree,
    of: PhantomData<fn() -> T>,
}

/// Share of a body's reading budget for one entry.
const BUDGET_DIVISOR: usize = 64;

impl<T: DeserializeOwned> Deferred<T> {
    /// Reads the entry; member paths start at the entry.
    pub fn read(self) -> PartialInput<T> {
        let size = self.sent.size().saturating_mul(BUDGET_DIVISOR);
        all::read(self.sent, size, message!("the entry"))
    }
}

impl<'de, T> Deserialize<'de> for Deferred<T> {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        Ok(Self {
            sent: Level::TOP.deserialize(source)?,
            of: PhantomData,
        })
    }
}

impl<T: JsonSchema> JsonSchema for Deferred<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }
    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }
    fn schema_id() -> Cow<'static, str> {
        T::schema_id()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

/// A list, or a single entry without the list. The OpenAPI document shows the list.
#[derive(Debug, Clone)]
pub struct OneOrMany<T> {
    pub entries: Vec<Deferred<T>>,
    /// True for a single entry without a list.
    pub is_single: bool,
}

impl<'de, T> Deserialize<'de> for OneOrMany<T> {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        let (sent, is_single) = match Level::TOP.deserialize(source)? {
            Tree::List(entries) => (entries, false),
            one => (vec![one], true),
        };
        let entry = |sent| Deferred {
            sent,
            of: PhantomData,
        };
        Ok(Self {
            entries: sent.into_iter().map(entry).collect(),
            is_single,
        })
    }
}

impl<T: JsonSchema> JsonSchema for OneOrMany<T> {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        Vec::<T>::schema_name()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Vec::<T>::json_schema(generator)
    }
}

#[cfg(test)]
mod tests {
    use super::super::all_from_json;
    use super::*;

    #[derive(Debug, Deserialize, PartialEq)]
    struct Row {
        count: u32,
        #[serde(default)]
        name: String,
    }

    #[derive(Debug, Deserialize)]
    struct Body {
        rows: Vec<Deferred<Row>>,
    }

    #[test]
    fn one_entry_may_stand_without_a_list() {
        #[derive(Debug, Deserialize)]
        struct Sent {
            row: OneOrMany<Row>,
        }
        for (body, is_single, counts) in [
            (&br#"{"row": {"Count": 3}}"#[..], true, vec![3]),
            (
                br#"{"ROW": [{"count": 1}, {"count": 2}]}"#,
                false,
                vec![1, 2],
            ),
            (br#"{"row": []}"#, false, vec![]),
        ] {
            let sent = all_from_json::<Sent>(body).value.unwrap().row;
            assert_eq!(sent.is_single, is_single);
            let read = sent
                .entries
                .into_iter()
                .map(|row| row.read().value.unwrap().count);
            assert_eq!(read.collect::<Vec<_>>(), counts);
        }
    }

    #[test]
    fn a_wrong_entry_leaves_the_others_alone() {
        let body = br#"{"rows": [{"COUNT": 1}, {"count": "many", "name": 7}, 5, {"count": 2.0, "name": "x"}]}"#;
        let body: PartialInput<Body> = all_from_json(body);
        assert_eq!(body.invalid, []);
        let rows: Vec<PartialInput<Row>> = body
            .value
            .unwrap()
            .rows
            .into_iter()
            .map(Deferred::read)
            .collect();
        let invalid: Vec<Vec<&str>> = rows
            .iter()
            .map(|row| {
                row.invalid
                    .iter()
                    .map(|invalid| invalid.member.as_str())
                    .collect()
            })
            .collect();
        assert_eq!(invalid, [vec![], vec!["count", "name"], vec![""], vec![]]);
        assert_eq!(
            rows[0].value,
            Some(Row {
                count: 1,
                name: String::new()
            })
        );
        assert_eq!(
            rows[3].value,
            Some(Row {
                count: 2,
                name: "x".to_owned()
            })
        );
        assert_eq!(
            rows[2].invalid[0].message.to_string(),
            "the entry must be an object, not a number"
        );
    }
}
