//! HTTP types for raw handlers, so that areas depend on no web framework.

mod failure;

pub use axum::{
    body::Body,
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header},
    response::{IntoResponse, Response},
};
pub use failure::error_response;

/// Leaves narrower headers of the handler: no content sniffing, no embedding, no scripts.
pub fn add_security_headers(headers: &mut HeaderMap, is_secure: bool) {
    let all = [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (
            HeaderName::from_static("cross-origin-resource-policy"),
            "same-origin",
        ),
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; frame-ancestors 'none'",
        ),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "same-origin"),
    ];
    // Makes browsers return only over HTTPS.
    let secure = is_secure.then_some((header::STRICT_TRANSPORT_SECURITY, "max-age=31536000"));
    for (name, value) in all.into_iter().chain(secure) {
        headers
            .entry(name)
            .or_insert(HeaderValue::from_static(value));
    }
}

/// A download is never rendered as a page and never cached by shared caches.
pub fn download(content: bytes::Bytes, media_type: &str, name: &str) -> Response {
    download_of(Body::from(content), media_type, name)
}

pub fn download_stream(
    size: u64,
    pieces: data::files::Pieces,
    media_type: &str,
    name: &str,
) -> Response {
    use futures_util::TryStreamExt;
    // The head is already sent: the response breaks off and the error is logged.
    let pieces = pieces
        .inspect_err(|error| tracing::error!(error = format!("{error:#}"), "download aborted"));
    let mut response = download_of(Body::from_stream(pieces), media_type, name);
    response
        .headers_mut()
        .insert(header::CONTENT_LENGTH, HeaderValue::from(size));
    response
}

fn download_of(content: Body, media_type: &str, name: &str) -> Response {
    let name = data::files::safe_name(name);
    let plain: String = name
        .chars()
        .map(|c| {
            if c.is_ascii_graphic() || c == ' ' {
                c
            } else {
                '_'
            }
        })
        .collect();
    let encoded = percent_encoding::utf8_percent_encode(&name, percent_encoding::NON_ALPHANUMERIC);
    let disposition = format!("attachment; filename=\"{plain}\"; filename*=UTF-8''{encoded}");
    let headers = [
        (header::CONTENT_TYPE, media_type.to_owned()),
        (header::CONTENT_DISPOSITION, disposition),
        (header::CACHE_CONTROL, "private, no-store".to_owned()),
        (
            header::CONTENT_SECURITY_POLICY,
            "sandbox; default-src 'none'".to_owned(),
        ),
    ];
    (StatusCode::OK, headers, content).into_response()
}

/// Answers a deletion: 204.
pub fn deleted() -> Response {
    StatusCode::NO_CONTENT.into_response()
}

/// Returns a successful JSON response in the usual envelope, for raw handlers.
pub fn json_response(result: &impl serde::Serialize) -> data::error::Result<Response> {
    Ok(envelope(&serde_json::to_vec(result)?))
}

pub(crate) fn envelope(result: &[u8]) -> Response {
    const BEFORE: &[u8] = b"{\"result\":";
    const AFTER: &[u8] =
        b",\"targetUrl\":null,\"success\":true,\"error\":null,\"unAuthorizedRequest\":false,\"__abp\":true}";
    let mut body = Vec::with_capacity(BEFORE.len() + result.len() + AFTER.len());
    body.extend_from_slice(BEFORE);
    body.extend_from_slice(result);
    body.extend_from_slice(AFTER);
    (
        StatusCode::OK,
        [(header::CONTENT_TYPE, "application/json")],
        body,
    )
        .into_response()
}

/// Returns the name of the cookie that holds a browser's session. The `__Host-` prefix of HTTPS
/// keeps sibling hosts from setting it.
pub const fn session_cookie_name(is_secure: bool) -> &'static str {
    if is_secure {
        "__Host-next-auth.session-token"
    } else {
        "next-auth.session-token"
    }
}

/// Returns the cookie of this name, matched without case.
pub fn cookie(headers: &HeaderMap, name: &str) -> Option<String> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .find_map(|line| {
            line.split(';').find_map(|pair| {
                let (key, value) = pair.trim().split_once('=')?;
                key.eq_ignore_ascii_case(name).then(|| value.to_owned())
            })
        })
}

/// Returns the bearer token of a request.
pub fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}
