//! Routes of plugins: front ends, installed plugins, consents and logs.

use std::collections::{BTreeMap, HashSet};

use data::{Empty, Error, Needs, Refusal, Result, Scope};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use web::{Area, Routes};

use crate::{
    access::{PLUGINS, PLUGINS_ENABLE},
    consents,
    installed::port::{Ask, FrontEnd, Health, Installed, InstalledPort, PackagePort},
    limits, logs, packages, recordings, retention, settings,
};

pub(crate) const ASKS_CHANGED: Refusal = Refusal::new(
    711,
    "The plugin's permissions have changed since you saw them. Review them again, then approve.",
);

pub fn area() -> Area {
    Area::new("plugins")
        .permissions(crate::access::PERMISSIONS)
        .features(crate::access::FEATURES)
        .sealed(&[crate::settings::model::SECRETS])
        .needs::<crate::consents::Consents>()
        .needs::<crate::recordings::switches::RecordingSwitches>()
        .needs::<crate::settings::effective::EffectiveCache>()
        .needs::<dyn crate::installed::port::CustomerPort>()
        .needs::<dyn crate::endpoints::port::EndpointPort>()
        .needs::<dyn InstalledPort>()
        .needs::<dyn crate::installed::port::PackagePort>()
        .needs::<dyn crate::installed::port::PluginPort>()
        .needs::<dyn crate::endpoints::port::ReportPort>()
        .routes(
            Routes::new("/api/plugins")
                .get("manifest", Needs::SignedIn, manifest)
                .get("getplugins", PLUGINS, installed)
                .post("enableplugin", PLUGINS_ENABLE, enable)
                .post("disableplugin", PLUGINS_ENABLE, disable)
                .post("agreetoversion", PLUGINS_ENABLE, agree_to_version)
                .get("getpluginhealth", PLUGINS, health)
                .list("getpluginlog", PLUGINS, logs::service::list),
        )
        .routes(settings::table())
        .routes(limits::table())
        .routes(limits::platform_table())
        .routes(recordings::table())
        .routes(recordings::platform_table())
        .routes(packages::table())
        .routes(packages::platform_table())
        .routes(packages::tenant_table())
        .listener(retention::sweeper())
}

/// Front ends available to this caller.
#[derive(Serialize, JsonSchema)]
struct Manifest {
    schema: u32,
    tenant: i64,
    generation: String,
    /// Names of the tenant's plugins by id, with or without a front end.
    names: BTreeMap<String, String>,
    plugins: Vec<Entry>,
}

#[derive(Serialize, JsonSchema)]
struct Entry {
    id: String,
    name: String,
    version: String,
    /// Range of `@waybill/plugin` that the front end was built for.
    sdk: String,
    entry: String,
    /// Alternative paths, to be tried in order if the entry or its imports failed to load.
    retries: Vec<String>,
    integrity: BTreeMap<String, String>,
    contributes: Contributions,
}

#[derive(Serialize, JsonSchema)]
struct Contributions {
    #[schemars(with = "Vec<crate::front_ends::model::Slot>")]
    slots: Vec<Value>,
    #[schemars(with = "Vec<crate::front_ends::model::Route>")]
    routes: Vec<Value>,
    #[schemars(with = "Vec<crate::front_ends::model::Nav>")]
    nav: Vec<Value>,
}

/// A plugin for a tenant's administrator.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct InstalledView {
    id: String,
    name: String,
    version: String,
    kind: String,
    description: String,
    /// True for a bundled plugin, which needs no consent.
    is_bundled: bool,
    is_enabled: bool,
    /// True if pinned to this version; otherwise it follows the active one.
    is_pinned: bool,
    /// Requested capabilities.
    asks: Vec<Ask>,
    /// Requests that the tenant has not approved; while there are any, the plugin is not called.
    missing_consents: Vec<String>,
    /// Active version that awaits consent; until then the previous one is called.
    waiting: Option<packages::WaitingVersion>,
}

async fn manifest(scope: Scope, _: Empty) -> Result<Manifest> {
    let port = scope.port::<dyn InstalledPort>()?;
    let languages = scope.languages();
    let (mut names, mut plugins) = (BTreeMap::new(), Vec::new());
    for plugin in port.installed_for(scope.tenant) {
        let is_enabled = enabled(&scope, &plugin.id).await?;
        // Plugins that were enabled before are still listed; bundled ones are public.
        if !is_enabled && !plugin.is_bundled {
            continue;
        }
        let plugin = plugin.in_languages(&languages);
        names.insert(plugin.id.clone(), plugin.name.clone());
        let Some(front_end) = plugin.front_end.filter(|_| is_enabled) else {
            continue;
        };
        let FrontEnd {
            sdk,
            entry,
            retries,
            integrity,
            slots,
            routes,
            nav,
            ..
        } = front_end;
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
    for plugin in scope
        .port::<dyn InstalledPort>()?
        .installed_for(scope.tenant)
    {
        let plugin = plugin.in_languages(&languages);
        let is_enabled = enabled(&scope, &plugin.id).await?;
        let missing_consents = unapproved_requests(&scope, &plugin).await?;
        let waiting = match plugin.is_pinned {
            true => packages::load_waiting(&mut scope, &plugin.id).await?,
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

async fn unapproved_requests(scope: &Scope, plugin: &Installed) -> Result<Vec<String>> {
    if plugin.is_bundled {
        return Ok(Vec::new());
    }
    let agreed = consents::load_consents(scope.host(), scope.tenant, &plugin.id).await?;
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
    /// Codes of all requests as shown to the approving user.
    #[serde(default)]
    asks: Vec<String>,
}

async fn enable(mut scope: Scope, input: Enable) -> Result<Empty> {
    switch_on(&mut scope, &input.id, &input.asks)
        .await
        .map(|()| Empty {})
}

#[derive(Deserialize, JsonSchema)]
struct AgreedVersion {
    /// The plugin's id.
    id: String,
    /// Waiting version.
    version: String,
    /// Codes of all requests as shown to the approving user.
    #[serde(default)]
    asks: Vec<String>,
}

/// Approves the waiting version's requests and follows it.
async fn agree_to_version(mut scope: Scope, agreed: AgreedVersion) -> Result<Empty> {
    let plugin = find(&scope, &agreed.id)?;
    packages::approve_waiting(&mut scope, &plugin.id, &agreed.version, &agreed.asks)
        .await
        .map(|()| Empty {})
}

/// Enables the plugin with consent to exactly these requests.
pub async fn switch_on(scope: &mut Scope, id: &str, asks: &[String]) -> Result<()> {
    let plugin = find(scope, id)?;
    if !plugin.is_bundled {
        let requested: HashSet<&String> = plugin.asks.iter().map(|ask| &ask.code).collect();
        if requested != asks.iter().collect() {
            return Err(ASKS_CHANGED.into());
        }
        consents::set_consents(scope, &plugin.id, asks).await?;
    }
    settings::ensure_store_key(scope, &plugin.id, &plugin.version, None).await?;
    // Commits consent and switch together.
    tenancy::set_features(scope, &[(feature(&plugin.id), Some("true".to_owned()))]).await?;
    consents::clear_cache(scope.host(), scope.tenant)
}

/// Returns the plugin's requests and the codes not approved by the scope's tenant.
pub async fn load_requests(scope: &Scope, id: &str) -> Result<(Vec<Ask>, Vec<String>)> {
    let plugin = find(scope, id)?;
    let missing = unapproved_requests(scope, &plugin).await?;
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
#[schemars(rename = "OfPlugin")]
pub(crate) struct PluginRef {
    /// The plugin's id.
    pub(crate) id: String,
}

async fn disable(mut scope: Scope, input: PluginRef) -> Result<Empty> {
    let plugin = find(&scope, &input.id)?;
    consents::set_consents(&mut scope, &plugin.id, &[]).await?;
    // Enabling it again approves the then active version.
    packages::release_tenant(&mut scope, &plugin.id).await?;
    tenancy::set_features(
        &mut scope,
        &[(feature(&plugin.id), Some("false".to_owned()))],
    )
    .await?;
    consents::clear_cache(scope.host(), scope.tenant)?;
    packages::follow_change(&scope, &plugin.id).await?;
    Ok(Empty {})
}

async fn health(mut scope: Scope, input: PluginRef) -> Result<Health> {
    let plugin = find(&scope, &input.id)?;
    let problems = settings::migration_problems(&mut scope, &plugin).await?;
    Ok(Health {
        problems,
        ..scope
            .port::<dyn PackagePort>()?
            .health(&plugin.id, Some(scope.tenant))
    })
}

pub(crate) fn find(scope: &Scope, id: &str) -> Result<Installed> {
    let installed = scope
        .port::<dyn InstalledPort>()?
        .installed_for(scope.tenant);
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

/// Applies the caller's permissions and the tenant's features.
async fn allowed(scope: &Scope, contributions: Vec<Value>) -> Result<Vec<Value>> {
    let mut visible = Vec::new();
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
            visible.push(contribution);
        }
    }
    Ok(visible)
}
