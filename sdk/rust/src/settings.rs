//! The settings of the account a call is made for, read with errors that name the setting and what
//! would be right.

use serde_json::{Map, Value};

use crate::error::{self, FieldErrors};
use crate::types::Attribute;
use crate::{Decimal, Result, host};

/// An account's plain settings. Secrets are named in HTTP calls and filled in by the host.
#[derive(Debug)]
pub struct Settings {
    values: Map<String, Value>,
    errors: FieldErrors,
}

impl Settings {
    /// Of the account this call is made for.
    pub fn of_account() -> Result<Self> {
        Self::parse(&host::config::account())
    }

    /// Of the plugin itself, by the schema in its package.
    pub fn of_plugin() -> Result<Self> {
        Self::parse(&host::config::plugin())
    }

    /// From the host's JSON object; empty text means no settings.
    pub fn parse(json: &str) -> Result<Self> {
        if json.trim().is_empty() {
            return Ok(Self {
                values: Map::new(),
                errors: FieldErrors::default(),
            });
        }
        let values = serde_json::from_str(json).map_err(|fault| {
            error::internal(format!("the settings are not a JSON object: {fault}"))
        })?;
        Ok(Self {
            values,
            errors: FieldErrors::default(),
        })
    }

    /// Trimmed text; `None` when absent or empty. Numbers and booleans count as text.
    pub fn text(&self, key: &str) -> Option<String> {
        let text = match self.values.get(key)? {
            Value::String(text) => text.trim().to_owned(),
            Value::Number(number) => number.to_string(),
            Value::Bool(flag) => flag.to_string(),
            Value::Null | Value::Array(_) | Value::Object(_) => return None,
        };
        (!text.is_empty()).then_some(text)
    }

    /// Returns a required text; a missing one is noted and empty until [`Settings::check`].
    pub fn required_text(&mut self, key: &str) -> String {
        self.text(key).unwrap_or_else(|| {
            self.errors.add(key, "is required");
            String::new()
        })
    }

    /// Returns a decimal number, or `default`; an invalid number is noted.
    pub fn decimal(&mut self, key: &str, default: Decimal) -> Decimal {
        let Some(text) = self.text(key) else {
            return default;
        };
        Decimal::parse(&text).unwrap_or_else(|reason| {
            self.errors.add(key, reason);
            default
        })
    }

    /// One of `choices` in any case, or the first; anything else is noted.
    pub fn choice<'c>(&mut self, key: &str, choices: &[&'c str]) -> &'c str {
        let first = choices.first().copied().unwrap_or_default();
        let Some(text) = self.text(key) else {
            return first;
        };
        choices
            .iter()
            .find(|choice| choice.eq_ignore_ascii_case(&text))
            .copied()
            .unwrap_or_else(|| {
                self.errors
                    .add(key, format!("must be one of {}", choices.join(", ")));
                first
            })
    }

    /// `true` or `false` (also as text), or `default`; else noted.
    pub fn flag(&mut self, key: &str, default: bool) -> bool {
        match self.text(key).as_deref() {
            None => default,
            Some("true") => true,
            Some("false") => false,
            Some(_) => {
                self.errors.add(key, "must be true or false");
                default
            }
        }
    }

    /// A local time of day (`16:30`) or `None`; anything else is noted.
    pub fn time_of_day(&mut self, key: &str) -> Option<String> {
        let time = self.text(key)?;
        let is_below = |part: &str, most: u8| {
            part.len() == 2 && part.parse::<u8>().is_ok_and(|number| number < most)
        };
        if time
            .split_once(':')
            .is_some_and(|(hours, minutes)| is_below(hours, 24) && is_below(minutes, 60))
        {
            return Some(time);
        }
        self.errors.add(key, "must be a time of day, such as 16:30");
        None
    }

    /// Parses codes with names: `ROAD=Road express, AIR=Air`; a lone code is its name. Invalid
    /// entries are noted.
    pub fn names(&mut self, key: &str) -> Vec<(String, String)> {
        let Some(text) = self.text(key) else {
            return Vec::new();
        };
        let mut names: Vec<(String, String)> = Vec::new();
        for entry in text
            .split(',')
            .map(str::trim)
            .filter(|entry| !entry.is_empty())
        {
            let (code, name) = entry.split_once('=').unwrap_or((entry, entry));
            let (code, name) = (code.trim(), name.trim());
            if code.is_empty() || name.is_empty() || code.contains(char::is_whitespace) {
                self.errors.add(
                    key,
                    format!("must be codes with names, such as ROAD=Road express; {entry} is not"),
                );
            } else if names.iter().any(|(other, _)| other == code) {
                self.errors.add(key, format!("{code} stands twice"));
            } else {
                names.push((code.to_owned(), name.to_owned()));
            }
        }
        names
    }

    /// Notes a setting that violates one of the plugin's rules.
    pub fn reject(&mut self, key: &str, message: impl Into<String>) {
        self.errors.add(key, message);
    }

    /// The value, or `invalid-input` with every noted setting.
    pub fn check<T>(self, value: T) -> Result<T> {
        self.errors.or(value)
    }
}

/// Short for [`Settings::of_plugin`].
pub fn plugin() -> Result<Settings> {
    Settings::of_plugin()
}

/// An attribute of kind `text`; the others are changes of it.
pub fn attribute(key: &str, display_name: &str, help: &str) -> Attribute {
    Attribute {
        key: key.into(),
        display_name: display_name.into(),
        data_type: "text".into(),
        required: false,
        choices: Vec::new(),
        help: help.into(),
    }
}

impl Attribute {
    pub fn required(mut self) -> Self {
        self.required = true;
        self
    }

    /// Kept encrypted and never given to the plugin.
    pub fn secret(mut self) -> Self {
        self.data_type = "secret".into();
        self
    }

    pub fn number(mut self) -> Self {
        self.data_type = "number".into();
        self
    }

    pub fn boolean(mut self) -> Self {
        self.data_type = "boolean".into();
        self
    }

    pub fn choice(mut self, choices: &[&str]) -> Self {
        self.data_type = "choice".into();
        self.choices = choices.iter().map(|choice| (*choice).into()).collect();
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::PluginError;

    #[test]
    fn reads_text_numbers_choices_and_flags() {
        let json =
            r#"{"card":" ROAD ","percent":"12.5","fleet":7,"mode":"TEST","atl":"true","empty":""}"#;
        let mut settings = Settings::parse(json).expect("settings");
        assert_eq!(settings.required_text("card"), "ROAD");
        assert_eq!(
            settings.decimal("percent", Decimal::ZERO).to_string(),
            "12.5"
        );
        assert_eq!(settings.text("fleet").as_deref(), Some("7"));
        assert_eq!(settings.text("empty"), None);
        assert_eq!(settings.choice("mode", &["live", "test"]), "test");
        assert_eq!(settings.choice("other", &["live", "test"]), "live");
        assert!(settings.flag("atl", false));
        assert!(settings.check(()).is_ok());
    }

    #[test]
    fn names_every_wrong_setting() {
        let mut settings =
            Settings::parse(r#"{"percent":"ten","mode":"dry","atl":1}"#).expect("settings");
        settings.required_text("card");
        settings.decimal("percent", Decimal::ZERO);
        settings.choice("mode", &["live", "test"]);
        settings.flag("atl", true);
        let Err(PluginError::InvalidInput(fields)) = settings.check(()) else {
            panic!("must be refused")
        };
        let members: Vec<_> = fields.iter().map(|field| field.member.as_str()).collect();
        assert_eq!(members, ["card", "percent", "mode", "atl"]);
        assert_eq!(fields[2].message, "must be one of live, test");
    }

    #[test]
    fn reads_times_of_day() {
        let mut settings = Settings::parse(r#"{"late":" 16:30 ","never":"24:00","odd":"4 pm"}"#)
            .expect("settings");
        let times = ["late", "none", "never", "odd"].map(|key| settings.time_of_day(key));
        assert_eq!(times, [Some("16:30".to_owned()), None, None, None]);
        let Err(PluginError::InvalidInput(fields)) = settings.check(()) else {
            panic!("must be refused")
        };
        let members: Vec<_> = fields.iter().map(|field| field.member.as_str()).collect();
        assert_eq!(members, ["never", "odd"]);
    }

    #[test]
    fn reads_codes_with_names() {
        let mut settings =
            Settings::parse(r#"{"services":"ROAD = Road express,AIR, ","bad":"A B=x,C=,D,D=2"}"#)
                .expect("settings");
        let names = settings.names("services");
        let expected = [("ROAD", "Road express"), ("AIR", "AIR")];
        assert!(
            names
                .iter()
                .map(|(code, name)| (code.as_str(), name.as_str()))
                .eq(expected)
        );
        assert_eq!(settings.names("bad").len(), 1);
        let Err(PluginError::InvalidInput(fields)) = settings.check(()) else {
            panic!("must be refused")
        };
        assert_eq!(fields.len(), 3);
    }

    #[test]
    fn says_when_the_settings_are_no_object() {
        assert!(matches!(
            Settings::parse("[1]"),
            Err(PluginError::Internal(_))
        ));
        assert!(Settings::parse("").is_ok());
    }
}
