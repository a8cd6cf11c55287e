//! Roles: listing, making, changing and removing them.

use std::collections::HashSet;

use kernel::{
    Error, FieldError, ListQuery, PageOf, Result, Scope, Where,
    db::{Col, Val},
    ids::{CustomerId, RoleId},
    message, tsql, validate,
};

use super::people::{check_customer, form::customer_of_new, own_power, part, roles_of};
use crate::{
    model::{
        Role, RolePermission,
        roles::{RoleForEdit, RoleInput, RoleItem, SaveRole, SavedRole},
    },
    port::SignIn,
    rules::{
        grants,
        people::{STATIC_ROLE, free_name},
        permissions::{ADMIN, Held},
        users::key,
    },
    store,
};

/// A page of the tenant's own roles; a customer's administrator gets those that the customer's users can have.
pub async fn page(scope: &mut Scope, list: &ListQuery) -> Result<PageOf<RoleItem>> {
    let narrow = match scope.caller.customer() {
        None => Where::all().is_null(Role::CUSTOMER_ID),
        own => {
            let ids: Vec<RoleId> = roles_of::fitting(scope, own)
                .await?
                .into_iter()
                .map(|role| role.id)
                .collect();
            Where::all().is_in(Role::ID, &ids)
        }
    };
    shown(scope, list, narrow).await
}

/// A page of the roles that one customer has for its users.
pub async fn page_of_customer(
    scope: &mut Scope,
    customer: CustomerId,
    list: &ListQuery,
) -> Result<PageOf<RoleItem>> {
    check_customer(scope, customer).await?;
    shown(scope, list, Where::all().eq(Role::CUSTOMER_ID, customer)).await
}

async fn shown(
    scope: &mut Scope,
    list: &ListQuery,
    narrow: Where<Role>,
) -> Result<PageOf<RoleItem>> {
    // Both callers say which roles: of the tenant's a customer's administrator gets some.
    let page: PageOf<Role> = scope.unbound().await?.page(list, narrow).await?;
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
    scope.find(id).await
}

/// What the role gives; the administrator's is worked out.
async fn granted(scope: &mut Scope, role: &Role) -> Result<HashSet<String>> {
    if is_admin(role) {
        return Ok(Held {
            is_admin: true,
            ..Held::default()
        }
        .effective(scope.host().permissions()));
    }
    Ok(store::people::role_permissions(scope)
        .await?
        .remove(&role.id)
        .unwrap_or_default())
}

pub async fn for_edit(
    scope: &mut Scope,
    id: Option<RoleId>,
    customer: Option<CustomerId>,
) -> Result<RoleForEdit> {
    let Some(id) = id.filter(|id| id.0 != 0) else {
        let customer_id = customer_of_new(scope, customer).await?;
        let part = part(scope, customer_id);
        return Ok(RoleForEdit {
            role: RoleItem {
                customer_id,
                ..RoleItem::default()
            },
            permissions: part.items(),
            granted_permission_names: grants::sorted(&part.tree, &part.by_default()),
        });
    };
    let role = find(scope, id).await?;
    let names = granted(scope, &role).await?;
    let counts = store::people::user_counts(scope).await?;
    Ok(RoleForEdit {
        permissions: part(scope, role.customer_id).items(),
        granted_permission_names: grants::sorted(scope.host().permissions(), &names),
        role: RoleItem {
            user_count: counts.get(&id).copied().unwrap_or_default(),
            permission_count: names.len() as i64,
            ..item(role)
        },
    })
}

pub async fn save(mut scope: Scope, sent: SaveRole) -> Result<SavedRole> {
    store::people::in_turn(&mut scope).await?;
    let (mut form, before) = scope
        .edit_as(sent.role, |role: &Role| RoleInput::from(role))
        .await?;
    form.display_name = form.display_name.trim().to_owned();
    let customer_id = match &before {
        Some(role) => role.customer_id,
        None => customer_of_new(&mut scope, form.customer_id).await?,
    };
    let mut wrong = validate::check("role", &form);
    if form
        .customer_id
        .is_some_and(|id| id.0 != 0 && before.is_some() && customer_id != Some(id))
    {
        wrong.push(FieldError::new(
            "role.customerId",
            message!("can't be changed: make a new role"),
        ));
    }
    let others: Vec<Role> = scope.unbound().await?.all(Where::all()).await?;
    if is_taken(&others, before.as_ref(), customer_id, &form.display_name) {
        wrong.push(FieldError::new(
            "role.displayName",
            message!("belongs to another role already"),
        ));
    }
    let part = part(&scope, customer_id);
    let had = match &before {
        Some(role) => granted(&mut scope, role).await?,
        None => HashSet::new(),
    };
    let wanted = match &sent.granted_permission_names {
        Some(names) => part.wanted("grantedPermissionNames", names, &mut wrong),
        None if before.is_none() => part.by_default(),
        None => had.clone(),
    };
    if !wrong.is_empty() {
        return Err(Error::Invalid(wrong));
    }
    let mut role = match before {
        Some(role) => changed(&scope, role, form, &had, &wanted)?,
        None => new(&scope, form, customer_id, &others, &wanted)?,
    };
    if role.id == RoleId::default() {
        scope.insert(&mut role).await?;
    } else {
        scope.update(&mut role).await?;
    }
    if !is_admin(&role) {
        set_permissions(&mut scope, role.id, &had, &wanted).await?;
    }
    let user_count = store::people::user_counts(&mut scope)
        .await?
        .get(&role.id)
        .copied()
        .unwrap_or_default();
    scope.commit().await?;
    scope.port::<dyn SignIn>()?.forget();
    Ok(SavedRole {
        role: RoleItem {
            user_count,
            permission_count: wanted.len() as i64,
            ..item(role)
        },
    })
}

fn new(
    scope: &Scope,
    form: RoleInput,
    customer_id: Option<CustomerId>,
    others: &[Role],
    wanted: &HashSet<String>,
) -> Result<Role> {
    check_gain(scope, &HashSet::new(), wanted)?;
    Ok(Role {
        id: RoleId::default(),
        row_version: 0,
        name: free_name(&form.display_name, |name| {
            others.iter().any(|other| key(&other.name) == key(name))
        }),
        display_name: form.display_name,
        customer_id,
        is_static: false,
        is_default: form.is_default,
        creation_time: scope.now(),
    })
}

fn changed(
    scope: &Scope,
    role: Role,
    form: RoleInput,
    had: &HashSet<String>,
    wanted: &HashSet<String>,
) -> Result<Role> {
    if role.is_static && form.display_name != role.display_name {
        return Err(STATIC_ROLE.because(message!(
            "This role comes with the product and can't be renamed."
        )));
    }
    if is_admin(&role) && (wanted != had || form.is_default) {
        return Err(STATIC_ROLE.because(message!(
            "The administrator's role can't be a default role: it holds every permission."
        )));
    }
    // Who makes it a default gives all of it to everybody who comes.
    check_loss(scope, had, wanted)?;
    let had = if form.is_default && !role.is_default {
        &HashSet::new()
    } else {
        had
    };
    check_gain(scope, had, wanted)?;
    Ok(Role {
        display_name: form.display_name,
        is_default: form.is_default,
        ..role
    })
}

fn check_gain(scope: &Scope, before: &HashSet<String>, after: &HashSet<String>) -> Result<()> {
    own_power(scope).map_or(Ok(()), |own| {
        grants::check_gain(scope.host().permissions(), before, after, own)
    })
}

/// Nobody takes from a role, and so from all who have it, what they do not hold themselves.
fn check_loss(scope: &Scope, before: &HashSet<String>, after: &HashSet<String>) -> Result<()> {
    own_power(scope).map_or(Ok(()), |own| {
        grants::check_loss(scope.host().permissions(), before, after, own)
    })
}

/// One customer's roles, and the tenant's own, have each their own display names.
fn is_taken(others: &[Role], own: Option<&Role>, customer: Option<CustomerId>, name: &str) -> bool {
    let own = own.map(|role| role.id);
    others.iter().any(|other| {
        Some(other.id) != own
            && other.customer_id == customer
            && key(&other.display_name) == key(name)
    })
}

async fn set_permissions(
    scope: &mut Scope,
    role_id: RoleId,
    before: &HashSet<String>,
    wanted: &HashSet<String>,
) -> Result<()> {
    for name in before.difference(wanted) {
        let take = tsql!(
            "DELETE FROM role_permissions WHERE tenant_id = $1 AND role_id = $2 AND name = $3"
        );
        scope
            .rows(take, vec![role_id.val(), Val::Text(name.clone())])
            .await?;
    }
    for name in wanted.difference(before) {
        scope
            .insert(&mut RolePermission {
                id: 0,
                row_version: 0,
                role_id,
                name: name.clone(),
            })
            .await?;
    }
    if before != wanted {
        let tree = scope.host().permissions();
        let (before, after) = (grants::sorted(tree, before), grants::sorted(tree, wanted));
        scope.note("Role", role_id, "grantedPermissionNames", before, after);
    }
    Ok(())
}

/// Removes a role; its users lose it.
pub async fn delete(mut scope: Scope, id: RoleId) -> Result<()> {
    store::people::in_turn(&mut scope).await?;
    let role = find(&mut scope, id).await?;
    if role.is_static {
        return Err(STATIC_ROLE.because(message!(
            "This role comes with the product and can't be deleted."
        )));
    }
    let had = granted(&mut scope, &role).await?;
    check_loss(&scope, &had, &HashSet::new())?;
    scope.delete::<Role>(id).await?;
    scope.commit().await?;
    scope.port::<dyn SignIn>()?.forget();
    Ok(())
}
