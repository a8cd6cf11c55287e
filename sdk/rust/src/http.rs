//! Calls to another side through the host: only hosts that the manifest names and the operator
//! granted.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::Result;
use crate::answer::{Answer, ReasonReader, common_reason};
use crate::error;
use crate::host::http_client::{self, Header, HttpError, Request};
use crate::types::{Outage, PluginError};

/// A call builder: `get(url).basic("apiKey", "password").json()`.
#[derive(Debug)]
#[must_use = "a call is made only when it is sent"]
pub struct Call {
    request: Request,
    read: ReasonReader,
}

pub fn get(url: impl Into<String>) -> Call {
    call("GET", url)
}

pub fn post(url: impl Into<String>) -> Call {
    call("POST", url)
}

pub fn put(url: impl Into<String>) -> Call {
    call("PUT", url)
}

pub fn delete(url: impl Into<String>) -> Call {
    call("DELETE", url)
}

/// A call that only fetches JSON.
pub fn get_json<T: DeserializeOwned>(url: impl Into<String>) -> Result<T> {
    get(url).json()
}

/// A call that posts JSON and gets JSON.
pub fn post_json<T: DeserializeOwned>(url: impl Into<String>, body: &impl Serialize) -> Result<T> {
    post(url).body_json(body)?.json()
}

/// Escapes text for a query or path, except letters, digits, `-`, `.`, `_`, `~` and `,`.
pub fn query_value(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~,".contains(&byte) {
            escaped.push(char::from(byte));
        } else {
            escaped.push_str(&format!("%{byte:02X}"));
        }
    }
    escaped
}

fn call(method: &str, url: impl Into<String>) -> Call {
    Call {
        request: Request {
            method: method.into(),
            url: url.into(),
            headers: Vec::new(),
            body: None,
            timeout_ms: None,
        },
        read: common_reason,
    }
}

impl Call {
    pub fn header(mut self, name: &str, value: impl Into<String>) -> Self {
        self.request.headers.push(Header {
            name: name.into(),
            value: value.into(),
        });
        self
    }

    /// Basic credentials from two secret settings, filled in by the host.
    pub fn basic(self, user_key: &str, password_key: &str) -> Self {
        self.header(
            "authorization",
            format!("Basic {{{{basic:{user_key}:{password_key}}}}}"),
        )
    }

    /// A bearer token from a secret setting, filled in by the host.
    pub fn bearer(self, token_key: &str) -> Self {
        self.header(
            "authorization",
            format!("Bearer {{{{secret:{token_key}}}}}"),
        )
    }

    pub fn timeout_ms(mut self, timeout: u32) -> Self {
        self.request.timeout_ms = Some(timeout);
        self
    }

    /// Reads error bodies of uncommon shape.
    pub fn reasons(mut self, read: ReasonReader) -> Self {
        self.read = read;
        self
    }

    /// Sends a JSON body, without secrets filled in.
    pub fn body_json(mut self, body: &impl Serialize) -> Result<Self> {
        self.request.body = Some(json(body)?);
        Ok(self.header("content-type", "application/json"))
    }

    /// Sends a raw body. The host fills in `{{secret:KEY}}`: escape foreign text.
    pub fn body(mut self, media_type: &str, body: impl Into<Vec<u8>>) -> Self {
        self.request.body = Some(body.into());
        self.header("content-type", media_type)
    }

    /// Names and values as `application/x-www-form-urlencoded`.
    pub fn body_form(mut self, fields: &[(&str, &str)]) -> Self {
        self.request.body = Some(form(fields).into_bytes());
        self.header("content-type", "application/x-www-form-urlencoded")
    }

    /// Sends; an answer of any status comes back.
    pub fn send(self) -> Result<Answer> {
        let response = http_client::send(&self.request).map_err(unreachable)?;
        Ok(Answer {
            status: response.status,
            headers: response
                .headers
                .into_iter()
                .map(|header| (header.name, header.value))
                .collect(),
            body: response.body,
        })
    }

    /// Sends; an answer that is not a success is an error (see [`Answer::ok`]).
    pub fn ok(self) -> Result<Answer> {
        let read = self.read;
        self.send()?.ok(read)
    }

    /// Sends and reads the JSON of a success.
    pub fn json<T: DeserializeOwned>(self) -> Result<T> {
        self.header("accept", "application/json").ok()?.json()
    }
}

fn form(fields: &[(&str, &str)]) -> String {
    fields
        .iter()
        .map(|(name, text)| format!("{}={}", query_value(name), query_value(text)))
        .collect::<Vec<_>>()
        .join("&")
}

/// Serializes JSON so that `{{secret:KEY}}` is never filled in.
fn json(body: &impl Serialize) -> Result<Vec<u8>> {
    let text = serde_json::to_string(body).map_err(|fault| {
        error::internal(format!("the request could not be written as JSON: {fault}"))
    })?;
    // Two opening braces occur only within text, where escapes are valid.
    Ok(text.replace("{{", "\\u007b\\u007b").into_bytes())
}

fn unreachable(fault: HttpError) -> PluginError {
    let outage = |message: String| {
        PluginError::Unavailable(Outage {
            message,
            retry_after_ms: None,
        })
    };
    match fault {
        HttpError::Refused(reason) => {
            error::unsupported(format!("the call is not allowed: {reason}"))
        }
        HttpError::TimedOut => outage("the other side did not answer in time".into()),
        HttpError::Unreachable(reason) => {
            outage(format!("the other side could not be reached: {reason}"))
        }
        HttpError::TooLarge => error::internal("the other side's answer is too large"),
        HttpError::Invalid(reason) => {
            error::internal(format!("the call could not be made: {reason}"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn query_values_are_escaped() {
        assert_eq!(query_value("WB-81,WB_82.a~"), "WB-81,WB_82.a~");
        assert_eq!(query_value("a b&c=é/?#%"), "a%20b%26c%3D%C3%A9%2F%3F%23%25");
        assert_eq!(
            form(&[("a b", "c&d"), ("key", "{{secret:KEY}}")]),
            "a%20b=c%26d&key=%7B%7Bsecret%3AKEY%7D%7D"
        );
        let sent = json(&["{{secret:KEY}}"]).expect("JSON");
        assert_eq!(
            String::from_utf8_lossy(&sent),
            r#"["\u007b\u007bsecret:KEY}}"]"#
        );
        let read: [String; 1] = serde_json::from_slice(&sent).expect("JSON");
        assert_eq!(read[0], "{{secret:KEY}}");
    }
}
