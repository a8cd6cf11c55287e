//! Tenants held at their approved version until they approve an upgrade's new requests.

use std::collections::HashSet;

use data::{Error, Result, Scope, Where, db::Mode, ids::TenantId};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    consents::{self, Consent},
    installed::{
        port::{Ask, PackagePort},
        routes::{ASKS_CHANGED, feature},
    },
};
use crate::{
    packages::{self, owners::SignerChange, store::Package},
    pins::{self, store::Pin},
};

/// A version that awaits a tenant's consent.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WaitingVersion {
    pub(crate) version: String,
    /// All its requests.
    pub(crate) asks: Vec<Ask>,
    /// Codes of requests that the tenant has not approved.
    pub(crate) missing_consents: Vec<String>,
    /// Another signer: earlier consents are void.
    pub(crate) new_signer: Option<SignerChange>,
}

/// Holds the tenants that use `before` without approving all requests of `package`; releases the
/// others. The caller commits.
pub(crate) async fn hold_tenants(
    scope: &mut Scope,
    before: &Package,
    package: &Package,
) -> Result<()> {
    let plugin = &package.plugin;
    let tenants = pins::store::load_tenant_ids(scope).await?;
    let pins: Vec<Pin> = pins::store::load_all(scope)
        .await?
        .into_iter()
        .filter(|pin| pin.plugin == *plugin)
        .collect();
    for tenant in tenants {
        let pin = pins.iter().find(|pin| pin.tenant == tenant);
        if pin.is_some_and(|pin| !pin.is_held) {
            continue;
        }
        let agreed = load_consents(scope, tenant, plugin).await?;
        let at = match pin {
            Some(pin) => packages::store::by_id(scope, pin.package_id).await?,
            None => Some(before.clone()),
        };
        let Some(at) = at else { continue };
        let is_free = agreed.as_ref().is_none_or(|agreed| {
            // A tenant that hadn't approved the previous version is asked for the new one only.
            !covers(agreed, &at) || (covers(agreed, package) && at.signer == package.signer)
        });
        match (is_free, pin) {
            (true, Some(_)) => pins::store::unpin(scope, plugin, tenant).await?,
            (false, None) => pins::store::insert_pin(scope, plugin, tenant, at.id, true).await?,
            _ => {}
        }
    }
    Ok(())
}

/// Releases held tenants that approved all requests, after a rollback. The caller commits.
pub(crate) async fn release_tenants(scope: &mut Scope, package: &Package) -> Result<()> {
    let held_pins = pins::store::load_all(scope)
        .await?
        .into_iter()
        .filter(|pin| pin.plugin == package.plugin && pin.is_held);
    for pin in held_pins {
        let at = packages::store::by_id(scope, pin.package_id).await?;
        let agreed = load_consents(scope, pin.tenant, &package.plugin)
            .await?
            .unwrap_or_default();
        if covers(&agreed, package) && at.is_none_or(|at| at.signer == package.signer) {
            pins::store::unpin(scope, &package.plugin, pin.tenant).await?;
        }
    }
    Ok(())
}

pub(crate) async fn revoke_all_consents(scope: &mut Scope, plugin: &str) -> Result<()> {
    let tenants = pins::store::load_tenant_ids(scope).await?;
    // Tenants are changed in separate transactions without blocking this one.
    scope.rollback();
    for tenant in tenants {
        revoke_consents(scope, tenant, plugin).await?;
    }
    Ok(())
}

async fn load_consents(
    scope: &Scope,
    tenant: TenantId,
    plugin: &str,
) -> Result<Option<HashSet<String>>> {
    let mut own = scope.host().scope(tenant, Mode::Read);
    if !own.feature(&feature(plugin)).await? {
        return Ok(None);
    }
    let consents = own
        .all::<Consent>(Where::all().eq(Consent::PLUGIN, plugin.to_owned()))
        .await?;
    Ok(Some(
        consents.into_iter().map(|consent| consent.ask).collect(),
    ))
}

fn covers(agreed: &HashSet<String>, package: &Package) -> bool {
    package.asks.iter().all(|ask| agreed.contains(&ask.code))
}

/// True if the tenant may follow `package` with its consents for `at`.
pub(crate) async fn may_follow(scope: &mut Scope, at: &Package, package: &Package) -> Result<bool> {
    let agreed = load_consents(scope, scope.tenant, &package.plugin).await?;
    Ok(agreed.is_none_or(|agreed| covers(&agreed, package) && at.signer == package.signer))
}

pub(crate) async fn load_waiting(
    scope: &mut Scope,
    plugin: &str,
) -> Result<Option<WaitingVersion>> {
    let Some(pin) = pins::store::find_pin(scope, plugin, scope.tenant)
        .await?
        .filter(|pin| pin.is_held)
    else {
        return Ok(None);
    };
    let install = packages::service::installed(scope, plugin).await?;
    let active = packages::service::package(scope, install.package_id).await?;
    let at = packages::store::by_id(scope, pin.package_id).await?;
    let agreed = load_consents(scope, scope.tenant, plugin)
        .await?
        .unwrap_or_default();
    let new_signer = match at
        .and_then(|at| at.signer)
        .filter(|from| active.signer.as_ref() != Some(from))
    {
        Some(from) => {
            let signers = packages::store::signers(scope).await?;
            let port = scope.port::<dyn PackagePort>()?;
            Some(packages::owners::describe_change(
                &signers,
                port.as_ref(),
                &from,
                active.signer.as_deref(),
            ))
        }
        None => None,
    };
    let all = active.asks.iter().map(|ask| ask.code.clone());
    let missing_consents = all
        .filter(|code| new_signer.is_some() || !agreed.contains(code))
        .collect();
    Ok(Some(WaitingVersion {
        version: active.version,
        asks: active.asks,
        missing_consents,
        new_signer,
    }))
}

/// Approves the waiting version's requests and follows it.
pub(crate) async fn approve_waiting(
    scope: &mut Scope,
    plugin: &str,
    version: &str,
    asks: &[String],
) -> Result<()> {
    let waiting = load_waiting(scope, plugin)
        .await?
        .ok_or(Error::NotFound("The waiting version"))?;
    let requested: HashSet<&String> = waiting.asks.iter().map(|ask| &ask.code).collect();
    if waiting.version != version || requested != asks.iter().collect() {
        return Err(ASKS_CHANGED.into());
    }
    consents::set_consents(scope, plugin, asks).await?;
    pins::store::unpin(scope, plugin, scope.tenant).await?;
    scope.commit().await?;
    consents::clear_cache(scope.host(), scope.tenant)?;
    pins::service::follow_change(scope, plugin).await
}

pub(crate) async fn release_tenant(scope: &mut Scope, plugin: &str) -> Result<()> {
    match pins::store::find_pin(scope, plugin, scope.tenant).await? {
        Some(pin) if pin.is_held => pins::store::unpin(scope, plugin, scope.tenant).await,
        _ => Ok(()),
    }
}

pub(crate) async fn revoke_consents(scope: &Scope, tenant: TenantId, plugin: &str) -> Result<()> {
    let mut own = scope.host().scope(tenant, Mode::Write);
    consents::set_consents(&mut own, plugin, &[]).await?;
    own.commit().await?;
    consents::clear_cache(scope.host(), tenant)
}
