//! Making tenants with their roles, making users, and listing them.

use std::collections::HashMap;

use kernel::{
    Error, Host, ListQuery, PageOf, Result, Scope, Where,
    db::Mode,
    ids::{ApiKeyId, RoleId, TenantId, UserId},
};

use super::{doorman::Doorman, sessions};
use crate::{
    model::{ApiKey, NewUser, Role, RolePermission, User, UserItem, UserItemRole, UserRole},
    rules::{
        permissions::DEFAULT_ROLES,
        users::{checked, key},
    },
    store,
};

/// Makes a tenant with the roles that every tenant begins with.
pub async fn create_tenant(host: &Host, new: tenancy::NewTenant) -> Result<TenantId> {
    let tenant = tenancy::create_tenant(host, new).await?;
    let mut scope = host.scope(tenant, Mode::Write);
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
    scope.save().await?;
    Ok(tenant)
}

/// Makes an active user with a password.
pub async fn create_user(host: &Host, tenant: TenantId, new: NewUser) -> Result<UserId> {
    let new = checked(new)?;
    let mut scope = host.scope(tenant, Mode::Write);
    let roles: Vec<Role> = scope.all(Where::all()).await?;
    let mut chosen = Vec::with_capacity(new.roles.len());
    for (at, name) in new.roles.iter().enumerate() {
        match roles.iter().find(|role| role.name.eq_ignore_ascii_case(name)) {
            Some(role) => chosen.push(role.id),
            None => return Err(Error::invalid(format!("roles[{at}]"), format!("the tenant has no role {name}"))),
        }
    }
    for (member, taken) in [
        ("userName", sessions::named(&mut scope, &key(&new.user_name)).await?),
        ("emailAddress", sessions::named(&mut scope, &key(&new.email)).await?),
    ] {
        if taken.is_some() {
            return Err(Error::invalid(member, "belongs to another user already"));
        }
    }
    scope.undo();
    let hash = host.port::<Doorman>()?.passwords.hash(&new.password).await?;
    let mut user = User {
        id: UserId::default(),
        row_version: 0,
        user_guid: scope.new_guid(),
        user_name_key: key(&new.user_name),
        email_key: key(&new.email),
        name: new.name,
        surname: new.surname,
        user_name: new.user_name,
        email_address: new.email,
        phone_number: new.phone,
        password_hash: Some(hash),
        is_active: true,
        customer_id: new.customer,
        is_driver: new.is_driver,
        is_lockout_enabled: true,
        access_failed_count: 0,
        lockout_end: None,
        last_login_time: None,
        should_change_password: false,
        profile_picture_id: None,
        creation_time: scope.now(),
    };
    scope.insert(&mut user).await?;
    for role_id in chosen {
        scope.insert(&mut UserRole { id: 0, row_version: 0, user_id: user.id, role_id }).await?;
    }
    scope.save().await?;
    Ok(user.id)
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

/// A page of the tenant's users with their roles and keys.
pub async fn page(scope: &mut Scope, role: Option<RoleId>, list: &ListQuery) -> Result<PageOf<UserItem>> {
    let narrow = match role {
        Some(role) => Where::all().is_in("id", &store::users_with(scope, role).await?),
        None => Where::all(),
    };
    let page: PageOf<User> = scope.page(list, narrow).await?;
    let ids: Vec<UserId> = page.items.iter().map(|user| user.id).collect();
    let roles: HashMap<RoleId, Role> =
        scope.all::<Role>(Where::all()).await?.into_iter().map(|role| (role.id, role)).collect();
    let mut roles_of: HashMap<UserId, Vec<UserItemRole>> = HashMap::new();
    for link in scope.all::<UserRole>(Where::all().is_in("user_id", &ids)).await? {
        if let Some(role) = roles.get(&link.role_id) {
            roles_of.entry(link.user_id).or_default().push(UserItemRole {
                role_id: role.id,
                role_name: role.name.clone(),
                display_name: role.display_name.clone(),
            });
        }
    }
    let mut keys_of: HashMap<UserId, Vec<ApiKeyId>> = HashMap::new();
    for key in scope.all::<ApiKey>(Where::all().is_in("user_id", &ids)).await? {
        keys_of.entry(key.user_id).or_default().push(key.id);
    }
    let now = scope.now();
    Ok(page.map(|user| UserItem {
        roles: roles_of.remove(&user.id).unwrap_or_default(),
        api_keys: keys_of.remove(&user.id).unwrap_or_default(),
        is_locked: user.lockout_end.is_some_and(|end| end > now),
        id: user.id,
        row_version: user.row_version,
        user_guid: user.user_guid,
        name: user.name,
        surname: user.surname,
        user_name: user.user_name,
        email_address: user.email_address,
        phone_number: user.phone_number,
        is_active: user.is_active,
        is_driver: user.is_driver,
        is_lockout_enabled: user.is_lockout_enabled,
        should_change_password_on_next_login: user.should_change_password,
        customer_id: user.customer_id,
        profile_picture_id: user.profile_picture_id,
        last_login_time: user.last_login_time,
        creation_time: user.creation_time,
    }))
}
