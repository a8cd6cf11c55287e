//! Which roles a user can have, and giving them.

use std::collections::{HashMap, HashSet};

use kernel::{
    FieldError, Result, Scope, Where,
    ids::{CustomerId, RoleId, UserId},
    message,
    permission::Tree,
};

use crate::{
    model::{Role, UserRole},
    rules::people::named,
    store,
};

/// The roles that a user of this customer (or of the tenant itself) can have, as far as the caller may know of them.
pub(crate) async fn fitting(scope: &mut Scope, customer: Option<CustomerId>) -> Result<Vec<Role>> {
    // A customer's users can have the tenant's roles, too.
    let roles: Vec<Role> = scope.unbound().await?.all(Where::all()).await?;
    let granted = store::people::role_permissions(scope).await?;
    let tree = scope.host().permissions().clone();
    let as_customer = scope.caller.customer().is_some();
    Ok(roles
        .into_iter()
        .filter(|role| match role.customer_id {
            Some(owner) => customer == Some(owner),
            // The administrator's role is no customer's user's.
            None => {
                customer.is_none()
                    || !role.is_static
                        && (!as_customer || is_for_customers(&tree, role.id, &granted))
            }
        })
        .collect())
}

/// Whether everything that the role gives can be held by customers' users. Other roles are the tenant's own affair.
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

/// The defaults among the roles: a customer's user gets the customer's own ones besides the tenant's.
pub(crate) fn defaults(roles: &[Role]) -> HashSet<RoleId> {
    roles
        .iter()
        .filter(|role| role.is_default)
        .map(|role| role.id)
        .collect()
}

/// The roles of these names; those that the user can't have are told.
pub(crate) fn chosen(
    roles: &[Role],
    wanted: &[String],
    wrong: &mut Vec<FieldError>,
) -> HashSet<RoleId> {
    let mut found = HashSet::new();
    for (at, name) in wanted.iter().enumerate() {
        match named(roles, name, names) {
            Some(role) => {
                found.insert(role.id);
            }
            None => wrong.push(FieldError::new(
                format!("assignedRoleNames[{at}]"),
                message!("there is no role {name} for this user"),
            )),
        }
    }
    found
}

/// The roles that the user has now.
pub(crate) async fn had(scope: &mut Scope, user: UserId) -> Result<Vec<UserRole>> {
    scope.all(Where::all().eq(UserRole::USER_ID, user)).await
}

/// Gives and takes roles until the user has exactly these.
pub(crate) async fn set(scope: &mut Scope, user: UserId, wanted: &HashSet<RoleId>) -> Result<()> {
    let had: HashMap<RoleId, i64> = had(scope, user)
        .await?
        .into_iter()
        .map(|link| (link.role_id, link.id))
        .collect();
    if had.len() == wanted.len() && wanted.iter().all(|role| had.contains_key(role)) {
        return Ok(());
    }
    for (_, link) in had.iter().filter(|(role, _)| !wanted.contains(role)) {
        scope.delete::<UserRole>(*link).await?;
    }
    let mut added: Vec<RoleId> = wanted
        .iter()
        .copied()
        .filter(|role| !had.contains_key(role))
        .collect();
    added.sort_unstable();
    for role_id in added {
        scope
            .insert(&mut UserRole {
                id: 0,
                row_version: 0,
                user_id: user,
                role_id,
            })
            .await?;
    }
    let roles: Vec<Role> = scope.unbound().await?.all(Where::all()).await?;
    let told = |has: &dyn Fn(&RoleId) -> bool| -> Vec<String> {
        roles
            .iter()
            .filter(|role| has(&role.id))
            .map(|role| role.display_name.clone())
            .collect()
    };
    let (before, after) = (
        told(&|role| had.contains_key(role)),
        told(&|role| wanted.contains(role)),
    );
    scope.note("User", user, "roles", before, after);
    Ok(())
}

/// The two names by which a role is known.
pub(super) fn names(role: &Role) -> (&str, &str) {
    (&role.name, &role.display_name)
}
