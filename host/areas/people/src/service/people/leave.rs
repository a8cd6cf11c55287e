//! Unlocking users, and letting them leave.
//!
//! A deleted user's row stays: what the user has done is told by name for as long as it is kept. Address, telephone,
//! password, roles, keys and sessions go, and the user name and the address can be somebody else's at once.

use kernel::{
    Result, Scope, Where,
    audit::{DELETED, Entry},
    ids::{CustomerId, UserId},
    message,
};

use super::{Watch, check_may_change, check_reach, find, is_oneself, power};
use crate::{
    model::{Role, User},
    port::SignIn,
    rules::people::{NOT_YOURSELF, key_of_deleted},
    service::pictures,
    store,
};

/// Lets a user in again whom failed attempts keep out.
pub async fn unlock(mut scope: Scope, id: UserId) -> Result<()> {
    let mut user = find(&mut scope, id).await?;
    let held = power(&mut scope, &user).await?;
    check_reach(
        &scope,
        id,
        &held,
        message!("the user is not yours to unlock."),
    )?;
    user.lockout_end = None;
    user.access_failed_count = 0;
    scope.update(&mut user).await?;
    scope.commit().await
}

pub async fn delete(mut scope: Scope, id: UserId) -> Result<()> {
    store::people::in_turn(&mut scope).await?;
    let user = find(&mut scope, id).await?;
    if is_oneself(&scope, id) {
        return Err(NOT_YOURSELF.into());
    }
    check_may_change(&mut scope, user.id).await?;
    let held = power(&mut scope, &user).await?;
    check_reach(
        &scope,
        id,
        &held,
        message!("the user is not yours to delete."),
    )?;
    let watch = Watch::over(&mut scope, id).await?;
    let picture = let_go(&mut scope, user).await?;
    watch.end(&mut scope).await?;
    finish(&mut scope, picture).await
}

async fn finish(scope: &mut Scope, pictures: impl IntoIterator<Item = String>) -> Result<()> {
    scope.commit().await?;
    scope.port::<dyn SignIn>()?.forget();
    for file in pictures {
        scope.host().files().delete(scope.tenant, &file).await?;
    }
    Ok(())
}

/// Gives the key of the picture's file, which is to be deleted after the save.
async fn let_go(scope: &mut Scope, mut user: User) -> Result<Option<String>> {
    let id = user.id;
    user.is_active = false;
    user.password_hash = None;
    user.email_address = String::new();
    user.phone_number = String::new();
    user.profile_picture_id = None;
    user.user_name_key = key_of_deleted(id);
    user.email_key = key_of_deleted(id);
    user.deletion_time = Some(scope.now());
    scope.update(&mut user).await?;
    let picture = pictures::take(scope, id).await?;
    store::people::strip(scope, id).await?;
    let sign_in = scope.port::<dyn SignIn>()?;
    sign_in.left(scope, id).await?;
    scope.record(Entry::new("User", id, DELETED).named(&user.user_name));
    scope.announce(&crate::events::USER_DELETED, &id).await?;
    Ok(picture)
}

/// A customer is no more: its users leave with it, and its roles.
pub async fn with_customer(mut scope: Scope, customer: CustomerId) -> Result<()> {
    store::people::in_turn(&mut scope).await?;
    let users = super::within_reach().eq(User::CUSTOMER_ID, customer);
    let mut pictures = Vec::new();
    for user in scope.all::<User>(users).await? {
        pictures.extend(let_go(&mut scope, user).await?);
    }
    for role in scope
        .all::<Role>(Where::all().eq(Role::CUSTOMER_ID, customer))
        .await?
    {
        scope.delete::<Role>(role.id).await?;
    }
    finish(&mut scope, pictures).await
}
