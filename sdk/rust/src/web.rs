//! Requests from outside and their answers: short ways to read the one and write the other. Pure.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error;
use crate::types::{PluginError, Refusal, WebHeader, WebRequest, WebResponse};
use crate::{Result, encoding};

impl WebRequest {
    /// A header's first value, by name in any case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|header| header.name.eq_ignore_ascii_case(name))
            .map(|header| header.value.as_str())
    }

    /// The body as JSON; a mismatch is `invalid-input` with the place.
    pub fn json<T: DeserializeOwned>(&self) -> Result<T> {
        serde_json::from_slice(&self.body)
            .map_err(|fault| error::invalid("body", format!("cannot be read: {fault}")))
    }

    /// The first unescaped query value of this name.
    pub fn parameter(&self, name: &str) -> Option<String> {
        pairs(&self.query)
            .into_iter()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value)
    }

    /// Names and values of an `application/x-www-form-urlencoded` body.
    pub fn form(&self) -> Vec<(String, String)> {
        pairs(&String::from_utf8_lossy(&self.body))
    }
}

fn pairs(text: &str) -> Vec<(String, String)> {
    text.split('&')
        .filter(|pair| !pair.is_empty())
        .map(|pair| {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            (encoding::unescape(key), encoding::unescape(value))
        })
        .collect()
}

impl WebResponse {
    /// An answer without a body.
    pub fn empty(status: u16) -> Self {
        Self {
            status,
            headers: Vec::new(),
            body: Vec::new(),
        }
    }

    pub fn text(status: u16, text: &str) -> Self {
        Self {
            body: text.into(),
            ..Self::empty(status)
        }
        .with("content-type", "text/plain; charset=utf-8")
    }

    pub fn json(status: u16, value: &impl Serialize) -> Result<Self> {
        let body = serde_json::to_vec(value).map_err(|fault| {
            error::internal(format!("the answer could not be written as JSON: {fault}"))
        })?;
        Ok(Self {
            body,
            ..Self::empty(status)
        }
        .with("content-type", "application/json"))
    }

    /// Adds a header; lower-case name.
    pub fn with(mut self, name: &str, value: impl Into<String>) -> Self {
        self.headers.push(WebHeader {
            name: name.into(),
            value: value.into(),
        });
        self
    }
}

/// The error for an unknown path.
pub fn no_such_path(request: &WebRequest) -> PluginError {
    PluginError::NotFound(format!(
        "there is nothing at {} {}",
        request.method, request.path
    ))
}

/// The rejection of a request without permission.
pub fn forbidden(message: &str) -> PluginError {
    PluginError::Rejected(Refusal {
        code: "forbidden".into(),
        message: message.into(),
        http_status: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_read() {
        let request = WebRequest {
            method: "POST".into(),
            path: "/events".into(),
            store: None,
            query: "day=2026-03-02&who=Ann%20%26+Bob&flag".into(),
            headers: vec![WebHeader {
                name: "x-event".into(),
                value: "paid".into(),
            }],
            body: b"a=1&b=%C3%A9".to_vec(),
            caller: None,
        };
        assert_eq!(request.parameter("who").as_deref(), Some("Ann & Bob"));
        assert_eq!(request.parameter("flag").as_deref(), Some(""));
        assert_eq!(request.parameter("day").as_deref(), Some("2026-03-02"));
        assert_eq!(request.parameter("none"), None);
        assert_eq!(request.header("X-Event"), Some("paid"));
        assert_eq!(
            request.form(),
            [
                ("a".to_owned(), "1".to_owned()),
                ("b".to_owned(), "é".to_owned())
            ]
        );
        assert!(matches!(
            request.json::<u8>(),
            Err(PluginError::InvalidInput(_))
        ));
    }
}
