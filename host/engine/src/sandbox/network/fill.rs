//! Fills `{{secret:KEY}}` and `{{basic:USERKEY:PASSKEY}}` into headers and bodies, so that no guest
//! sees a secret.

use super::SecretScope;
use crate::interface::bindings::shared::waybill::host::http_client::HttpError;
use base64::{Engine, engine::general_purpose::STANDARD};
use http::{HeaderMap, header::CONTENT_TYPE};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use std::{borrow::Cow, cell::LazyCell};

const OPENS: [&str; 2] = ["{{secret:", "{{basic:"];
/// Maximum placeholders of a header or a body.
const MAX_FILLS: usize = 64;
/// Maximum bytes that secrets add to a header or a body.
const MAX_GROWTH: usize = 1 << 20;

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
    find_opening(text).is_some()
}

/// Finds the first placeholder in one pass, since the host pays for the search.
fn find_opening(text: &[u8]) -> Option<(usize, &'static str)> {
    let is_brace = |at: &usize| text[*at] == b'{';
    (0..text.len()).filter(is_brace).find_map(|at| {
        let open = OPENS
            .into_iter()
            .find(|open| text[at..].starts_with(open.as_bytes()))?;
        Some((at, open))
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

/// Inserted values are not scanned again.
pub(super) fn text<'a>(
    text: &'a str,
    coding: Coding,
    scope: SecretScope<'_>,
) -> Result<Cow<'a, str>, HttpError> {
    let plain = LazyCell::new(|| scope.settings.read_plain());
    let (mut filled, mut rest, mut fills) = (String::new(), text, 0);
    while let Some((at, open)) = find_opening(rest.as_bytes()) {
        fills += 1;
        if fills > MAX_FILLS {
            let reason = format!("secrets are filled into at most {MAX_FILLS} places of a text");
            return Err(HttpError::Invalid(reason));
        }
        filled.push_str(&rest[..at]);
        let (inside, left) = rest[at + open.len()..]
            .split_once("}}")
            .ok_or_else(|| HttpError::Invalid(format!("{open} is not closed by }}}}")))?;
        let value = match open {
            "{{secret:" => scope.secret(inside)?.to_owned(),
            _ => basic(inside, scope, |key| plain.text(key))?,
        };
        filled.push_str(&coding.write(&value));
        if filled.len() > text.len() + MAX_GROWTH {
            let reason = "with its secrets, the text is more than 1 MiB longer";
            return Err(HttpError::Invalid(reason.into()));
        }
        rest = left;
    }
    if fills == 0 {
        return Ok(Cow::Borrowed(text));
    }
    filled.push_str(rest);
    Ok(Cow::Owned(filled))
}

/// `user:password` in base64, for Basic authentication. The user may be a plain setting; the
/// password is a secret.
fn basic(
    keys: &str,
    scope: SecretScope<'_>,
    setting: impl Fn(&str) -> Option<String>,
) -> Result<String, HttpError> {
    let (user, pass) = keys
        .split_once(':')
        .ok_or_else(|| HttpError::Invalid("{{basic:USERKEY:PASSKEY}} needs two keys".into()))?;
    let user = match scope.secret(user) {
        Ok(user) => user.to_owned(),
        Err(missing) => setting(user).ok_or(missing)?,
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
        assert_eq!(fill("{{{secret:KEY}}}", Coding::Plain), "{s\"1}");
    }

    #[test]
    fn placeholders_and_the_bytes_that_they_add_are_bounded() {
        let (mut account, settings) = (account(), SettingsGrant::default());
        let large = Secret::new("x".repeat(MAX_GROWTH / 4));
        account.secrets.insert("LARGE".into(), large);
        let (bound, url) = (bound(), Url::parse("https://api.example.com/").unwrap());
        let scope = SecretScope {
            settings: EffectiveSettings {
                account: &account,
                settings: &settings,
            },
            bound: &bound,
            url: &url,
        };
        let fill = |text: String| body(text.into_bytes(), Coding::Plain, scope);
        for one in ["{{secret:KEY}}", "{{basic:user:KEY}}"] {
            let filled = fill(one.repeat(MAX_FILLS)).unwrap();
            assert!(!String::from_utf8(filled).unwrap().contains("{{"));
            let Err(HttpError::Invalid(reason)) = fill(one.repeat(MAX_FILLS + 1)) else {
                panic!("too many were filled")
            };
            assert!(reason.contains("at most 64 places"), "{reason}");
        }
        assert!(fill("{{secret:LARGE}}".repeat(4)).is_ok());
        let Err(HttpError::Invalid(reason)) = fill("{{secret:LARGE}}".repeat(5)) else {
            panic!("too much was filled in")
        };
        assert!(reason.contains("more than 1 MiB longer"), "{reason}");
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
