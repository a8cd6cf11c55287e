//! The plugins' calls: what the browser loads, what is installed, what was logged.

use std::collections::BTreeMap;

use kernel::{Area, Empty, Needs, Result, Routes, Scope, permission::PLUGINS};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::{
    log,
    port::{Face, InstalledPort},
};

/// The plugins' room.
pub fn area() -> Area {
    Area::new("plugins").routes(
        Routes::at("/api/plugins")
            .get("manifest", Needs::SignedIn, manifest)
            .get("getplugins", PLUGINS, installed)
            .list("getpluginlog", PLUGINS, log::list),
    )
}

/// What the browser may load, for this caller in this tenant.
#[derive(Serialize, JsonSchema)]
struct Manifest {
    schema: u32,
    tenant: i64,
    generation: String,
    plugins: Vec<Entry>,
}

#[derive(Serialize, JsonSchema)]
struct Entry {
    id: String,
    name: String,
    version: String,
    /// The range of `@waybill/plugin` that the face was built for.
    sdk: String,
    entry: String,
    integrity: BTreeMap<String, String>,
    contributes: Contributions,
}

#[derive(Serialize, JsonSchema)]
struct Contributions {
    slots: Vec<Value>,
    routes: Vec<Value>,
    nav: Vec<Value>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct InstalledView {
    id: String,
    name: String,
    version: String,
    kind: String,
    description: String,
    is_enabled: bool,
}

async fn manifest(scope: Scope, _: Empty) -> Result<Manifest> {
    let port = scope.port::<dyn InstalledPort>()?;
    let mut plugins = Vec::new();
    for plugin in port.installed() {
        let Some(face) = plugin.face else { continue };
        if !enabled(&scope, &plugin.id).await? {
            continue;
        }
        let Face { sdk, entry, integrity, slots, routes, nav } = face;
        let contributes = Contributions {
            slots: allowed(&scope, slots).await?,
            routes: allowed(&scope, routes).await?,
            nav: allowed(&scope, nav).await?,
        };
        plugins.push(Entry {
            id: plugin.id,
            name: plugin.name,
            version: plugin.version,
            sdk,
            entry,
            integrity,
            contributes,
        });
    }
    Ok(Manifest { schema: 1, tenant: scope.tenant.0, generation: port.generation(), plugins })
}

async fn installed(scope: Scope, _: Empty) -> Result<Vec<InstalledView>> {
    let mut list = Vec::new();
    for plugin in scope.port::<dyn InstalledPort>()?.installed() {
        let is_enabled = enabled(&scope, &plugin.id).await?;
        let (id, name, version) = (plugin.id, plugin.name, plugin.version);
        list.push(InstalledView { id, name, version, kind: plugin.kind, description: plugin.description, is_enabled });
    }
    Ok(list)
}

async fn enabled(scope: &Scope, plugin: &str) -> Result<bool> {
    scope.host().gate().feature(scope.host(), scope.tenant, &format!("Plugin.{plugin}.Enabled")).await
}

/// Those that name no permission or feature, or ones that the caller and the tenant have.
async fn allowed(scope: &Scope, contributions: Vec<Value>) -> Result<Vec<Value>> {
    let mut kept = Vec::new();
    for contribution in contributions {
        let word = |key: &str| contribution.get(key).and_then(Value::as_str);
        let permitted = word("permission")
            .is_none_or(|name| scope.caller.session().is_some_and(|session| session.permissions.contains(name)));
        let featured = match word("feature") {
            None => true,
            Some(feature) => scope.host().gate().feature(scope.host(), scope.tenant, feature).await?,
        };
        if permitted && featured {
            kept.push(contribution);
        }
    }
    Ok(kept)
}
