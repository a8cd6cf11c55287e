//! Merges JSON into a sample, so that a fixture lists only relevant members.

use serde_json::Value;

/// Merges `over` into `base`. A list gets the length of `over`; each entry is merged into the
/// base's entry of that index, or its first.
pub fn lay(base: &Value, over: &Value) -> Value {
    match (base, over) {
        (Value::Object(base), Value::Object(over)) => {
            let mut merged = base.clone();
            for (key, value) in over {
                let below = base.get(key).unwrap_or(&Value::Null);
                merged.insert(key.clone(), lay(below, value));
            }
            Value::Object(merged)
        }
        (Value::Array(base), Value::Array(over)) => {
            let pattern = |index: usize| base.get(index).or(base.first()).unwrap_or(&Value::Null);
            over.iter()
                .enumerate()
                .map(|(index, value)| lay(pattern(index), value))
                .collect()
        }
        (_, over) => over.clone(),
    }
}

/// Finds the first place where `actual` lacks something of `expected`. Lists must have equal
/// lengths.
pub fn difference(expected: &Value, actual: &Value, at: &str) -> Option<String> {
    match (expected, actual) {
        (Value::Object(expected), Value::Object(actual)) => {
            expected.iter().find_map(|(key, value)| {
                let place = if at.is_empty() {
                    key.clone()
                } else {
                    format!("{at}.{key}")
                };
                match actual.get(key) {
                    Some(actual) => difference(value, actual, &place),
                    None => Some(format!("{place} is missing")),
                }
            })
        }
        (Value::Array(expected), Value::Array(actual)) if expected.len() == actual.len() => {
            expected
                .iter()
                .zip(actual)
                .enumerate()
                .find_map(|(index, (expected, actual))| {
                    difference(expected, actual, &format!("{at}[{index}]"))
                })
        }
        (expected, actual) if expected == actual => None,
        (expected, actual) => Some(format!("{at} is {actual}, {expected} is expected")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn only_what_is_said_changes() {
        let base = json!({"a": 1, "items": [{"q": 1, "w": 5}]});
        let over = json!({"items": [{"q": 2}, {"w": 9}]});
        assert_eq!(
            lay(&base, &over),
            json!({"a": 1, "items": [{"q": 2, "w": 5}, {"q": 1, "w": 9}]})
        );
        assert_eq!(
            lay(&base, &json!({"items": []})),
            json!({"a": 1, "items": []})
        );
    }

    #[test]
    fn a_difference_is_named_by_its_place() {
        let actual = json!([{"code": "A", "amount": {"minor": 5, "currency": "AUD"}}]);
        assert_eq!(
            difference(&json!([{"amount": {"minor": 5}}]), &actual, ""),
            None
        );
        let words = difference(&json!([{"amount": {"minor": 6}}]), &actual, "answer").unwrap();
        assert_eq!(words, "answer[0].amount.minor is 5, 6 is expected");
        assert!(difference(&json!([]), &actual, "answer").is_some());
    }
}
