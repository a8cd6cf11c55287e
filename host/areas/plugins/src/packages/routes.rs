//! Routes of packages for platform administrators.

use std::collections::BTreeMap;

use data::{ById, Empty, Result, Scope};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web::{
    Raw, Routes,
    http::{self, Method, Response},
};

use crate::packages::owners::SignerChange;
use crate::{
    access::PLUGINS_INSTALL,
    installed::port::{Ask, Health, PackagePort},
};

/// Maximum package size, with a margin so that the reader reports larger ones.
const MAX_BYTES: usize = 26 << 20;

pub(crate) fn table() -> Routes {
    Routes::new("/api/plugins/platform")
        .get("getpackages", PLUGINS_INSTALL, packages)
        .raw(Method::POST, "upload", PLUGINS_INSTALL, MAX_BYTES, upload)
        .deny_impersonation()
        .describe_response::<crate::packages::service::Uploaded>()
        .post("install", PLUGINS_INSTALL, install)
        .deny_impersonation()
        .post("rollback", PLUGINS_INSTALL, roll_back)
        .post("suspend", PLUGINS_INSTALL, suspend)
        .post("resume", PLUGINS_INSTALL, resume)
        .post("remove", PLUGINS_INSTALL, remove)
        .delete("deletepackage", PLUGINS_INSTALL, delete)
        .get("gethealth", PLUGINS_INSTALL, health)
        .get("getsigners", PLUGINS_INSTALL, signers)
        .post("trustsigner", PLUGINS_INSTALL, trust)
        .deny_impersonation()
        .delete("revokesigner", PLUGINS_INSTALL, revoke)
}

/// A package and its state.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct PackageView {
    id: i64,
    plugin: String,
    version: String,
    name: String,
    kind: String,
    /// SHA-256 of the file, in hex.
    digest: String,
    /// Size in bytes.
    size: i64,
    /// Name of the trusted signing key; null if unsigned.
    signer_name: Option<String>,
    asks: Vec<Ask>,
    /// Another signer than the plugin's earlier packages: activation requires a decision.
    new_signer: Option<SignerChange>,
    state: PackageState,
    uploaded_by: String,
    creation_time: chrono::DateTime<chrono::Utc>,
}

/// State of a package.
#[derive(Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
enum PackageState {
    Available,
    Active,
    Suspended,
    /// Canary with a share of the calls.
    Canary,
    /// Rollback target.
    Previous,
}

async fn packages(mut scope: Scope, _: Empty) -> Result<Vec<PackageView>> {
    let installs = crate::packages::store::installs(&mut scope).await?;
    let signers = crate::packages::store::signers(&mut scope).await?;
    let packages = crate::packages::store::packages(&mut scope).await?;
    let mut owners = BTreeMap::new();
    for plugin in packages.iter().map(|package| &package.plugin) {
        if !owners.contains_key(plugin) {
            owners.insert(
                plugin.clone(),
                crate::packages::store::owner(&mut scope, plugin).await?,
            );
        }
    }
    let port = scope.port::<dyn PackagePort>()?;
    let new_signer = |package: &crate::packages::store::Package| {
        let owner = owners
            .get(&package.plugin)?
            .as_ref()
            .filter(|owner| package.signer.as_ref() != Some(owner))?;
        Some(crate::packages::owners::describe_change(
            &signers,
            port.as_ref(),
            owner,
            package.signer.as_deref(),
        ))
    };
    let view = |package: crate::packages::store::Package| {
        let install = installs
            .iter()
            .find(|install| install.plugin == package.plugin);
        let state = match install {
            Some(install) if install.package_id == package.id && install.is_suspended => {
                PackageState::Suspended
            }
            Some(install) if install.package_id == package.id => PackageState::Active,
            Some(install)
                if install
                    .canary
                    .as_ref()
                    .is_some_and(|canary| canary.package_id == package.id) =>
            {
                PackageState::Canary
            }
            Some(install) if install.previous_id == Some(package.id) => PackageState::Previous,
            _ => PackageState::Available,
        };
        let signer = signers
            .iter()
            .find(|signer| Some(&signer.key) == package.signer.as_ref());
        PackageView {
            state,
            new_signer: new_signer(&package),
            signer_name: signer.map(|signer| signer.name.clone()),
            id: package.id,
            plugin: package.plugin,
            version: package.version,
            name: package.name,
            kind: package.kind,
            digest: package.digest,
            size: package.bytes,
            asks: package.asks,
            uploaded_by: package.uploaded_by,
            creation_time: package.creation_time,
        }
    };
    Ok(packages.into_iter().map(view).collect())
}

/// Uploads the package in the body; the response is `{result: {id, plugin, version, newSigner,
/// warnings}}` in the usual envelope.
async fn upload(mut scope: Scope, raw: Raw) -> Result<Response> {
    http::json_response(&crate::packages::service::upload(&mut scope, raw.body).await?)
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "OfPlatformPlugin")]
pub(crate) struct PlatformPluginRef {
    /// The plugin's id.
    pub(crate) plugin: String,
}

/// Package to activate.
#[derive(Deserialize, JsonSchema)]
struct PackageToInstall {
    id: i64,
    #[serde(flatten)]
    decided: crate::packages::service::InstallDecisions,
}

async fn install(mut scope: Scope, package: PackageToInstall) -> Result<Empty> {
    crate::packages::service::install(&mut scope, package.id, package.decided).await?;
    Ok(Empty {})
}

async fn roll_back(mut scope: Scope, input: PlatformPluginRef) -> Result<Empty> {
    crate::packages::service::roll_back(&mut scope, &input.plugin).await?;
    Ok(Empty {})
}

async fn suspend(mut scope: Scope, input: PlatformPluginRef) -> Result<Empty> {
    crate::packages::service::suspend(&mut scope, &input.plugin, true).await?;
    Ok(Empty {})
}

async fn resume(mut scope: Scope, input: PlatformPluginRef) -> Result<Empty> {
    crate::packages::service::suspend(&mut scope, &input.plugin, false).await?;
    Ok(Empty {})
}

async fn remove(mut scope: Scope, input: PlatformPluginRef) -> Result<Empty> {
    crate::packages::service::remove(&mut scope, &input.plugin).await?;
    Ok(Empty {})
}

#[derive(Deserialize, JsonSchema)]
struct PackageToDelete {
    id: i64,
    /// Deletes despite pins: the pinned tenants then follow the active version.
    #[serde(default)]
    force: bool,
}

async fn delete(mut scope: Scope, package: PackageToDelete) -> Result<Empty> {
    crate::packages::service::delete(&mut scope, package.id, package.force).await?;
    Ok(Empty {})
}

async fn health(scope: Scope, input: PlatformPluginRef) -> Result<Health> {
    Ok(scope.port::<dyn PackagePort>()?.health(&input.plugin, None))
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SignerView {
    id: i64,
    /// Public ed25519 key in Base64.
    key: String,
    /// Fingerprint for visual comparison.
    fingerprint: String,
    name: String,
    creation_time: chrono::DateTime<chrono::Utc>,
    revoked_at: Option<chrono::DateTime<chrono::Utc>>,
}

async fn signers(mut scope: Scope, _: Empty) -> Result<Vec<SignerView>> {
    let port = scope.port::<dyn PackagePort>()?;
    let view = |signer: crate::packages::store::Signer| SignerView {
        fingerprint: port.fingerprint(&signer.key).unwrap_or_default(),
        id: signer.id,
        key: signer.key,
        name: signer.name,
        creation_time: signer.creation_time,
        revoked_at: signer.revoked_at,
    };
    Ok(crate::packages::store::signers(&mut scope)
        .await?
        .into_iter()
        .map(view)
        .collect())
}

#[derive(Deserialize, JsonSchema)]
struct NewSigner {
    /// Public ed25519 key in Base64.
    key: String,
    /// Owner of the key.
    name: String,
}

#[derive(Serialize, JsonSchema)]
struct CreatedSigner {
    id: i64,
}

async fn trust(mut scope: Scope, new: NewSigner) -> Result<CreatedSigner> {
    Ok(CreatedSigner {
        id: crate::packages::service::trust(&mut scope, &new.key, &new.name).await?,
    })
}

async fn revoke(mut scope: Scope, signer: ById<i64>) -> Result<Empty> {
    crate::packages::service::revoke(&mut scope, signer.id).await?;
    Ok(Empty {})
}
