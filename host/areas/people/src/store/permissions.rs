//! The statements that tell what a user may do.

use std::collections::HashSet;

use kernel::{
    Host, Result, Scope,
    db::{Col, Row, TenantSql, Tx},
    ids::UserId,
    tsql,
};

use crate::rules::permissions::{ADMIN, Held};

/// One row at least, since whether the tenant is the platform's own counts too.
const BY_ROLES: TenantSql = tsql!(
    "SELECT t.is_platform, r.name, r.is_static, p.name FROM users u JOIN tenants t ON t.id = u.tenant_id
     LEFT JOIN user_roles x ON x.tenant_id = u.tenant_id AND x.user_id = u.id
     LEFT JOIN roles r ON r.tenant_id = x.tenant_id AND r.id = x.role_id
     LEFT JOIN role_permissions p ON p.tenant_id = r.tenant_id AND p.role_id = r.id
     WHERE u.tenant_id = $1 AND u.id = $2"
);
const BESIDE: TenantSql =
    tsql!("SELECT name, is_granted FROM user_permissions WHERE tenant_id = $1 AND user_id = $2");

/// What the user may do.
pub(crate) async fn of(
    host: &Host,
    tx: &mut Tx,
    user: UserId,
    is_customer: bool,
) -> Result<HashSet<String>> {
    let by_roles = tx.rows(BY_ROLES, vec![user.val()]).await?;
    let beside = tx.rows(BESIDE, vec![user.val()]).await?;
    Ok(held(&by_roles, &beside, is_customer)?.effective(host.permissions()))
}

/// What is known of the user's permissions, in the scope's own transaction.
pub(crate) async fn held_by(scope: &mut Scope, user: UserId, is_customer: bool) -> Result<Held> {
    let by_roles = scope.rows(BY_ROLES, vec![user.val()]).await?;
    let beside = scope.rows(BESIDE, vec![user.val()]).await?;
    held(&by_roles, &beside, is_customer)
}

fn held(by_roles: &[Row], beside: &[Row], is_customer: bool) -> Result<Held> {
    let mut held = Held {
        is_customer,
        ..Held::default()
    };
    for row in by_roles {
        held.is_platform |= row.get::<bool>(0)?;
        let (role, is_static): (Option<String>, Option<bool>) = (row.get(1)?, row.get(2)?);
        held.is_admin |= is_static == Some(true) && role.as_deref() == Some(ADMIN);
        held.by_roles.extend(row.get::<Option<String>>(3)?);
    }
    for row in beside {
        let list = if row.get(1)? {
            &mut held.given
        } else {
            &mut held.taken
        };
        list.push(row.get(0)?);
    }
    Ok(held)
}
