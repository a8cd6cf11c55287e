//! The calls about versions: the platform's canaries and pins, and a tenant's own version.

use kernel::{Empty, Result, Routes, Scope, ids::TenantId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    canary, pins,
    routes::OfPlugin,
    service,
    store::{self, EndedCanary},
};
use crate::{
    access::{PLUGINS, PLUGINS_CONFIGURE, PLUGINS_INSTALL},
    port::{Ask, PackagePort, Tally},
    routes::{OfPlugin as OfId, find},
};

pub(crate) fn platform_table() -> Routes {
    Routes::at("/api/plugins/platform")
        .get("getcanary", PLUGINS_INSTALL, get_canary)
        .post("startcanary", PLUGINS_INSTALL, start)
        .post("promotecanary", PLUGINS_INSTALL, promote)
        .post("stopcanary", PLUGINS_INSTALL, stop)
        .get("getpins", PLUGINS_INSTALL, get_pins)
        .post("liftpin", PLUGINS_INSTALL, lift)
}

pub(crate) fn tenant_table() -> Routes {
    Routes::at("/api/plugins")
        .get("getversions", PLUGINS, versions)
        .put("setversion", PLUGINS_CONFIGURE, set_version)
}

/// What is tried out of a plugin, and how the last trial ended.
#[derive(Serialize, JsonSchema)]
struct CanaryView {
    /// Null while nothing is tried out.
    running: Option<RunningCanary>,
    /// How the last one ended; null when there was none.
    last: Option<EndedCanary>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct RunningCanary {
    package_id: i64,
    version: String,
    active_version: String,
    /// Percent of the calls of tenants that follow.
    share: i64,
    by: String,
    since: chrono::DateTime<chrono::Utc>,
    /// Calls of the version that is tried out, on the host that answers; null until that host has loaded it.
    candidate: Option<Tally>,
    /// Calls of the active version meanwhile.
    active: Option<Tally>,
    /// Why it gets no more calls on this host; it is rolled back within seconds.
    failure: Option<String>,
}

async fn get_canary(mut scope: Scope, of: OfPlugin) -> Result<CanaryView> {
    let install = service::installed(&mut scope, &of.plugin).await?;
    let Some(canary) = install.canary else {
        return Ok(CanaryView {
            running: None,
            last: install.ended,
        });
    };
    let package = service::package(&mut scope, canary.package_id).await?;
    let active = service::package(&mut scope, install.package_id).await?;
    let state = scope
        .port::<dyn PackagePort>()?
        .canary(&of.plugin)
        .filter(|state| state.version == package.version);
    let running = RunningCanary {
        package_id: package.id,
        version: package.version,
        active_version: active.version,
        share: canary.share,
        by: canary.by,
        since: canary.at,
        candidate: state.as_ref().map(|state| state.candidate),
        active: state.as_ref().map(|state| state.active),
        failure: state.and_then(|state| state.failure),
    };
    Ok(CanaryView {
        running: Some(running),
        last: install.ended,
    })
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct NewCanary {
    /// The package that is tried out.
    package_id: i64,
    /// 1 to 50 percent of the calls of tenants that follow and have agreed to all it asks for.
    share: i64,
}

async fn start(mut scope: Scope, new: NewCanary) -> Result<Empty> {
    canary::start(&mut scope, new.package_id, new.share)
        .await
        .map(|()| Empty {})
}

async fn promote(mut scope: Scope, of: OfPlugin) -> Result<Empty> {
    canary::promote(&mut scope, &of.plugin)
        .await
        .map(|()| Empty {})
}

async fn stop(mut scope: Scope, of: OfPlugin) -> Result<Empty> {
    canary::stop(&mut scope, &of.plugin)
        .await
        .map(|()| Empty {})
}

/// A tenant that stays at a version.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct PinView {
    tenant_id: TenantId,
    tenant_name: String,
    package_id: i64,
    version: String,
    by: String,
    since: chrono::DateTime<chrono::Utc>,
    /// It did not choose to: it stays until it agrees to what the active version asks for.
    is_held: bool,
}

async fn get_pins(mut scope: Scope, of: OfPlugin) -> Result<Vec<PinView>> {
    let pins = pins::all(&mut scope)
        .await?
        .into_iter()
        .filter(|pin| pin.plugin == of.plugin);
    let view = |pin: pins::Pin| PinView {
        tenant_id: pin.tenant,
        tenant_name: pin.tenant_name,
        package_id: pin.package_id,
        version: pin.version,
        by: pin.by,
        since: pin.at,
        is_held: pin.is_held,
    };
    Ok(pins.map(view).collect())
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct LiftedPin {
    /// The plugin's id.
    plugin: String,
    tenant_id: TenantId,
}

async fn lift(mut scope: Scope, of: LiftedPin) -> Result<Empty> {
    pins::lift(&mut scope, &of.plugin, of.tenant_id)
        .await
        .map(|()| Empty {})
}

/// A version that a tenant may stay at.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct VersionView {
    version: String,
    /// It is the one that tenants get who follow.
    is_active: bool,
    /// The tenant is pinned to it.
    is_pinned: bool,
    /// It was signed with a key that is trusted no more: nobody is pinned to it any more.
    is_revoked: bool,
    asks: Vec<Ask>,
    creation_time: chrono::DateTime<chrono::Utc>,
}

/// The versions there are of a plugin, newest first; none of one that came with the program.
async fn versions(mut scope: Scope, of: OfId) -> Result<Vec<VersionView>> {
    let plugin = find(&scope, &of.id)?;
    if plugin.is_bundled {
        return Ok(Vec::new());
    }
    let active = service::installed(&mut scope, &plugin.id).await?.package_id;
    let tenant = scope.tenant;
    let is_held = pins::of(&mut scope, &plugin.id, tenant)
        .await?
        .is_some_and(|pin| pin.is_held);
    let signers = store::signers(&mut scope).await?;
    let revoked = |key: &Option<String>| {
        signers
            .iter()
            .any(|signer| Some(&signer.key) == key.as_ref() && signer.revoked_at.is_some())
    };
    let packages = store::packages(&mut scope).await?.into_iter();
    let own = packages.filter(|package| package.plugin == plugin.id && package.kind == plugin.kind);
    let view = |package: store::Package| VersionView {
        is_active: package.id == active,
        is_pinned: plugin.is_pinned && !is_held && package.version == plugin.version,
        is_revoked: revoked(&package.signer),
        version: package.version,
        asks: package.asks,
        creation_time: package.creation_time,
    };
    Ok(own.map(view).collect())
}

#[derive(Deserialize, JsonSchema)]
struct ChosenVersion {
    /// The plugin's id.
    id: String,
    /// The version to stay at; null follows what the platform makes active.
    version: Option<String>,
}

async fn set_version(mut scope: Scope, wanted: ChosenVersion) -> Result<Empty> {
    let plugin = find(&scope, &wanted.id)?;
    pins::set(&mut scope, &plugin, wanted.version.as_deref())
        .await
        .map(|()| Empty {})
}
