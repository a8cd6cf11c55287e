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
