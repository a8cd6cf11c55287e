//! The plugin under test: loaded into a separate engine, with its settings and a secret to trace.

use std::{
    collections::BTreeMap,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicI64, AtomicU32, Ordering},
    },
    time::{Duration, Instant},
};

use chrono::{DateTime, Utc};
use engine::{
    AccountGrant, CallContext, Engine, EngineConfig, NetworkPolicy, Plugin, Secret, SettingsGrant,
    package::Package,
};
use serde_json::{Map, Value, json};

use crate::{fixtures::Fixtures, host::Memory, report::Report, server::Server};

/// Noon of 2 March 2026 in Melbourne: the time of every call.
const NOW: i64 = 1_772_413_200;
/// Timeout of a call to another side that never answers.
const CALL_TIMEOUT: Duration = Duration::from_millis(2_500);

pub struct Subject {
    pub package: Package,
    pub engine: Engine,
    pub plugin: Plugin,
    pub host: Arc<Memory>,
    pub server: Server,
    pub fixtures: Fixtures,
    /// Value of every secret setting; it may appear only in headers and bodies of requests.
    pub canary: String,
    tenants: AtomicI64,
    _scratch: Scratch,
}

impl Subject {
    /// Loads the package; none when the engine rejects it. The error is a failure of the kit.
    pub async fn load(package: Package, report: &mut Report) -> Result<Option<Subject>, String> {
        let scratch = Scratch::new();
        let folder = scratch.0.join(&package.manifest.id);
        package
            .unpack(&folder)
            .map_err(|error| format!("the package cannot be unpacked: {error}"))?;
        let fixtures = Fixtures::from_package(&package);
        report.judge("package", "fixtures can be read", &fixtures.wrong, "");
        let server = Server::start(fixtures.exchanges.clone()).await;
        let server = server.map_err(|error| format!("the stand-in cannot be started: {error}"))?;
        let config = EngineConfig {
            network: NetworkPolicy {
                trusted: Vec::new(),
                stand_ins: BTreeMap::from([("*".to_owned(), format!("http://{}", server.address))]),
            },
            workers: 2,
            max_instances: 16,
            ..EngineConfig::for_trials(scratch.0.join("engine"))
        };
        let engine = Engine::new(config).map_err(|error| error.to_string())?;
        let plugin = match engine.prepare(&folder).await {
            Ok(plugin) => plugin,
            Err(error) => {
                let reason = error.to_string();
                report.fail("load", "compiles, links and describes itself", reason);
                return Ok(None);
            }
        };
        report.pass("load", "compiles, links and describes itself", "");
        engine.activate(&plugin);
        let mut random = [0_u8; 12];
        getrandom::fill(&mut random).map_err(|error| format!("there is no randomness: {error}"))?;
        let canary = format!("canary{}", hex::encode(random));
        Ok(Some(Subject {
            package,
            engine,
            plugin,
            host: Arc::default(),
            server,
            fixtures,
            canary,
            tenants: AtomicI64::new(1),
            _scratch: scratch,
        }))
    }

    /// Lists the optional abilities that the component exports.
    pub fn abilities(&self) -> Vec<&'static str> {
        self.plugin
            .abilities()
            .into_iter()
            .map(|ability| ability.name())
            .collect()
    }

    pub fn tenant(&self) -> i64 {
        self.tenants.fetch_add(1, Ordering::Relaxed)
    }

    /// Builds a call with the fixtures' settings and all declared hosts granted.
    pub fn call(&self, tenant: i64) -> CallContext {
        self.call_with(tenant, self.settings())
    }

    pub fn call_with(&self, tenant: i64, settings: Map<String, Value>) -> CallContext {
        let secret = || Secret::new(self.canary.clone());
        let of_account = self.attributes("secret").map(|key| (key, secret()));
        let of_plugin = self
            .secret_settings()
            .into_iter()
            .map(|key| (key, secret()));
        CallContext {
            tenant,
            timezone: chrono_tz::Australia::Melbourne,
            now: DateTime::<Utc>::from_timestamp(NOW, 0).unwrap_or_default(),
            account: AccountGrant {
                code: "CHECK".into(),
                settings_json: Value::Object(settings).to_string(),
                secrets: of_account.collect(),
            },
            settings: SettingsGrant {
                json: Value::Object(self.plugin_settings()).to_string(),
                secrets: of_plugin.collect(),
            },
            limits: Arc::default(),
            granted_hosts: self.plugin.manifest().grants.hosts.clone(),
            deadline: None,
            measures: Arc::default(),
            caller: None,
            host: self.host.clone(),
        }
    }

    /// Builds the same call with a short timeout.
    pub fn impatient(&self, tenant: i64) -> CallContext {
        CallContext {
            deadline: Some(Instant::now() + CALL_TIMEOUT),
            ..self.call(tenant)
        }
    }

    fn settings(&self) -> Map<String, Value> {
        let mut settings = Map::new();
        for attribute in self
            .plugin
            .description()
            .map_or(&[][..], |said| &said.attributes)
        {
            let value = match attribute.data_type.as_str() {
                "number" => Value::from("1"),
                "boolean" => Value::from("true"),
                "choice" => attribute
                    .choices
                    .first()
                    .map_or(Value::Null, |choice| Value::from(choice.as_str())),
                "text" if attribute.required => Value::from("TEST"),
                _ => continue,
            };
            settings.insert(attribute.key.clone(), value);
        }
        settings.extend(self.fixtures.account.account.clone());
        settings
    }

    /// Settings as browsers get them, without secrets.
    pub fn stored_attributes(&self) -> Value {
        let plain = self.settings().into_iter().map(|(key, value)| {
            let value = value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned);
            json!({ "key": key, "value": value })
        });
        let secret = self
            .attributes("secret")
            .map(|key| json!({ "key": key, "value": "", "isSet": "true" }));
        plain.chain(secret).collect()
    }

    fn attributes(&self, data_type: &'static str) -> impl Iterator<Item = String> {
        let all = self
            .plugin
            .description()
            .map_or(&[][..], |said| &said.attributes);
        all.iter()
            .filter(move |attribute| attribute.data_type == data_type)
            .map(|attribute| attribute.key.clone())
    }

    /// Builds the plugin's settings: defaults and required members, overridden by the fixtures.
    fn plugin_settings(&self) -> Map<String, Value> {
        let schema = self.schema();
        let is_required = |key: &str| {
            schema["required"]
                .as_array()
                .is_some_and(|keys| keys.iter().any(|it| it == key))
        };
        let mut settings = Map::new();
        for (key, property) in schema["properties"].as_object().into_iter().flatten() {
            let guess = match (property.get("default"), property["type"].as_str()) {
                (Some(default), _) => default.clone(),
                _ if !is_required(key) || is_secret(property) => continue,
                (None, Some("string")) => property["enum"]
                    .get(0)
                    .cloned()
                    .unwrap_or_else(|| Value::from("test")),
                (None, Some("boolean")) => Value::from(true),
                (None, Some("number" | "integer")) => property
                    .get("minimum")
                    .cloned()
                    .unwrap_or_else(|| Value::from(1)),
                _ => continue,
            };
            settings.insert(key.clone(), guess);
        }
        settings.extend(self.fixtures.account.plugin.clone());
        settings
    }

    fn secret_settings(&self) -> Vec<String> {
        let schema = self.schema();
        let properties = schema["properties"].as_object().into_iter().flatten();
        properties
            .filter(|(_, property)| is_secret(property))
            .map(|(key, _)| key.clone())
            .collect()
    }

    fn schema(&self) -> Value {
        let text = self.package.files.get("settings.schema.json");
        text.and_then(|text| serde_json::from_slice(text).ok())
            .unwrap_or_default()
    }
}

fn is_secret(property: &Value) -> bool {
    property["writeOnly"] == true || property["format"] == "password"
}

pub struct Scratch(pub PathBuf);

impl Scratch {
    pub fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!(
            "waybill-check-{}-{}",
            std::process::id(),
            COUNT.fetch_add(1, Ordering::Relaxed)
        );
        Scratch(std::env::temp_dir().join(name))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // A leftover is harmless: the system clears its temporary folder.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
