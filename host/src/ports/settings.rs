//! Conversion of plugin settings and limits between areas and engine.

use std::{collections::BTreeMap, path::Path, sync::Arc};

use data::{FieldError, Message, clock::Clock, ids::TenantId, message};
use engine::{
    AccountGrant, CallContext, CallLimits, Engine, NotLoaded, PluginFault, Secret, SettingsGrant,
    limits_of,
};
use futures_util::future::BoxFuture;
use plugins::{
    Effective, LOCALES_FOLDER, Limit, Locales, PluginPort, SCHEMA_FILE, SettingsCall,
    SettingsSchema,
};
use serde_json::Value;
use web::page::list_files;

use super::{cards, installed::InstalledPlugins, services::Services};

/// None without a schema. Errors are messages for the author.
pub fn schema(folder: &Path) -> Result<Option<SettingsSchema>, String> {
    let text = match std::fs::read_to_string(folder.join(SCHEMA_FILE)) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(format!("{SCHEMA_FILE} can't be read: {error}")),
    };
    SettingsSchema::parse(&text)
        .map(Some)
        .map_err(|words| format!("{SCHEMA_FILE}: {words}"))
}

/// Errors are messages for the plugin's author.
pub fn locales(folder: &Path) -> Result<Locales, String> {
    let (mut locales, folder) = (Locales::default(), folder.join(LOCALES_FOLDER));
    if folder.is_dir() {
        let unread = |error: std::io::Error| format!("{LOCALES_FOLDER} can't be read: {error}");
        for (name, path) in list_files(&folder).map_err(unread)? {
            locales.add(&name, &std::fs::read(path).map_err(unread)?)?;
        }
    }
    Ok(locales)
}

pub fn to_grant(effective: &Effective) -> (SettingsGrant, Arc<CallLimits>) {
    (
        SettingsGrant {
            json: effective.json.clone(),
            secrets: secrets(&effective.secrets),
        },
        limits(&effective.limits),
    )
}

fn secrets(secrets: &BTreeMap<String, data::secrets::Secret>) -> BTreeMap<String, Secret> {
    secrets
        .iter()
        .map(|(key, secret)| (key.clone(), Secret::new(secret.expose())))
        .collect()
}

/// Unsupported limits fall back to the defaults.
fn limits(set: &Value) -> Arc<CallLimits> {
    match set.as_object().is_none_or(|set| set.is_empty()) {
        true => Arc::default(),
        false => Arc::new(serde_json::from_value(set.clone()).unwrap_or_else(|error| {
            tracing::error!(%error, "limits of a plugin could not be read");
            CallLimits::default()
        })),
    }
}

pub struct PluginValidator {
    engine: Engine,
    services: Arc<Services>,
    installed: Arc<InstalledPlugins>,
    clock: Arc<dyn Clock>,
}

impl PluginValidator {
    pub fn new(
        engine: Engine,
        services: Arc<Services>,
        installed: Arc<InstalledPlugins>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self {
            engine,
            services,
            installed,
            clock,
        }
    }

    fn plugin(&self, id: &str) -> Result<engine::Plugin, String> {
        self.engine
            .plugin(id)
            .ok_or_else(|| format!("The plugin {id} is not installed."))
    }

    /// Returns the tenant's version; settings are never migrated for a canary.
    fn tenant_plugin(&self, tenant: TenantId, id: &str) -> Result<engine::Plugin, String> {
        self.engine
            .plugin_for(id, tenant.0)
            .map_err(|missing| match missing {
                NotLoaded::Plugin => format!("The plugin {id} is not installed."),
                NotLoaded::Version(version) => {
                    format!("Version {version} of {id}, which is chosen here, is not loaded.")
                }
            })
    }

    fn context(
        &self,
        tenant: TenantId,
        settings: SettingsGrant,
        granted_hosts: Vec<String>,
    ) -> CallContext {
        CallContext {
            tenant: tenant.0,
            timezone: chrono_tz::UTC,
            now: self.clock.now(),
            account: AccountGrant::none(),
            settings,
            limits: Arc::default(),
            granted_hosts,
            deadline: None,
            measures: Arc::default(),
            caller: None,
            host: self.services.clone(),
        }
    }
}

impl PluginPort for PluginValidator {
    fn migrate<'a>(
        &'a self,
        tenant: TenantId,
        plugin: &'a str,
        from: &'a str,
        settings: String,
    ) -> BoxFuture<'a, Result<Option<String>, String>> {
        Box::pin(async move {
            let plugin = self.tenant_plugin(tenant, plugin)?;
            let Some(migration) = plugin.settings_migration() else {
                return Ok(None);
            };
            // A migration has no network access.
            let context = self.context(tenant, SettingsGrant::default(), Vec::new());
            migration
                .migrate(context, from.to_owned(), settings)
                .await
                .map(Some)
                .map_err(fault_message)
        })
    }

    fn check_account(&self, called: SettingsCall) -> BoxFuture<'_, Result<(), String>> {
        Box::pin(async move {
            let plugin = self.tenant_plugin(called.tenant, &called.plugin)?;
            if !self.installed.is_bundled(plugin.id()) {
                let agreed = self
                    .services
                    .check_consent(called.tenant.0, plugin.manifest())
                    .await;
                agreed.map_err(fault_message)?;
            }
            let settings = SettingsGrant {
                json: called.settings,
                secrets: secrets(&called.secrets),
            };
            let mut context = self.context(
                called.tenant,
                SettingsGrant::default(),
                plugin.manifest().grants.hosts.clone(),
            );
            let settled = self
                .services
                .add_settings(&mut context, plugin.id(), None)
                .await;
            settled.map_err(fault_message)?;
            // Uses the tenant's limits and the settings under test.
            context.settings = settings;
            if let (Some(_), Some(host)) = (plugin.payment(), self.services.host.get()) {
                let account = cards::load_account(host, called.tenant, plugin.id()).await;
                context.account = account
                    .map_err(|error| error.sentence())?
                    .unwrap_or_else(AccountGrant::none);
            }
            match plugin.check_account(context).await.map_err(fault_message)? {
                Some(()) => Ok(()),
                None => Err("This plugin has nothing that could be tested.".to_owned()),
            }
        })
    }

    fn limits(&self, plugin: &str, set: &Value) -> Result<Vec<Limit>, String> {
        let views = limits_of(self.plugin(plugin)?.manifest(), &limits(set));
        let limit = |view: engine::LimitView| Limit {
            name: view.name,
            default: view.default,
            most: view.most,
            value: view.value,
            unit: view.unit.to_owned(),
        };
        Ok(views.into_iter().map(limit).collect())
    }

    fn check_limits(&self, set: &Value) -> Result<(), FieldError> {
        let limits: CallLimits = serde_json::from_value(set.clone()).map_err(|_| {
            // The kernel's reader reports the member but ignores unknown limits; serde rejects
            // those.
            let read = data::case::from_json::<CallLimits>(set.to_string().as_bytes());
            let unknown =
                || FieldError::new("", message!("names a limit that a plugin does not have"));
            read.err().map_or_else(unknown, FieldError::from)
        })?;
        limits
            .check()
            .map_err(|(field, words)| FieldError::new(field, Message::verbatim(words)))
    }
}

fn fault_message(fault: PluginFault) -> String {
    fault.to_string()
}
