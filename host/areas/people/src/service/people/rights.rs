//! What one user may do, by the roles and beside them.

use std::collections::HashSet;

use kernel::{Error, Result, Scope, ids::UserId, message, save};

use super::{Watch, check_may_change, check_reach, find, own_power, part};
use crate::{
    model::users::{SaveUserPermissions, UserPermissions},
    port::SignIn,
    rules::{
        grants::{self, Beside},
        permissions::Held,
    },
    store,
};

pub async fn for_edit(scope: &mut Scope, id: UserId) -> Result<UserPermissions> {
    let user = find(scope, id).await?;
    let held = store::permissions::held_by(scope, id, user.customer_id.is_some()).await?;
    let tree = scope.host().permissions().clone();
    let granted = held.effective(&tree);
    Ok(UserPermissions {
        row_version: user.row_version,
        permissions: part(scope, user.customer_id).items(),
        granted_permission_names: grants::sorted(&tree, &granted),
        role_permission_names: grants::sorted(&tree, &by_roles(held).effective(&tree)),
    })
}

/// Makes the user hold what is wanted: what the roles do not say is kept beside them.
pub async fn save(mut scope: Scope, sent: SaveUserPermissions) -> Result<()> {
    store::people::in_turn(&mut scope).await?;
    let mut user = find(&mut scope, sent.id).await?;
    save::fresh(sent.row_version.unwrap_or_default(), user.row_version)?;
    let mut wrong = Vec::new();
    let names = &sent.granted_permission_names;
    let wanted = part(&scope, user.customer_id).wanted("grantedPermissionNames", names, &mut wrong);
    if !wrong.is_empty() {
        return Err(Error::Invalid(wrong));
    }
    check_may_change(&mut scope, user.id).await?;
    let watch = Watch::over(&mut scope, user.id).await?;
    let held = store::permissions::held_by(&mut scope, user.id, user.customer_id.is_some()).await?;
    let tree = scope.host().permissions().clone();
    let before = held.effective(&tree);
    if let Some(own) = own_power(&scope) {
        grants::check_gain(&tree, &before, &wanted, own)?;
    }
    if !before.is_subset(&wanted) {
        check_reach(
            &scope,
            user.id,
            &before,
            message!("the user's permissions are not yours to take."),
        )?;
    }
    let roles = by_roles(held);
    let by_roles = roles.effective(&tree);
    let named: HashSet<String> = if roles.is_admin {
        by_roles.clone()
    } else {
        roles.by_roles.into_iter().collect()
    };
    let Beside { given, taken } = grants::beside(&tree, &named, &by_roles, &wanted);
    store::people::set_beside(&mut scope, user.id, &given, &taken).await?;
    if before != wanted {
        let (before, after) = (
            grants::sorted(&tree, &before),
            grants::sorted(&tree, &wanted),
        );
        scope.note("User", user.id, "grantedPermissionNames", before, after);
    }
    watch.end(&mut scope).await?;
    // The user counts as changed: another form that was opened before is stale.
    scope.update(&mut user).await?;
    scope.commit().await?;
    scope.port::<dyn SignIn>()?.forget();
    Ok(())
}

/// The same user without what is given or taken beside the roles.
fn by_roles(held: Held) -> Held {
    Held {
        given: Vec::new(),
        taken: Vec::new(),
        ..held
    }
}
