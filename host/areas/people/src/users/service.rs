//! User management: visibility of users and limits of callers.

use std::collections::{HashMap, HashSet};

use data::{
    Error, Message, Result, Scope, Where,
    ids::{CustomerId, UserId},
    message,
};

use crate::{
    model::User,
    permissions::{self, grants::VisibleTree},
    port::{Customers, SignIn, SignInMethods},
    users::form_rules::LAST_ADMINISTRATOR,
};

/// Filters the users that a caller may manage: all but the deleted.
pub(crate) fn manageable_users() -> Where<User> {
    Where::all().is_null(User::DELETION_TIME)
}

pub(crate) async fn find(scope: &mut Scope, id: UserId) -> Result<User> {
    scope
        .first(manageable_users().eq(User::ID, id))
        .await?
        .ok_or(Error::NotFound("The user"))
}

/// Rejects a customer that doesn't exist or isn't the caller's.
pub(crate) async fn check_customer(scope: &mut Scope, id: CustomerId) -> Result<()> {
    if !customer_names(scope, vec![id]).await?.contains_key(&id) {
        return Err(Error::NotFound("The customer"));
    }
    Ok(())
}

pub(crate) async fn customer_names(
    scope: &mut Scope,
    mut ids: Vec<CustomerId>,
) -> Result<HashMap<CustomerId, String>> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    ids.sort_unstable();
    ids.dedup();
    scope.port::<dyn Customers>()?.names(scope, ids).await
}

pub(crate) async fn sign_in_methods(scope: &mut Scope, user: UserId) -> Result<SignInMethods> {
    let sign_in = scope.port::<dyn SignIn>()?;
    Ok(sign_in
        .load_methods(scope, &[user])
        .await?
        .remove(&user)
        .unwrap_or_default())
}

pub(crate) async fn effective_permissions(
    scope: &mut Scope,
    user: &User,
) -> Result<HashSet<String>> {
    Ok(
        permissions::store::load_sources(scope, user.id, user.customer_id.is_some())
            .await?
            .effective(scope.host().permissions()),
    )
}

/// Returns the permissions that the caller can grant. None for the program itself: all.
pub(crate) fn grantable_permissions(scope: &Scope) -> Option<&HashSet<String>> {
    scope.caller.session().map(|session| &session.permissions)
}

/// Returns the part of the permission tree for a customer or for the tenant.
pub(crate) fn visible_tree(scope: &Scope, customer: Option<CustomerId>) -> VisibleTree {
    VisibleTree {
        tree: scope.host().permissions().clone(),
        for_customers: customer.or(scope.caller.customer()).is_some(),
        with_platform: grantable_permissions(scope)
            .is_some_and(|own| own.contains("Pages.Tenants")),
    }
}

/// Rejects changes of an administrator by other users.
pub(crate) async fn check_may_change(scope: &mut Scope, user: UserId) -> Result<()> {
    let Some(caller) = scope.caller.user() else {
        return Ok(());
    };
    if caller == user
        || !crate::roles::store::is_administrator(scope, user).await?
        || crate::roles::store::is_administrator(scope, caller).await?
    {
        return Ok(());
    }
    Err(Error::Forbidden(message!(
        "Only an administrator may change an administrator."
    )))
}

/// `so` ends the message.
pub(crate) fn check_not_exceeding(
    scope: &Scope,
    user: UserId,
    held_permissions: &HashSet<String>,
    so: Message,
) -> Result<()> {
    match grantable_permissions(scope) {
        // A key may have fewer permissions than its user and must not escalate through it.
        Some(own) if !is_caller(scope, user) || is_by_key(scope) => {
            permissions::grants::check_not_exceeding(
                scope.host().permissions(),
                held_permissions,
                own,
                so,
            )
        }
        _ => Ok(()),
    }
}

fn is_by_key(scope: &Scope) -> bool {
    scope.caller.session().is_some_and(|session| session.by_key)
}

/// True for the caller and the caller's impersonator.
pub(crate) fn is_caller(scope: &Scope, id: UserId) -> bool {
    scope.caller.session().is_some_and(|session| {
        // Ids of another tenant's users don't match here.
        session.user == id
            || (session.impersonator_tenant.is_none() && session.impersonator == Some(id))
    })
}

/// Guard against removing the tenant's last administrator.
pub(crate) struct AdministratorGuard(bool);

impl AdministratorGuard {
    /// Starts before the change, under the lock of permission changes.
    pub async fn start(scope: &mut Scope, user: UserId) -> Result<Self> {
        Ok(Self(
            crate::roles::store::administrators(scope)
                .await?
                .contains(&user),
        ))
    }

    /// Fails if no administrator is left.
    pub async fn check(self, scope: &mut Scope) -> Result<()> {
        if self.0 && crate::roles::store::administrators(scope).await?.is_empty() {
            return Err(LAST_ADMINISTRATOR.into());
        }
        Ok(())
    }
}
