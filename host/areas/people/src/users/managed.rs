//! User queries restricted to the users that the caller may manage.

use std::collections::{HashMap, HashSet};

use data::{Message, Result, Scope, Where, ids::UserId};

use crate::{accounts::Account, users};
use crate::{model::User, roles::model::PermissionItem};

/// Returns the user if the caller may manage it; otherwise fails with not found.
pub async fn find_managed(scope: &mut Scope, id: UserId) -> Result<Account> {
    Ok(users::service::find(scope, id).await?.into())
}

/// Returns the users that the caller may manage. None: all.
pub async fn managed_ids(scope: &mut Scope) -> Result<Option<Vec<UserId>>> {
    if scope.caller.customer().is_none() {
        return Ok(None);
    }
    let managed_users: Vec<User> = scope.all(users::service::manageable_users()).await?;
    Ok(Some(
        managed_users.into_iter().map(|user| user.id).collect(),
    ))
}

pub async fn check_may_change(scope: &mut Scope, user: UserId) -> Result<()> {
    users::service::check_may_change(scope, user).await
}

/// `so` ends the message.
pub async fn check_not_exceeding(scope: &mut Scope, user: UserId, so: Message) -> Result<()> {
    let user = users::service::find(scope, user).await?;
    let may = users::service::effective_permissions(scope, &user).await?;
    users::service::check_not_exceeding(scope, user.id, &may, so)
}

pub async fn managed_permissions(scope: &mut Scope, user: UserId) -> Result<HashSet<String>> {
    let user = users::service::find(scope, user).await?;
    users::service::effective_permissions(scope, &user).await
}

pub async fn managed_permission_items(
    scope: &mut Scope,
    user: UserId,
) -> Result<Vec<PermissionItem>> {
    let found = users::service::find(scope, user).await?;
    let held_permissions = users::service::effective_permissions(scope, &found).await?;
    let mut items = users::service::visible_tree(scope, found.customer_id).items();
    items.retain(|item| held_permissions.contains(item.name));
    Ok(items)
}

/// Returns the user names and full names, including deleted users.
pub async fn names_of(
    scope: &mut Scope,
    ids: &[UserId],
) -> Result<HashMap<UserId, (String, String)>> {
    let users: Vec<User> = scope.all(Where::all().is_in(User::ID, ids)).await?;
    let full_name = |user: &User| format!("{} {}", user.name, user.surname).trim().to_owned();
    Ok(users
        .into_iter()
        .map(|user| (user.id, (full_name(&user), user.user_name)))
        .map(|(id, (full, name))| (id, (name, full)))
        .collect())
}
