//! Responses of failed calls.

use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::Serialize;

use data::{
    error::{Error, FieldMessage},
    message::TranslatableMessage,
};

fn status(error: &Error) -> StatusCode {
    match error {
        Error::Invalid(_) | Error::Refused { .. } => StatusCode::BAD_REQUEST,
        Error::Unauthorized => StatusCode::UNAUTHORIZED,
        Error::Forbidden(_) | Error::Barred { .. } => StatusCode::FORBIDDEN,
        Error::NotFound(_) => StatusCode::NOT_FOUND,
        Error::Conflict | Error::Cancelled => StatusCode::CONFLICT,
        Error::MethodNotAllowed(_) => StatusCode::METHOD_NOT_ALLOWED,
        Error::TooSlow => StatusCode::REQUEST_TIMEOUT,
        Error::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
        Error::TooMany(_) => StatusCode::TOO_MANY_REQUESTS,
        Error::Unavailable(_) => StatusCode::SERVICE_UNAVAILABLE,
        Error::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
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

/// Returns the response of a failed call; logs an internal error.
pub fn error_response(error: Error) -> Response {
    let status = status(&error);
    if let Error::Internal(cause) = &error {
        tracing::error!(error = format!("{cause:#}"), "a call failed");
    }
    let message = error.message().to_translatable();
    let (code, details, fields) = match &error {
        Error::Refused { code, details, .. } => (*code, details.clone(), None),
        Error::Barred { code, .. } => (*code, None, None),
        Error::Invalid(fields) => (
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
        un_authorized_request: matches!(status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN),
        __abp: true,
    })
    .unwrap_or_default();
    let mut response = (status, [(header::CONTENT_TYPE, "application/json")], body).into_response();
    match error {
        Error::TooMany(seconds) => {
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        Error::MethodNotAllowed(methods) => {
            if let Ok(methods) = HeaderValue::from_str(&methods) {
                response.headers_mut().insert(header::ALLOW, methods);
            }
        }
        _ => {}
    }
    response
}
