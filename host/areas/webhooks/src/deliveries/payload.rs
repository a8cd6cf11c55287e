//! The payload's envelope, its size limit, and stored answers.

use chrono::{DateTime, SecondsFormat, Utc};
use data::{Result, ids::TenantId};
use serde::Serialize;
use serde_json::{Map, Value};
use uuid::Uuid;

use crate::catalog::EventContent;

/// Larger payloads contain only the record's id. The API has the details.
pub const MAX_BODY_BYTES: usize = 128 * 1024;
/// Maximum bytes of an answer that are read and stored.
pub const MAX_ANSWER_BYTES: usize = 4 * 1024;
/// Maximum characters of an answer in lists.
const MAX_START_CHARS: usize = 200;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Envelope<'a> {
    id: Uuid,
    #[serde(rename = "type")]
    kind: &'a str,
    created_time: String,
    tenant_id: TenantId,
    data: Map<String, Value>,
}

#[derive(Debug, Clone, Copy)]
pub struct Head<'a> {
    pub id: Uuid,
    pub kind: &'a str,
    pub time: DateTime<Utc>,
    pub tenant: TenantId,
}

impl Head<'_> {
    pub fn message(&self, data: Map<String, Value>) -> Result<String> {
        let created_time = self.time.to_rfc3339_opts(SecondsFormat::Millis, true);
        let Self {
            id, kind, tenant, ..
        } = *self;
        Ok(serde_json::to_string(&Envelope {
            id,
            kind,
            created_time,
            tenant_id: tenant,
            data,
        })?)
    }
}

/// Omits the record if too large.
pub fn body(head: Head<'_>, happened: EventContent) -> Result<String> {
    let payload = head.message(happened.data)?;
    if payload.len() <= MAX_BODY_BYTES {
        return Ok(payload);
    }
    let mut brief = happened.brief;
    brief.insert("isPartial".to_owned(), true.into());
    head.message(brief)
}

pub fn to_stored_text(bytes: &[u8]) -> String {
    let bytes = &bytes[..bytes.len().min(MAX_ANSWER_BYTES)];
    String::from_utf8_lossy(bytes)
        .chars()
        .map(|c| {
            if c.is_control() && !"\n\r\t".contains(c) {
                ' '
            } else {
                c
            }
        })
        .collect()
}

pub fn first_line(answer: &str) -> Option<String> {
    let line = answer.split_whitespace().collect::<Vec<_>>().join(" ");
    let start: String = line.chars().take(MAX_START_CHARS).collect();
    (!start.is_empty()).then_some(start)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn happened(text: &str) -> EventContent {
        let record = |value: Value| Map::from_iter([("customer".to_owned(), value)]);
        EventContent {
            customer: None,
            data: record(json!({ "id": 7, "name": text })),
            brief: record(json!({ "id": 7 })),
        }
    }

    #[test]
    fn a_message_is_bounded() {
        let head = Head {
            id: Uuid::nil(),
            kind: "customer.changed",
            time: DateTime::UNIX_EPOCH,
            tenant: TenantId(3),
        };
        let sent = |text: &str| -> Value {
            let body = body(head, happened(text)).unwrap();
            assert!(body.len() <= MAX_BODY_BYTES && body.starts_with("{\"id\":"));
            serde_json::from_str(&body).unwrap()
        };
        let small = sent("Bluegum");
        assert_eq!(
            small["data"],
            json!({ "customer": { "id": 7, "name": "Bluegum" } })
        );
        assert_eq!(small["createdTime"], "1970-01-01T00:00:00.000Z");
        assert_eq!(
            sent(&"x".repeat(200_000))["data"],
            json!({ "customer": { "id": 7 }, "isPartial": true })
        );
    }

    #[test]
    fn an_answer_is_kept_as_text_that_a_database_takes() {
        assert_eq!(
            to_stored_text(b"a\0b\x1b[31m\nc\xff"),
            "a b [31m\nc\u{fffd}"
        );
        assert_eq!(to_stored_text(&[b'x'; 10_000]).len(), MAX_ANSWER_BYTES);
        assert_eq!(first_line("  one\n two "), Some("one two".to_owned()));
        assert_eq!(first_line(" \n"), None);
        assert_eq!(first_line(&"ü".repeat(300)).unwrap().chars().count(), 200);
    }
}
