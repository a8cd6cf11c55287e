//! Row of a plugin's settings.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use data::{
    Error, New, NewRecord, Record, Result, Scope, Where,
    ids::CustomerId,
    secrets::{SealedColumn, SealedIn, Secret},
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Settings of one plugin for the tenant or one customer.
#[derive(Debug, Clone, Record)]
#[record(
    table = "plugin_settings",
    name = "The plugin's settings",
    called = "PluginSettings"
)]
pub struct SettingsRow {
    pub id: i64,
    pub row_version: i64,
    #[record(listed)]
    pub plugin: String,
    /// None for the tenant's own.
    #[record(listed, customer)]
    pub customer_id: Option<CustomerId>,
    /// Plugin version of the settings.
    #[record(recorded)]
    pub version: String,
    #[record(json, recorded)]
    pub settings: Map<String, Value>,
    /// Sealed, by setting.
    #[record(json, secret)]
    pub secrets: BTreeMap<String, String>,
    /// Settings before the last upgrade.
    #[record(json)]
    pub earlier: Option<Earlier>,
    /// Version that could not migrate them, and the reason.
    pub tried: Option<String>,
    #[record(recorded)]
    pub trouble: Option<String>,
    #[record(recorded)]
    pub store_key: String,
    pub changed_by: String,
    pub change_time: DateTime<Utc>,
}

/// Settings of an older plugin version.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Earlier {
    pub version: String,
    pub settings: Map<String, Value>,
}

impl SettingsRow {
    /// Creates an empty row.
    pub fn new(
        scope: &Scope,
        plugin: &str,
        version: &str,
        customer_id: Option<CustomerId>,
    ) -> Self {
        New::<Self> {
            plugin: plugin.to_owned(),
            customer_id,
            version: version.to_owned(),
            settings: Map::new(),
            secrets: BTreeMap::new(),
            earlier: None,
            tried: None,
            trouble: None,
            // 122 random bits: not guessable.
            store_key: uuid::Uuid::new_v4().simple().to_string(),
            changed_by: scope.caller.name().to_owned(),
            change_time: scope.now(),
        }
        .unsaved()
    }

    /// After a rollback: those before the upgrade.
    pub fn for_version(&self, version: &str) -> &Map<String, Value> {
        match &self.earlier {
            Some(earlier)
                if is_newer(&self.version, version) && !is_newer(&earlier.version, version) =>
            {
                &earlier.settings
            }
            _ => &self.settings,
        }
    }

    pub fn open(&self, scope: &Scope) -> Result<BTreeMap<String, Secret>> {
        let open = |(key, sealed): (&String, &String)| -> Result<(String, Secret)> {
            let secret = scope.host().secrets().open_sealed(
                scope.tenant,
                &purpose(&self.plugin, key),
                sealed,
            )?;
            Ok((key.clone(), secret))
        };
        self.secrets.iter().map(open).collect()
    }

    pub fn seal(&mut self, scope: &Scope, key: &str, secret: &Secret) -> Result<()> {
        let sealed =
            scope
                .host()
                .secrets()
                .seal(scope.tenant, &purpose(&self.plugin, key), secret)?;
        self.secrets.insert(key.to_owned(), sealed);
        Ok(())
    }
}

fn purpose(plugin: &str, key: &str) -> String {
    format!("plugin-settings:{plugin}:{key}")
}

/// Column of the settings' secrets.
pub(crate) const SECRETS: SealedColumn = SealedColumn {
    table: "plugin_settings",
    tenant: "tenant_id",
    column: "secrets",
    holds: SealedIn::Document,
    context: "plugin",
    purpose: |plugin, key| Some(purpose(plugin, key)),
};

pub async fn row(
    scope: &mut Scope,
    plugin: &str,
    customer: Option<CustomerId>,
) -> Result<Option<SettingsRow>> {
    let of_plugin = Where::all().eq(SettingsRow::PLUGIN, plugin.to_owned());
    match customer {
        // The tenant's own apply to its customers, too.
        None => {
            scope
                .unrestricted()
                .await?
                .first(of_plugin.is_null(SettingsRow::CUSTOMER_ID))
                .await
        }
        Some(customer) => {
            scope
                .first(of_plugin.eq(SettingsRow::CUSTOMER_ID, customer))
                .await
        }
    }
}

/// Creates the row if missing. The caller commits.
pub async fn ensure(
    scope: &mut Scope,
    plugin: &str,
    version: &str,
    customer: Option<CustomerId>,
) -> Result<()> {
    if row(scope, plugin, customer).await?.is_some() {
        return Ok(());
    }
    let mut new = SettingsRow::new(scope, plugin, version, customer);
    match scope.insert(&mut new).await {
        // Created concurrently.
        Err(Error::Refused { .. }) => Err(Error::Conflict),
        other => other,
    }
}

/// Ignores suffixes.
pub fn is_newer(a: &str, b: &str) -> bool {
    numbers(a) > numbers(b)
}

fn numbers(version: &str) -> Vec<u64> {
    let core = version.split(['-', '+']).next().unwrap_or_default();
    core.split('.')
        .map(|number| number.parse().unwrap_or(0))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_by_their_numbers() {
        assert!(is_newer("1.10.0", "1.9.3") && is_newer("2.0.0-beta.1", "1.99.0"));
        assert!(!is_newer("1.0.0", "1.0.0") && !is_newer("1.0.0", "1.0.1"));
    }
}
