//! Guards of changes to one's account: the user in person, and for some calls the password.

use data::{Error, Refusal, Result, Scope, db::Mode, ids::UserId, message};
use people::Account;

use crate::{
    attempts,
    passwords::{
        self,
        check::{Authority, PasswordCheck},
    },
    sessions::gate::SessionGate,
};
use crate::{sessions::model::SessionRow, users};

const TOO_OFTEN: Refusal = Refusal::new(
    3106,
    "Too many wrong passwords. Wait a few minutes before you try again.",
);
const DIRECTORY_UNREACHABLE: Refusal = Refusal::new(
    3117,
    "The company's directory does not answer. Try again later.",
);

/// Returns the user in person; rejects impersonators and integrations.
pub async fn require_person(scope: &Scope) -> Result<UserId> {
    let session = scope.caller.session().cloned().ok_or(Error::Unauthorized)?;
    if session.impersonator.is_some() {
        return Err(Error::Forbidden(message!(
            "End the impersonation first: only the user can do this."
        )));
    }
    if let Some(id) = session.session {
        // The read scope ends here: no database connection is held while a hash is computed.
        let row: SessionRow = scope.sibling(Mode::Read).find(id).await?;
        if row.api_key_id.is_some() {
            return Err(Error::Forbidden(message!(
                "An API key can't change its user's account."
            )));
        }
    }
    Ok(session.user)
}

/// Verifies the user's password. Failures count as failed sign-ins, so an unattended browser is no
/// way to guess it.
pub async fn require_password(
    scope: &Scope,
    user: UserId,
    member: &str,
    password: &str,
) -> Result<Account> {
    verify_password(scope, user, (member, password), false).await
}

/// Like `with_password`, but also accepts the password of the tenant's directory.
pub async fn require_any_password(
    scope: &Scope,
    user: UserId,
    member: &str,
    password: &str,
) -> Result<Account> {
    verify_password(scope, user, (member, password), true).await
}

async fn verify_password(
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
    let ticket = attempts::service::begin(
        scope,
        scope.tenant,
        attempts::service::SIGN_IN,
        &format!("user {user}"),
    )
    .await?;
    let user = people::account(&mut scope.sibling(Mode::Read), user).await?;
    let mut counting = scope.sibling(Mode::Soon);
    if !people::count_attempt(&mut counting, Some(&user), &rules).await? {
        return Err(TOO_OFTEN.into());
    }
    counting.commit().await?;
    let is_right = password.len() <= users::rules::MAX_PASSWORD_LENGTH
        && match by_any {
            false => {
                session_gate
                    .passwords
                    .verify(password, user.password_hash.clone())
                    .await?
            }
            true => {
                match passwords::check::check_password(
                    scope,
                    Authority::Any,
                    Some(&user),
                    &user.user_name,
                    password,
                )
                .await?
                {
                    PasswordCheck::Is(found) => found.id == user.id,
                    PasswordCheck::Wrong => false,
                    PasswordCheck::Silent => return Err(DIRECTORY_UNREACHABLE.into()),
                }
            }
        };
    if is_right {
        people::uncount_attempt(&mut counting, user.id, &rules).await?;
        counting.commit().await?;
        ticket.release(&host).await?;
        return Ok(user);
    }
    Err(Error::invalid(member, message!("is not your password")))
}
