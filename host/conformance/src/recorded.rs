//! A recorded call as a vector, so that what went wrong at a customer's is tried with every check.

use std::collections::{BTreeMap, BTreeSet};

use engine::{HostCall, Outcome, Recording, wit};
use serde_json::{Map, Value, json};

/// A vector, and what of the recording it could not take over.
#[derive(Clone, Debug, PartialEq)]
pub struct AsVector {
    /// The content of a file in `fixtures/vectors`.
    pub vector: Value,
    /// In words for the plugin's author.
    pub left_out: Vec<String>,
}

/// Converts the call into a vector. It expects the current outcome, or any answer if that is the
/// plugin's fault.
pub fn as_vector(recording: &Recording, now: &Outcome) -> AsVector {
    let mut taken = Taken::default();
    for call in &recording.calls {
        taken.take(call);
    }
    let expect = match (&now.fault, &now.answer) {
        (None, Some(answer)) => json!({ "answer": Recording::plain(answer) }),
        (Some(fault), _) if is_an_answer(fault) => json!({ "error": fault }),
        _ => json!({}),
    };
    let mut vector = json!({
        "function": recording.function,
        "settings": settings(&recording.account.settings),
        "plugin": settings(&recording.settings.json),
        "now": recording.now,
        "timezone": recording.timezone,
        "arguments": recording.arguments,
        "expect": expect,
    });
    if !taken.values.is_empty() {
        vector["values"] = json!(taken.values);
    }
    if !taken.http.is_empty() {
        vector["http"] = json!(taken.http);
    }
    AsVector {
        vector,
        left_out: taken.left_out.into_iter().collect(),
    }
}

/// Errors that a plugin returns deliberately.
fn is_an_answer(fault: &str) -> bool {
    [
        "invalid-input",
        "rejected",
        "unauthorised",
        "not-found",
        "unavailable",
        "unsupported",
    ]
    .contains(&fault)
}

fn settings(json: &str) -> Map<String, Value> {
    serde_json::from_str(json).unwrap_or_default()
}

/// Host responses that a vector can express.
#[derive(Default)]
struct Taken {
    http: Vec<Value>,
    values: BTreeMap<String, Value>,
    /// Keys used before; later values come from the call itself.
    seen: BTreeSet<String>,
    left_out: BTreeSet<String>,
}

impl Taken {
    fn take(&mut self, call: &HostCall) {
        let (interface, function) = call.call.split_once('.').unwrap_or((&call.call, ""));
        match interface {
            // They stand in the vector's head.
            "config" | "clock" => {}
            "http-client" => self.exchange(call),
            "key-value" => self.value(function, call),
            other => {
                self.left_out.insert(format!(
                    "what {other} answered: the kit answers it in its own way"
                ));
            }
        }
    }

    fn exchange(&mut self, call: &HostCall) {
        let asked = serde_json::from_value::<Asked>(Recording::plain(&call.requested));
        let answered = call
            .answered
            .as_ref()
            .map(Recording::plain)
            .and_then(|answer| {
                serde_json::from_value::<Result<Answered, Value>>(answer)
                    .ok()?
                    .ok()
            });
        let (Ok(asked), Some(answered)) = (asked, answered) else {
            self.left_out.insert(
                "a request that failed or was too large: the kit's other side answers it"
                    .to_owned(),
            );
            return;
        };
        let after_host = asked
            .url
            .split_once("://")
            .and_then(|(_, rest)| rest.find('/').map(|at| &rest[at..]));
        let (path, query) = match after_host.unwrap_or("/").split_once('?') {
            Some((path, query)) => (path, Some(query)),
            None => (after_host.unwrap_or("/"), None),
        };
        let Ok(body) = String::from_utf8(answered.body) else {
            self.left_out.insert(format!(
                "the answer to {} {path}, whose body is no text",
                asked.method
            ));
            return;
        };
        let mut request = json!({ "method": asked.method, "path": path });
        if let Some(query) = query {
            request["query"] = query.into();
        }
        // The kit sends its secrets in place of the recorded ones.
        let sent = asked.body.and_then(|body| String::from_utf8(body).ok());
        if let Some(sent) =
            sent.filter(|sent| !sent.contains("{{secret:") && !sent.contains("{{basic:"))
        {
            request["body"] = sent.into();
        }
        let headers: BTreeMap<String, String> = answered
            .headers
            .into_iter()
            .filter(|header| {
                !OF_THE_CONNECTION.contains(&header.name.to_ascii_lowercase().as_str())
            })
            .map(|header| (header.name, header.value))
            .collect();
        let exchange = json!({
            "request": request,
            "response": { "status": answered.status, "headers": headers, "body": body },
        });
        let same = self
            .http
            .iter()
            .find(|known| known["request"] == exchange["request"]);
        match same.map(|known| *known == exchange) {
            None => self.http.push(exchange),
            Some(true) => {}
            Some(false) => {
                self.left_out.insert(format!(
                    "later answers to {} {path}: the kit gives the first one",
                    asked.method
                ));
            }
        }
    }

    fn value(&mut self, function: &str, call: &HostCall) {
        let Some(key) = call.requested["key"].as_str() else {
            return;
        };
        if !self.seen.insert(key.to_owned()) {
            return;
        }
        let answer = call
            .answered
            .as_ref()
            .map(|answer| &answer["Ok"])
            .unwrap_or(&Value::Null);
        let value = match function {
            "get" if answer.is_object() => answer.clone(),
            "increment" => match (answer.as_u64(), call.requested["by"].as_u64()) {
                (Some(sum), Some(by)) if sum > by => json!(sum - by),
                _ => return,
            },
            _ => return,
        };
        self.values.insert(key.to_owned(), value);
    }
}

const OF_THE_CONNECTION: [&str; 4] = ["connection", "content-length", "date", "transfer-encoding"];

#[derive(serde::Deserialize)]
struct Asked {
    method: String,
    url: String,
    body: Option<Vec<u8>>,
}

#[derive(serde::Deserialize)]
struct Answered {
    status: u16,
    headers: Vec<wit::WebHeader>,
    body: Vec<u8>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recording(calls: Value) -> Recording {
        let text = json!({
            "format": 1, "plugin": "p", "version": "1.0.0", "component": "", "function": "rates",
            "arguments": [{ "reference": "R-1" }], "now": "2026-03-02T01:00:00Z", "timezone": "Australia/Perth",
            "account": { "code": "A", "settings": "{\"user\":\"ann\"}", "secrets": {} },
            "settings": { "json": "{}", "secrets": {} }, "grantedHosts": ["api.example"], "patienceMs": 8000,
            "calls": calls, "outcome": { "fault": "panic", "words": "it panicked" },
        });
        Recording::read(text.to_string().as_bytes()).unwrap()
    }

    #[test]
    fn answers_of_the_host_become_what_the_kit_gives() {
        let sent = |url: &str, answered: Value| {
            let asked = json!({ "method": "GET", "url": url, "headers": [], "body": null, "timeout_ms": null });
            json!({ "call": "http-client.send", "asked": asked, "answered": answered })
        };
        let ok = |body: Value| {
            let date = json!({ "name": "date", "value": "today" });
            json!({ "Ok": { "status": 200, "headers": [date], "body": body } })
        };
        let recording = recording(json!([
            { "call": "config.account", "asked": null, "answered": "{}" },
            { "call": "key-value.get", "asked": { "key": "token" }, "answered": { "Ok": { "$text": "abc" } } },
            { "call": "key-value.set", "asked": { "key": "new" }, "answered": { "Ok": null } },
            { "call": "key-value.get", "asked": { "key": "new" }, "answered": { "Ok": { "$text": "mine" } } },
            { "call": "key-value.increment", "asked": { "key": "n", "by": 1 }, "answered": { "Ok": 8 } },
            sent("https://api.example/v1/rates?a=b", ok(json!({ "$text": "{}" }))),
            sent("https://api.example/label", ok(json!({ "$base64": "gP8=" }))),
            sent("https://api.example/down", json!({ "Err": "TimedOut" })),
            { "call": "crypto.hmac", "asked": {}, "answered": { "Ok": [] } },
        ]));
        let made = as_vector(&recording, &recording.outcome);
        assert_eq!(
            made.vector["values"],
            json!({ "token": { "$text": "abc" }, "n": 7 })
        );
        assert_eq!(
            made.vector["http"],
            json!([{
                "request": { "method": "GET", "path": "/v1/rates", "query": "a=b" },
                "response": { "status": 200, "headers": {}, "body": "{}" },
            }])
        );
        assert_eq!(made.vector["expect"], json!({}));
        assert_eq!(made.left_out.len(), 3, "{:?}", made.left_out);
        let vector: crate::fixtures::Vector = serde_json::from_value(made.vector).unwrap();
        assert_eq!(vector.arguments, Some(vec![json!({ "reference": "R-1" })]));
    }

    #[test]
    fn what_is_mended_is_what_is_expected() {
        let recording = recording(json!([]));
        let now = Outcome {
            answer: Some(json!([{ "code": "A" }])),
            ..Outcome::default()
        };
        assert_eq!(
            as_vector(&recording, &now).vector["expect"],
            json!({ "answer": [{ "code": "A" }] })
        );
        let now = Outcome {
            fault: Some("invalid-input".into()),
            ..Outcome::default()
        };
        assert_eq!(
            as_vector(&recording, &now).vector["expect"],
            json!({ "error": "invalid-input" })
        );
    }
}
