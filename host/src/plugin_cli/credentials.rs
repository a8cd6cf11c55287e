//! Who we are to a registry: from the environment, else as docker keeps it.

use std::{env, fs, path::Path, path::PathBuf};

use anyhow::{Context, bail};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use oci_client::secrets::RegistryAuth;
use serde_json::Value;

const USER: &str = "WAYBILL_REGISTRY_USER";
const PASSWORD: &str = "WAYBILL_REGISTRY_PASSWORD";
/// Larger files of docker's are none.
const CONFIG_MOST: u64 = 1 << 20;

/// What to show this registry: nobody where nothing is known of it.
pub fn of(registry: &str) -> anyhow::Result<RegistryAuth> {
    match (env::var(USER), env::var(PASSWORD)) {
        (Ok(user), Ok(password)) => return Ok(RegistryAuth::Basic(user, password)),
        (Ok(_), Err(_)) => bail!("{USER} is set and {PASSWORD} is not"),
        (Err(_), Ok(_)) => bail!("{PASSWORD} is set and {USER} is not"),
        (Err(_), Err(_)) => {}
    }
    let folder = env::var_os("DOCKER_CONFIG").map(PathBuf::from);
    let folder = folder.or_else(|| Some(Path::new(&env::var_os("HOME")?).join(".docker")));
    let Some(file) = folder
        .map(|folder| folder.join("config.json"))
        .filter(|file| file.is_file())
    else {
        return Ok(RegistryAuth::Anonymous);
    };
    if fs::metadata(&file)?.len() > CONFIG_MOST {
        bail!("{} is too large to be docker's", file.display());
    }
    let text =
        fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
    // The error must not show what stands in the file.
    let Ok(config) = serde_json::from_str(&text) else {
        bail!("{} is no JSON", file.display())
    };
    kept(&config, registry).with_context(|| format!("{}, the entry of {registry}", file.display()))
}

/// The entry of docker's file for the registry.
fn kept(config: &Value, registry: &str) -> anyhow::Result<RegistryAuth> {
    let entries = config["auths"].as_object().into_iter().flatten();
    let Some((_, entry)) = entries
        .into_iter()
        .find(|(key, _)| host_of(key) == host_of(registry))
    else {
        if kept_elsewhere(config, registry) {
            bail!("it is in a credential helper of docker's; set {USER} and {PASSWORD} instead");
        }
        return Ok(RegistryAuth::Anonymous);
    };
    if let Some(token) = entry["registrytoken"]
        .as_str()
        .filter(|token| !token.is_empty())
    {
        return Ok(RegistryAuth::Bearer(token.to_owned()));
    }
    let Some(pair) = entry["auth"].as_str().filter(|pair| !pair.is_empty()) else {
        bail!(
            "it holds no `auth` (a credential helper has it?); set {USER} and {PASSWORD} instead"
        );
    };
    let pair = STANDARD
        .decode(pair)
        .ok()
        .and_then(|bytes| String::from_utf8(bytes).ok());
    let pair = pair.context("`auth` is not the base64 of user:password")?;
    let (user, password) = pair
        .split_once(':')
        .context("`auth` is not the base64 of user:password")?;
    Ok(RegistryAuth::Basic(user.to_owned(), password.to_owned()))
}

/// Whether a helper of docker's own is named for just this registry.
fn kept_elsewhere(config: &Value, registry: &str) -> bool {
    config["credHelpers"]
        .as_object()
        .is_some_and(|of| of.keys().any(|key| host_of(key) == host_of(registry)))
}

/// `https://index.docker.io/v1/` and `docker.io` are one registry.
fn host_of(key: &str) -> &str {
    let rest = key.split_once("://").map_or(key, |(_, rest)| rest);
    match rest.split('/').next().unwrap_or_default() {
        "index.docker.io" | "registry-1.docker.io" => "docker.io",
        host => host,
    }
}

#[cfg(test)]
#[allow(
    clippy::unwrap_used,
    reason = "helpers of tests fail the test they help"
)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_entry_of_a_registry_is_found_however_docker_writes_it() {
        let pair = STANDARD.encode("robot:pass:word");
        let config = json!({
            "auths": {
                "https://index.docker.io/v1/": {"auth": pair},
                "registry.example.com:5000": {"registrytoken": "t"},
                "broken.example.com": {"auth": "%"},
                "empty.example.com": {},
            },
            "credHelpers": {"helped.example.com": "desktop"},
        });
        let hub = kept(&config, "index.docker.io").unwrap();
        assert!(hub == RegistryAuth::Basic("robot".into(), "pass:word".into()));
        assert!(
            kept(&config, "registry.example.com:5000").unwrap() == RegistryAuth::Bearer("t".into())
        );
        assert!(
            kept(&config, "registry.example.com").unwrap() == RegistryAuth::Anonymous,
            "another port"
        );
        for told in [
            "broken.example.com",
            "empty.example.com",
            "helped.example.com",
        ] {
            let words = kept(&config, told).unwrap_err().to_string();
            assert!(
                words.contains("auth") || words.contains("helper"),
                "{words}"
            );
        }
    }
}
