//! Registry credentials from the environment or from docker's configuration.

use std::{env, fs, path::Path, path::PathBuf};

use anyhow::{Context, bail};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use oci_client::secrets::RegistryAuth;
use serde_json::Value;

const USER: &str = "WAYBILL_REGISTRY_USER";
const PASSWORD: &str = "WAYBILL_REGISTRY_PASSWORD";
/// Maximum size of docker's configuration.
const MAX_CONFIG_BYTES: u64 = 1 << 20;

pub fn load(registry: &str) -> anyhow::Result<RegistryAuth> {
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
    if fs::metadata(&file)?.len() > MAX_CONFIG_BYTES {
        bail!("{} is too large to be docker's", file.display());
    }
    let text =
        fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
    // The error must not contain the file's text.
    let Ok(config) = serde_json::from_str(&text) else {
        bail!("{} is no JSON", file.display())
    };
    find_entry(&config, registry)
        .with_context(|| format!("{}, the entry of {registry}", file.display()))
}

fn find_entry(config: &Value, registry: &str) -> anyhow::Result<RegistryAuth> {
    let entries = config["auths"].as_object().into_iter().flatten();
    let Some((_, entry)) = entries
        .into_iter()
        .find(|(key, _)| normalise_host(key) == normalise_host(registry))
    else {
        if uses_helper(config, registry) {
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

/// True for a credential helper.
fn uses_helper(config: &Value, registry: &str) -> bool {
    config["credHelpers"].as_object().is_some_and(|of| {
        of.keys()
            .any(|key| normalise_host(key) == normalise_host(registry))
    })
}

/// Normalises names: `https://index.docker.io/v1/` and `docker.io` are one registry.
fn normalise_host(key: &str) -> &str {
    let rest = key.split_once("://").map_or(key, |(_, rest)| rest);
    match rest.split('/').next().unwrap_or_default() {
        "index.docker.io" | "registry-1.docker.io" => "docker.io",
        host => host,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "test helpers panic on failure")]
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
        let hub = find_entry(&config, "index.docker.io").unwrap();
        assert!(hub == RegistryAuth::Basic("robot".into(), "pass:word".into()));
        assert!(
            find_entry(&config, "registry.example.com:5000").unwrap()
                == RegistryAuth::Bearer("t".into())
        );
        assert!(
            find_entry(&config, "registry.example.com").unwrap() == RegistryAuth::Anonymous,
            "another port"
        );
        for told in [
            "broken.example.com",
            "empty.example.com",
            "helped.example.com",
        ] {
            let message = find_entry(&config, told).unwrap_err().to_string();
            assert!(
                message.contains("auth") || message.contains("helper"),
                "{message}"
            );
        }
    }
}
