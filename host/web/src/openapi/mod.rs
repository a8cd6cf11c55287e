//! The OpenAPI 3.1 document, generated from the route table.

mod requests;

use axum::http::Method;
use schemars::{Schema, SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value, json};

use crate::{
    area::{Area, DeclarationError, Declarations},
    http::session_cookie_name,
    routes::{Action, BodySchema, Describe, Route},
};
use data::{
    caller::Needs,
    list::{Empty, ListQuery},
    message::MessageValue,
    permission::Save,
};

pub fn document(areas: &[Area]) -> Result<Value, DeclarationError> {
    let declared = Declarations::from_areas(areas)?;
    let mut schemas = Generators {
        requests: settings(requests::PATH).for_deserialize().into_generator(),
        answers: settings("/components/schemas")
            .for_serialize()
            .into_generator(),
    };
    let mut paths: Map<String, Value> = Map::new();
    for area in areas {
        for route in area.routes.iter().flat_map(|routes| &routes.routes) {
            let operation = operation(&mut schemas, area.tag, route);
            let entry = paths
                .entry(template(&route.path))
                .or_insert_with(|| json!({}));
            if let Some(methods) = entry.as_object_mut() {
                methods.insert(route.method.as_str().to_ascii_lowercase(), operation);
            }
        }
    }
    let Generators {
        requests: mut sent,
        answers: mut answered,
    } = schemas;
    // Errors contain it, and their schema is hand-written.
    answered.subschema_for::<MessageValue>();
    let mut schemas = answered.take_definitions(true);
    requests::merge_schemas(&mut paths, &mut schemas, sent.take_definitions(true));
    schemas.insert("Error".to_owned(), error_schema());
    let permissions = declared
        .permissions
        .iter()
        .map(|permission| permission.name);
    schemas.insert(
        "PermissionName".to_owned(),
        schema_names(
            "A permission; a name holds its parents' names.",
            permissions,
        ),
    );
    let features = declared.features.iter().map(|feature| feature.name);
    let words = "A feature of the product; each plugin has one besides, `Plugin.<id>.Enabled`.";
    schemas.insert("FeatureName".to_owned(), schema_names(words, features));
    let mut document = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Waybill",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Every answer is wrapped in an envelope: `result` on success, `error` otherwise. Paths, query keys and JSON keys match without case. The tenant is known by host name or by the header Abp-TenantId. A token counts for its own tenant at every host name of the installation; with a header that names another tenant it is refused with 403.",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"}
        },
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {
                "bearer": {"type": "http", "scheme": "bearer"},
                "cookie": {
                    "type": "apiKey",
                    "in": "cookie",
                    "name": session_cookie_name(true),
                    "description": "The browser's session. It counts only for requests of the application's own pages. Without HTTPS its name has no `__Host-`.",
                },
            }
        }
    });
    numbers(&mut document);
    Ok(document)
}

/// Separate schemas of each type: as read from a request and as written to a response.
struct Generators {
    requests: SchemaGenerator,
    answers: SchemaGenerator,
}

fn settings(definitions_path: &'static str) -> SchemaSettings {
    let mut settings = SchemaSettings::draft2020_12();
    settings.definitions_path = definitions_path.into();
    settings
}

fn schema_names<'a>(description: &str, names: impl Iterator<Item = &'a str>) -> Value {
    json!({"type": "string", "description": description, "enum": names.collect::<Vec<_>>()})
}

fn operation(schemas: &mut Generators, tag: &str, route: &Route) -> Value {
    let mut operation = json!({
        "tags": [tag],
        "operationId": operation_id(route),
        "responses": {
            "400": failure("The request is not valid, or is refused."),
        },
    });
    match route.needs {
        Needs::Nothing | Needs::Tenant => operation["security"] = json!([]),
        Needs::SignedIn | Needs::OwnAccount => operation["security"] = json!([{"bearer": []}]),
        Needs::SaveOwn => {
            operation["security"] = json!([{"bearer": []}]);
            operation["responses"]["409"] = failure(STALE);
        }
        Needs::Permission(permission) | Needs::DriverOr(permission) => {
            let others = match route.needs {
                Needs::DriverOr(_) => " Drivers call it for their own records.",
                _ => "",
            };
            operation["security"] = json!([{"bearer": []}]);
            operation["description"] =
                json!(format!("Needs the permission {}.{others}", permission.name));
            operation["x-permission"] = json!(permission.name);
            operation["responses"]["403"] = failure("The caller lacks the permission.");
        }
        Needs::Save(Save { create, change }) => {
            operation["security"] = json!([{"bearer": []}]);
            operation["description"] = json!(match create == change {
                true => format!("Needs the permission {}.", create.name),
                false => format!(
                    "Needs the permission {} for a new record, {} for a change.",
                    create.name, change.name
                ),
            });
            operation["responses"]["403"] = failure("The caller lacks the permission.");
            operation["x-permission"] = json!(change.name);
            operation["x-permission-to-create"] = json!(create.name);
            operation["responses"]["409"] = failure(STALE);
        }
    }
    if route.cookie {
        operation["security"] = json!([{"bearer": []}, {"cookie": []}]);
    }
    if let Some(feature) = route.feature {
        operation["x-feature"] = json!(feature);
    }
    if let Some(proof) = &route.proof {
        operation["x-fresh-proof"] = json!(true);
        operation["x-proof-seconds"] = json!(proof.max_age.num_seconds());
        let lacks =
            "The caller lacks the permission, or has not proved lately who it is (code 3114).";
        operation["responses"]["403"] = failure(lacks);
    }
    if route.not_impersonated {
        operation["x-not-impersonated"] = json!(true);
    }
    if let Some(limit) = &route.limit {
        operation["x-limit"] = json!({
            "name": limit.name,
            "windowSeconds": limit.window.num_seconds(),
            "perAddress": limit.per_address,
            "perTenant": limit.per_tenant,
            "perUser": limit.per_user,
        });
        operation["responses"]["429"] =
            failure("Too many calls; Retry-After tells in how many seconds to come again.");
    }
    if !matches!(route.needs, Needs::Nothing | Needs::Tenant) {
        operation["responses"]["401"] = failure("No valid token.");
    }
    let path_parameters = route
        .path
        .split('/')
        .filter_map(|part| part.strip_prefix('{'))
        .map(|name| {
            let name = name.trim_end_matches('}').trim_start_matches('*');
            json!({"name": name, "in": "path", "required": true, "schema": {"type": "string"}})
        });
    let mut parameters: Vec<Value> = path_parameters.collect();
    match &route.action {
        Action::Call {
            input,
            output,
            list,
            in_body,
            ..
        } => {
            if *in_body {
                let sent = input(&mut schemas.requests);
                operation["requestBody"] =
                    json!({"content": {"application/json": {"schema": sent}}, "required": true});
            } else {
                parameters.extend(query_parameters(*input));
                if *list {
                    parameters.extend(query_parameters(|generator| {
                        generator.subschema_for::<ListQuery>()
                    }));
                }
            }
            operation["responses"]["200"] = enveloped(&output(&mut schemas.answers));
        }
        Action::Raw { .. } => {
            operation["responses"]["200"] =
                json!({"description": "Done; not wrapped in the envelope."});
        }
        Action::Upload { .. } => {
            if route.body_schemas.is_empty() {
                let form = multipart("file", |generator| generator.subschema_for::<Empty>());
                operation["requestBody"] =
                    json!({"content": {"multipart/form-data": {"schema": form}}, "required": true});
            }
            operation["responses"]["413"] = failure("The file is too large.");
            operation["responses"]["200"] = json!({"description": "Done."});
        }
    }
    for query in &route.query_schemas {
        parameters.extend(query_parameters(*query));
    }
    for body in &route.body_schemas {
        let (media_type, schema) = match body {
            BodySchema::Json(body) => ("application/json", body(&mut schemas.requests).to_value()),
            BodySchema::UrlEncoded(form) => {
                ("application/x-www-form-urlencoded", inline_schema(*form))
            }
            BodySchema::Multipart(file, texts) => ("multipart/form-data", multipart(file, *texts)),
        };
        operation["requestBody"]["content"][media_type] = json!({"schema": schema});
        // A DELETE also goes without its body.
        operation["requestBody"]["required"] = json!(route.method != Method::DELETE);
    }
    if let Some(answers) = route.response_schema {
        operation["responses"]["200"] = enveloped(&answers(&mut schemas.answers));
    }
    if !parameters.is_empty() {
        operation["parameters"] = Value::Array(parameters);
    }
    operation
}

fn enveloped(result: &Schema) -> Value {
    json!({
        "description": "Done.",
        "content": {"application/json": {"schema": {
            "type": "object",
            "required": ["result", "success"],
            "properties": {"result": result, "success": {"const": true}},
        }}},
    })
}

/// Returns the path for the document: a catch-all parameter is named like any other.
pub fn template(path: &str) -> String {
    path.replace("{*", "{")
}

fn operation_id(route: &Route) -> String {
    let name: String = route
        .path
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
        .collect::<String>();
    format!(
        "{}{}",
        route.method.as_str().to_ascii_lowercase(),
        name.replace("_api_", "_")
    )
    .replace("__", "_")
}

/// Describes members inline: the struct they are read into is no schema of the document.
fn inline_schema(input: Describe) -> Value {
    let mut settings = settings(requests::PATH).for_deserialize();
    settings.inline_subschemas = true;
    input(&mut settings.into_generator()).to_value()
}

/// Schema of a form with a file and texts.
fn multipart(file: &str, texts: Describe) -> Value {
    let texts = inline_schema(texts);
    let mut required = texts["required"].as_array().cloned().unwrap_or_default();
    required.insert(0, json!(file));
    let mut properties = texts["properties"].as_object().cloned().unwrap_or_default();
    properties.insert(
        file.to_owned(),
        json!({"type": "string", "contentMediaType": "application/octet-stream"}),
    );
    json!({"type": "object", "required": required, "properties": properties})
}

fn query_parameters(input: Describe) -> Vec<Value> {
    let schema = inline_schema(input);
    let required: Vec<&str> = schema
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    schema.get("properties").and_then(Value::as_object).into_iter().flatten().map(|(name, schema)| {
        json!({"name": name, "in": "query", "required": required.contains(&name.as_str()), "schema": schema})
    }).collect()
}

const STALE: &str = "The record was changed since the version that was sent.";

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
                    "message": {"type": "string", "description": "The English sentence, complete."},
                    "template": sentence_template(),
                    "parameters": sentence_values(),
                    "details": {"type": ["string", "null"]},
                    "validationErrors": {
                        "type": ["array", "null"],
                        "items": {"type": "object", "properties": {
                            "message": {"type": "string", "description": "The English sentence, complete."},
                            "template": sentence_template(),
                            "members": {"type": "array", "items": {"type": "string"}},
                            "code": {"type": "string", "description": "What is wrong, in a word that stays: tooLong."},
                            "parameters": sentence_values(),
                        }},
                    },
                },
            },
        },
    })
}

fn sentence_template() -> Value {
    json!({
        "type": "string",
        "description": "The English sentence before its values were filled in, `must be at most {max} characters`; left out where it has none. Translations are found by it.",
    })
}

fn sentence_values() -> Value {
    json!({
        "type": "object",
        "description": "The values in the template, by their names; what is not a text is translated itself.",
        "additionalProperties": {"$ref": "#/components/schemas/MessageValue"},
    })
}

/// Decimals are JSON numbers; the schema library describes them as text.
fn numbers(value: &mut Value) {
    match value {
        Value::Object(map) => {
            let decimal = map
                .get("pattern")
                .and_then(Value::as_str)
                .is_some_and(|pattern| pattern.contains("\\d+"))
                && map.contains_key("type")
                && map.get("format").is_none();
            if decimal {
                let nullable = map
                    .get("type")
                    .and_then(Value::as_array)
                    .is_some_and(|types| types.contains(&json!("null")));
                map.remove("pattern");
                map.insert(
                    "type".to_owned(),
                    if nullable {
                        json!(["number", "null"])
                    } else {
                        json!("number")
                    },
                );
            }
            map.values_mut().for_each(numbers);
        }
        Value::Array(list) => list.iter_mut().for_each(numbers),
        _ => {}
    }
}
