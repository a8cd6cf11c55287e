//! Rejections of a plan, in the envelope and in VROOM's form.

use data::{Error, FieldError, Message, Refusal};
use serde::Serialize;
use web::http::{HeaderValue, IntoResponse, Response, StatusCode, header};

/// The road server did not answer, or not as expected.
pub(crate) const ROADS_FAILED: Refusal = Refusal::new(4701, "The road server can't be used now.");
/// No road leads to a place.
pub(crate) const NO_ROAD: Refusal = Refusal::new(4702, "No road leads to one of the places.");

/// A failed plan.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input is wrong.
    Input(Vec<FieldError>),
    /// The input has more stops, vehicles or places than a plan may have.
    TooLarge(FieldError),
    /// Travel times are missing.
    Roads(Refusal, Message),
    Other(Error),
}

pub(crate) type Outcome<T> = std::result::Result<T, Failure>;

impl Failure {
    pub fn input(member: impl Into<String>, message: Message) -> Self {
        Self::Input(vec![FieldError::new(member, message)])
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match error {
            Error::Invalid(fields) => Self::Input(fields),
            other => Self::Other(other),
        }
    }
}

impl From<Failure> for Error {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Input(fields) => Self::Invalid(fields),
            Failure::TooLarge(field) => Self::Invalid(vec![field]),
            Failure::Roads(refusal, message) => refusal.with_message(message),
            Failure::Other(error) => error,
        }
    }
}

/// VROOM's form of an error.
#[derive(Debug, Serialize)]
struct Body {
    code: u8,
    error: String,
}

/// VROOM's error codes; the last is that of its HTTP server.
const INTERNAL: u8 = 1;
const INPUT: u8 = 2;
const ROUTING: u8 = 3;
const TOO_LARGE: u8 = 4;

/// Returns the failure as VROOM's HTTP server does. Rejections of the caller keep their envelope.
pub(crate) fn raw_response(failure: Failure) -> Result<Response, Error> {
    let (status, code, error) = match failure {
        Failure::Input(fields) => (StatusCode::BAD_REQUEST, INPUT, sentence(&fields)),
        Failure::TooLarge(field) => (StatusCode::PAYLOAD_TOO_LARGE, TOO_LARGE, sentence(&[field])),
        Failure::Roads(_, message) => {
            let message = message.to_string();
            (StatusCode::INTERNAL_SERVER_ERROR, ROUTING, message)
        }
        Failure::Other(Error::TooMany(seconds)) => {
            let message = Error::TooMany(seconds).message().to_string();
            let mut response = json(StatusCode::TOO_MANY_REQUESTS, INTERNAL, message);
            let headers = response.headers_mut();
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
            return Ok(response);
        }
        Failure::Other(error @ Error::Internal(_)) => {
            tracing::error!(error = format!("{error:#}"), "a plan failed");
            let message = error.message().to_string();
            (StatusCode::INTERNAL_SERVER_ERROR, INTERNAL, message)
        }
        Failure::Other(error) => return Err(error),
    };
    Ok(json(status, code, error))
}

fn json(status: StatusCode, code: u8, error: String) -> Response {
    let body = serde_json::to_vec(&Body { code, error }).unwrap_or_default();
    (status, [(header::CONTENT_TYPE, "application/json")], body).into_response()
}

/// Names the wrong members by their paths.
fn sentence(fields: &[FieldError]) -> String {
    let sentences = fields.iter().map(|field| match field.member.as_str() {
        "" => field.message.to_string(),
        member => format!("{member} {}", field.message),
    });
    let sentences: Vec<String> = sentences.collect();
    format!("{}.", sentences.join("; ").trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use data::message;

    use super::*;

    #[test]
    fn statuses_are_those_of_vrooms_server() {
        let status = |failure| raw_response(failure).unwrap().status().as_u16();
        assert_eq!(status(Failure::input("jobs", message!("is required"))), 400);
        let large = FieldError::new("jobs", message!("is required"));
        assert_eq!(status(Failure::TooLarge(large)), 413);
        let roads = Failure::Roads(ROADS_FAILED, message!("No."));
        assert_eq!(status(roads), 500);
        assert_eq!(status(Failure::Other(Error::TooMany(7))), 429);
        let broken = Error::Internal(std::io::Error::other("a secret").into());
        assert_eq!(status(Failure::Other(broken)), 500);
        assert!(raw_response(Failure::Other(Error::Unauthorized)).is_err());
    }

    #[test]
    fn a_sentence_names_every_member() {
        let fields = [
            FieldError::new("vehicles[0].time_window", message!("is required")),
            FieldError::new("", message!("The body is empty.")),
        ];
        let expected = "vehicles[0].time_window is required; The body is empty.";
        assert_eq!(sentence(&fields), expected);
    }
}
