//! Passkeys: making, naming and removing one's own, and judging what one of them has signed.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD as BASE64};
use chrono::TimeDelta;
use kernel::{
    Error, FieldError, Refusal, Result, Scope, Where, audit::Entry, ids::UserId, message, validate,
};
use people::Account;
use serde_json::{Value, json};

use super::{
    letters::{self, Letter},
    own,
    sessions::SESSION,
    two_factor,
    webauthn::{Assertion, Begun, HANDLE_BYTES, Handle, Kept, NotPassed, RelyingParty},
};
use crate::{
    model::passkeys::{
        Ceremony, NewPasskey, Passkey, PasskeyItem, PasskeyList, PasskeyOffer, RenamedPasskey,
    },
    rules::tokens,
    store::passkeys as store,
};

/// So many passkeys of one user at most.
const MAX_PASSKEYS: i64 = 20;
/// How long a browser may take to answer.
const LIVES: TimeDelta = TimeDelta::minutes(5);
/// An answer of ordinary size is below 4 KiB.
const MAX_ANSWER_BYTES: usize = 12 * 1024;
const NOT_HERE: Refusal =
    Refusal::new(3130, "Passkeys need an address with https and a host name.");
const TOO_MANY: Refusal = Refusal::new(3131, "Remove a passkey first.");

fn relying_party(scope: &Scope) -> Option<RelyingParty> {
    RelyingParty::at(scope.request.host_name(), &scope.request.base_url)
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

/// Begins to make one; the answer is taken from the same session alone.
pub async fn start(scope: &mut Scope) -> Result<PasskeyOffer> {
    let user = own::person(scope).await?;
    let party = relying_party(scope).ok_or(NOT_HERE)?;
    let bound_to = of_session(scope)?;
    let own: Vec<Passkey> = scope.all(Where::all().eq(Passkey::USER_ID, user)).await?;
    if i64::try_from(own.len()).is_ok_and(|count| count >= MAX_PASSKEYS) {
        return Err(TOO_MANY.because(message!(
            "You already have {max} passkeys. Remove one first.",
            max = MAX_PASSKEYS
        )));
    }
    let handle = match own.first() {
        Some(passkey) => handle(&passkey.user_handle)?,
        None => fresh_handle()?,
    };
    let known = own
        .iter()
        .filter(|passkey| passkey.rp_id == scope.request.host_name());
    let known = known
        .map(|passkey| bytes(&passkey.credential_id))
        .collect::<Result<Vec<_>>>()?;
    let account = people::account(scope, user).await?;
    let display_name = format!("{} {}", account.name, account.surname);
    let begun = party.begin_registration(handle, (&account.user_name, display_name.trim()), known);
    let Begun { options, state } = begun.map_err(broken)?;
    // The handle is needed again when the answer comes.
    let state = [handle.as_slice(), &state].concat();
    begin(scope, bound_to, &state).await?;
    scope.commit().await?;
    Ok(PasskeyOffer { options })
}

/// Keeps the passkey that the user's authenticator has made, and writes to the user.
pub async fn add(scope: &mut Scope, sent: NewPasskey) -> Result<PasskeyItem> {
    let user = own::person(scope).await?;
    let party = relying_party(scope).ok_or(NOT_HERE)?;
    let bound_to = of_session(scope)?;
    let name = named("name", &sent.name, validate::check("", &sent))?;
    let state = take(scope, &bound_to).await?;
    let made = state
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
    // A ceremony ends with its first answer.
    let (handle, kept) = match made {
        Some(Ok(made)) => made,
        failed => {
            if let Some(Err(Some(why))) = failed {
                tracing::info!(%why, "a passkey was not taken");
            }
            scope.commit().await?;
            return Err(Error::invalid(
                "credential",
                message!("does not answer the last request, or came too late"),
            ));
        }
    };
    let mut passkey = Passkey {
        id: 0,
        row_version: 0,
        user_id: user,
        name,
        rp_id: scope.request.host_name().to_owned(),
        user_handle: BASE64.encode(handle),
        credential_id: BASE64.encode(kept.credential_id),
        static_state: BASE64.encode(kept.static_state),
        dynamic_state: BASE64.encode(kept.dynamic_state),
        last_used_time: None,
        creation_time: scope.now(),
    };
    scope.insert(&mut passkey).await?;
    tell(scope, user, Letter::PasskeyAdded, &passkey.name).await?;
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
    let user = own::person(scope).await?;
    let name = named("name", &sent.name, validate::check("", &sent))?;
    let mut passkey = owned(scope, user, sent.id).await?;
    passkey.name = name;
    scope.update(&mut passkey).await?;
    scope.commit().await
}

/// Removes one, and writes to the user.
pub async fn delete(scope: &mut Scope, id: i64) -> Result<()> {
    let user = own::person(scope).await?;
    let passkey = owned(scope, user, id).await?;
    scope.delete::<Passkey>(passkey.id).await?;
    tell(scope, user, Letter::PasskeyRemoved, &passkey.name).await?;
    scope.commit().await
}

async fn owned(scope: &mut Scope, user: UserId, id: i64) -> Result<Passkey> {
    let narrow = Where::all().eq(Passkey::USER_ID, user).eq(Passkey::ID, id);
    scope
        .first(narrow)
        .await?
        .ok_or(Error::NotFound("The passkey"))
}

fn named(member: &str, name: &str, mut wrong: Vec<FieldError>) -> Result<String> {
    let name = name.trim();
    if name.is_empty() {
        wrong.push(FieldError::new(member, message!("is required")).coded("required"));
    }
    if wrong.is_empty() {
        Ok(name.to_owned())
    } else {
        Err(Error::Invalid(wrong))
    }
}

async fn tell(scope: &mut Scope, user: UserId, letter: Letter, name: &str) -> Result<()> {
    let user = people::account(scope, user).await?;
    let values = json!({
        "passkey": name,
        "address": scope.request.address,
        "time": scope.now().format("%Y-%m-%d %H:%M UTC").to_string(),
    });
    letters::send(scope, &user, letter, values).await
}

/// Begins to ask for a passkey at sign-in, bound to a cookie of the browser; saves the scope. None where there can be no
/// passkeys.
pub async fn ask(scope: &mut Scope, browser: &str) -> Result<Option<Value>> {
    let Some(party) = relying_party(scope) else {
        return Ok(None);
    };
    let Begun { options, state } = party.begin_assertion().map_err(broken)?;
    begin(scope, tokens::hash(browser), &state).await?;
    scope.commit().await?;
    Ok(Some(options))
}

/// What a passkey has signed, before its owner's attempt is counted.
pub struct Signed {
    pub owner: UserId,
    passkey: Passkey,
    state: Vec<u8>,
    assertion: Assertion,
}

/// Begins to ask somebody who is signed in for a passkey, bound to the session; saves the scope.
pub async fn ask_again(scope: &mut Scope) -> Result<PasskeyOffer> {
    let party = relying_party(scope).ok_or(NOT_HERE)?;
    let bound_to = of_session(scope)?;
    let Begun { options, state } = party.begin_assertion().map_err(broken)?;
    begin(scope, bound_to, &state).await?;
    scope.commit().await?;
    Ok(PasskeyOffer { options })
}

/// Refuses what no passkey of this user has signed for this session. Wrong ones count as failed attempts to sign in.
pub async fn check_own(scope: &Scope, user: UserId, answer: &str) -> Result<()> {
    let bound_to = of_session(scope)?;
    let is_right = two_factor::counted(scope, user, async |scope| {
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

/// Whose passkey it claims to be, when the browser was asked for one; the ceremony is used up and the scope saved.
pub async fn claimed(
    scope: &mut Scope,
    browser: Option<&str>,
    answer: &str,
) -> Result<Option<Signed>> {
    match browser {
        Some(browser) => claim(scope, &tokens::hash(browser), answer).await,
        None => Ok(None),
    }
}

async fn claim(scope: &mut Scope, bound_to: &str, answer: &str) -> Result<Option<Signed>> {
    let state = take(scope, bound_to).await?;
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

/// Whether it is really signed by that passkey, with its user verified; its counter goes on in the scope's transaction.
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
    let kept = Kept {
        credential_id: bytes(&passkey.credential_id)?,
        static_state: bytes(&passkey.static_state)?,
        dynamic_state: bytes(&passkey.dynamic_state)?,
    };
    match party.finish_assertion(&state, &assertion, handle(&passkey.user_handle)?, &kept) {
        Ok(dynamic) => {
            passkey.dynamic_state = BASE64.encode(dynamic);
            passkey.last_used_time = Some(scope.now());
            scope.update(&mut passkey).await?;
            Ok(true)
        }
        Err(why) => {
            tracing::info!(%why, "a passkey was refused");
            Ok(false)
        }
    }
}

/// Notes that somebody failed with the user's passkey.
pub async fn note_refusal(scope: &mut Scope, user: &Account) -> Result<()> {
    let entry = Entry::new(SESSION, 0_i64, "SignInRefused").by(user.id, &user.user_name);
    scope.record(entry.with("reason", None::<&str>, "Passkey"));
    scope.commit().await
}

/// Whether the user has one that is good at this address.
pub async fn has_here(scope: &mut Scope, user: UserId) -> Result<bool> {
    let here = scope.request.host_name().to_owned();
    let narrow = Where::all()
        .eq(Passkey::USER_ID, user)
        .eq(Passkey::RP_ID, here);
    Ok(relying_party(scope).is_some() && scope.count(narrow).await? > 0)
}

/// What only the session that began a ceremony can end it by.
fn of_session(scope: &Scope) -> Result<String> {
    let session = scope
        .caller
        .session()
        .and_then(|session| session.session)
        .ok_or(Error::Unauthorized)?;
    Ok(tokens::hash(&format!("session {session}")))
}

async fn begin(scope: &mut Scope, bound_to: String, state: &[u8]) -> Result<()> {
    store::sweep(scope, &bound_to).await?;
    let now = scope.now();
    let state = BASE64.encode(state);
    let mut row = Ceremony {
        id: 0,
        row_version: 0,
        bound_to,
        state,
        expires_at: now + LIVES,
        creation_time: now,
    };
    scope.insert(&mut row).await
}

/// The state of the ceremony, which ends with this.
async fn take(scope: &mut Scope, bound_to: &str) -> Result<Option<Vec<u8>>> {
    store::take(scope, bound_to)
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

fn broken(why: NotPassed) -> Error {
    Error::internal(anyhow::anyhow!("a ceremony could not begin: {why}"))
}
