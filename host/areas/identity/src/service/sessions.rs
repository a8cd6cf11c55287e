//! Signing in, staying signed in, and signing out.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{
    Error, Result, Scope, Where,
    db::Mode,
    ids::{ApiKeyId, TenantId, UserId},
};

use super::doorman::{self, Doorman, Known};
use crate::{
    model::{SessionRow, User},
    rules::{tokens, users},
    store,
};

/// A browser's session ends this long after it was last used …
const IDLE: TimeDelta = TimeDelta::days(30);
/// … and this long after the password was typed, however much it is used.
const ABSOLUTE: TimeDelta = TimeDelta::days(90);
/// A session is not written anew more often than this.
const RENEWED_EVERY: TimeDelta = TimeDelta::hours(1);
/// An integration's token is good for this long; it gets another for its key.
pub const FOR_A_KEY: TimeDelta = TimeDelta::hours(1);

/// How an attempt to sign in with a password ended.
pub enum Attempt {
    /// The secret of the new session, for the browser's cookie.
    In(String),
    /// No such user, or not the password.
    Wrong,
    /// Locked out for a while, switched off, or nobody may come in at all.
    Refused,
    /// Come again in so many seconds.
    TooMany(u64),
}

/// Tries a user name (or e-mail address) and a password at the door of one tenant.
pub async fn attempt(scope: &Scope, tenant: TenantId, user_name: &str, password: &str) -> Result<Attempt> {
    let Some(key) = users::typed_key(user_name) else { return Ok(Attempt::Wrong) };
    if password.len() > users::LONGEST_PASSWORD {
        return Ok(Attempt::Wrong);
    }
    let (doorman, now) = (scope.port::<Doorman>()?, scope.now());
    let ticket = match doorman.attempts.begin(&scope.request.address, &format!("{tenant} {key}"), now) {
        Ok(ticket) => ticket,
        Err(seconds) => return Ok(Attempt::TooMany(seconds)),
    };
    // Read and let go before the long work: nothing of the database is held while a hash is computed.
    let user = named(&mut scope.in_tenant(tenant).sibling(Mode::Read), &key).await?;
    let locked = match &user {
        Some(user) => user.is_lockout_enabled && user.lockout_end.is_some_and(|end| end > now),
        None => doorman.attempts.is_locked(tenant, &key, now),
    };
    if locked {
        return Ok(Attempt::Refused);
    }
    let hash = user.as_ref().and_then(|user| user.password_hash.clone());
    let right = doorman.passwords.verify(password, hash).await?;
    let mut scope = scope.in_tenant(tenant).sibling(Mode::Write);
    match user {
        Some(user) if right => {
            if !doorman::is_open(scope.host(), tenant).await? || !store::count_success(&mut scope, user.id).await? {
                return Ok(Attempt::Refused);
            }
            let cookie = open_for_browser(&mut scope, user.id).await?;
            ticket.give_back();
            Ok(Attempt::In(cookie))
        }
        wrong => {
            // For a name without a user the statement finds no row, yet it is run: the answer takes as long.
            store::count_failure(&mut scope, wrong.as_ref().map(|user| user.id).unwrap_or_default()).await?;
            scope.save().await?;
            if wrong.is_none() {
                doorman.attempts.failed(tenant, &key, now);
            }
            Ok(Attempt::Wrong)
        }
    }
}

/// The user with this name or e-mail address; the name wins.
pub async fn named(scope: &mut Scope, key: &str) -> Result<Option<User>> {
    match scope.first(Where::all().eq("user_name_key", key.to_owned())).await? {
        Some(user) => Ok(Some(user)),
        None => scope.first(Where::all().eq("email_key", key.to_owned())).await,
    }
}

async fn open_for_browser(scope: &mut Scope, user: UserId) -> Result<String> {
    let cookie = tokens::new(scope.tenant)?;
    let bearer = bearer_of(&cookie)?;
    let now = scope.now();
    store::sweep(scope).await?;
    open(scope, user, None, &bearer, (now + IDLE, now + ABSOLUTE)).await?;
    scope.save().await?;
    Ok(cookie)
}

fn bearer_of(cookie: &str) -> Result<String> {
    tokens::bearer_of(cookie).ok_or(Error::Unauthorized)
}

/// Gives a bearer token to a user without a browser, and saves the scope.
pub async fn open_bearer(scope: &mut Scope, user: UserId, key: Option<ApiKeyId>) -> Result<String> {
    let bearer = tokens::new(scope.tenant)?;
    let end = scope.now() + FOR_A_KEY;
    store::sweep(scope).await?;
    open(scope, user, key, &bearer, (end, end)).await?;
    scope.save().await?;
    Ok(bearer)
}

async fn open(
    scope: &mut Scope,
    user: UserId,
    api_key_id: Option<ApiKeyId>,
    bearer: &str,
    (expires_at, ends_at): (DateTime<Utc>, DateTime<Utc>),
) -> Result<()> {
    let mut row = SessionRow {
        id: Default::default(),
        row_version: 0,
        user_id: user,
        api_key_id,
        impersonator_id: None,
        token_hash: tokens::hash(bearer),
        expires_at,
        ends_at,
        address: scope.request.address.clone(),
        user_agent: scope.request.user_agent.clone(),
        creation_time: scope.now(),
    };
    scope.insert(&mut row).await
}

/// A browser that is signed in.
pub struct SignedIn {
    pub known: std::sync::Arc<Known>,
    pub access_token: String,
    pub expires_at: DateTime<Utc>,
}

/// The browser's session, renewed, when its cookie is good at this tenant's door.
pub async fn of_browser(scope: &Scope, tenant: TenantId, cookie: &str) -> Result<Option<SignedIn>> {
    let Some(access_token) = tokens::bearer_of(cookie) else { return Ok(None) };
    let doorman = scope.port::<Doorman>()?;
    let found = doorman.look_up(scope.host(), &access_token).await?;
    let Some(known) = found.filter(|known| known.session.tenant == tenant && known.api_key.is_none()) else {
        return Ok(None);
    };
    let wanted = (scope.now() + IDLE).min(known.ends_at);
    let mut expires_at = known.expires_at;
    if wanted - known.expires_at >= RENEWED_EVERY
        && let Some(session) = known.session.session
    {
        let mut scope = scope.in_tenant(tenant).sibling(Mode::Write);
        store::renew(&mut scope, session, wanted).await?;
        scope.save().await?;
        doorman.forget();
        expires_at = wanted;
    }
    Ok(Some(SignedIn { known, access_token, expires_at }))
}

/// Ends the browser's session; its bearer token is worth nothing from now on.
pub async fn sign_out(scope: &Scope, cookie: &str) -> Result<()> {
    let (Some(tenant), Some(bearer)) = (tokens::tenant_of(cookie), tokens::bearer_of(cookie)) else { return Ok(()) };
    let mut scope = scope.in_tenant(tenant).sibling(Mode::Write);
    store::end(&mut scope, &tokens::hash(&bearer)).await?;
    scope.save().await?;
    scope.port::<Doorman>()?.forget();
    Ok(())
}
