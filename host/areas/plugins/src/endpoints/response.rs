//! Responses of endpoints: sanitised plugin answers and the host's rejections.

use std::time::Duration;

use carriage::{FaultKind, PluginFault};
use data::FieldError;
use serde_json::json;
use web::http::{Body, HeaderName, HeaderValue, IntoResponse, Response, StatusCode, header};

use crate::endpoints::port::HttpAnswer;

pub(crate) enum Rejection {
    /// Unknown endpoint, or invisible to this caller.
    NotFound,
    /// The path has other methods.
    Method(String),
    SignIn,
    Unsigned,
    Forbidden(String),
    TooLarge(usize),
    TooMany(u64),
    /// Too many queued deliveries.
    Full,
}

pub(crate) fn rejection_response(denied: Rejection) -> Response {
    let (status, message, extra) = match denied {
        Rejection::NotFound => (404, "There is nothing at this address.".to_owned(), None),
        Rejection::Method(allowed) => (
            405,
            format!("This address takes {allowed}."),
            value(header::ALLOW, &allowed),
        ),
        Rejection::SignIn => (
            401,
            "Sign in first: the call has no valid token.".to_owned(),
            None,
        ),
        Rejection::Unsigned => (
            401,
            "The signature is missing or not right.".to_owned(),
            None,
        ),
        Rejection::Forbidden(words) => (403, words, None),
        Rejection::TooLarge(most) => (
            413,
            format!("The body is larger than the {most} bytes allowed."),
            None,
        ),
        Rejection::TooMany(seconds) => (
            429,
            format!("Too many calls. Try again in {seconds} seconds."),
            value(header::RETRY_AFTER, &seconds.to_string()),
        ),
        Rejection::Full => (
            503,
            "Too many deliveries wait to be worked off. Try again later.".to_owned(),
            value(header::RETRY_AFTER, "300"),
        ),
    };
    error(status, &message, &[], extra)
}

/// Builds the response for a plugin's fault. Details are only in the plugin's log.
pub(crate) fn fault_response(fault: PluginFault) -> Response {
    let (status, extra) = match &fault.kind {
        FaultKind::InvalidInput(_) => (400, None),
        FaultKind::Unauthorised => (401, None),
        FaultKind::Rejected { .. } => (403, None),
        FaultKind::NotFound => (404, None),
        FaultKind::Unsupported => (501, None),
        FaultKind::Unavailable { retry_after } => (503, retry_header(*retry_after)),
        FaultKind::CircuitOpen { retry_after } => (503, retry_header(Some(*retry_after))),
        FaultKind::Capacity | FaultKind::NotCalled { .. } => (503, retry_header(None)),
        _ => return error(502, "The plugin could not answer.", &[], None),
    };
    let fields = if let FaultKind::InvalidInput(fields) = &fault.kind {
        fields.as_slice()
    } else {
        &[]
    };
    error(status, &fault.message.to_string(), fields, extra)
}

type Extra = Option<(HeaderName, HeaderValue)>;

fn retry_header(after: Option<Duration>) -> Extra {
    let seconds = after.map_or(30, |after| after.as_secs().clamp(1, 3600));
    value(header::RETRY_AFTER, &seconds.to_string())
}

fn value(name: HeaderName, text: &str) -> Extra {
    Some((name, HeaderValue::from_str(text).ok()?))
}

fn error(status: u16, message: &str, fields: &[FieldError], extra: Extra) -> Response {
    let fields: Vec<_> = fields
        .iter()
        .map(|field| json!({"message": field.message.to_string(), "members": [field.member]}))
        .collect();
    let mut body = json!({"error": {"message": message}});
    if !fields.is_empty() {
        body["error"]["validationErrors"] = fields.into();
    }
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = (
        status,
        [(header::CONTENT_TYPE, "application/json")],
        body.to_string(),
    )
        .into_response();
    if let Some((name, value)) = extra {
        response.headers_mut().insert(name, value);
    }
    add_security_headers(response)
}

pub(crate) fn empty_response(status: StatusCode) -> Response {
    add_security_headers(
        (status, [(header::CONTENT_TYPE, "application/json")], "{}").into_response(),
    )
}

pub(crate) fn options_response(allowed: &str) -> Response {
    let mut response = add_security_headers(StatusCode::NO_CONTENT.into_response());
    if let Ok(value) = HeaderValue::from_str(allowed) {
        response.headers_mut().insert(header::ALLOW, value);
    }
    response
}

/// Keeps permitted headers only. `head`: no body. `private`: shared caches must not store it.
pub(crate) fn plugin_response(answered: HttpAnswer, head: bool, private: bool) -> Response {
    let status = StatusCode::from_u16(answered.status)
        .ok()
        .filter(|status| status.as_u16() >= 200);
    let Some(status) = status else {
        return error(502, "The plugin could not answer.", &[], None);
    };
    let body = if head {
        Body::empty()
    } else {
        Body::from(answered.body)
    };
    let mut response = (status, body).into_response();
    let headers = response.headers_mut();
    for (name, value) in &answered.headers {
        let name = name.to_ascii_lowercase();
        let Ok(value) = HeaderValue::from_str(value) else {
            continue;
        };
        if !is_permitted_header(&name)
            || (name == "cache-control" && private && !is_private(&value))
        {
            continue;
        }
        if let Ok(name) = HeaderName::from_bytes(name.as_bytes()) {
            headers.insert(name, value);
        }
    }
    let shown = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .and_then(classify_content);
    match shown {
        Some(Presentation::Here) => {}
        Some(Presentation::Saved) => {
            headers.insert(
                header::CONTENT_DISPOSITION,
                HeaderValue::from_static("attachment"),
            );
        }
        // Executable or unreadable content types are sent as bytes.
        None => {
            headers.insert(
                header::CONTENT_TYPE,
                HeaderValue::from_static("application/octet-stream"),
            );
            headers.insert(
                header::CONTENT_DISPOSITION,
                HeaderValue::from_static("attachment"),
            );
        }
    }
    add_security_headers(response)
}

/// Presentation in a browser that opens the address.
#[derive(Debug, PartialEq, Eq)]
enum Presentation {
    Here,
    Saved,
}

/// Classifies a content type. None: it must not be sent as such.
fn classify_content(content_type: &str) -> Option<Presentation> {
    let media = content_type
        .split(';')
        .next()
        .unwrap_or_default()
        .trim()
        .to_ascii_lowercase();
    let (kind, sub) = media.split_once('/')?;
    let token = |part: &str| {
        !part.is_empty()
            && part
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"!#$&^_.+-".contains(&byte))
    };
    if !token(kind) || !token(sub) {
        return None;
    }
    // Scripts and style sheets of our origin would be allowed in our pages.
    if [
        "javascript",
        "ecmascript",
        "jscript",
        "livescript",
        "css",
        "wasm",
    ]
    .iter()
    .any(|runs| sub.contains(runs))
    {
        return None;
    }
    const INLINE_TYPES: [&str; 7] = [
        "application/json",
        "text/plain",
        "text/csv",
        "image/png",
        "image/jpeg",
        "image/gif",
        "image/webp",
    ];
    Some(if INLINE_TYPES.contains(&media.as_str()) {
        Presentation::Here
    } else {
        Presentation::Saved
    })
}

fn is_permitted_header(name: &str) -> bool {
    const HOST_HEADERS: [&str; 6] = [
        "content-type",
        "cache-control",
        "etag",
        "last-modified",
        "location",
        "retry-after",
    ];
    // Headers interpreted by proxies or browsers are reserved for the host.
    const RESERVED_PREFIXES: [&str; 7] = [
        "x-accel-",
        "x-sendfile",
        "x-lighttpd-",
        "x-forwarded-",
        "x-request-id",
        "x-content-type-options",
        "x-frame-options",
    ];
    HOST_HEADERS.contains(&name)
        || (name.starts_with("x-")
            && !RESERVED_PREFIXES
                .iter()
                .any(|never| name.starts_with(never)))
}

fn is_private(value: &HeaderValue) -> bool {
    let text = value.to_str().unwrap_or_default().to_ascii_lowercase();
    text.split(',')
        .any(|word| matches!(word.trim(), "private" | "no-store"))
}

/// Adds headers that prevent content sniffing, execution and cross-origin use.
fn add_security_headers(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    headers.insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static("sandbox; default-src 'none'"),
    );
    headers.insert(
        "cross-origin-resource-policy",
        HeaderValue::from_static("same-origin"),
    );
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answered(headers: &[(&str, &str)]) -> HttpAnswer {
        let headers = headers
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect();
        HttpAnswer {
            status: 200,
            headers,
            body: b"x".to_vec(),
        }
    }

    #[test]
    fn what_a_browser_would_run_is_sent_as_a_file() {
        for (sent, stays, saved) in [
            ("application/json", true, false),
            ("text/plain; charset=utf-8", true, false),
            ("text/html", true, true),
            ("TEXT/HTML; charset=utf-8", true, true),
            ("image/svg+xml", true, true),
            ("application/xhtml+xml", true, true),
            ("application/pdf", true, true),
            ("text/javascript", false, true),
            ("application/x-javascript", false, true),
            ("text/jscript", false, true),
            ("text/LiveScript; charset=utf-8", false, true),
            ("text/css", false, true),
            ("text/html, application/json", false, true),
            ("nonsense", false, true),
        ] {
            let response = plugin_response(answered(&[("Content-Type", sent)]), false, false);
            let headers = response.headers();
            assert_eq!(headers[header::CONTENT_TYPE] == sent, stays, "{sent}");
            assert_eq!(
                headers.contains_key(header::CONTENT_DISPOSITION),
                saved,
                "{sent}"
            );
            assert_eq!(headers[header::X_CONTENT_TYPE_OPTIONS], "nosniff");
            assert_eq!(
                headers[header::CONTENT_SECURITY_POLICY],
                "sandbox; default-src 'none'"
            );
        }
        let response = plugin_response(answered(&[]), false, false);
        assert_eq!(
            response.headers()[header::CONTENT_TYPE],
            "application/octet-stream"
        );
    }

    #[test]
    fn headers_that_others_act_on_stay_behind() {
        let sent = [
            ("set-cookie", "a=b"),
            ("access-control-allow-origin", "*"),
            ("x-accel-redirect", "/secret"),
            ("x-request-id", "1"),
            ("x-shop", "s"),
            ("etag", "\"1\""),
            ("cache-control", "public, max-age=60"),
        ];
        let response = plugin_response(answered(&sent), false, true);
        let names: Vec<&str> = ["x-shop", "etag"]
            .into_iter()
            .filter(|n| response.headers().contains_key(*n))
            .collect();
        assert_eq!(names, ["x-shop", "etag"]);
        for never in [
            "set-cookie",
            "access-control-allow-origin",
            "x-accel-redirect",
            "x-request-id",
            "cache-control",
        ] {
            assert!(!response.headers().contains_key(never), "{never}");
        }
        assert!(
            plugin_response(answered(&sent), false, false)
                .headers()
                .contains_key("cache-control")
        );
    }

    #[test]
    fn a_status_that_is_none_is_the_plugins_fault() {
        for status in [0, 100, 199, 1000] {
            let response = plugin_response(
                HttpAnswer {
                    status,
                    ..answered(&[])
                },
                false,
                false,
            );
            assert_eq!(response.status(), StatusCode::BAD_GATEWAY, "{status}");
        }
    }
}
