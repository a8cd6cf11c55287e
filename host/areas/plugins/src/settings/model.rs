//! The row of a plugin's settings.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use kernel::{
    Error, Record, Result, Scope, Where,
    ids::CustomerId,
    secrets::{Holds, SealedColumn, Secret},
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Settings of one plugin, of the tenant or of one customer.
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
    /// The plugin's version they were written for.
    #[record(recorded)]
    pub version: String,
    #[record(json, recorded)]
    pub settings: Map<String, Value>,
    /// Sealed, by setting.
    #[record(json, secret)]
    pub secrets: BTreeMap<String, String>,
    /// What they were before the last upgrade.
    #[record(json)]
    pub earlier: Option<Earlier>,
    /// The version that could not take them over, and why.
    pub tried: Option<String>,
    #[record(recorded)]
    pub trouble: Option<String>,
    #[record(recorded)]
    pub store_key: String,
    pub changed_by: String,
    pub change_time: DateTime<Utc>,
}

/// Settings as an older version of the plugin had them.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Earlier {
    pub version: String,
    pub settings: Map<String, Value>,
}

impl SettingsRow {
    /// A row with nothing set.
    pub fn new(
        scope: &Scope,
        plugin: &str,
        version: &str,
        customer_id: Option<CustomerId>,
    ) -> Self {
        Self {
            id: 0,
            row_version: 0,
            plugin: plugin.to_owned(),
            customer_id,
            version: version.to_owned(),
            settings: Map::new(),
            secrets: BTreeMap::new(),
            earlier: None,
            tried: None,
            trouble: None,
            // 122 random bits: whoever does not know it does not guess it.
            store_key: uuid::Uuid::new_v4().simple().to_string(),
            changed_by: scope.caller.name().to_owned(),
            change_time: scope.now(),
        }
    }

    /// The settings for this version of the plugin: after a roll-back those of before the upgrade.
    pub fn for_version(&self, version: &str) -> &Map<String, Value> {
        match &self.earlier {
            Some(earlier) if newer(&self.version, version) && !newer(&earlier.version, version) => {
                &earlier.settings
            }
            _ => &self.settings,
        }
    }

    /// The secrets, opened for a call.
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

/// Where the settings' secrets are, by setting.
pub(crate) const SECRETS: SealedColumn = SealedColumn {
    table: "plugin_settings",
    tenant: "tenant_id",
    column: "secrets",
    holds: Holds::Document,
    beside: "plugin",
    purpose: |plugin, key| Some(purpose(plugin, key)),
};

/// The row of the tenant, or of this customer.
pub async fn row(
    scope: &mut Scope,
    plugin: &str,
    customer: Option<CustomerId>,
) -> Result<Option<SettingsRow>> {
    let of_plugin = Where::all().eq(SettingsRow::PLUGIN, plugin.to_owned());
    match customer {
        // The tenant's own hold for its customers, too.
        None => {
            scope
                .unbound()
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

/// Makes the row if there is none yet: its store key names the store to the other side. The caller saves.
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
        // Somebody else has made it in the same moment.
        Err(Error::Refused { .. }) => Err(Error::Conflict),
        other => other,
    }
}

/// Whether version `a` comes after version `b`; suffixes do not count.
pub fn newer(a: &str, b: &str) -> bool {
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
        assert!(newer("1.10.0", "1.9.3") && newer("2.0.0-beta.1", "1.99.0"));
        assert!(!newer("1.0.0", "1.0.0") && !newer("1.0.0", "1.0.1"));
    }
}
