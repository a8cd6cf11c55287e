//! Lifecycle of a package: upload, activation, rollback, suspension, removal.

use bytes::Bytes;
use data::{Error, Message, Refusal, Result, Scope, ids::TenantId, message};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    canaries,
    packages::{
        self,
        development::is_development,
        owners::SignerChange,
        store::{EndedCanary, Install, Package},
        version_order::is_newer,
    },
    pins,
};
use crate::{
    installed::port::{InstalledPort, PackagePort, ReadPackage},
    settings,
};

const UNREADABLE: Refusal = Refusal::new(701, "The file is not a plugin package.");
pub(crate) const UNTRUSTED: Refusal =
    Refusal::new(702, "This package has no signature of a trusted signer.");
const BUNDLED: Refusal = Refusal::new(703, "This plugin is built in; a package can't replace it.");
const TAKEN: Refusal = Refusal::new(
    704,
    "Another package has this version already. A package never changes: give yours a new version.",
);
const FAILED: Refusal = Refusal::new(705, "The plugin did not pass its trial.");
const NO_WAY_BACK: Refusal = Refusal::new(706, "There is no earlier package to go back to.");
const ACTIVE: Refusal = Refusal::new(
    707,
    "The package is active, tried out, or the way back to it is open. Remove the plugin first.",
);
const PINNED: Refusal = Refusal::new(
    717,
    "Tenants stay at this version. Remove their pins first, or delete it anyway to move them to the active version.",
);
const OLDER: Refusal = Refusal::new(
    725,
    "This version is older than the active one. Roll back to the earlier package, or confirm the downgrade.",
);
const MAX_NAME_LENGTH: usize = 128;

/// File store of the platform, separate from tenants'.
pub(crate) const PLATFORM: TenantId = TenantId(0);

/// Result of an upload.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "UploadedPackage")]
#[serde(rename_all = "camelCase")]
pub struct Uploaded {
    pub id: i64,
    pub plugin: String,
    pub version: String,
    /// Another signer than the plugin's earlier packages: activation requires a decision.
    pub new_signer: Option<SignerChange>,
    /// Warnings for the administrator.
    pub warnings: Vec<String>,
}

/// Decisions of the activating administrator.
#[derive(Debug, Clone, Copy, Default, Deserialize, JsonSchema)]
#[schemars(rename = "InstallDecisions")]
#[serde(rename_all = "camelCase", default)]
pub struct InstallDecisions {
    /// Allows a transfer to this package's signer.
    pub new_signer: bool,
    /// Allows an older version than the active one.
    pub downgrade: bool,
}

/// Idempotent for the same file.
pub async fn upload(scope: &mut Scope, bytes: Bytes) -> Result<Uploaded> {
    let port = scope.port::<dyn PackagePort>()?;
    let read = port
        .read(&bytes)
        .map_err(|words| with_details(UNREADABLE, words))?;
    if crate::endpoints::is_reserved(&read.plugin) {
        return Err(with_details(
            UNREADABLE,
            format!(
                "id {:?}: the platform has a call of this name; choose another",
                read.plugin
            ),
        ));
    }
    if is_bundled(scope, &read.plugin)? {
        return Err(BUNDLED.into());
    }
    if let Some(known) = packages::store::by_version(scope, &read.plugin, &read.version).await? {
        if known.digest != read.digest {
            return Err(TAKEN.into());
        }
        packages::owners::check_signer(scope, &known).await?;
        let new_signer = packages::owners::signer_change(scope, &known).await?;
        let Package {
            id,
            plugin,
            version,
            ..
        } = known;
        return Ok(Uploaded {
            id,
            plugin,
            version,
            new_signer,
            warnings: read.warnings,
        });
    }
    let signer = find_trusted_signer(scope, &read).await?;
    // Compilation is slow: release the connection.
    scope.rollback();
    port.prepare(bytes.clone())
        .await
        .map_err(|words| with_details(FAILED, words))?;
    let size = bytes.len() as i64;
    let file_key = scope.host().files().put(PLATFORM, bytes).await?;
    let mut package = Package {
        id: 0,
        plugin: read.plugin,
        version: read.version,
        name: read.name,
        kind: read.kind,
        digest: read.digest,
        file_key,
        bytes: size,
        signer,
        asks: read.asks,
        uploaded_by: scope.caller.name().to_owned(),
        creation_time: scope.now(),
    };
    let stored = async {
        packages::store::insert(scope, &mut package).await?;
        // The first signer owns the id.
        if let (None, Some(signer)) = (
            packages::store::owner(scope, &package.plugin).await?,
            &package.signer,
        ) {
            packages::store::set_owner(scope, &package.plugin, signer).await?;
        }
        let new_signer = packages::owners::signer_change(scope, &package).await?;
        scope.commit().await?;
        Ok(new_signer)
    };
    let new_signer = match stored.await {
        Ok(new_signer) => new_signer,
        Err(error) => {
            // A file without a row would never be deleted.
            scope
                .host()
                .files()
                .delete(PLATFORM, &package.file_key)
                .await?;
            return Err(error);
        }
    };
    let Package {
        id,
        plugin,
        version,
        ..
    } = package;
    Ok(Uploaded {
        id,
        plugin,
        version,
        new_signer,
        warnings: read.warnings,
    })
}

/// Activates a package on all hosts. Tenants without consent to all its requests stay at the
/// previous version.
pub async fn install(scope: &mut Scope, id: i64, decided: InstallDecisions) -> Result<()> {
    let package = package(scope, id).await?;
    packages::owners::check_signer(scope, &package).await?;
    let installs = packages::store::installs(scope).await?;
    let before = installs
        .into_iter()
        .find(|install| install.plugin == package.plugin);
    let mut previous_id = before.as_ref().map(|before| before.package_id);
    if let Some(before) = &before {
        let active = crate::packages::service::package(scope, before.package_id).await?;
        if is_newer(&active.version, &package.version) && !decided.downgrade {
            let explanation = format!(
                "{} is active and {} is older.",
                active.version, package.version
            );
            return Err(with_details(OLDER, explanation));
        }
        packages::owners::check_owner(scope, &package, decided.new_signer).await?;
        pins::holds::hold_tenants(scope, &active, &package).await?;
        // Only the last development build counts: the rollback target is the version before them.
        if active.id == package.id
            || (is_development(&active.version) && is_development(&package.version))
        {
            previous_id = before.previous_id;
        }
    } else {
        if decided.new_signer
            && packages::owners::signer_change(scope, &package)
                .await?
                .is_some()
        {
            // Consents to the removed version don't apply to this one.
            pins::holds::revoke_all_consents(scope, &package.plugin).await?;
        }
        packages::owners::check_owner(scope, &package, decided.new_signer).await?;
    }
    let why = format!("{} was made active.", package.version);
    let ended = match &before {
        Some(before) => {
            canaries::service::ended_canary(scope, before, "stopped", Some(why)).await?
        }
        None => None,
    };
    set_active(scope, &package, previous_id, false, ended).await
}

/// Rolls back to the previous version, which can be reversed.
pub async fn roll_back(scope: &mut Scope, plugin: &str) -> Result<()> {
    let install = installed(scope, plugin).await?;
    let previous = install.previous_id.ok_or(NO_WAY_BACK)?;
    let package = package(scope, previous).await?;
    let active = crate::packages::service::package(scope, install.package_id).await?;
    // Held tenants keep their version; none stays at the abandoned one.
    pins::holds::release_tenants(scope, &package).await?;
    if active.signer != package.signer
        && let Some(signer) = &package.signer
    {
        packages::store::set_owner(scope, plugin, signer).await?;
    }
    let why = format!("The plugin went back to {}.", package.version);
    let ended = canaries::service::ended_canary(scope, &install, "stopped", Some(why)).await?;
    set_active(
        scope,
        &package,
        Some(install.package_id),
        install.is_suspended,
        ended,
    )
    .await
}

/// Suspends a plugin for all callers at once, or resumes it.
pub async fn suspend(scope: &mut Scope, plugin: &str, is_suspended: bool) -> Result<()> {
    let install = installed(scope, plugin).await?;
    let package = package(scope, install.package_id).await?;
    let ended = canaries::service::ended_canary(
        scope,
        &install,
        "stopped",
        Some("The plugin was suspended.".to_owned()),
    )
    .await?;
    set_active(scope, &package, install.previous_id, is_suspended, ended).await
}

/// Stores the active version and applies it to this host. `ended`: result of the last canary.
pub(crate) async fn set_active(
    scope: &mut Scope,
    package: &Package,
    previous_id: Option<i64>,
    is_suspended: bool,
    ended: Option<EndedCanary>,
) -> Result<()> {
    let install = Install {
        plugin: package.plugin.clone(),
        package_id: package.id,
        previous_id,
        is_suspended,
        changed_by: scope.caller.name().to_owned(),
        changed_at: scope.now(),
        canary: None,
        ended,
    };
    packages::store::put_install(scope, &install).await?;
    let port = scope.port::<dyn PackagePort>()?;
    if is_suspended {
        scope.commit().await?;
        port.remove(&package.plugin);
        return Ok(());
    }
    let bytes = scope
        .host()
        .files()
        .get(PLATFORM, &package.file_key)
        .await?;
    // Tested again: this host may differ from the one that took the upload.
    port.prepare(bytes.clone())
        .await
        .map_err(|words| with_details(FAILED, words))?;
    scope.commit().await?;
    // Held tenants must never get the new version.
    packages::sync::apply_pins(scope.host(), &package.plugin).await?;
    port.activate(bytes)
        .await
        .map_err(|words| with_details(FAILED, words))?;
    packages::sync::follow_plugin(scope.host(), &package.plugin).await?;
    settings::clear_cache(scope.host())
}

/// Packages stay and can be activated again; tenants' data is kept for 30 days.
pub async fn remove(scope: &mut Scope, plugin: &str) -> Result<()> {
    installed(scope, plugin).await?;
    packages::store::uninstall(scope, plugin).await?;
    scope.commit().await?;
    scope.port::<dyn PackagePort>()?.remove(plugin);
    Ok(())
}

/// Deletes an unused package. Fails if tenants are pinned to it, unless `forced`.
pub async fn delete(scope: &mut Scope, id: i64, forced: bool) -> Result<()> {
    let package = package(scope, id).await?;
    check_unused(scope, id).await?;
    match pins::store::count(scope, id).await? {
        0 => {}
        _ if forced => {
            let mut foreign = Vec::new();
            for pin in pins::store::load_all(scope)
                .await?
                .into_iter()
                .filter(|pin| pin.package_id == id)
            {
                if pins::service::is_foreign(scope, &pin).await? {
                    foreign.push(pin);
                }
            }
            scope.rollback();
            for pin in foreign {
                pins::holds::revoke_consents(scope, pin.tenant, &pin.plugin).await?;
            }
            // Checked again: it may have become active since the rollback.
            check_unused(scope, id).await?;
            pins::store::lift_all(scope, id).await?;
        }
        1 => {
            return Err(with_details(
                PINNED,
                "One tenant is pinned to it.".to_owned(),
            ));
        }
        pinned => {
            return Err(with_details(
                PINNED,
                format!("{pinned} tenants are pinned to it."),
            ));
        }
    }
    packages::store::delete(scope, id).await?;
    scope.commit().await?;
    packages::sync::follow_plugin(scope.host(), &package.plugin).await?;
    settings::clear_cache(scope.host())?;
    scope
        .host()
        .files()
        .delete(PLATFORM, &package.file_key)
        .await
}

/// Fails if the package is active, the rollback target, or a canary.
async fn check_unused(scope: &mut Scope, id: i64) -> Result<()> {
    let is_used = |install: &Install| {
        let tried = install.canary.as_ref().map(|canary| canary.package_id);
        [Some(install.package_id), install.previous_id, tried].contains(&Some(id))
    };
    match packages::store::installs(scope).await?.iter().any(is_used) {
        true => Err(ACTIVE.into()),
        false => Ok(()),
    }
}

pub async fn trust(scope: &mut Scope, key: &str, name: &str) -> Result<i64> {
    let (key, name) = (key.trim(), name.trim());
    scope
        .port::<dyn PackagePort>()?
        .fingerprint(key)
        .map_err(|words| Error::invalid("key", Message::verbatim(words)))?;
    if name.is_empty() || name.chars().count() > MAX_NAME_LENGTH {
        return Err(Error::invalid(
            "name",
            message!("must have 1 to {max} characters", max = MAX_NAME_LENGTH),
        ));
    }
    let id = packages::store::trust(scope, key, name).await?;
    scope.commit().await?;
    Ok(id)
}

/// Active packages stay active.
pub async fn revoke(scope: &mut Scope, id: i64) -> Result<()> {
    if !packages::store::revoke(scope, id).await? {
        return Err(Error::NotFound("The signer"));
    }
    scope.commit().await
}

/// None if unsigned packages are allowed.
async fn find_trusted_signer(scope: &mut Scope, read: &ReadPackage) -> Result<Option<String>> {
    let trusted = packages::store::signers(scope).await?;
    let is_trusted = |key: &&String| {
        trusted
            .iter()
            .any(|known| known.revoked_at.is_none() && known.key == **key)
    };
    let owner = packages::store::owner(scope, &read.plugin).await?;
    // Among several signatures the owner's counts.
    let own = read
        .signers
        .iter()
        .filter(is_trusted)
        .find(|key| owner.as_ref() == Some(key));
    let signer = own.or_else(|| read.signers.iter().find(is_trusted));
    if signer.is_some() || scope.host().config().plugin_allow_unsigned {
        return Ok(signer.cloned());
    }
    let port = scope.port::<dyn PackagePort>()?;
    let names: Vec<String> = read
        .signers
        .iter()
        .filter_map(|key| port.fingerprint(key).ok())
        .collect();
    let details = if names.is_empty() {
        "It is not signed.".to_owned()
    } else {
        format!("It is signed by {}.", names.join(", "))
    };
    Err(with_details(UNTRUSTED, details))
}

fn is_bundled(scope: &Scope, plugin: &str) -> Result<bool> {
    let installed = scope.port::<dyn InstalledPort>()?.installed();
    Ok(installed
        .iter()
        .any(|known| known.id == plugin && known.is_bundled))
}

pub(crate) async fn package(scope: &mut Scope, id: i64) -> Result<Package> {
    packages::store::by_id(scope, id)
        .await?
        .ok_or(Error::NotFound("The package"))
}

pub(crate) async fn installed(scope: &mut Scope, plugin: &str) -> Result<Install> {
    let installs = packages::store::installs(scope).await?;
    installs
        .into_iter()
        .find(|install| install.plugin == plugin)
        .ok_or(Error::NotFound("The plugin"))
}

pub(crate) fn with_details(refusal: Refusal, details: String) -> Error {
    Error::Refused {
        code: refusal.code,
        message: Message::plain(refusal.message),
        details: Some(details),
    }
}
