//! Rules for the hosts that a plugin may call: rejections, warnings, and the hosts of each secret.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Capability {
    Log,
    Config,
    KeyValue,
    HttpClient,
    Crypto,
    Clock,
    Render,
    RateCards,
    Data,
    Output,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Grants {
    pub capabilities: Vec<Capability>,
    /// `host` or `host:port`; a leading `*.` matches one label.
    pub hosts: Vec<String>,
    /// Secret settings by key, with the hosts that each may be sent to. A secret not listed here
    /// may go to all of them.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub secrets: BTreeMap<String, Vec<String>>,
}
use crate::error::{EngineError, invalid};
use std::net::IpAddr;
use work::outgoing::addresses;

/// Top-level names that are valid only inside a private network.
const LOCAL: [&str; 7] = [
    "localhost",
    "local",
    "internal",
    "lan",
    "home",
    "corp",
    "private",
];

/// Rejects a star below a public suffix, where anyone can register a name.
pub(super) fn check(host: &str) -> Result<(), EngineError> {
    check_star(host).map_err(|error| error.within(format_args!("grants.hosts {host:?}")))
}

/// Same check; the error names no field.
pub(super) fn check_star(host: &str) -> Result<(), EngineError> {
    let Some(parent) = name(host).strip_prefix("*.") else {
        return Ok(());
    };
    match psl::domain_str(parent) {
        Some(_) => Ok(()),
        None => Err(invalid!(
            "anybody can have a name below {parent}; name the host, or a name of the other side's own as in *.example.com"
        )),
    }
}

pub(super) fn check_secrets(grants: &Grants) -> Result<(), EngineError> {
    for (key, hosts) in &grants.secrets {
        if let Some(other) = hosts.iter().find(|host| !grants.hosts.contains(host)) {
            return Err(invalid!(
                "grants.secrets {key}: {other:?} is none of grants.hosts"
            ));
        }
    }
    Ok(())
}

pub(super) fn warnings(grants: &Grants) -> Vec<String> {
    let mut warnings: Vec<String> = grants
        .hosts
        .iter()
        .filter_map(|host| warning(host))
        .collect();
    let many = grants.hosts.len() > 1 || grants.hosts.iter().any(|host| host.starts_with("*."));
    if many && grants.secrets.is_empty() {
        warnings.push(
            "grants.hosts names several hosts and grants.secrets does not say which of them a secret may be sent to"
                .into(),
        );
    }
    warnings
}

fn warning(host: &str) -> Option<String> {
    let name = name(host);
    if let Ok(address) = name.parse::<IpAddr>() {
        let why = addresses::block_reason(address)
            .map_or_else(String::new, |why| format!(", which is {why}"));
        return Some(format!(
            "grants.hosts {host:?} is an address and no name{why}: whose it is can't be seen"
        ));
    }
    let last = name.rsplit('.').next().unwrap_or_default();
    let is_local = LOCAL.contains(&last) || !name.contains('.');
    is_local.then(|| format!("grants.hosts {host:?} is a name of a private network"))
}

fn name(host: &str) -> &str {
    host.split_once(':').map_or(host, |(name, _)| name)
}
