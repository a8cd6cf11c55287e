//! The answers of endpoints: a plugin's answer made harmless for browsers, and the host's own refusals.

use kernel::{
    FieldError,
    http::{Body, HeaderName, HeaderValue, IntoResponse, Response, StatusCode, header},
};
use serde_json::json;

use super::port::{Answered, Fault, FaultKind};

/// Why the host refuses a call.
pub(super) enum Denied {
    /// Nothing is there for this caller, or nothing at all.
    NotFound,
    /// The path takes other methods.
    Method(String),
    SignIn,
    Unsigned,
    Forbidden(String),
    TooLarge(usize),
    TooMany(u64),
    /// Too much waits already.
    Full,
}

/// The host's refusal, as JSON `{"error": {"message": …}}`.
pub(super) fn denied(denied: Denied) -> Response {
    let (status, message, extra) = match denied {
        Denied::NotFound => (404, "There is nothing at this address.".to_owned(), None),
        Denied::Method(allowed) => (
            405,
            format!("This address takes {allowed}."),
            value(header::ALLOW, &allowed),
        ),
        Denied::SignIn => (
            401,
            "Sign in first: the call has no valid token.".to_owned(),
            None,
        ),
        Denied::Unsigned => (
            401,
            "The signature is missing or not right.".to_owned(),
            None,
        ),
        Denied::Forbidden(words) => (403, words, None),
        Denied::TooLarge(most) => (
            413,
            format!("The body is larger than the {most} bytes allowed."),
            None,
        ),
        Denied::TooMany(seconds) => (
            429,
            format!("Too many calls. Try again in {seconds} seconds."),
            value(header::RETRY_AFTER, &seconds.to_string()),
        ),
        Denied::Full => (
            503,
            "Too many deliveries wait to be worked off. Try again later.".to_owned(),
            value(header::RETRY_AFTER, "300"),
        ),
    };
    error(status, &message, &[], extra)
}

/// A plugin's fault as an answer. What went wrong within a plugin is in its log and not in the answer.
pub(super) fn fault(fault: Fault) -> Response {
    let (status, extra) = match &fault.kind {
        FaultKind::Invalid(_) => (400, None),
        FaultKind::Unauthorised => (401, None),
        FaultKind::Rejected => (403, None),
        FaultKind::NotFound => (404, None),
        FaultKind::Unsupported => (501, None),
        FaultKind::Unavailable(after) => {
            let seconds = after.map_or(30, |after| after.as_secs().clamp(1, 3600));
            (503, value(header::RETRY_AFTER, &seconds.to_string()))
        }
        FaultKind::Plugin => return error(502, "The plugin could not answer.", &[], None),
    };
    let fields = if let FaultKind::Invalid(fields) = &fault.kind {
        fields.as_slice()
    } else {
        &[]
    };
    error(status, &fault.message, fields, extra)
}

type Extra = Option<(HeaderName, HeaderValue)>;

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
    guard(response)
}

/// An empty answer with this status: a delivery was taken, or was known already.
pub(super) fn taken(status: StatusCode) -> Response {
    guard((status, [(header::CONTENT_TYPE, "application/json")], "{}").into_response())
}

/// What an OPTIONS is answered. No other origin is allowed.
pub(super) fn options(allowed: &str) -> Response {
    let mut response = guard(StatusCode::NO_CONTENT.into_response());
    if let Ok(value) = HeaderValue::from_str(allowed) {
        response.headers_mut().insert(header::ALLOW, value);
    }
    response
}

/// The plugin's answer with the headers that are passed on. `head`: without its body. `private`: a caller was known, so
/// nothing shared may keep it.
pub(super) fn passed_on(answered: Answered, head: bool, private: bool) -> Response {
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
        if !is_passed_on(&name) || (name == "cache-control" && private && !is_private(&value)) {
            continue;
        }
        if let Ok(name) = HeaderName::from_bytes(name.as_bytes()) {
            headers.insert(name, value);
        }
    }
    let shown = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .and_then(shown_as);
    match shown {
        Some(Shown::Here) => {}
        Some(Shown::Saved) => {
            headers.insert(
                header::CONTENT_DISPOSITION,
                HeaderValue::from_static("attachment"),
            );
        }
        // What runs, and what says of itself nothing that could be read, is bytes.
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
    guard(response)
}

/// How a browser that opens the address gets it.
#[derive(Debug, PartialEq, Eq)]
enum Shown {
    Here,
    Saved,
}

/// None: not as what it says it is.
fn shown_as(content_type: &str) -> Option<Shown> {
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
    // Scripts and style sheets of our own origin would be allowed in our pages.
    if ["javascript", "ecmascript", "css", "wasm"]
        .iter()
        .any(|runs| sub.contains(runs))
    {
        return None;
    }
    const HERE: [&str; 7] = [
        "application/json",
        "text/plain",
        "text/csv",
        "image/png",
        "image/jpeg",
        "image/gif",
        "image/webp",
    ];
    Some(if HERE.contains(&media.as_str()) {
        Shown::Here
    } else {
        Shown::Saved
    })
}

fn is_passed_on(name: &str) -> bool {
    const FIXED: [&str; 6] = [
        "content-type",
        "cache-control",
        "etag",
        "last-modified",
        "location",
        "retry-after",
    ];
    // Servers in front of this one act on some, browsers on others; those are the host's.
    const NEVER: [&str; 7] = [
        "x-accel-",
        "x-sendfile",
        "x-lighttpd-",
        "x-forwarded-",
        "x-request-id",
        "x-content-type-options",
        "x-frame-options",
    ];
    FIXED.contains(&name)
        || (name.starts_with("x-") && !NEVER.iter().any(|never| name.starts_with(never)))
}

fn is_private(value: &HeaderValue) -> bool {
    let words = value.to_str().unwrap_or_default().to_ascii_lowercase();
    words
        .split(',')
        .any(|word| matches!(word.trim(), "private" | "no-store"))
}

/// Whatever it is, no browser takes it for something else, runs it, or gives it to another origin.
fn guard(mut response: Response) -> Response {
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

    fn answered(headers: &[(&str, &str)]) -> Answered {
        let headers = headers
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect();
        Answered {
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
            ("text/css", false, true),
            ("text/html, application/json", false, true),
            ("nonsense", false, true),
        ] {
            let response = passed_on(answered(&[("Content-Type", sent)]), false, false);
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
        let response = passed_on(answered(&[]), false, false);
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
        let response = passed_on(answered(&sent), false, true);
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
            passed_on(answered(&sent), false, false)
                .headers()
                .contains_key("cache-control")
        );
    }

    #[test]
    fn a_status_that_is_none_is_the_plugins_fault() {
        for status in [0, 100, 199, 1000] {
            let response = passed_on(
                Answered {
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
