//! Every way a call can fail, and how each is answered.

use std::{borrow::Cow, collections::BTreeMap};

use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::Serialize;

pub type Result<T, E = Error> = std::result::Result<T, E>;

/// One field of the request that cannot be accepted; `member` is its path as the client sent it, `booking.items[0].weight`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldError {
    pub member: String,
    /// The English sentence, complete.
    pub message: String,
    /// What is wrong, in a word that stays: `tooLong`. `invalid` where nobody named it.
    pub code: &'static str,
    /// The sentence before its parameters were filled in: what a translation is found by.
    pub template: Cow<'static, str>,
    /// The values in the sentence, `max` = `128`.
    pub parameters: Vec<(&'static str, String)>,
}

impl FieldError {
    pub fn new(member: impl Into<String>, message: impl Into<String>) -> Self {
        let message = message.into();
        let template = Cow::Owned(message.clone());
        Self { member: member.into(), message, code: "invalid", template, parameters: Vec::new() }
    }

    /// An error with a code of its own; `{name}` in the sentence stands for the parameter of that name.
    pub fn coded(
        member: impl Into<String>,
        code: &'static str,
        template: &'static str,
        parameters: Vec<(&'static str, String)>,
    ) -> Self {
        let message = filled(template, &parameters);
        Self { member: member.into(), message, code, template: Cow::Borrowed(template), parameters }
    }
}

/// The template with its parameters in their places.
pub(crate) fn filled(template: &str, parameters: &[(&'static str, String)]) -> String {
    parameters.iter().fold(template.to_owned(), |text, (name, value)| text.replace(&format!("{{{name}}}"), value))
}

/// A refusal that a person can do something about. Its code is stable; areas declare theirs as constants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refusal {
    pub code: i32,
    pub message: &'static str,
}

impl Refusal {
    pub const fn new(code: i32, message: &'static str) -> Self {
        Self { code, message }
    }
    /// The same refusal with words of its own for this case.
    pub fn because(self, message: impl Into<String>) -> Error {
        Error::Refused { code: self.code, message: message.into(), details: None }
    }
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        refusal.because(refusal.message)
    }
}

const DUPLICATE: Refusal = Refusal::new(101, "A record with the same code or name exists already.");
const DANGLING: Refusal =
    Refusal::new(102, "The record refers to something that does not exist, or something still refers to it.");

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("Your request is not valid.")]
    Invalid(Vec<FieldError>),
    #[error("{message}")]
    Refused { code: i32, message: String, details: Option<String> },
    #[error("Sign in first: the call has no valid token.")]
    Unauthorized,
    #[error("{0}")]
    Forbidden(String),
    /// Forbidden until the caller has done something that the code names.
    #[error("{message}")]
    Barred { code: i32, message: &'static str },
    #[error("{0} was not found.")]
    NotFound(&'static str),
    /// The path is there and takes only these methods.
    #[error("This path takes {0}.")]
    MethodNotAllowed(String),
    #[error("Somebody else has changed this meanwhile. Load it again and repeat your change.")]
    Conflict,
    #[error("The request is larger than the {0} bytes allowed.")]
    TooLarge(usize),
    #[error("The request took too long to arrive.")]
    TooSlow,
    #[error("Too many requests. Try again in {0} seconds.")]
    TooMany(u64),
    #[error("{0}")]
    Unavailable(String),
    /// A job that was asked to end did so.
    #[error("The work was cancelled.")]
    Cancelled,
    #[error("{0:#}")]
    Internal(anyhow::Error),
}

impl Error {
    /// One field that cannot be accepted.
    pub fn invalid(member: impl Into<String>, message: impl Into<String>) -> Self {
        Self::Invalid(vec![FieldError::new(member, message)])
    }
    pub fn internal(error: impl Into<anyhow::Error>) -> Self {
        Self::Internal(error.into())
    }
    /// The sentence for people, as a batch answer carries it: fields are named, internals are not told.
    pub fn sentence(&self) -> String {
        match self {
            Self::Invalid(fields) => {
                fields.iter().map(|field| format!("{}: {}", field.member, field.message)).collect::<Vec<_>>().join("; ")
            }
            Self::Internal(_) => INTERNAL.to_owned(),
            other => other.to_string(),
        }
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

const INTERNAL: &str = "Something went wrong on our side. Try again; if it stays, tell us the request id.";

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
    /// The error as an answer that names the query parameter the text came in.
    pub(crate) fn on(self, parameter: &str) -> Error {
        Error::invalid(parameter, format!("{} (at character {})", self.message, self.at + 1))
    }
}

impl From<serde_json::Error> for Error {
    fn from(error: serde_json::Error) -> Self {
        Self::Internal(error.into())
    }
}

#[derive(Serialize)]
struct Body<'a> {
    code: i32,
    message: &'a str,
    details: Option<&'a str>,
    #[serde(rename = "validationErrors")]
    validation_errors: Option<Vec<Field<'a>>>,
}

#[derive(Serialize)]
struct Field<'a> {
    message: &'a str,
    members: [&'a str; 1],
    code: &'a str,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    parameters: BTreeMap<&'a str, &'a str>,
}

impl<'a> From<&'a FieldError> for Field<'a> {
    fn from(error: &'a FieldError) -> Self {
        let parameters = error.parameters.iter().map(|(name, value)| (*name, value.as_str())).collect();
        Self { message: &error.message, members: [&error.member], code: error.code, parameters }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Envelope<'a> {
    result: Option<()>,
    target_url: Option<()>,
    success: bool,
    error: Body<'a>,
    un_authorized_request: bool,
    // camelCase would take its underscores away.
    #[serde(rename = "__abp")]
    __abp: bool,
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let status = self.status();
        if let Self::Internal(error) = &self {
            tracing::error!(error = format!("{error:#}"), "a call failed");
        }
        let message = match &self {
            Self::Internal(_) => INTERNAL.to_owned(),
            other => other.to_string(),
        };
        let (code, details, fields) = match &self {
            Self::Refused { code, details, .. } => (*code, details.as_deref(), None),
            Self::Barred { code, .. } => (*code, None, None),
            Self::Invalid(fields) => (0, None, Some(fields.iter().map(Field::from).collect())),
            _ => (0, None, None),
        };
        let body = serde_json::to_vec(&Envelope {
            result: None,
            target_url: None,
            success: false,
            error: Body { code, message: &message, details, validation_errors: fields },
            un_authorized_request: matches!(status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN),
            __abp: true,
        })
        .unwrap_or_default();
        let mut response = (status, [(header::CONTENT_TYPE, "application/json")], body).into_response();
        match self {
            Self::TooMany(seconds) => {
                response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
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
