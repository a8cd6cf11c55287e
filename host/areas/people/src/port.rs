//! What people ask of sign-in and of customers, which stand to the right and above.

use std::collections::HashMap;

use futures_util::future::BoxFuture;
use kernel::{
    FieldError, Result, Scope,
    ids::{ApiKeyId, CustomerId, SessionId, UserId},
};

/// Knows which customers there are.
pub trait Customers: Send + Sync {
    /// The names of those of these customers that the scope's tenant has.
    fn names<'a>(
        &'a self,
        scope: &'a mut Scope,
        ids: Vec<CustomerId>,
    ) -> BoxFuture<'a, Result<HashMap<CustomerId, String>>>;
}

/// What a user has to sign in with beside the password.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Means {
    pub has_second_step: bool,
    /// The oldest first.
    pub api_keys: Vec<ApiKeyId>,
}

/// What of a user's account an administrator has changed, as far as sign-in has to act on it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Changed {
    pub email: bool,
    pub password: bool,
    /// The user was switched off.
    pub closed: bool,
    /// The session that goes on when a new password ends all others.
    pub own_session: Option<SessionId>,
}

/// Knows how users sign in. Whatever has a scope is done in its transaction.
pub trait SignIn: Send + Sync {
    /// What a new password lacks, told under `member`; `own` is what the user is called.
    fn check_password<'a>(
        &'a self,
        scope: &'a Scope,
        member: &'a str,
        password: &'a str,
        own: &'a [&'a str],
    ) -> BoxFuture<'a, Result<Vec<FieldError>>>;
    /// The hash to keep of a new password. Called while nothing of the database is held.
    fn hash<'a>(&'a self, password: &'a str) -> BoxFuture<'a, Result<String>>;
    /// What those of these users have who have anything.
    fn means<'a>(
        &'a self,
        scope: &'a mut Scope,
        users: &'a [UserId],
    ) -> BoxFuture<'a, Result<HashMap<UserId, Means>>>;
    /// Asks the user for mailed codes, or takes every second step away.
    fn set_second_step<'a>(
        &'a self,
        scope: &'a mut Scope,
        user: UserId,
        enabled: bool,
    ) -> BoxFuture<'a, Result<()>>;
    /// Marks the user's address as not confirmed and mails a link that confirms it.
    fn send_activation<'a>(
        &'a self,
        scope: &'a mut Scope,
        user: UserId,
    ) -> BoxFuture<'a, Result<()>>;
    /// Ends what a change has made worthless: codes, sessions, tokens.
    fn changed<'a>(
        &'a self,
        scope: &'a mut Scope,
        user: UserId,
        changed: Changed,
    ) -> BoxFuture<'a, Result<()>>;
    /// Takes away everything with which a user who leaves could come in.
    fn left<'a>(&'a self, scope: &'a mut Scope, user: UserId) -> BoxFuture<'a, Result<()>>;
    /// Forgets what is remembered of sessions: a user, a role or a permission has changed. Called after the commit.
    fn forget(&self);
}
