//! Reads records whose value objects are flat on the wire.

use std::{fmt, marker::PhantomData};

use serde::{
    Deserialize, Deserializer,
    de::{DeserializeSeed, IntoDeserializer, MapAccess, Visitor, value::MapAccessDeserializer},
};

use super::{Form, Names};

/// A form whose value objects are read from its own members, each value once and into its type.
/// Implemented by `#[wire]` for structs with `#[record(embed)]`.
pub trait Flat: Form {
    /// Reads the members that are not in a value object.
    fn read_own<'de, D: Deserializer<'de>>(source: D) -> Result<Self, D::Error>;
    /// Reads the next value if a value object has a member of the name.
    fn read_part<'de, A: MapAccess<'de>>(
        &mut self,
        name: &str,
        members: &mut A,
    ) -> Result<bool, A::Error>;
    fn take_parts(&mut self, from: Self);
}

pub fn read_flat<'de, F: Flat, D: Deserializer<'de>>(source: D) -> Result<F, D::Error> {
    source.deserialize_struct("Flat", Names::<F>::LIST, FlatVisitor(PhantomData))
}

/// Reads the next value if the value object has a member of the name.
pub fn read_member<'de, P, A>(part: &mut P, name: &str, members: &mut A) -> Result<bool, A::Error>
where
    P: Form + Deserialize<'de>,
    A: MapAccess<'de>,
{
    let Some(index) = P::MEMBERS.iter().position(|member| member.name == name) else {
        return Ok(false);
    };
    let mut read = P::deserialize(MapAccessDeserializer::new(OneMember {
        name: Some(P::MEMBERS[index].name),
        members,
    }))?;
    part.take(index, &mut read);
    Ok(true)
}

struct FlatVisitor<F>(PhantomData<F>);

impl<'de, F: Flat> Visitor<'de> for FlatVisitor<F> {
    type Value = F;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map of members")
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<F, A::Error> {
        let mut parts = F::default();
        let own = OwnMembers {
            members,
            parts: &mut parts,
        };
        let mut form = F::read_own(MapAccessDeserializer::new(own))?;
        form.take_parts(parts);
        Ok(form)
    }
}

/// Passes on the members that no value object has.
struct OwnMembers<'a, A, F> {
    members: A,
    parts: &'a mut F,
}

impl<'de, A: MapAccess<'de>, F: Flat> MapAccess<'de> for OwnMembers<'_, A, F> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, A::Error> {
        while let Some(name) = self.members.next_key::<String>()? {
            if !self.parts.read_part(&name, &mut self.members)? {
                return seed.deserialize(name.into_deserializer()).map(Some);
            }
        }
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.members.next_value_seed(seed)
    }
}

/// A map of the one member whose value is next.
struct OneMember<'a, A> {
    name: Option<&'static str>,
    members: &'a mut A,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for OneMember<'_, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, A::Error> {
        let Some(name) = self.name.take() else {
            return Ok(None);
        };
        seed.deserialize(name.into_deserializer()).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.members.next_value_seed(seed)
    }
}

#[cfg(test)]
mod tests {
    use rust_decimal::Decimal;
    use schemars::{JsonSchema, generate::SchemaSettings};
    use serde::Serialize;
    use serde_json::{Value, json};

    use super::*;
    use crate::{
        case::{all_from_json, from_json},
        record::Record,
        save::Change,
        validate,
    };

    #[data::wire(trim)]
    #[derive(
        Debug,
        Clone,
        Default,
        PartialEq,
        Serialize,
        Deserialize,
        JsonSchema,
        Record,
        Form,
        garde::Validate,
    )]
    #[serde(rename_all = "camelCase", default)]
    #[record(embedded(Parcel), open)]
    #[garde(allow_unvalidated)]
    struct Goods {
        #[garde(length(chars, max = 5))]
        package_type: Option<String>,
        #[wire(null)]
        insured_value: Decimal,
        #[record(json)]
        labels: Vec<i64>,
    }

    #[data::wire(output)]
    #[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema, Record)]
    #[serde(rename_all = "camelCase", default)]
    #[record(embedded(Parcel), open)]
    struct Tracking {
        last_status: Option<String>,
    }

    #[derive(Debug, Clone, Default, PartialEq, Record)]
    #[record(embedded(Parcel))]
    struct Margin {
        cost: Decimal,
    }

    /// A parcel.
    #[data::wire(trim)]
    #[derive(
        Debug,
        Clone,
        Default,
        PartialEq,
        Serialize,
        Deserialize,
        JsonSchema,
        Record,
        Form,
        garde::Validate,
    )]
    #[serde(rename_all = "camelCase", default)]
    #[record(table = "parcels", name = "The parcel", open)]
    #[garde(allow_unvalidated)]
    struct Parcel {
        #[wire(null)]
        id: i64,
        #[wire(null)]
        row_version: i64,
        code: String,
        #[record(embed)]
        #[garde(dive)]
        goods: Goods,
        #[record(embed)]
        #[serde(skip_deserializing)]
        tracking: Tracking,
        #[record(embed)]
        #[serde(skip)]
        margin: Margin,
        note: Option<String>,
    }

    fn parcel() -> Parcel {
        Parcel {
            id: 7,
            code: "A1".to_owned(),
            goods: Goods {
                package_type: Some("Box".to_owned()),
                insured_value: Decimal::new(1_234_567_890_123_456_789, 2),
                labels: vec![1, 2],
            },
            tracking: Tracking {
                last_status: Some("Booked".to_owned()),
            },
            ..Parcel::default()
        }
    }

    #[test]
    fn value_objects_are_flat_on_the_wire_in_both_directions() {
        let written = serde_json::to_value(parcel()).unwrap();
        let names: Vec<&str> = written
            .as_object()
            .unwrap()
            .keys()
            .map(String::as_str)
            .collect();
        let mut expected = vec![
            "id",
            "rowVersion",
            "code",
            "packageType",
            "insuredValue",
            "labels",
            "lastStatus",
            "note",
        ];
        let mut sorted = names.clone();
        sorted.sort_unstable();
        expected.sort_unstable();
        assert_eq!(sorted, expected);
        let text = br#"{"id": 7, "labels": [1, 2], "code": " A1 ", "packageType": " Box ",
            "insuredValue": 12345678901234567.89, "lastStatus": "Lost", "unknown": {"a": 1}}"#;
        let read: Parcel = from_json(text).unwrap();
        assert_eq!(
            (read.code.as_str(), &read.goods.labels),
            ("A1", &vec![1, 2])
        );
        assert_eq!(read.goods.package_type.as_deref(), Some("Box"));
        assert_eq!(read.tracking.last_status, None, "only the server sets it");
    }

    #[test]
    fn members_change_one_by_one_in_any_case() {
        let change: Change<Parcel> =
            from_json(br#"{"PACKAGETYPE": "Bag", "note": "x", "insuredValue": null}"#).unwrap();
        assert!(change.mentions("packageType") && !change.mentions("labels"));
        let mut changed = parcel();
        change.apply(&mut changed);
        assert_eq!(changed.goods.package_type.as_deref(), Some("Bag"));
        assert_eq!(changed.goods.labels, [1, 2]);
        assert_eq!(changed.goods.insured_value, Decimal::ZERO);
        assert_eq!(changed.note.as_deref(), Some("x"));
        assert_eq!(changed.id, 7);
    }

    #[test]
    fn invalid_members_are_named_where_the_caller_sent_them() {
        let read = all_from_json::<Change<Parcel>>(
            br#"{"labels": [1, "x"], "code": 5, "packageType": "Bag"}"#,
        );
        let mut invalid: Vec<&str> = read.invalid.iter().map(|it| it.member.as_str()).collect();
        invalid.sort_unstable();
        assert_eq!(invalid, ["code", "labels[1]"]);
        assert!(read.value.unwrap().mentions("packageType"));
        let mut long = parcel();
        long.goods.package_type = Some("Pallet".to_owned());
        assert_eq!(
            validate::check("parcel", &long)[0].member,
            "parcel.packageType"
        );
    }

    #[test]
    fn the_schema_lists_the_members_flat() {
        let properties = |settings: SchemaSettings| -> Vec<String> {
            let schema = settings.into_generator().into_root_schema_for::<Parcel>();
            let schema = schema.to_value();
            assert_eq!(schema["title"], json!("Parcel"));
            assert_eq!(schema["description"], json!("A parcel."));
            let members: serde_json::Map<String, Value> =
                serde_json::from_value(schema["properties"].clone()).unwrap();
            members.keys().cloned().collect()
        };
        let input = properties(SchemaSettings::draft2020_12().for_deserialize());
        assert!(input.contains(&"packageType".to_owned()));
        assert!(!input.contains(&"lastStatus".to_owned()) && !input.contains(&"goods".to_owned()));
        let output = properties(SchemaSettings::draft2020_12().for_serialize());
        assert!(output.contains(&"lastStatus".to_owned()));
        assert!(!output.contains(&"margin".to_owned()) && !output.contains(&"cost".to_owned()));
    }
}
