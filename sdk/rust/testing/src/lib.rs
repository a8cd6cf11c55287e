//! Plugins under test: built as components, loaded into the real engine, with a host in memory
//! around them.
//!
//! ```text
//! let rig = Rig::start(env!("CARGO_TARGET_TMPDIR"), &["own-fleet", "zone-rates"], &[]).await?;
//! let rates = rig.carrier("own-fleet").rates(rig.call(json!({ "rateCard": "METRO" }), &[]), consignment).await;
//! ```

mod build;
mod memory;
mod recording;
mod sheet;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use engine::{
    AccountGrant, CallContext, Carrier, Commerce, Endpoint, Engine, EngineConfig, NetworkPolicy,
    Payment, Plugin, RateEngine, Report, Secret, SettingsGrant,
};
use serde_json::Value;

pub use memory::Memory;
pub use recording::Recording;
pub use sheet::Sheet;

/// An engine with some plugins, and the host they run in.
#[derive(Clone)]
pub struct Rig {
    pub engine: Engine,
    pub host: Arc<Memory>,
}

impl Rig {
    /// Builds and loads plugins of this workspace. `scratch` is the test's `CARGO_TARGET_TMPDIR`;
    /// each pair of `stand_ins` maps a host to an origin (`http://127.0.0.1:4010`).
    pub async fn start(
        scratch: &str,
        plugins: &[&str],
        stand_ins: &[(&str, &str)],
    ) -> anyhow::Result<Self> {
        static RIGS: AtomicU32 = AtomicU32::new(0);
        let name = format!(
            "rig-{}-{}",
            std::process::id(),
            RIGS.fetch_add(1, Ordering::Relaxed)
        );
        let folder = Path::new(scratch).join(name);
        build::lay_out(&folder, plugins)?;
        // Compiled plugins are kept between runs.
        let config = EngineConfig {
            network: NetworkPolicy {
                trusted: Vec::new(),
                stand_ins: stand_ins
                    .iter()
                    .map(|(host, at)| ((*host).into(), (*at).into()))
                    .collect(),
            },
            workers: 2,
            max_instances: 16,
            ..EngineConfig::for_trials(Path::new(scratch).join("engine"))
        };
        let engine = Engine::new(config)?;
        let report = engine.load_folder(&folder).await;
        std::fs::remove_dir_all(&folder)?;
        anyhow::ensure!(
            report.refused.is_empty(),
            "plugins were refused: {:?}",
            report.refused
        );
        Ok(Self {
            engine,
            host: Arc::default(),
        })
    }

    /// A loaded carrier.
    pub fn carrier(&self, id: &str) -> Carrier {
        self.engine
            .carrier(id)
            .unwrap_or_else(|| panic!("no carrier {id} was loaded"))
    }

    /// A loaded rate engine.
    pub fn rate_engine(&self, id: &str) -> RateEngine {
        self.engine
            .rate_engine(id)
            .unwrap_or_else(|| panic!("no rate engine {id} was loaded"))
    }

    /// A loaded shop platform.
    pub fn commerce(&self, id: &str) -> Commerce {
        self.plugin(id)
            .commerce()
            .unwrap_or_else(|| panic!("{id} is no shop platform"))
    }

    /// A loaded card payment provider.
    pub fn payment(&self, id: &str) -> Payment {
        self.plugin(id)
            .payment()
            .unwrap_or_else(|| panic!("{id} is no payment provider"))
    }

    /// A loaded report generator.
    pub fn report(&self, id: &str) -> Report {
        self.plugin(id)
            .report()
            .unwrap_or_else(|| panic!("{id} is no report generator"))
    }

    /// Endpoints of a loaded plugin.
    pub fn endpoint(&self, id: &str) -> Endpoint {
        self.plugin(id)
            .endpoint()
            .unwrap_or_else(|| panic!("{id} owns no endpoints"))
    }

    /// A loaded plugin of any kind.
    pub fn plugin(&self, id: &str) -> Plugin {
        self.engine
            .plugin(id)
            .unwrap_or_else(|| panic!("no plugin {id} was loaded"))
    }

    /// A call with the plugin's own settings and secrets, for kinds without accounts.
    pub fn plugin_call(&self, settings: Value, secrets: &[(&str, &str)]) -> CallContext {
        let settings = SettingsGrant {
            json: settings.to_string(),
            secrets: secrets_of(secrets),
        };
        CallContext {
            settings,
            account: AccountGrant::none(),
            ..self.call(Value::Null, &[])
        }
    }

    /// A call with an account's settings and secrets, at noon of 2 March 2026 in Melbourne, all
    /// hosts granted.
    pub fn call(&self, settings: Value, secrets: &[(&str, &str)]) -> CallContext {
        let granted_hosts = self
            .engine
            .plugins()
            .iter()
            .flat_map(|plugin| plugin.manifest().grants.hosts.clone())
            .collect();
        CallContext {
            tenant: 1,
            timezone: chrono_tz::Australia::Melbourne,
            now: chrono::DateTime::from_timestamp(1_772_413_200, 0).unwrap_or_default(),
            account: AccountGrant {
                code: "TEST".into(),
                settings_json: settings.to_string(),
                secrets: secrets_of(secrets),
            },
            settings: SettingsGrant::default(),
            limits: Arc::default(),
            granted_hosts,
            deadline: None,
            measures: Arc::default(),
            caller: None,
            host: self.host.clone(),
        }
    }
}

fn secrets_of(secrets: &[(&str, &str)]) -> BTreeMap<String, Secret> {
    secrets
        .iter()
        .map(|(key, value)| ((*key).to_owned(), Secret::new(*value)))
        .collect()
}

/// A request to a plugin's endpoint, such as `POST /events`.
pub fn request(
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: impl Into<Vec<u8>>,
) -> engine::wit::WebRequest {
    let header = |&(name, value): &(&str, &str)| engine::wit::WebHeader {
        name: name.into(),
        value: value.into(),
    };
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    engine::wit::WebRequest {
        method: method.into(),
        path: path.into(),
        store: None,
        query: query.into(),
        headers: headers.iter().map(header).collect(),
        body: body.into(),
        caller: None,
    }
}
