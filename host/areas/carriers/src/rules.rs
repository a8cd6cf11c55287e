//! What an account's form must hold, by the attributes that its carrier declares.

use std::collections::BTreeMap;

use kernel::FieldError;

use crate::port::Attribute;

const MAX_VALUE_LENGTH: usize = 4096;

/// The values of a form, parted into plain settings and new secrets.
#[derive(Debug, Default, PartialEq)]
pub struct Filled {
    pub settings: BTreeMap<String, String>,
    /// Only those that were typed in; an empty secret means "keep what is there".
    pub secrets: BTreeMap<String, String>,
}

/// Parts and checks the values; `kept` are the secrets that are stored already.
pub fn fill(
    attributes: &[Attribute],
    values: &BTreeMap<String, String>,
    kept: &BTreeMap<String, String>,
) -> Result<Filled, Vec<FieldError>> {
    let mut filled = Filled::default();
    let mut errors = Vec::new();
    for attribute in attributes {
        let value = values.get(&attribute.key).map(|value| value.trim()).unwrap_or_default();
        let secret = attribute.data_type == "secret";
        let there = !value.is_empty() || (secret && kept.contains_key(&attribute.key));
        if attribute.required && !there {
            errors.push(error(attribute, format!("{} is required", attribute.display_name)));
        } else if !value.is_empty() {
            match check(attribute, value) {
                Err(message) => errors.push(error(attribute, message)),
                Ok(()) if secret => drop(filled.secrets.insert(attribute.key.clone(), value.to_owned())),
                Ok(()) => drop(filled.settings.insert(attribute.key.clone(), value.to_owned())),
            }
        }
    }
    if errors.is_empty() { Ok(filled) } else { Err(errors) }
}

fn error(attribute: &Attribute, message: String) -> FieldError {
    FieldError::new(format!("carrierAccount.attributes.{}", attribute.key), message)
}

fn check(attribute: &Attribute, value: &str) -> Result<(), String> {
    if value.len() > MAX_VALUE_LENGTH {
        return Err(format!("must be at most {MAX_VALUE_LENGTH} bytes"));
    }
    match attribute.data_type.as_str() {
        "number" if value.parse::<rust_decimal::Decimal>().is_err() => Err("must be a number like 12.5".to_owned()),
        "boolean" if !matches!(value, "true" | "false") => Err("must be true or false".to_owned()),
        "choice" if !attribute.choices.iter().any(|choice| choice == value) => {
            Err(format!("must be one of {}", attribute.choices.join(", ")))
        }
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

    fn values(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
        pairs.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn parts_settings_from_secrets() {
        let attributes = [attribute("number", "text", true), attribute("password", "secret", true)];
        let filled =
            fill(&attributes, &values(&[("number", " 7 "), ("password", "x"), ("other", "y")]), &BTreeMap::new());
        assert_eq!(filled, Ok(Filled { settings: values(&[("number", "7")]), secrets: values(&[("password", "x")]) }));
    }

    #[test]
    fn an_empty_secret_keeps_the_stored_one() {
        let attributes = [attribute("password", "secret", true)];
        assert!(fill(&attributes, &BTreeMap::new(), &BTreeMap::new()).is_err());
        assert_eq!(fill(&attributes, &BTreeMap::new(), &values(&[("password", "sealed")])), Ok(Filled::default()));
    }

    #[test]
    fn every_wrong_value_is_named() {
        let attributes =
            [attribute("rate", "number", false), attribute("on", "boolean", false), attribute("mode", "choice", false)];
        let errors = fill(&attributes, &values(&[("rate", "x"), ("on", "yes"), ("mode", "prod")]), &BTreeMap::new());
        let members: Vec<String> = errors.unwrap_err().into_iter().map(|error| error.member).collect();
        assert_eq!(members.len(), 3);
        assert_eq!(members[0], "carrierAccount.attributes.rate");
    }
}
