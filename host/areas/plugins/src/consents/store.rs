//! Statements of tenants' consents.

use data::{Result, Scope, db::Val, tsql};

pub(crate) async fn delete_consents(scope: &mut Scope, plugin: &str) -> Result<()> {
    let clear = tsql!("DELETE FROM plugin_consents WHERE tenant_id = $1 AND plugin = $2");
    scope
        .rows(clear, vec![Val::Text(plugin.to_owned())])
        .await?;
    Ok(())
}
