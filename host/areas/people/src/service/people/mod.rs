//! The tenant's people as its administrators see them: whom a caller may manage, and what nobody may do.

pub mod edit;
pub mod form;
pub mod leave;
pub mod list;
pub mod rights;
pub mod roles_of;

use std::collections::{HashMap, HashSet};

use kernel::{
    Error, Message, Result, Scope, Where,
    ids::{CustomerId, UserId},
    message,
};

use crate::{
    model::User,
    port::{Customers, Means, SignIn},
    rules::{
        grants::{self, Part},
        people::LAST_ADMINISTRATOR,
    },
    store,
};

/// The users whom a caller may manage: those who did not leave.
pub(crate) fn within_reach() -> Where<User> {
    Where::all().is_null(User::DELETION_TIME)
}

/// The user, for a caller who may manage this user; everybody else is told that there is none.
pub(crate) async fn find(scope: &mut Scope, id: UserId) -> Result<User> {
    scope
        .first(within_reach().eq(User::ID, id))
        .await?
        .ok_or(Error::NotFound("The user"))
}

/// Refuses a customer that there is not, or that is not the caller's.
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

/// What the user has to sign in with beside the password.
pub(crate) async fn means_of(scope: &mut Scope, user: UserId) -> Result<Means> {
    let sign_in = scope.port::<dyn SignIn>()?;
    Ok(sign_in
        .means(scope, &[user])
        .await?
        .remove(&user)
        .unwrap_or_default())
}

/// What the user may do, as it is written at this moment of the scope's transaction.
pub(crate) async fn power(scope: &mut Scope, user: &User) -> Result<HashSet<String>> {
    Ok(
        store::permissions::held_by(scope, user.id, user.customer_id.is_some())
            .await?
            .effective(scope.host().permissions()),
    )
}

/// What the caller may give; none for the program itself, which may give anything.
pub(crate) fn own_power(scope: &Scope) -> Option<&HashSet<String>> {
    scope.caller.session().map(|session| &session.permissions)
}

/// The part of the tree that is dealt with: for a customer's things and callers only what customers can hold.
pub(crate) fn part(scope: &Scope, customer: Option<CustomerId>) -> Part {
    Part {
        tree: scope.host().permissions().clone(),
        for_customers: customer.or(scope.caller.customer()).is_some(),
        with_platform: own_power(scope).is_some_and(|own| own.contains("Pages.Tenants")),
    }
}

/// Refuses to let anybody but an administrator change an administrator.
pub(crate) async fn check_may_change(scope: &mut Scope, user: UserId) -> Result<()> {
    let Some(caller) = scope.caller.user() else {
        return Ok(());
    };
    if caller == user
        || !store::people::is_administrator(scope, user).await?
        || store::people::is_administrator(scope, caller).await?
    {
        return Ok(());
    }
    Err(Error::Forbidden(message!(
        "Only an administrator may change an administrator."
    )))
}

/// Refuses what touches somebody who may do more than the caller; `so` says what is not the caller's then.
pub(crate) fn check_reach(
    scope: &Scope,
    user: UserId,
    held: &HashSet<String>,
    so: Message,
) -> Result<()> {
    match own_power(scope) {
        // A key may hold less than its user, whom it must not change into a way around that.
        Some(own) if !is_oneself(scope, user) || by_key(scope) => {
            grants::check_no_mightier(scope.host().permissions(), held, own, so)
        }
        _ => Ok(()),
    }
}

fn by_key(scope: &Scope) -> bool {
    scope.caller.session().is_some_and(|session| session.by_key)
}

/// Whether it is the caller, or the one who acts as the caller.
pub(crate) fn is_oneself(scope: &Scope, id: UserId) -> bool {
    scope.caller.session().is_some_and(|session| {
        // The id of somebody from another tenant says nothing here.
        session.user == id
            || (session.impersonator_tenant.is_none() && session.impersonator == Some(id))
    })
}

/// Remembers whether a change could take the tenant its last administrator.
pub(crate) struct Watch(bool);

impl Watch {
    /// Begins before the change, after [`store::people::in_turn`].
    pub async fn over(scope: &mut Scope, user: UserId) -> Result<Self> {
        Ok(Self(
            store::people::administrators(scope).await?.contains(&user),
        ))
    }

    /// Refuses when nobody is left who could put anything right.
    pub async fn end(self, scope: &mut Scope) -> Result<()> {
        if self.0 && store::people::administrators(scope).await?.is_empty() {
            return Err(LAST_ADMINISTRATOR.into());
        }
        Ok(())
    }
}
