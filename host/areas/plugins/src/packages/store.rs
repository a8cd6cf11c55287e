//! Statements on the platform's packages, installs and signers.

use chrono::{DateTime, Utc};
use data::{
    Result, Scope,
    db::{Col, PlatformSql, Row, Val},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::installed::port::Ask;

#[derive(Debug, Clone)]
pub struct Package {
    pub id: i64,
    pub plugin: String,
    pub version: String,
    pub name: String,
    pub kind: String,
    pub digest: String,
    pub file_key: String,
    pub bytes: i64,
    pub signer: Option<String>,
    pub asks: Vec<Ask>,
    pub uploaded_by: String,
    pub creation_time: DateTime<Utc>,
}

#[derive(Debug, Clone)]
pub struct Install {
    pub plugin: String,
    pub package_id: i64,
    pub previous_id: Option<i64>,
    pub is_suspended: bool,
    pub changed_by: String,
    pub changed_at: DateTime<Utc>,
    pub canary: Option<Canary>,
    /// Result of the last canary.
    pub ended: Option<EndedCanary>,
}

/// A package that gets a share of the calls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Canary {
    pub package_id: i64,
    /// Percent of the calls.
    pub share: i64,
    pub by: String,
    pub at: DateTime<Utc>,
}

/// Result of a canary.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EndedCanary {
    pub package_id: i64,
    pub version: String,
    /// Its percentage of the calls.
    pub share: i64,
    pub begun_by: String,
    pub begun_at: DateTime<Utc>,
    /// `promoted`, `stopped`, or `rolledBack`: by the platform itself after faults.
    pub how: String,
    /// User who ended it; null for the platform.
    pub by: Option<String>,
    pub at: DateTime<Utc>,
    /// Further explanation, if any.
    pub why: Option<String>,
}

#[derive(Debug, Clone)]
pub struct Signer {
    pub id: i64,
    pub key: String,
    pub name: String,
    pub creation_time: DateTime<Utc>,
    pub revoked_at: Option<DateTime<Utc>>,
}

macro_rules! packages {
    ($rest:literal) => {
        PlatformSql(concat!(
            "SELECT id, plugin, version, name, kind, digest, file_key, bytes, signer, asks, uploaded_by, creation_time
             FROM plugin_packages ",
            $rest
        ))
    };
}

const ALL: PlatformSql = packages!("ORDER BY plugin, id DESC");
const BY_ID: PlatformSql = packages!("WHERE id = $1");
const BY_VERSION: PlatformSql = packages!("WHERE plugin = $1 AND version = $2");
const INSERT: PlatformSql = PlatformSql(
    "INSERT INTO plugin_packages
       (plugin, version, name, kind, digest, file_key, bytes, signer, asks, uploaded_by, creation_time)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id",
);
const DELETE: PlatformSql = PlatformSql("DELETE FROM plugin_packages WHERE id = $1");
const INSTALLS: PlatformSql = PlatformSql(
    "SELECT plugin, package_id, previous_id, is_suspended, changed_by, changed_at, canary_id, canary_share, canary_by,
       canary_at, canary_ended
     FROM plugin_installs ORDER BY plugin",
);
const INSTALL: PlatformSql = PlatformSql(
    "INSERT INTO plugin_installs (plugin, package_id, previous_id, is_suspended, changed_by, changed_at, canary_id,
       canary_share, canary_by, canary_at, canary_ended)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     ON CONFLICT (plugin) DO UPDATE SET package_id = excluded.package_id, previous_id = excluded.previous_id,
       is_suspended = excluded.is_suspended, changed_by = excluded.changed_by, changed_at = excluded.changed_at,
       canary_id = excluded.canary_id, canary_share = excluded.canary_share, canary_by = excluded.canary_by,
       canary_at = excluded.canary_at, canary_ended = excluded.canary_ended",
);
const END_CANARY: PlatformSql = PlatformSql(
    "UPDATE plugin_installs SET canary_id = NULL, canary_share = NULL, canary_by = NULL, canary_at = NULL,
       canary_ended = $4
     WHERE plugin = $1 AND canary_id = $2 AND package_id = $3 RETURNING plugin",
);
const UNINSTALL: PlatformSql = PlatformSql("DELETE FROM plugin_installs WHERE plugin = $1");
const REMOVED: PlatformSql = PlatformSql(
    "INSERT INTO plugin_removals (plugin, removed_at) VALUES ($1, $2)
     ON CONFLICT (plugin) DO UPDATE SET removed_at = excluded.removed_at",
);
const REMOVED_BEFORE: PlatformSql =
    PlatformSql("SELECT plugin FROM plugin_removals WHERE removed_at < $1");
const BACK: PlatformSql = PlatformSql("DELETE FROM plugin_removals WHERE plugin = $1");
const SIGNERS: PlatformSql = PlatformSql(
    "SELECT id, signing_key, name, creation_time, revoked_at FROM plugin_signers ORDER BY id",
);
const TRUST: PlatformSql = PlatformSql(
    "INSERT INTO plugin_signers (signing_key, name, creation_time) VALUES ($1, $2, $3)
     ON CONFLICT (signing_key) DO UPDATE SET name = excluded.name, revoked_at = NULL RETURNING id",
);
const REVOKE: PlatformSql = PlatformSql(
    "UPDATE plugin_signers SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL RETURNING id",
);
const OWNER: PlatformSql = PlatformSql("SELECT signer FROM plugin_owners WHERE plugin = $1");
const SET_OWNER: PlatformSql = PlatformSql(
    "INSERT INTO plugin_owners (plugin, signer, decided_by, decided_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (plugin) DO UPDATE SET signer = excluded.signer, decided_by = excluded.decided_by,
       decided_at = excluded.decided_at",
);

fn package(row: &Row) -> Result<Package> {
    Ok(Package {
        id: row.get(0)?,
        plugin: row.get(1)?,
        version: row.get(2)?,
        name: row.get(3)?,
        kind: row.get(4)?,
        digest: row.get(5)?,
        file_key: row.get(6)?,
        bytes: row.get(7)?,
        signer: row.get(8)?,
        asks: row.json(9)?,
        uploaded_by: row.get(10)?,
        creation_time: row.get(11)?,
    })
}

pub async fn packages(scope: &mut Scope) -> Result<Vec<Package>> {
    scope
        .platform(ALL, Vec::new())
        .await?
        .iter()
        .map(package)
        .collect()
}

pub async fn by_id(scope: &mut Scope, id: i64) -> Result<Option<Package>> {
    scope
        .platform(BY_ID, vec![id.val()])
        .await?
        .first()
        .map(package)
        .transpose()
}

pub async fn by_version(scope: &mut Scope, plugin: &str, version: &str) -> Result<Option<Package>> {
    let values = vec![Val::Text(plugin.to_owned()), Val::Text(version.to_owned())];
    scope
        .platform(BY_VERSION, values)
        .await?
        .first()
        .map(package)
        .transpose()
}

pub async fn insert(scope: &mut Scope, package: &mut Package) -> Result<()> {
    let values = vec![
        package.plugin.val(),
        package.version.val(),
        package.name.val(),
        package.kind.val(),
        package.digest.val(),
        package.file_key.val(),
        package.bytes.val(),
        package.signer.val(),
        Val::Json(serde_json::to_string(&package.asks)?),
        package.uploaded_by.val(),
        package.creation_time.val(),
    ];
    package.id = scope.platform(INSERT, values).await?[0].get(0)?;
    Ok(())
}

pub async fn delete(scope: &mut Scope, id: i64) -> Result<()> {
    scope.platform(DELETE, vec![id.val()]).await?;
    Ok(())
}

pub async fn installs(scope: &mut Scope) -> Result<Vec<Install>> {
    let read = |row: &Row| -> Result<Install> {
        Ok(Install {
            plugin: row.get(0)?,
            package_id: row.get(1)?,
            previous_id: row.get(2)?,
            is_suspended: row.get(3)?,
            changed_by: row.get(4)?,
            changed_at: row.get(5)?,
            canary: match row.get(6)? {
                None => None,
                Some(package_id) => Some(Canary {
                    package_id,
                    share: row.get(7)?,
                    by: row.get(8)?,
                    at: row.get(9)?,
                }),
            },
            ended: row.json(10)?,
        })
    };
    scope
        .platform(INSTALLS, Vec::new())
        .await?
        .iter()
        .map(read)
        .collect()
}

pub async fn put_install(scope: &mut Scope, install: &Install) -> Result<()> {
    let values = vec![
        install.plugin.val(),
        install.package_id.val(),
        install.previous_id.val(),
        install.is_suspended.val(),
        install.changed_by.val(),
        install.changed_at.val(),
        install
            .canary
            .as_ref()
            .map(|canary| canary.package_id)
            .val(),
        install.canary.as_ref().map(|canary| canary.share).val(),
        install
            .canary
            .as_ref()
            .map(|canary| canary.by.clone())
            .val(),
        install.canary.as_ref().map(|canary| canary.at).val(),
        Val::Json(serde_json::to_string(&install.ended)?),
    ];
    scope.platform(INSTALL, values).await?;
    scope.platform(BACK, vec![install.plugin.val()]).await?;
    Ok(())
}

/// Ends the canary if it still runs: only one host succeeds.
pub async fn end_canary(scope: &mut Scope, install: &Install, ended: &EndedCanary) -> Result<bool> {
    let ended_as = Val::Json(serde_json::to_string(ended)?);
    let values = vec![
        install.plugin.val(),
        ended.package_id.val(),
        install.package_id.val(),
        ended_as,
    ];
    Ok(!scope.platform(END_CANARY, values).await?.is_empty())
}

pub async fn uninstall(scope: &mut Scope, plugin: &str) -> Result<()> {
    scope
        .platform(UNINSTALL, vec![Val::Text(plugin.to_owned())])
        .await?;
    let now = scope.now();
    scope
        .platform(REMOVED, vec![Val::Text(plugin.to_owned()), now.val()])
        .await?;
    Ok(())
}

/// Returns the plugins that were uninstalled before this time.
pub(crate) async fn removed_before(
    scope: &mut Scope,
    before: DateTime<Utc>,
) -> Result<Vec<String>> {
    let rows = scope.platform(REMOVED_BEFORE, vec![before.val()]).await?;
    rows.iter().map(|row| Ok(row.get(0)?)).collect()
}

pub async fn signers(scope: &mut Scope) -> Result<Vec<Signer>> {
    let read = |row: &Row| -> Result<Signer> {
        Ok(Signer {
            id: row.get(0)?,
            key: row.get(1)?,
            name: row.get(2)?,
            creation_time: row.get(3)?,
            revoked_at: row.get(4)?,
        })
    };
    scope
        .platform(SIGNERS, Vec::new())
        .await?
        .iter()
        .map(read)
        .collect()
}

pub async fn trust(scope: &mut Scope, key: &str, name: &str) -> Result<i64> {
    let now = scope.now();
    let values = vec![
        Val::Text(key.to_owned()),
        Val::Text(name.to_owned()),
        now.val(),
    ];
    Ok(scope.platform(TRUST, values).await?[0].get(0)?)
}

pub async fn revoke(scope: &mut Scope, id: i64) -> Result<bool> {
    let now = scope.now();
    Ok(!scope
        .platform(REVOKE, vec![id.val(), now.val()])
        .await?
        .is_empty())
}

pub(crate) async fn owner(scope: &mut Scope, plugin: &str) -> Result<Option<String>> {
    let rows = scope
        .platform(OWNER, vec![Val::Text(plugin.to_owned())])
        .await?;
    Ok(rows.first().map(|row| row.get(0)).transpose()?)
}

pub(crate) async fn set_owner(scope: &mut Scope, plugin: &str, signer: &str) -> Result<()> {
    let (by, now) = (scope.caller.name().to_owned(), scope.now());
    let values = vec![
        Val::Text(plugin.to_owned()),
        Val::Text(signer.to_owned()),
        by.val(),
        now.val(),
    ];
    scope.platform(SET_OWNER, values).await?;
    Ok(())
}
