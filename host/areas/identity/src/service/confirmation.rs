//! Proving once more who it is: what calls that touch keys, permissions and other people's sessions ask for now and then.

use kernel::{
    Error, Refusal, Result, Scope,
    audit::Entry,
    caller::Session,
    db::Mode,
    ids::{SessionId, UserId},
    message,
};

use super::{own, passkeys, session_gate::SessionGate, sessions::SESSION, two_factor};
use crate::{
    model::{
        SessionRow,
        confirmation::{ConfirmIdentity, Confirmation},
        wire::Provider,
    },
    rules::{
        sessions::{DIRECTORY, is_outside},
        two_factor as rules,
    },
    store::account as store,
};

const SIGN_IN_AGAIN: Refusal = Refusal::new(
    3115,
    "You come in from outside: sign out and sign in again to confirm that it is you.",
);
const ENTER_AGAIN: Refusal = Refusal::new(
    3116,
    "Leave this tenant and enter it again to confirm that it is you.",
);

/// Who is really there, and by which session.
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
        // The page is another tenant's: nobody should type a password of the platform there.
        return Err(ENTER_AGAIN.into());
    }
    let session = caller.session.ok_or(Error::Unauthorized)?;
    Ok(Prover {
        user: caller.impersonator.unwrap_or(caller.user),
        session,
        is_impersonating: caller.impersonator.is_some(),
    })
}

/// How the caller can do it.
pub async fn ways(scope: &mut Scope) -> Result<Confirmation> {
    let caller = scope.caller.session().cloned().ok_or(Error::Unauthorized)?;
    let prover = match prover(&caller) {
        Ok(prover) => prover,
        Err(Error::Refused { .. } | Error::Forbidden(_)) => return Ok(Confirmation::default()),
        Err(error) => return Err(error),
    };
    let user = people::account(scope, prover.user).await?;
    let policy = two_factor::policy(scope).await?;
    let own = two_factor::of(scope, prover.user).await?.own(scope.now());
    let providers = rules::providers(&policy, own);
    Ok(Confirmation {
        by_password: user.password_hash.is_some() || is_from_directory(scope, &prover).await?,
        by_code: !providers.is_empty(),
        by_passkey: passkeys::has_here(scope, prover.user).await?,
        // Codes are mailed to whose session it is.
        mails_codes: providers == [Provider::Email] && !prover.is_impersonating,
    })
}

async fn is_from_directory(scope: &Scope, prover: &Prover) -> Result<bool> {
    // Read and let go: nothing of the database is held while a password is judged afterwards.
    let row: SessionRow = scope.sibling(Mode::Read).find(prover.session).await?;
    Ok(row.provider.as_deref() == Some(DIRECTORY))
}

/// Confirms by the password, a code or a passkey; wrong ones count as failed attempts to sign in. Saves the scope.
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
        (None, Some(code), None) => two_factor::check_own(scope, prover.user, &code).await?,
        (None, None, Some(answer)) => passkeys::check_own(scope, prover.user, &answer).await?,
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
    store::prove(scope, prover.session).await?;
    scope.record(Entry::new(SESSION, prover.session, "IdentityConfirmed"));
    scope.commit().await?;
    scope.port::<SessionGate>()?.forget();
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
        own::with_any_password(scope, prover.user, "password", password).await?;
    } else {
        own::with_password(scope, prover.user, "password", password).await?;
    }
    Ok(())
}
