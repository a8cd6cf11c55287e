//! Statements on role and permission assignments and on administrators.

use std::collections::{HashMap, HashSet};

use data::{
    Result, Scope, Where,
    db::{Col, Val},
    ids::{CustomerId, RoleId, UserId},
    tsql,
};

use crate::{
    model::Role,
    permissions::rules::{ADMIN, PermissionSources, is_within},
};

/// Otherwise two administrators could demote each other concurrently. Later reads see the previous
/// holder's commit.
pub(crate) async fn lock_permissions(scope: &mut Scope) -> Result<()> {
    let administrators = Where::<Role>::all()
        .eq(Role::IS_STATIC, true)
        .eq(Role::NAME, ADMIN);
    scope.lock_all(administrators).await
}

pub(crate) async fn is_administrator(scope: &mut Scope, user: UserId) -> Result<bool> {
    let find = tsql!(
        "SELECT x.id FROM user_roles x JOIN roles r ON r.tenant_id = x.tenant_id AND r.id = x.role_id
         WHERE x.tenant_id = $1 AND x.user_id = $2 AND r.is_static AND r.name = $3"
    );
    Ok(!scope
        .rows(find, vec![user.val(), Val::Text(ADMIN.to_owned())])
        .await?
        .is_empty())
}

/// Returns the active administrators without revocations who can sign in.
pub(crate) async fn administrators(scope: &mut Scope) -> Result<HashSet<UserId>> {
    let find = tsql!(
        "SELECT u.id FROM user_roles x
         JOIN roles r ON r.tenant_id = x.tenant_id AND r.id = x.role_id
         JOIN users u ON u.tenant_id = x.tenant_id AND u.id = x.user_id
         WHERE x.tenant_id = $1 AND r.is_static AND r.name = $2 AND u.is_active AND u.deletion_time IS NULL
           AND u.customer_id IS NULL AND (u.password_hash IS NOT NULL OR u.last_login_time IS NOT NULL)
           AND NOT EXISTS (SELECT 1 FROM user_permissions p
             WHERE p.tenant_id = u.tenant_id AND p.user_id = u.id AND NOT p.is_granted)"
    );
    scope
        .rows(find, vec![Val::Text(ADMIN.to_owned())])
        .await?
        .iter()
        .map(|row| Ok(row.get(0)?))
        .collect()
}

pub(crate) async fn users_with(scope: &mut Scope, role: RoleId) -> Result<Vec<UserId>> {
    let find = tsql!("SELECT user_id FROM user_roles WHERE tenant_id = $1 AND role_id = $2");
    scope
        .rows(find, vec![role.val()])
        .await?
        .iter()
        .map(|row| Ok(row.get(0)?))
        .collect()
}

pub(crate) async fn user_counts(scope: &mut Scope) -> Result<HashMap<RoleId, i64>> {
    let count =
        tsql!("SELECT role_id, COUNT(*) FROM user_roles WHERE tenant_id = $1 GROUP BY role_id");
    scope
        .rows(count, Vec::new())
        .await?
        .iter()
        .map(|row| Ok((row.get(0)?, row.get(1)?)))
        .collect()
}

pub(crate) async fn role_permissions(
    scope: &mut Scope,
) -> Result<HashMap<RoleId, HashSet<String>>> {
    let all = tsql!("SELECT role_id, name FROM role_permissions WHERE tenant_id = $1");
    let mut found: HashMap<RoleId, HashSet<String>> = HashMap::new();
    for row in scope.rows(all, Vec::new()).await? {
        found.entry(row.get(0)?).or_default().insert(row.get(1)?);
    }
    Ok(found)
}

/// Returns the users with a permission, by the same rule as effective permissions.
pub(crate) async fn users_with_permission(
    scope: &mut Scope,
    permission: &str,
) -> Result<Vec<UserId>> {
    // A permission implies its parents, so descendants count too; others are irrelevant.
    let counts = |name: &str| is_within(name, permission);
    let mut users: HashMap<UserId, PermissionSources> = HashMap::new();
    let all = tsql!(
        "SELECT u.id, u.customer_id, t.is_platform FROM users u JOIN tenants t ON t.id = u.tenant_id
         WHERE u.tenant_id = $1 AND u.deletion_time IS NULL"
    );
    for row in scope.rows(all, Vec::new()).await? {
        let is_customer = row.get::<Option<CustomerId>>(1)?.is_some();
        users.insert(
            row.get(0)?,
            PermissionSources {
                is_customer,
                is_platform: row.get(2)?,
                ..PermissionSources::default()
            },
        );
    }
    let mut by_role = role_permissions(scope).await?;
    by_role
        .values_mut()
        .for_each(|names| names.retain(|name| counts(name)));
    let has = tsql!(
        "SELECT x.user_id, r.id, r.is_static AND r.name = $2 FROM user_roles x
         JOIN roles r ON r.tenant_id = x.tenant_id AND r.id = x.role_id WHERE x.tenant_id = $1"
    );
    for row in scope.rows(has, vec![Val::Text(ADMIN.to_owned())]).await? {
        let Some(held) = users.get_mut(&row.get(0)?) else {
            continue;
        };
        held.is_admin |= row.get::<bool>(2)?;
        held.by_roles
            .extend(by_role.get(&row.get(1)?).into_iter().flatten().cloned());
    }
    let own_grants =
        tsql!("SELECT user_id, name, is_granted FROM user_permissions WHERE tenant_id = $1");
    for row in scope.rows(own_grants, Vec::new()).await? {
        let Some(held) = users.get_mut(&row.get(0)?) else {
            continue;
        };
        let name: String = row.get(1)?;
        match row.get(2)? {
            true if counts(&name) => held.given.push(name),
            true => {}
            false => held.taken.push(name),
        }
    }
    let tree = scope.host().permissions();
    let mut found: Vec<UserId> = users
        .into_iter()
        .filter(|(_, held)| held.is_admin || !(held.by_roles.is_empty() && held.given.is_empty()))
        .filter(|(_, held)| held.effective(tree).contains(permission))
        .map(|(user, _)| user)
        .collect();
    found.sort_unstable();
    Ok(found)
}

pub(crate) async fn set_own_grants(
    scope: &mut Scope,
    user: UserId,
    given: &[String],
    revoked: &[String],
) -> Result<()> {
    let clear = tsql!("DELETE FROM user_permissions WHERE tenant_id = $1 AND user_id = $2");
    scope.rows(clear, vec![user.val()]).await?;
    let names = given
        .iter()
        .map(|name| (name, true))
        .chain(revoked.iter().map(|name| (name, false)));
    for (name, is_granted) in names {
        let write = tsql!(
            "INSERT INTO user_permissions (tenant_id, row_version, user_id, name, is_granted)
             SELECT tenant_id, 1, id, $3, $4 FROM users WHERE tenant_id = $1 AND id = $2"
        );
        scope
            .rows(write, vec![user.val(), name.val(), is_granted.val()])
            .await?;
    }
    Ok(())
}

/// Deletes roles, permissions, units and profile of a departing user.
pub(crate) async fn delete_assignments(scope: &mut Scope, user: UserId) -> Result<()> {
    for take in [
        tsql!("DELETE FROM user_roles WHERE tenant_id = $1 AND user_id = $2"),
        tsql!("DELETE FROM user_permissions WHERE tenant_id = $1 AND user_id = $2"),
        tsql!("DELETE FROM organization_unit_users WHERE tenant_id = $1 AND user_id = $2"),
        tsql!("DELETE FROM user_profiles WHERE tenant_id = $1 AND user_id = $2"),
    ] {
        scope.rows(take, vec![user.val()]).await?;
    }
    Ok(())
}

pub(crate) async fn delete_permission(scope: &mut Scope, role: RoleId, name: &str) -> Result<()> {
    let delete =
        tsql!("DELETE FROM role_permissions WHERE tenant_id = $1 AND role_id = $2 AND name = $3");
    scope
        .rows(delete, vec![role.val(), Val::Text(name.to_owned())])
        .await?;
    Ok(())
}
