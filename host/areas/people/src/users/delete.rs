//! Unlocking and deleting users.
//!
//! A user is soft-deleted, so that history keeps the name. Address, telephone, password, roles,
//! keys and sessions are deleted; user name and address become available at once.

use data::{
    Result, Scope, Where,
    audit::{DELETED, Entry},
    ids::{CustomerId, UserId},
    message,
};
use work::event::ScopeEvents;

use crate::users::service::{
    AdministratorGuard, check_may_change, check_not_exceeding, effective_permissions, find,
    is_caller,
};
use crate::{
    model::{Role, User},
    pictures,
    port::SignIn,
    users::form_rules::{OWN_ACCOUNT, key_of_deleted},
};

pub async fn unlock(mut scope: Scope, id: UserId) -> Result<()> {
    let mut user = find(&mut scope, id).await?;
    let held_permissions = effective_permissions(&mut scope, &user).await?;
    check_not_exceeding(
        &scope,
        id,
        &held_permissions,
        message!("you can't unlock the user."),
    )?;
    user.lockout_end = None;
    user.access_failed_count = 0;
    scope.update(&mut user).await?;
    scope.commit().await
}

pub async fn delete(mut scope: Scope, id: UserId) -> Result<()> {
    crate::roles::store::lock_permissions(&mut scope).await?;
    let user = find(&mut scope, id).await?;
    if is_caller(&scope, id) {
        return Err(OWN_ACCOUNT.into());
    }
    check_may_change(&mut scope, user.id).await?;
    let held_permissions = effective_permissions(&mut scope, &user).await?;
    check_not_exceeding(
        &scope,
        id,
        &held_permissions,
        message!("you can't delete the user."),
    )?;
    let watch = AdministratorGuard::start(&mut scope, id).await?;
    let picture = soft_delete(&mut scope, user).await?;
    watch.check(&mut scope).await?;
    finish(&mut scope, picture).await
}

async fn finish(scope: &mut Scope, pictures: impl IntoIterator<Item = String>) -> Result<()> {
    scope.commit().await?;
    scope.port::<dyn SignIn>()?.clear_sessions();
    for file in pictures {
        scope.host().files().delete(scope.tenant, &file).await?;
    }
    Ok(())
}

/// Deletes the user and returns the picture's file key, for deletion after the commit.
async fn soft_delete(scope: &mut Scope, mut user: User) -> Result<Option<String>> {
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
    let picture = pictures::service::delete_picture(scope, id).await?;
    crate::roles::store::delete_assignments(scope, id).await?;
    let sign_in = scope.port::<dyn SignIn>()?;
    sign_in.remove_credentials(scope, id).await?;
    scope.record(Entry::new("User", id, DELETED).with_name(&user.user_name));
    scope.publish(&crate::events::USER_DELETED, &id).await?;
    Ok(picture)
}

pub async fn delete_with_customer(mut scope: Scope, customer: CustomerId) -> Result<()> {
    crate::roles::store::lock_permissions(&mut scope).await?;
    let users = crate::users::service::manageable_users().eq(User::CUSTOMER_ID, customer);
    let mut pictures = Vec::new();
    for user in scope.all::<User>(users).await? {
        pictures.extend(soft_delete(&mut scope, user).await?);
    }
    for role in scope
        .all::<Role>(Where::all().eq(Role::CUSTOMER_ID, customer))
        .await?
    {
        scope.delete::<Role>(role.id).await?;
    }
    finish(&mut scope, pictures).await
}
