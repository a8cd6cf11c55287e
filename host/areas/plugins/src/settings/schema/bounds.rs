//! Limits of a settings schema: size, depth and references.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

/// Top-level settings: a larger form is unusable.
const MAX_PROPERTIES: usize = 100;
/// Nesting of objects and lists.
const MAX_DEPTH: usize = 24;
/// Parts with references followed, which bounds the validation time.
const MAX_PARTS: usize = 20_000;
const MAX_KEY_LENGTH: usize = 64;
/// Definitions under `$defs`.
const MAX_DEFINITIONS: usize = 200;
const DEFS_PREFIX: &str = "#/$defs/";

/// Rejects valid JSON Schema that our forms don't support.
pub(crate) fn check(document: &Value) -> Result<(), String> {
    let properties = document.get("properties").and_then(Value::as_object);
    for key in properties.into_iter().flat_map(Map::keys) {
        if !is_key(key) {
            return Err(format!(
                "properties.{key}: a setting is named with a letter first and then letters, digits, '-' or '_', at most {MAX_KEY_LENGTH}"
            ));
        }
    }
    let count = properties.map_or(0, Map::len);
    if count > MAX_PROPERTIES {
        return Err(format!(
            "properties: there are {count}; at most {MAX_PROPERTIES} are taken"
        ));
    }
    let shared = document.get("$defs").and_then(Value::as_object);
    if shared.is_some_and(|shared| shared.len() > MAX_DEFINITIONS) {
        return Err(format!("$defs: at most {MAX_DEFINITIONS} are taken"));
    }
    let mut sizes = Sizes {
        shared,
        known: BTreeMap::new(),
    };
    let parts = sizes.count_parts(document, 0)?;
    if parts > MAX_PARTS {
        return Err(format!(
            "with its references it has more than {MAX_PARTS} parts"
        ));
    }
    Ok(())
}

fn is_key(key: &str) -> bool {
    key.len() <= MAX_KEY_LENGTH
        && key.starts_with(|first: char| first.is_ascii_alphabetic())
        && key
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
}

/// Counts parts with references followed; detects definitions that contain themselves.
struct Sizes<'a> {
    shared: Option<&'a Map<String, Value>>,
    /// By name; none while counting.
    known: BTreeMap<String, Option<usize>>,
}

impl Sizes<'_> {
    fn count_parts(&mut self, value: &Value, depth: usize) -> Result<usize, String> {
        if depth > MAX_DEPTH {
            return Err(format!("it is nested deeper than {MAX_DEPTH} levels"));
        }
        let mut parts = 1_usize;
        match value {
            Value::Object(members) => {
                for (name, member) in members {
                    let grown = match (name.as_str(), member) {
                        ("$ref", Value::String(target)) => self.count_referenced(target)?,
                        ("$dynamicRef" | "$recursiveRef", Value::String(_)) => {
                            return Err(format!("{name}: only $ref to {DEFS_PREFIX}… is taken"));
                        }
                        // A nested id would change the base of references.
                        ("$id", Value::String(_)) if depth > 0 => {
                            return Err("$id: only the schema as a whole may have one".to_owned());
                        }
                        _ => self.count_parts(member, depth + 1)?,
                    };
                    parts = parts.saturating_add(grown);
                }
            }
            Value::Array(items) => {
                for item in items {
                    parts = parts.saturating_add(self.count_parts(item, depth + 1)?);
                }
            }
            _ => {}
        }
        Ok(parts)
    }

    fn count_referenced(&mut self, target: &str) -> Result<usize, String> {
        // An escaped name is another definition to the validator.
        let name = target
            .strip_prefix(DEFS_PREFIX)
            .filter(|name| !name.contains(['/', '~', '%']));
        let Some(name) = name else {
            return Err(format!(
                "$ref: {target:?} is not taken; only {DEFS_PREFIX}… of the same file is, with a name without '/', '~' and '%'"
            ));
        };
        match self.known.get(name) {
            Some(Some(parts)) => return Ok(*parts),
            Some(None) => {
                return Err(format!(
                    "$defs.{name}: it contains itself, which no form can show"
                ));
            }
            None => {}
        }
        let Some(definition) = self.shared.and_then(|shared| shared.get(name)) else {
            return Err(format!("$ref: there is no $defs.{name}"));
        };
        self.known.insert(name.to_owned(), None);
        let parts = self.count_parts(definition, 1)?;
        self.known.insert(name.to_owned(), Some(parts));
        Ok(parts)
    }
}
