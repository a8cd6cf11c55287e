//! Every way a call can fail, and how each is answered.

use std::fmt;

use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{Message, case::is_below, message, message::Told};

pub type Result<T, E = Error> = std::result::Result<T, E>;

/// One field of the request that cannot be accepted; `member` is its path as the client sent it, `booking.items[0].weight`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldError {
    pub member: String,
    pub message: Message,
    /// What is wrong, in a word that stays: `tooLong`. `invalid` where nobody named it.
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

    /// The same error with a code of its own.
    pub fn coded(self, code: &'static str) -> Self {
        Self { code, ..self }
    }

    /// The same error of a member that stands deeper in the request: `before` goes in front of its path.
    pub fn under(self, before: &str) -> Self {
        Self {
            member: format!("{before}{}", self.member),
            ..self
        }
    }
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
    /// The same refusal with a sentence of its own for this case.
    pub fn because(self, message: Message) -> Error {
        Error::Refused {
            code: self.code,
            message,
            details: None,
        }
    }
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        refusal.because(Message::plain(refusal.message))
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
    /// Forbidden until the caller has done something that the code names.
    Barred {
        code: i32,
        message: &'static str,
    },
    /// What was not found, as a sentence begins with it: `The job`.
    NotFound(&'static str),
    /// The path is there and takes only these methods.
    MethodNotAllowed(String),
    /// A lost update.
    Conflict,
    /// More bytes than these.
    TooLarge(usize),
    TooSlow,
    /// To be tried again in so many seconds.
    TooMany(u64),
    Unavailable(Message),
    /// A job that was asked to end did so.
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
    /// One field that cannot be accepted.
    pub fn invalid(member: impl Into<String>, message: Message) -> Self {
        Self::Invalid(vec![FieldError::new(member, message)])
    }
    pub fn internal(error: impl Into<anyhow::Error>) -> Self {
        Self::Internal(error.into())
    }
    /// True if a unique index refused the row.
    pub fn is_duplicate(&self) -> bool {
        matches!(self, Self::Refused { code, .. } if *code == DUPLICATE.code)
    }
    /// The answer to an input whose members could be read in part: those that could not are told before what the rules
    /// refused of the rest.
    pub fn unread(wrong: Vec<FieldError>, refused: Option<Self>) -> Self {
        match refused {
            None => Self::Invalid(wrong),
            Some(Self::Invalid(refused)) => {
                let is_told =
                    |member: &str| wrong.iter().any(|known| is_below(&known.member, member));
                let others: Vec<FieldError> = refused
                    .into_iter()
                    .filter(|error| !is_told(&error.member))
                    .collect();
                Self::Invalid(wrong.into_iter().chain(others).collect())
            }
            Some(other) => other,
        }
    }
    /// The sentence as an answer carries it beside its fields; internals are not told.
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
                    "Somebody else has changed this meanwhile. Load it again and repeat your change."
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
                    "Something went wrong on our side. Try again; if it stays, tell us the request id."
                )
            }
        }
    }
    /// The sentence of an answer that has one sentence and no fields, as for one row of a batch: it names the fields itself.
    pub fn said(&self) -> Message {
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
    /// The same in English.
    pub fn sentence(&self) -> String {
        self.said().to_string()
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
    /// The error as an answer that names the query parameter the text came in.
    pub(crate) fn on(self, parameter: &str) -> Error {
        // What is wrong with the text of a filter is said to whoever writes one by hand, in English.
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
    message: Told,
    details: Option<String>,
    #[serde(rename = "validationErrors")]
    validation_errors: Option<Vec<FieldMessage>>,
}

/// What is said of one member of a request: what is wrong with it, or what to look at again.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FieldMessage {
    #[serde(flatten)]
    message: Told,
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
            message: message.told(),
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
        let message = self.message().told();
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
