//! Whose a plugin's id is: that of its first signer, until a person lets another take it over.

use kernel::{
    Refusal, Result, Scope,
    audit::{Entry, UPDATED},
    db::{Col, PlatformSql, Val},
};
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    service::{PLATFORM, told},
    store::{self, Package, Signer},
};
use crate::port::PackagePort;

pub(super) const NEW_SIGNER: Refusal = Refusal::new(
    724,
    "Somebody else has signed this package than the plugin's earlier ones. Make sure that the plugin has changed hands, \
     then say so.",
);

const OWNER: PlatformSql = PlatformSql("SELECT signer FROM plugin_owners WHERE plugin = $1");
const OWN: PlatformSql = PlatformSql(
    "INSERT INTO plugin_owners (plugin, signer, decided_by, decided_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (plugin) DO UPDATE SET signer = excluded.signer, decided_by = excluded.decided_by,
       decided_at = excluded.decided_at",
);

/// Somebody else's package of a plugin.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignerChange {
    /// Whose the plugin has been so far: the signer's name, and its key as it is compared by eye.
    pub from: String,
    pub from_fingerprint: String,
    /// Who signed this package; null for an unsigned one.
    pub to: Option<String>,
    pub to_fingerprint: Option<String>,
}

pub(super) async fn owner(scope: &mut Scope, plugin: &str) -> Result<Option<String>> {
    let rows = scope
        .platform(OWNER, vec![Val::Text(plugin.to_owned())])
        .await?;
    Ok(rows.first().map(|row| row.get(0)).transpose()?)
}

/// The id is this signer's from now on. The caller saves.
pub(super) async fn own(scope: &mut Scope, plugin: &str, signer: &str) -> Result<()> {
    let (by, now) = (scope.caller.name().to_owned(), scope.now());
    let values = vec![
        Val::Text(plugin.to_owned()),
        Val::Text(signer.to_owned()),
        by.val(),
        now.val(),
    ];
    scope.platform(OWN, values).await?;
    Ok(())
}

/// How the package's signer differs from the one whose the plugin is.
pub(super) async fn change(scope: &mut Scope, package: &Package) -> Result<Option<SignerChange>> {
    let Some(owner) = owner(scope, &package.plugin)
        .await?
        .filter(|owner| package.signer.as_ref() != Some(owner))
    else {
        return Ok(None);
    };
    let signers = store::signers(scope).await?;
    let port = scope.port::<dyn PackagePort>()?;
    Ok(Some(between(
        &signers,
        port.as_ref(),
        &owner,
        package.signer.as_deref(),
    )))
}

/// The change from one key to another, as people compare them.
pub(super) fn between(
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

/// Lets the package be used if it is its owner's, or if a person decided that it has a new one.
pub(super) async fn check(scope: &mut Scope, package: &Package, is_decided: bool) -> Result<()> {
    let Some(change) = change(scope, package).await? else {
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
        let words = format!(
            "It was signed by {from} ({from_fingerprint}) so far; this package is signed by {to}."
        );
        return Err(told(NEW_SIGNER, words));
    }
    if scope.tenant != PLATFORM {
        let entry = Entry::new("PluginVersion", package.id, UPDATED).named(&package.plugin);
        scope.record(entry.with(
            "signer",
            Some(&change.from_fingerprint),
            change.to_fingerprint.as_ref(),
        ));
    }
    if let Some(signer) = &package.signer {
        own(scope, &package.plugin, signer).await?;
    }
    Ok(())
}
