//! What is sent: the envelope of an event, bounded in size, and what of an answer is kept.

use chrono::{DateTime, SecondsFormat, Utc};
use kernel::ids::TenantId;
use serde_json::{Map, Value, json};
use uuid::Uuid;

use crate::catalog::Happened;

/// A larger message says which record it is about and no more; the API tells the rest.
pub const MAX_BODY_BYTES: usize = 128 * 1024;
/// What is read and kept of an answer.
pub const MAX_ANSWER_BYTES: usize = 4 * 1024;
/// What a list shows of it.
const MAX_START_CHARS: usize = 200;

/// The envelope that every message has.
pub fn envelope(id: Uuid, kind: &str, time: DateTime<Utc>, tenant: TenantId, data: Map<String, Value>) -> Value {
    let time = time.to_rfc3339_opts(SecondsFormat::Millis, true);
    json!({ "id": id, "type": kind, "createdTime": time, "tenantId": tenant, "data": data })
}

/// The message as it is sent, without the record where that makes it too long.
pub fn body(id: Uuid, kind: &str, time: DateTime<Utc>, tenant: TenantId, happened: Happened) -> String {
    let whole = envelope(id, kind, time, tenant, happened.data).to_string();
    if whole.len() <= MAX_BODY_BYTES {
        return whole;
    }
    let mut brief = happened.brief;
    brief.insert("isPartial".to_owned(), true.into());
    envelope(id, kind, time, tenant, brief).to_string()
}

/// An answer as it is kept: text, whatever came.
pub fn answer(bytes: &[u8]) -> String {
    let bytes = &bytes[..bytes.len().min(MAX_ANSWER_BYTES)];
    String::from_utf8_lossy(bytes)
        .chars()
        .map(|c| if c.is_control() && !"\n\r\t".contains(c) { ' ' } else { c })
        .collect()
}

/// The beginning of an answer, in one line.
pub fn start(answer: &str) -> Option<String> {
    let line = answer.split_whitespace().collect::<Vec<_>>().join(" ");
    let start: String = line.chars().take(MAX_START_CHARS).collect();
    (!start.is_empty()).then_some(start)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn happened(text: &str) -> Happened {
        let record = |value: Value| Map::from_iter([("customer".to_owned(), value)]);
        Happened { customer: None, data: record(json!({ "id": 7, "name": text })), brief: record(json!({ "id": 7 })) }
    }

    #[test]
    fn a_message_is_bounded() {
        let id = Uuid::nil();
        let time = DateTime::UNIX_EPOCH;
        let sent = |text: &str| -> Value {
            let body = body(id, "customer.changed", time, TenantId(3), happened(text));
            assert!(body.len() <= MAX_BODY_BYTES);
            serde_json::from_str(&body).unwrap()
        };
        let small = sent("Bluegum");
        assert_eq!(small["data"], json!({ "customer": { "id": 7, "name": "Bluegum" } }));
        assert_eq!(small["createdTime"], "1970-01-01T00:00:00.000Z");
        assert_eq!(sent(&"x".repeat(200_000))["data"], json!({ "customer": { "id": 7 }, "isPartial": true }));
    }

    #[test]
    fn an_answer_is_kept_as_text_that_a_database_takes() {
        assert_eq!(answer(b"a\0b\x1b[31m\nc\xff"), "a b [31m\nc\u{fffd}");
        assert_eq!(answer(&[b'x'; 10_000]).len(), MAX_ANSWER_BYTES);
        assert_eq!(start("  one\n two "), Some("one two".to_owned()));
        assert_eq!(start(" \n"), None);
        assert_eq!(start(&"ü".repeat(300)).unwrap().chars().count(), 200);
    }
}
