//! Users as far as a caller may manage them, for what sign-in lets administrators do with them.

use std::collections::{HashMap, HashSet};

use kernel::{Message, Result, Scope, Where, ids::UserId};

use super::{accounts::Account, people};
use crate::model::{User, roles::PermissionItem};

/// The user, for a caller who may manage this user; everybody else is told that there is none.
pub async fn managed(scope: &mut Scope, id: UserId) -> Result<Account> {
    Ok(people::find(scope, id).await?.into())
}

/// The users whom the caller may manage; none when these are all.
pub async fn managed_ids(scope: &mut Scope) -> Result<Option<Vec<UserId>>> {
    if scope.caller.customer().is_none() {
        return Ok(None);
    }
    let own: Vec<User> = scope.all(people::within_reach()).await?;
    Ok(Some(own.into_iter().map(|user| user.id).collect()))
}

/// Refuses to let anybody but an administrator change an administrator.
pub async fn check_may_change(scope: &mut Scope, user: UserId) -> Result<()> {
    people::check_may_change(scope, user).await
}

/// Refuses what would make the caller somebody who may do more; `so` says what is not the caller's then.
pub async fn check_mightier(scope: &mut Scope, user: UserId, so: Message) -> Result<()> {
    let user = people::find(scope, user).await?;
    let may = people::power(scope, &user).await?;
    people::check_reach(scope, user.id, &may, so)
}

/// What a user whom the caller may manage may do at this moment.
pub async fn held(scope: &mut Scope, user: UserId) -> Result<HashSet<String>> {
    let user = people::find(scope, user).await?;
    people::power(scope, &user).await
}

/// What a user whom the caller may manage may do, as a screen shows it to choose from.
pub async fn held_items(scope: &mut Scope, user: UserId) -> Result<Vec<PermissionItem>> {
    let found = people::find(scope, user).await?;
    let held = people::power(scope, &found).await?;
    let mut items = people::part(scope, found.customer_id).items();
    items.retain(|item| held.contains(item.name));
    Ok(items)
}

/// The user names and full names of these users, those included who have left.
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
