//! The platform administrator's calls about packages.

use std::collections::BTreeMap;

use kernel::{
    ById, Empty, Raw, Result, Routes, Scope,
    http::{self, Method, Response},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    owners::{self, SignerChange},
    service, store,
};
use crate::{
    access::PLUGINS_INSTALL,
    port::{Ask, Health, PackagePort},
};

/// As large as a package may be, and a little for what a reader refuses by itself.
const MAX_BYTES: usize = 26 << 20;

pub(crate) fn table() -> Routes {
    Routes::at("/api/plugins/platform")
        .get("getpackages", PLUGINS_INSTALL, packages)
        .raw(Method::POST, "upload", PLUGINS_INSTALL, MAX_BYTES, upload)
        .not_impersonated()
        .answers::<service::Uploaded>()
        .post("install", PLUGINS_INSTALL, install)
        .not_impersonated()
        .post("rollback", PLUGINS_INSTALL, roll_back)
        .post("suspend", PLUGINS_INSTALL, suspend)
        .post("resume", PLUGINS_INSTALL, resume)
        .post("remove", PLUGINS_INSTALL, remove)
        .delete("deletepackage", PLUGINS_INSTALL, delete)
        .get("gethealth", PLUGINS_INSTALL, health)
        .get("getsigners", PLUGINS_INSTALL, signers)
        .post("trustsigner", PLUGINS_INSTALL, trust)
        .not_impersonated()
        .delete("revokesigner", PLUGINS_INSTALL, revoke)
}

/// A package and what is done with it.
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
    /// Its size in bytes.
    size: i64,
    /// The name of the trusted key that signed it; null for an unsigned one.
    signer_name: Option<String>,
    asks: Vec<Ask>,
    /// Somebody else signed it than the plugin's earlier packages: to make it active is a person's decision.
    new_signer: Option<SignerChange>,
    state: PackageState,
    uploaded_by: String,
    creation_time: chrono::DateTime<chrono::Utc>,
}

/// How a package stands.
#[derive(Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
enum PackageState {
    Available,
    Active,
    Suspended,
    /// Tried out on a share of the calls.
    Canary,
    /// The way back from the active one.
    Previous,
}

async fn packages(mut scope: Scope, _: Empty) -> Result<Vec<PackageView>> {
    let installs = store::installs(&mut scope).await?;
    let signers = store::signers(&mut scope).await?;
    let packages = store::packages(&mut scope).await?;
    let mut owners = BTreeMap::new();
    for plugin in packages.iter().map(|package| &package.plugin) {
        if !owners.contains_key(plugin) {
            owners.insert(plugin.clone(), owners::owner(&mut scope, plugin).await?);
        }
    }
    let port = scope.port::<dyn PackagePort>()?;
    let new_signer = |package: &store::Package| {
        let owner = owners
            .get(&package.plugin)?
            .as_ref()
            .filter(|owner| package.signer.as_ref() != Some(owner))?;
        Some(owners::between(
            &signers,
            port.as_ref(),
            owner,
            package.signer.as_deref(),
        ))
    };
    let view = |package: store::Package| {
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

/// The body is the package itself; the answer is `{result: {id, plugin, version, newSigner, warnings}}` in the usual envelope.
async fn upload(mut scope: Scope, raw: Raw) -> Result<Response> {
    http::answer(&service::upload(&mut scope, raw.body).await?)
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "OfPlatformPlugin")]
pub(super) struct OfPlugin {
    /// The plugin's id.
    pub(super) plugin: String,
}

/// The package that is to be active.
#[derive(Deserialize, JsonSchema)]
struct WantedPackage {
    id: i64,
    #[serde(flatten)]
    decided: service::Decided,
}

async fn install(mut scope: Scope, package: WantedPackage) -> Result<Empty> {
    service::install(&mut scope, package.id, package.decided).await?;
    Ok(Empty {})
}

async fn roll_back(mut scope: Scope, of: OfPlugin) -> Result<Empty> {
    service::roll_back(&mut scope, &of.plugin).await?;
    Ok(Empty {})
}

async fn suspend(mut scope: Scope, of: OfPlugin) -> Result<Empty> {
    service::suspend(&mut scope, &of.plugin, true).await?;
    Ok(Empty {})
}

async fn resume(mut scope: Scope, of: OfPlugin) -> Result<Empty> {
    service::suspend(&mut scope, &of.plugin, false).await?;
    Ok(Empty {})
}

async fn remove(mut scope: Scope, of: OfPlugin) -> Result<Empty> {
    service::remove(&mut scope, &of.plugin).await?;
    Ok(Empty {})
}

#[derive(Deserialize, JsonSchema)]
struct UnwantedPackage {
    id: i64,
    /// Though tenants are pinned to it: they follow the active version then.
    #[serde(default)]
    force: bool,
}

async fn delete(mut scope: Scope, package: UnwantedPackage) -> Result<Empty> {
    service::delete(&mut scope, package.id, package.force).await?;
    Ok(Empty {})
}

/// How the plugin does for all tenants.
async fn health(scope: Scope, of: OfPlugin) -> Result<Health> {
    Ok(scope.port::<dyn PackagePort>()?.health(&of.plugin, None))
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SignerView {
    id: i64,
    /// The public ed25519 key in Base64.
    key: String,
    /// What is compared by eye.
    fingerprint: String,
    name: String,
    creation_time: chrono::DateTime<chrono::Utc>,
    revoked_at: Option<chrono::DateTime<chrono::Utc>>,
}

async fn signers(mut scope: Scope, _: Empty) -> Result<Vec<SignerView>> {
    let port = scope.port::<dyn PackagePort>()?;
    let view = |signer: store::Signer| SignerView {
        fingerprint: port.fingerprint(&signer.key).unwrap_or_default(),
        id: signer.id,
        key: signer.key,
        name: signer.name,
        creation_time: signer.creation_time,
        revoked_at: signer.revoked_at,
    };
    Ok(store::signers(&mut scope)
        .await?
        .into_iter()
        .map(view)
        .collect())
}

#[derive(Deserialize, JsonSchema)]
struct NewSigner {
    /// The public ed25519 key in Base64.
    key: String,
    /// Whose key it is.
    name: String,
}

#[derive(Serialize, JsonSchema)]
struct Made {
    id: i64,
}

async fn trust(mut scope: Scope, new: NewSigner) -> Result<Made> {
    Ok(Made {
        id: service::trust(&mut scope, &new.key, &new.name).await?,
    })
}

async fn revoke(mut scope: Scope, signer: ById<i64>) -> Result<Empty> {
    service::revoke(&mut scope, signer.id).await?;
    Ok(Empty {})
}
