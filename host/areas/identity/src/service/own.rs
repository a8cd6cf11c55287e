//! What guards changes of one's own account: whoever sits there must be the user, and say the password for some.

use kernel::{Error, Refusal, Result, Scope, db::Mode, ids::UserId};

use super::{attempts, doorman::Doorman};
use crate::{
    model::{SessionRow, User},
    store,
};

const TOO_OFTEN: Refusal =
    Refusal::new(3106, "The password was wrong too often. Wait a few minutes before you try it again.");

/// The user who is really there: nobody who impersonates, and no integration.
pub async fn hands(scope: &Scope) -> Result<UserId> {
    let session = scope.caller.session().cloned().ok_or(Error::Unauthorized)?;
    if session.impersonator.is_some() {
        return Err(Error::Forbidden("End the impersonation first: this belongs to the user alone.".to_owned()));
    }
    if let Some(id) = session.session {
        // Read and let go: nothing of the database is held while a hash is computed afterwards.
        let row: SessionRow = scope.sibling(Mode::Read).find(id).await?;
        if row.api_key_id.is_some() {
            return Err(Error::Forbidden("An API key can't change its user's account.".to_owned()));
        }
    }
    Ok(session.user)
}

/// The user, when the password is the user's; `member` is where it was sent. Wrong ones count as failed attempts to
/// sign in, so that a browser that was left open is no way to find the password out.
pub async fn with_password(scope: &Scope, user: UserId, member: &str, password: &str) -> Result<User> {
    let (host, now) = (scope.host().clone(), scope.now());
    let doorman = scope.port::<Doorman>()?;
    let rules = tenancy::settings_of(&host, scope.tenant).await?.security.user_lock_out.clone();
    let ticket = doorman.attempts.begin(scope, scope.tenant, attempts::SIGN_IN, &format!("user {user}")).await?;
    let user: User = scope.sibling(Mode::Read).find(user).await?;
    if user.is_lockout_enabled && user.lockout_end.is_some_and(|end| end > now) {
        return Err(TOO_OFTEN.into());
    }
    if doorman.passwords.verify(password, user.password_hash.clone()).await? {
        ticket.give_back(&host).await?;
        return Ok(user);
    }
    let mut scope = scope.sibling(Mode::Write);
    store::count_failure(&mut scope, user.id, &rules).await?;
    scope.save().await?;
    Err(Error::invalid(member, "is not your password"))
}
