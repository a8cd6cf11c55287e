//! The plugins' calls: what the browser loads, what is installed, what was logged.

use std::collections::{BTreeMap, HashSet};

use kernel::{Area, Empty, Error, Needs, Refusal, Result, Routes, Scope};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    access::{PLUGINS, PLUGINS_ENABLE},
    consents, contributions, limits, log,
    port::{Ask, Face, Health, Installed, InstalledPort, PackagePort},
    recordings, registry, settings, sweep,
};

pub(crate) const ASKS_CHANGED: Refusal = Refusal::new(
    711,
    "What the plugin asks for is not what you were shown. Look at it again, then agree.",
);

/// The area's permissions, ports and routes, without its endpoints.
pub fn area() -> Area {
    Area::new("plugins")
        .permissions(crate::access::PERMISSIONS)
        .features(crate::access::FEATURES)
        .sealed(&[crate::settings::SECRETS])
        .needs::<crate::Consents>()
        .needs::<crate::RecordingSwitches>()
        .needs::<crate::Settled>()
        .needs::<dyn crate::CustomerPort>()
        .needs::<dyn crate::endpoints::port::EndpointPort>()
        .needs::<dyn InstalledPort>()
        .needs::<dyn crate::PackagePort>()
        .needs::<dyn crate::PluginPort>()
        .needs::<dyn crate::endpoints::port::ReportPort>()
        .routes(
            Routes::at("/api/plugins")
                .get("manifest", Needs::SignedIn, manifest)
                .get("getplugins", PLUGINS, installed)
                .post("enableplugin", PLUGINS_ENABLE, enable)
                .post("disableplugin", PLUGINS_ENABLE, disable)
                .post("agreetoversion", PLUGINS_ENABLE, agree_to_version)
                .get("getpluginhealth", PLUGINS, health)
                .list("getpluginlog", PLUGINS, log::list),
        )
        .routes(settings::table())
        .routes(limits::table())
        .routes(limits::platform_table())
        .routes(recordings::table())
        .routes(recordings::platform_table())
        .routes(registry::table())
        .routes(registry::platform_table())
        .routes(registry::tenant_table())
        .listener(sweep::sweeper())
}

/// What the browser may load, for this caller in this tenant.
#[derive(Serialize, JsonSchema)]
struct Manifest {
    schema: u32,
    tenant: i64,
    generation: String,
    /// The names of the tenant's plugins, with a face or without one, by their ids.
    names: BTreeMap<String, String>,
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
    /// Where else the entry is, to be tried one after the other when it or what it imports could not be fetched.
    retries: Vec<String>,
    integrity: BTreeMap<String, String>,
    contributes: Contributions,
}

#[derive(Serialize, JsonSchema)]
struct Contributions {
    #[schemars(with = "Vec<contributions::Slot>")]
    slots: Vec<Value>,
    #[schemars(with = "Vec<contributions::Route>")]
    routes: Vec<Value>,
    #[schemars(with = "Vec<contributions::Nav>")]
    nav: Vec<Value>,
}

/// A plugin as a tenant's administrator sees it.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct InstalledView {
    id: String,
    name: String,
    version: String,
    kind: String,
    description: String,
    /// Came with the program: the platform's operator answers for it, and nothing has to be agreed to.
    is_bundled: bool,
    is_enabled: bool,
    /// The tenant stays at this version; else it follows what the platform makes active.
    is_pinned: bool,
    /// What it wants to be allowed to do.
    asks: Vec<Ask>,
    /// Asks that nobody of this tenant agreed to yet; while there are any, the plugin is not called.
    missing_consents: Vec<String>,
    /// The active version, where it asks for more than was agreed to: the plugin goes on as it was until it is.
    waiting: Option<registry::Waiting>,
}

async fn manifest(scope: Scope, _: Empty) -> Result<Manifest> {
    let port = scope.port::<dyn InstalledPort>()?;
    let languages = scope.languages();
    let (mut names, mut plugins) = (BTreeMap::new(), Vec::new());
    for plugin in port.of_tenant(scope.tenant) {
        let is_enabled = enabled(&scope, &plugin.id).await?;
        // What a plugin did while it was on is still told of; those that came along are no secret.
        if !is_enabled && !plugin.is_bundled {
            continue;
        }
        let plugin = plugin.in_languages(&languages);
        names.insert(plugin.id.clone(), plugin.name.clone());
        let Some(face) = plugin.face.filter(|_| is_enabled) else {
            continue;
        };
        let Face {
            sdk,
            entry,
            retries,
            integrity,
            slots,
            routes,
            nav,
            ..
        } = face;
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
            retries,
            integrity,
            contributes,
        });
    }
    Ok(Manifest {
        schema: 1,
        tenant: scope.tenant.0,
        generation: port.generation(scope.tenant),
        names,
        plugins,
    })
}

async fn installed(mut scope: Scope, _: Empty) -> Result<Vec<InstalledView>> {
    let (mut list, languages) = (Vec::new(), scope.languages());
    for plugin in scope.port::<dyn InstalledPort>()?.of_tenant(scope.tenant) {
        let plugin = plugin.in_languages(&languages);
        let is_enabled = enabled(&scope, &plugin.id).await?;
        let missing_consents = missing(&scope, &plugin).await?;
        let waiting = match plugin.is_pinned {
            true => registry::waiting(&mut scope, &plugin.id).await?,
            false => None,
        };
        list.push(InstalledView {
            is_enabled,
            missing_consents,
            id: plugin.id,
            name: plugin.name,
            version: plugin.version,
            kind: plugin.kind,
            description: plugin.description,
            is_bundled: plugin.is_bundled,
            is_pinned: plugin.is_pinned && waiting.is_none(),
            waiting,
            asks: plugin.asks,
        });
    }
    Ok(list)
}

async fn missing(scope: &Scope, plugin: &Installed) -> Result<Vec<String>> {
    if plugin.is_bundled {
        return Ok(Vec::new());
    }
    let agreed = consents::agreed(scope.host(), scope.tenant, &plugin.id).await?;
    Ok(plugin
        .asks
        .iter()
        .map(|ask| &ask.code)
        .filter(|code| !agreed.contains(*code))
        .cloned()
        .collect())
}

#[derive(Deserialize, JsonSchema)]
struct Enable {
    /// The plugin's id.
    id: String,
    /// The codes of all that it asks for, as they were shown to the person who agrees.
    #[serde(default)]
    asks: Vec<String>,
}

/// Switches a plugin on: agreeing to exactly what it asks for.
async fn enable(mut scope: Scope, wanted: Enable) -> Result<Empty> {
    switch_on(&mut scope, &wanted.id, &wanted.asks)
        .await
        .map(|()| Empty {})
}

#[derive(Deserialize, JsonSchema)]
struct AgreedVersion {
    /// The plugin's id.
    id: String,
    /// The version that waits.
    version: String,
    /// The codes of all that it asks for, as they were shown to the person who agrees.
    #[serde(default)]
    asks: Vec<String>,
}

/// Agrees to what the waiting version of a plugin asks for, and goes on with it.
async fn agree_to_version(mut scope: Scope, agreed: AgreedVersion) -> Result<Empty> {
    let plugin = find(&scope, &agreed.id)?;
    registry::agree(&mut scope, &plugin.id, &agreed.version, &agreed.asks)
        .await
        .map(|()| Empty {})
}

/// Switches the plugin on for the scope's tenant, which agrees to exactly these asks.
pub async fn switch_on(scope: &mut Scope, id: &str, asks: &[String]) -> Result<()> {
    let plugin = find(scope, id)?;
    if !plugin.is_bundled {
        let asked: HashSet<&String> = plugin.asks.iter().map(|ask| &ask.code).collect();
        if asked != asks.iter().collect() {
            return Err(ASKS_CHANGED.into());
        }
        consents::agree(scope, &plugin.id, asks).await?;
    }
    settings::opened(scope, &plugin.id, &plugin.version, None).await?;
    // This saves: consent and switch are one change.
    tenancy::set_features(scope, &[(feature(&plugin.id), Some("true".to_owned()))]).await?;
    consents::forget(scope.host(), scope.tenant)
}

/// What the plugin asks for, and the codes of that to which nobody of the scope's tenant agreed yet.
pub async fn asked(scope: &Scope, id: &str) -> Result<(Vec<Ask>, Vec<String>)> {
    let plugin = find(scope, id)?;
    let missing = missing(scope, &plugin).await?;
    Ok((
        if plugin.is_bundled {
            Vec::new()
        } else {
            plugin.asks
        },
        missing,
    ))
}

#[derive(Deserialize, JsonSchema)]
pub(crate) struct OfPlugin {
    /// The plugin's id.
    pub(crate) id: String,
}

/// Switches a plugin off. What was agreed to is forgotten with it; its data stays.
async fn disable(mut scope: Scope, of: OfPlugin) -> Result<Empty> {
    let plugin = find(&scope, &of.id)?;
    consents::agree(&mut scope, &plugin.id, &[]).await?;
    // Who switches it on again agrees to what is active then.
    registry::let_go(&mut scope, &plugin.id).await?;
    tenancy::set_features(
        &mut scope,
        &[(feature(&plugin.id), Some("false".to_owned()))],
    )
    .await?;
    consents::forget(scope.host(), scope.tenant)?;
    registry::moved(&scope, &plugin.id).await?;
    Ok(Empty {})
}

/// How the plugin does for this tenant.
async fn health(mut scope: Scope, of: OfPlugin) -> Result<Health> {
    let plugin = find(&scope, &of.id)?;
    let problems = settings::troubles(&mut scope, &plugin).await?;
    Ok(Health {
        problems,
        ..scope
            .port::<dyn PackagePort>()?
            .health(&plugin.id, Some(scope.tenant))
    })
}

/// The plugin in the version of the scope's tenant.
pub(crate) fn find(scope: &Scope, id: &str) -> Result<Installed> {
    let installed = scope.port::<dyn InstalledPort>()?.of_tenant(scope.tenant);
    installed
        .into_iter()
        .find(|plugin| plugin.id == id)
        .ok_or(Error::NotFound("The plugin"))
}

pub(crate) fn feature(plugin: &str) -> String {
    format!("Plugin.{plugin}.Enabled")
}

async fn enabled(scope: &Scope, plugin: &str) -> Result<bool> {
    scope.feature(&feature(plugin)).await
}

/// Those that name no permission or feature, or ones that the caller and the tenant have.
async fn allowed(scope: &Scope, contributions: Vec<Value>) -> Result<Vec<Value>> {
    let mut kept = Vec::new();
    for contribution in contributions {
        let word = |key: &str| contribution.get(key).and_then(Value::as_str);
        let permitted = word("permission").is_none_or(|name| {
            scope
                .caller
                .session()
                .is_some_and(|session| session.permissions.contains(name))
        });
        let featured = match word("feature") {
            None => true,
            Some(feature) => scope.feature(feature).await?,
        };
        if permitted && featured {
            kept.push(contribution);
        }
    }
    Ok(kept)
}
