//! Errors of a call and their HTTP responses.

use std::fmt;

use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{Message, case::is_below, message, message::TranslatableMessage};

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
        message: &'static str,
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
            Self::Invalid(_) => message!("Your request is not valid."),
            Self::Refused { message, .. }
            | Self::Forbidden(message)
            | Self::Unavailable(message) => message.clone(),
            Self::Unauthorized => message!("Sign in first: the call has no valid token."),
            Self::Barred { message, .. } => Message::plain(message),
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
    /// Returns the sentence for a response without fields; it names the fields itself.
    pub fn full_message(&self) -> Message {
        let all = match self {
            Self::Invalid(fields) => {
                let each = fields.iter().map(|one| {
                    message!(
                        "{field}: {problem}",
                        field = one.member,
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
    fn status(&self) -> StatusCode {
        match self {
            Self::Invalid(_) | Self::Refused { .. } => StatusCode::BAD_REQUEST,
            Self::Unauthorized => StatusCode::UNAUTHORIZED,
            Self::Forbidden(_) | Self::Barred { .. } => StatusCode::FORBIDDEN,
            Self::NotFound(_) => StatusCode::NOT_FOUND,
            Self::Conflict | Self::Cancelled => StatusCode::CONFLICT,
            Self::MethodNotAllowed(_) => StatusCode::METHOD_NOT_ALLOWED,
            Self::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Self::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Self::TooMany(_) => StatusCode::TOO_MANY_REQUESTS,
            Self::Unavailable(_) => StatusCode::SERVICE_UNAVAILABLE,
            Self::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
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

impl From<crate::case::Invalid> for FieldError {
    fn from(invalid: crate::case::Invalid) -> Self {
        Self::new(invalid.member, invalid.message)
    }
}

impl From<crate::case::Invalid> for Error {
    fn from(invalid: crate::case::Invalid) -> Self {
        Self::Invalid(vec![invalid.into()])
    }
}

impl crate::odata::FilterError {
    /// Returns an error that names the query parameter of the text.
    pub(crate) fn for_parameter(self, parameter: &str) -> Error {
        // Filter errors address people who write filters by hand, so they stay in English.
        let problem = Message::verbatim(self.message);
        Error::invalid(
            parameter,
            message!("{problem} (at character {at})", at = self.at + 1),
        )
    }
}

impl From<serde_json::Error> for Error {
    fn from(error: serde_json::Error) -> Self {
        Self::Internal(error.into())
    }
}

#[derive(Serialize)]
struct Body {
    code: i32,
    #[serde(flatten)]
    message: TranslatableMessage,
    details: Option<String>,
    #[serde(rename = "validationErrors")]
    validation_errors: Option<Vec<FieldMessage>>,
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

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Envelope {
    result: Option<()>,
    target_url: Option<()>,
    success: bool,
    error: Body,
    un_authorized_request: bool,
    // camelCase would drop the underscores.
    #[serde(rename = "__abp")]
    __abp: bool,
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let status = self.status();
        if let Self::Internal(error) = &self {
            tracing::error!(error = format!("{error:#}"), "a call failed");
        }
        let message = self.message().to_translatable();
        let (code, details, fields) = match &self {
            Self::Refused { code, details, .. } => (*code, details.clone(), None),
            Self::Barred { code, .. } => (*code, None, None),
            Self::Invalid(fields) => (
                0,
                None,
                Some(fields.iter().cloned().map(FieldMessage::from).collect()),
            ),
            _ => (0, None, None),
        };
        let body = serde_json::to_vec(&Envelope {
            result: None,
            target_url: None,
            success: false,
            error: Body {
                code,
                message,
                details,
                validation_errors: fields,
            },
            un_authorized_request: matches!(
                status,
                StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN
            ),
            __abp: true,
        })
        .unwrap_or_default();
        let mut response =
            (status, [(header::CONTENT_TYPE, "application/json")], body).into_response();
        match self {
            Self::TooMany(seconds) => {
                response
                    .headers_mut()
                    .insert(header::RETRY_AFTER, HeaderValue::from(seconds));
            }
            Self::MethodNotAllowed(methods) => {
                if let Ok(methods) = HeaderValue::from_str(&methods) {
                    response.headers_mut().insert(header::ALLOW, methods);
                }
            }
            _ => {}
        }
        response
    }
}
