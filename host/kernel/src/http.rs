//! The HTTP types that raw handlers speak in, so that areas name no web framework.

pub use axum::{
    body::Body,
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header},
    response::{IntoResponse, Response},
};

/// Adds to an answer what browsers are to be told with every one, where its handler has not said it more narrowly: content
/// is what it is called, other sites may not embed it, and nothing in it runs.
pub fn protect(headers: &mut HeaderMap, is_secure: bool) {
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
    // A browser that has seen this comes back in https only.
    let secure = is_secure.then_some((header::STRICT_TRANSPORT_SECURITY, "max-age=31536000"));
    for (name, value) in all.into_iter().chain(secure) {
        headers
            .entry(name)
            .or_insert(HeaderValue::from_static(value));
    }
}

/// A file as a download: never shown as a page of ours, never cached by anything shared.
pub fn download(content: bytes::Bytes, media_type: &str, name: &str) -> Response {
    download_of(Body::from(content), media_type, name)
}

/// The same for a file that is sent as it is read.
pub fn download_stream(
    size: u64,
    pieces: crate::files::Pieces,
    media_type: &str,
    name: &str,
) -> Response {
    use futures_util::TryStreamExt;
    // The head is sent already when a piece fails: the answer breaks off, and the log says why.
    let pieces = pieces
        .inspect_err(|error| tracing::error!(error = format!("{error:#}"), "a download broke off"));
    let mut response = download_of(Body::from_stream(pieces), media_type, name);
    response
        .headers_mut()
        .insert(header::CONTENT_LENGTH, HeaderValue::from(size));
    response
}

fn download_of(content: Body, media_type: &str, name: &str) -> Response {
    let name = crate::files::safe_name(name);
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

/// A successful JSON answer in the usual envelope, for raw handlers that read their request by themselves.
pub fn answer(result: &impl serde::Serialize) -> crate::Result<Response> {
    Ok(envelope(&serde_json::to_vec(result)?))
}

/// A successful answer around `result`, which is JSON already.
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
