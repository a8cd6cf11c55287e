//! Merged schemas of requests and responses. A type with different ones has a second, `…Request`.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

/// Temporary target of request references until [`join`] has assigned the names.
pub(super) const PATH: &str = "/components/requests";
const REQUEST_REFERENCE: &str = "#/components/requests/";
const RESPONSE_REFERENCE: &str = "#/components/schemas/";

pub(super) fn merge_schemas(
    paths: &mut Map<String, Value>,
    answers: &mut Map<String, Value>,
    requests: Map<String, Value>,
) {
    let mut different: BTreeSet<String> = requests
        .iter()
        .filter(|(name, sent)| {
            answers
                .get(*name)
                .is_some_and(|answered| !is_same_schema(sent, answered))
        })
        .map(|(name, _)| name.clone())
        .collect();
    // A schema that references a different one is different itself.
    loop {
        let holders = requests.iter().filter(|(name, sent)| {
            answers.contains_key(*name) && !different.contains(*name) && holds(sent, &different)
        });
        let changed: Vec<String> = holders.map(|(name, _)| name.clone()).collect();
        if changed.is_empty() {
            break;
        }
        different.extend(changed);
    }
    let name = |name: &str| {
        if different.contains(name) {
            format!("{name}Request")
        } else {
            name.to_owned()
        }
    };
    for (own, mut sent) in requests {
        rewrite_references(&mut sent, &name);
        answers.entry(name(&own)).or_insert(sent);
    }
    paths
        .values_mut()
        .for_each(|path| rewrite_references(path, &name));
}

/// True if both schemas are equal apart from their reference prefix.
fn is_same_schema(sent: &Value, answered: &Value) -> bool {
    let mut sent = sent.clone();
    rewrite_references(&mut sent, &str::to_owned);
    sent == *answered
}

fn holds(sent: &Value, names: &BTreeSet<String>) -> bool {
    match sent {
        Value::Object(map) => map.iter().any(|(key, value)| {
            match value
                .as_str()
                .and_then(|it| it.strip_prefix(REQUEST_REFERENCE))
            {
                Some(name) if key == "$ref" => names.contains(name),
                _ => holds(value, names),
            }
        }),
        Value::Array(list) => list.iter().any(|value| holds(value, names)),
        _ => false,
    }
}

/// Rewrites request references to schemas of the document.
fn rewrite_references(value: &mut Value, name: &impl Fn(&str) -> String) {
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                match value
                    .as_str()
                    .and_then(|it| it.strip_prefix(REQUEST_REFERENCE))
                    .filter(|_| key == "$ref")
                {
                    Some(own) => {
                        *value = Value::String(format!("{RESPONSE_REFERENCE}{}", name(own)))
                    }
                    None => rewrite_references(value, name),
                }
            }
        }
        Value::Array(list) => list
            .iter_mut()
            .for_each(|value| rewrite_references(value, name)),
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
        let sent = |name: &str| json!({"$ref": format!("{REQUEST_REFERENCE}{name}")});
        let answered = |name: &str| json!({"$ref": format!("{RESPONSE_REFERENCE}{name}")});
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
        merge_schemas(&mut paths, &mut answers, requests);
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
