//! What is wrong with settings, in words that name the field and never repeat a value.

use jsonschema::{ValidationError, error::ValidationErrorKind as Kind};
use kernel::FieldError;
use serde_json::Value;

/// The field errors of one error of the validator.
pub(super) fn of(error: &ValidationError<'_>) -> Vec<FieldError> {
    let path = member(error.instance_path().as_str());
    let one = |message: String| vec![FieldError::new(path.clone(), message)];
    match error.kind() {
        Kind::Required { property } => {
            let name = property.as_str().unwrap_or_default();
            vec![FieldError::new(format!("{path}.{name}"), "is required")]
        }
        Kind::AdditionalProperties { unexpected } | Kind::UnevaluatedProperties { unexpected } => unexpected
            .iter()
            .map(|name| FieldError::new(format!("{path}.{name}"), "is no setting of this plugin"))
            .collect(),
        Kind::Type { kind } => one(format!("must be {}", types(kind))),
        Kind::Enum { options } => one(format!("must be one of {}", list(options))),
        Kind::Constant { expected_value } => one(format!("must be {expected_value}")),
        Kind::MinLength { limit: 1 } => one("must not be empty".to_owned()),
        Kind::MinLength { limit } => one(format!("must have at least {limit} characters")),
        Kind::MaxLength { limit } => one(format!("must have at most {limit} characters")),
        Kind::Minimum { limit } => one(format!("must be {limit} or more")),
        Kind::Maximum { limit } => one(format!("must be {limit} or less")),
        Kind::ExclusiveMinimum { limit } => one(format!("must be more than {limit}")),
        Kind::ExclusiveMaximum { limit } => one(format!("must be less than {limit}")),
        Kind::MultipleOf { multiple_of } => one(format!("must be a multiple of {multiple_of}")),
        Kind::MinItems { limit } => one(format!("must have at least {limit} entries")),
        Kind::MaxItems { limit } => one(format!("must have at most {limit} entries")),
        Kind::UniqueItems => one("must not hold the same entry twice".to_owned()),
        Kind::Pattern { pattern } => one(format!("must look like {pattern}")),
        Kind::Format { format } => one(format!("must be {}", format_words(format))),
        Kind::AnyOf { .. } | Kind::OneOfNotValid { .. } => one("fits none of the forms it may have".to_owned()),
        Kind::OneOfMultipleValid { .. } => one("fits more than one of the forms it may have".to_owned()),
        // The value is left out of the words: it may be a secret.
        _ => one(error.masked_with("the value").to_string()),
    }
}

/// Whether something only has to be filled in.
pub(super) fn is_missing(error: &ValidationError<'_>) -> bool {
    matches!(error.kind(), Kind::Required { .. })
}

/// `/stores/0/name` is `settings.stores[0].name`.
fn member(pointer: &str) -> String {
    let mut path = String::from("settings");
    for part in pointer.split('/').skip(1) {
        let part = part.replace("~1", "/").replace("~0", "~");
        if !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()) {
            path.push_str(&format!("[{part}]"));
        } else {
            path.push('.');
            path.push_str(&part);
        }
    }
    path
}

fn types(kind: &jsonschema::error::TypeKind) -> String {
    use jsonschema::error::TypeKind;
    let names: Vec<String> = match kind {
        TypeKind::Single(one) => vec![one.to_string()],
        TypeKind::Multiple(several) => several.iter().map(|one| one.to_string()).collect(),
    };
    names.iter().map(|name| type_words(name)).collect::<Vec<_>>().join(" or ")
}

fn type_words(name: &str) -> &str {
    match name.trim_matches('"') {
        "string" => "a text",
        "number" => "a number",
        "integer" => "a whole number",
        "boolean" => "true or false",
        "array" => "a list",
        "object" => "a group of settings",
        _ => "empty",
    }
}

fn format_words(format: &str) -> &str {
    match format {
        "email" => "an e-mail address",
        "uri" => "a web address like https://example.com",
        "date" => "a date like 2026-05-01",
        "date-time" => "a time like 2026-05-01T12:00:00Z",
        "time" => "a time of day like 12:00:00Z",
        "hostname" => "a host name like example.com",
        "uuid" => "an identifier of 36 characters",
        other => other,
    }
}

fn list(options: &Value) -> String {
    let words = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    options.as_array().map(|list| list.iter().map(words).collect::<Vec<_>>().join(", ")).unwrap_or_default()
}
