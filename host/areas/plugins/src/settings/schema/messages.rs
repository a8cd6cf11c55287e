//! Messages of settings errors, which name the field and never contain a value.

use data::{FieldError, Message, message};
use jsonschema::{ValidationError, error::ValidationErrorKind as Kind};
use serde_json::Value;

pub(crate) fn field_errors(error: &ValidationError<'_>) -> Vec<FieldError> {
    let path = member(error.instance_path().as_str());
    let one = |message: Message| vec![FieldError::new(path.clone(), message)];
    match error.kind() {
        Kind::Required { property } => {
            let name = property.as_str().unwrap_or_default();
            vec![FieldError::new(
                format!("{path}.{name}"),
                message!("is required"),
            )]
        }
        Kind::AdditionalProperties { unexpected } | Kind::UnevaluatedProperties { unexpected } => {
            unexpected
                .iter()
                .map(|name| {
                    FieldError::new(
                        format!("{path}.{name}"),
                        message!("is not a setting of this plugin"),
                    )
                })
                .collect()
        }
        Kind::Type { kind } => one(type_error(kind)),
        Kind::Enum { options } => one(message!("must be one of {known}", known = list(options))),
        Kind::Constant { expected_value } => one(message!(
            "must be {value}",
            value = expected_value.to_string()
        )),
        Kind::MinLength { limit: 1 } => one(message!("must not be empty")),
        Kind::MinLength { limit } => {
            one(message!("must have at least {min} characters", min = limit))
        }
        Kind::MaxLength { limit } => {
            one(message!("must have at most {max} characters", max = limit))
        }
        Kind::Minimum { limit } => one(message!(
            "must be {limit} or more",
            limit = limit.to_string()
        )),
        Kind::Maximum { limit } => one(message!(
            "must be {limit} or less",
            limit = limit.to_string()
        )),
        Kind::ExclusiveMinimum { limit } => one(message!(
            "must be more than {limit}",
            limit = limit.to_string()
        )),
        Kind::ExclusiveMaximum { limit } => one(message!(
            "must be less than {limit}",
            limit = limit.to_string()
        )),
        Kind::MultipleOf { multiple_of } => one(message!(
            "must be a multiple of {step}",
            step = multiple_of.to_string()
        )),
        Kind::MinItems { limit } => one(message!("must have at least {limit} entries")),
        Kind::MaxItems { limit } => one(message!("must have at most {max} entries", max = limit)),
        Kind::UniqueItems => one(message!("must not contain the same entry twice")),
        Kind::Pattern { pattern } => one(message!("must look like {pattern}")),
        Kind::Format { format } => one(format_error(format)),
        Kind::AnyOf { .. } | Kind::OneOfNotValid { .. } => {
            one(message!("matches none of the allowed formats"))
        }
        Kind::OneOfMultipleValid { .. } => {
            one(message!("fits more than one of the forms it may have"))
        }
        _ => one(message!(
            "does not have the form that the plugin's settings need"
        )),
    }
}

pub(crate) fn is_missing(error: &ValidationError<'_>) -> bool {
    matches!(error.kind(), Kind::Required { .. })
}

/// Converts `/stores/0/name` to `settings.stores[0].name`.
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

fn type_error(kind: &jsonschema::error::TypeKind) -> Message {
    use jsonschema::error::TypeKind;
    match kind {
        TypeKind::Single(one) => message!("must be {kind}", kind = type_words(&one.to_string())),
        TypeKind::Multiple(several) => {
            let kinds: Vec<Message> = several
                .iter()
                .map(|one| type_words(&one.to_string()))
                .collect();
            message!("must be one of these: {kinds}")
        }
    }
}

fn type_words(name: &str) -> Message {
    match name.trim_matches('"') {
        "string" => message!("a text"),
        "number" => message!("a number"),
        "integer" => message!("a whole number"),
        "boolean" => message!("true or false"),
        "array" => message!("a list"),
        "object" => message!("a group of settings"),
        _ => message!("empty"),
    }
}

fn format_error(format: &str) -> Message {
    match format {
        "email" => message!("must be an email address"),
        "uri" => message!("must be a web address like https://example.com"),
        "date" => message!("must be a date like 2026-05-01"),
        "date-time" => message!("must be a time like 2026-05-01T12:00:00Z"),
        "time" => message!("must be a time of day like 12:00:00Z"),
        "hostname" => message!("must be a host name like example.com"),
        "uuid" => message!("must be an identifier of 36 characters"),
        other => message!("must be {kind}", kind = other),
    }
}

fn list(options: &Value) -> String {
    let error_text = |value: &Value| {
        value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned)
    };
    options
        .as_array()
        .map(|list| list.iter().map(error_text).collect::<Vec<_>>().join(", "))
        .unwrap_or_default()
}
