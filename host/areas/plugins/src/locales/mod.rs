//! A plugin's translations: the files `locales/<language>.json` of its package.
//!
//! A file maps keys to texts: `name`, `description`, `settings.<path>.title` and `.description`,
//! `attributes.<key>.name` and `.help`, `routes.<id>.title`, `nav.<id>.title`. Missing texts fall
//! back to the manifest, the schema and `describe`, which count as English.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use web::language::is_culture;

use crate::installed::port::FrontEnd;

/// Folder of a package or a bundled plugin.
pub const LOCALES_FOLDER: &str = "locales";
const ENGLISH: &str = "en";
/// Bytes of one file.
const MAX_BYTES: usize = 64 * 1024;
/// Maximum characters of a text, and of a menu or page title.
const MAX_LENGTH: usize = 2_000;
const MAX_TITLE_LENGTH: usize = 64;

type Texts = BTreeMap<String, String>;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Locales(BTreeMap<String, Texts>);

#[derive(Clone, Copy, Debug, Default)]
pub struct TranslatableParts<'a> {
    /// Keys of its accounts' attributes.
    pub attributes: &'a [String],
    /// Ids of its pages and menu entries.
    pub routes: &'a [String],
    pub nav: &'a [String],
    /// JSON Schema of its settings.
    pub schema: Option<&'a Value>,
}

impl Locales {
    /// Adds the file, `de.json`; the error is for the plugin's author.
    pub fn add(&mut self, file: &str, content: &[u8]) -> Result<(), String> {
        let fail = |words: String| Err(format!("{LOCALES_FOLDER}/{file}: {words}"));
        let Some(language) = file.strip_suffix(".json").filter(|name| is_culture(name)) else {
            return fail(
                "it must be named by its language, such as de.json or pt-BR.json".to_owned(),
            );
        };
        if content.len() > MAX_BYTES {
            return fail(format!(
                "it has {} bytes; at most {MAX_BYTES} are taken",
                content.len()
            ));
        }
        let texts: Texts = match serde_json::from_slice(content) {
            Ok(texts) => texts,
            Err(error) => {
                return fail(format!(
                    "it must be a JSON object of texts by their keys ({error})"
                ));
            }
        };
        for (key, text) in &texts {
            let is_title = key.starts_with("routes.") || key.starts_with("nav.") || key == "name";
            let most = if is_title {
                MAX_TITLE_LENGTH
            } else {
                MAX_LENGTH
            };
            if text.trim().is_empty() || text.chars().count() > most {
                return fail(format!("{key}: 1 to {most} characters are expected"));
            }
        }
        if self
            .0
            .insert(language.to_ascii_lowercase(), texts)
            .is_some()
        {
            return fail("the language is there already".to_owned());
        }
        Ok(())
    }

    pub fn languages(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// None: the original applies.
    pub fn text(&self, languages: &[String], key: &str) -> Option<&str> {
        for language in languages {
            let name = language.to_ascii_lowercase();
            let parent = name.split('-').next().unwrap_or(ENGLISH);
            for name in [name.as_str(), parent] {
                if let Some(text) = self.0.get(name).and_then(|texts| texts.get(key)) {
                    return Some(text);
                }
            }
            // Texts without a file are English, which satisfies a preference for English.
            if parent == ENGLISH {
                return None;
            }
        }
        None
    }

    /// Replaces the text by its translation, if any.
    pub fn translate(&self, languages: &[String], key: &str, text: &mut String) {
        if let Some(said) = self.text(languages, key) {
            said.clone_into(text);
        }
    }

    /// Translates the titles, descriptions and choices of the settings schema.
    pub fn translate_schema(&self, languages: &[String], schema: &Value) -> Value {
        let mut schema = schema.clone();
        visit_texts(&mut schema, "settings", &mut |key, text| {
            self.translate(languages, key, text)
        });
        schema
    }

    /// Translates the titles of pages and menu entries.
    pub fn translate_front_end(&self, languages: &[String], front_end: &mut FrontEnd) {
        for (what, list) in [
            ("routes", &mut front_end.routes),
            ("nav", &mut front_end.nav),
        ] {
            for one in list {
                let Some(id) = one.get("id").and_then(Value::as_str) else {
                    continue;
                };
                let translation = self
                    .text(languages, &format!("{what}.{id}.title"))
                    .map(Value::from);
                if let (Some(title), Some(said)) = (one.get_mut("title"), translation) {
                    *title = said;
                }
            }
        }
    }

    /// Returns unknown keys, and keys that some files lack.
    pub fn find_problems(&self, plugin: TranslatableParts<'_>) -> Vec<String> {
        let valid_keys = keys(plugin);
        let translated: BTreeSet<&String> = self.0.values().flat_map(BTreeMap::keys).collect();
        let mut found = Vec::new();
        for (language, texts) in &self.0 {
            let place = format!("{LOCALES_FOLDER}/{language}.json");
            let unknown = texts.keys().filter(|key| !valid_keys.contains(*key));
            found.extend(
                unknown.map(|key| format!("{place}: {key} stands for nothing of this plugin")),
            );
            let lacking = translated
                .iter()
                .filter(|key| valid_keys.contains(**key) && !texts.contains_key(**key));
            found.extend(
                lacking.map(|key| format!("{place}: {key} is missing, which another file has")),
            );
        }
        found
    }

    /// Returns keys without any translation.
    pub fn untranslated_keys(&self, plugin: TranslatableParts<'_>) -> Vec<String> {
        let translated: BTreeSet<&String> = self.0.values().flat_map(BTreeMap::keys).collect();
        keys(plugin)
            .into_iter()
            .filter(|key| !translated.contains(key))
            .collect()
    }
}

/// Returns every valid key.
fn keys(plugin: TranslatableParts<'_>) -> BTreeSet<String> {
    let mut keys = BTreeSet::from(["name".to_owned(), "description".to_owned()]);
    for key in plugin.attributes {
        keys.extend(["name", "help"].map(|word| format!("attributes.{key}.{word}")));
    }
    keys.extend(plugin.routes.iter().map(|id| format!("routes.{id}.title")));
    keys.extend(plugin.nav.iter().map(|id| format!("nav.{id}.title")));
    if let Some(schema) = plugin.schema {
        visit_texts(&mut schema.clone(), "settings", &mut |key, _| {
            keys.insert(key.to_owned());
        });
    }
    keys
}

/// A validated schema is not deep.
fn visit_texts(schema: &mut Value, path: &str, act: &mut impl FnMut(&str, &mut String)) {
    for word in ["title", "description"] {
        if let Some(Value::String(text)) = schema.get_mut(word) {
            act(&format!("{path}.{word}"), text);
        }
    }
    for (list, prefix) in [("properties", ""), ("$defs", "$defs.")] {
        for (name, member) in schema
            .get_mut(list)
            .and_then(Value::as_object_mut)
            .into_iter()
            .flatten()
        {
            visit_texts(member, &format!("{path}.{prefix}{name}"), act);
        }
    }
    if let Some(items) = schema.get_mut("items").filter(|items| items.is_object()) {
        visit_texts(items, &format!("{path}[]"), act);
    }
    for list in ["oneOf", "anyOf"] {
        for choice in schema
            .get_mut(list)
            .and_then(Value::as_array_mut)
            .into_iter()
            .flatten()
        {
            let Some(value) = choice.get("const") else {
                continue;
            };
            let value = value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned);
            if let Some(Value::String(text)) = choice.get_mut("title") {
                act(&format!("{path}.choices.{value}"), text);
            }
        }
    }
}
