//! Invalid values in every input: dates out of range and wrong types give translated messages,
//! never a parser's text.

use std::collections::BTreeSet;

use axum::http::{Method, StatusCode};
use data::Needs;
use serde_json::{Value, json};
use testkit::{ApiResponse, Client, given, on_both};

use super::input::{Call, Document, Leaf};

async fn calls(kit: &testkit::Kit, document: &Document) -> Vec<Call> {
    let granted = super::granted_permissions(kit, "Admin").await;
    let routes = web::serve::route_list(&waybill::boot::areas_with_openapi());
    let is_granted = |call: &Call| {
        let route = routes
            .iter()
            .find(|(method, path, _)| method.as_str() == call.method && *path == call.path);
        match route.map(|route| route.2) {
            Some(Needs::Permission(permission) | Needs::DriverOr(permission)) => {
                granted.contains(permission.name)
            }
            Some(Needs::Save(save)) => {
                granted.contains(save.create.name) && granted.contains(save.change.name)
            }
            _ => false,
        }
    };
    let is_plain = |call: &Call| !call.path.contains('{') && is_granted(call);
    document.calls().into_iter().filter(is_plain).collect()
}

async fn send(
    client: &Client,
    document: &Document,
    call: &Call,
    leaf: &Leaf,
    value: &Value,
) -> ApiResponse {
    let (path, body) = document.with_value(call, leaf, value);
    let body = body
        .as_ref()
        .map(|body| ("application/json", body.to_string().into_bytes()));
    let method: Method = call.method.parse().unwrap();
    client.send(method, &path, body).await
}

/// Formats a leaf's path as in errors: `bookings[0].booking.id`.
fn member(leaf: &Leaf) -> String {
    leaf.path.join(".").replace(".[]", "[0]")
}

fn errors(answer: &ApiResponse) -> Vec<(String, Value)> {
    if answer.status != StatusCode::BAD_REQUEST {
        return Vec::new();
    }
    let error = answer.json()["error"].clone();
    let entry_for = |one: &Value| {
        (
            one["members"][0].as_str().unwrap_or_default().to_owned(),
            one.clone(),
        )
    };
    error["validationErrors"]
        .as_array()
        .map(|errors| errors.iter().map(entry_for).collect())
        .unwrap_or_default()
}

#[test]
fn every_day_that_is_sent_is_bounded_and_takes_an_instant() {
    on_both(|kit| async move {
        given::change_settings(
            &kit,
            json!({"general": {"timezone": "Australia/Melbourne"}}),
        )
        .await;
        let (client, document) = (kit.user("Admin").await, Document::new());
        let mut tried = BTreeSet::new();
        for call in calls(&kit, &document).await {
            for leaf in document
                .leaves(&call)
                .iter()
                .filter(|leaf| leaf.schema["format"] == "date")
            {
                let name = format!("{} {} {}", call.method, call.path, member(leaf));
                let message_for = async |value: &str| {
                    let answer = send(&client, &document, &call, leaf, &json!(value)).await;
                    // Another member's missing row is reported first.
                    if answer.status == StatusCode::NOT_FOUND {
                        return "not found".to_owned();
                    }
                    let own = errors(&answer)
                        .into_iter()
                        .find(|(named, _)| *named == member(leaf));
                    own.map(|(_, error)| error["message"].as_str().unwrap().to_owned())
                        .unwrap_or_default()
                };
                // Batch items have their errors in the result.
                let unread = message_for("no day").await;
                if unread != "must be a date like 2026-01-31" {
                    assert!(
                        unread == "not found" || name.contains("[0]"),
                        "{name} takes what is no day: {unread}"
                    );
                    continue;
                }
                for wild in ["1999-12-31", "2101-01-01", "-0001-01-01", "+12026-01-01"] {
                    assert_eq!(
                        message_for(wild).await,
                        "must be a day from 2000 to 2100",
                        "{name} takes {wild}"
                    );
                }
                for fine in ["2026-11-28T02:00:00.000Z", "2026-11-28T02:00:00"] {
                    let message = message_for(fine).await;
                    assert!(
                        !message.starts_with("must be a da"),
                        "{name} of {fine} {message}"
                    );
                }
                tried.insert(name);
            }
        }
        for path in [
            "createpayment",
            "createremittanceadvice",
            "GenerateAdhocInvoice",
            "GetFinanceStatement",
        ] {
            assert!(
                tried.iter().any(|name| name.contains(path)),
                "{path} is not among {tried:?}"
            );
        }
        assert!(
            tried.len() > 40,
            "only {} days were tried: {tried:?}",
            tried.len()
        );
    });
}

/// Returns values invalid for this schema.
fn wrong_values(schema: &Value) -> Vec<Value> {
    let named = |name: &str| {
        schema["type"] == name
            || schema["type"]
                .as_array()
                .is_some_and(|all| all.contains(&json!(name)))
    };
    match schema["format"].as_str() {
        Some(_) if named("string") => vec![
            json!("x"),
            json!("2026-13-45T99:00:00Z"),
            json!(7),
            json!({}),
        ],
        _ if schema["enum"].is_array() => vec![json!("Nonsense"), json!(7), json!([])],
        _ if named("string") => vec![json!(7), json!([1]), json!({"a": 1})],
        _ if named("integer") || named("number") => {
            vec![
                json!("x"),
                json!(1e300),
                json!(-1.5e25),
                json!([]),
                json!({}),
            ]
        }
        _ if named("boolean") => vec![json!("perhaps"), json!(7)],
        _ => vec![json!("x"), json!(7), json!([[]])],
    }
}

fn foreign_sentences(error: &Value, texts: &BTreeSet<String>) -> Vec<String> {
    let template = error["template"]
        .as_str()
        .or(error["message"].as_str())
        .unwrap_or_default();
    // The filter parser's messages are English only.
    if template == "{problem} (at character {at})" {
        return Vec::new();
    }
    let mut foreign: Vec<String> = if texts.contains(template) {
        Vec::new()
    } else {
        vec![template.to_owned()]
    };
    for parameter in error["parameters"]
        .as_object()
        .into_iter()
        .flat_map(|all| all.values())
    {
        // Enum values are part of the template.
        let is_word = parameter["template"]
            .as_str()
            .is_some_and(|template| !template.contains('{'));
        if parameter.is_object() && !is_word {
            foreign.extend(self::foreign_sentences(parameter, texts));
        }
    }
    foreign
}

#[test]
fn no_parsers_words_reach_people() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/areas/languages/texts/en.json");
    let texts: Vec<String> = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let texts: BTreeSet<String> = texts.into_iter().collect();
    let texts = &texts;
    on_both(|kit| async move {
        let (client, document) = (kit.user("Admin").await, Document::new());
        let (mut complaints, mut count) = (BTreeSet::new(), 0);
        for call in calls(&kit, &document).await {
            // One leaf per schema is enough: validation is independent of the member.
            let mut kinds = BTreeSet::new();
            for leaf in document.leaves(&call) {
                let kind = format!(
                    "{} {} {}",
                    leaf.schema["type"], leaf.schema["format"], leaf.schema["enum"]
                );
                if !kinds.insert(kind) {
                    continue;
                }
                for value in wrong_values(&leaf.schema) {
                    let answer = send(&client, &document, &call, &leaf, &value).await;
                    count += 1;
                    let name = format!("{} {} {} = {value}", call.method, call.path, member(&leaf));
                    if answer.status.is_server_error() {
                        complaints.insert(format!("{name}: {}", answer.status));
                    }
                    for (_, error) in errors(&answer) {
                        complaints.extend(
                            foreign_sentences(&error, texts)
                                .iter()
                                .map(|says| format!("{name}: {says}")),
                        );
                    }
                }
            }
        }
        let listed: Vec<String> = complaints.into_iter().collect();
        assert!(listed.is_empty(), "{}", listed.join("\n"));
        assert!(count > 1000, "only {count} values were tried");
    });
}
