//! Roles: listing, making, changing and removing them.

use std::collections::HashSet;

use kernel::{
    Error, ListQuery, PageOf, Result, Scope, Where,
    db::{Col, Val},
    ids::{CustomerId, RoleId},
    permission::{ROLES_CREATE, ROLES_EDIT},
    tsql,
};

use super::{
    doorman::Doorman,
    people::{check_customer, form::customer_of_new, own_power, part, roles_of},
};
use crate::{
    model::{
        Role, RolePermission,
        roles::{RoleForEdit, RoleItem, SaveRole, SavedRole},
    },
    rules::{
        grants,
        people::{STATIC_ROLE, free_name, role_name},
        permissions::{ADMIN, Held},
        users::key,
    },
    store,
};

/// A page of the tenant's own roles; a customer's administrator gets those that the customer's users can have.
pub async fn page(scope: &mut Scope, list: &ListQuery) -> Result<PageOf<RoleItem>> {
    let narrow = match scope.caller.customer() {
        None => Where::all().is_null("customer_id"),
        own => {
            let ids: Vec<RoleId> = roles_of::fitting(scope, own).await?.into_iter().map(|role| role.id).collect();
            Where::all().is_in("id", &ids)
        }
    };
    shown(scope, list, narrow).await
}

/// A page of the roles that one customer has for its users.
pub async fn page_of_customer(scope: &mut Scope, customer: CustomerId, list: &ListQuery) -> Result<PageOf<RoleItem>> {
    check_customer(scope, customer).await?;
    shown(scope, list, Where::all().eq("customer_id", customer)).await
}

async fn shown(scope: &mut Scope, list: &ListQuery, narrow: Where) -> Result<PageOf<RoleItem>> {
    let page: PageOf<Role> = scope.page(list, narrow).await?;
    let counts = store::people::user_counts(scope).await?;
    let granted = store::people::role_permissions(scope).await?;
    let with_all = part(scope, None).items().len() as i64;
    Ok(page.map(|role| {
        let is_admin = is_admin(&role);
        let permissions = granted.get(&role.id).map_or(0, |names| names.len() as i64);
        RoleItem {
            user_count: counts.get(&role.id).copied().unwrap_or_default(),
            permission_count: if is_admin { with_all } else { permissions },
            ..item(role)
        }
    }))
}

fn item(role: Role) -> RoleItem {
    RoleItem {
        id: Some(role.id),
        row_version: role.row_version,
        name: role.name,
        display_name: role.display_name,
        customer_id: role.customer_id,
        is_static: role.is_static,
        is_default: role.is_default,
        user_count: 0,
        permission_count: 0,
        creation_time: Some(role.creation_time),
    }
}

fn is_admin(role: &Role) -> bool {
    role.is_static && role.name == ADMIN
}

/// The role, for a caller who may manage it.
async fn find(scope: &mut Scope, id: RoleId) -> Result<Role> {
    let narrow = Where::all().eq("id", id).eq_some("customer_id", scope.caller.customer());
    scope.first(narrow).await?.ok_or(Error::NotFound("The role"))
}

/// What the role gives; the administrator's is worked out.
async fn granted(scope: &mut Scope, role: &Role) -> Result<HashSet<String>> {
    if is_admin(role) {
        return Ok(Held { is_admin: true, ..Held::default() }.effective());
    }
    Ok(store::people::role_permissions(scope).await?.remove(&role.id).unwrap_or_default())
}

pub async fn for_edit(scope: &mut Scope, id: Option<RoleId>, customer: Option<CustomerId>) -> Result<RoleForEdit> {
    let Some(id) = id.filter(|id| id.0 != 0) else {
        let customer_id = customer_of_new(scope, customer).await?;
        let part = part(scope, customer_id);
        return Ok(RoleForEdit {
            role: RoleItem { customer_id, ..RoleItem::default() },
            permissions: part.items(),
            granted_permission_names: grants::sorted(&part.by_default()),
        });
    };
    let role = find(scope, id).await?;
    let names = granted(scope, &role).await?;
    let counts = store::people::user_counts(scope).await?;
    Ok(RoleForEdit {
        permissions: part(scope, role.customer_id).items(),
        granted_permission_names: grants::sorted(&names),
        role: RoleItem {
            user_count: counts.get(&id).copied().unwrap_or_default(),
            permission_count: names.len() as i64,
            ..item(role)
        },
    })
}

pub async fn save(mut scope: Scope, sent: SaveRole) -> Result<SavedRole> {
    let display_name = role_name(sent.role.display_name.as_deref())?;
    let existing = sent.role.id.filter(|id| id.0 != 0);
    scope.require(if existing.is_some() { ROLES_EDIT } else { ROLES_CREATE })?;
    store::people::in_turn(&mut scope).await?;
    let (role, count) = match existing {
        Some(id) => change(&mut scope, id, &sent, display_name).await?,
        None => create(&mut scope, &sent, display_name).await?,
    };
    let user_count = store::people::user_counts(&mut scope).await?.get(&role.id).copied().unwrap_or_default();
    scope.save().await?;
    scope.port::<Doorman>()?.forget();
    Ok(SavedRole { role: RoleItem { user_count, permission_count: count as i64, ..item(role) } })
}

async fn create(scope: &mut Scope, sent: &SaveRole, display_name: String) -> Result<(Role, usize)> {
    let customer_id = customer_of_new(scope, sent.role.customer_id).await?;
    let part = part(scope, customer_id);
    let wanted = match &sent.granted_permission_names {
        Some(names) => part.wanted("grantedPermissionNames", names)?,
        None => part.by_default(),
    };
    check_gain(scope, &HashSet::new(), &wanted)?;
    let others: Vec<Role> = scope.all(Where::all()).await?;
    check_name(&others, None, customer_id, &display_name)?;
    let mut role = Role {
        id: RoleId::default(),
        row_version: 0,
        name: free_name(&display_name, |name| others.iter().any(|other| key(&other.name) == key(name))),
        display_name,
        customer_id,
        is_static: false,
        is_default: sent.role.is_default.unwrap_or_default(),
        creation_time: scope.now(),
    };
    scope.insert(&mut role).await?;
    set_permissions(scope, role.id, &HashSet::new(), &wanted).await?;
    Ok((role, wanted.len()))
}

async fn change(scope: &mut Scope, id: RoleId, sent: &SaveRole, display_name: String) -> Result<(Role, usize)> {
    let mut role = find(scope, id).await?;
    let before = granted(scope, &role).await?;
    let wanted = match &sent.granted_permission_names {
        Some(names) => part(scope, role.customer_id).wanted("grantedPermissionNames", names)?,
        None => before.clone(),
    };
    let is_default = sent.role.is_default.unwrap_or(role.is_default);
    if role.is_static && display_name != role.display_name {
        return Err(STATIC_ROLE.because("This role comes with the product and can't be renamed."));
    }
    if is_admin(&role) && (wanted != before || is_default) {
        return Err(STATIC_ROLE.because("The administrator's role holds everything and is nobody's by default."));
    }
    if let Some(customer) = sent.role.customer_id.filter(|customer| customer.0 != 0)
        && Some(customer) != role.customer_id
    {
        return Err(Error::invalid("role.customerId", "can't be changed: make a new role"));
    }
    // Who makes it a default gives all of it to everybody who comes.
    let given_before = if is_default && !role.is_default { HashSet::new() } else { before.clone() };
    check_gain(scope, &given_before, &wanted)?;
    let others: Vec<Role> = scope.all(Where::all()).await?;
    check_name(&others, Some(id), role.customer_id, &display_name)?;
    role.display_name = display_name;
    role.is_default = is_default;
    role.row_version = sent.role.row_version.filter(|version| *version != 0).unwrap_or(role.row_version);
    scope.update(&mut role).await?;
    if !is_admin(&role) {
        set_permissions(scope, id, &before, &wanted).await?;
    }
    Ok((role, wanted.len()))
}

fn check_gain(scope: &Scope, before: &HashSet<String>, after: &HashSet<String>) -> Result<()> {
    own_power(scope).map_or(Ok(()), |own| grants::check_gain(before, after, own))
}

/// One customer's roles, and the tenant's own, have each their own display names.
fn check_name(others: &[Role], own: Option<RoleId>, customer: Option<CustomerId>, name: &str) -> Result<()> {
    let same =
        |other: &&Role| Some(other.id) != own && other.customer_id == customer && key(&other.display_name) == key(name);
    match others.iter().find(same) {
        Some(_) => Err(Error::invalid("role.displayName", "belongs to another role already")),
        None => Ok(()),
    }
}

async fn set_permissions(
    scope: &mut Scope,
    role_id: RoleId,
    before: &HashSet<String>,
    wanted: &HashSet<String>,
) -> Result<()> {
    for name in before.difference(wanted) {
        let take = tsql!("DELETE FROM role_permissions WHERE tenant_id = $1 AND role_id = $2 AND name = $3");
        scope.rows(take, vec![role_id.val(), Val::Text(name.clone())]).await?;
    }
    for name in wanted.difference(before) {
        scope.insert(&mut RolePermission { id: 0, row_version: 0, role_id, name: name.clone() }).await?;
    }
    if before != wanted {
        scope.note("Role", role_id, "grantedPermissionNames", grants::sorted(before), grants::sorted(wanted));
    }
    Ok(())
}

/// Removes a role; its users lose it.
pub async fn delete(mut scope: Scope, id: RoleId) -> Result<()> {
    store::people::in_turn(&mut scope).await?;
    let role = find(&mut scope, id).await?;
    if role.is_static {
        return Err(STATIC_ROLE.because("This role comes with the product and can't be deleted."));
    }
    scope.delete::<Role>(id).await?;
    scope.save().await?;
    scope.port::<Doorman>()?.forget();
    Ok(())
}
