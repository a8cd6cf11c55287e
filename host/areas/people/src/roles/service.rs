//! Roles: listing, creating, changing and deleting.

use std::collections::HashSet;

use data::{
    Error, FieldError, ListQuery, New, NewRecord, PageOf, Result, Scope, Where,
    ids::{CustomerId, RoleId},
    message, validate,
};

use crate::{
    model::{Role, RolePermission},
    permissions::{
        self,
        rules::{ADMIN, PermissionSources},
    },
    port::SignIn,
    roles::model::{RoleForEdit, RoleInput, RoleItem, SaveRole, SavedRole},
    users::{
        form_rules::{STATIC_ROLE, unused_name},
        rules::key,
    },
};
use crate::{
    roles,
    users::{
        form::new_user_customer,
        service::{check_customer, grantable_permissions, visible_tree},
    },
};

/// A customer's administrator sees those for the customer's users.
pub async fn page(scope: &mut Scope, list: &ListQuery) -> Result<PageOf<RoleItem>> {
    let narrow = match scope.caller.customer() {
        None => Where::all().is_null(Role::CUSTOMER_ID),
        own => {
            let ids: Vec<RoleId> = roles::assignment::assignable_roles(scope, own)
                .await?
                .into_iter()
                .map(|role| role.id)
                .collect();
            Where::all().is_in(Role::ID, &ids)
        }
    };
    role_page(scope, list, narrow).await
}

pub async fn page_of_customer(
    scope: &mut Scope,
    customer: CustomerId,
    list: &ListQuery,
) -> Result<PageOf<RoleItem>> {
    check_customer(scope, customer).await?;
    role_page(scope, list, Where::all().eq(Role::CUSTOMER_ID, customer)).await
}

async fn role_page(
    scope: &mut Scope,
    list: &ListQuery,
    narrow: Where<Role>,
) -> Result<PageOf<RoleItem>> {
    // Callers restrict the roles themselves: a customer's administrator sees some of the tenant's.
    let page: PageOf<Role> = scope.unrestricted().await?.page(list, narrow).await?;
    let counts = roles::store::user_counts(scope).await?;
    let granted = roles::store::role_permissions(scope).await?;
    let all: Vec<String> = visible_tree(scope, None)
        .items()
        .into_iter()
        .map(|permission| permission.name.into())
        .collect();
    let tree = scope.host().permissions();
    Ok(page.map(|role| {
        let permission_names = if is_admin(&role) {
            all.clone()
        } else {
            let names = granted.get(&role.id);
            names.map_or_else(Vec::new, |names| permissions::grants::sorted(tree, names))
        };
        RoleItem {
            user_count: counts.get(&role.id).copied().unwrap_or_default(),
            permission_count: permission_names.len() as i64,
            permission_names,
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
        permission_names: Vec::new(),
        creation_time: Some(role.creation_time),
    }
}

fn is_admin(role: &Role) -> bool {
    role.is_static && role.name == ADMIN
}

async fn find(scope: &mut Scope, id: RoleId) -> Result<Role> {
    scope.find(id).await
}

/// Returns the role's permissions; the administrator's are computed.
async fn role_permissions(scope: &mut Scope, role: &Role) -> Result<HashSet<String>> {
    if is_admin(role) {
        return Ok(PermissionSources {
            is_admin: true,
            ..PermissionSources::default()
        }
        .effective(scope.host().permissions()));
    }
    Ok(roles::store::role_permissions(scope)
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
        let customer_id = new_user_customer(scope, customer).await?;
        let part = visible_tree(scope, customer_id);
        return Ok(RoleForEdit {
            role: RoleItem {
                customer_id,
                ..RoleItem::default()
            },
            permissions: part.items(),
            granted_permission_names: permissions::grants::sorted(
                &part.tree,
                &part.default_permissions(),
            ),
        });
    };
    let role = find(scope, id).await?;
    let names = role_permissions(scope, &role).await?;
    let counts = roles::store::user_counts(scope).await?;
    Ok(RoleForEdit {
        permissions: visible_tree(scope, role.customer_id).items(),
        granted_permission_names: permissions::grants::sorted(scope.host().permissions(), &names),
        role: RoleItem {
            user_count: counts.get(&id).copied().unwrap_or_default(),
            permission_count: names.len() as i64,
            ..item(role)
        },
    })
}

pub async fn save(mut scope: Scope, sent: SaveRole) -> Result<SavedRole> {
    roles::store::lock_permissions(&mut scope).await?;
    let edit = scope
        .edit(sent.role.of_record(|role: &Role| RoleInput::from(role)))
        .await?;
    let (mut form, before) = (edit.record, edit.before);
    form.display_name = form.display_name.trim().to_owned();
    let customer_id = match &before {
        Some(role) => role.customer_id,
        None => new_user_customer(&mut scope, form.customer_id).await?,
    };
    let mut errors = validate::check("role", &form);
    if form
        .customer_id
        .is_some_and(|id| id.0 != 0 && before.is_some() && customer_id != Some(id))
    {
        errors.push(FieldError::new(
            "role.customerId",
            message!("can't be changed: create a new role"),
        ));
    }
    let others: Vec<Role> = scope.unrestricted().await?.all(Where::all()).await?;
    if is_taken(&others, before.as_ref(), customer_id, &form.display_name) {
        errors.push(FieldError::new(
            "role.displayName",
            message!("already belongs to another role"),
        ));
    }
    let part = visible_tree(&scope, customer_id);
    let had = match &before {
        Some(role) => role_permissions(&mut scope, role).await?,
        None => HashSet::new(),
    };
    let permission_names = match &sent.granted_permission_names {
        Some(names) => part.validate_names("grantedPermissionNames", names, &mut errors),
        None if before.is_none() => part.default_permissions(),
        None => had.clone(),
    };
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    let mut role = match before {
        Some(role) => change(&scope, role, form, &had, &permission_names)?,
        None => create(&scope, form, customer_id, &others, &permission_names)?,
    };
    if role.id == RoleId::default() {
        scope.insert(&mut role).await?;
    } else {
        scope.update(&mut role).await?;
    }
    if !is_admin(&role) {
        set_permissions(&mut scope, role.id, &had, &permission_names).await?;
    }
    let user_count = roles::store::user_counts(&mut scope)
        .await?
        .get(&role.id)
        .copied()
        .unwrap_or_default();
    scope.commit().await?;
    scope.port::<dyn SignIn>()?.clear_sessions();
    Ok(SavedRole {
        role: RoleItem {
            user_count,
            permission_count: permission_names.len() as i64,
            ..item(role)
        },
    })
}

fn create(
    scope: &Scope,
    form: RoleInput,
    customer_id: Option<CustomerId>,
    others: &[Role],
    permission_names: &HashSet<String>,
) -> Result<Role> {
    check_gain(scope, &HashSet::new(), permission_names)?;
    Ok(New::<Role> {
        name: unused_name(&form.display_name, |name| {
            others.iter().any(|other| key(&other.name) == key(name))
        }),
        display_name: form.display_name,
        customer_id,
        is_static: false,
        is_default: form.is_default,
    }
    .created_at(scope.now()))
}

fn change(
    scope: &Scope,
    role: Role,
    form: RoleInput,
    had: &HashSet<String>,
    permission_names: &HashSet<String>,
) -> Result<Role> {
    if role.is_static && form.display_name != role.display_name {
        return Err(STATIC_ROLE.with_message(message!(
            "This role comes with the product and can't be renamed."
        )));
    }
    if is_admin(&role) && (permission_names != had || form.is_default) {
        return Err(STATIC_ROLE.with_message(message!(
            "The administrator's role can't be a default role: it has every permission."
        )));
    }
    // A default role grants all its permissions to every new user.
    check_loss(scope, had, permission_names)?;
    let had = if form.is_default && !role.is_default {
        &HashSet::new()
    } else {
        had
    };
    check_gain(scope, had, permission_names)?;
    Ok(Role {
        display_name: form.display_name,
        is_default: form.is_default,
        ..role
    })
}

fn check_gain(scope: &Scope, before: &HashSet<String>, after: &HashSet<String>) -> Result<()> {
    grantable_permissions(scope).map_or(Ok(()), |own| {
        permissions::grants::check_gain(scope.host().permissions(), before, after, own)
    })
}

/// Rejects revoking from a role a permission that the caller lacks.
fn check_loss(scope: &Scope, before: &HashSet<String>, after: &HashSet<String>) -> Result<()> {
    grantable_permissions(scope).map_or(Ok(()), |own| {
        permissions::grants::check_loss(scope.host().permissions(), before, after, own)
    })
}

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
    permission_names: &HashSet<String>,
) -> Result<()> {
    for name in before.difference(permission_names) {
        roles::store::delete_permission(scope, role_id, name).await?;
    }
    for name in permission_names.difference(before) {
        scope
            .create(New::<RolePermission> {
                role_id,
                name: name.clone(),
            })
            .await?;
    }
    if before != permission_names {
        let tree = scope.host().permissions();
        let (before, after) = (
            permissions::grants::sorted(tree, before),
            permissions::grants::sorted(tree, permission_names),
        );
        scope.note("Role", role_id, "grantedPermissionNames", before, after);
    }
    Ok(())
}

pub async fn delete(mut scope: Scope, id: RoleId) -> Result<()> {
    roles::store::lock_permissions(&mut scope).await?;
    let role = find(&mut scope, id).await?;
    if role.is_static {
        return Err(STATIC_ROLE.with_message(message!(
            "This role comes with the product and can't be deleted."
        )));
    }
    let had = role_permissions(&mut scope, &role).await?;
    check_loss(&scope, &had, &HashSet::new())?;
    scope.delete::<Role>(id).await?;
    scope.commit().await?;
    scope.port::<dyn SignIn>()?.clear_sessions();
    Ok(())
}
