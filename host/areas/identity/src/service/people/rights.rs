//! What one user may do, by the roles and beside them.

use std::collections::HashSet;

use kernel::{Result, Scope, ids::UserId};

use super::{Watch, check_may_change, find, own_power, part};
use crate::{
    model::people::{SaveUserPermissions, UserPermissions},
    rules::{
        grants::{self, Beside},
        permissions::Held,
    },
    service::doorman::Doorman,
    store,
};

pub async fn for_edit(scope: &mut Scope, id: UserId) -> Result<UserPermissions> {
    let user = find(scope, id).await?;
    let held = store::held_by(scope, id, user.customer_id.is_some()).await?;
    let granted = held.effective();
    Ok(UserPermissions {
        row_version: user.row_version,
        permissions: part(scope, user.customer_id).items(),
        granted_permission_names: grants::sorted(&granted),
        role_permission_names: grants::sorted(&by_roles(held).effective()),
    })
}

/// Makes the user hold what is wanted: what the roles do not say is kept beside them.
pub async fn save(mut scope: Scope, sent: SaveUserPermissions) -> Result<()> {
    store::people::in_turn(&mut scope).await?;
    let mut user = find(&mut scope, sent.id).await?;
    let wanted = part(&scope, user.customer_id).wanted("grantedPermissionNames", &sent.granted_permission_names)?;
    check_may_change(&mut scope, &user).await?;
    let watch = Watch::over(&mut scope, user.id).await?;
    let held = store::held_by(&mut scope, user.id, user.customer_id.is_some()).await?;
    let before = held.effective();
    if let Some(own) = own_power(&scope) {
        grants::check_gain(&before, &wanted, own)?;
    }
    let roles = by_roles(held);
    let by_roles = roles.effective();
    let named: HashSet<String> = if roles.is_admin { by_roles.clone() } else { roles.by_roles.into_iter().collect() };
    let Beside { given, taken } = grants::beside(&named, &by_roles, &wanted);
    store::people::set_beside(&mut scope, user.id, &given, &taken).await?;
    if before != wanted {
        let (before, after) = (grants::sorted(&before), grants::sorted(&wanted));
        scope.note("User", user.id, "grantedPermissionNames", before, after);
    }
    watch.end(&mut scope).await?;
    // The user counts as changed: another form that was opened before is stale.
    user.row_version = sent.row_version.filter(|version| *version != 0).unwrap_or(user.row_version);
    scope.update(&mut user).await?;
    scope.save().await?;
    scope.port::<Doorman>()?.forget();
    Ok(())
}

/// The same user without what is given or taken beside the roles.
fn by_roles(held: Held) -> Held {
    Held { given: Vec::new(), taken: Vec::new(), ..held }
}
