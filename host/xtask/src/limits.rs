//! Request limits as constants for the web's forms, one per schema, so bundles include only those
//! in use.

use std::{collections::BTreeMap, fmt::Write};

use serde_json::{Map, Value};

const HEADING: &str = "// What fields of the API's requests may hold, generated from host/tests/openapi.json by `cargo xtask gen`; not to be edited.\n// Only forms import it, so that the first page does not carry it.\nimport type { Limits } from '../lib/limits.ts';\n";

/// Schema keywords a form can enforce.
const KEYWORDS: [&str; 8] = [
    "minLength",
    "maxLength",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "pattern",
    "minItems",
    "maxItems",
];

pub fn table(document: &Value) -> String {
    let schemas = document["components"]["schemas"].as_object();
    let empty = Map::new();
    let schemas = schemas.unwrap_or(&empty);
    let mut text = HEADING.to_owned();
    for name in request_schemas(document, schemas) {
        let fields: BTreeMap<&String, Value> = schemas
            .get(&name)
            .and_then(|schema| schema["properties"].as_object())
            .into_iter()
            .flatten()
            .filter_map(|(field, schema)| Some((field, limits(schema, schemas)?)))
            .collect();
        if fields.is_empty() {
            continue;
        }
        let _ = writeln!(text, "\nexport const {name} = {{");
        for (field, limits) in fields {
            let _ = writeln!(text, "  {field}: {limits},");
        }
        text.push_str("} as const satisfies Record<string, Limits>;\n");
    }
    text
}

/// Returns all schema names in requests, at any depth.
fn request_schemas(document: &Value, schemas: &Map<String, Value>) -> Vec<String> {
    let operations = document["paths"]
        .as_object()
        .into_iter()
        .flat_map(Map::values);
    let operations = operations
        .filter_map(Value::as_object)
        .flat_map(Map::values);
    let mut open: Vec<&Value> = operations
        .map(|operation| &operation["requestBody"])
        .collect();
    let mut limits = BTreeMap::new();
    while let Some(value) = open.pop() {
        match value {
            Value::Object(map) => {
                let name = map
                    .get("$ref")
                    .and_then(Value::as_str)
                    .and_then(|it| it.rsplit('/').next());
                if let Some(name) = name
                    && limits.insert(name.to_owned(), ()).is_none()
                {
                    open.extend(schemas.get(name));
                }
                open.extend(map.values());
            }
            Value::Array(list) => open.extend(list),
            _ => {}
        }
    }
    limits.into_keys().collect()
}

/// Returns a field's limits, if any.
fn limits(schema: &Value, schemas: &Map<String, Value>) -> Option<Value> {
    let schema = resolve_schema(schema, schemas)?;
    let limits = KEYWORDS
        .iter()
        .filter_map(|key| Some(((*key).to_owned(), schema.get(*key)?.clone())));
    let mut limits: Map<String, Value> = limits.collect();
    if let Some(words) = schema.get("enum").and_then(Value::as_array) {
        let values = words
            .iter()
            .filter(|word| word.is_string())
            .cloned()
            .collect();
        limits.insert("enum".to_owned(), Value::Array(values));
    }
    (!limits.is_empty()).then_some(Value::Object(limits))
}

/// Resolves references and unions with null.
fn resolve_schema<'a>(schema: &'a Value, schemas: &'a Map<String, Value>) -> Option<&'a Value> {
    if let Some(name) = schema
        .get("$ref")
        .and_then(Value::as_str)
        .and_then(|it| it.rsplit('/').next())
    {
        return schemas.get(name);
    }
    let Some(choices) = schema.get("anyOf").and_then(Value::as_array) else {
        return Some(schema);
    };
    let mut others = choices.iter().filter(|choice| choice["type"] != "null");
    match (others.next(), others.next()) {
        (Some(only), None) => resolve_schema(only, schemas),
        // A union of several types has no common limits.
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_what_is_sent_and_limited_is_in_the_table() {
        let document = json!({
            "paths": {"/save": {"post": {"requestBody": {"schema": {"$ref": "#/components/schemas/Save"}}}}},
            "components": {"schemas": {
                "Save": {"properties": {"customer": {"$ref": "#/components/schemas/Customer"}}},
                "Customer": {"properties": {
                    "name": {"type": "string", "maxLength": 128},
                    "note": {"type": "string"},
                    "status": {"anyOf": [{"$ref": "#/components/schemas/Status"}, {"type": "null"}]},
                    "either": {"anyOf": [{"type": "string", "maxLength": 3}, {"type": "number"}]},
                    "port": {"type": "integer", "minimum": 0, "maximum": 65535},
                }},
                "Status": {"type": "string", "enum": ["Active", "Closed"]},
                "Answer": {"properties": {"name": {"type": "string", "maxLength": 5}}},
            }},
        });
        let table = table(&document);
        let body = table.strip_prefix(HEADING).unwrap();
        assert_eq!(
            body,
            "\nexport const Customer = {\n  name: {\"maxLength\":128},\n  port: {\"maximum\":65535,\"minimum\":0},\n  status: {\"enum\":[\"Active\",\"Closed\"]},\n} as const satisfies Record<string, Limits>;\n"
        );
    }
}
