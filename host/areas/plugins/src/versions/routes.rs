//! Routes of versions: the platform's canaries and pins, and a tenant's version.

use data::{Empty, Result, Scope, ids::TenantId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web::Routes;

use crate::{
    access::{PLUGINS, PLUGINS_CONFIGURE, PLUGINS_INSTALL},
    installed::{
        port::{Ask, CallCounts, PackagePort},
        routes::{PluginRef, find},
    },
};
use crate::{
    canaries,
    packages::{self, routes::PlatformPluginRef, store::EndedCanary},
    pins,
};

pub(crate) fn platform_table() -> Routes {
    Routes::new("/api/plugins/platform")
        .get("getcanary", PLUGINS_INSTALL, get_canary)
        .post("startcanary", PLUGINS_INSTALL, start)
        .post("promotecanary", PLUGINS_INSTALL, promote)
        .post("stopcanary", PLUGINS_INSTALL, stop)
        .get("getpins", PLUGINS_INSTALL, get_pins)
        .post("liftpin", PLUGINS_INSTALL, lift)
}

pub(crate) fn tenant_table() -> Routes {
    Routes::new("/api/plugins")
        .get("getversions", PLUGINS, versions)
        .put("setversion", PLUGINS_CONFIGURE, set_version)
}

/// Running canary of a plugin and result of the last one.
#[derive(Serialize, JsonSchema)]
struct CanaryView {
    /// Null without a canary.
    running: Option<RunningCanary>,
    /// Result of the last canary, or null.
    last: Option<EndedCanary>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct RunningCanary {
    package_id: i64,
    version: String,
    active_version: String,
    /// Percent of the following tenants' calls.
    share: i64,
    by: String,
    since: chrono::DateTime<chrono::Utc>,
    /// Canary's calls on the responding host; null until loaded there.
    candidate: Option<CallCounts>,
    /// The active version's calls in the same time.
    active: Option<CallCounts>,
    /// Reason it gets no more calls on this host; rollback follows within seconds.
    failure: Option<String>,
}

async fn get_canary(mut scope: Scope, input: PlatformPluginRef) -> Result<CanaryView> {
    let install = packages::service::installed(&mut scope, &input.plugin).await?;
    let Some(canary) = install.canary else {
        return Ok(CanaryView {
            running: None,
            last: install.ended,
        });
    };
    let package = packages::service::package(&mut scope, canary.package_id).await?;
    let active = packages::service::package(&mut scope, install.package_id).await?;
    let state = scope
        .port::<dyn PackagePort>()?
        .canary(&input.plugin)
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
    /// Package to run as canary.
    package_id: i64,
    /// 1 to 50 percent of the calls of following tenants that have approved all its requests.
    share: i64,
}

async fn start(mut scope: Scope, new: NewCanary) -> Result<Empty> {
    canaries::service::start(&mut scope, new.package_id, new.share)
        .await
        .map(|()| Empty {})
}

async fn promote(mut scope: Scope, input: PlatformPluginRef) -> Result<Empty> {
    canaries::service::promote(&mut scope, &input.plugin)
        .await
        .map(|()| Empty {})
}

async fn stop(mut scope: Scope, input: PlatformPluginRef) -> Result<Empty> {
    canaries::service::stop(&mut scope, &input.plugin)
        .await
        .map(|()| Empty {})
}

/// A pinned tenant.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct PinView {
    tenant_id: TenantId,
    tenant_name: String,
    package_id: i64,
    version: String,
    by: String,
    since: chrono::DateTime<chrono::Utc>,
    /// True if held until the tenant approves the active version's requests.
    is_held: bool,
}

async fn get_pins(mut scope: Scope, input: PlatformPluginRef) -> Result<Vec<PinView>> {
    let pins = pins::store::load_all(&mut scope)
        .await?
        .into_iter()
        .filter(|pin| pin.plugin == input.plugin);
    let view = |pin: pins::store::Pin| PinView {
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

async fn lift(mut scope: Scope, input: LiftedPin) -> Result<Empty> {
    pins::service::lift(&mut scope, &input.plugin, input.tenant_id)
        .await
        .map(|()| Empty {})
}

/// A version to which a tenant can be pinned.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct VersionView {
    version: String,
    /// True for the active version.
    is_active: bool,
    /// True if the tenant is pinned to it.
    is_pinned: bool,
    /// True if its signing key was revoked: new pins are rejected.
    is_revoked: bool,
    asks: Vec<Ask>,
    creation_time: chrono::DateTime<chrono::Utc>,
}

/// Lists the versions of a plugin, newest first; empty for a bundled one.
async fn versions(mut scope: Scope, input: PluginRef) -> Result<Vec<VersionView>> {
    let plugin = find(&scope, &input.id)?;
    if plugin.is_bundled {
        return Ok(Vec::new());
    }
    let active = packages::service::installed(&mut scope, &plugin.id)
        .await?
        .package_id;
    let tenant = scope.tenant;
    let is_held = pins::store::find_pin(&mut scope, &plugin.id, tenant)
        .await?
        .is_some_and(|pin| pin.is_held);
    let signers = packages::store::signers(&mut scope).await?;
    let revoked = |key: &Option<String>| {
        signers
            .iter()
            .any(|signer| Some(&signer.key) == key.as_ref() && signer.revoked_at.is_some())
    };
    let packages = packages::store::packages(&mut scope).await?.into_iter();
    let own = packages.filter(|package| package.plugin == plugin.id && package.kind == plugin.kind);
    let view = |package: packages::store::Package| VersionView {
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
    /// Version to pin; null follows the active one.
    version: Option<String>,
}

async fn set_version(mut scope: Scope, input: ChosenVersion) -> Result<Empty> {
    let plugin = find(&scope, &input.id)?;
    pins::service::set(&mut scope, &plugin, input.version.as_deref())
        .await
        .map(|()| Empty {})
}
