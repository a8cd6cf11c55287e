//! The OpenAPI 3.1 document, made from the table of routes.

use schemars::{Schema, SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value, json};

use crate::{
    area::Area,
    caller::Needs,
    list::ListQuery,
    routes::{Action, Route},
};

/// The whole document.
pub fn document(areas: &[Area]) -> Value {
    let mut settings = SchemaSettings::draft2020_12();
    settings.definitions_path = "/components/schemas".into();
    let mut generator = SchemaGenerator::new(settings);
    let mut paths: Map<String, Value> = Map::new();
    for area in areas {
        for route in area.routes.iter().flat_map(|routes| &routes.routes) {
            let operation = operation(&mut generator, area.name, route);
            let entry = paths.entry(route.path.clone()).or_insert_with(|| json!({}));
            if let Some(methods) = entry.as_object_mut() {
                methods.insert(route.method.as_str().to_ascii_lowercase(), operation);
            }
        }
    }
    let mut schemas = generator.take_definitions(true);
    schemas.insert("Error".to_owned(), error_schema());
    let mut document = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Waybill",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Every answer is wrapped in an envelope: `result` on success, `error` otherwise. Paths, query keys and JSON keys match without case. The tenant is known by host name or by the header Abp-TenantId.",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"}
        },
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}}
        }
    });
    numbers(&mut document);
    document
}

fn operation(generator: &mut SchemaGenerator, area: &str, route: &Route) -> Value {
    let mut operation = json!({
        "tags": [area],
        "operationId": operation_id(route),
        "responses": {
            "400": failure("The request is not valid, or is refused."),
        },
    });
    match route.needs {
        Needs::Nothing | Needs::Tenant => operation["security"] = json!([]),
        Needs::SignedIn | Needs::OwnAccount => operation["security"] = json!([{"bearer": []}]),
        Needs::Permission(permission) => {
            operation["security"] = json!([{"bearer": []}]);
            operation["description"] = json!(format!("Needs the permission {}.", permission.0));
            operation["responses"]["403"] = failure("The caller lacks the permission.");
        }
    }
    if !matches!(route.needs, Needs::Nothing | Needs::Tenant) {
        operation["responses"]["401"] = failure("No valid token.");
    }
    let path_parameters = route.path.split('/').filter_map(|part| part.strip_prefix('{')).map(|name| {
        let name = name.trim_end_matches('}').trim_start_matches('*');
        json!({"name": name, "in": "path", "required": true, "schema": {"type": "string"}})
    });
    let mut parameters: Vec<Value> = path_parameters.collect();
    match &route.action {
        Action::Call { input, output, list, .. } => {
            let sent = input(generator);
            if route.method == axum::http::Method::POST || route.method == axum::http::Method::PUT {
                operation["requestBody"] = json!({"content": {"application/json": {"schema": sent}}, "required": true});
            } else {
                parameters.extend(query_parameters(generator, &sent));
                if *list {
                    let paging = generator.subschema_for::<ListQuery>();
                    parameters.extend(query_parameters(generator, &paging));
                }
            }
            let result = output(generator);
            operation["responses"]["200"] = json!({
                "description": "Done.",
                "content": {"application/json": {"schema": {
                    "type": "object",
                    "required": ["result", "success"],
                    "properties": {"result": result, "success": {"const": true}},
                }}},
            });
        }
        Action::Raw { .. } => {
            operation["responses"]["200"] = json!({"description": "Done; not wrapped in the envelope."})
        }
        Action::Upload { .. } => {
            let form = json!({"type": "object", "required": ["file"], "properties": {
                "file": {"type": "string", "contentMediaType": "application/octet-stream"},
            }});
            operation["requestBody"] = json!({"content": {"multipart/form-data": {"schema": form}}, "required": true});
            operation["responses"]["413"] = failure("The file is too large.");
            operation["responses"]["200"] = json!({"description": "Done."});
        }
    }
    if !parameters.is_empty() {
        operation["parameters"] = Value::Array(parameters);
    }
    operation
}

fn operation_id(route: &Route) -> String {
    let name: String = route.path.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect::<String>();
    format!("{}{}", route.method.as_str().to_ascii_lowercase(), name.replace("_api_", "_")).replace("__", "_")
}

fn query_parameters(generator: &SchemaGenerator, schema: &Schema) -> Vec<Value> {
    let value = schema.as_value();
    let resolved = value
        .get("$ref")
        .and_then(Value::as_str)
        .and_then(|reference| reference.rsplit('/').next())
        .and_then(|name| generator.definitions().get(name))
        .unwrap_or(value);
    let required: Vec<&str> =
        resolved.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
    resolved.get("properties").and_then(Value::as_object).into_iter().flatten().map(|(name, schema)| {
        json!({"name": name, "in": "query", "required": required.contains(&name.as_str()), "schema": schema})
    }).collect()
}

fn failure(description: &str) -> Value {
    json!({"description": description, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}})
}

fn error_schema() -> Value {
    json!({
        "type": "object",
        "required": ["error", "success"],
        "properties": {
            "success": {"const": false},
            "unAuthorizedRequest": {"type": "boolean"},
            "error": {
                "type": "object",
                "required": ["code", "message"],
                "properties": {
                    "code": {"type": "integer", "description": "Stable for each refusal; 0 when the fields below say it."},
                    "message": {"type": "string"},
                    "details": {"type": ["string", "null"]},
                    "validationErrors": {
                        "type": ["array", "null"],
                        "items": {"type": "object", "properties": {
                            "message": {"type": "string"},
                            "members": {"type": "array", "items": {"type": "string"}},
                        }},
                    },
                },
            },
        },
    })
}

/// Decimals travel as JSON numbers; the schema library describes them as text.
fn numbers(value: &mut Value) {
    match value {
        Value::Object(map) => {
            let decimal = map.get("pattern").and_then(Value::as_str).is_some_and(|pattern| pattern.contains("\\d+"))
                && map.contains_key("type")
                && map.get("format").is_none();
            if decimal {
                let nullable =
                    map.get("type").and_then(Value::as_array).is_some_and(|types| types.contains(&json!("null")));
                map.remove("pattern");
                map.insert("type".to_owned(), if nullable { json!(["number", "null"]) } else { json!("number") });
            }
            map.values_mut().for_each(numbers);
        }
        Value::Array(list) => list.iter_mut().for_each(numbers),
        _ => {}
    }
}
