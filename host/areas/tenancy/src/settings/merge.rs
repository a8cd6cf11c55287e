//! Merging of changes into settings: omitted fields stay, null resets to the default.

use data::Result;
use serde_json::Value;

use crate::settings::model::Settings;

/// Names match case-insensitively; a null group counts as omitted.
pub(crate) fn merge_change(current: &Value, defaults: &Value, change: Value) -> Value {
    let Value::Object(groups) = change else {
        return current.clone();
    };
    let mut merged = current.clone();
    for (name, group) in groups {
        if !group.is_null() {
            set(&mut merged, defaults, &name, group);
        }
    }
    merged
}

fn set(into: &mut Value, defaults: &Value, name: &str, value: Value) {
    let Value::Object(members) = into else { return };
    let existing = members
        .keys()
        .find(|key| key.eq_ignore_ascii_case(name))
        .cloned();
    let name = existing.unwrap_or_else(|| name.to_owned());
    let default = defaults.get(&name).unwrap_or(&Value::Null);
    match (members.get_mut(&name), value) {
        (Some(inner @ Value::Object(_)), Value::Object(change)) => {
            for (name, value) in change {
                set(inner, default, &name, value);
            }
        }
        (_, Value::Null) => {
            members.insert(name, default.clone());
        }
        (_, value) => {
            members.insert(name, value);
        }
    }
}

/// Returns the document to store: without fields of other columns, secrets and their flags.
pub(crate) fn document(settings: &Settings) -> Result<Value> {
    let mut merged = serde_json::to_value(settings)?;
    for path in COLUMN_FIELDS {
        let (group, member) = path.split_once('.').unwrap_or(("", path));
        let inside = if group.is_empty() {
            Some(&mut merged)
        } else {
            merged.get_mut(group)
        };
        if let Some(Value::Object(members)) = inside {
            members.remove(member);
        }
    }
    if let Some(Value::Array(providers)) = merged.get_mut("openId") {
        for provider in providers.iter_mut().filter_map(Value::as_object_mut) {
            provider.remove("hasClientSecret");
        }
    }
    Ok(merged)
}

/// Returns the changed fields by path with both values. Lists count as one value.
pub(crate) fn differences(before: &Value, after: &Value) -> Vec<(String, Value, Value)> {
    let mut found = Vec::new();
    differ("", before, after, &mut found);
    found
}

fn differ(path: &str, before: &Value, after: &Value, found: &mut Vec<(String, Value, Value)>) {
    match (before, after) {
        (Value::Object(old), Value::Object(new)) => {
            for (name, value) in new {
                let path = if path.is_empty() {
                    name.clone()
                } else {
                    format!("{path}.{name}")
                };
                differ(&path, old.get(name).unwrap_or(&Value::Null), value, found);
            }
        }
        _ if before == after || path == "rowVersion" => {}
        _ => found.push((path.to_owned(), before.clone(), after.clone())),
    }
}

const COLUMN_FIELDS: [&str; 11] = [
    "rowVersion",
    "general.timezone",
    "currency.baseCurrency",
    "billing.legalName",
    "billing.address",
    "billing.taxVatNo",
    "userManagement.allowSelfRegistration",
    "ui.logoId",
    "ui.customCssId",
    "email.hasPassword",
    "ldap.hasPassword",
];

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_not_mentioned_stays() {
        let current = json!({"email": {"smtpHost": "a", "smtpPort": 25}, "openId": [{"id": "x"}], "tax": {"gst": 10}});
        let defaults =
            json!({"email": {"smtpHost": "", "smtpPort": 587}, "openId": [], "tax": {"gst": 0}});
        let change = json!({"EMAIL": {"SmtpPort": null, "smtpPassword": "p"}, "openId": [], "tax": null, "other": 1});
        assert_eq!(
            merge_change(&current, &defaults, change),
            json!({
                "email": {"smtpHost": "a", "smtpPort": 587, "smtpPassword": "p"},
                "openId": [], "tax": {"gst": 10}, "other": 1,
            })
        );
        assert_eq!(merge_change(&current, &defaults, json!("x")), current);
    }

    #[test]
    fn differences_are_told_by_their_paths() {
        let before =
            json!({"rowVersion": 1, "email": {"smtpHost": "a", "smtpPort": 25}, "openId": []});
        let after = json!({"rowVersion": 2, "email": {"smtpHost": "b", "smtpPort": 25}, "openId": [{"id": "x"}]});
        assert_eq!(
            differences(&before, &after),
            [
                ("email.smtpHost".to_owned(), json!("a"), json!("b")),
                ("openId".to_owned(), json!([]), json!([{"id": "x"}])),
            ]
        );
    }

    #[test]
    fn the_document_keeps_nothing_that_is_kept_elsewhere() {
        let mut settings = Settings::default();
        settings.email.smtp_password = Some(data::secrets::Secret::new("pa55"));
        settings.general.timezone = "Australia/Perth".to_owned();
        let text = document(&settings).unwrap().to_string();
        assert!(
            !text.contains("pa55") && !text.contains("Perth") && !text.contains("hasPassword"),
            "{text}"
        );
    }
}
