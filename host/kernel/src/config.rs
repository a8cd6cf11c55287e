//! Every setting of the program, from `waybill.toml` and the environment (`WAYBILL_…`, the environment wins).

use std::{net::SocketAddr, path::PathBuf};

use figment::{
    Figment,
    providers::{Env, Format, Serialized, Toml},
};
use serde::{Deserialize, Serialize};

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
    pub plugin_private_hosts: Vec<String>,
    /// Milliseconds that a quote waits for its carriers.
    pub quote_deadline_ms: u64,
    /// Largest body of a JSON call, in bytes.
    pub body_limit: usize,
    /// Take the caller's address, scheme and host name from X-Forwarded-… (only behind a proxy that sets them).
    pub trust_proxy: bool,
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
    pub tenant_private_hosts: Vec<String>,
    /// Whoever sends it as a bearer token may read `/metrics`; left out: only callers on this machine may.
    #[serde(skip_serializing)]
    pub metrics_token: Option<crate::secrets::Secret>,
    /// `text` or `json`.
    pub log_format: String,
    /// What is logged: `info`, `waybill=debug,info`, …
    pub log: String,
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
            quote_deadline_ms: 10_000,
            body_limit: 2 * 1024 * 1024,
            trust_proxy: false,
            smtp_host: None,
            smtp_port: None,
            smtp_security: crate::mail::Security::default(),
            smtp_user: None,
            smtp_password: None,
            mail_from: None,
            trusted_authorities: None,
            tenant_private_hosts: Vec::new(),
            metrics_token: None,
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
            .merge(Env::prefixed("WAYBILL_").ignore(&["CONFIG", "SMTP_PASSWORD", "METRICS_TOKEN"]))
            .extract()?;
        // Taken as it stands: a password of digits is no number, and no complaint may repeat it.
        if let Ok(password) = std::env::var("WAYBILL_SMTP_PASSWORD") {
            config.smtp_password = Some(crate::secrets::Secret::new(password));
        }
        if let Ok(token) = std::env::var("WAYBILL_METRICS_TOKEN") {
            config.metrics_token = Some(crate::secrets::Secret::new(token));
        }
        Ok(config)
    }

    /// How to reach the database that these settings name.
    pub fn database(&self) -> crate::db::DbConfig {
        let url =
            self.database_url.clone().unwrap_or_else(|| format!("sqlite://{}", self.data.join("waybill.db").display()));
        crate::db::DbConfig { url, connections: self.database_connections, durable: self.sqlite_durable }
    }
}
