//! Validation of account forms by the carrier's declared attributes.

use std::collections::BTreeMap;

use data::{FieldError, Message, case::Patch, message};

use crate::{model::SentAttribute, port::Attribute};

pub(crate) const MIN_CODE_LENGTH: usize = 2;
pub(crate) const MAX_CODE_LENGTH: usize = 32;
pub(crate) const MAX_NAME_LENGTH: usize = 128;
const MAX_VALUE_LENGTH: usize = 4096;

/// Users type account codes on quotes and invoices.
pub(crate) fn plain_code(code: &str, (): &()) -> garde::Result {
    let plain = code
        .chars()
        .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || matches!(c, '-' | '_'));
    if plain {
        Ok(())
    } else {
        Err(data::validate::rejection(message!(
            "must be capitals, digits, '-' or '_'"
        )))
    }
}

#[derive(Debug, Default, PartialEq)]
pub struct MergedAttributes {
    pub settings: BTreeMap<String, String>,
    /// Changed secrets only: a new value, or None to remove.
    pub secrets: BTreeMap<String, Option<String>>,
}

/// Merges and validates values. Settings that the carrier no longer declares are dropped.
pub fn merge(
    attributes: &[Attribute],
    sent: &[SentAttribute],
    settings: &BTreeMap<String, String>,
    secrets: &BTreeMap<String, String>,
) -> Result<MergedAttributes, Vec<FieldError>> {
    let mut filled = MergedAttributes::default();
    let mut errors = Vec::new();
    for attribute in attributes {
        let key = &attribute.key;
        let is_secret = attribute.data_type == "secret";
        // Of duplicate keys the last wins.
        let value = match sent
            .iter()
            .rfind(|entry| entry.key == *key)
            .map(|entry| &entry.value)
        {
            None | Some(Patch::Absent) => None,
            Some(Patch::Null) => Some(""),
            // Stored secrets are returned as empty text: sent back, they stay.
            Some(Patch::Value(value)) if is_secret && value.trim().is_empty() => None,
            Some(Patch::Value(value)) => Some(value.trim()),
        };
        let stored = if is_secret {
            secrets.get(key)
        } else {
            settings.get(key)
        };
        let is_there = value.map_or(stored.is_some(), |value| !value.is_empty());
        if attribute.required && !is_there {
            errors.push(error(
                attribute,
                message!("{setting} is required", setting = attribute.display_name),
            ));
            continue;
        }
        match (is_secret, value) {
            (true, None) => {}
            (true, Some("")) => drop(filled.secrets.insert(key.clone(), None)),
            (true, Some(value)) => match check(attribute, value) {
                Ok(()) => drop(filled.secrets.insert(key.clone(), Some(value.to_owned()))),
                Err(message) => errors.push(error(attribute, message)),
            },
            (false, value) => match value
                .or(stored.map(String::as_str))
                .filter(|value| !value.is_empty())
            {
                None => {}
                Some(value) => match check(attribute, value) {
                    Ok(()) => drop(filled.settings.insert(key.clone(), value.to_owned())),
                    Err(message) => errors.push(error(attribute, message)),
                },
            },
        }
    }
    if errors.is_empty() {
        Ok(filled)
    } else {
        Err(errors)
    }
}

fn error(attribute: &Attribute, message: Message) -> FieldError {
    FieldError::new(
        format!("carrierAccount.attributes.{}", attribute.key),
        message,
    )
}

fn check(attribute: &Attribute, value: &str) -> Result<(), Message> {
    if value.len() > MAX_VALUE_LENGTH {
        return Err(message!(
            "must be at most {max} bytes",
            max = MAX_VALUE_LENGTH
        ));
    }
    match attribute.data_type.as_str() {
        "number" if value.parse::<rust_decimal::Decimal>().is_err() => {
            Err(message!("must be a number like 12.5"))
        }
        "boolean" if !matches!(value, "true" | "false") => Err(message!("must be true or false")),
        "choice" if !attribute.choices.iter().any(|choice| choice == value) => Err(message!(
            "must be one of {known}",
            known = attribute.choices.join(", ")
        )),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attribute(key: &str, data_type: &str, required: bool) -> Attribute {
        Attribute {
            key: key.to_owned(),
            display_name: key.to_owned(),
            data_type: data_type.to_owned(),
            required,
            choices: vec!["live".to_owned(), "test".to_owned()],
            help: String::new(),
        }
    }

    fn stored(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
        pairs
            .iter()
            .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
            .collect()
    }

    fn sent(pairs: &[(&str, Option<&str>)]) -> Vec<SentAttribute> {
        let value = |value: &Option<&str>| {
            value.map_or(Patch::Null, |value| Patch::Value(value.to_owned()))
        };
        pairs
            .iter()
            .map(|(key, text)| SentAttribute {
                key: (*key).to_owned(),
                value: value(text),
            })
            .collect()
    }

    fn secret(key: &str, value: Option<&str>) -> BTreeMap<String, Option<String>> {
        BTreeMap::from([(key.to_owned(), value.map(str::to_owned))])
    }

    #[test]
    fn parts_settings_from_secrets() {
        let attributes = [
            attribute("number", "text", true),
            attribute("password", "secret", true),
        ];
        let values = sent(&[
            ("number", Some(" 7 ")),
            ("password", Some("x")),
            ("other", Some("y")),
        ]);
        let filled = merge(&attributes, &values, &BTreeMap::new(), &BTreeMap::new());
        let expected = MergedAttributes {
            settings: stored(&[("number", "7")]),
            secrets: secret("password", Some("x")),
        };
        assert_eq!(filled, Ok(expected));
    }

    #[test]
    fn what_is_left_out_stays_and_null_empties_what_may_be_empty() {
        let (settings, secrets) = (
            stored(&[("number", "7"), ("old", "x")]),
            stored(&[("password", "sealed")]),
        );
        let lay = |required: bool, values: &[(&str, Option<&str>)]| {
            let attributes = [
                attribute("number", "text", required),
                attribute("password", "secret", required),
            ];
            merge(&attributes, &sent(values), &settings, &secrets)
        };
        let expected = MergedAttributes {
            settings: stored(&[("number", "7")]),
            secrets: BTreeMap::new(),
        };
        assert_eq!(lay(true, &[]), Ok(expected));
        // An empty secret is the mask of a stored one; an empty setting is a value.
        let emptied = MergedAttributes::default();
        assert_eq!(
            lay(false, &[("number", Some("")), ("password", Some(" "))]),
            Ok(emptied)
        );
        let emptied = MergedAttributes {
            settings: BTreeMap::new(),
            secrets: secret("password", None),
        };
        assert_eq!(
            lay(false, &[("number", None), ("password", None)]),
            Ok(emptied)
        );
        let errors = lay(true, &[("number", None), ("password", None)]).unwrap_err();
        assert_eq!(errors.len(), 2);
        let attributes = [attribute("password", "secret", true)];
        assert!(merge(&attributes, &[], &BTreeMap::new(), &BTreeMap::new()).is_err());
    }

    #[test]
    fn every_wrong_value_is_named() {
        let attributes = [
            attribute("rate", "number", false),
            attribute("on", "boolean", false),
            attribute("mode", "choice", false),
        ];
        let values = sent(&[
            ("rate", Some("x")),
            ("on", Some("yes")),
            ("mode", Some("prod")),
        ]);
        let errors = merge(&attributes, &values, &BTreeMap::new(), &BTreeMap::new());
        let members: Vec<String> = errors
            .unwrap_err()
            .into_iter()
            .map(|error| error.member)
            .collect();
        assert_eq!(members.len(), 3);
        assert_eq!(members[0], "carrierAccount.attributes.rate");
    }
}
