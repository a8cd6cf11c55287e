//! Sign-in with a passkey instead of a name and a password.

use data::{Error, Result, Scope, db::Mode, ids::TenantId};

use crate::sessions::rules::PASSKEY;
use crate::{
    attempts, passkeys,
    sign_in::{
        self,
        admission::{Attempt, SecondStep},
    },
};

/// Signs in with a passkey. Counts the attempt before verification; rejects locked-out and
/// deactivated users.
pub async fn attempt(
    scope: &Scope,
    tenant: TenantId,
    answer: &str,
    second: &SecondStep,
) -> Result<Attempt> {
    let host = scope.host();
    let ticket =
        match attempts::service::begin(scope, tenant, attempts::service::SIGN_IN, PASSKEY).await {
            Ok(ticket) => ticket,
            Err(Error::TooMany(seconds)) => return Ok(Attempt::TooMany(seconds)),
            Err(error) => return Err(error),
        };
    let mut scope = scope.in_tenant(tenant).sibling(Mode::Write);
    let Some(signed) =
        passkeys::service::redeem_assertion(&mut scope, second.asked_browser.as_deref(), answer)
            .await?
    else {
        return Ok(Attempt::Wrong);
    };
    let lock_out = tenancy::settings_of(host, tenant)
        .await?
        .security
        .user_lock_out
        .clone();
    let user = people::account(&mut scope, signed.owner).await?;
    if !people::count_attempt(&mut scope, Some(&user), &lock_out).await? {
        scope.rollback();
        return Ok(Attempt::Refused);
    }
    scope.commit().await?;
    if !passkeys::service::is_genuine(&mut scope, signed).await? {
        passkeys::service::note_refusal(&mut scope, &user).await?;
        return Ok(Attempt::Wrong);
    }
    scope.commit().await?;
    let attempt = sign_in::admission::admit(&scope, tenant, &user, second, PASSKEY).await?;
    if matches!(attempt, Attempt::In(_)) {
        ticket.release(host).await?;
    } else {
        // The passkey was right: no failure, although no session opens.
        people::uncount_attempt(&mut scope, user.id, &lock_out).await?;
        scope.commit().await?;
    }
    Ok(attempt)
}
