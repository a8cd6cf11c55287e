//! An error as the answer of a batch carries it: the same words that a single call would have given.

use kernel::{Error, message::Told};
use schemars::JsonSchema;
use serde::Serialize;

use crate::service::offer::OfferedQuote;

/// Why one booking of a batch failed.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ErrorInfo {
    pub code: i32,
    #[serde(flatten)]
    pub message: Told,
    pub details: Option<String>,
    pub validation_errors: Option<Vec<ValidationError>>,
    /// Where the booking's quote no longer holds: one that does.
    pub new_quote: Option<OfferedQuote>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct ValidationError {
    #[serde(flatten)]
    pub message: Told,
    pub members: Vec<String>,
}

impl ErrorInfo {
    /// The same with a price that is offered in place of the one that no longer holds.
    pub fn offering(self, new_quote: Option<OfferedQuote>) -> Self {
        Self { new_quote, ..self }
    }
    /// All of it in one sentence.
    pub fn of_row(error: Error) -> Told {
        logged(&error);
        error.said().told()
    }
}

impl From<Error> for ErrorInfo {
    fn from(error: Error) -> Self {
        logged(&error);
        let message = error.message().told();
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
                    message: field.message.told(),
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
        tracing::error!(error = format!("{cause:#}"), "one of a batch failed");
    }
}

#[cfg(test)]
mod tests {
    use kernel::message;

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
            kernel::Refusal::new(7, "No.").because(message!("Not before {day}.", day = "Monday")),
        );
        assert_eq!(
            (info.code, info.message.message.as_str()),
            (7, "Not before Monday.")
        );
        assert_eq!(info.message.template.as_deref(), Some("Not before {day}."));
    }
}
