//! Errors of a call.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    case::{Invalid, is_below},
    life_cycle::{Operation, assert_transitions},
    message,
    message::{Message, TranslatableMessage},
};

pub type Result<T, E = Error> = std::result::Result<T, E>;

/// A rejected field of the request; `member` is its path as sent, `booking.items[0].weight`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldError {
    pub member: String,
    pub message: Message,
    /// Stable error code: `tooLong`. Default: `invalid`.
    pub code: &'static str,
}

impl FieldError {
    pub fn new(member: impl Into<String>, message: Message) -> Self {
        Self {
            member: member.into(),
            message,
            code: "invalid",
        }
    }

    /// Returns the member in words: `items[0].postCode` is "Items 1, post code".
    pub fn label(&self) -> String {
        let words: Vec<String> = self.member.split('.').map(step_words).collect();
        let text = words.join(", ");
        let mut letters = text.chars();
        letters.next().map_or_else(String::new, |first| {
            first.to_uppercase().chain(letters).collect()
        })
    }

    pub fn with_code(self, code: &'static str) -> Self {
        Self { code, ..self }
    }

    pub fn with_prefix(self, before: &str) -> Self {
        Self {
            member: format!("{before}{}", self.member),
            ..self
        }
    }
}

/// Spells out a step of a path in lower case; places count from one.
fn step_words(step: &str) -> String {
    let (name, places) = step.split_once('[').unwrap_or((step, ""));
    let name = match name.strip_suffix("Id") {
        Some(bare) if !bare.is_empty() => bare,
        _ => name,
    };
    let name = match name.strip_prefix("is") {
        Some(bare) if bare.starts_with(|c: char| c.is_ascii_uppercase()) => bare,
        _ => name,
    };
    let mut words = spell_out(name);
    for place in places.split(['[', ']']).filter(|place| !place.is_empty()) {
        words.push(' ');
        match place.parse::<usize>() {
            Ok(place) => words.push_str(&(place + 1).to_string()),
            Err(_) => words.push_str(place),
        }
    }
    words
}

/// Spells out a member's name in lower case: `postCode` is "post code".
pub fn spell_out(name: &str) -> String {
    let mut words = String::with_capacity(name.len() + 4);
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.extend(letter.to_lowercase());
    }
    words
}

/// A rejection that a person can resolve. Its code is stable; areas declare theirs as constants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refusal {
    pub code: i32,
    pub message: &'static str,
}

impl Refusal {
    pub const fn new(code: i32, message: &'static str) -> Self {
        Self { code, message }
    }
    /// Tries a check of a life cycle in every state, as [`assert_transitions`] tries operations.
    ///
    /// # Panics
    ///
    /// If a result differs from the table, or a rejection is another one.
    pub fn assert_checks<O: Operation>(self, check: impl Fn(O, O::State) -> Result<()>) {
        assert_transitions(self.code, |operation: O, state| {
            match check(operation, state) {
                Ok(()) => Ok(operation.targets().first().copied().unwrap_or(state)),
                Err(Error::Refused { code, .. }) => Err(code),
                Err(_) => Err(0),
            }
        });
    }
    /// Returns the rejection with another sentence for this case.
    pub fn with_message(self, message: Message) -> Error {
        Error::Refused {
            code: self.code,
            message,
            details: None,
        }
    }
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        refusal.with_message(Message::plain(refusal.message))
    }
}

const DUPLICATE: Refusal = Refusal::new(101, "A record with the same code or name exists already.");
const DANGLING: Refusal = Refusal::new(
    102,
    "The record refers to something that does not exist, or something still refers to it.",
);

#[derive(Debug)]
pub enum Error {
    Invalid(Vec<FieldError>),
    Refused {
        code: i32,
        message: Message,
        details: Option<String>,
    },
    Unauthorized,
    Forbidden(Message),
    /// Forbidden until the caller fulfils the obligation named by the code.
    Barred {
        code: i32,
        message: Message,
    },
    /// The missing object at the start of a sentence: `The job`.
    NotFound(&'static str),
    /// The path exists but allows only these methods.
    MethodNotAllowed(String),
    /// A lost update.
    Conflict,
    /// Maximum size in bytes.
    TooLarge(usize),
    TooSlow,
    /// Seconds until the next attempt is allowed.
    TooMany(u64),
    Unavailable(Message),
    /// A job ended because it was cancelled.
    Cancelled,
    Internal(anyhow::Error),
}

impl std::error::Error for Error {}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Internal(error) => write!(f, "{error:#}"),
            other => fmt::Display::fmt(&other.message(), f),
        }
    }
}

impl Error {
    pub fn invalid(member: impl Into<String>, message: Message) -> Self {
        Self::Invalid(vec![FieldError::new(member, message)])
    }
    pub fn internal(error: impl Into<anyhow::Error>) -> Self {
        Self::Internal(error.into())
    }
    pub fn is_duplicate(&self) -> bool {
        matches!(self, Self::Refused { code, .. } if *code == DUPLICATE.code)
    }
    /// Lists unreadable members before the rules' errors.
    pub fn from_invalid_input(field_errors: Vec<FieldError>, refused: Option<Self>) -> Self {
        match refused {
            None => Self::Invalid(field_errors),
            Some(Self::Invalid(refused)) => {
                let is_told = |member: &str| {
                    field_errors
                        .iter()
                        .any(|known| is_below(&known.member, member))
                };
                let others: Vec<FieldError> = refused
                    .into_iter()
                    .filter(|error| !is_told(&error.member))
                    .collect();
                Self::Invalid(field_errors.into_iter().chain(others).collect())
            }
            Some(other) => other,
        }
    }
    /// Returns the sentence for a response that also has fields; hides internal errors.
    pub fn message(&self) -> Message {
        match self {
            Self::Invalid(_) => message!("Some values need to be corrected."),
            Self::Refused { message, .. }
            | Self::Barred { message, .. }
            | Self::Forbidden(message)
            | Self::Unavailable(message) => message.clone(),
            Self::Unauthorized => message!("Sign in first: the call has no valid token."),
            Self::NotFound(thing) => {
                message!("{thing} was not found.", thing = Message::plain(thing))
            }
            Self::MethodNotAllowed(methods) => message!("This path takes {methods}."),
            Self::Conflict => {
                message!(
                    "Another user has changed this in the meantime. Reload it and repeat your change."
                )
            }
            Self::TooLarge(bytes) => {
                message!("The request is larger than the {bytes} bytes allowed.")
            }
            Self::TooSlow => message!("The request took too long to arrive."),
            Self::TooMany(seconds) => {
                message!("Too many requests. Try again in {seconds} seconds.")
            }
            Self::Cancelled => message!("The work was cancelled."),
            Self::Internal(_) => {
                message!(
                    "Something went wrong on our side. Try again; if it happens again, send us the request id."
                )
            }
        }
    }
    /// Returns the sentence for a log without fields; it names the members itself.
    pub fn full_message(&self) -> Message {
        self.message_with(|field| Message::verbatim(field.member.clone()))
    }
    /// Returns the sentence for people: fields are named in words.
    pub fn message_for_people(&self) -> Message {
        self.message_with(|field| Message::verbatim(field.label()))
    }
    fn message_with(&self, name: impl Fn(&FieldError) -> Message) -> Message {
        let all = match self {
            Self::Invalid(fields) => {
                let each = fields.iter().map(|one| {
                    message!(
                        "{field}: {problem}",
                        field = name(one),
                        problem = one.message
                    )
                });
                each.reduce(|before, next| message!("{before}; {next}"))
            }
            _ => None,
        };
        all.unwrap_or_else(|| self.message())
    }
    pub fn sentence(&self) -> String {
        self.full_message().to_string()
    }
}

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Self {
        use sqlx::error::ErrorKind;
        match error.as_database_error().map(|error| error.kind()) {
            Some(ErrorKind::UniqueViolation) => DUPLICATE.into(),
            Some(ErrorKind::ForeignKeyViolation) => DANGLING.into(),
            _ => Self::Internal(error.into()),
        }
    }
}

impl From<Invalid> for FieldError {
    fn from(invalid: Invalid) -> Self {
        Self::new(invalid.member, invalid.message)
    }
}

impl From<Invalid> for Error {
    fn from(invalid: Invalid) -> Self {
        Self::Invalid(vec![invalid.into()])
    }
}

impl From<serde_json::Error> for Error {
    fn from(error: serde_json::Error) -> Self {
        Self::Internal(error.into())
    }
}

/// A message about one member of a request: an error or a warning.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FieldMessage {
    #[serde(flatten)]
    message: TranslatableMessage,
    members: [String; 1],
    code: &'static str,
}

impl From<FieldError> for FieldMessage {
    fn from(
        FieldError {
            member,
            message,
            code,
        }: FieldError,
    ) -> Self {
        Self {
            message: message.to_translatable(),
            members: [member],
            code,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_read_a_field_in_words() {
        let refused = Error::Invalid(vec![
            FieldError::new("customerId", message!("is required")),
            FieldError::new("items[0].postCode", message!("is required")),
            FieldError::new("isActive", message!("is required")),
        ]);
        assert_eq!(
            refused.message_for_people(),
            "Customer: is required; Items 1, post code: is required; Active: is required"
        );
        assert_eq!(
            Error::invalid("customerId", message!("is required")).sentence(),
            "customerId: is required"
        );
    }
}
