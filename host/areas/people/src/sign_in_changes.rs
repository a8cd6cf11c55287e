//! Changes of a user's sign-in by the record that the user belongs to.

use data::{Result, Scope, ids::UserId};
use uuid::Uuid;

use crate::{
    accounts::find_by_name,
    model::User,
    port::{AccountChange, SignIn},
    users::rules::key,
};

/// Activates or deactivates a user. A deactivated user's sessions end with the commit's
/// [`SignIn::clear_sessions`](crate::SignIn::clear_sessions).
pub async fn set_active(scope: &mut Scope, user: UserId, is_active: bool) -> Result<()> {
    let mut user: User = scope.find(user).await?;
    if user.is_active == is_active {
        return Ok(());
    }
    user.is_active = is_active;
    scope.update(&mut user).await?;
    let changed = AccountChange {
        closed: !is_active,
        ..AccountChange::default()
    };
    let sign_in = scope.port::<dyn SignIn>()?;
    sign_in.account_changed(scope, user.id, changed).await
}

/// Changes the address that a user signs in with. False if another user has it.
pub async fn set_address(scope: &mut Scope, user: UserId, email: &str) -> Result<bool> {
    let mut user: User = scope.find(user).await?;
    let new_key = key(email);
    if user.email_key == new_key {
        return Ok(true);
    }
    if find_by_name(scope, &new_key)
        .await?
        .is_some_and(|other| other.id != user.id)
    {
        return Ok(false);
    }
    if user.user_name_key == user.email_key {
        email.clone_into(&mut user.user_name);
        user.user_name_key.clone_from(&new_key);
    }
    email.clone_into(&mut user.email_address);
    user.email_key = new_key;
    scope.update(&mut user).await?;
    let changed = AccountChange {
        email: true,
        ..AccountChange::default()
    };
    let sign_in = scope.port::<dyn SignIn>()?;
    sign_in.account_changed(scope, user.id, changed).await?;
    Ok(true)
}

pub async fn guid_of(scope: &mut Scope, user: UserId) -> Result<Uuid> {
    Ok(scope.find::<User>(user).await?.user_guid)
}
