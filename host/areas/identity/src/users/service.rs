//! User creation and sign-in for the program's commands.

use data::{
    Host, Result, Scope,
    db::Mode,
    ids::{TenantId, UserId},
};
use people::names::key;

use crate::sessions::{self, gate::SessionGate};
use crate::{sessions::model::NewUser, users::rules::validate_new_user};

pub async fn create_user(host: &Host, tenant: TenantId, new: NewUser) -> Result<UserId> {
    let new = validate_new_user(new)?;
    // Hashes before the transaction opens, so that no connection is held meanwhile.
    let hash = hash_password(host, &new.password).await?;
    create_validated(host, tenant, new, hash).await
}

/// Creates a user with an existing hash of its password.
pub async fn create_user_with_hash(
    host: &Host,
    tenant: TenantId,
    new: NewUser,
    hash: String,
) -> Result<UserId> {
    create_validated(host, tenant, validate_new_user(new)?, hash).await
}

pub async fn hash_password(host: &Host, password: &str) -> Result<String> {
    host.port::<SessionGate>()?.passwords.hash(password).await
}

async fn create_validated(
    host: &Host,
    tenant: TenantId,
    new: NewUser,
    hash: String,
) -> Result<UserId> {
    let mut scope = host.scope(tenant, Mode::Write);
    let user = create_user_in(&mut scope, new, hash).await?;
    scope.commit().await?;
    Ok(user)
}

pub(crate) async fn create_user_in(
    scope: &mut Scope,
    new: NewUser,
    hash: String,
) -> Result<UserId> {
    let roles = new.roles.clone();
    people::add_with_roles(scope, new.into_account(hash), &roles).await
}

pub async fn find_user(host: &Host, tenant: TenantId, user_name: &str) -> Result<Option<UserId>> {
    let mut scope = host.scope(tenant, Mode::Read);
    Ok(people::find_by_name(&mut scope, &key(user_name))
        .await?
        .map(|user| user.id))
}

/// Issues a bearer token without a password, for the program's commands.
pub async fn sign_in(host: &Host, tenant: TenantId, user: UserId) -> Result<String> {
    let mut scope = host.scope(tenant, Mode::Write);
    let user = people::account(&mut scope, user).await?;
    let end = scope.now() + sessions::service::KEY_TOKEN_LIFETIME;
    sessions::service::open_bearer(&mut scope, user.id, None, end).await
}
