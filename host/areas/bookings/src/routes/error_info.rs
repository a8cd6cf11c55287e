//! An error as the answer of a batch carries it: the same words that a single call would have given.

use kernel::Error;
use schemars::JsonSchema;
use serde::Serialize;

/// Why one booking of a batch failed.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ErrorInfo {
    pub code: i32,
    pub message: String,
    pub details: Option<String>,
    pub validation_errors: Option<Vec<ValidationError>>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct ValidationError {
    pub message: String,
    pub members: Vec<String>,
}

impl ErrorInfo {
    /// All of it in one sentence.
    pub fn sentence(self) -> String {
        match self.validation_errors {
            None => self.message,
            Some(fields) => {
                let fields = fields.into_iter().map(|field| format!("{}: {}", field.members.join(", "), field.message));
                fields.collect::<Vec<_>>().join("; ")
            }
        }
    }
}

impl From<Error> for ErrorInfo {
    fn from(error: Error) -> Self {
        if let Error::Internal(cause) = &error {
            tracing::error!(error = format!("{cause:#}"), "one of a batch failed");
            return Self { code: 0, message: error.sentence(), details: None, validation_errors: None };
        }
        let message = error.to_string();
        match error {
            Error::Refused { code, message, details } => Self { code, message, details, validation_errors: None },
            Error::Invalid(fields) => Self {
                code: 0,
                message,
                details: None,
                validation_errors: Some(
                    fields
                        .into_iter()
                        .map(|field| ValidationError { message: field.message, members: vec![field.member] })
                        .collect(),
                ),
            },
            _ => Self { code: 0, message, details: None, validation_errors: None },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_keep_their_paths() {
        let info = ErrorInfo::from(Error::invalid("bookings[0].booking.items", "add at least one item"));
        assert_eq!(info.validation_errors.unwrap()[0].members, ["bookings[0].booking.items"]);
        let info = ErrorInfo::from(kernel::Refusal::new(7, "No.").because("Not today."));
        assert_eq!((info.code, info.message.as_str()), (7, "Not today."));
    }
}
