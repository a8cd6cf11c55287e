//! The calls about a plugin's settings, of the tenant and of its customers.

use kernel::{Change, Empty, Refusal, Result, Routes, Save, Scope, ids::CustomerId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    customers,
    service::{self, SettingsForm, SettingsView},
};
use crate::{
    access::{PLUGINS, PLUGINS_CONFIGURE},
    port::{Called, PluginPort},
    routes::find,
};

const PER_ACCOUNT: Refusal = Refusal::new(714, "A carrier is tested with each of its accounts.");

pub(crate) fn table() -> Routes {
    Routes::at("/api/plugins")
        .get("getsettings", PLUGINS, get)
        .post("savesettings", Save::by(PLUGINS_CONFIGURE), save)
        .post("testsettings", PLUGINS_CONFIGURE, test)
        .list("getcustomers", PLUGINS, customers::list)
        .post("enableforcustomer", PLUGINS_CONFIGURE, enable)
        .post("disableforcustomer", PLUGINS_CONFIGURE, disable)
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Of {
    /// The plugin's id.
    id: String,
    /// The customer whose settings are meant; the tenant's own when left out.
    customer_id: Option<CustomerId>,
}

async fn get(mut scope: Scope, of: Of) -> Result<SettingsView> {
    let plugin = find(&scope, &of.id)?;
    service::show(&mut scope, &plugin, of.customer_id).await
}

async fn save(mut scope: Scope, change: Change<SettingsForm>) -> Result<SettingsView> {
    let SettingsForm {
        plugin,
        customer_id,
        ..
    } = change.sent();
    let (plugin, customer) = (find(&scope, plugin)?, *customer_id);
    service::save(&mut scope, &plugin, customer, change).await?;
    service::show(&mut scope, &plugin, customer).await
}

/// What became of a trial.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "TestedSettings")]
struct Tested {
    ok: bool,
    message: String,
}

/// Asks the other side with the settings of the form, which are not stored.
async fn test(mut scope: Scope, change: Change<SettingsForm>) -> Result<Tested> {
    let plugin = find(&scope, &change.sent().plugin)?;
    if plugin.kind == "carrier" {
        return Err(PER_ACCOUNT.into());
    }
    let customer = change.sent().customer_id;
    let merged = service::tried(&mut scope, &plugin, customer, change).await?;
    let called = Called {
        tenant: scope.tenant,
        plugin: plugin.id,
        settings: Value::Object(merged.settings).to_string(),
        secrets: merged.secrets,
    };
    let port = scope.port::<dyn PluginPort>()?;
    // The other side is asked with no transaction open.
    scope.rollback();
    Ok(match port.check_account(called).await {
        Ok(()) => Tested {
            ok: true,
            message: "The other side accepts these settings.".to_owned(),
        },
        Err(message) => Tested { ok: false, message },
    })
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "PluginOfCustomer")]
struct OfCustomer {
    /// The plugin's id.
    id: String,
    customer_id: CustomerId,
}

async fn enable(mut scope: Scope, of: OfCustomer) -> Result<Empty> {
    let plugin = find(&scope, &of.id)?;
    customers::switch(&mut scope, &plugin, of.customer_id, true).await?;
    Ok(Empty {})
}

async fn disable(mut scope: Scope, of: OfCustomer) -> Result<Empty> {
    let plugin = find(&scope, &of.id)?;
    customers::switch(&mut scope, &plugin, of.customer_id, false).await?;
    Ok(Empty {})
}
