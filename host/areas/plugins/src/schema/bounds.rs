//! How large and how deep a settings schema may be, and what it may refer to.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

/// Settings at the top: nobody finds their way in a form with more.
const MAX_PROPERTIES: usize = 100;
/// Objects and lists within one another.
const DEEPEST: usize = 24;
/// Parts of the schema once every reference is followed: checking settings takes about as long.
const MAX_PARTS: usize = 20_000;
const MAX_KEY_LENGTH: usize = 64;
/// Definitions under `$defs`.
const MAX_SHARED: usize = 200;
const SHARED: &str = "#/$defs/";

/// Checks what JSON Schema itself allows and our forms do not.
pub(super) fn check(document: &Value) -> Result<(), String> {
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
    if shared.is_some_and(|shared| shared.len() > MAX_SHARED) {
        return Err(format!("$defs: at most {MAX_SHARED} are taken"));
    }
    let mut sizes = Sizes {
        shared,
        known: BTreeMap::new(),
    };
    let parts = sizes.of(document, 0)?;
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

/// Counts parts with references followed; a definition that is being counted is not met again unless it contains itself.
struct Sizes<'a> {
    shared: Option<&'a Map<String, Value>>,
    /// By name; none while it is being counted.
    known: BTreeMap<String, Option<usize>>,
}

impl Sizes<'_> {
    fn of(&mut self, value: &Value, depth: usize) -> Result<usize, String> {
        if depth > DEEPEST {
            return Err(format!("it is nested deeper than {DEEPEST} levels"));
        }
        let mut parts = 1_usize;
        match value {
            Value::Object(members) => {
                for (name, member) in members {
                    let grown = match (name.as_str(), member) {
                        ("$ref", Value::String(target)) => self.referred(target)?,
                        ("$dynamicRef" | "$recursiveRef", Value::String(_)) => {
                            return Err(format!("{name}: only $ref to {SHARED}… is taken"));
                        }
                        // It would turn what the references mean.
                        ("$id", Value::String(_)) if depth > 0 => {
                            return Err("$id: only the schema as a whole may have one".to_owned());
                        }
                        _ => self.of(member, depth + 1)?,
                    };
                    parts = parts.saturating_add(grown);
                }
            }
            Value::Array(items) => {
                for item in items {
                    parts = parts.saturating_add(self.of(item, depth + 1)?);
                }
            }
            _ => {}
        }
        Ok(parts)
    }

    fn referred(&mut self, target: &str) -> Result<usize, String> {
        let name = target
            .strip_prefix(SHARED)
            .filter(|name| !name.contains('/'));
        let Some(name) = name else {
            return Err(format!(
                "$ref: {target:?} is not taken; only {SHARED}… of the same file is"
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
        let parts = self.of(definition, 1)?;
        self.known.insert(name.to_owned(), Some(parts));
        Ok(parts)
    }
}
