//! Verification of sign-in passwords; the only place where they are checked.

use data::{Result, Scope};
use people::Account;

use crate::{
    providers::ldap::{self, service::DirectorySignIn},
    sessions::gate::SessionGate,
};

/// Accepted authorities for a password.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Authority {
    /// The stored password, then the tenant's directory.
    Any,
    Directory,
}

pub enum PasswordCheck {
    Is(Box<Account>),
    /// Unknown user or wrong password.
    Wrong,
    /// As `Wrong`, and the company's directory is unreachable.
    Silent,
}

/// Verifies a password. Without a user it takes as long.
pub async fn check_password(
    scope: &Scope,
    judge: Authority,
    user: Option<&Account>,
    user_name: &str,
    password: &str,
) -> Result<PasswordCheck> {
    let hash = user.and_then(|user| user.password_hash.clone());
    let right = judge == Authority::Any
        && scope
            .port::<SessionGate>()?
            .passwords
            .verify(password, hash)
            .await?;
    if let Some(user) = user.filter(|_| right) {
        return Ok(PasswordCheck::Is(Box::new(user.clone())));
    }
    Ok(
        match ldap::service::sign_in_with_directory(scope, user_name, password).await? {
            DirectorySignIn::User(user) => PasswordCheck::Is(user),
            DirectorySignIn::Nobody => PasswordCheck::Wrong,
            DirectorySignIn::Silent => PasswordCheck::Silent,
        },
    )
}
