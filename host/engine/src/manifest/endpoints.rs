//! The `[[endpoints]]` of plugin.toml: HTTP calls to a plugin, and the host's checks before each.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use crate::error::{EngineError, invalid};

const MAX_COUNT: usize = 32;
const MAX_PATH_LENGTH: usize = 128;
const METHODS: [&str; 5] = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const MAX_PER_MINUTE: u32 = 6000;
const MAX_BODY_KIB: u32 = 1024;

#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct EndpointSpec {
    /// Path below `/api/plugins/<id>`, such as `/events`. A last part `*` matches any rest of the
    /// path.
    pub path: String,
    /// `GET`, `POST`, `PUT`, `PATCH`, `DELETE`. HEAD is served where GET is.
    #[serde(default = "post")]
    pub methods: Vec<String>,
    /// `door` is the older spelling.
    #[serde(alias = "door")]
    pub access: Access,
    /// The permission the caller needs, with the access `api-key` or `session`. Default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub permission: Option<String>,
    /// The body's signature, for the access `hmac`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hmac: Option<Hmac>,
    /// If set, the host stores the call, answers 202 at once and processes it later with retries.
    #[serde(default)]
    pub queue: bool,
    /// The header with the delivery's id, for dropping duplicates. Default: the body's SHA-256 is
    /// the id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event_id: Option<String>,
    /// Calls a minute per tenant, and per caller's address if the access is `open`.
    #[serde(default = "per_minute")]
    pub per_minute: u32,
    #[serde(default = "max_body_kib")]
    pub max_body_kib: u32,
    /// Also serves the endpoint at `/api/booking/Quote/{storeId}/<callback>`. Letters only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub callback: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Access {
    /// No credentials; the address is enough.
    Open,
    /// A body signed with a secret of the plugin's settings.
    Hmac,
    /// One of the tenant's API keys.
    ApiKey,
    /// A signed-in person's session.
    Session,
}

/// The signature a sender makes over the bytes of the body.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Hmac {
    /// The header that holds the signature.
    pub header: String,
    /// The secret setting used as the key; `auth.secret` for one within an object.
    pub secret: String,
    #[serde(default)]
    pub digest: HmacDigest,
    #[serde(default)]
    pub encoding: HmacEncoding,
    /// Prefix of the signature, such as `sha256=`.
    #[serde(default)]
    pub prefix: String,
    #[serde(default)]
    pub form: HmacForm,
}

/// Format of the signature header and of the signed text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum HmacForm {
    /// The signature of the body.
    #[default]
    Plain,
    /// `t=1772413200,v1=…`: signs the Unix time in seconds, a dot and the body; at most five
    /// minutes old. `prefix` is the prefix of a signature, `v1=`. One valid signature of several is
    /// enough.
    Timestamped,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum HmacDigest {
    #[default]
    Sha256,
    Sha512,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum HmacEncoding {
    #[default]
    Base64,
    Hex,
}

fn post() -> Vec<String> {
    vec!["POST".into()]
}
fn per_minute() -> u32 {
    120
}
fn max_body_kib() -> u32 {
    256
}

/// The error names the field and the expected value.
pub(super) fn check(endpoints: &[EndpointSpec]) -> Result<(), EngineError> {
    if endpoints.len() > MAX_COUNT {
        return Err(invalid!(
            "endpoints: at most {MAX_COUNT} are expected, not {}",
            endpoints.len()
        ));
    }
    let (mut taken, mut callbacks) = (HashSet::new(), HashSet::new());
    for endpoint in endpoints {
        let within =
            |error: EngineError| error.within(format_args!("endpoints {:?}", endpoint.path));
        endpoint.check().map_err(within)?;
        for method in &endpoint.methods {
            if !taken.insert((&endpoint.path, method)) {
                return Err(within(invalid!("{method} is claimed twice")));
            }
        }
        if let Some(callback) = &endpoint.callback
            && !callbacks.insert(callback.to_ascii_lowercase())
        {
            return Err(within(invalid!("callback {callback:?} is claimed twice")));
        }
    }
    Ok(())
}

impl EndpointSpec {
    fn check(&self) -> Result<(), EngineError> {
        if !is_path(&self.path) {
            return Err(EngineError::invalid(
                "path: /events or /orders/* is expected: parts of letters, digits and -._~ after a slash each",
            ));
        }
        if self.methods.is_empty() {
            return Err(invalid!(
                "methods: at least one of {} is expected",
                METHODS.join(", ")
            ));
        }
        if let Some(wrong) = self
            .methods
            .iter()
            .find(|method| !METHODS.contains(&method.as_str()))
        {
            return Err(invalid!(
                "methods {wrong:?}: one of {} is expected",
                METHODS.join(", ")
            ));
        }
        self.check_access()?;
        self.check_queue()?;
        if !(1..=MAX_PER_MINUTE).contains(&self.per_minute) {
            return Err(invalid!(
                "per-minute {}: 1 to {MAX_PER_MINUTE} is expected",
                self.per_minute
            ));
        }
        if !(1..=MAX_BODY_KIB).contains(&self.max_body_kib) {
            return Err(invalid!(
                "max-body-kib {}: 1 to {MAX_BODY_KIB} is expected",
                self.max_body_kib
            ));
        }
        match &self.callback {
            Some(callback) if !is_callback(callback) => Err(invalid!(
                "callback {callback:?}: 2 to 32 letters are expected"
            )),
            _ => Ok(()),
        }
    }

    fn check_access(&self) -> Result<(), EngineError> {
        match (self.access, &self.hmac) {
            (Access::Hmac, None) => {
                return Err(EngineError::invalid(
                    "hmac: access = \"hmac\" needs { header = …, secret = … }",
                ));
            }
            (Access::Hmac, Some(hmac)) => hmac.check()?,
            (_, Some(_)) => {
                return Err(EngineError::invalid(
                    "hmac: only access = \"hmac\" takes it",
                ));
            }
            (_, None) => {}
        }
        match (self.access, &self.permission) {
            (Access::Open | Access::Hmac, Some(_)) => Err(EngineError::invalid(
                "permission: only with access = \"api-key\" or \"session\" is the caller known",
            )),
            (_, Some(permission)) if !is_permission(permission) => Err(invalid!(
                "permission {permission:?}: a name like Pages.Booking is expected"
            )),
            _ => Ok(()),
        }
    }

    fn check_queue(&self) -> Result<(), EngineError> {
        if self.queue && self.methods.iter().any(|method| method == "GET") {
            return Err(EngineError::invalid(
                "queue: a GET waits for its answer, so it can't be queued",
            ));
        }
        match &self.event_id {
            Some(_) if !self.queue => Err(EngineError::invalid(
                "event-id: only with queue = true are repeats dropped",
            )),
            Some(header) if !is_header(header) => Err(invalid!(
                "event-id {header:?}: a header's name in lower case is expected"
            )),
            _ => Ok(()),
        }
    }

    /// Contains the access, so a changed access requires new consent.
    pub fn consent_code(&self) -> String {
        let access = match self.access {
            Access::Open => "open",
            Access::Hmac => "hmac",
            Access::ApiKey => "api-key",
            Access::Session => "session",
        };
        let permission = self
            .permission
            .as_deref()
            .map(|name| format!(" {name}"))
            .unwrap_or_default();
        format!(
            "endpoint:{} {} {access}{permission}",
            self.methods.join(","),
            self.path
        )
    }

    /// Describes the endpoint to an administrator.
    pub fn description(&self) -> String {
        let mut from = match (self.access, &self.hmac) {
            (Access::Open, _) => "from anyone who has the address".to_owned(),
            (Access::Hmac, Some(hmac)) => format!("signed with the secret {}", hmac.secret),
            (Access::Hmac, None) => "signed with a secret".to_owned(),
            (Access::ApiKey, _) => "with an API key".to_owned(),
            (Access::Session, _) => "from your users".to_owned(),
        };
        if let Some(permission) = &self.permission {
            let verb = match self.access {
                Access::ApiKey => "that has",
                _ => "who have",
            };
            from.push_str(&format!(" {verb} the permission {permission}"));
        }
        if let Some(callback) = &self.callback {
            from.push_str(&format!(
                ", also at the call-back address {callback} of a shop"
            ));
        }
        format!("Receive {} {} {from}", self.methods.join(", "), self.path)
    }
}

impl Hmac {
    fn check(&self) -> Result<(), EngineError> {
        if !is_header(&self.header) {
            return Err(invalid!(
                "hmac.header {:?}: a header's name in lower case is expected",
                self.header
            ));
        }
        let key = |key: &str| {
            !key.is_empty()
                && key
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
        };
        if self.secret.len() > 128 || !self.secret.split('.').all(key) {
            return Err(invalid!(
                "hmac.secret {:?}: the key of a secret setting is expected",
                self.secret
            ));
        }
        if self.prefix.len() > 32 || !self.prefix.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(invalid!(
                "hmac.prefix {:?}: at most 32 visible characters are expected",
                self.prefix
            ));
        }
        if self.form == HmacForm::Timestamped && !self.prefix.ends_with('=') {
            return Err(invalid!(
                "hmac.prefix {:?}: form = \"timestamped\" needs one such as v1=",
                self.prefix
            ));
        }
        Ok(())
    }
}

fn is_path(path: &str) -> bool {
    let Some(rest) = path.strip_prefix('/') else {
        return false;
    };
    let fixed = match rest.strip_suffix('*') {
        Some(fixed) if fixed.ends_with('/') => fixed.trim_end_matches('/'),
        Some(_) => return false,
        None => rest,
    };
    let part = |part: &str| {
        !part.is_empty()
            && part != "."
            && part != ".."
            && part
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte))
    };
    path.len() <= MAX_PATH_LENGTH && fixed.split('/').all(part)
}

fn is_header(name: &str) -> bool {
    (1..=64).contains(&name.len())
        && name.bytes().all(|byte| {
            byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'-' | b'_')
        })
        && !matches!(name, "authorization" | "cookie")
}

fn is_permission(name: &str) -> bool {
    name.len() <= 128
        && name.split('.').next() == Some("Pages")
        && name
            .split('.')
            .all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

fn is_callback(word: &str) -> bool {
    (2..=32).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Deserialize)]
    struct Part {
        endpoints: Vec<EndpointSpec>,
    }

    const COMPLETE: &str = r#"
        [[endpoints]]
        path = "/events"
        methods = ["POST"]
        access = "hmac"
        hmac = { header = "x-shop-hmac-sha256", secret = "webhookSecret", digest = "sha256", encoding = "hex", prefix = "sha256=" }
        queue = true
        event-id = "x-event-id"
        per-minute = 60
        max-body-kib = 512
        callback = "shopifyrates"
        [[endpoints]]
        path = "/orders/*"
        methods = ["GET", "POST"]
        access = "session"
        permission = "Pages.Booking"
    "#;

    fn read(text: &str) -> Result<Vec<EndpointSpec>, String> {
        let part: Part = toml::from_str(text).map_err(|error| error.to_string())?;
        check(&part.endpoints).map_err(|error| error.to_string())?;
        Ok(part.endpoints)
    }

    #[test]
    fn endpoints_are_read_with_what_they_leave_out() {
        let endpoints = read(COMPLETE).unwrap();
        let hmac = endpoints[0].hmac.clone().unwrap();
        assert_eq!(
            (hmac.digest, hmac.encoding, hmac.prefix.as_str()),
            (HmacDigest::Sha256, HmacEncoding::Hex, "sha256=")
        );
        assert_eq!(
            (
                endpoints[1].per_minute,
                endpoints[1].max_body_kib,
                endpoints[1].queue
            ),
            (120, 256, false)
        );
        assert_eq!(endpoints[0].consent_code(), "endpoint:POST /events hmac");
        assert_eq!(
            endpoints[1].consent_code(),
            "endpoint:GET,POST /orders/* session Pages.Booking"
        );
        assert_eq!(
            endpoints[1].description(),
            "Receive GET, POST /orders/* from your users who have the permission Pages.Booking"
        );
        assert!(
            endpoints[0]
                .description()
                .starts_with("Receive POST /events signed with the secret webhookSecret, also at")
        );
    }

    #[test]
    fn the_older_spelling_of_access_is_read() {
        let older = COMPLETE.replace("access =", "door =");
        assert_eq!(read(&older).unwrap(), read(COMPLETE).unwrap());
        let both = COMPLETE.replacen("access =", "door = \"open\"\naccess =", 1);
        assert!(
            read(&both)
                .unwrap_err()
                .contains("duplicate field `access`")
        );
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (right, wrong, named) in [
            (
                "\"/events\"",
                "\"events\"",
                "path: /events or /orders/* is expected",
            ),
            ("\"/events\"", "\"/a/../b\"", "path:"),
            ("\"/orders/*\"", "\"/orders*\"", "path:"),
            ("[\"POST\"]", "[\"OPTIONS\"]", "methods \"OPTIONS\""),
            ("[\"POST\"]", "[]", "methods: at least one"),
            ("[\"POST\"]", "[\"GET\"]", "queue: a GET"),
            ("\"hmac\"", "\"open\"", "hmac: only access = \"hmac\""),
            ("\"session\"", "\"hmac\"", "hmac: access = \"hmac\" needs"),
            (
                "\"session\"",
                "\"open\"",
                "permission: only with access = \"api-key\"",
            ),
            ("\"session\"", "\"window\"", "unknown variant `window`"),
            ("Pages.Booking", "Booking", "permission \"Booking\""),
            ("x-shop-hmac-sha256", "X Shop", "hmac.header"),
            ("\"webhookSecret\"", "\"a b\"", "hmac.secret"),
            ("\"sha256\"", "\"md5\"", "unknown variant `md5`"),
            ("queue = true", "queue = false", "event-id: only with queue"),
            ("\"x-event-id\"", "\"cookie\"", "event-id \"cookie\""),
            ("60", "0", "per-minute 0: 1 to 6000"),
            ("512", "4096", "max-body-kib 4096: 1 to 1024"),
            ("shopifyrates", "rates-2", "callback \"rates-2\""),
        ] {
            let reason = read(&COMPLETE.replace(right, wrong)).unwrap_err();
            assert!(reason.contains(named), "{wrong}: {reason}");
        }
        let twice = format!("{COMPLETE}\n[[endpoints]]\npath = \"/events\"\naccess = \"open\"\n");
        assert!(read(&twice).unwrap_err().contains("POST is claimed twice"));
    }
}
