//! Routes of a plugin's settings for the tenant and its customers.

use data::{Change, Empty, Refusal, Result, Save, Scope, ids::CustomerId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use web::Routes;

use crate::settings::{
    customers,
    service::{self, SettingsForm, SettingsView},
};
use crate::{
    access::{PLUGINS, PLUGINS_CONFIGURE},
    installed::{
        port::{PluginPort, SettingsCall},
        routes::find,
    },
};

const PER_ACCOUNT: Refusal = Refusal::new(714, "A carrier is tested with each of its accounts.");

pub(crate) fn table() -> Routes {
    Routes::new("/api/plugins")
        .get("getsettings", PLUGINS, get)
        .post(
            "savesettings",
            Save::with_permission(PLUGINS_CONFIGURE),
            save,
        )
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
    /// Customer of the settings; the tenant's own if omitted.
    customer_id: Option<CustomerId>,
}

async fn get(mut scope: Scope, input: Of) -> Result<SettingsView> {
    let plugin = find(&scope, &input.id)?;
    service::show(&mut scope, &plugin, input.customer_id).await
}

async fn save(mut scope: Scope, change: Change<SettingsForm>) -> Result<SettingsView> {
    let SettingsForm {
        plugin,
        customer_id,
        ..
    } = change.input();
    let (plugin, customer) = (find(&scope, plugin)?, *customer_id);
    service::save(&mut scope, &plugin, customer, change).await?;
    service::show(&mut scope, &plugin, customer).await
}

/// Result of a settings test.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "TestedSettings")]
struct TestResult {
    ok: bool,
    message: String,
}

async fn test(mut scope: Scope, change: Change<SettingsForm>) -> Result<TestResult> {
    let plugin = find(&scope, &change.input().plugin)?;
    if plugin.kind == "carrier" {
        return Err(PER_ACCOUNT.into());
    }
    let customer = change.input().customer_id;
    let merged = service::merge_for_test(&mut scope, &plugin, customer, change).await?;
    let called = SettingsCall {
        tenant: scope.tenant,
        plugin: plugin.id,
        settings: Value::Object(merged.settings).to_string(),
        secrets: merged.secrets,
    };
    let port = scope.port::<dyn PluginPort>()?;
    // No transaction is open during the external call.
    scope.rollback();
    Ok(match port.check_account(called).await {
        Ok(()) => TestResult {
            ok: true,
            message: "The other side accepts these settings.".to_owned(),
        },
        Err(message) => TestResult { ok: false, message },
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

async fn enable(mut scope: Scope, input: OfCustomer) -> Result<Empty> {
    let plugin = find(&scope, &input.id)?;
    customers::switch(&mut scope, &plugin, input.customer_id, true).await?;
    Ok(Empty {})
}

async fn disable(mut scope: Scope, input: OfCustomer) -> Result<Empty> {
    let plugin = find(&scope, &input.id)?;
    customers::switch(&mut scope, &plugin, input.customer_id, false).await?;
    Ok(Empty {})
}
