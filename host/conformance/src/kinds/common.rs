//! Checks for plugins of every kind: description, accounts, endpoints, settings of older versions.

use engine::wit;
use serde_json::{Map, Value, json};

use super::{Arguments, Calls, Running, one, single, text};
use crate::{
    subject::Subject,
    trial::{Story, Trial},
};

/// A delivery from outside, good in its form.
pub fn delivery() -> wit::WebRequest {
    let header = |name: &str, value: &str| wit::WebHeader {
        name: name.into(),
        value: value.into(),
    };
    wit::WebRequest {
        method: "POST".into(),
        path: "/events".into(),
        store: Some("0123456789abcdef0123456789abcdef".into()),
        query: "a=1&b=%20".into(),
        headers: vec![
            header("content-type", "application/json"),
            header("user-agent", "check"),
        ],
        body: b"{}".to_vec(),
        caller: None,
    }
}

/// Deliveries as anybody may send them.
pub fn deliveries() -> Vec<(&'static str, wit::WebRequest)> {
    let with = |body: &[u8]| wit::WebRequest {
        body: body.to_vec(),
        ..delivery()
    };
    let named = |method: &str, path: &str, query: &str| wit::WebRequest {
        method: method.into(),
        path: path.into(),
        query: query.into(),
        ..delivery()
    };
    let mut headers = delivery();
    headers.headers = (0..100)
        .map(|n| wit::WebHeader {
            name: format!("x-{n}"),
            value: "ü\u{7f}".into(),
        })
        .collect();
    vec![
        ("a delivery of an empty object", delivery()),
        ("an empty delivery", with(b"")),
        ("a delivery of garbage", with(b"\x00\xff\xfe{\"<")),
        ("a delivery of null", with(b"null")),
        ("a delivery of a list", with(b"[1,\"a\",{}]")),
        (
            "a delivery nested without end",
            with("[".repeat(20_000).as_bytes()),
        ),
        (
            "a large delivery",
            with(format!("{{\"a\":\"{}\"}}", "x".repeat(900_000)).as_bytes()),
        ),
        (
            "a delivery of wrong types",
            with(br#"{"id":[],"orders":"x","data":{"object":7},"items":-1,"amount":1e400}"#),
        ),
        ("a delivery with 100 headers", headers),
        ("another method", named("DELETE", "/events", "")),
        (
            "a path that is none",
            named("GET", "/../%2e%2e/\u{202e}", "?&=&&"),
        ),
    ]
}

pub async fn inputs(subject: &Subject) -> Vec<Trial> {
    let (plugin, tenant) = (&subject.plugin, subject.tenant());
    let mut trials = Vec::new();
    if subject.plugin.description().is_some() {
        let mut story = Story::new("the fixtures' settings");
        story.note("describe", plugin.describe(subject.call(tenant)).await);
        story.note(
            "check-account",
            plugin.check_account(subject.call(tenant)).await,
        );
        trials.extend(story.trials);
        for (name, settings) in odd_settings(subject) {
            let mut story = Story::new(name);
            story.note(
                "check-account",
                plugin
                    .check_account(subject.call_with(tenant, settings))
                    .await,
            );
            trials.extend(story.trials);
        }
    }
    if let Some(endpoint) = plugin.endpoint() {
        for (name, request) in deliveries() {
            let mut story = Story::new(name);
            story.note(
                "handle",
                endpoint.handle(subject.call(tenant), request).await,
            );
            trials.extend(story.trials);
        }
    }
    if let Some(migration) = plugin.settings_migration() {
        let current = Value::Object(subject.fixtures.account.plugin.clone()).to_string();
        let odd = [
            ("settings of now", current.as_str()),
            ("no settings", "{}"),
            ("settings of wrong types", ODD),
        ];
        for (name, settings) in odd {
            for version in ["0.0.1", "99.0.0", "no version"] {
                let mut story = Story::new(name);
                let said = migration
                    .migrate(subject.call(tenant), version.into(), settings.into())
                    .await;
                story.note("migrate", said);
                trials.extend(story.trials);
            }
        }
    }
    trials
}

const ODD: &str = r#"{"a":[[]],"b":-1e9,"c":null,"contact":{"x":1},"":"","\u0000":"\u0000"}"#;

/// Settings of an older version.
pub fn odd_settings(subject: &Subject) -> Vec<(&'static str, Map<String, Value>)> {
    let attributes = subject
        .plugin
        .description()
        .map_or(&[][..], |said| &said.attributes);
    let all = |value: Value| {
        attributes
            .iter()
            .map(|attribute| (attribute.key.clone(), value.clone()))
            .collect()
    };
    vec![
        ("no settings at all", Map::new()),
        ("settings of the wrong kind", all(json!(["\"", -1, null]))),
        (
            "settings of odd text",
            all(json!("\u{0}'\"{{secret:KEY}}\u{202e}")),
        ),
        (
            "settings of large numbers",
            all(json!("-99999999999999999999.999999999")),
        ),
    ]
}

pub fn singles(subject: &Subject, call: Calls<'_>) -> Vec<Running> {
    let mut running: Vec<Running> = Vec::new();
    if subject.plugin.description().is_some() {
        let (plugin, context) = (subject.plugin.clone(), call());
        running.push(single("check-account", async move {
            plugin.check_account(context).await
        }));
    }
    if let Some(endpoint) = subject.plugin.endpoint() {
        let context = call();
        running.push(single("handle", async move {
            endpoint.handle(context, delivery()).await
        }));
    }
    running
}

pub async fn pure(subject: &Subject) -> Vec<Trial> {
    let mut story = Story::new("a good one");
    let tenant = subject.tenant();
    if subject.plugin.description().is_some() {
        story.note(
            "describe",
            subject.plugin.describe(subject.call(tenant)).await,
        );
    }
    if let Some(migration) = subject.plugin.settings_migration() {
        let settings = Value::Object(subject.fixtures.account.plugin.clone()).to_string();
        story.note(
            "migrate",
            migration
                .migrate(subject.call(tenant), "0.0.1".into(), settings)
                .await,
        );
    }
    story.trials
}

/// Returns a vector's arguments; none if it belongs to one kind.
pub fn arguments(function: &str, input: &Value) -> Option<Arguments> {
    Some(match function {
        "describe" | "check-account" => Ok(Vec::new()),
        "handle" => web_request(input),
        "migrate" => Ok(vec![
            text(&input["version"], "0.0.1"),
            json!(input["settings"].to_string()),
        ]),
        _ => return None,
    })
}

/// A request of a vector; a body of text or JSON becomes its bytes.
pub fn web_request(input: &Value) -> Arguments {
    let mut input = input.clone();
    let body = match input.get("body") {
        Some(Value::String(text)) => Some(text.clone().into_bytes()),
        Some(value @ Value::Object(_)) => Some(value.to_string().into_bytes()),
        _ => None,
    };
    if let (Some(body), Some(object)) = (body, input.as_object_mut()) {
        object.insert("body".into(), json!(body));
    }
    one(&delivery(), &input)
}
