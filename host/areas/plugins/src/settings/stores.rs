//! A store: one plugin of one tenant or customer, found by the key that stands in the addresses given to the other side.

use kernel::{Result, Scope, Where, ids::CustomerId};

use super::model::{self, SettingsRow};

/// Whom a call-back is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Store {
    pub plugin: String,
    /// None for the tenant's own store.
    pub customer: Option<CustomerId>,
    /// Whether the plugin is on for the tenant, and for the customer if there is one.
    pub is_enabled: bool,
}

/// The store of this key in the scope's tenant; another tenant's is not found.
pub async fn store(scope: &mut Scope, key: &str) -> Result<Option<Store>> {
    let Some(row) = scope
        .unbound()
        .await?
        .first::<SettingsRow>(Where::all().eq(SettingsRow::STORE_KEY, key.to_owned()))
        .await?
    else {
        return Ok(None);
    };
    let host = scope.host();
    let name = crate::routes::feature(&row.plugin);
    let is_enabled = host
        .gate()
        .feature(host, scope.tenant, row.customer_id, &name)
        .await?;
    Ok(Some(Store {
        plugin: row.plugin,
        customer: row.customer_id,
        is_enabled,
    }))
}

/// The plugin has been switched on: its store has a key from now on. The caller saves.
pub(crate) async fn opened(
    scope: &mut Scope,
    plugin: &str,
    version: &str,
    customer: Option<CustomerId>,
) -> Result<()> {
    model::ensure(scope, plugin, version, customer).await
}
