//! Making tenants with their roles, and making users for the program itself.

use kernel::{
    Error, Host, Result, Scope, Where,
    db::Mode,
    ids::{RoleId, TenantId, UserId},
};

use super::{doorman::Doorman, people::roles_of, sessions};
use crate::{
    model::{NewUser, Role, RolePermission, User},
    rules::{
        permissions::DEFAULT_ROLES,
        users::{checked, key},
    },
};

/// Makes a tenant with the roles that every tenant begins with.
pub async fn create_tenant(host: &Host, new: tenancy::NewTenant) -> Result<TenantId> {
    let mut scope = host.scope(TenantId(0), Mode::Write);
    let tenant = create_tenant_in(&mut scope, new).await?;
    scope.save().await?;
    tenancy::seen(host, tenant)?;
    Ok(tenant)
}

/// The same in the scope's transaction, which is in that tenant from then on.
pub(super) async fn create_tenant_in(scope: &mut Scope, new: tenancy::NewTenant) -> Result<TenantId> {
    let tenant = tenancy::create_tenant_in(scope, new).await?;
    for default in DEFAULT_ROLES {
        let mut role = Role {
            id: RoleId::default(),
            row_version: 0,
            name: default.name.to_owned(),
            display_name: default.name.to_owned(),
            customer_id: None,
            is_static: default.is_static,
            is_default: false,
            creation_time: scope.now(),
        };
        scope.insert(&mut role).await?;
        for name in default.permissions() {
            scope.insert(&mut RolePermission { id: 0, row_version: 0, role_id: role.id, name }).await?;
        }
    }
    Ok(tenant)
}

/// Makes an active user with a password.
pub async fn create_user(host: &Host, tenant: TenantId, new: NewUser) -> Result<UserId> {
    let new = checked(new)?;
    // Before the transaction: nothing of the database is held while a hash is computed.
    let hash = host.port::<Doorman>()?.passwords.hash(&new.password).await?;
    let mut scope = host.scope(tenant, Mode::Write);
    let user = create_user_in(&mut scope, new, hash).await?;
    scope.save().await?;
    Ok(user)
}

/// The same in the scope's transaction; the fields have been checked.
pub(super) async fn create_user_in(scope: &mut Scope, new: NewUser, hash: String) -> Result<UserId> {
    let roles: Vec<Role> = scope.all(Where::all()).await?;
    let mut chosen = Vec::with_capacity(new.roles.len());
    for (at, name) in new.roles.iter().enumerate() {
        match roles.iter().find(|role| role.name.eq_ignore_ascii_case(name)) {
            Some(role) => chosen.push(role.id),
            None => return Err(Error::invalid(format!("roles[{at}]"), format!("the tenant has no role {name}"))),
        }
    }
    for (member, taken) in [
        ("userName", sessions::named(scope, &key(&new.user_name)).await?),
        ("emailAddress", sessions::named(scope, &key(&new.email)).await?),
    ] {
        if taken.is_some() {
            return Err(Error::invalid(member, "belongs to another user already"));
        }
    }
    let mut user = User {
        name: new.name,
        surname: new.surname,
        phone_number: new.phone,
        password_hash: Some(hash),
        customer_id: new.customer,
        is_driver: new.is_driver,
        ..fresh(scope, new.user_name, new.email)
    };
    scope.insert(&mut user).await?;
    let mut wanted = roles_of::defaults(&roles_of::fitting(scope, new.customer).await?);
    wanted.extend(chosen);
    roles_of::set(scope, user.id, &wanted).await?;
    Ok(user.id)
}

/// An active user of this name and address; whose, and how they sign in, is for the caller to fill in.
pub(super) fn fresh(scope: &Scope, user_name: String, email_address: String) -> User {
    User {
        user_guid: scope.new_guid(),
        user_name_key: key(&user_name),
        email_key: key(&email_address),
        user_name,
        email_address,
        is_active: true,
        is_lockout_enabled: true,
        creation_time: scope.now(),
        ..User::default()
    }
}

/// The user with this name or e-mail address.
pub async fn find_user(host: &Host, tenant: TenantId, user_name: &str) -> Result<Option<UserId>> {
    let mut scope = host.scope(tenant, Mode::Read);
    Ok(sessions::named(&mut scope, &key(user_name)).await?.map(|user| user.id))
}

/// A bearer token for a user without asking for the password: for the program's own commands.
pub async fn sign_in(host: &Host, tenant: TenantId, user: UserId) -> Result<String> {
    let mut scope = host.scope(tenant, Mode::Write);
    let user: User = scope.find(user).await?;
    sessions::open_bearer(&mut scope, user.id, None).await
}
