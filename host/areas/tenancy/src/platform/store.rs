//! Statements of platform administration: names, hosts, editions and granted features.

use std::collections::BTreeMap;

use data::{
    Error, Result, Scope,
    db::{Col, PlatformSql, Tx, Val, column::json_val},
    ids::{EditionId, TenantId},
    sql_text,
};

use crate::{
    features::rules::Values,
    tenants::store::{DELETED, PRESENT},
};

const HOSTS: PlatformSql = PlatformSql(
    "SELECT for_tenant, host FROM tenant_hosts WHERE for_tenant BETWEEN $1 AND $2 ORDER BY id",
);
const PLATFORM: PlatformSql = PlatformSql(sql_text!(
    "SELECT id FROM tenants WHERE is_platform AND ",
    PRESENT,
));
const MARK: PlatformSql =
    PlatformSql("UPDATE tenants SET is_platform = TRUE WHERE id = $1 RETURNING id");
const GIVEN: PlatformSql = PlatformSql("SELECT given_features FROM tenants WHERE id = $1");
const GIVE: PlatformSql = PlatformSql(
    "UPDATE tenants SET given_features = $2, row_version = row_version + 1 WHERE id = $1 RETURNING id",
);
const CHANGE: PlatformSql = PlatformSql(
    "UPDATE tenants SET name = $3, timezone = $4, edition_id = $5, row_version = row_version + 1
     WHERE id = $1 AND row_version = $2 RETURNING id",
);
const ADD_HOST: PlatformSql =
    PlatformSql("INSERT INTO tenant_hosts (for_tenant, host) VALUES ($1, $2)");
const DROP_HOST: PlatformSql =
    PlatformSql("DELETE FROM tenant_hosts WHERE for_tenant = $1 AND host = $2");
const SOFT_DELETE: PlatformSql = PlatformSql(sql_text!(
    "UPDATE tenants SET state = ",
    DELETED,
    ", edition_id = NULL, row_version = row_version + 1 WHERE id = $1 RETURNING id",
));
const DROP_HOSTS: PlatformSql = PlatformSql("DELETE FROM tenant_hosts WHERE for_tenant = $1");

pub(crate) async fn hosts(
    scope: &mut Scope,
    first: TenantId,
    last: TenantId,
) -> Result<BTreeMap<TenantId, Vec<String>>> {
    let mut hosts: BTreeMap<TenantId, Vec<String>> = BTreeMap::new();
    for row in scope.platform(HOSTS, vec![first.val(), last.val()]).await? {
        hosts.entry(row.get(0)?).or_default().push(row.get(1)?);
    }
    Ok(hosts)
}

pub(crate) async fn platform(tx: &mut Tx) -> Result<Option<TenantId>> {
    Ok(tx
        .platform(PLATFORM, Vec::new())
        .await?
        .first()
        .map(|row| row.get(0))
        .transpose()?)
}

pub(crate) async fn mark(scope: &mut Scope, id: TenantId) -> Result<()> {
    scope.platform(MARK, vec![id.val()]).await?;
    Ok(())
}

pub(crate) async fn load_granted(scope: &mut Scope, id: TenantId) -> Result<Values> {
    let rows = scope.platform(GIVEN, vec![id.val()]).await?;
    Ok(rows.first().ok_or(Error::NotFound("The tenant"))?.json(0)?)
}

pub(crate) async fn set_granted(scope: &mut Scope, id: TenantId, values: &Values) -> Result<()> {
    scope
        .platform(GIVE, vec![id.val(), json_val(values)])
        .await?;
    Ok(())
}

/// Updates name, time zone and edition if the row version matches.
pub(crate) async fn change(
    scope: &mut Scope,
    (id, version): (TenantId, i64),
    (name, timezone): (&str, &str),
    edition: Option<EditionId>,
) -> Result<()> {
    let (name, timezone) = (Val::Text(name.to_owned()), Val::Text(timezone.to_owned()));
    let values = vec![id.val(), version.val(), name, timezone, edition.val()];
    if scope.platform(CHANGE, values).await?.is_empty() {
        Err(Error::Conflict)
    } else {
        Ok(())
    }
}

pub(crate) async fn add_host(scope: &mut Scope, id: TenantId, host: &str) -> Result<()> {
    scope
        .platform(ADD_HOST, vec![id.val(), Val::Text(host.to_owned())])
        .await?;
    Ok(())
}

pub(crate) async fn drop_host(scope: &mut Scope, id: TenantId, host: &str) -> Result<()> {
    scope
        .platform(DROP_HOST, vec![id.val(), Val::Text(host.to_owned())])
        .await?;
    Ok(())
}

/// Frees the tenant's host names; its rows stay, unreachable.
pub(crate) async fn soft_delete(scope: &mut Scope, id: TenantId) -> Result<()> {
    scope.platform(DROP_HOSTS, vec![id.val()]).await?;
    scope.platform(SOFT_DELETE, vec![id.val()]).await?;
    Ok(())
}

const ADD_EDITION: PlatformSql = PlatformSql(
    "INSERT INTO editions (row_version, name, display_name, features, creation_time)
     VALUES (1, $1, $2, $3, $4) RETURNING id",
);
const CHANGE_EDITION: PlatformSql = PlatformSql(
    "UPDATE editions SET name = $3, display_name = $4, features = $5, row_version = row_version + 1
     WHERE id = $1 AND row_version = $2 RETURNING id",
);
const DROP_EDITION: PlatformSql = PlatformSql("DELETE FROM editions WHERE id = $1");
const USED_BY: PlatformSql = PlatformSql("SELECT COUNT(*) FROM tenants WHERE edition_id = $1");

pub(crate) async fn add_edition(
    scope: &mut Scope,
    name: &str,
    display_name: &str,
    values: &Values,
) -> Result<EditionId> {
    let now = scope.now();
    let values = vec![
        Val::Text(name.to_owned()),
        Val::Text(display_name.to_owned()),
        json_val(values),
        now.val(),
    ];
    let rows = scope.platform(ADD_EDITION, values).await?;
    Ok(rows.first().ok_or(Error::Conflict)?.get(0)?)
}

pub(crate) async fn change_edition(
    scope: &mut Scope,
    (id, version): (EditionId, i64),
    name: &str,
    display_name: &str,
    values: &Values,
) -> Result<()> {
    let (name, display_name) = (
        Val::Text(name.to_owned()),
        Val::Text(display_name.to_owned()),
    );
    let values = vec![
        id.val(),
        version.val(),
        name,
        display_name,
        json_val(values),
    ];
    if scope.platform(CHANGE_EDITION, values).await?.is_empty() {
        Err(Error::Conflict)
    } else {
        Ok(())
    }
}

pub(crate) async fn drop_edition(scope: &mut Scope, id: EditionId) -> Result<()> {
    scope.platform(DROP_EDITION, vec![id.val()]).await?;
    Ok(())
}

pub(crate) async fn tenants_of_edition(scope: &mut Scope, id: EditionId) -> Result<i64> {
    let rows = scope.platform(USED_BY, vec![id.val()]).await?;
    Ok(rows
        .first()
        .map(|row| row.get(0))
        .transpose()?
        .unwrap_or_default())
}
