//! Settings of the program, from `waybill.toml` and the environment (`WAYBILL_…`, the environment
//! wins).

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

use crate::address::{Authority, Scheme};

/// The settings. Each has its own name in the file and `WAYBILL_<NAME>` in the environment.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Config {
    /// Listening address, `127.0.0.1:8080`.
    pub listen: SocketAddr,
    /// Folder of all data outside the database: files, keys, compiled plugins and SQLite's own
    /// file.
    pub data: PathBuf,
    /// `postgres://…` or `sqlite://…`; also read from `DATABASE_URL`. Default: SQLite in the data
    /// folder.
    pub database_url: Option<String>,
    /// Size of the PostgreSQL connection pool.
    pub database_connections: u32,
    /// SQLite: wait for the disk at each commit. `false` may lose the last moments in a power cut,
    /// never consistency.
    pub sqlite_durable: bool,
    /// `s3://bucket/prefix` of an S3-compatible store. Default: `files` in the data folder.
    pub files: Option<String>,
    /// Endpoint of a store other than Amazon's, `https://s3.example.com`.
    pub files_endpoint: Option<String>,
    pub files_region: Option<String>,
    /// Default: AWS_ACCESS_KEY_ID and its kin, or the machine's role.
    pub files_access_key: Option<String>,
    #[serde(skip_serializing)]
    pub files_secret_key: Option<crate::secret::Secret>,
    /// Folder of plugins. Default: `plugins` next to the program.
    pub plugins: Option<PathBuf>,
    /// Accepts unsigned packages and untrusted signers: for development, never with other people's
    /// data.
    pub plugin_allow_unsigned: bool,
    /// Folder of compiled plugins and the key that authenticates them. Default: the data folder.
    pub plugin_cache: Option<PathBuf>,
    /// Folder of the built web application. Default: `web` next to the program.
    pub web: Option<PathBuf>,
    /// `host:port` pairs on private or loopback addresses that plugins may call, also in plain
    /// HTTP.
    #[serde(deserialize_with = "listed")]
    pub plugin_private_hosts: Vec<String>,
    /// Memory of all plugin calls together, in MiB; one tenant's calls may use a quarter of it.
    pub plugin_memory_mib: u32,
    /// Deadline of a quote's carrier calls, in milliseconds.
    pub quote_deadline_ms: u64,
    /// Largest JSON body, in bytes.
    pub body_limit: usize,
    /// Sealing key for secrets, as printed by `waybill secret export`; the same on all hosts of a
    /// database.
    #[serde(skip_serializing)]
    pub secret_key: Option<crate::secret::Secret>,
    /// File with that key. Default: `secret.key` in the data folder.
    pub secret_key_file: Option<PathBuf>,
    /// Storage of one user, and of a whole tenant, in MiB; 0 is unlimited.
    pub files_per_user_mb: u64,
    pub files_per_tenant_mb: u64,
    /// Maximum open connections, within the system's file limit.
    pub connections: usize,
    /// Maximum connections from one address; not applied behind proxies, which share one address.
    pub connections_per_address: usize,
    /// Seconds a connection may be idle or take for a request's head.
    pub idle_seconds: u64,
    /// Seconds for the next piece of a request's body, and for the client to read the next piece of
    /// a response.
    pub body_seconds: u64,
    /// Seconds for which connections are still accepted after a stop signal, so that load balancers
    /// notice.
    pub drain_seconds: u64,
    /// Number of trusted proxies in front, for the client address, scheme and host in
    /// X-Forwarded-…; `true` is one, `false` none.
    pub trust_proxy: Proxies,
    /// Scheme and port of links in emails, with `*` for the tenant's stored host name: `https://*`
    /// or `https://*:8443`. Default: `https://*` behind a proxy, otherwise http on the listening
    /// port.
    pub public_address: Option<PublicAddress>,
    /// The platform's mail server, for tenants without one. Default: such tenants send no email.
    pub smtp_host: Option<String>,
    /// Default: the standard port of the security.
    pub smtp_port: Option<u16>,
    pub smtp_security: crate::config::Security,
    pub smtp_user: Option<String>,
    #[serde(skip_serializing)]
    pub smtp_password: Option<crate::secret::Secret>,
    /// Sender of the platform's emails.
    pub mail_from: Option<String>,
    /// PEM file of certificate authorities that tenants' servers may use in addition to the
    /// system's.
    pub trusted_authorities: Option<PathBuf>,
    /// `host` or `host:port` on private or loopback addresses that tenants' settings (such as a
    /// mail server) may name.
    #[serde(deserialize_with = "listed")]
    pub tenant_private_hosts: Vec<String>,
    /// Bearer token for `/metrics`. Default: only callers on this machine may read it.
    #[serde(skip_serializing)]
    pub metrics_token: Option<crate::secret::Secret>,
    /// Concurrent jobs on this host, in addition to one guaranteed per kind.
    pub jobs_at_once: usize,
    /// Retention of events, in days.
    pub events_kept_days: u32,
    /// `text` or `json`.
    pub log_format: String,
    /// Log filter: `info`, `waybill=debug,info`, …
    pub log: String,
}

/// Security of the connection to the server.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, schemars::JsonSchema,
)]
pub enum Security {
    /// Plain first, then TLS or a failure (port 587).
    #[default]
    StartTls,
    /// TLS from the first byte (port 465).
    Tls,
    /// No TLS; passwords are sent this way only to a server on the same machine.
    None,
}

/// Number of trusted proxies in front.
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

/// Scheme and port of tenants' host names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PublicAddress {
    pub scheme: Scheme,
    pub port: Option<u16>,
}

impl TryFrom<String> for PublicAddress {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        const INVALID: &str = "must be http://* or https://*, and a port after it where one is needed: https://*:8443";
        let (scheme, rest) = text.split_once("://").ok_or(INVALID)?;
        let scheme = Scheme::parse(scheme).ok_or(INVALID)?;
        // `*` takes the place of a host name.
        let rest = rest.strip_prefix('*').ok_or(INVALID)?;
        let port = Authority::parse(&format!("name{rest}"))
            .filter(|named| named.host == "name")
            .ok_or(INVALID)?
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
        format!("{}://{authority}", scheme.as_str())
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
            smtp_security: crate::config::Security::default(),
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
    /// Reads `waybill.toml` in the working folder (or the file named by `WAYBILL_CONFIG`) and the
    /// environment.
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
        // Read verbatim: a password of digits is no number, and no error may repeat it.
        if let Ok(password) = std::env::var("WAYBILL_SMTP_PASSWORD") {
            config.smtp_password = Some(crate::secret::Secret::new(password));
        }
        if let Ok(token) = std::env::var("WAYBILL_METRICS_TOKEN") {
            config.metrics_token = Some(crate::secret::Secret::new(token));
        }
        if let Ok(key) = std::env::var("WAYBILL_SECRET_KEY") {
            config.secret_key = Some(crate::secret::Secret::new(key));
        }
        Ok(config)
    }

    pub fn tenant_url(&self, host_name: &str) -> String {
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
        format!("{}://{authority}", scheme.as_str())
    }

    /// Creates the data folder, and SQLite's file if used, readable by their owner alone.
    pub fn create_data_folder(&self) -> anyhow::Result<()> {
        use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
        let allow = |path: &Path, mode| {
            // A path of another owner, such as a mounted volume, is that owner's to protect.
            if let Err(error) =
                std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode))
            {
                tracing::warn!(path = %path.display(), %error, "others on this machine may be able to read it");
            }
        };
        let created = std::fs::DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(&self.data);
        created.with_context(|| format!("cannot make the data folder {}", self.data.display()))?;
        allow(&self.data, 0o700);
        let url = self.db_config().url;
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

    pub fn db_config(&self) -> crate::db::DbConfig {
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
            config.create_data_folder().unwrap();
            assert_eq!(
                (mode(&data), mode(&data.join("waybill.db"))),
                (0o700, 0o600)
            );
        }
    }

    #[test]
    fn a_tenants_address_is_made_of_settings() {
        let at = |toml: &str| read(toml).unwrap().tenant_url("acme.example");
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
