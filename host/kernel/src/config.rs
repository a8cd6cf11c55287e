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
    /// The folder of plugins; left out: `plugins` beside the program.
    pub plugins: Option<PathBuf>,
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
            plugins: None,
            plugin_cache: None,
            web: None,
            plugin_private_hosts: Vec::new(),
            quote_deadline_ms: 10_000,
            body_limit: 2 * 1024 * 1024,
            trust_proxy: false,
            log_format: "text".to_owned(),
            log: "info".to_owned(),
        }
    }
}

impl Config {
    /// Reads `waybill.toml` of the working folder (or the file that `WAYBILL_CONFIG` names) and the environment.
    pub fn load() -> anyhow::Result<Self> {
        let file = std::env::var("WAYBILL_CONFIG").unwrap_or_else(|_| "waybill.toml".to_owned());
        let config = Figment::from(Serialized::defaults(Self::default()))
            .merge(Toml::file(file))
            .merge(Env::raw().only(&["DATABASE_URL"]))
            .merge(Env::prefixed("WAYBILL_").ignore(&["CONFIG"]))
            .extract()?;
        Ok(config)
    }

    /// How to reach the database that these settings name.
    pub fn database(&self) -> crate::db::DbConfig {
        let url =
            self.database_url.clone().unwrap_or_else(|| format!("sqlite://{}", self.data.join("waybill.db").display()));
        crate::db::DbConfig { url, connections: self.database_connections, durable: self.sqlite_durable }
    }
}
