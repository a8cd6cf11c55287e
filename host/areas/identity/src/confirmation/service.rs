//! Identity confirmation, required by sensitive calls on keys, permissions and other users'
//! sessions.

use data::{
    Error, Refusal, Result, Scope,
    audit::Entry,
    caller::Session,
    db::Mode,
    ids::{SessionId, UserId},
    message,
};

use crate::{
    account, passkeys,
    sessions::{gate::SessionGate, service::SESSION},
    two_factor,
};
use crate::{
    account::model::Provider,
    confirmation::model::{ConfirmIdentity, Confirmation},
    sessions::{
        model::SessionRow,
        rules::{DIRECTORY, is_outside},
    },
    two_factor::{rules, store},
};

const SIGN_IN_AGAIN: Refusal = Refusal::new(
    3115,
    "You come in from outside: sign out and sign in again to confirm that it is you.",
);
const ENTER_AGAIN: Refusal = Refusal::new(
    3116,
    "Leave this tenant and enter it again to confirm that it is you.",
);

/// The person who acts, and the session that proves it.
struct Prover {
    user: UserId,
    session: SessionId,
    is_impersonating: bool,
}

fn prover(caller: &Session) -> Result<Prover> {
    if caller.by_key {
        return Err(Error::Forbidden(message!(
            "An API key can't confirm who uses it."
        )));
    }
    if caller.impersonator_tenant.is_some() {
        // The page belongs to another tenant: a platform password must not be entered there.
        return Err(ENTER_AGAIN.into());
    }
    let session = caller.session.ok_or(Error::Unauthorized)?;
    Ok(Prover {
        user: caller.impersonator.unwrap_or(caller.user),
        session,
        is_impersonating: caller.impersonator.is_some(),
    })
}

/// Returns the caller's methods.
pub async fn methods(scope: &mut Scope) -> Result<Confirmation> {
    let caller = scope.caller.session().cloned().ok_or(Error::Unauthorized)?;
    let prover = match prover(&caller) {
        Ok(prover) => prover,
        Err(Error::Refused { .. } | Error::Forbidden(_)) => return Ok(Confirmation::default()),
        Err(error) => return Err(error),
    };
    let user = people::account(scope, prover.user).await?;
    let policy = two_factor::service::policy(scope).await?;
    let own = two_factor::service::load(scope, prover.user)
        .await?
        .user_second_step(scope.now());
    let providers = rules::providers(&policy, own);
    Ok(Confirmation {
        by_password: user.password_hash.is_some() || is_from_directory(scope, &prover).await?,
        by_code: !providers.is_empty(),
        by_passkey: passkeys::service::has_passkey(scope, prover.user).await?,
        mails_codes: providers == [Provider::Email] && !prover.is_impersonating,
    })
}

async fn is_from_directory(scope: &Scope, prover: &Prover) -> Result<bool> {
    // The read scope ends here: no database connection is held while a password is hashed.
    let row: SessionRow = scope.sibling(Mode::Read).find(prover.session).await?;
    Ok(row.provider.as_deref() == Some(DIRECTORY))
}

/// Confirms by password, code or passkey. Failures count as failed sign-ins. Saves the scope.
pub async fn confirm(scope: &mut Scope, sent: &ConfirmIdentity) -> Result<()> {
    let caller = scope.caller.session().cloned().ok_or(Error::Unauthorized)?;
    let prover = prover(&caller)?;
    let filled = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
    match (
        filled(&sent.password),
        filled(&sent.code),
        filled(&sent.passkey),
    ) {
        (Some(password), None, None) => by_password(scope, &prover, &password).await?,
        (None, Some(code), None) => {
            two_factor::service::check_own(scope, prover.user, &code).await?
        }
        (None, None, Some(answer)) => {
            passkeys::service::check_assertion(scope, prover.user, &answer).await?
        }
        (None, None, None) => {
            return Err(Error::invalid(
                "password",
                message!("is required, or a code or a passkey instead of it"),
            ));
        }
        (Some(_), Some(_), _) => {
            return Err(Error::invalid(
                "code",
                message!("must be left out when the password is sent"),
            ));
        }
        (_, _, Some(_)) => {
            return Err(Error::invalid(
                "passkey",
                message!("must be left out when a password or a code is sent"),
            ));
        }
    }
    store::record_confirmation(scope, prover.session).await?;
    scope.record(Entry::new(SESSION, prover.session, "IdentityConfirmed"));
    scope.commit().await?;
    scope.port::<SessionGate>()?.clear_cache();
    Ok(())
}

async fn by_password(scope: &Scope, prover: &Prover, password: &str) -> Result<()> {
    let row: SessionRow = scope.sibling(Mode::Read).find(prover.session).await?;
    let user = people::account(&mut scope.sibling(Mode::Read), prover.user).await?;
    let provider = row.provider.as_deref();
    if user.password_hash.is_none() && provider.is_some_and(is_outside) {
        return Err(SIGN_IN_AGAIN.into());
    }
    if provider == Some(DIRECTORY) {
        account::guards::require_any_password(scope, prover.user, "password", password).await?;
    } else {
        account::guards::require_password(scope, prover.user, "password", password).await?;
    }
    Ok(())
}
