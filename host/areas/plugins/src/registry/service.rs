//! The life of a package: uploaded, active, rolled back, suspended, removed.

use bytes::Bytes;
use kernel::{Error, Message, Refusal, Result, Scope, ids::TenantId, message};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    canary,
    development::is_development,
    follow, held,
    order::is_newer,
    owners::{self, SignerChange},
    pins,
    store::{self, EndedCanary, Install, Package},
};
use crate::{
    port::{InstalledPort, PackagePort, ReadPackage},
    settings,
};

const UNREADABLE: Refusal = Refusal::new(701, "The file is no plugin package.");
const UNTRUSTED: Refusal = Refusal::new(
    702,
    "Nobody whom the platform trusts has signed this package.",
);
const BUNDLED: Refusal = Refusal::new(
    703,
    "This plugin belongs to the program; a package can't take its place.",
);
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
    "Tenants stay at this version. Lift their pins, or delete it all the same: then they follow.",
);
const OLDER: Refusal = Refusal::new(
    725,
    "This version is older than the active one. Go back to the earlier package, or say that an older one is meant.",
);
const MAX_NAME_LENGTH: usize = 128;

/// Files of the platform itself are kept apart from all tenants'.
pub(super) const PLATFORM: TenantId = TenantId(0);

/// What became of an upload.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "UploadedPackage")]
#[serde(rename_all = "camelCase")]
pub struct Uploaded {
    pub id: i64,
    pub plugin: String,
    pub version: String,
    /// Somebody else signed it than the plugin's earlier packages: to make it active is a person's decision.
    pub new_signer: Option<SignerChange>,
    /// What should make people wonder, in words.
    pub warnings: Vec<String>,
}

/// What a person decided who makes a package active.
#[derive(Debug, Clone, Copy, Default, Deserialize, JsonSchema)]
#[schemars(rename = "InstallDecisions")]
#[serde(rename_all = "camelCase", default)]
pub struct Decided {
    /// The plugin may go to the signer of this package.
    pub new_signer: bool,
    /// An older version may take the place of the active one.
    pub downgrade: bool,
}

/// Takes a package: reads it, asks who signed it, tries it out and keeps it. The same file again is the same package.
pub async fn upload(scope: &mut Scope, bytes: Bytes) -> Result<Uploaded> {
    let port = scope.port::<dyn PackagePort>()?;
    let read = port.read(&bytes).map_err(|words| told(UNREADABLE, words))?;
    if crate::endpoints::is_reserved(&read.plugin) {
        return Err(told(
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
    if let Some(known) = store::by_version(scope, &read.plugin, &read.version).await? {
        if known.digest != read.digest {
            return Err(TAKEN.into());
        }
        let new_signer = owners::change(scope, &known).await?;
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
    let signer = trusted(scope, &read).await?;
    // Compiling takes its time: nobody waits for a connection meanwhile.
    scope.rollback();
    port.prepare(bytes.clone())
        .await
        .map_err(|words| told(FAILED, words))?;
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
    let kept = async {
        store::insert(scope, &mut package).await?;
        // Who comes first has the id.
        if let (None, Some(signer)) = (
            owners::owner(scope, &package.plugin).await?,
            &package.signer,
        ) {
            owners::own(scope, &package.plugin, signer).await?;
        }
        let new_signer = owners::change(scope, &package).await?;
        scope.commit().await?;
        Ok(new_signer)
    };
    let new_signer = match kept.await {
        Ok(new_signer) => new_signer,
        Err(error) => {
            // A file that no row names would stay for ever.
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

/// Makes a package the active one on every host; what was active stays the way back. A tenant that has not agreed to all
/// it asks for stays at what was active.
pub async fn install(scope: &mut Scope, id: i64, decided: Decided) -> Result<()> {
    let package = package(scope, id).await?;
    let installs = store::installs(scope).await?;
    let before = installs
        .into_iter()
        .find(|install| install.plugin == package.plugin);
    let mut previous_id = before.as_ref().map(|before| before.package_id);
    if let Some(before) = &before {
        let active = self::package(scope, before.package_id).await?;
        if is_newer(&active.version, &package.version) && !decided.downgrade {
            let words = format!(
                "{} is active and {} is older.",
                active.version, package.version
            );
            return Err(told(OLDER, words));
        }
        owners::check(scope, &package, decided.new_signer).await?;
        held::hold(scope, &active, &package).await?;
        // Of builds under development the last one counts: the way back leads to what was there before them.
        if active.id == package.id
            || (is_development(&active.version) && is_development(&package.version))
        {
            previous_id = before.previous_id;
        }
    } else {
        if decided.new_signer && owners::change(scope, &package).await?.is_some() {
            // What was agreed to with the one before, which is no more, does not hold for this one.
            held::forget_all(scope, &package.plugin).await?;
        }
        owners::check(scope, &package, decided.new_signer).await?;
    }
    let why = format!("{} was made active.", package.version);
    let ended = match &before {
        Some(before) => canary::ended(scope, before, "stopped", Some(why)).await?,
        None => None,
    };
    switch(scope, &package, previous_id, false, ended).await
}

/// Goes back to what was active before, and leaves the way forward open.
pub async fn roll_back(scope: &mut Scope, plugin: &str) -> Result<()> {
    let install = installed(scope, plugin).await?;
    let previous = install.previous_id.ok_or(NO_WAY_BACK)?;
    let package = package(scope, previous).await?;
    let active = self::package(scope, install.package_id).await?;
    // Tenants that stayed behind keep their version; none is left at the version that is given up.
    held::release(scope, &package).await?;
    if active.signer != package.signer
        && let Some(signer) = &package.signer
    {
        owners::own(scope, plugin, signer).await?;
    }
    let why = format!("The plugin went back to {}.", package.version);
    let ended = canary::ended(scope, &install, "stopped", Some(why)).await?;
    switch(
        scope,
        &package,
        Some(install.package_id),
        install.is_suspended,
        ended,
    )
    .await
}

/// Takes a plugin from all callers at once, or gives it back.
pub async fn suspend(scope: &mut Scope, plugin: &str, is_suspended: bool) -> Result<()> {
    let install = installed(scope, plugin).await?;
    let package = package(scope, install.package_id).await?;
    let ended = canary::ended(
        scope,
        &install,
        "stopped",
        Some("The plugin was suspended.".to_owned()),
    )
    .await?;
    switch(scope, &package, install.previous_id, is_suspended, ended).await
}

/// Writes down what is active from now on, and brings this host there. `ended` is how the last canary ended: what was
/// compared with the version before is no canary of this one.
pub(super) async fn switch(
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
    store::put_install(scope, &install).await?;
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
    // Tried out once more before anybody is told: this host may differ from the one that took the upload.
    port.prepare(bytes.clone())
        .await
        .map_err(|words| told(FAILED, words))?;
    scope.commit().await?;
    // Tenants that stay at what was active must not be given the new version for a moment.
    follow::stay(scope.host(), &package.plugin).await?;
    port.activate(bytes)
        .await
        .map_err(|words| told(FAILED, words))?;
    follow::plugin(scope.host(), &package.plugin).await?;
    // The new version may want the tenants' settings in another form.
    settings::forget_all(scope.host())
}

/// Takes a plugin off the platform. Its packages stay and can be made active again; what it kept for the tenants stays
/// for thirty days.
pub async fn remove(scope: &mut Scope, plugin: &str) -> Result<()> {
    installed(scope, plugin).await?;
    store::uninstall(scope, plugin).await?;
    scope.commit().await?;
    scope.port::<dyn PackagePort>()?.remove(plugin);
    Ok(())
}

/// Throws a package away that is not in use. Tenants that are pinned to it hold it, unless it is `forced`: then they
/// follow what is active again.
pub async fn delete(scope: &mut Scope, id: i64, forced: bool) -> Result<()> {
    let package = package(scope, id).await?;
    check_unused(scope, id).await?;
    match pins::count(scope, id).await? {
        0 => {}
        _ if forced => {
            let mut foreign = Vec::new();
            for pin in pins::all(scope)
                .await?
                .into_iter()
                .filter(|pin| pin.package_id == id)
            {
                if pins::is_foreign(scope, &pin).await? {
                    foreign.push(pin);
                }
            }
            // Tenants' own changes are made one by one, and nothing of ours may wait for them.
            scope.rollback();
            for pin in foreign {
                held::forget(scope, pin.tenant, &pin.plugin).await?;
            }
            // Read again: the package may have become active since the rollback.
            check_unused(scope, id).await?;
            pins::lift_all(scope, id).await?;
        }
        1 => return Err(told(PINNED, "One tenant is pinned to it.".to_owned())),
        pinned => return Err(told(PINNED, format!("{pinned} tenants are pinned to it."))),
    }
    store::delete(scope, id).await?;
    scope.commit().await?;
    follow::plugin(scope.host(), &package.plugin).await?;
    settings::forget_all(scope.host())?;
    scope
        .host()
        .files()
        .delete(PLATFORM, &package.file_key)
        .await
}

/// Refuses a package that is active, was active before, or is tried out.
async fn check_unused(scope: &mut Scope, id: i64) -> Result<()> {
    let is_used = |install: &Install| {
        let tried = install.canary.as_ref().map(|canary| canary.package_id);
        [Some(install.package_id), install.previous_id, tried].contains(&Some(id))
    };
    match store::installs(scope).await?.iter().any(is_used) {
        true => Err(ACTIVE.into()),
        false => Ok(()),
    }
}

/// Trusts a key's signatures from now on.
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
    let id = store::trust(scope, key, name).await?;
    scope.commit().await?;
    Ok(id)
}

/// Trusts a key no longer. Packages that are active stay so: suspend or remove them if they must go.
pub async fn revoke(scope: &mut Scope, id: i64) -> Result<()> {
    if !store::revoke(scope, id).await? {
        return Err(Error::NotFound("The signer"));
    }
    scope.commit().await
}

/// The trusted key that signed the package; none when unsigned packages are taken.
async fn trusted(scope: &mut Scope, read: &ReadPackage) -> Result<Option<String>> {
    let trusted = store::signers(scope).await?;
    let is_trusted = |key: &&String| {
        trusted
            .iter()
            .any(|known| known.revoked_at.is_none() && known.key == **key)
    };
    let owner = owners::owner(scope, &read.plugin).await?;
    // Of several signatures the owner's is the one that matters.
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
    Err(told(UNTRUSTED, details))
}

fn is_bundled(scope: &Scope, plugin: &str) -> Result<bool> {
    let installed = scope.port::<dyn InstalledPort>()?.installed();
    Ok(installed
        .iter()
        .any(|known| known.id == plugin && known.is_bundled))
}

pub(super) async fn package(scope: &mut Scope, id: i64) -> Result<Package> {
    store::by_id(scope, id)
        .await?
        .ok_or(Error::NotFound("The package"))
}

pub(super) async fn installed(scope: &mut Scope, plugin: &str) -> Result<Install> {
    let installs = store::installs(scope).await?;
    installs
        .into_iter()
        .find(|install| install.plugin == plugin)
        .ok_or(Error::NotFound("The plugin"))
}

pub(super) fn told(refusal: Refusal, details: String) -> Error {
    Error::Refused {
        code: refusal.code,
        message: Message::plain(refusal.message),
        details: Some(details),
    }
}
