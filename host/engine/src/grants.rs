//! Settings and secrets that a call is granted. The network inserts secrets into requests; they are
//! masked in all texts that leave a call.

use std::{collections::BTreeMap, fmt};

/// A value that must not be read by accident: it prints as dots.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    pub fn new(value: impl Into<String>) -> Self {
        Secret(value.into())
    }

    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Secret(…)")
    }
}

/// Masks secrets in texts for a log or an error: the other system may have echoed one. Values
/// shorter than four characters stay, since masking them would break ordinary words.
pub(crate) fn mask(secrets: &BTreeMap<String, Secret>, mut text: String) -> String {
    for secret in secrets.values() {
        if secret.0.len() >= 4 && text.contains(&secret.0) {
            text = text.replace(&secret.0, "…");
        }
    }
    text
}

/// The plugin's account that a call uses.
#[derive(Clone, Debug, Default)]
pub struct AccountGrant {
    pub code: String,
    /// A JSON object of the plain settings, by attribute key.
    pub settings_json: String,
    pub secrets: BTreeMap<String, Secret>,
}

impl AccountGrant {
    pub fn none() -> Self {
        AccountGrant {
            code: String::new(),
            settings_json: "{}".into(),
            secrets: BTreeMap::new(),
        }
    }
}

/// Settings and secrets of a call; the account's override the plugin's.
#[derive(Clone, Copy)]
pub(crate) struct EffectiveSettings<'a> {
    pub(crate) account: &'a AccountGrant,
    pub(crate) settings: &'a SettingsGrant,
}

impl<'a> EffectiveSettings<'a> {
    pub(crate) fn secret(self, key: &str) -> Option<&'a Secret> {
        self.account
            .secrets
            .get(key)
            .or_else(|| self.settings.secrets.get(key))
    }

    pub(crate) fn read_plain(self) -> PlainSettings {
        let both = [&self.account.settings_json, &self.settings.json];
        PlainSettings(both.map(|json| serde_json::from_str(json).unwrap_or_default()))
    }

    pub(crate) fn mask(self, text: String) -> String {
        mask(&self.settings.secrets, mask(&self.account.secrets, text))
    }
}

/// Plain settings of a call, the account's before the plugin's.
pub(crate) struct PlainSettings([serde_json::Value; 2]);

impl PlainSettings {
    /// A setting, if it is text.
    pub(crate) fn text(&self, key: &str) -> Option<String> {
        self.0
            .iter()
            .find_map(|settings| settings.get(key)?.as_str().map(str::to_owned))
    }
}

#[derive(Clone, Debug)]
pub struct SettingsGrant {
    pub json: String,
    pub secrets: BTreeMap<String, Secret>,
}

impl Default for SettingsGrant {
    fn default() -> Self {
        SettingsGrant {
            json: "{}".into(),
            secrets: BTreeMap::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_masked_and_never_printed() {
        let secrets = BTreeMap::from([("KEY".to_owned(), Secret::new("hunter2"))]);
        assert_eq!(
            mask(&secrets, "key hunter2 refused".into()),
            "key … refused"
        );
        assert!(!format!("{secrets:?}").contains("hunter2"));
    }
}
