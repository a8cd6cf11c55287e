//! What guards changes of one's own account: the caller must be the user in person, and give the password for some.

use kernel::{Error, Refusal, Result, Scope, db::Mode, ids::UserId, message};
use people::Account;

use super::{
    attempts,
    proof::{self, Judge, Verdict},
    session_gate::SessionGate,
};
use crate::{model::SessionRow, rules::users};

const TOO_OFTEN: Refusal = Refusal::new(
    3106,
    "The password was wrong too often. Wait a few minutes before you try it again.",
);
const SILENT: Refusal = Refusal::new(
    3117,
    "The company's directory does not answer. Try again later.",
);

/// The user who is really there: nobody who impersonates, and no integration.
pub async fn person(scope: &Scope) -> Result<UserId> {
    let session = scope.caller.session().cloned().ok_or(Error::Unauthorized)?;
    if session.impersonator.is_some() {
        return Err(Error::Forbidden(message!(
            "End the impersonation first: this belongs to the user alone."
        )));
    }
    if let Some(id) = session.session {
        // Read and let go: nothing of the database is held while a hash is computed afterwards.
        let row: SessionRow = scope.sibling(Mode::Read).find(id).await?;
        if row.api_key_id.is_some() {
            return Err(Error::Forbidden(message!(
                "An API key can't change its user's account."
            )));
        }
    }
    Ok(session.user)
}

/// The user, when the password is the user's; `member` is where it was sent. Wrong ones count as failed attempts to
/// sign in, so that a browser that was left open is no way to find the password out.
pub async fn with_password(
    scope: &Scope,
    user: UserId,
    member: &str,
    password: &str,
) -> Result<Account> {
    judged(scope, user, (member, password), false).await
}

/// The same, where the tenant's directory may judge the password too.
pub async fn with_any_password(
    scope: &Scope,
    user: UserId,
    member: &str,
    password: &str,
) -> Result<Account> {
    judged(scope, user, (member, password), true).await
}

async fn judged(
    scope: &Scope,
    user: UserId,
    (member, password): (&str, &str),
    by_any: bool,
) -> Result<Account> {
    let host = scope.host().clone();
    let session_gate = scope.port::<SessionGate>()?;
    let rules = tenancy::settings_of(&host, scope.tenant)
        .await?
        .security
        .user_lock_out
        .clone();
    let ticket = attempts::begin(
        scope,
        scope.tenant,
        attempts::SIGN_IN,
        &format!("user {user}"),
    )
    .await?;
    let user = people::account(&mut scope.sibling(Mode::Read), user).await?;
    let mut counting = scope.sibling(Mode::Soon);
    if !people::count_attempt(&mut counting, Some(&user), &rules).await? {
        return Err(TOO_OFTEN.into());
    }
    counting.commit().await?;
    let is_right = password.len() <= users::MAX_PASSWORD_LENGTH
        && match by_any {
            false => {
                session_gate
                    .passwords
                    .verify(password, user.password_hash.clone())
                    .await?
            }
            true => {
                match proof::by_password(scope, Judge::Any, Some(&user), &user.user_name, password)
                    .await?
                {
                    Verdict::Is(found) => found.id == user.id,
                    Verdict::Wrong => false,
                    Verdict::Silent => return Err(SILENT.into()),
                }
            }
        };
    if is_right {
        people::uncount_attempt(&mut counting, user.id, &rules).await?;
        counting.commit().await?;
        ticket.give_back(&host).await?;
        return Ok(user);
    }
    Err(Error::invalid(member, message!("is not your password")))
}
