//! Tenants that an upgrade leaves at the version they agreed to, until they agree to what it asks for besides.

use std::collections::HashSet;

use kernel::{
    Error, Result, Scope, Where,
    db::{Mode, PlatformSql},
    ids::TenantId,
};
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    owners::{self, SignerChange},
    pins::{self, Pin},
    service,
    store::{self, Package},
};
use crate::{
    consents::{self, Consent},
    port::{Ask, PackagePort},
    routes::{ASKS_CHANGED, feature},
};

const TENANTS: PlatformSql =
    PlatformSql("SELECT id FROM tenants WHERE state <> 'Deleted' ORDER BY id");

/// A version that waits for a tenant's consent while its calls go to the one before.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Waiting {
    pub(crate) version: String,
    /// All that it asks for.
    pub(crate) asks: Vec<Ask>,
    /// The codes of what nobody of this tenant agreed to yet.
    pub(crate) missing_consents: Vec<String>,
    /// Somebody else signed it: what was agreed to with the one before does not hold for it.
    pub(crate) new_signer: Option<SignerChange>,
}

/// Holds the tenants at `before` that use it and have not agreed to all that `package` asks for, and lets those go that
/// have. The caller saves.
pub(super) async fn hold(scope: &mut Scope, before: &Package, package: &Package) -> Result<()> {
    let plugin = &package.plugin;
    let tenants = tenants(scope).await?;
    let pins: Vec<Pin> = pins::all(scope)
        .await?
        .into_iter()
        .filter(|pin| pin.plugin == *plugin)
        .collect();
    for tenant in tenants {
        let pin = pins.iter().find(|pin| pin.tenant == tenant);
        if pin.is_some_and(|pin| !pin.is_held) {
            continue;
        }
        let agreed = agreed(scope, tenant, plugin).await?;
        let at = match pin {
            Some(pin) => store::by_id(scope, pin.package_id).await?,
            None => Some(before.clone()),
        };
        let Some(at) = at else { continue };
        let is_free = agreed.as_ref().is_none_or(|agreed| {
            // Who had not agreed to the one before either is asked once, for the new one.
            !covers(agreed, &at) || (covers(agreed, package) && at.signer == package.signer)
        });
        match (is_free, pin) {
            (true, Some(_)) => pins::unpin(scope, plugin, tenant).await?,
            (false, None) => pins::put(scope, plugin, tenant, at.id, true).await?,
            _ => {}
        }
    }
    Ok(())
}

/// Lets the tenants go that are held and agreed to all that `package` asks for: the plugin goes back to it. The caller
/// saves.
pub(super) async fn release(scope: &mut Scope, package: &Package) -> Result<()> {
    let held = pins::all(scope)
        .await?
        .into_iter()
        .filter(|pin| pin.plugin == package.plugin && pin.is_held);
    for pin in held {
        let at = store::by_id(scope, pin.package_id).await?;
        let agreed = agreed(scope, pin.tenant, &package.plugin)
            .await?
            .unwrap_or_default();
        if covers(&agreed, package) && at.is_none_or(|at| at.signer == package.signer) {
            pins::unpin(scope, &package.plugin, pin.tenant).await?;
        }
    }
    Ok(())
}

async fn tenants(scope: &mut Scope) -> Result<Vec<TenantId>> {
    let rows = scope.platform(TENANTS, Vec::new()).await?;
    rows.iter().map(|row| Ok(row.get(0)?)).collect()
}

/// Takes back what all tenants agreed to.
pub(super) async fn forget_all(scope: &mut Scope, plugin: &str) -> Result<()> {
    let tenants = tenants(scope).await?;
    // Tenants' own changes are made one by one, and nothing of ours may wait for them.
    scope.rollback();
    for tenant in tenants {
        forget(scope, tenant, plugin).await?;
    }
    Ok(())
}

/// What the tenant agreed to; none where the plugin is off.
async fn agreed(scope: &Scope, tenant: TenantId, plugin: &str) -> Result<Option<HashSet<String>>> {
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

/// Whether the scope's tenant may go on with `package` by what it agreed to for `at`.
pub(super) async fn may_follow(scope: &mut Scope, at: &Package, package: &Package) -> Result<bool> {
    let agreed = agreed(scope, scope.tenant, &package.plugin).await?;
    Ok(agreed.is_none_or(|agreed| covers(&agreed, package) && at.signer == package.signer))
}

/// What waits for the consent of the scope's tenant; none where it is not held.
pub(crate) async fn waiting(scope: &mut Scope, plugin: &str) -> Result<Option<Waiting>> {
    let Some(pin) = pins::of(scope, plugin, scope.tenant)
        .await?
        .filter(|pin| pin.is_held)
    else {
        return Ok(None);
    };
    let install = service::installed(scope, plugin).await?;
    let active = service::package(scope, install.package_id).await?;
    let at = store::by_id(scope, pin.package_id).await?;
    let agreed = agreed(scope, scope.tenant, plugin)
        .await?
        .unwrap_or_default();
    let new_signer = match at
        .and_then(|at| at.signer)
        .filter(|from| active.signer.as_ref() != Some(from))
    {
        Some(from) => {
            let signers = store::signers(scope).await?;
            let port = scope.port::<dyn PackagePort>()?;
            Some(owners::between(
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
    Ok(Some(Waiting {
        version: active.version,
        asks: active.asks,
        missing_consents,
        new_signer,
    }))
}

/// Agrees to exactly what the waiting version asks for, and follows it.
pub(crate) async fn agree(
    scope: &mut Scope,
    plugin: &str,
    version: &str,
    asks: &[String],
) -> Result<()> {
    let waiting = waiting(scope, plugin)
        .await?
        .ok_or(Error::NotFound("The waiting version"))?;
    let asked: HashSet<&String> = waiting.asks.iter().map(|ask| &ask.code).collect();
    if waiting.version != version || asked != asks.iter().collect() {
        return Err(ASKS_CHANGED.into());
    }
    consents::agree(scope, plugin, asks).await?;
    pins::unpin(scope, plugin, scope.tenant).await?;
    scope.commit().await?;
    consents::forget(scope.host(), scope.tenant)?;
    pins::moved(scope, plugin).await
}

/// Ends the scope's tenant's being held, if it is. The caller saves.
pub(crate) async fn let_go(scope: &mut Scope, plugin: &str) -> Result<()> {
    match pins::of(scope, plugin, scope.tenant).await? {
        Some(pin) if pin.is_held => pins::unpin(scope, plugin, scope.tenant).await,
        _ => Ok(()),
    }
}

/// Takes back what the tenant agreed to: it goes on with another signer's version, to which it agrees anew.
pub(super) async fn forget(scope: &Scope, tenant: TenantId, plugin: &str) -> Result<()> {
    let mut own = scope.host().scope(tenant, Mode::Write);
    consents::agree(&mut own, plugin, &[]).await?;
    own.commit().await?;
    consents::forget(scope.host(), tenant)
}
