//! A plugin's own words in other languages: the files `locales/<language>.json` of its package.
//!
//! A file is an object of texts by keys that say what they stand for: `name`, `description`,
//! `settings.<path>.title` and `.description`, `attributes.<key>.name` and `.help`, `routes.<id>.title`,
//! `nav.<id>.title`. What a file does not say is said as in the manifest, the schema and `describe`, which are taken
//! for English.

use std::collections::{BTreeMap, BTreeSet};

use kernel::language::is_culture;
use serde_json::Value;

use crate::port::Face;

/// The folder of a package or of a bundled plugin.
pub const LOCALES_FOLDER: &str = "locales";
/// The language of texts that stand in no file.
const ENGLISH: &str = "en";
/// Bytes of one file.
const MAX_BYTES: usize = 64 * 1024;
/// Characters of a text, and of one that stands in a menu or at the head of a page.
const MAX_LENGTH: usize = 2_000;
const MAX_TITLE_LENGTH: usize = 64;

type Texts = BTreeMap<String, String>;

/// The texts of a plugin, by language and key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Locales(BTreeMap<String, Texts>);

/// What of a plugin can be said in other languages.
#[derive(Clone, Copy, Debug, Default)]
pub struct Speakable<'a> {
    /// The keys of its accounts' attributes.
    pub attributes: &'a [String],
    /// The ids of its pages and of its entries in the menu.
    pub routes: &'a [String],
    pub nav: &'a [String],
    /// The JSON Schema of its settings.
    pub schema: Option<&'a Value>,
}

impl Locales {
    /// Takes a file by its name, `de.json`; the error is in words for the plugin's author.
    pub fn add(&mut self, file: &str, content: &[u8]) -> Result<(), String> {
        let wrong = |words: String| Err(format!("{LOCALES_FOLDER}/{file}: {words}"));
        let Some(language) = file.strip_suffix(".json").filter(|name| is_culture(name)) else {
            return wrong(
                "it must be named by its language, such as de.json or pt-BR.json".to_owned(),
            );
        };
        if content.len() > MAX_BYTES {
            return wrong(format!(
                "it has {} bytes; at most {MAX_BYTES} are taken",
                content.len()
            ));
        }
        let texts: Texts = match serde_json::from_slice(content) {
            Ok(texts) => texts,
            Err(error) => {
                return wrong(format!(
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
                return wrong(format!("{key}: 1 to {most} characters are expected"));
            }
        }
        if self
            .0
            .insert(language.to_ascii_lowercase(), texts)
            .is_some()
        {
            return wrong("the language is there already".to_owned());
        }
        Ok(())
    }

    /// The languages that there are files for, in lower case.
    pub fn languages(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// The text of a key in the first of the languages that has it; none when it stands as it was written.
    pub fn text(&self, languages: &[String], key: &str) -> Option<&str> {
        for language in languages {
            let name = language.to_ascii_lowercase();
            let parent = name.split('-').next().unwrap_or(ENGLISH);
            for name in [name.as_str(), parent] {
                if let Some(text) = self.0.get(name).and_then(|texts| texts.get(key)) {
                    return Some(text);
                }
            }
            // What stands in no file is English, and whoever prefers English is not answered in what comes after it.
            if parent == ENGLISH {
                return None;
            }
        }
        None
    }

    /// The same over the text that holds without it.
    pub fn say(&self, languages: &[String], key: &str, text: &mut String) {
        if let Some(said) = self.text(languages, key) {
            said.clone_into(text);
        }
    }

    /// The schema of the settings with its titles, descriptions and choices in one of the languages.
    pub fn schema(&self, languages: &[String], schema: &Value) -> Value {
        let mut schema = schema.clone();
        each(&mut schema, "settings", &mut |key, text| {
            self.say(languages, key, text)
        });
        schema
    }

    /// The titles of its pages and of its entries in the menu.
    pub fn face(&self, languages: &[String], face: &mut Face) {
        for (what, list) in [("routes", &mut face.routes), ("nav", &mut face.nav)] {
            for one in list {
                let Some(id) = one.get("id").and_then(Value::as_str) else {
                    continue;
                };
                let said = self
                    .text(languages, &format!("{what}.{id}.title"))
                    .map(Value::from);
                if let (Some(title), Some(said)) = (one.get_mut("title"), said) {
                    *title = said;
                }
            }
        }
    }

    /// What is wrong with the files beside each other: keys that stand for nothing, and keys that some files lack.
    pub fn complaints(&self, plugin: Speakable<'_>) -> Vec<String> {
        let known = keys(plugin);
        let said: BTreeSet<&String> = self.0.values().flat_map(BTreeMap::keys).collect();
        let mut found = Vec::new();
        for (language, texts) in &self.0 {
            let place = format!("{LOCALES_FOLDER}/{language}.json");
            let unknown = texts.keys().filter(|key| !known.contains(*key));
            found.extend(
                unknown.map(|key| format!("{place}: {key} stands for nothing of this plugin")),
            );
            let lacking = said
                .iter()
                .filter(|key| known.contains(**key) && !texts.contains_key(**key));
            found.extend(
                lacking.map(|key| format!("{place}: {key} is missing, which another file has")),
            );
        }
        found
    }

    /// What no file says.
    pub fn unsaid(&self, plugin: Speakable<'_>) -> Vec<String> {
        let said: BTreeSet<&String> = self.0.values().flat_map(BTreeMap::keys).collect();
        keys(plugin)
            .into_iter()
            .filter(|key| !said.contains(key))
            .collect()
    }
}

/// Every key that stands for something.
fn keys(plugin: Speakable<'_>) -> BTreeSet<String> {
    let mut keys = BTreeSet::from(["name".to_owned(), "description".to_owned()]);
    for key in plugin.attributes {
        keys.extend(["name", "help"].map(|word| format!("attributes.{key}.{word}")));
    }
    keys.extend(plugin.routes.iter().map(|id| format!("routes.{id}.title")));
    keys.extend(plugin.nav.iter().map(|id| format!("nav.{id}.title")));
    if let Some(schema) = plugin.schema {
        each(&mut schema.clone(), "settings", &mut |key, _| {
            keys.insert(key.to_owned());
        });
    }
    keys
}

/// Every text of a schema that people read, by its key. The schema is one that was found good, so it is not deep.
fn each(schema: &mut Value, path: &str, act: &mut impl FnMut(&str, &mut String)) {
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
            each(member, &format!("{path}.{prefix}{name}"), act);
        }
    }
    if let Some(items) = schema.get_mut("items").filter(|items| items.is_object()) {
        each(items, &format!("{path}[]"), act);
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

#[cfg(test)]
mod tests;
