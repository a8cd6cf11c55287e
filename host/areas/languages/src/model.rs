//! Languages and texts as they are kept, asked for and answered.

use chrono::{DateTime, Utc};
use garde::Validate;
use kernel::{Change, Form, Record, ids::LanguageId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::rules::{MAX_NAME_LENGTH, culture_name, icon_name};

/// What a tenant has added or changed of a language.
#[derive(Debug, Clone, Record)]
#[record(table = "languages", name = "The language", called = "Language", open)]
pub(crate) struct LanguageRow {
    pub id: LanguageId,
    pub row_version: i64,
    pub name: String,
    pub display_name: String,
    pub icon: String,
    pub is_disabled: bool,
    pub is_right_to_left: bool,
    pub is_default: bool,
    #[record(internal)]
    pub creation_time: DateTime<Utc>,
}

/// A language that the tenant's people can choose.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Language {
    /// Below 100 for the languages that the product brings.
    pub id: i64,
    /// The culture: de, pt-BR.
    pub name: String,
    pub display_name: String,
    pub icon: String,
    pub is_disabled: bool,
    pub is_right_to_left: bool,
    pub is_default: bool,
    pub is_built_in: bool,
    /// 0 while the tenant has changed nothing of it.
    pub row_version: i64,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Languages {
    pub items: Vec<Language>,
    pub default_language_name: String,
}

/// One language.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct OneLanguage {
    pub language: Language,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct SaveLanguage {
    pub language: Change<LanguageForm>,
}

/// A language as a form sends it: what is left out has its default when new and stays as it is otherwise.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema, Form, Validate)]
#[serde(rename_all = "camelCase", default)]
#[garde(allow_unvalidated)]
pub(crate) struct LanguageForm {
    /// 0 or left out for a new one.
    pub id: Option<i64>,
    /// The culture: de, pt-BR. Can't be changed later.
    #[garde(length(chars, min = 1), custom(culture_name))]
    pub name: String,
    #[garde(length(chars, min = 1, max = MAX_NAME_LENGTH))]
    pub display_name: String,
    #[garde(length(chars, max = MAX_NAME_LENGTH), custom(icon_name))]
    pub icon: Option<String>,
    pub is_disabled: bool,
    /// Null, or left out for a new one: as the culture is written.
    pub is_right_to_left: Option<bool>,
    pub is_default: bool,
    pub row_version: Option<i64>,
}

impl From<&Language> for LanguageForm {
    fn from(language: &Language) -> Self {
        Self {
            id: Some(language.id),
            name: language.name.clone(),
            display_name: language.display_name.clone(),
            icon: Some(language.icon.clone()),
            is_disabled: language.is_disabled,
            is_right_to_left: Some(language.is_right_to_left),
            is_default: language.is_default,
            row_version: Some(language.row_version),
        }
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TextsQuestion {
    /// Waybill, which is the only one, when left out.
    pub source_name: Option<String>,
    /// The tenant's default language when left out.
    pub base_language_name: Option<String>,
    pub target_language_name: String,
    /// ALL or EMPTY; ALL when left out.
    pub target_value_filter: Option<String>,
    /// Looked for in key and values, whatever the case and accents.
    pub filter_text: Option<String>,
}

/// A text in two languages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TextPair {
    pub key: String,
    pub base_value: String,
    /// What the language itself has; null when it falls back.
    pub target_value: Option<String>,
    /// Whether the tenant has written it.
    pub is_own: bool,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ChangeText {
    pub language_name: String,
    pub source_name: Option<String>,
    pub key: String,
    /// Empty: what the product says again.
    pub value: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExportQuestion {
    pub language_name: String,
    pub base_language_name: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SpokenQuestion {
    pub name: Option<String>,
}

/// What became of the rows of an import.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Imported {
    pub total: usize,
    pub inserted: usize,
    pub updated: usize,
    pub unchanged: usize,
    pub validation_errors: Vec<kernel::rows::RowError>,
}
