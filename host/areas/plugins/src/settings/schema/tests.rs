//! Tests of accepted schemas and of settings errors.

#![allow(clippy::unwrap_used, reason = "tests may panic")]

use serde_json::json;

use crate::settings::schema::*;

fn schema(properties: Value) -> Value {
    json!({"type": "object", "properties": properties, "additionalProperties": false})
}

fn read(document: &Value) -> Result<SettingsSchema, String> {
    SettingsSchema::parse(&document.to_string())
}

fn settings(value: Value) -> Map<String, Value> {
    value.as_object().unwrap().clone()
}

#[test]
fn secrets_and_defaults_are_found() {
    let found = read(&schema(json!({
        "shop": {"type": "string"},
        "key": {"type": "string", "writeOnly": true},
        "word": {"type": "string", "format": "password"},
        "days": {"type": "integer", "default": 3},
    })))
    .unwrap();
    assert!(found.is_secret("key") && found.is_secret("word") && !found.is_secret("shop"));
    assert_eq!(Value::Object(found.defaults().clone()), json!({"days": 3}));
}

/// A schema that refers to the definition `defined` as `referenced`, with another of that name.
fn escaped(defined: &str, referenced: &str) -> Value {
    json!({"type": "object", "$defs": {defined: {"type": "string"}, referenced: {}},
           "properties": {"a": {"$ref": format!("#/$defs/{referenced}")}}})
}

#[test]
fn what_a_schema_may_not_be_is_said() {
    let deep = (0..40).fold(
        json!({"type": "string"}),
        |inner, _| json!({"type": "array", "items": inner}),
    );
    let doubled: Map<String, Value> = (0..40)
        .map(|at| {
            let next = json!({"$ref": format!("#/$defs/d{}", at + 1)});
            (format!("d{at}"), json!({"allOf": [next, next]}))
        })
        .chain([("d40".to_owned(), json!({"type": "string"}))])
        .collect();
    for (document, words) in [
        (json!({"type": "string"}), "must be an \"object\""),
        (json!({"type": "object", "properties": 7}), "properties"),
        (
            json!({"type": "object", "$schema": "http://json-schema.org/draft-07/schema#"}),
            "$schema",
        ),
        (
            schema(json!({"a": {"$ref": "https://evil.example/schema.json"}})),
            "only #/$defs/",
        ),
        (schema(json!({"a": {"$ref": "#"}})), "only #/$defs/"),
        (
            schema(json!({"a": {"$ref": "#/$defs/none"}})),
            "there is no $defs.none",
        ),
        (schema(json!({"a": {"$dynamicRef": "#x"}})), "only $ref"),
        (escaped("a~b", "a~0b"), "only #/$defs/"),
        (escaped("a%62", "a%62"), "only #/$defs/"),
        (escaped("ab", "a%62"), "only #/$defs/"),
        (
            json!({"type": "object", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"not": {"$ref": "#/$defs/a"}}},
                   "properties": {"a": {"$ref": "#/$defs/a"}}}),
            "contains itself",
        ),
        (
            json!({"type": "object", "$defs": doubled, "properties": {"a": {"$ref": "#/$defs/d0"}}}),
            "parts",
        ),
        (schema(json!({"a": deep})), "nested deeper"),
        (schema(json!({"a b": {}})), "properties.a b"),
        (
            schema(json!({"a": {"type": "integer", "writeOnly": true}})),
            "must have the type \"string\"",
        ),
        (
            schema(json!({"a": {"type": "object", "properties": {"b": {"writeOnly": true}}}})),
            "stand at the top",
        ),
        (
            json!({"type": "object", "$defs": {"a": {"type": "string", "writeOnly": true}},
                   "properties": {"a": {"$ref": "#/$defs/a"}}}),
            "$defs: secret settings stand in properties",
        ),
        (
            json!({"type": "object", "allOf": [{"properties": {"a": {"format": "password"}}}]}),
            "allOf: secret settings stand in properties",
        ),
        (
            json!({"type": "object", "if": {"required": ["b"]},
                   "then": {"properties": {"a": {"type": "string", "writeOnly": true}}}}),
            "then: secret settings stand in properties",
        ),
        (
            json!({"type": "object", "additionalProperties": {"type": "string", "writeOnly": true}}),
            "additionalProperties: secret settings stand in properties",
        ),
        (
            json!({"type": "object", "writeOnly": true}),
            "only a single setting",
        ),
        (
            schema(json!({"a": {"type": "string", "writeOnly": true, "default": "x"}})),
            "can't have a default",
        ),
        (
            schema(json!({"a": {"type": "integer", "default": "x"}})),
            "does not fit its own schema",
        ),
        (
            schema(json!({"a": {"type": "string", "pattern": "("}})),
            "a.pattern",
        ),
    ] {
        let error = read(&document).unwrap_err();
        assert!(error.contains(words), "{words}: {error}");
    }
    assert!(SettingsSchema::parse("{").unwrap_err().contains("no JSON"));
    assert!(
        SettingsSchema::parse(&" ".repeat(MAX_BYTES + 1))
            .unwrap_err()
            .contains("bytes")
    );
}

#[test]
fn every_wrong_setting_is_named_and_no_value_is_repeated() {
    let mut document = schema(json!({
        "shop": {"type": "string", "format": "uri"},
        "key": {"type": "string", "writeOnly": true, "minLength": 8, "pattern": "^k-"},
        "days": {"type": "integer", "minimum": 1, "maximum": 30},
        "mode": {"enum": ["live", "test"]},
        "mail": {"type": "string", "format": "email"},
        "stores": {"type": "array", "items": {"type": "object", "required": ["name"]}},
    }));
    document["required"] = json!(["shop"]);
    let found = read(&document).unwrap();
    assert!(
        found
            .problems(&settings(
                json!({"shop": "https://shop.example", "key": "k-12345678"})
            ))
            .is_empty()
    );
    let input = settings(json!({
        "key": "hunter2", "days": 99, "mode": "dream", "mail": "nobody", "stores": [{}], "other": 1,
    }));
    let problems = found.problems(&input);
    let of = |member: &str| {
        problems
            .iter()
            .filter(|error| error.member == member)
            .count()
    };
    for member in [
        "settings.shop",
        "settings.days",
        "settings.mode",
        "settings.mail",
        "settings.stores[0].name",
    ] {
        assert_eq!(of(member), 1, "{member}: {problems:?}");
    }
    assert_eq!(
        (of("settings.key"), of("settings.other")),
        (2, 1),
        "{problems:?}"
    );
    assert!(
        problems
            .iter()
            .all(|error| !error.message.to_string().contains("hunter2")
                && !error.message.to_string().contains("99"))
    );
    assert!(
        found
            .problems_of_partial(&input)
            .iter()
            .all(|error| error.message != "is required")
    );
}

#[test]
fn a_pattern_that_would_take_for_ever_does_not() {
    let found = read(&schema(
        json!({"a": {"type": "string", "pattern": "^(a+)+$"}}),
    ))
    .unwrap();
    let problems = found.problems(&settings(json!({"a": format!("{}!", "a".repeat(20_000))})));
    assert_eq!(problems.len(), 1);
}
