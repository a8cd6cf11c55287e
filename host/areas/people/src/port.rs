//! Ports to sign-in and customers, which import this crate.

use std::collections::HashMap;

use data::{
    FieldError, Result, Scope,
    ids::{ApiKeyId, CustomerId, SessionId, UserId},
};
use futures_util::future::BoxFuture;

/// Existing customers.
pub trait Customers: Send + Sync {
    /// Returns the names of those of these customers that the scope's tenant has.
    fn names<'a>(
        &'a self,
        scope: &'a mut Scope,
        ids: Vec<CustomerId>,
    ) -> BoxFuture<'a, Result<HashMap<CustomerId, String>>>;
}

/// A user's sign-in methods besides the password.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SignInMethods {
    pub has_second_step: bool,
    /// Oldest first.
    pub api_keys: Vec<ApiKeyId>,
}

#[derive(Debug, Clone, Copy, Default)]
pub struct AccountChange {
    pub email: bool,
    pub password: bool,
    /// True if the user was deactivated.
    pub closed: bool,
    /// Session that survives when a new password ends all others.
    pub own_session: Option<SessionId>,
}

/// Operations of sign-in. Those with a scope run in its transaction.
pub trait SignIn: Send + Sync {
    /// `own`: the user's names and addresses.
    fn check_password<'a>(
        &'a self,
        scope: &'a Scope,
        member: &'a str,
        password: &'a str,
        own: &'a [&'a str],
    ) -> BoxFuture<'a, Result<Vec<FieldError>>>;
    /// Hashes a new password. Called without a database connection.
    fn hash<'a>(&'a self, password: &'a str) -> BoxFuture<'a, Result<String>>;
    /// Returns the methods of those of these users who have any.
    fn load_methods<'a>(
        &'a self,
        scope: &'a mut Scope,
        users: &'a [UserId],
    ) -> BoxFuture<'a, Result<HashMap<UserId, SignInMethods>>>;
    /// Enables mailed codes, or removes every second step.
    fn set_second_step<'a>(
        &'a self,
        scope: &'a mut Scope,
        user: UserId,
        enabled: bool,
    ) -> BoxFuture<'a, Result<()>>;
    /// Marks the user's address as unconfirmed and mails a confirmation link.
    fn send_activation<'a>(
        &'a self,
        scope: &'a mut Scope,
        user: UserId,
    ) -> BoxFuture<'a, Result<()>>;
    /// Invalidates codes, sessions and tokens after a change.
    fn account_changed<'a>(
        &'a self,
        scope: &'a mut Scope,
        user: UserId,
        changed: AccountChange,
    ) -> BoxFuture<'a, Result<()>>;
    /// Removes all credentials of a departing user.
    fn remove_credentials<'a>(
        &'a self,
        scope: &'a mut Scope,
        user: UserId,
    ) -> BoxFuture<'a, Result<()>>;
    /// Clears the cached sessions after a change of a user, role or permission. Called after the
    /// commit.
    fn clear_sessions(&self);
}
