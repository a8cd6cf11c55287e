//! `POST /token`: exchanges an API key for a bearer token (RFC 6749, client credentials).

use std::collections::HashSet;

use base64::{Engine, engine::general_purpose::STANDARD as BASE64};
use data::{Error, Needs, Result, Scope, ids::TenantId};
use percent_encoding::percent_decode_str;
use schemars::JsonSchema;
use serde_json::{Value, json};
use web::{
    Raw, Routes,
    http::{Body, HeaderMap, HeaderValue, Method, Response, StatusCode, header},
};

use crate::{api_keys, attempts};

const MAX_FORM_BYTES: usize = 8 * 1024;

pub fn table() -> Routes {
    Routes::new("/token")
        .raw(Method::POST, "", Needs::Nothing, MAX_FORM_BYTES, token)
        .describe_url_encoded::<Form>()
}

/// The only scope: all permissions of the key's user.
const SCOPE: &str = "default-api";

/// Form of a token request. HTTP Basic may replace the client's id and secret.
#[derive(Debug, Default, PartialEq, Eq, JsonSchema)]
struct Form {
    /// `client_credentials`.
    #[schemars(required)]
    grant_type: Option<String>,
    client_id: Option<String>,
    client_secret: Option<String>,
    /// `default-api`, the default.
    scope: Option<String>,
}

impl Form {
    /// Parses the form. None if a parameter is repeated. Empty parameters count as omitted and
    /// unknown ones are ignored (RFC 6749).
    fn parse(body: &[u8]) -> Option<Self> {
        let mut form = Self::default();
        let mut names = HashSet::new();
        for pair in body
            .split(|byte| *byte == b'&')
            .filter(|pair| !pair.is_empty())
        {
            let pair = String::from_utf8_lossy(pair).replace('+', " ");
            let (name, value) = pair.split_once('=').unwrap_or((&pair, ""));
            let [name, value] =
                [name, value].map(|part| percent_decode_str(part).decode_utf8_lossy().into_owned());
            let name = name.to_ascii_lowercase();
            let member = match name.as_str() {
                "grant_type" => Some(&mut form.grant_type),
                "client_id" => Some(&mut form.client_id),
                "client_secret" => Some(&mut form.client_secret),
                "scope" => Some(&mut form.scope),
                _ => None,
            };
            if let Some(member) = member {
                *member = Some(value).filter(|value| !value.is_empty());
            }
            if !names.insert(name) {
                return None;
            }
        }
        Some(form)
    }
}

/// Returns the error of a requested scope, if any.
fn scope_error(requested: &str) -> Option<&'static str> {
    let is_token = |word: &str| {
        !word.is_empty()
            && word
                .bytes()
                .all(|b| matches!(b, 0x21 | 0x23..=0x5b | 0x5d..=0x7e))
    };
    if !requested.split(' ').all(is_token) {
        Some("scope must be words with one blank between them.")
    } else if requested.split(' ').any(|word| word != SCOPE) {
        Some("There is no such scope: leave it out, or ask for default-api.")
    } else {
        None
    }
}

async fn token(scope: Scope, raw: Raw) -> Result<Response> {
    let Some(form) = Form::parse(&raw.body) else {
        return Ok(refusal(
            StatusCode::BAD_REQUEST,
            "invalid_request",
            "A parameter is repeated.",
        ));
    };
    match form.grant_type.as_deref() {
        Some("client_credentials") => {}
        Some(_) => {
            return Ok(refusal(
                StatusCode::BAD_REQUEST,
                "unsupported_grant_type",
                "Use client_credentials.",
            ));
        }
        None => {
            return Ok(refusal(
                StatusCode::BAD_REQUEST,
                "invalid_request",
                "grant_type is missing.",
            ));
        }
    }
    let basic = parse_basic_auth(&raw.headers);
    if basic.is_some() && form.client_secret.is_some() {
        return Ok(refusal(
            StatusCode::BAD_REQUEST,
            "invalid_request",
            "The client authenticates in two ways at once.",
        ));
    }
    if let Some(wrong) = form.scope.as_deref().and_then(scope_error) {
        return Ok(refusal(StatusCode::BAD_REQUEST, "invalid_scope", wrong));
    }
    let client = match basic {
        Some(Some(client)) => Some(client),
        // An unreadable header is an error; the form is no fallback for it.
        Some(None) => None,
        None => form.client_id.zip(form.client_secret),
    };
    let Some((client_id, secret)) = client else {
        return Ok(invalid_client());
    };

    let name = format!("key {client_id:.20}");
    let ticket = match attempts::service::begin(
        &scope,
        TenantId(0),
        attempts::service::SIGN_IN,
        &name,
    )
    .await
    {
        Ok(ticket) => ticket,
        Err(Error::TooMany(seconds)) => {
            let mut response = refusal(
                StatusCode::TOO_MANY_REQUESTS,
                "invalid_client",
                "Too many attempts.",
            );
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, HeaderValue::from(seconds));
            return Ok(response);
        }
        Err(error) => return Err(error),
    };
    let Some((token, seconds)) = api_keys::service::exchange(&scope, &client_id, &secret).await?
    else {
        return Ok(invalid_client());
    };
    ticket.release(scope.host()).await?;
    let mut body = json!({
        "access_token": token,
        "token_type": "Bearer",
        "expires_in": seconds,
    });
    if form.scope.is_some() {
        body["scope"] = SCOPE.into();
    }
    Ok(answer(StatusCode::OK, &body))
}

/// Parses HTTP Basic: `None` without the header, `Some(None)` if unreadable.
fn parse_basic_auth(headers: &HeaderMap) -> Option<Option<(String, String)>> {
    let (scheme, encoded) = headers
        .get(header::AUTHORIZATION)?
        .to_str()
        .ok()?
        .split_once(' ')?;
    scheme.eq_ignore_ascii_case("basic").then(|| {
        let text = String::from_utf8(BASE64.decode(encoded.trim()).ok()?).ok()?;
        let (id, secret) = text.split_once(':')?;
        let decoded = |part: &str| Some(percent_decode_str(part).decode_utf8().ok()?.into_owned());
        Some((decoded(id)?, decoded(secret)?))
    })
}

fn invalid_client() -> Response {
    let mut response = refusal(
        StatusCode::UNAUTHORIZED,
        "invalid_client",
        "No such client, or not its secret.",
    );
    response.headers_mut().insert(
        header::WWW_AUTHENTICATE,
        HeaderValue::from_static("Basic realm=\"token\""),
    );
    response
}

fn refusal(status: StatusCode, error: &str, description: &str) -> Response {
    answer(
        status,
        &json!({ "error": error, "error_description": description }),
    )
}

fn answer(status: StatusCode, body: &Value) -> Response {
    let mut response = Response::new(Body::from(body.to_string()));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("application/json"),
    );
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::PRAGMA, HeaderValue::from_static("no-cache"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parameter_comes_once() {
        let form = Form::parse(
            b"grant_type=client_credentials&client_id=7&client_secret=a%2Bb+c&scope=&other=1",
        )
        .unwrap();
        assert_eq!(
            (form.client_secret.as_deref(), form.scope),
            (Some("a+b c"), None)
        );
        for twice in [
            "scope=a&scope=a",
            "client_id=1&CLIENT_ID=2",
            "other=1&other=1",
            "scope=&scope=",
        ] {
            assert_eq!(Form::parse(twice.as_bytes()), None, "{twice}");
        }
    }

    #[test]
    fn a_scope_is_known_and_well_formed() {
        assert_eq!(scope_error(SCOPE), None);
        for wrong in [
            "",
            " ",
            "default-api ",
            "default-api  default-api",
            "a\"b",
            "a\\b",
            "é",
            "\n",
            "admin",
            "default-api x",
        ] {
            assert!(scope_error(wrong).is_some(), "{wrong:?}");
        }
    }
}
