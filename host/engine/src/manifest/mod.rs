//! The manifest, plugin.toml: a plugin's identity, the grants it needs and its front end's
//! contributions.

mod endpoints;
mod frame;
mod front_end;
mod grants;

pub use endpoints::{Access, EndpointSpec, Hmac, HmacDigest, HmacEncoding, HmacForm};
pub use frame::Frame;
pub use front_end::{Nav, Route};
pub use grants::{Capability, Grants};

use crate::{
    error::{EngineError, invalid},
    functions::{Function, NEWEST_MINOR},
    kind::Kind,
    limits::{MEMORY_DEFAULT_MIB, MEMORY_MOST_MIB},
    text::{MAX_MESSAGE, MAX_NAME, is_unseen},
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The interface version of this host. It loads plugins of the same major and at most this minor
/// version.
const WIT: (u32, u32) = (1, NEWEST_MINOR);

/// Maximum UN numbers of one item, as bookings have them.
const MAX_UN_NUMBERS: u32 = 20;

#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    pub id: String,
    pub name: String,
    pub version: String,
    pub kind: Kind,
    /// The version of the interfaces it was written against.
    pub wit: String,
    /// The range of web SDK versions its front end works with.
    #[serde(default = "any_sdk")]
    pub sdk: String,
    #[serde(default)]
    pub description: String,
    #[serde(default)]
    pub grants: Grants,
    #[serde(default)]
    pub limits: Limits,
    #[serde(default, skip_serializing_if = "Accepts::is_default")]
    pub accepts: Accepts,
    /// The HTTP endpoints it serves.
    #[serde(default)]
    pub endpoints: Vec<EndpointSpec>,
    #[serde(default)]
    pub web: Web,
}

/// Limits the plugin needs beyond the defaults, by function of wit/v1.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Limits {
    pub memory_mib: u32,
    pub cpu_ms: BTreeMap<String, u32>,
    pub wall_ms: BTreeMap<String, u32>,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            memory_mib: MEMORY_DEFAULT_MIB,
            cpu_ms: BTreeMap::new(),
            wall_ms: BTreeMap::new(),
        }
    }
}

/// Goods that a carrier accepts beyond what every carrier does.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Accepts {
    /// UN numbers of dangerous goods in one item; the pairs `dangerous-goods` of a consignment's
    /// `ext` hold them. Without it the carrier gets one for a consignment.
    pub un_numbers_per_item: Option<u32>,
}

/// The front end: panels in the shell's slots, its pages, and their menu entries.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Web {
    pub slots: Vec<Slot>,
    pub routes: Vec<Route>,
    pub nav: Vec<Nav>,
    /// A document that runs another company's scripts, for a slot to embed as a frame.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frame: Option<Frame>,
}

#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Slot {
    pub id: String,
    /// `carrier.account.form@1`
    pub slot: String,
    pub module: String,
    #[serde(default)]
    pub order: i32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub permission: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub feature: Option<String>,
}

fn any_sdk() -> String {
    "*".into()
}

impl Manifest {
    pub fn parse(text: &str) -> Result<Manifest, EngineError> {
        let manifest: Manifest = toml::from_str(text)
            .map_err(|error| invalid!("plugin.toml: {}", error.to_string().trim()))?;
        manifest
            .check()
            .map_err(|error| error.within("plugin.toml"))?;
        Ok(manifest)
    }

    /// Warnings for people about valid but risky grants.
    pub fn warnings(&self) -> Vec<String> {
        grants::warnings(&self.grants)
    }

    fn check(&self) -> Result<(), EngineError> {
        if self.name.len() > MAX_NAME || self.description.len() > MAX_MESSAGE {
            return Err(invalid!(
                "name and description have at most {MAX_NAME} and {MAX_MESSAGE} bytes"
            ));
        }
        if self
            .name
            .chars()
            .chain(self.description.chars())
            .any(|letter| is_unseen(letter) && letter != '\n')
        {
            return Err(EngineError::invalid(
                "name and description: they have characters that are not shown",
            ));
        }
        if !is_id(&self.id) {
            return Err(invalid!(
                "id {:?}: 2 to 64 lower-case letters, digits and hyphens are expected, a letter first",
                self.id
            ));
        }
        if self.name.trim().is_empty() {
            return Err(EngineError::invalid("name: it must not be empty"));
        }
        let Some(_) = version(&self.version) else {
            return Err(invalid!(
                "version {:?}: three numbers like 1.0.0 are expected",
                self.version
            ));
        };
        match version(&self.wit) {
            Some((major, minor)) if major == WIT.0 && minor <= WIT.1 => {}
            Some(_) => {
                return Err(invalid!(
                    "wit {:?}: this host speaks {}.{}",
                    self.wit,
                    WIT.0,
                    WIT.1
                ));
            }
            None => {
                return Err(invalid!(
                    "wit {:?}: three numbers like 1.0.0 are expected",
                    self.wit
                ));
            }
        }
        for host in &self.grants.hosts {
            if !is_host(host) {
                return Err(invalid!(
                    "grants.hosts {host:?}: a host like api.example.com, *.example.com or api.example.com:8443 is expected"
                ));
            }
            grants::check(host)?;
        }
        if !self.grants.hosts.is_empty()
            && !self.grants.capabilities.contains(&Capability::HttpClient)
        {
            return Err(EngineError::invalid(
                "grants.hosts: hosts need the capability http-client",
            ));
        }
        grants::check_secrets(&self.grants)?;
        self.limits.check()?;
        self.accepts.check(self.kind)?;
        endpoints::check(&self.endpoints)?;
        self.web.slots.iter().try_for_each(Slot::check)?;
        self.web.frame.iter().try_for_each(Frame::check)?;
        front_end::check(&self.web)
    }
}

impl Limits {
    fn check(&self) -> Result<(), EngineError> {
        if !(1..=MEMORY_MOST_MIB).contains(&self.memory_mib) {
            return Err(invalid!(
                "limits.memory-mib {}: 1 to {MEMORY_MOST_MIB} is expected",
                self.memory_mib
            ));
        }
        let check = |field: &str, requested: &BTreeMap<String, u32>, most: fn(Function) -> u32| {
            requested.iter().try_for_each(|(name, &milliseconds)| {
                let Some(function) = Function::by_name(name) else {
                    return Err(invalid!("limits.{field}.{name}: no such function"));
                };
                let most = most(function);
                match (1..=most).contains(&milliseconds) {
                    true => Ok(()),
                    false => Err(invalid!(
                        "limits.{field}.{name} {milliseconds}: 1 to {most} is expected"
                    )),
                }
            })
        };
        check("cpu-ms", &self.cpu_ms, Function::max_cpu_ms)?;
        check("wall-ms", &self.wall_ms, Function::max_wall_ms)
    }
}

impl Accepts {
    fn is_default(&self) -> bool {
        *self == Accepts::default()
    }

    fn check(&self, kind: Kind) -> Result<(), EngineError> {
        match self.un_numbers_per_item {
            None => Ok(()),
            Some(_) if kind != Kind::Carrier => Err(EngineError::invalid(
                "accepts.un-numbers-per-item: only carriers accept goods",
            )),
            Some(1..=MAX_UN_NUMBERS) => Ok(()),
            Some(number) => Err(invalid!(
                "accepts.un-numbers-per-item {number}: 1 to {MAX_UN_NUMBERS} is expected"
            )),
        }
    }
}

impl Slot {
    fn check(&self) -> Result<(), EngineError> {
        let versioned = self
            .slot
            .split_once('@')
            .is_some_and(|(name, version)| !name.is_empty() && version.parse::<u32>().is_ok());
        if !versioned {
            return Err(invalid!(
                "web.slots {:?}: slot {:?} needs a version, as in carrier.account.form@1",
                self.id,
                self.slot
            ));
        }
        if !self.module.starts_with("./") {
            return Err(invalid!(
                "web.slots {:?}: module {:?} must begin with ./",
                self.id,
                self.module
            ));
        }
        Ok(())
    }
}

fn is_id(id: &str) -> bool {
    (2..=64).contains(&id.len())
        && id.starts_with(|first: char| first.is_ascii_lowercase())
        && id
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

fn is_host(host: &str) -> bool {
    let (name, port) = match host.split_once(':') {
        Some((name, port)) => (name, Some(port)),
        None => (host, None),
    };
    let name = name.strip_prefix("*.").unwrap_or(name);
    let label = |label: &str| {
        !label.is_empty()
            && label
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
    };
    name.split('.').all(label)
        && port.is_none_or(|port| port.parse::<u16>().is_ok_and(|port| port > 0))
}

/// Major and minor of `major.minor.patch`; suffixes like `-beta.1` are allowed.
fn version(text: &str) -> Option<(u32, u32)> {
    let core = text.split(['-', '+']).next()?;
    let numbers: Vec<u32> = core
        .split('.')
        .map(|number| number.parse().ok())
        .collect::<Option<_>>()?;
    match numbers.as_slice() {
        &[major, minor, _] => Some((major, minor)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COMPLETE: &str = r#"
        id = "own-fleet"
        name = "Own fleet"
        version = "0.1.0"
        kind = "carrier"
        wit = "1.0.0"
        sdk = "^1.0.0"
        [grants]
        capabilities = ["log", "http-client"]
        hosts = ["api.example.com", "*.example.net:8443"]
        [limits]
        memory-mib = 128
        cpu-ms = { rates = 200 }
        [[web.slots]]
        id = "account-form"
        slot = "carrier.account.form@1"
        module = "./AccountForm"
        order = 10
    "#;

    #[test]
    fn a_carrier_names_how_many_un_numbers_it_accepts() {
        let accepts = |kind: &str, number: &str| {
            let text = COMPLETE.replace("\"carrier\"", &format!("{kind:?}"));
            Manifest::parse(&format!(
                "{text}\n[accepts]\nun-numbers-per-item = {number}"
            ))
        };
        let manifest = accepts("carrier", "20").unwrap();
        assert_eq!(manifest.accepts.un_numbers_per_item, Some(20));
        let none = Manifest::parse(COMPLETE).unwrap();
        assert_eq!(none.accepts.un_numbers_per_item, None);
        for (kind, number, reason) in [
            ("carrier", "0", "1 to 20 is expected"),
            ("carrier", "21", "1 to 20 is expected"),
            ("rate-engine", "2", "only carriers accept goods"),
        ] {
            let refused = accepts(kind, number).unwrap_err().to_string();
            assert!(refused.contains(reason), "{refused}");
        }
    }

    #[test]
    fn a_whole_manifest_is_read() {
        let manifest = Manifest::parse(COMPLETE).unwrap();
        assert_eq!(manifest.kind, Kind::Carrier);
        assert_eq!(manifest.limits.cpu_ms["rates"], 200);
        assert_eq!(manifest.web.slots[0].order, 10);
    }

    #[test]
    fn a_host_that_anybody_can_have_is_refused() {
        let with = |host: &str| Manifest::parse(&COMPLETE.replace("*.example.net:8443", host));
        for host in [
            "*.com",
            "*.com.au",
            "*.co.uk:8443",
            "*.github.io",
            "*.s3.amazonaws.com",
            "*.test",
            "*.internal",
        ] {
            let reason = with(host).unwrap_err().to_string();
            assert!(
                reason.contains(&format!("{host:?}")) && reason.contains("anybody can have"),
                "{reason}"
            );
        }
        for host in [
            "*.example.com",
            "*.example.com.au:8443",
            "*.carrier.internal",
            "com",
        ] {
            with(host).unwrap();
        }
    }

    #[test]
    fn what_should_make_people_wonder_is_told() {
        let warned = |hosts: &str, more: &str| {
            let whole = COMPLETE.replace(
                "\"api.example.com\", \"*.example.net:8443\"]",
                &format!("{hosts}]\n{more}"),
            );
            Manifest::parse(&whole).unwrap().warnings()
        };
        assert_eq!(warned("\"api.example.com\"", ""), Vec::<String>::new());
        for host in [
            "127.0.0.1:9000",
            "localhost",
            "printer",
            "nas.local",
            "10.0.0.7",
            "203.0.113.9",
            "db.internal",
        ] {
            let reason = warned(&format!("{host:?}"), "");
            assert!(reason[0].contains(host), "{reason:?}");
        }
        let several = "\"api.example.com\", \"logs.example.net\"";
        assert!(warned(several, "")[0].contains("grants.secrets"));
        assert_eq!(
            warned(several, "secrets = { KEY = [\"api.example.com\"] }"),
            Vec::<String>::new()
        );
        let reason = Manifest::parse(
            &COMPLETE.replace("[limits]", "secrets = { KEY = [\"b.example\"] }\n[limits]"),
        );
        assert!(
            reason
                .unwrap_err()
                .to_string()
                .contains("grants.secrets KEY: \"b.example\" is none of grants.hosts")
        );
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (right, wrong, named) in [
            ("\"own-fleet\"", "\"Own Fleet\"", "id \"Own Fleet\""),
            ("0.1.0", "one", "version \"one\""),
            ("wit = \"1.0.0\"", "wit = \"2.0.0\"", "this host speaks 1.4"),
            (
                "kind = \"carrier\"",
                "kind = \"ferry\"",
                "unknown variant `ferry`",
            ),
            ("\"log\"", "\"files\"", "unknown variant `files`"),
            ("api.example.com", "https://api.example.com", "grants.hosts"),
            ("\"http-client\"", "\"clock\"", "http-client"),
            ("128", "4096", "limits.memory-mib 4096"),
            ("rates = 200", "rates = 9000", "limits.cpu-ms.rates 9000"),
            ("rates = 200", "fly = 1", "limits.cpu-ms.fly"),
            ("form@1", "form", "needs a version"),
            ("sdk =", "skd =", "skd"),
        ] {
            let reason = Manifest::parse(&COMPLETE.replace(right, wrong))
                .unwrap_err()
                .to_string();
            assert!(reason.contains(named), "{wrong}: {reason}");
        }
    }
}
