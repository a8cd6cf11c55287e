//! Rules for plugin descriptions and endpoint responses.

use super::{Rule, quoted};
use crate::interface::wit::*;
use data::message;
use http::{HeaderName, HeaderValue};
use std::collections::HashSet;

pub(crate) fn description(description: &Description) -> Rule {
    let mut seen = HashSet::new();
    for attribute in &description.attributes {
        let key = &attribute.key;
        if key.is_empty() || !seen.insert(key) {
            return Err(message!(
                "attribute key {key} is empty or given twice",
                key = quoted(key)
            ));
        }
        match attribute.data_type.as_str() {
            "choice" if attribute.choices.is_empty() => {
                return Err(message!("attribute {key} is a choice without choices"));
            }
            "text" | "secret" | "number" | "boolean" | "choice" => {}
            other => {
                return Err(message!(
                    "attribute {key} has data type {kind}; text, secret, number, boolean or choice is expected",
                    kind = quoted(other)
                ));
            }
        }
    }
    Ok(())
}

/// Migrated settings.
pub(crate) fn migrated(text: &str) -> Rule {
    match serde_json::from_str::<serde_json::Map<String, serde_json::Value>>(text) {
        Ok(_) => Ok(()),
        Err(error) => Err(message!(
            "the settings are no JSON object: {error}",
            error = error.to_string()
        )),
    }
}

/// Checks that HTTP can carry the response.
pub(crate) fn response(response: &WebResponse) -> Rule {
    if !(200..=599).contains(&response.status) {
        return Err(message!(
            "status {status}; 200 to 599 is taken",
            status = response.status
        ));
    }
    for header in &response.headers {
        let name = &header.name;
        if HeaderName::from_bytes(name.as_bytes()).is_err()
            || name.bytes().any(|byte| byte.is_ascii_uppercase())
        {
            return Err(message!(
                "{name} is no header's name in lower case",
                name = quoted(name)
            ));
        }
        if HeaderValue::from_str(&header.value).is_err() {
            return Err(message!(
                "the header {name} has characters that a header cannot hold"
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_one_that_http_can_carry() {
        let answer = |status, name: &str, value: &str| WebResponse {
            status,
            headers: vec![WebHeader {
                name: name.into(),
                value: value.into(),
            }],
            body: Vec::new(),
        };
        assert_eq!(response(&answer(200, "content-type", "text/plain")), Ok(()));
        for (bad, reason) in [
            (answer(99, "etag", "1"), "200 to 599"),
            (answer(101, "etag", "1"), "200 to 599"),
            (answer(600, "etag", "1"), "200 to 599"),
            (answer(200, "e tag", "1"), "no header"),
            (answer(200, "ETag", "1"), "lower case"),
            (answer(200, "etag", "1\r\nset-cookie: a=b"), "cannot hold"),
        ] {
            let error = response(&bad).unwrap_err().to_string();
            assert!(error.contains(reason), "{error}");
        }
    }

    #[test]
    fn settings_are_an_object() {
        assert_eq!(migrated(r#"{"a":1}"#), Ok(()));
        assert!(migrated("[1]").is_err());
        assert!(migrated("").is_err());
    }
}
