//! Limits of plugin calls, set by the platform for all tenants or for one.

pub(crate) mod store;

use data::{
    Empty, Error, Result, Scope,
    audit::{Entry, UPDATED},
    ids::TenantId,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use web::Routes;

use crate::{
    access::{PLUGINS, PLUGINS_INSTALL},
    installed::{
        port::{Limit, PluginPort},
        routes::{PluginRef, find},
    },
    limits::store::ALL_TENANTS,
    settings,
};

pub(crate) fn table() -> Routes {
    Routes::new("/api/plugins").get("getlimits", PLUGINS, get_effective)
}

pub(crate) fn platform_table() -> Routes {
    Routes::new("/api/plugins/platform")
        .get("getlimits", PLUGINS_INSTALL, get)
        .post("setlimits", PLUGINS_INSTALL, set)
}

async fn get_effective(mut scope: Scope, input: PluginRef) -> Result<Vec<Limit>> {
    let plugin = find(&scope, &input.id)?;
    let set = load_for_tenant(&mut scope, &plugin.id).await?;
    scope
        .port::<dyn PluginPort>()?
        .limits(&plugin.id, &set)
        .map_err(internal_error)
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct LimitScope {
    /// The plugin's id.
    plugin: String,
    /// One tenant; all if omitted.
    tenant_id: Option<TenantId>,
}

async fn get(mut scope: Scope, input: LimitScope) -> Result<Vec<Limit>> {
    let plugin = find(&scope, &input.plugin)?;
    let (all, own) = store::load_limits(
        &mut scope,
        &plugin.id,
        input.tenant_id.unwrap_or(ALL_TENANTS),
    )
    .await?;
    let set = Value::Object(if input.tenant_id.is_some() { own } else { all });
    scope
        .port::<dyn PluginPort>()?
        .limits(&plugin.id, &set)
        .map_err(internal_error)
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SetLimits {
    /// The plugin's id.
    plugin: String,
    /// One tenant; all if omitted. A tenant's value overrides that for all.
    tenant_id: Option<TenantId>,
    /// Deviations from the plugin's and default limits: `{"memoryMib": 128, "cpuMs": {"rates":
    /// 100}}`. Empty: none.
    #[serde(default)]
    limits: Map<String, Value>,
}

async fn set(mut scope: Scope, new: SetLimits) -> Result<Empty> {
    let plugin = find(&scope, &new.plugin)?;
    let tenant = new.tenant_id.unwrap_or(ALL_TENANTS);
    if tenant != ALL_TENANTS && tenancy::tenant(scope.host(), tenant).await?.is_none() {
        return Err(Error::NotFound("The tenant"));
    }
    let limits = without_nulls(new.limits);
    let value = Value::Object(limits.clone());
    scope
        .port::<dyn PluginPort>()?
        .check_limits(&value)
        .map_err(|mut error| {
            error.member = format!("limits.{}", error.member)
                .trim_end_matches('.')
                .to_owned();
            Error::Invalid(vec![error])
        })?;
    let (all, own) = store::load_limits(&mut scope, &plugin.id, tenant).await?;
    let before = if tenant == ALL_TENANTS { all } else { own };
    if limits.is_empty() {
        store::delete_limits(&mut scope, &plugin.id, tenant).await?;
    } else {
        store::upsert_limits(&mut scope, &plugin.id, tenant, &value).await?;
    }
    let entry = Entry::new("PluginLimits", tenant, UPDATED).with_name(&plugin.id);
    scope.record(entry.with_change("limits", before, limits));
    scope.commit().await?;
    settings::clear_cache(scope.host()).map(|()| Empty {})
}

/// Returns the limits set for the scope's tenant: those for all, overridden by its own.
pub(crate) async fn load_for_tenant(scope: &mut Scope, plugin: &str) -> Result<Value> {
    let tenant = scope.tenant;
    let (mut all, own) = store::load_limits(scope, plugin, tenant).await?;
    for (name, value) in own {
        match (all.get_mut(&name), value) {
            // Limits by function are merged per function.
            (Some(Value::Object(below)), Value::Object(above)) => below.extend(above),
            (_, value) => drop(all.insert(name, value)),
        }
    }
    Ok(Value::Object(all))
}

fn without_nulls(limits: Map<String, Value>) -> Map<String, Value> {
    limits
        .into_iter()
        .filter_map(|(name, value)| match value {
            Value::Null => None,
            Value::Object(members) => {
                let cleaned = without_nulls(members);
                (!cleaned.is_empty()).then_some((name, Value::Object(cleaned)))
            }
            value => Some((name, value)),
        })
        .collect()
}

/// Limits are validated when set; unreadable stored ones are an internal error.
fn internal_error(text: String) -> Error {
    Error::internal(std::io::Error::other(text))
}
