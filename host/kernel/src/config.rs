//! Every setting of the program, from `waybill.toml` and the environment (`WAYBILL_…`, the environment wins).

use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
};

use anyhow::Context;
use figment::{
    Figment,
    providers::{Env, Format, Serialized, Toml},
};
use serde::{Deserialize, Deserializer, Serialize};

use crate::origin::{Authority, Scheme};

/// The settings. Each is read from the file under its own name and from the environment as `WAYBILL_<NAME>`.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Config {
    /// Where to listen, `127.0.0.1:8080`.
    pub listen: SocketAddr,
    /// The folder of everything that is kept outside the database: files, keys, compiled plugins, and SQLite's own file.
    pub data: PathBuf,
    /// `postgres://…` or `sqlite://…`; also read from `DATABASE_URL`. Left out: SQLite in the data folder.
    pub database_url: Option<String>,
    /// Connections kept to PostgreSQL.
    pub database_connections: u32,
    /// SQLite: wait for the disk at each commit. `false` may lose the last moments at a power cut, never consistency.
    pub sqlite_durable: bool,
    /// `s3://bucket/prefix` of an S3-compatible store; left out: `files` in the data folder.
    pub files: Option<String>,
    /// The store's address when it is not Amazon's, `https://s3.example.com`.
    pub files_endpoint: Option<String>,
    pub files_region: Option<String>,
    /// Left out: from AWS_ACCESS_KEY_ID and the like, or the machine's role.
    pub files_access_key: Option<String>,
    #[serde(skip_serializing)]
    pub files_secret_key: Option<crate::secrets::Secret>,
    /// The folder of plugins; left out: `plugins` beside the program.
    pub plugins: Option<PathBuf>,
    /// Take packages that nobody signed, or whose signer is not trusted: for a workshop, never for other people's data.
    pub plugin_allow_unsigned: bool,
    /// The folder of compiled plugins and the key that vouches for them; left out: the data folder.
    pub plugin_cache: Option<PathBuf>,
    /// The folder of the built web application; left out: `web` beside the program.
    pub web: Option<PathBuf>,
    /// `host:port` pairs on private or loopback addresses that plugins may call all the same, and in plain HTTP.
    #[serde(deserialize_with = "listed")]
    pub plugin_private_hosts: Vec<String>,
    /// Memory of all plugins' calls together, in MiB; a tenant's have a quarter of it.
    pub plugin_memory_mib: u32,
    /// Milliseconds that a quote waits for its carriers.
    pub quote_deadline_ms: u64,
    /// Largest body of a JSON call, in bytes.
    pub body_limit: usize,
    /// The key that secrets are sealed with, as `waybill secret export` prints it; all hosts of a database have the same.
    #[serde(skip_serializing)]
    pub secret_key: Option<crate::secrets::Secret>,
    /// A file with that key; left out as well: `secret.key` in the data folder.
    pub secret_key_file: Option<PathBuf>,
    /// MiB of files that one user may have stored, and a whole tenant; 0 sets no limit.
    pub files_per_user_mb: u64,
    pub files_per_tenant_mb: u64,
    /// Connections held at once, as far as the system has files for them.
    pub connections: usize,
    /// Of these from one address; behind proxies all come from those and are not counted so.
    pub connections_per_address: usize,
    /// Seconds that a connection may be idle, or take for the head of a request.
    pub idle_seconds: u64,
    /// Seconds that the next piece of a request's body may take, and the next piece of an answer to be taken.
    pub body_seconds: u64,
    /// Seconds that connections are still taken after the program was told to stop, so that load balancers see it.
    pub drain_seconds: u64,
    /// How many proxies stand in front and are believed the caller's address, the scheme and the host name that they say
    /// in X-Forwarded-…; `true` is one of them, `false` none.
    pub trust_proxy: Proxies,
    /// Scheme and port of the links in mails, with `*` for the tenant's stored host name: `https://*` or
    /// `https://*:8443`. Left out: `https://*` behind a proxy, otherwise http on the port where the program listens.
    pub public_address: Option<PublicAddress>,
    /// The platform's own mail server, for tenants that set none; left out: such tenants send no mail.
    pub smtp_host: Option<String>,
    /// Left out: the usual port of the security.
    pub smtp_port: Option<u16>,
    /// `StartTls`, `Tls` or `None`.
    pub smtp_security: crate::mail::Security,
    pub smtp_user: Option<String>,
    #[serde(skip_serializing)]
    pub smtp_password: Option<crate::secrets::Secret>,
    /// Whom the platform's mails come from.
    pub mail_from: Option<String>,
    /// A PEM file of certificate authorities that tenants' servers may have besides those that the system trusts.
    pub trusted_authorities: Option<PathBuf>,
    /// `host` or `host:port` on private or loopback addresses that tenants' settings (a mail server, say) may name.
    #[serde(deserialize_with = "listed")]
    pub tenant_private_hosts: Vec<String>,
    /// Whoever sends it as a bearer token may read `/metrics`; left out: only callers on this machine may.
    #[serde(skip_serializing)]
    pub metrics_token: Option<crate::secrets::Secret>,
    /// Jobs that run at once on this host, beside the one that each kind may always run.
    pub jobs_at_once: usize,
    /// So many days events stay readable after they were sent.
    pub events_kept_days: u32,
    /// `text` or `json`.
    pub log_format: String,
    /// What is logged: `info`, `waybill=debug,info`, …
    pub log: String,
}

/// How many proxies in front are believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "ProxiesSetting")]
pub struct Proxies(pub u8);

#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "must be true, false or the number of proxies in front"
)]
enum ProxiesSetting {
    Trusted(bool),
    Count(u8),
}

impl From<ProxiesSetting> for Proxies {
    fn from(setting: ProxiesSetting) -> Self {
        match setting {
            ProxiesSetting::Trusted(trusted) => Self(u8::from(trusted)),
            ProxiesSetting::Count(count) => Self(count),
        }
    }
}

/// Scheme and port at which tenants' host names are reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PublicAddress {
    pub scheme: Scheme,
    pub port: Option<u16>,
}

impl TryFrom<String> for PublicAddress {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        const WRONG: &str = "must be http://* or https://*, and a port after it where one is needed: https://*:8443";
        let (scheme, rest) = text.split_once("://").ok_or(WRONG)?;
        let scheme = Scheme::parse(scheme).ok_or(WRONG)?;
        // The star stands where a name will.
        let rest = rest.strip_prefix('*').ok_or(WRONG)?;
        let port = Authority::parse(&format!("name{rest}"))
            .filter(|named| named.host == "name")
            .ok_or(WRONG)?
            .port;
        Ok(Self { scheme, port })
    }
}

impl From<PublicAddress> for String {
    fn from(PublicAddress { scheme, port }: PublicAddress) -> Self {
        let authority = Authority {
            host: "*".to_owned(),
            port,
        };
        format!("{}://{authority}", scheme.word())
    }
}

impl Default for Config {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            data: PathBuf::from(".waybill"),
            database_url: None,
            database_connections: 16,
            sqlite_durable: true,
            files: None,
            files_endpoint: None,
            files_region: None,
            files_access_key: None,
            files_secret_key: None,
            plugins: None,
            plugin_allow_unsigned: false,
            plugin_cache: None,
            web: None,
            plugin_private_hosts: Vec::new(),
            plugin_memory_mib: 1_024,
            quote_deadline_ms: 10_000,
            body_limit: 2 * 1024 * 1024,
            secret_key: None,
            secret_key_file: None,
            files_per_user_mb: 10_240,
            files_per_tenant_mb: 102_400,
            connections: 4096,
            connections_per_address: 256,
            idle_seconds: 30,
            body_seconds: 20,
            drain_seconds: 0,
            trust_proxy: Proxies(0),
            public_address: None,
            smtp_host: None,
            smtp_port: None,
            smtp_security: crate::mail::Security::default(),
            smtp_user: None,
            smtp_password: None,
            mail_from: None,
            trusted_authorities: None,
            tenant_private_hosts: Vec::new(),
            metrics_token: None,
            jobs_at_once: 8,
            events_kept_days: 30,
            log_format: "text".to_owned(),
            log: "info".to_owned(),
        }
    }
}

impl Config {
    /// Reads `waybill.toml` of the working folder (or the file that `WAYBILL_CONFIG` names) and the environment.
    pub fn load() -> anyhow::Result<Self> {
        let file = std::env::var("WAYBILL_CONFIG").unwrap_or_else(|_| "waybill.toml".to_owned());
        let mut config: Self = Figment::from(Serialized::defaults(Self::default()))
            .merge(Toml::file(file))
            .merge(Env::raw().only(&["DATABASE_URL"]))
            .merge(Env::prefixed("WAYBILL_").ignore(&[
                "CONFIG",
                "SMTP_PASSWORD",
                "METRICS_TOKEN",
                "SECRET_KEY",
            ]))
            .extract()?;
        // Taken as it stands: a password of digits is no number, and no complaint may repeat it.
        if let Ok(password) = std::env::var("WAYBILL_SMTP_PASSWORD") {
            config.smtp_password = Some(crate::secrets::Secret::new(password));
        }
        if let Ok(token) = std::env::var("WAYBILL_METRICS_TOKEN") {
            config.metrics_token = Some(crate::secrets::Secret::new(token));
        }
        if let Ok(key) = std::env::var("WAYBILL_SECRET_KEY") {
            config.secret_key = Some(crate::secrets::Secret::new(key));
        }
        Ok(config)
    }

    /// The address of a tenant's stored host name, as links in mails have it, without a trailing slash.
    pub fn address_of(&self, host_name: &str) -> String {
        let (scheme, port) = match (&self.public_address, self.trust_proxy) {
            (Some(PublicAddress { scheme, port }), _) => (*scheme, *port),
            (None, Proxies(0)) => (
                Scheme::Http,
                Some(self.listen.port()).filter(|port| !matches!(port, 0 | 80)),
            ),
            (None, _) => (Scheme::Https, None),
        };
        let authority = Authority {
            host: host_name.to_owned(),
            port,
        };
        format!("{}://{authority}", scheme.word())
    }

    /// Makes the data folder, and SQLite's file where it is used: for their owner alone.
    pub fn prepare(&self) -> anyhow::Result<()> {
        use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
        let allow = |path: &Path, mode| {
            // What belongs to somebody else, as a mounted volume may, is that one's to protect.
            if let Err(error) =
                std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode))
            {
                tracing::warn!(path = %path.display(), %error, "others on this machine may be able to read it");
            }
        };
        let made = std::fs::DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(&self.data);
        made.with_context(|| format!("cannot make the data folder {}", self.data.display()))?;
        allow(&self.data, 0o700);
        let url = self.database().url;
        let Some(file) = url.strip_prefix("sqlite:") else {
            return Ok(());
        };
        let file = Path::new(
            file.trim_start_matches("//")
                .split('?')
                .next()
                .unwrap_or_default(),
        );
        let opened = std::fs::OpenOptions::new()
            .append(true)
            .create(true)
            .mode(0o600)
            .open(file);
        opened.with_context(|| format!("cannot open the database {}", file.display()))?;
        allow(file, 0o600);
        Ok(())
    }

    /// How to reach the database that these settings name.
    pub fn database(&self) -> crate::db::DbConfig {
        let url = self
            .database_url
            .clone()
            .unwrap_or_else(|| format!("sqlite://{}", self.data.join("waybill.db").display()));
        crate::db::DbConfig {
            url,
            connections: self.database_connections,
            durable: self.sqlite_durable,
        }
    }
}

/// A list, `["a", "b"]` in the file, or as people write it in an environment variable: `a,b`.
fn listed<'de, D: Deserializer<'de>>(source: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(
        untagged,
        expecting = "a list of texts, or texts with commas between them"
    )]
    enum Listed {
        List(Vec<String>),
        Text(String),
    }
    Ok(match Listed::deserialize(source)? {
        Listed::List(list) => list,
        Listed::Text(text) => text
            .split(',')
            .map(|one| one.trim().to_owned())
            .filter(|one| !one.is_empty())
            .collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(toml: &str) -> Result<Config, String> {
        let figment =
            Figment::from(Serialized::defaults(Config::default())).merge(Toml::string(toml));
        figment.extract().map_err(|error| error.to_string())
    }

    #[test]
    fn proxies_are_none_one_or_so_many() {
        for (text, proxies) in [("false", 0), ("true", 1), ("0", 0), ("2", 2)] {
            assert_eq!(
                read(&format!("trust_proxy = {text}")).unwrap().trust_proxy,
                Proxies(proxies)
            );
        }
        assert!(
            read("trust_proxy = \"all\"")
                .unwrap_err()
                .contains("the number of proxies")
        );
    }

    #[test]
    fn a_list_may_be_written_with_commas() {
        for toml in ["[\"a:1\", \"b\"]", "\"a:1,b\"", "\" a:1 , b, \""] {
            assert_eq!(
                read(&format!("plugin_private_hosts = {toml}"))
                    .unwrap()
                    .plugin_private_hosts,
                ["a:1", "b"]
            );
        }
        assert_eq!(
            read("tenant_private_hosts = \"\"")
                .unwrap()
                .tenant_private_hosts,
            [""; 0]
        );
        assert!(
            read("tenant_private_hosts = 5")
                .unwrap_err()
                .contains("texts with commas")
        );
    }

    #[test]
    fn the_data_folder_and_the_database_are_their_owners_alone() {
        use std::os::unix::fs::PermissionsExt;
        let data = std::env::temp_dir()
            .join(format!("waybill-config-{}", uuid::Uuid::now_v7()))
            .join("data");
        let config = Config {
            data: data.clone(),
            ..Config::default()
        };
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        std::fs::create_dir_all(&data).unwrap();
        std::fs::set_permissions(&data, std::fs::Permissions::from_mode(0o755)).unwrap();
        for _ in 0..2 {
            config.prepare().unwrap();
            assert_eq!(
                (mode(&data), mode(&data.join("waybill.db"))),
                (0o700, 0o600)
            );
        }
    }

    #[test]
    fn a_tenants_address_is_made_of_settings() {
        let at = |toml: &str| read(toml).unwrap().address_of("acme.example");
        assert_eq!(at(""), "http://acme.example:8080");
        assert_eq!(at("listen = \"0.0.0.0:80\""), "http://acme.example");
        assert_eq!(at("trust_proxy = 1"), "https://acme.example");
        assert_eq!(
            at("public_address = \"https://*:8443\""),
            "https://acme.example:8443"
        );
        for wrong in [
            "acme.example",
            "ftp://*",
            "https://*.example",
            "https://*:",
            "https://*@evil.example",
        ] {
            assert!(
                read(&format!("public_address = \"{wrong}\""))
                    .unwrap_err()
                    .contains("https://*:8443"),
                "{wrong}"
            );
        }
    }
}
