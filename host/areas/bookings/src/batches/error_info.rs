//! Errors inside batch responses, identical to those of single calls.

use data::{Error, message::TranslatableMessage};
use schemars::JsonSchema;
use serde::Serialize;

use crate::prices::offers::OfferedQuote;

/// Reason that one booking of a batch failed.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ErrorInfo {
    pub code: i32,
    #[serde(flatten)]
    pub message: TranslatableMessage,
    pub details: Option<String>,
    pub validation_errors: Option<Vec<ValidationError>>,
    /// A valid quote in place of the expired one.
    pub new_quote: Option<OfferedQuote>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct ValidationError {
    #[serde(flatten)]
    pub message: TranslatableMessage,
    pub members: Vec<String>,
}

impl ErrorInfo {
    pub fn with_offer(self, new_quote: Option<OfferedQuote>) -> Self {
        Self { new_quote, ..self }
    }
}

impl From<Error> for ErrorInfo {
    fn from(error: Error) -> Self {
        logged(&error);
        let message = error.message().to_translatable();
        let none = Self {
            code: 0,
            message,
            details: None,
            validation_errors: None,
            new_quote: None,
        };
        match error {
            Error::Refused { code, details, .. } => Self {
                code,
                details,
                ..none
            },
            Error::Invalid(fields) => {
                let fields = fields.into_iter();
                let fields = fields.map(|field| ValidationError {
                    message: field.message.to_translatable(),
                    members: vec![field.member],
                });
                Self {
                    validation_errors: Some(fields.collect()),
                    ..none
                }
            }
            _ => none,
        }
    }
}

fn logged(error: &Error) {
    if let Error::Internal(cause) = error {
        tracing::error!(error = format!("{cause:#}"), "a batch entry failed");
    }
}

#[cfg(test)]
mod tests {
    use data::message;

    use super::*;

    #[test]
    fn fields_keep_their_paths() {
        let info = ErrorInfo::from(Error::invalid(
            "bookings[0].booking.items",
            message!("add at least one item"),
        ));
        assert_eq!(
            info.validation_errors.unwrap()[0].members,
            ["bookings[0].booking.items"]
        );
        let info = ErrorInfo::from(
            data::Refusal::new(7, "No.")
                .with_message(message!("Not before {day}.", day = "Monday")),
        );
        assert_eq!(
            (info.code, info.message.message.as_str()),
            (7, "Not before Monday.")
        );
        assert_eq!(info.message.template.as_deref(), Some("Not before {day}."));
    }
}
