//! Languages and texts: rows, inputs and responses.

use chrono::{DateTime, Utc};
use data::{Change, Form, Record, ids::LanguageId};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::rules::{MAX_NAME_LENGTH, culture_name, icon_name};

/// A tenant's added or changed language.
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

/// A language that users can choose.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Language {
    /// Below 100 for built-in languages.
    pub id: i64,
    /// Culture: de, pt-BR.
    pub name: String,
    pub display_name: String,
    pub icon: String,
    pub is_disabled: bool,
    pub is_right_to_left: bool,
    pub is_default: bool,
    pub is_built_in: bool,
    /// 0 for an unchanged built-in language.
    pub row_version: i64,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Languages {
    pub items: Vec<Language>,
    pub default_language_name: String,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct OneLanguage {
    pub language: Language,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct SaveLanguage {
    pub language: Change<LanguageForm>,
}

/// Input of the language form. An omitted field has its default for a new language and is unchanged
/// otherwise.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema, Form, Validate)]
#[serde(rename_all = "camelCase", default)]
#[garde(allow_unvalidated)]
pub(crate) struct LanguageForm {
    /// 0 or omitted for a new one.
    pub id: Option<i64>,
    /// Culture: de, pt-BR. Immutable.
    #[garde(length(chars, min = 1), custom(culture_name))]
    pub name: String,
    #[garde(length(chars, min = 1, max = MAX_NAME_LENGTH))]
    pub display_name: String,
    #[garde(length(chars, max = MAX_NAME_LENGTH), custom(icon_name))]
    pub icon: Option<String>,
    pub is_disabled: bool,
    /// Null, or omitted for a new one: the culture's direction.
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
    /// Waybill, the only source, if omitted.
    pub source_name: Option<String>,
    /// The tenant's default language if omitted.
    pub base_language_name: Option<String>,
    pub target_language_name: String,
    /// ALL or EMPTY; ALL if omitted.
    pub target_value_filter: Option<String>,
    /// Searches key and values, ignoring case and accents.
    pub filter_text: Option<String>,
}

/// A text in two languages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TextPair {
    pub key: String,
    pub base_value: String,
    /// Text of the language without fallbacks; null if missing.
    pub target_value: Option<String>,
    /// True if the tenant has set it.
    pub is_own: bool,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ChangeText {
    pub language_name: String,
    pub source_name: Option<String>,
    pub key: String,
    /// Empty resets to the product's text.
    pub value: Option<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
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

/// Counts of an import.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Imported {
    pub total: usize,
    pub inserted: usize,
    pub updated: usize,
    pub unchanged: usize,
    pub validation_errors: Vec<web::rows::RowError>,
}
