//! JSON laid over a good sample, so that a fixture says only what matters to it.

use serde_json::Value;

/// Lays `over` over `base`: objects member by member; a list gets the given length, each entry laid over the base's of
/// the same place, or its first.
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

/// Where `said` does not hold what `expected` says: objects may have more members; lists have the same length.
pub fn difference(expected: &Value, said: &Value, at: &str) -> Option<String> {
    match (expected, said) {
        (Value::Object(expected), Value::Object(said)) => {
            expected.iter().find_map(|(key, value)| {
                let place = if at.is_empty() {
                    key.clone()
                } else {
                    format!("{at}.{key}")
                };
                match said.get(key) {
                    Some(said) => difference(value, said, &place),
                    None => Some(format!("{place} is missing")),
                }
            })
        }
        (Value::Array(expected), Value::Array(said)) if expected.len() == said.len() => expected
            .iter()
            .zip(said)
            .enumerate()
            .find_map(|(index, (expected, said))| {
                difference(expected, said, &format!("{at}[{index}]"))
            }),
        (expected, said) if expected == said => None,
        (expected, said) => Some(format!("{at} is {said}, {expected} is expected")),
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
        let said = json!([{"code": "A", "amount": {"minor": 5, "currency": "AUD"}}]);
        assert_eq!(
            difference(&json!([{"amount": {"minor": 5}}]), &said, ""),
            None
        );
        let words = difference(&json!([{"amount": {"minor": 6}}]), &said, "answer").unwrap();
        assert_eq!(words, "answer[0].amount.minor is 5, 6 is expected");
        assert!(difference(&json!([]), &said, "answer").is_some());
    }
}
