//! Document of a plugin front end shown in a frame: one script, and the page's policy extended by
//! the plugin's declared origins.

use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};

/// The origins were validated and go into a header verbatim.
#[derive(Debug, Clone, Default)]
pub struct Frame {
    pub title: String,
    /// URL of its script, and the script's integrity.
    pub script: String,
    pub integrity: String,
    /// Additional origins of scripts, frames and calls.
    pub scripts: Vec<String>,
    pub frames: Vec<String>,
    pub connect: Vec<String>,
}

impl Frame {
    pub fn to_response(&self) -> Response {
        let Ok(policy) = HeaderValue::try_from(self.policy()) else {
            return StatusCode::INTERNAL_SERVER_ERROR.into_response();
        };
        let text = format!(
            "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>{}</title>\
             <script src=\"{}\" integrity=\"{}\" defer></script></head><body></body></html>",
            escaped(&self.title),
            escaped(&self.script),
            escaped(&self.integrity),
        );
        let headers = [
            (
                header::CONTENT_TYPE,
                HeaderValue::from_static("text/html; charset=utf-8"),
            ),
            (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
            (header::CONTENT_SECURITY_POLICY, policy),
            // Providers get the origin, never the path.
            (
                header::REFERRER_POLICY,
                HeaderValue::from_static("strict-origin"),
            ),
            (
                header::X_CONTENT_TYPE_OPTIONS,
                HeaderValue::from_static("nosniff"),
            ),
            (
                header::X_FRAME_OPTIONS,
                HeaderValue::from_static("SAMEORIGIN"),
            ),
        ];
        let mut response = (StatusCode::OK, headers, text).into_response();
        let none = HeaderValue::from_static("geolocation=(), microphone=(), camera=()");
        response.headers_mut().insert("permissions-policy", none);
        response
    }

    fn policy(&self) -> String {
        let with = |directive: &str, own: &str, others: &[String]| match (own, others) {
            ("", []) => format!("{directive} 'none'"),
            _ => [directive, own]
                .into_iter()
                .chain(others.iter().map(String::as_str))
                .filter(|word| !word.is_empty())
                .collect::<Vec<_>>()
                .join(" "),
        };
        [
            "default-src 'none'".to_owned(),
            with("script-src", "'self'", &self.scripts),
            with("frame-src", "", &self.frames),
            with("connect-src", "", &self.connect),
            "base-uri 'none'".to_owned(),
            "form-action 'none'".to_owned(),
            "frame-ancestors 'self'".to_owned(),
            "object-src 'none'".to_owned(),
        ]
        .join("; ")
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_policy_is_wider_by_what_is_declared_alone() {
        let frame = Frame {
            scripts: vec!["https://js.till.example".to_owned()],
            frames: vec![
                "https://js.till.example".to_owned(),
                "https://*.till.example".to_owned(),
            ],
            ..Frame::default()
        };
        assert_eq!(
            frame.policy(),
            "default-src 'none'; script-src 'self' https://js.till.example; \
             frame-src https://js.till.example https://*.till.example; connect-src 'none'; base-uri 'none'; \
             form-action 'none'; frame-ancestors 'self'; object-src 'none'"
        );
    }

    #[test]
    fn no_name_ends_an_element() {
        assert_eq!(escaped("<script>\"&"), "&lt;script&gt;&quot;&amp;");
    }
}
