//! Making users and signing them in for the program itself.

use kernel::{
    Host, Result, Scope,
    db::Mode,
    ids::{TenantId, UserId},
};
use people::{NewAccount, names::key};

use super::{session_gate::SessionGate, sessions};
use crate::{model::NewUser, rules::users::checked};

/// Makes an active user with a password.
pub async fn create_user(host: &Host, tenant: TenantId, new: NewUser) -> Result<UserId> {
    let new = checked(new)?;
    // Before the transaction: nothing of the database is held while a hash is computed.
    let hash = host
        .port::<SessionGate>()?
        .passwords
        .hash(&new.password)
        .await?;
    let mut scope = host.scope(tenant, Mode::Write);
    let user = create_user_in(&mut scope, new, hash).await?;
    scope.commit().await?;
    Ok(user)
}

/// The same in the scope's transaction; the fields have been checked.
pub(super) async fn create_user_in(
    scope: &mut Scope,
    new: NewUser,
    hash: String,
) -> Result<UserId> {
    let account = NewAccount {
        user_name: new.user_name,
        name: new.name,
        surname: new.surname,
        email_address: new.email,
        phone_number: new.phone,
        password_hash: Some(hash),
        customer: new.customer,
        is_driver: new.is_driver,
        is_active: true,
    };
    people::add_with_roles(scope, account, &new.roles).await
}

/// The user with this name or e-mail address.
pub async fn find_user(host: &Host, tenant: TenantId, user_name: &str) -> Result<Option<UserId>> {
    let mut scope = host.scope(tenant, Mode::Read);
    Ok(people::named(&mut scope, &key(user_name))
        .await?
        .map(|user| user.id))
}

/// A bearer token for a user without asking for the password: for the program's own commands.
pub async fn sign_in(host: &Host, tenant: TenantId, user: UserId) -> Result<String> {
    let mut scope = host.scope(tenant, Mode::Write);
    let user = people::account(&mut scope, user).await?;
    let end = scope.now() + sessions::FOR_A_KEY;
    sessions::open_bearer(&mut scope, user.id, None, end).await
}
