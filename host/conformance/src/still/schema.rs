//! Checks that settings.schema.json is a sound JSON Schema: an object, typed members, valid
//! defaults.

use serde_json::{Map, Value};

const TYPES: [&str; 6] = ["string", "number", "integer", "boolean", "array", "object"];
const DEEPEST: usize = 24;

pub fn complaints(schema: &Value) -> Vec<String> {
    let mut found = Vec::new();
    if schema["type"] != "object" || !schema["properties"].is_object() {
        found.push("the schema's type must be object, with properties".to_owned());
        return found;
    }
    member(schema, "", 0, &mut found);
    found
}

fn member(schema: &Value, place: &str, depth: usize, found: &mut Vec<String>) {
    let at = if place.is_empty() {
        "the schema"
    } else {
        place
    };
    let Some(schema_object) = schema.as_object() else {
        found.push(format!("{at}: an object is expected"));
        return;
    };
    if depth > DEEPEST {
        found.push(format!("{at}: it is nested deeper than {DEEPEST}"));
        return;
    }
    for word in ["$ref", "$dynamicRef", "$recursiveRef"] {
        if schema_object
            .get(word)
            .and_then(Value::as_str)
            .is_some_and(|to| !to.starts_with('#'))
        {
            found.push(format!("{at}: {word} must stay within the file"));
        }
    }
    let kind = schema["type"].as_str();
    if kind.is_none_or(|kind| !TYPES.contains(&kind))
        && schema.get("enum").is_none()
        && schema.get("$ref").is_none()
    {
        found.push(format!(
            "{at}: a type is expected, one of {}",
            TYPES.join(", ")
        ));
    }
    if schema
        .get("enum")
        .is_some_and(|choices| choices.as_array().is_none_or(Vec::is_empty))
    {
        found.push(format!("{at}: enum must be a list with entries"));
    }
    if let (Some(least), Some(most)) = (schema["minimum"].as_f64(), schema["maximum"].as_f64())
        && least > most
    {
        found.push(format!("{at}: its minimum is above its maximum"));
    }
    if let Some(words) = schema
        .get("default")
        .and_then(|default| mismatch(schema, default))
    {
        found.push(format!("{at}: its default does not fit: {words}"));
    }
    if schema["format"] == "password" && schema["writeOnly"] != true {
        found.push(format!("{at}: a password must be writeOnly"));
    }
    if schema["writeOnly"] == true && schema.get("default").is_some() {
        found.push(format!("{at}: a secret has no default"));
    }
    if let Some(properties) = schema["properties"].as_object() {
        let required = schema["required"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str);
        found.extend(
            required
                .filter(|name| !properties.contains_key(*name))
                .map(|name| format!("{at}: {name} is required and no property")),
        );
        members(properties, place, depth, found);
    }
    if let Some(items) = schema.get("items") {
        member(items, &format!("{place}[]"), depth + 1, found);
    }
}

fn members(properties: &Map<String, Value>, place: &str, depth: usize, found: &mut Vec<String>) {
    for (name, schema) in properties {
        let at = if place.is_empty() {
            name.clone()
        } else {
            format!("{place}.{name}")
        };
        if schema["title"]
            .as_str()
            .is_none_or(|title| title.trim().is_empty())
        {
            found.push(format!("{at}: it has no title for the form"));
        }
        if super::looks_secret(name) && schema["type"] == "string" && schema["writeOnly"] != true {
            found.push(format!("{at}: it looks like a secret and is not writeOnly"));
        }
        member(schema, &at, depth + 1, found);
    }
}

/// Explains why a value violates this schema; covers only the keywords that forms use.
fn mismatch(schema: &Value, value: &Value) -> Option<String> {
    if schema["enum"]
        .as_array()
        .is_some_and(|choices| !choices.contains(value))
    {
        return Some(format!("{value} is none of its choices"));
    }
    let fits = match schema["type"].as_str() {
        Some("string") => value.is_string(),
        Some("number") => value.is_number(),
        Some("integer") => value.is_i64() || value.is_u64(),
        Some("boolean") => value.is_boolean(),
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        _ => true,
    };
    if !fits {
        return Some(format!(
            "{value} is no {}",
            schema["type"].as_str().unwrap_or_default()
        ));
    }
    if let Some(number) = value.as_f64() {
        let low = schema["minimum"]
            .as_f64()
            .is_some_and(|least| number < least);
        if low || schema["maximum"].as_f64().is_some_and(|most| number > most) {
            return Some(format!("{value} is out of range"));
        }
    }
    if let Some(text) = value.as_str() {
        let length = text.chars().count() as u64;
        let short = schema["minLength"]
            .as_u64()
            .is_some_and(|least| length < least);
        if short
            || schema["maxLength"]
                .as_u64()
                .is_some_and(|most| length > most)
        {
            return Some(format!("{value} is too short or too long"));
        }
    }
    if let Some(list) = value.as_array() {
        return list
            .iter()
            .find_map(|entry| mismatch(schema.get("items")?, entry));
    }
    let object = value.as_object()?;
    let properties = schema["properties"].as_object()?;
    object
        .iter()
        .find_map(|(name, value)| match properties.get(name) {
            Some(schema) => mismatch(schema, value),
            None if schema["additionalProperties"] == false => {
                Some(format!("{name} is no property"))
            }
            None => None,
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_sound_schema_passes() {
        let schema = json!({"type": "object", "required": ["mode"], "properties": {
            "mode": {"type": "string", "title": "Mode", "enum": ["live", "test"], "default": "test"},
            "apiKey": {"type": "string", "title": "Key", "format": "password", "writeOnly": true},
            "zones": {"type": "array", "title": "Zones", "items": {"type": "string"}, "default": ["A"]},
        }});
        assert_eq!(complaints(&schema), Vec::<String>::new());
    }

    #[test]
    fn what_is_wrong_is_named() {
        let of = |property: Value| {
            complaints(&json!({"type": "object", "properties": {"a": property}})).join("; ")
        };
        for (property, named) in [
            (json!({"type": "text", "title": "A"}), "a type is expected"),
            (json!({"type": "string"}), "no title"),
            (
                json!({"type": "integer", "title": "A", "default": "1"}),
                "its default does not fit",
            ),
            (
                json!({"type": "integer", "title": "A", "minimum": 2, "default": 1}),
                "out of range",
            ),
            (
                json!({"type": "string", "title": "A", "format": "password"}),
                "must be writeOnly",
            ),
            (
                json!({"type": "string", "title": "A", "writeOnly": true, "default": "x"}),
                "no default",
            ),
            (
                json!({"title": "A", "$ref": "https://example.com/s"}),
                "stay within",
            ),
        ] {
            assert!(
                of(property.clone()).contains(named),
                "{property}: {}",
                of(property.clone())
            );
        }
        assert!(complaints(&json!({"type": "array"}))[0].contains("must be object"));
        let missing = json!({"type": "object", "properties": {}, "required": ["b"]});
        assert!(complaints(&missing)[0].contains("b is required"));
    }
}
