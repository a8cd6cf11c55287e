//! Passkeys: adding, renaming and removing them, and verifying assertions.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD as BASE64};
use chrono::TimeDelta;
use data::{
    Error, FieldError, New, Refusal, Result, Scope, Where, audit::Entry, ids::UserId, message,
    validate,
};
use people::Account;
use serde_json::{Value, json};

use crate::{
    account,
    emails::{self, Email},
    passkeys::webauthn::{
        Assertion, HANDLE_BYTES, Handle, NotPassed, RelyingParty, StartedCeremony, StoredCredential,
    },
    sessions::service::SESSION,
    two_factor,
};
use crate::{
    passkeys::{
        model::{
            Ceremony, NewPasskey, Passkey, PasskeyItem, PasskeyList, PasskeyOffer, RenamedPasskey,
        },
        store,
    },
    sessions,
};

/// Maximum passkeys per user.
const MAX_PASSKEYS: i64 = 20;
/// Timeout of a ceremony.
const CEREMONY_TIMEOUT: TimeDelta = TimeDelta::minutes(5);
/// Ordinary responses are below 4 KiB.
const MAX_ANSWER_BYTES: usize = 12 * 1024;
const UNSUPPORTED_ADDRESS: Refusal =
    Refusal::new(3130, "Passkeys need an address with https and a host name.");
const TOO_MANY: Refusal = Refusal::new(3131, "Remove a passkey first.");

fn relying_party(scope: &Scope) -> Option<RelyingParty> {
    RelyingParty::new(scope.request.host_name(), &scope.request.base_url)
}

pub async fn list(scope: &mut Scope) -> Result<PasskeyList> {
    let user = scope.caller.user().ok_or(Error::Unauthorized)?;
    let mut items: Vec<Passkey> = scope.all(Where::all().eq(Passkey::USER_ID, user)).await?;
    items.sort_by_key(|passkey| passkey.id);
    let items = items.into_iter().map(|passkey| PasskeyItem {
        id: passkey.id,
        name: passkey.name,
        rp_id: passkey.rp_id,
        creation_time: passkey.creation_time,
        last_used_time: passkey.last_used_time,
    });
    Ok(PasskeyList {
        items: items.collect(),
        can_add: relying_party(scope).is_some(),
    })
}

/// Starts a registration, bound to the session.
pub async fn start(scope: &mut Scope) -> Result<PasskeyOffer> {
    let user = account::guards::require_person(scope).await?;
    let party = relying_party(scope).ok_or(UNSUPPORTED_ADDRESS)?;
    let bound_to = session_binding(scope)?;
    let own: Vec<Passkey> = scope.all(Where::all().eq(Passkey::USER_ID, user)).await?;
    if i64::try_from(own.len()).is_ok_and(|count| count >= MAX_PASSKEYS) {
        return Err(TOO_MANY.with_message(message!(
            "You already have {max} passkeys. Remove one first.",
            max = MAX_PASSKEYS
        )));
    }
    let handle = match own.first() {
        Some(passkey) => handle(&passkey.user_handle)?,
        None => fresh_handle()?,
    };
    let existing = own
        .iter()
        .filter(|passkey| passkey.rp_id == scope.request.host_name());
    let existing = existing
        .map(|passkey| bytes(&passkey.credential_id))
        .collect::<Result<Vec<_>>>()?;
    let account = people::account(scope, user).await?;
    let display_name = format!("{} {}", account.name, account.surname);
    let started =
        party.begin_registration(handle, (&account.user_name, display_name.trim()), existing);
    let StartedCeremony { options, state } = started.map_err(internal_error)?;
    // The handle is needed again to finish.
    let state = [handle.as_slice(), &state].concat();
    begin(scope, bound_to, &state).await?;
    scope.commit().await?;
    Ok(PasskeyOffer { options })
}

/// Stores the new passkey and notifies the user.
pub async fn add(scope: &mut Scope, sent: NewPasskey) -> Result<PasskeyItem> {
    let user = account::guards::require_person(scope).await?;
    let party = relying_party(scope).ok_or(UNSUPPORTED_ADDRESS)?;
    let bound_to = session_binding(scope)?;
    let name = validate_name("name", &sent.name, validate::check("", &sent))?;
    let state = take_ceremony(scope, &bound_to).await?;
    let created = state
        .as_deref()
        .and_then(|state| state.split_at_checked(HANDLE_BYTES))
        .map(|(handle, state)| {
            let answer = sent.credential.to_string();
            if answer.len() > MAX_ANSWER_BYTES {
                return Err(None);
            }
            party
                .finish_registration(state, answer.as_bytes())
                .map(|kept| (handle.to_vec(), kept))
                .map_err(Some)
        });
    // A ceremony ends with its first response.
    let (handle, kept) = match created {
        Some(Ok(made)) => made,
        failed => {
            if let Some(Err(Some(why))) = failed {
                tracing::info!(%why, "passkey registration refused");
            }
            scope.commit().await?;
            return Err(Error::invalid(
                "credential",
                message!("does not answer the last request, or came too late"),
            ));
        }
    };
    let passkey = scope
        .create(New::<Passkey> {
            user_id: user,
            name,
            rp_id: scope.request.host_name().to_owned(),
            user_handle: BASE64.encode(handle),
            credential_id: BASE64.encode(kept.credential_id),
            static_state: BASE64.encode(kept.static_state),
            dynamic_state: BASE64.encode(kept.dynamic_state),
            last_used_time: None,
        })
        .await?;
    notify_user(scope, user, Email::PasskeyAdded, &passkey.name).await?;
    scope.commit().await?;
    Ok(PasskeyItem {
        id: passkey.id,
        name: passkey.name,
        rp_id: passkey.rp_id,
        creation_time: passkey.creation_time,
        last_used_time: None,
    })
}

pub async fn rename(scope: &mut Scope, sent: RenamedPasskey) -> Result<()> {
    let user = account::guards::require_person(scope).await?;
    let name = validate_name("name", &sent.name, validate::check("", &sent))?;
    let mut passkey = find_own(scope, user, sent.id).await?;
    passkey.name = name;
    scope.update(&mut passkey).await?;
    scope.commit().await
}

pub async fn delete(scope: &mut Scope, id: i64) -> Result<()> {
    let user = account::guards::require_person(scope).await?;
    let passkey = find_own(scope, user, id).await?;
    scope.delete::<Passkey>(passkey.id).await?;
    notify_user(scope, user, Email::PasskeyRemoved, &passkey.name).await?;
    scope.commit().await
}

async fn find_own(scope: &mut Scope, user: UserId, id: i64) -> Result<Passkey> {
    let narrow = Where::all().eq(Passkey::USER_ID, user).eq(Passkey::ID, id);
    scope
        .first(narrow)
        .await?
        .ok_or(Error::NotFound("The passkey"))
}

fn validate_name(member: &str, name: &str, mut errors: Vec<FieldError>) -> Result<String> {
    let name = name.trim();
    if name.is_empty() {
        errors.push(FieldError::new(member, message!("is required")).with_code("required"));
    }
    if errors.is_empty() {
        Ok(name.to_owned())
    } else {
        Err(Error::Invalid(errors))
    }
}

async fn notify_user(scope: &mut Scope, user: UserId, email: Email, name: &str) -> Result<()> {
    let user = people::account(scope, user).await?;
    let values = json!({
        "passkey": name,
        "address": scope.request.address,
        "time": scope.now().format("%Y-%m-%d %H:%M UTC").to_string(),
    });
    emails::send(scope, &user, email, values).await
}

/// Starts an assertion for sign-in, bound to a cookie of the browser. Saves the scope. None where
/// passkeys are unsupported.
pub async fn start_sign_in(scope: &mut Scope, browser: &str) -> Result<Option<Value>> {
    let Some(party) = relying_party(scope) else {
        return Ok(None);
    };
    let StartedCeremony { options, state } = party.begin_assertion().map_err(internal_error)?;
    begin(scope, sessions::tokens::hash(browser), &state).await?;
    scope.commit().await?;
    Ok(Some(options))
}

/// A passkey assertion before its owner's attempt is counted.
pub struct Signed {
    pub owner: UserId,
    passkey: Passkey,
    state: Vec<u8>,
    assertion: Assertion,
}

/// Starts an assertion for a signed-in user, bound to the session. Saves the scope.
pub async fn start_confirmation(scope: &mut Scope) -> Result<PasskeyOffer> {
    let party = relying_party(scope).ok_or(UNSUPPORTED_ADDRESS)?;
    let bound_to = session_binding(scope)?;
    let StartedCeremony { options, state } = party.begin_assertion().map_err(internal_error)?;
    begin(scope, bound_to, &state).await?;
    scope.commit().await?;
    Ok(PasskeyOffer { options })
}

/// Rejects another user's or session's assertion. Failures count as failed sign-ins.
pub async fn check_assertion(scope: &Scope, user: UserId, answer: &str) -> Result<()> {
    let bound_to = session_binding(scope)?;
    let is_right = two_factor::service::verify_counted(scope, user, async |scope| {
        match claim(scope, &bound_to, answer)
            .await?
            .filter(|signed| signed.owner == user)
        {
            Some(signed) => is_genuine(scope, signed).await,
            None => Ok(false),
        }
    });
    if is_right.await? {
        Ok(())
    } else {
        Err(Error::invalid("passkey", message!("was not accepted")))
    }
}

/// Returns the claimed passkey, consumes the browser's ceremony and saves the scope.
pub async fn redeem_assertion(
    scope: &mut Scope,
    browser: Option<&str>,
    answer: &str,
) -> Result<Option<Signed>> {
    match browser {
        Some(browser) => claim(scope, &sessions::tokens::hash(browser), answer).await,
        None => Ok(None),
    }
}

async fn claim(scope: &mut Scope, bound_to: &str, answer: &str) -> Result<Option<Signed>> {
    let state = take_ceremony(scope, bound_to).await?;
    scope.commit().await?;
    let (Some(state), true) = (state, answer.len() <= MAX_ANSWER_BYTES) else {
        return Ok(None);
    };
    let Ok(assertion) = Assertion::read(answer.as_bytes()) else {
        return Ok(None);
    };
    let id = BASE64.encode(assertion.credential_id());
    let found: Option<Passkey> = scope
        .first(Where::all().eq(Passkey::CREDENTIAL_ID, id))
        .await?;
    let here = scope.request.host_name().to_owned();
    Ok(found
        .filter(|passkey| passkey.rp_id == here)
        .map(|passkey| Signed {
            owner: passkey.user_id,
            passkey,
            state,
            assertion,
        }))
}

/// Verifies the signature and user verification, and updates the counter in the scope's
/// transaction.
pub async fn is_genuine(scope: &mut Scope, signed: Signed) -> Result<bool> {
    let Some(party) = relying_party(scope) else {
        return Ok(false);
    };
    let Signed {
        mut passkey,
        state,
        assertion,
        ..
    } = signed;
    let stored_credential = StoredCredential {
        credential_id: bytes(&passkey.credential_id)?,
        static_state: bytes(&passkey.static_state)?,
        dynamic_state: bytes(&passkey.dynamic_state)?,
    };
    match party.finish_assertion(
        &state,
        &assertion,
        handle(&passkey.user_handle)?,
        &stored_credential,
    ) {
        Ok(dynamic) => {
            passkey.dynamic_state = BASE64.encode(dynamic);
            passkey.last_used_time = Some(scope.now());
            scope.update(&mut passkey).await?;
            Ok(true)
        }
        Err(why) => {
            tracing::info!(%why, "passkey assertion refused");
            Ok(false)
        }
    }
}

pub async fn note_refusal(scope: &mut Scope, user: &Account) -> Result<()> {
    let entry = Entry::new(SESSION, 0_i64, "SignInRefused").with_author(user.id, &user.user_name);
    scope.record(entry.with_change("reason", None::<&str>, "Passkey"));
    scope.commit().await
}

pub async fn has_passkey(scope: &mut Scope, user: UserId) -> Result<bool> {
    let here = scope.request.host_name().to_owned();
    let narrow = Where::all()
        .eq(Passkey::USER_ID, user)
        .eq(Passkey::RP_ID, here);
    Ok(relying_party(scope).is_some() && scope.count(narrow).await? > 0)
}

/// Returns the binding of a ceremony to the session.
fn session_binding(scope: &Scope) -> Result<String> {
    let session = scope
        .caller
        .session()
        .and_then(|session| session.session)
        .ok_or(Error::Unauthorized)?;
    Ok(sessions::tokens::hash(&format!("session {session}")))
}

async fn begin(scope: &mut Scope, bound_to: String, state: &[u8]) -> Result<()> {
    store::delete_expired(scope, &bound_to).await?;
    let now = scope.now();
    let state = BASE64.encode(state);
    scope
        .create(New::<Ceremony> {
            bound_to,
            state,
            expires_at: now + CEREMONY_TIMEOUT,
        })
        .await?;
    Ok(())
}

/// Consumes the ceremony and returns its state.
async fn take_ceremony(scope: &mut Scope, bound_to: &str) -> Result<Option<Vec<u8>>> {
    store::take_ceremony(scope, bound_to)
        .await?
        .map(|state| bytes(&state))
        .transpose()
}

fn bytes(text: &str) -> Result<Vec<u8>> {
    BASE64.decode(text).map_err(Error::internal)
}

fn handle(text: &str) -> Result<Handle> {
    let handle = bytes(text)?;
    Handle::try_from(handle)
        .map_err(|_| Error::internal(anyhow::anyhow!("a user's handle is malformed")))
}

fn fresh_handle() -> Result<Handle> {
    let mut handle = [0; HANDLE_BYTES];
    getrandom::fill(&mut handle).map_err(Error::internal)?;
    Ok(handle)
}

fn internal_error(why: NotPassed) -> Error {
    Error::internal(anyhow::anyhow!("a ceremony could not begin: {why}"))
}
