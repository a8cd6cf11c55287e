//! Permissions of one user, from roles and own grants.

use std::collections::HashSet;

use data::{Error, Result, Scope, ids::UserId, message, save};

use crate::users::service::{
    AdministratorGuard, check_may_change, check_not_exceeding, find, grantable_permissions,
    visible_tree,
};
use crate::{
    permissions::{self, grants::OwnGrants, rules::PermissionSources},
    port::SignIn,
    users::model::{SaveUserPermissions, UserPermissions},
};

pub async fn for_edit(scope: &mut Scope, id: UserId) -> Result<UserPermissions> {
    let user = find(scope, id).await?;
    let sources = permissions::store::load_sources(scope, id, user.customer_id.is_some()).await?;
    let tree = scope.host().permissions().clone();
    let granted = sources.effective(&tree);
    Ok(UserPermissions {
        row_version: user.row_version,
        permissions: visible_tree(scope, user.customer_id).items(),
        granted_permission_names: permissions::grants::sorted(&tree, &granted),
        role_permission_names: permissions::grants::sorted(
            &tree,
            &without_own_grants(sources).effective(&tree),
        ),
    })
}

/// Stores the difference to the roles.
pub async fn save(mut scope: Scope, sent: SaveUserPermissions) -> Result<()> {
    crate::roles::store::lock_permissions(&mut scope).await?;
    let mut user = find(&mut scope, sent.id).await?;
    save::check_version(sent.row_version.unwrap_or_default(), user.row_version)?;
    let mut errors = Vec::new();
    let names = &sent.granted_permission_names;
    let requested = visible_tree(&scope, user.customer_id).validate_names(
        "grantedPermissionNames",
        names,
        &mut errors,
    );
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    check_may_change(&mut scope, user.id).await?;
    let watch = AdministratorGuard::start(&mut scope, user.id).await?;
    let sources =
        permissions::store::load_sources(&mut scope, user.id, user.customer_id.is_some()).await?;
    let tree = scope.host().permissions().clone();
    let before = sources.effective(&tree);
    if let Some(own) = grantable_permissions(&scope) {
        permissions::grants::check_gain(&tree, &before, &requested, own)?;
    }
    if !before.is_subset(&requested) {
        check_not_exceeding(
            &scope,
            user.id,
            &before,
            message!("you can't remove the user's permissions."),
        )?;
    }
    let roles = without_own_grants(sources);
    let by_roles = roles.effective(&tree);
    let role_permissions: HashSet<String> = if roles.is_admin {
        by_roles.clone()
    } else {
        roles.by_roles.into_iter().collect()
    };
    let OwnGrants { given, taken } =
        permissions::grants::own_grants(&tree, &role_permissions, &by_roles, &requested);
    crate::roles::store::set_own_grants(&mut scope, user.id, &given, &taken).await?;
    if before != requested {
        let (before, after) = (
            permissions::grants::sorted(&tree, &before),
            permissions::grants::sorted(&tree, &requested),
        );
        scope.note("User", user.id, "grantedPermissionNames", before, after);
    }
    watch.check(&mut scope).await?;
    // Bumps the row version, so forms opened before are stale.
    scope.update(&mut user).await?;
    scope.commit().await?;
    scope.port::<dyn SignIn>()?.clear_sessions();
    Ok(())
}

fn without_own_grants(held: PermissionSources) -> PermissionSources {
    PermissionSources {
        given: Vec::new(),
        taken: Vec::new(),
        ..held
    }
}
