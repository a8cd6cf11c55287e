//! `POST /token`: an integration exchanges its API key for a bearer token, as RFC 6749 says (client credentials).

use base64::{Engine, engine::general_purpose::STANDARD as BASE64};
use kernel::{
    Error, Needs, Raw, Result, Routes, Scope, case,
    http::{Body, HeaderMap, HeaderValue, Method, Response, StatusCode, header},
    ids::TenantId,
};
use percent_encoding::percent_decode_str;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::service::{attempts::SIGN_IN, doorman::Doorman, keys, sessions};

const LARGEST_FORM: usize = 8 * 1024;

pub fn table() -> Routes {
    Routes::at("/token").raw(Method::POST, "", Needs::Nothing, LARGEST_FORM, token)
}

#[derive(Deserialize)]
struct Form {
    grant_type: Option<String>,
    client_id: Option<String>,
    client_secret: Option<String>,
    scope: Option<String>,
}

async fn token(scope: Scope, raw: Raw) -> Result<Response> {
    let text = String::from_utf8_lossy(&raw.body);
    let Ok(form) = case::from_query::<Form>(&text) else {
        return Ok(refusal(StatusCode::BAD_REQUEST, "invalid_request", "The body must be a form."));
    };
    match form.grant_type.as_deref() {
        Some("client_credentials") => {}
        Some(_) => return Ok(refusal(StatusCode::BAD_REQUEST, "unsupported_grant_type", "Use client_credentials.")),
        None => return Ok(refusal(StatusCode::BAD_REQUEST, "invalid_request", "grant_type is missing.")),
    }
    let client = match basic(&raw.headers) {
        Some(Some(client)) => Some(client),
        // The header is there and can't be read: the form does not stand in for it.
        Some(None) => None,
        None => form.client_id.zip(form.client_secret),
    };
    let Some((client_id, secret)) = client else { return Ok(not_this_client()) };

    let doorman = scope.port::<Doorman>()?;
    let name = format!("key {client_id:.20}");
    let ticket = match doorman.attempts.begin(&scope, TenantId(0), SIGN_IN, &name).await {
        Ok(ticket) => ticket,
        Err(Error::TooMany(seconds)) => {
            let mut response = refusal(StatusCode::TOO_MANY_REQUESTS, "invalid_client", "Too many attempts.");
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
            return Ok(response);
        }
        Err(error) => return Err(error),
    };
    let Some(token) = keys::exchange(&scope, &client_id, &secret).await? else {
        return Ok(not_this_client());
    };
    ticket.give_back(scope.host()).await?;
    let mut body = json!({
        "access_token": token,
        "token_type": "Bearer",
        "expires_in": sessions::FOR_A_KEY.num_seconds(),
    });
    if let Some(asked) = form.scope {
        body["scope"] = Value::String(asked);
    }
    Ok(answer(StatusCode::OK, &body))
}

/// The client of HTTP Basic authentication: none when it is not used, `Some(None)` when it can't be read.
fn basic(headers: &HeaderMap) -> Option<Option<(String, String)>> {
    let (scheme, encoded) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("basic").then(|| {
        let text = String::from_utf8(BASE64.decode(encoded.trim()).ok()?).ok()?;
        let (id, secret) = text.split_once(':')?;
        let decoded = |part: &str| Some(percent_decode_str(part).decode_utf8().ok()?.into_owned());
        Some((decoded(id)?, decoded(secret)?))
    })
}

fn not_this_client() -> Response {
    let mut response = refusal(StatusCode::UNAUTHORIZED, "invalid_client", "No such client, or not its secret.");
    response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Basic realm=\"token\""));
    response
}

fn refusal(status: StatusCode, error: &str, description: &str) -> Response {
    answer(status, &json!({ "error": error, "error_description": description }))
}

fn answer(status: StatusCode, body: &Value) -> Response {
    let mut response = Response::new(Body::from(body.to_string()));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::PRAGMA, HeaderValue::from_static("no-cache"));
    response
}
