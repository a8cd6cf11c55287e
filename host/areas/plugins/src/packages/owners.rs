//! Ownership of plugin ids: the first signer's, until an administrator transfers it.

use data::{
    Refusal, Result, Scope,
    audit::{Entry, UPDATED},
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::installed::port::PackagePort;
use crate::packages::{
    self,
    service::{PLATFORM, UNTRUSTED, with_details},
    store::{Package, Signer},
};

pub(crate) const NEW_SIGNER: Refusal = Refusal::new(
    724,
    "This package has a different signer than the plugin's earlier packages. Make sure that the plugin has a new owner, then confirm.",
);

/// A package signed by another key than the owner's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignerChange {
    /// Present owner's name and key fingerprint.
    pub from: String,
    pub from_fingerprint: String,
    /// Signer of this package; null if unsigned.
    pub to: Option<String>,
    pub to_fingerprint: Option<String>,
}

pub(crate) async fn signer_change(
    scope: &mut Scope,
    package: &Package,
) -> Result<Option<SignerChange>> {
    let Some(owner) = packages::store::owner(scope, &package.plugin)
        .await?
        .filter(|owner| package.signer.as_ref() != Some(owner))
    else {
        return Ok(None);
    };
    let signers = packages::store::signers(scope).await?;
    let port = scope.port::<dyn PackagePort>()?;
    Ok(Some(describe_change(
        &signers,
        port.as_ref(),
        &owner,
        package.signer.as_deref(),
    )))
}

pub(crate) fn describe_change(
    signers: &[Signer],
    port: &dyn PackagePort,
    from: &str,
    to: Option<&str>,
) -> SignerChange {
    let name = |key: &str| {
        signers
            .iter()
            .find(|signer| signer.key == key)
            .map(|signer| signer.name.clone())
    };
    let fingerprint = |key: &str| port.fingerprint(key).unwrap_or_default();
    SignerChange {
        from: name(from).unwrap_or_default(),
        from_fingerprint: fingerprint(from),
        to: to.map(|key| name(key).unwrap_or_default()),
        to_fingerprint: to.map(fingerprint),
    }
}

/// Rejects a package whose signer is trusted no more.
pub(crate) async fn check_signer(scope: &mut Scope, package: &Package) -> Result<()> {
    match find_revoked_signer(scope, package).await? {
        None => Ok(()),
        Some(signer) => {
            let details = format!("The key of {} is trusted no more.", signer.name);
            Err(with_details(UNTRUSTED, details))
        }
    }
}

pub(crate) async fn find_revoked_signer(
    scope: &mut Scope,
    package: &Package,
) -> Result<Option<Signer>> {
    let signers = packages::store::signers(scope).await?;
    Ok(signers
        .into_iter()
        .find(|signer| package.signer.as_ref() == Some(&signer.key) && signer.revoked_at.is_some()))
}

/// Rejects a package that isn't the owner's, unless an administrator has decided the transfer.
pub(crate) async fn check_owner(
    scope: &mut Scope,
    package: &Package,
    is_decided: bool,
) -> Result<()> {
    let Some(change) = signer_change(scope, package).await? else {
        return Ok(());
    };
    if !is_decided {
        let to = match (&change.to, &change.to_fingerprint) {
            (Some(name), Some(fingerprint)) => format!("{name} ({fingerprint})"),
            _ => "nobody".to_owned(),
        };
        let SignerChange {
            from,
            from_fingerprint,
            ..
        } = &change;
        let details = format!(
            "It was signed by {from} ({from_fingerprint}) so far; this package is signed by {to}."
        );
        return Err(with_details(NEW_SIGNER, details));
    }
    if scope.tenant != PLATFORM {
        let entry = Entry::new("PluginVersion", package.id, UPDATED).with_name(&package.plugin);
        scope.record(entry.with_change(
            "signer",
            Some(&change.from_fingerprint),
            change.to_fingerprint.as_ref(),
        ));
    }
    if let Some(signer) = &package.signer {
        packages::store::set_owner(scope, &package.plugin, signer).await?;
    }
    Ok(())
}
