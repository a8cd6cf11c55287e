//! HTTP answers, and their statuses mapped to the plugins' error taxonomy. Pure.

use serde::Deserialize;
use serde_json::Value;

use crate::error::{self, Result};
use crate::types::{Outage, PluginError, Refusal};

/// An answer of the other side, whatever its status.
#[derive(Debug, Clone)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

/// The other side's code and words for a refusal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    pub code: String,
    pub message: String,
}

/// Finds the code and words in an error body.
pub type ReasonReader = fn(&[u8]) -> Option<Reason>;

impl Answer {
    /// A header's first value, by name in any case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(key, _)| key.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_str())
    }

    /// Passes 200 to 299 and maps the others: 401 and 403 → `unauthorised`, 404 → `not-found`, 408,
    /// 429 and 5xx → `unavailable` (with `Retry-After` in seconds), other 4xx → `rejected`, a
    /// redirect → `internal` (the host follows none).
    pub fn ok(self, read: ReasonReader) -> Result<Self> {
        match self.status {
            200..=299 => Ok(self),
            _ => Err(self.fault(read)),
        }
    }

    /// Reads the body as JSON; a mismatch is `internal`, naming the place.
    pub fn json<'a, T: Deserialize<'a>>(&'a self) -> Result<T> {
        serde_json::from_slice(&self.body).map_err(|fault| {
            error::internal(format!(
                "the other side's answer could not be read: {fault}"
            ))
        })
    }

    fn fault(&self, read: ReasonReader) -> PluginError {
        let reason = read(&self.body);
        let words = |otherwise: &str| match &reason {
            Some(reason) if !reason.message.is_empty() => reason.message.clone(),
            _ => otherwise.to_owned(),
        };
        match self.status {
            401 | 403 => PluginError::Unauthorised(words(
                "the other side did not accept the account's credentials",
            )),
            404 => PluginError::NotFound(words("the other side does not know it")),
            408 | 429 | 500..=599 => PluginError::Unavailable(Outage {
                message: words(&format!("the other side answered {}", self.status)),
                retry_after_ms: self.retry_after_ms(),
            }),
            400..=499 => PluginError::Rejected(Refusal {
                code: reason
                    .as_ref()
                    .map_or_else(|| self.status.to_string(), |reason| reason.code.clone()),
                message: words(&format!(
                    "the other side refused with status {}",
                    self.status
                )),
                http_status: Some(self.status),
            }),
            _ => error::internal(format!(
                "the other side answered with the unexpected status {}",
                self.status
            )),
        }
    }

    fn retry_after_ms(&self) -> Option<u32> {
        let seconds: u32 = self.header("retry-after")?.trim().parse().ok()?;
        Some(seconds.saturating_mul(1_000))
    }
}

/// Reads common error bodies: `{errors: [{code, message}]}`, `{error: {code, message}}`, `{code,
/// message}`; messages are joined.
pub fn common_reason(body: &[u8]) -> Option<Reason> {
    let value: Value = serde_json::from_slice(body).ok()?;
    let entries: Vec<&Value> = match (
        value.get("errors").and_then(Value::as_array),
        value.get("error"),
    ) {
        (Some(errors), _) => errors.iter().collect(),
        (None, Some(error)) if error.is_object() => vec![error],
        _ => vec![&value],
    };
    let member = |entry: &Value, names: &[&str]| {
        names.iter().find_map(|name| match entry.get(name)? {
            Value::String(text) if !text.is_empty() => Some(text.trim().to_owned()),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        })
    };
    let code = entries
        .iter()
        .find_map(|entry| member(entry, &["code", "error_code", "error"]));
    let messages: Vec<String> = entries
        .iter()
        .filter_map(|entry| {
            member(
                entry,
                &[
                    "message",
                    "description",
                    "error_description",
                    "name",
                    "error_name",
                ],
            )
        })
        .collect();
    (code.is_some() || !messages.is_empty()).then(|| Reason {
        code: code.unwrap_or_default(),
        message: messages.join(" "),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(status: u16, body: &str) -> Answer {
        Answer {
            status,
            headers: vec![("Retry-After".into(), "7".into())],
            body: body.into(),
        }
    }

    fn fault(status: u16, body: &str) -> PluginError {
        answer(status, body)
            .ok(common_reason)
            .expect_err("must be an error")
    }

    #[test]
    fn maps_each_status_to_the_taxonomy() {
        let body = r#"{"errors":[{"code":"42001","message":"No products."},{"code":"x","message":"Try again."}]}"#;
        assert_eq!(
            fault(401, body),
            PluginError::Unauthorised("No products. Try again.".into())
        );
        assert!(matches!(fault(403, ""), PluginError::Unauthorised(_)));
        assert!(matches!(fault(404, ""), PluginError::NotFound(_)));
        for status in [408, 429, 500, 503] {
            let PluginError::Unavailable(outage) = fault(status, "<html>") else {
                panic!("{status}")
            };
            assert_eq!(outage.retry_after_ms, Some(7_000));
        }
        let PluginError::Rejected(refusal) = fault(400, body) else {
            panic!("400")
        };
        assert_eq!(
            (refusal.code.as_str(), refusal.http_status),
            ("42001", Some(400))
        );
        assert_eq!(refusal.message, "No products. Try again.");
        let PluginError::Rejected(refusal) = fault(422, "<html>") else {
            panic!("422")
        };
        assert_eq!(refusal.code, "422");
        assert!(matches!(fault(302, ""), PluginError::Internal(_)));
        assert!(answer(204, "").ok(common_reason).is_ok());
    }

    #[test]
    fn reads_other_shapes_of_errors() {
        let read = |body: &str| common_reason(body.as_bytes());
        let reason = read(r#"{"error":{"code":7,"message":"No."}}"#).expect("a reason");
        assert_eq!(
            (reason.code.as_str(), reason.message.as_str()),
            ("7", "No.")
        );
        let reason =
            read(r#"{"error":"invalid_grant","error_description":"Expired."}"#).expect("a reason");
        assert_eq!(
            (reason.code.as_str(), reason.message.as_str()),
            ("invalid_grant", "Expired.")
        );
        assert_eq!(read("[]"), None);
        assert_eq!(read("garbage"), None);
    }

    #[test]
    fn unreadable_json_is_internal() {
        let garbage = answer(200, "<html>");
        assert!(matches!(
            garbage.json::<Vec<u8>>(),
            Err(PluginError::Internal(_))
        ));
    }
}
