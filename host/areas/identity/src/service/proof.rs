//! Whose name and password it is: the one place where a password that was typed to sign in is checked.

use kernel::{Result, Scope};
use people::Account;

use super::{
    outside::directory::{self, Through},
    session_gate::SessionGate,
};

/// Whose word counts for a password.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Judge {
    /// The password kept here, and if it is not that one, the tenant's directory.
    Any,
    Directory,
}

/// What is known of the person who signs in.
pub enum Verdict {
    Is(Box<Account>),
    /// Not the password of the user with this name, if there is one.
    Wrong,
    /// Nor could the company's directory be asked.
    Silent,
}

/// Judges a password; `user` is who has the name here. For nobody it takes as long as for somebody.
pub async fn by_password(
    scope: &Scope,
    judge: Judge,
    user: Option<&Account>,
    user_name: &str,
    password: &str,
) -> Result<Verdict> {
    let hash = user.and_then(|user| user.password_hash.clone());
    let right = judge == Judge::Any
        && scope
            .port::<SessionGate>()?
            .passwords
            .verify(password, hash)
            .await?;
    if let Some(user) = user.filter(|_| right) {
        return Ok(Verdict::Is(Box::new(user.clone())));
    }
    Ok(
        match directory::through(scope, user_name, password).await? {
            Through::User(user) => Verdict::Is(user),
            Through::Nobody => Verdict::Wrong,
            Through::Silent => Verdict::Silent,
        },
    )
}
