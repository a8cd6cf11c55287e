//! One set of schemas for what is sent and what is answered: a type that reads the same both ways is one schema; where it
//! does not (what may be left out when it is sent is always there in an answer), what is sent is `…Request`.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

/// Where references to what is sent point until [`join`] has given everything its name.
pub(super) const PATH: &str = "/components/requests";
const SENT: &str = "#/components/requests/";
const ANSWERED: &str = "#/components/schemas/";

/// Adds the schemas of what is sent to those of what is answered, and leads the paths' references to them.
pub(super) fn join(
    paths: &mut Map<String, Value>,
    answers: &mut Map<String, Value>,
    requests: Map<String, Value>,
) {
    let mut different: BTreeSet<String> = requests
        .iter()
        .filter(|(name, sent)| {
            answers
                .get(*name)
                .is_some_and(|answered| !same(sent, answered))
        })
        .map(|(name, _)| name.clone())
        .collect();
    // What holds something different is different itself, although it reads the same.
    loop {
        let holders = requests.iter().filter(|(name, sent)| {
            answers.contains_key(*name) && !different.contains(*name) && holds(sent, &different)
        });
        let found: Vec<String> = holders.map(|(name, _)| name.clone()).collect();
        if found.is_empty() {
            break;
        }
        different.extend(found);
    }
    let name = |name: &str| {
        if different.contains(name) {
            format!("{name}Request")
        } else {
            name.to_owned()
        }
    };
    for (own, mut sent) in requests {
        lead(&mut sent, &name);
        answers.entry(name(&own)).or_insert(sent);
    }
    paths.values_mut().for_each(|path| lead(path, &name));
}

/// Whether both say the same, each with its own references.
fn same(sent: &Value, answered: &Value) -> bool {
    let mut sent = sent.clone();
    lead(&mut sent, &str::to_owned);
    sent == *answered
}

fn holds(sent: &Value, names: &BTreeSet<String>) -> bool {
    match sent {
        Value::Object(map) => map.iter().any(|(key, value)| {
            match value.as_str().and_then(|it| it.strip_prefix(SENT)) {
                Some(name) if key == "$ref" => names.contains(name),
                _ => holds(value, names),
            }
        }),
        Value::Array(list) => list.iter().any(|value| holds(value, names)),
        _ => false,
    }
}

/// Turns references to what is sent into references to schemas of the document.
fn lead(value: &mut Value, name: &impl Fn(&str) -> String) {
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                match value
                    .as_str()
                    .and_then(|it| it.strip_prefix(SENT))
                    .filter(|_| key == "$ref")
                {
                    Some(own) => *value = Value::String(format!("{ANSWERED}{}", name(own))),
                    None => lead(value, name),
                }
            }
        }
        Value::Array(list) => list.iter_mut().for_each(|value| lead(value, name)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn map(value: Value) -> Map<String, Value> {
        value.as_object().cloned().unwrap_or_default()
    }

    #[test]
    fn only_what_is_different_when_it_is_sent_has_two_schemas() {
        let sent = |name: &str| json!({"$ref": format!("{SENT}{name}")});
        let answered = |name: &str| json!({"$ref": format!("{ANSWERED}{name}")});
        let mut answers = map(json!({
            "Unit": {"enum": ["kg"]},
            "Item": {"properties": {"unit": answered("Unit")}, "required": ["unit"]},
            "Order": {"properties": {"items": {"items": answered("Item")}}},
            "Weight": {"properties": {"unit": answered("Unit")}},
        }));
        let requests = map(json!({
            "Unit": {"enum": ["kg"]},
            "Item": {"properties": {"unit": sent("Unit")}},
            "Order": {"properties": {"items": {"items": sent("Item")}}},
            "Weight": {"properties": {"unit": sent("Unit")}},
            "SaveOrder": {"properties": {"order": sent("Order")}},
        }));
        let mut paths = map(
            json!({"/save": {"requestBody": sent("SaveOrder")}, "/weigh": {"requestBody": sent("Weight")}}),
        );
        join(&mut paths, &mut answers, requests);
        let names: Vec<&String> = answers.keys().collect();
        assert_eq!(
            names,
            [
                "Item",
                "ItemRequest",
                "Order",
                "OrderRequest",
                "SaveOrder",
                "Unit",
                "Weight"
            ]
        );
        assert_eq!(
            answers["SaveOrder"]["properties"]["order"],
            answered("OrderRequest")
        );
        assert_eq!(
            answers["OrderRequest"]["properties"]["items"]["items"],
            answered("ItemRequest")
        );
        assert_eq!(
            answers["ItemRequest"]["properties"]["unit"],
            answered("Unit")
        );
        assert_eq!(
            answers["Order"]["properties"]["items"]["items"],
            answered("Item")
        );
        assert_eq!(paths["/save"]["requestBody"], answered("SaveOrder"));
        assert_eq!(paths["/weigh"]["requestBody"], answered("Weight"));
    }
}
