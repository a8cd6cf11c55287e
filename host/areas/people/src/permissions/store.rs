//! Statements on a user's effective permissions.

use std::collections::HashSet;

use data::{
    Host, Result, Scope,
    db::{Col, Row, TenantSql, Tx},
    ids::UserId,
    tsql,
};

use crate::permissions::rules::{ADMIN, PermissionSources};

/// Always returns a row, since the tenant's platform flag is needed too.
const BY_ROLES: TenantSql = tsql!(
    "SELECT t.is_platform, r.name, r.is_static, p.name FROM users u JOIN tenants t ON t.id = u.tenant_id
     LEFT JOIN user_roles x ON x.tenant_id = u.tenant_id AND x.user_id = u.id
     LEFT JOIN roles r ON r.tenant_id = x.tenant_id AND r.id = x.role_id
     LEFT JOIN role_permissions p ON p.tenant_id = r.tenant_id AND p.role_id = r.id
     WHERE u.tenant_id = $1 AND u.id = $2"
);
const OWN_GRANTS: TenantSql =
    tsql!("SELECT name, is_granted FROM user_permissions WHERE tenant_id = $1 AND user_id = $2");

pub(crate) async fn load_permissions(
    host: &Host,
    tx: &mut Tx,
    user: UserId,
    is_customer: bool,
) -> Result<HashSet<String>> {
    let by_roles = tx.rows(BY_ROLES, vec![user.val()]).await?;
    let own_grants = tx.rows(OWN_GRANTS, vec![user.val()]).await?;
    Ok(to_sources(&by_roles, &own_grants, is_customer)?.effective(host.permissions()))
}

pub(crate) async fn load_sources(
    scope: &mut Scope,
    user: UserId,
    is_customer: bool,
) -> Result<PermissionSources> {
    let by_roles = scope.rows(BY_ROLES, vec![user.val()]).await?;
    let own_grants = scope.rows(OWN_GRANTS, vec![user.val()]).await?;
    to_sources(&by_roles, &own_grants, is_customer)
}

fn to_sources(
    by_roles: &[Row],
    own_grant_rows: &[Row],
    is_customer: bool,
) -> Result<PermissionSources> {
    let mut sources = PermissionSources {
        is_customer,
        ..PermissionSources::default()
    };
    for row in by_roles {
        sources.is_platform |= row.get::<bool>(0)?;
        let (role, is_static): (Option<String>, Option<bool>) = (row.get(1)?, row.get(2)?);
        sources.is_admin |= is_static == Some(true) && role.as_deref() == Some(ADMIN);
        sources.by_roles.extend(row.get::<Option<String>>(3)?);
    }
    for row in own_grant_rows {
        let list = if row.get(1)? {
            &mut sources.given
        } else {
            &mut sources.taken
        };
        list.push(row.get(0)?);
    }
    Ok(sources)
}
