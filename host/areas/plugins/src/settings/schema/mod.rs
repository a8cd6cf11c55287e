//! JSON Schemas of plugin settings: validation of schemas and of settings.
//!
//! Third parties write schemas and our forms render them. Therefore only JSON Schema 2020-12 with
//! an object at the top is accepted, without fetching, recursion, or patterns of more than linear
//! time. Secret settings are top-level and declare `"writeOnly": true` or `"format": "password"`.

pub mod bounds;
pub mod messages;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use data::FieldError;
use jsonschema::{Draft, PatternOptions, Validator};
use serde_json::{Map, Value};

/// File of a package or a bundled plugin's folder.
pub const SCHEMA_FILE: &str = "settings.schema.json";
/// Bytes of a schema, and of the settings of one tenant or customer.
pub const MAX_BYTES: usize = 64 * 1024;
const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";
/// Memory of one compiled pattern.
const PATTERN_BYTES: usize = 1 << 20;

pub struct SettingsSchema {
    document: Value,
    validator: Validator,
    secrets: BTreeSet<String>,
    defaults: Map<String, Value>,
}

impl std::fmt::Debug for SettingsSchema {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("SettingsSchema")
            .field(&self.document)
            .finish()
    }
}

impl SettingsSchema {
    /// Parses a schema; the error is for the plugin's author.
    pub fn parse(text: &str) -> Result<Self, String> {
        if text.len() > MAX_BYTES {
            return Err(format!(
                "it has {} bytes; at most {MAX_BYTES} are taken",
                text.len()
            ));
        }
        let document: Value =
            serde_json::from_str(text).map_err(|error| format!("it is no JSON: {error}"))?;
        if document
            .get("$schema")
            .is_some_and(|dialect| dialect.as_str() != Some(DIALECT))
        {
            return Err(format!("$schema: it must be {DIALECT}, or be left out"));
        }
        if document.get("type").and_then(Value::as_str) != Some("object") {
            return Err("type: the settings as a whole must be an \"object\"".to_owned());
        }
        jsonschema::draft202012::meta::validate(&document).map_err(|error| {
            format!(
                "{}: {error}",
                display_pointer(error.instance_path().as_str())
            )
        })?;
        crate::settings::schema::bounds::check(&document)?;
        let validator = compile(&document)?;
        let empty = Map::new();
        let properties = document
            .get("properties")
            .and_then(Value::as_object)
            .unwrap_or(&empty);
        let secrets = secrets(&document, properties)?;
        let defaults = defaults(&document, properties, &secrets)?;
        Ok(Self {
            validator,
            secrets,
            defaults,
            document,
        })
    }

    pub fn document(&self) -> &Value {
        &self.document
    }

    pub fn is_secret(&self, key: &str) -> bool {
        self.secrets.contains(key)
    }

    pub fn defaults(&self) -> &Map<String, Value> {
        &self.defaults
    }

    /// Includes secrets. Messages never contain a value.
    pub fn problems(&self, settings: &Map<String, Value>) -> Vec<FieldError> {
        let settings_value = Value::Object(settings.clone());
        self.validator
            .iter_errors(&settings_value)
            .flat_map(|error| crate::settings::schema::messages::field_errors(&error))
            .collect()
    }

    /// Ignores missing fields.
    pub fn problems_of_partial(&self, settings: &Map<String, Value>) -> Vec<FieldError> {
        let settings_value = Value::Object(settings.clone());
        let errors = self.validator.iter_errors(&settings_value);
        errors
            .filter(|error| !crate::settings::schema::messages::is_missing(error))
            .flat_map(|error| crate::settings::schema::messages::field_errors(&error))
            .collect()
    }
}

fn compile(schema: &Value) -> Result<Validator, String> {
    jsonschema::options()
        .with_draft(Draft::Draft202012)
        .should_validate_formats(true)
        // These match in linear time for any input.
        .with_pattern_options(PatternOptions::regex().size_limit(PATTERN_BYTES))
        .offline()
        .build(schema)
        .map_err(|error| {
            format!(
                "{}: {error}",
                display_pointer(error.instance_path().as_str())
            )
        })
}

fn is_marked_secret(schema: &Value) -> bool {
    schema.get("writeOnly") == Some(&Value::Bool(true))
        || schema.get("format").is_some_and(|it| it == "password")
}

fn secrets(document: &Value, properties: &Map<String, Value>) -> Result<BTreeSet<String>, String> {
    // A secret that is declared elsewhere would be stored like any other setting.
    let members = document.as_object().into_iter().flatten();
    let elsewhere = members
        .filter(|(name, _)| *name != "properties")
        .find(|(_, schema)| holds_secret(schema));
    if let Some((name, _)) = elsewhere {
        return Err(format!(
            "{name}: secret settings stand in properties at the top, not elsewhere or behind a $ref"
        ));
    }
    if is_marked_secret(document) {
        return Err("writeOnly, format: only a single setting can be secret".to_owned());
    }
    let mut secrets = BTreeSet::new();
    for (key, schema) in properties {
        if is_marked_secret(schema) {
            if schema.get("type").and_then(Value::as_str) != Some("string") {
                return Err(format!(
                    "properties.{key}: a secret setting must have the type \"string\""
                ));
            }
            secrets.insert(key.clone());
        } else if holds_secret(schema) {
            return Err(format!(
                "properties.{key}: secret settings stand at the top, not inside of others"
            ));
        }
    }
    Ok(secrets)
}

fn holds_secret(schema: &Value) -> bool {
    match schema {
        Value::Object(members) => is_marked_secret(schema) || members.values().any(holds_secret),
        Value::Array(items) => items.iter().any(holds_secret),
        _ => false,
    }
}

/// Defaults must be valid alone, so that empty settings are.
fn defaults(
    document: &Value,
    properties: &Map<String, Value>,
    secrets: &BTreeSet<String>,
) -> Result<Map<String, Value>, String> {
    let mut defaults = Map::new();
    for (key, schema) in properties {
        let Some(default) = schema.get("default") else {
            continue;
        };
        if secrets.contains(key) {
            return Err(format!(
                "properties.{key}.default: a secret setting can't have a default"
            ));
        }
        let mut alone = schema.clone();
        if let (Some(members), Some(shared)) = (alone.as_object_mut(), document.get("$defs")) {
            members.insert("$defs".to_owned(), shared.clone());
        }
        if !compile(&alone)?.is_valid(default) {
            return Err(format!(
                "properties.{key}.default: it does not fit its own schema"
            ));
        }
        defaults.insert(key.clone(), default.clone());
    }
    Ok(defaults)
}

fn display_pointer(pointer: &str) -> String {
    let path = pointer.trim_start_matches('/').replace('/', ".");
    if path.is_empty() {
        "the schema".to_owned()
    } else {
        path
    }
}
