//! Stores: one plugin of a tenant or customer, found by the key in its callback addresses.

use data::{Result, Scope, Where, ids::CustomerId};

use crate::settings::model::{self, SettingsRow};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Store {
    pub plugin: String,
    /// None for the tenant's own store.
    pub customer: Option<CustomerId>,
    /// True if the plugin is on for the tenant, and for the customer if any.
    pub is_enabled: bool,
}

/// In the scope's tenant only.
pub async fn store(scope: &mut Scope, key: &str) -> Result<Option<Store>> {
    let Some(row) = scope
        .unrestricted()
        .await?
        .first::<SettingsRow>(Where::all().eq(SettingsRow::STORE_KEY, key.to_owned()))
        .await?
    else {
        return Ok(None);
    };
    let host = scope.host();
    let name = crate::installed::routes::feature(&row.plugin);
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

pub(crate) async fn ensure_store_key(
    scope: &mut Scope,
    plugin: &str,
    version: &str,
    customer: Option<CustomerId>,
) -> Result<()> {
    model::ensure(scope, plugin, version, customer).await
}
