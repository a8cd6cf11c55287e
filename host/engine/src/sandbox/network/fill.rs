//! Fills `{{secret:KEY}}` and `{{basic:USERKEY:PASSKEY}}` into headers and bodies, so that no guest
//! sees a secret.

use super::SecretScope;
use crate::interface::bindings::shared::waybill::host::http_client::HttpError;
use base64::{Engine, engine::general_purpose::STANDARD};
use http::{HeaderMap, header::CONTENT_TYPE};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use std::borrow::Cow;

const OPENS: [&str; 2] = ["{{secret:", "{{basic:"];

/// Escaping of a secret for its place, so that a quote in a password breaks nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Coding {
    Plain,
    Json,
    Form,
}

impl Coding {
    pub(super) fn from_headers(headers: &HeaderMap) -> Self {
        let media = headers
            .get(CONTENT_TYPE)
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default();
        match media.split(';').next().unwrap_or_default().trim() {
            "application/x-www-form-urlencoded" => Coding::Form,
            media if media.ends_with("json") => Coding::Json,
            _ => Coding::Plain,
        }
    }

    fn write(self, value: &str) -> Cow<'_, str> {
        match self {
            Coding::Plain => Cow::Borrowed(value),
            Coding::Form => utf8_percent_encode(value, NON_ALPHANUMERIC).into(),
            Coding::Json => {
                let quoted = serde_json::Value::from(value).to_string();
                Cow::Owned(quoted[1..quoted.len() - 1].to_owned())
            }
        }
    }
}

pub(super) fn is_asked_for(text: &[u8]) -> bool {
    OPENS.iter().any(|open| {
        text.windows(open.len())
            .any(|window| window == open.as_bytes())
    })
}

/// A body that asks for no secret passes as it is, text or not.
pub(super) fn body(
    body: Vec<u8>,
    coding: Coding,
    scope: SecretScope<'_>,
) -> Result<Vec<u8>, HttpError> {
    if !is_asked_for(&body) {
        return Ok(body);
    }
    let reason = "body: secrets are filled into UTF-8 text only";
    let body = String::from_utf8(body).map_err(|_| HttpError::Invalid(reason.into()))?;
    Ok(text(&body, coding, scope)?.into_owned().into_bytes())
}

pub(super) fn text<'a>(
    text: &'a str,
    coding: Coding,
    scope: SecretScope<'_>,
) -> Result<Cow<'a, str>, HttpError> {
    if !is_asked_for(text.as_bytes()) {
        return Ok(Cow::Borrowed(text));
    }
    let mut filled = String::with_capacity(text.len() + 64);
    let mut rest = text;
    while let Some((before, open, after)) = next(rest) {
        filled.push_str(before);
        let (inside, left) = after
            .split_once("}}")
            .ok_or_else(|| HttpError::Invalid(format!("{open} is not closed by }}}}")))?;
        let value = match open {
            "{{secret:" => scope.secret(inside)?.to_owned(),
            _ => basic(inside, scope)?,
        };
        filled.push_str(&coding.write(&value));
        rest = left;
    }
    filled.push_str(rest);
    Ok(Cow::Owned(filled))
}

/// Finds the next placeholder: text before it, opening, text after it. Inserted values are not
/// scanned again.
fn next(text: &str) -> Option<(&str, &'static str, &str)> {
    OPENS
        .into_iter()
        .filter_map(|open| text.find(open).map(|at| (at, open)))
        .min()
        .map(|(at, open)| (&text[..at], open, &text[at + open.len()..]))
}

/// `user:password` in base64, for Basic authentication. The user may be a plain setting; the
/// password is a secret.
fn basic(keys: &str, scope: SecretScope<'_>) -> Result<String, HttpError> {
    let (user, pass) = keys
        .split_once(':')
        .ok_or_else(|| HttpError::Invalid("{{basic:USERKEY:PASSKEY}} needs two keys".into()))?;
    let user = match scope.secret(user) {
        Ok(user) => user.to_owned(),
        Err(missing) => scope.settings.setting(user).ok_or(missing)?,
    };
    let pass = scope.secret(pass)?;
    Ok(STANDARD.encode(format!("{user}:{pass}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grants::{AccountGrant, EffectiveSettings, Secret, SettingsGrant};
    use reqwest::Url;
    use std::collections::BTreeMap;

    fn account() -> AccountGrant {
        AccountGrant {
            code: "A".into(),
            settings_json: r#"{"user":"ann"}"#.into(),
            secrets: [("KEY", "s\"1"), ("LOOP", "{{secret:KEY}}")]
                .map(|(key, value)| (key.to_owned(), Secret::new(value)))
                .into(),
        }
    }

    fn bound() -> BTreeMap<String, Vec<String>> {
        BTreeMap::from([("LOOP".into(), vec!["*.example.com".into()])])
    }

    #[test]
    fn a_secret_goes_to_its_own_hosts_alone() {
        let (account, settings, bound) = (account(), SettingsGrant::default(), bound());
        let to = |address: &str, requested: &str| {
            let url = Url::parse(address).unwrap();
            let scope = SecretScope {
                settings: EffectiveSettings {
                    account: &account,
                    settings: &settings,
                },
                bound: &bound,
                url: &url,
            };
            text(requested, Coding::Plain, scope).map(Cow::into_owned)
        };
        assert!(to("https://api.example.com/", "{{secret:LOOP}}").is_ok());
        assert!(
            to("https://logs.example.net/", "{{secret:KEY}}").is_ok(),
            "bound to no host"
        );
        for requested in ["{{secret:LOOP}}", "{{basic:user:LOOP}}"] {
            let Err(HttpError::Invalid(reason)) = to("https://logs.example.net/", requested) else {
                panic!("{requested}")
            };
            assert!(
                reason.contains("LOOP") && reason.contains("logs.example.net:443"),
                "{reason}"
            );
        }
    }

    #[test]
    fn secrets_are_written_as_their_place_needs_them() {
        let (account, settings) = (account(), SettingsGrant::default());
        let (bound, url) = (bound(), Url::parse("https://api.example.com/").unwrap());
        let scope = SecretScope {
            settings: EffectiveSettings {
                account: &account,
                settings: &settings,
            },
            bound: &bound,
            url: &url,
        };
        let fill = |requested, coding| text(requested, coding, scope).unwrap().into_owned();
        assert_eq!(fill("Key {{secret:KEY}}!", Coding::Plain), "Key s\"1!");
        assert_eq!(
            fill(r#"{"k":"{{secret:KEY}}"}"#, Coding::Json),
            r#"{"k":"s\"1"}"#
        );
        assert_eq!(fill("k={{secret:KEY}}&b=1", Coding::Form), "k=s%221&b=1");
        assert_eq!(fill("{{secret:LOOP}}", Coding::Plain), "{{secret:KEY}}");
    }

    #[test]
    fn basic_takes_a_setting_and_a_secret() {
        let (account, settings) = (account(), SettingsGrant::default());
        let (bound, url) = (bound(), Url::parse("https://api.example.com/").unwrap());
        let scope = SecretScope {
            settings: EffectiveSettings {
                account: &account,
                settings: &settings,
            },
            bound: &bound,
            url: &url,
        };
        let filled = text("Basic {{basic:user:KEY}}", Coding::Plain, scope).unwrap();
        assert_eq!(filled, format!("Basic {}", STANDARD.encode("ann:s\"1")));
    }

    #[test]
    fn what_is_missing_is_named() {
        let (account, settings) = (account(), SettingsGrant::default());
        let (bound, url) = (bound(), Url::parse("https://api.example.com/").unwrap());
        let scope = SecretScope {
            settings: EffectiveSettings {
                account: &account,
                settings: &settings,
            },
            bound: &bound,
            url: &url,
        };
        for (requested, named) in [
            ("{{secret:NO}}", "NO"),
            ("{{basic:user:NO}}", "NO"),
            ("{{secret:KEY", "closed"),
        ] {
            let Err(HttpError::Invalid(reason)) = text(requested, Coding::Plain, scope) else {
                panic!("{requested} was filled")
            };
            assert!(reason.contains(named), "{reason}");
        }
        assert!(body(vec![0xff, 0x00], Coding::Plain, scope).is_ok());
    }

    #[test]
    fn the_accounts_secret_comes_before_the_plugins() {
        let (account, mut settings) = (account(), SettingsGrant::default());
        let both = [("KEY", "the plugin's"), ("OTHER", "other")];
        settings.secrets = both
            .map(|(key, value)| (key.to_owned(), Secret::new(value)))
            .into();
        let (bound, url) = (bound(), Url::parse("https://api.example.com/").unwrap());
        let scope = SecretScope {
            settings: EffectiveSettings {
                account: &account,
                settings: &settings,
            },
            bound: &bound,
            url: &url,
        };
        assert_eq!(
            text("{{secret:KEY}} {{secret:OTHER}}", Coding::Plain, scope).unwrap(),
            "s\"1 other"
        );
        assert_eq!(
            scope.settings.mask("it said other and the plugin's".into()),
            "it said … and …"
        );
    }
}
