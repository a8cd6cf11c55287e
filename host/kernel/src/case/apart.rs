//! A part of an input that is read by itself: what is wrong with it does not refuse the rest.

use std::{borrow::Cow, marker::PhantomData};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{
    Deserialize, Deserializer,
    de::{DeserializeOwned, DeserializeSeed},
};

use super::{
    Partly, all,
    tree::{Level, Tree},
};
use crate::message;

/// An entry of a list of a body that is kept as it was sent until [`Apart::read`].
#[derive(Debug, Clone)]
pub struct Apart<T> {
    sent: Tree,
    of: PhantomData<fn() -> T>,
}

/// Each wrong member costs a reading of the entry. A body may have many, so each has this share of what one body has.
const SHARE: usize = 64;

impl<T: DeserializeOwned> Apart<T> {
    /// What could be read of it; members are named from the entry on.
    pub fn read(self) -> Partly<T> {
        let size = self.sent.size().saturating_mul(SHARE);
        all::read(self.sent, size, message!("the entry"))
    }
}

impl<'de, T> Deserialize<'de> for Apart<T> {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        Ok(Self {
            sent: Level::TOP.deserialize(source)?,
            of: PhantomData,
        })
    }
}

impl<T: JsonSchema> JsonSchema for Apart<T> {
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
        rows: Vec<Apart<Row>>,
    }

    #[test]
    fn a_wrong_entry_leaves_the_others_alone() {
        let body = br#"{"rows": [{"COUNT": 1}, {"count": "many", "name": 7}, 5, {"count": 2.0, "name": "x"}]}"#;
        let body: Partly<Body> = all_from_json(body);
        assert_eq!(body.invalid, []);
        let rows: Vec<Partly<Row>> = body
            .value
            .unwrap()
            .rows
            .into_iter()
            .map(Apart::read)
            .collect();
        let wrong: Vec<Vec<&str>> = rows
            .iter()
            .map(|row| {
                row.invalid
                    .iter()
                    .map(|invalid| invalid.member.as_str())
                    .collect()
            })
            .collect();
        assert_eq!(wrong, [vec![], vec!["count", "name"], vec![""], vec![]]);
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
