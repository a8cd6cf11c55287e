//! Roles that a user can have, and their assignment.

use std::collections::{HashMap, HashSet};

use data::{
    FieldError, New, Result, Scope, Where,
    ids::{CustomerId, RoleId, UserId},
    message,
    permission::Tree,
};

use crate::{
    model::{Role, UserRole},
    users::form_rules::find_by_name,
};

/// Returns the assignable roles that the caller can see.
pub(crate) async fn assignable_roles(
    scope: &mut Scope,
    customer: Option<CustomerId>,
) -> Result<Vec<Role>> {
    // A customer's users can have the tenant's roles, too.
    let roles: Vec<Role> = scope.unrestricted().await?.all(Where::all()).await?;
    let granted = crate::roles::store::role_permissions(scope).await?;
    let tree = scope.host().permissions().clone();
    let as_customer = scope.caller.customer().is_some();
    Ok(roles
        .into_iter()
        .filter(|role| match role.customer_id {
            Some(owner) => customer == Some(owner),
            // Customers' users can't be administrators.
            None => {
                customer.is_none()
                    || !role.is_static
                        && (!as_customer || is_for_customers(&tree, role.id, &granted))
            }
        })
        .collect())
}

/// True if customers' users can have every permission of the role.
pub(crate) fn is_for_customers(
    tree: &Tree,
    role: RoleId,
    granted: &HashMap<RoleId, HashSet<String>>,
) -> bool {
    granted.get(&role).is_some_and(|names| {
        let for_customers = |name: &String| tree.find(name).is_some_and(|node| node.for_customers);
        !names.is_empty() && names.iter().all(for_customers)
    })
}

/// Returns the default roles; a customer's user gets the customer's in addition to the tenant's.
pub(crate) fn default_roles(roles: &[Role]) -> HashSet<RoleId> {
    roles
        .iter()
        .filter(|role| role.is_default)
        .map(|role| role.id)
        .collect()
}

/// Returns the roles of these names; reports those that the user can't have.
pub(crate) fn find_by_names(
    roles: &[Role],
    requested: &[String],
    errors: &mut Vec<FieldError>,
) -> HashSet<RoleId> {
    let mut found = HashSet::new();
    for (at, name) in requested.iter().enumerate() {
        match find_by_name(roles, name, names) {
            Some(role) => {
                found.insert(role.id);
            }
            None => errors.push(FieldError::new(
                format!("assignedRoleNames[{at}]"),
                message!("role {name} is not available for this user"),
            )),
        }
    }
    found
}

pub(crate) async fn load_user_roles(scope: &mut Scope, user: UserId) -> Result<Vec<UserRole>> {
    scope.all(Where::all().eq(UserRole::USER_ID, user)).await
}

/// Adds and removes roles until the user has exactly these.
pub(crate) async fn set_roles(
    scope: &mut Scope,
    user: UserId,
    role_ids: &HashSet<RoleId>,
) -> Result<()> {
    let had: HashMap<RoleId, i64> = load_user_roles(scope, user)
        .await?
        .into_iter()
        .map(|link| (link.role_id, link.id))
        .collect();
    if had.len() == role_ids.len() && role_ids.iter().all(|role| had.contains_key(role)) {
        return Ok(());
    }
    for (_, link) in had.iter().filter(|(role, _)| !role_ids.contains(role)) {
        scope.delete::<UserRole>(*link).await?;
    }
    let mut added: Vec<RoleId> = role_ids
        .iter()
        .copied()
        .filter(|role| !had.contains_key(role))
        .collect();
    added.sort_unstable();
    for role_id in added {
        scope
            .create(New::<UserRole> {
                user_id: user,
                role_id,
            })
            .await?;
    }
    let roles: Vec<Role> = scope.unrestricted().await?.all(Where::all()).await?;
    let role_names = |has: &dyn Fn(&RoleId) -> bool| -> Vec<String> {
        roles
            .iter()
            .filter(|role| has(&role.id))
            .map(|role| role.display_name.clone())
            .collect()
    };
    let (before, after) = (
        role_names(&|role| had.contains_key(role)),
        role_names(&|role| role_ids.contains(role)),
    );
    scope.note("User", user, "roles", before, after);
    Ok(())
}

pub(crate) fn names(role: &Role) -> (&str, &str) {
    (&role.name, &role.display_name)
}
