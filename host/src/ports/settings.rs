//! Plugins' settings and limits, between the areas and the engine.

use std::{collections::BTreeMap, path::Path, sync::Arc};

use engine::{
    AccountGrant, CallContext, CallLimits, Engine, NotLoaded, PluginFault, Secret, SettingsGrant,
    limits_of,
};
use futures_util::future::BoxFuture;
use kernel::{FieldError, Message, clock::Clock, ids::TenantId, message, page::files};
use plugins::{
    Called, Effective, LOCALES_FOLDER, Limit, Locales, PluginPort, SCHEMA_FILE, SettingsSchema,
};
use serde_json::Value;

use super::{cards, installed::InstalledPlugins, services::Services};

/// The schema of the settings in a plugin's folder; none when it has no settings. The error is in words for its author.
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

/// What the plugin in this folder says in other languages. The error is in words for its author.
pub fn locales(folder: &Path) -> Result<Locales, String> {
    let (mut locales, folder) = (Locales::default(), folder.join(LOCALES_FOLDER));
    if folder.is_dir() {
        let unread = |error: std::io::Error| format!("{LOCALES_FOLDER} can't be read: {error}");
        for (name, path) in files(&folder).map_err(unread)? {
            locales.add(&name, &std::fs::read(path).map_err(unread)?)?;
        }
    }
    Ok(locales)
}

/// What was found for a tenant or customer, in the engine's words.
pub fn granted(effective: &Effective) -> (SettingsGrant, Arc<CallLimits>) {
    (
        SettingsGrant {
            json: effective.json.clone(),
            secrets: secrets(&effective.secrets),
        },
        limits(&effective.limits),
    )
}

fn secrets(secrets: &BTreeMap<String, kernel::secrets::Secret>) -> BTreeMap<String, Secret> {
    secrets
        .iter()
        .map(|(key, secret)| (key.clone(), Secret::new(secret.expose())))
        .collect()
}

/// Limits that were right when they were set; after a change of the program that no longer knows them, the defaults hold.
fn limits(set: &Value) -> Arc<CallLimits> {
    match set.as_object().is_none_or(|set| set.is_empty()) {
        true => Arc::default(),
        false => Arc::new(serde_json::from_value(set.clone()).unwrap_or_else(|error| {
            tracing::error!(%error, "limits of a plugin could not be read");
            CallLimits::default()
        })),
    }
}

/// Asks plugins about their settings and limits.
pub struct AskedPlugins {
    engine: Engine,
    services: Arc<Services>,
    installed: Arc<InstalledPlugins>,
    clock: Arc<dyn Clock>,
}

impl AskedPlugins {
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

    /// The version that the tenant has; settings are never moved for one that is only tried out.
    fn own(&self, tenant: TenantId, id: &str) -> Result<engine::Plugin, String> {
        self.engine
            .own(id, tenant.0)
            .map_err(|missing| match missing {
                NotLoaded::Plugin => format!("The plugin {id} is not installed."),
                NotLoaded::Version(version) => {
                    format!("Version {version} of {id}, which is chosen here, is not loaded.")
                }
            })
    }

    /// A call that no account stands behind, with these settings.
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

impl PluginPort for AskedPlugins {
    fn migrate<'a>(
        &'a self,
        tenant: TenantId,
        plugin: &'a str,
        from: &'a str,
        settings: String,
    ) -> BoxFuture<'a, Result<Option<String>, String>> {
        Box::pin(async move {
            let plugin = self.own(tenant, plugin)?;
            let Some(migration) = plugin.settings_migration() else {
                return Ok(None);
            };
            // It moves what it is given and reaches nobody.
            let context = self.context(tenant, SettingsGrant::default(), Vec::new());
            migration
                .migrate(context, from.to_owned(), settings)
                .await
                .map(Some)
                .map_err(words)
        })
    }

    fn check_account(&self, called: Called) -> BoxFuture<'_, Result<(), String>> {
        Box::pin(async move {
            let plugin = self.own(called.tenant, &called.plugin)?;
            if !self.installed.is_bundled(plugin.id()) {
                let agreed = self
                    .services
                    .check_consent(called.tenant.0, plugin.manifest())
                    .await;
                agreed.map_err(|fault| fault.message)?;
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
            let settled = self.services.settle(&mut context, plugin.id(), None).await;
            settled.map_err(|fault| fault.message)?;
            // The tenant's limits hold, and in place of its settings those that are tried out.
            context.settings = settings;
            if let (Some(_), Some(host)) = (plugin.payment(), self.services.host.get()) {
                let account = cards::account(host, called.tenant).await;
                context.account = account.map_err(|error| error.sentence())?;
            }
            match plugin.check_account(context).await.map_err(words)? {
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
            // The kernel's reader names the member; it ignores limits that there are not, which serde refuses.
            let read = kernel::case::from_json::<CallLimits>(set.to_string().as_bytes());
            let unknown =
                || FieldError::new("", message!("names a limit that a plugin does not have"));
            read.err().map_or_else(unknown, FieldError::from)
        })?;
        limits
            .check()
            .map_err(|(field, words)| FieldError::new(field, Message::verbatim(words)))
    }
}

fn words(fault: PluginFault) -> String {
    fault.message
}
