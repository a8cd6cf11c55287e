//! Signing in, staying signed in, signing out, and the sessions that a user has open.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{
    Error, Result, Scope, Where,
    audit::Entry,
    db::Mode,
    ids::{ApiKeyId, SessionId, TenantId, UserId},
};
use tenancy::UserManagement;

use super::{
    admission::{self, SecondStep},
    attempts,
    doorman::{Doorman, Known},
    own,
    proof::{self, Judge, Verdict},
};
use crate::{
    model::{
        SessionRow, User,
        wire::{Provider, SessionItem},
    },
    rules::{tokens, users},
    store::{self, account},
};

/// What the record of changes calls sign-ins, refusals and impersonations.
pub const SESSION: &str = "Session";
/// An integration's token is good for this long; it gets another for its key.
pub const FOR_A_KEY: TimeDelta = TimeDelta::hours(1);

/// How long a browser's session lasts, as the tenant wants it.
#[derive(Debug, Clone, Copy)]
pub struct Lifetime {
    /// After the last use.
    pub idle: TimeDelta,
    /// After signing in, however much it is used.
    pub absolute: TimeDelta,
    /// Use is not written down more often than this.
    pub written_every: TimeDelta,
}

impl Lifetime {
    pub fn of(settings: &UserManagement) -> Self {
        let idle = TimeDelta::minutes(i64::from(settings.session_idle_minutes).max(1));
        Self {
            idle,
            absolute: TimeDelta::days(i64::from(settings.session_absolute_days).max(1)),
            written_every: (idle / 10).clamp(TimeDelta::seconds(30), TimeDelta::hours(1)),
        }
    }
}

/// How an attempt to sign in ended.
pub enum Attempt {
    In(NewSession),
    /// No such user, or not the password.
    Wrong,
    /// The password was right; a second step is needed.
    SecondStep(Vec<Provider>),
    WrongSecondStep(Vec<Provider>),
    /// The user's e-mail address has to be confirmed first.
    NotConfirmed,
    /// Locked out for a while, switched off, or nobody may come in at all.
    Refused,
    /// Come again in so many seconds.
    TooMany(u64),
    /// The company's directory could not be asked.
    Silent,
}

/// What a browser that was let in is given.
pub struct NewSession {
    /// The secret of the session, for the browser's cookie.
    pub cookie: String,
    /// How long the cookie lives unless the session is used.
    pub seconds: i64,
    /// What spares this browser the user's second step from now on.
    pub browser: Option<(UserId, String)>,
}

/// Tries a user name (or e-mail address) and a password at the door of one tenant.
pub async fn attempt(
    scope: &Scope,
    tenant: TenantId,
    judge: Judge,
    user_name: &str,
    password: &str,
    second: &SecondStep,
) -> Result<Attempt> {
    let Some(key) = users::typed_key(user_name) else { return Ok(Attempt::Wrong) };
    if password.len() > users::LONGEST_PASSWORD {
        return Ok(Attempt::Wrong);
    }
    let (host, doorman, now) = (scope.host(), scope.port::<Doorman>()?, scope.now());
    let ticket = match doorman.attempts.begin(scope, tenant, attempts::SIGN_IN, &format!("name {key}")).await {
        Ok(ticket) => ticket,
        Err(Error::TooMany(seconds)) => return Ok(Attempt::TooMany(seconds)),
        Err(error) => return Err(error),
    };
    let lock_out = tenancy::settings_of(host, tenant).await?.security.user_lock_out.clone();
    // Read and let go before the long work: nothing of the database is held while a hash is computed.
    let user = named(&mut scope.in_tenant(tenant).sibling(Mode::Read), &key).await?;
    let unknown_is_locked = doorman.attempts.is_locked(host, tenant, &key).await?;
    let locked = match &user {
        Some(user) => user.is_lockout_enabled && user.lockout_end.is_some_and(|end| end > now),
        None => unknown_is_locked && lock_out.is_enabled,
    };
    if locked {
        return Ok(Attempt::Refused);
    }
    match proof::by_password(&scope.in_tenant(tenant), judge, user.as_ref(), user_name, password).await? {
        Verdict::Is(user) => {
            let provider = if judge == Judge::Directory { DIRECTORY } else { CREDENTIALS };
            let attempt = admission::admit(scope, tenant, &user, second, provider).await?;
            if matches!(attempt, Attempt::In(_) | Attempt::SecondStep(_)) {
                ticket.give_back(host).await?;
            }
            Ok(attempt)
        }
        verdict => {
            // Both statements are run whoever it was: for a name without a user the first finds no row, and what the
            // second writes about a name with one is never asked for.
            let mut scope = scope.in_tenant(tenant).sibling(Mode::Write);
            let id = user.as_ref().map(|user| user.id).unwrap_or_default();
            store::count_failure(&mut scope, id, &lock_out).await?;
            // What was typed is not told: it may be a password in the wrong field.
            let entry = Entry::new(SESSION, 0_i64, "SignInRefused").with("reason", None::<&str>, "Password");
            scope.record(match &user {
                Some(user) => entry.by(user.id, &user.user_name),
                None => entry,
            });
            scope.save().await?;
            doorman.attempts.failed(host, tenant, &key, &lock_out).await?;
            Ok(if matches!(verdict, Verdict::Silent) { Attempt::Silent } else { Attempt::Wrong })
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

/// The ways in of our own; every other name is an OpenID provider's.
pub const CREDENTIALS: &str = "credentials";
pub const DIRECTORY: &str = "ldap";
pub const IMPERSONATION: &str = "impersonation";

/// Whether the user was let in by somebody else's word.
pub fn is_outside(provider: &str) -> bool {
    ![CREDENTIALS, DIRECTORY, IMPERSONATION].contains(&provider)
}

/// Opens a session for a browser, saves the scope, and gives the secret of its cookie; `provider` is how the user came
/// in.
pub async fn open_for_browser(scope: &mut Scope, user: UserId, provider: &str) -> Result<String> {
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let lifetime = Lifetime::of(&settings.user_management);
    if settings.user_management.allow_one_concurrent_session {
        account::end_own_sessions(scope, user).await?;
    }
    let cookie = tokens::new(scope.tenant)?;
    let now = scope.now();
    let mut row = row(scope, user, &bearer_of(&cookie)?, (now + lifetime.idle, now + lifetime.absolute));
    row.provider = Some(provider.to_owned());
    store::sweep(scope).await?;
    scope.insert(&mut row).await?;
    let user: User = scope.find(user).await?;
    let entry = Entry::new(SESSION, row.id, "SignedIn").by(user.id, &user.user_name);
    scope.record(entry.with("provider", None::<&str>, provider));
    scope.save().await?;
    if settings.user_management.allow_one_concurrent_session {
        scope.port::<Doorman>()?.forget();
    }
    Ok(cookie)
}

pub(crate) fn bearer_of(cookie: &str) -> Result<String> {
    tokens::bearer_of(cookie).ok_or(Error::Unauthorized)
}

/// Gives a bearer token to a user without a browser, and saves the scope.
pub async fn open_bearer(scope: &mut Scope, user: UserId, key: Option<ApiKeyId>) -> Result<String> {
    let bearer = tokens::new(scope.tenant)?;
    let end = scope.now() + FOR_A_KEY;
    let mut row = SessionRow { api_key_id: key, ..row(scope, user, &bearer, (end, end)) };
    store::sweep(scope).await?;
    scope.insert(&mut row).await?;
    scope.save().await?;
    Ok(bearer)
}

pub(crate) fn row(
    scope: &Scope,
    user_id: UserId,
    bearer: &str,
    (expires_at, ends_at): (DateTime<Utc>, DateTime<Utc>),
) -> SessionRow {
    SessionRow {
        id: SessionId::default(),
        row_version: 0,
        user_id,
        api_key_id: None,
        impersonator_id: None,
        impersonator_tenant_id: None,
        impersonator_home: None,
        impersonator_name: None,
        provider: None,
        token_hash: tokens::hash(bearer),
        expires_at: expires_at.min(ends_at),
        ends_at,
        address: scope.request.address.clone(),
        user_agent: scope.request.user_agent.clone(),
        last_used_time: Some(scope.now()),
        creation_time: scope.now(),
    }
}

/// A browser that is signed in.
pub struct SignedIn {
    pub known: std::sync::Arc<Known>,
    pub access_token: String,
    pub expires_at: DateTime<Utc>,
}

/// The browser's session when its cookie is good at this tenant's door.
pub async fn of_browser(scope: &Scope, tenant: TenantId, cookie: &str) -> Result<Option<SignedIn>> {
    let Some(access_token) = tokens::bearer_of(cookie) else { return Ok(None) };
    let found = scope.port::<Doorman>()?.look_up(scope.host(), &access_token).await?;
    let Some(known) = found.filter(|known| known.session.tenant == tenant && known.api_key.is_none()) else {
        return Ok(None);
    };
    let expires_at = known.expires_at;
    Ok(Some(SignedIn { known, access_token, expires_at }))
}

/// Ends the browser's session; its bearer token is worth nothing from now on.
pub async fn sign_out(scope: &Scope, cookie: &str) -> Result<()> {
    let (Some(tenant), Some(bearer)) = (tokens::tenant_of(cookie), tokens::bearer_of(cookie)) else { return Ok(()) };
    let mut scope = scope.in_tenant(tenant).sibling(Mode::Write);
    if let Some((session, user)) = store::end(&mut scope, &tokens::hash(&bearer)).await? {
        let user: User = scope.find(user).await?;
        scope.record(Entry::new(SESSION, session, "SignedOut").by(user.id, &user.user_name));
    }
    scope.save().await?;
    scope.port::<Doorman>()?.forget();
    Ok(())
}

/// Ends the user's sessions but one, and the impersonations that the user has running, in the caller's transaction. The
/// tokens of API keys stay. After the save the doorman has to forget.
pub async fn end_all(scope: &mut Scope, user: UserId, except: Option<SessionId>) -> Result<usize> {
    account::end_sessions(scope, user, except).await
}

/// The caller's own sessions, the one used last first.
pub async fn list(scope: &mut Scope) -> Result<Vec<SessionItem>> {
    let caller = scope.caller.session().cloned().ok_or(Error::Unauthorized)?;
    let now = scope.now();
    let narrow = Where::all().eq("user_id", caller.user).is_null("api_key_id").ge("expires_at", now);
    let mut rows: Vec<SessionRow> = scope.all(narrow).await?;
    rows.sort_by_key(|row| std::cmp::Reverse(row.last_used_time.unwrap_or(row.creation_time)));
    Ok(rows
        .into_iter()
        .map(|row| SessionItem {
            is_current: caller.session == Some(row.id),
            id: row.id,
            creation_time: row.creation_time,
            last_used_time: row.last_used_time.unwrap_or(row.creation_time),
            expires: row.expires_at,
            address: row.address,
            user_agent: row.user_agent,
            provider: row.provider,
            impersonator_name: row.impersonator_name,
        })
        .collect())
}

/// Ends one of the caller's own sessions.
pub async fn end_one(scope: &mut Scope, session: SessionId) -> Result<()> {
    let user = own::hands(scope).await?;
    let row: SessionRow = scope.find(session).await?;
    if row.user_id != user || row.api_key_id.is_some() {
        return Err(Error::NotFound("The session"));
    }
    account::end_session(scope, row.id).await?;
    scope.save().await?;
    scope.port::<Doorman>()?.forget();
    Ok(())
}

/// Ends the caller's sessions but the one that asks.
pub async fn end_others(scope: &mut Scope) -> Result<usize> {
    let user = own::hands(scope).await?;
    let current = scope.caller.session().and_then(|session| session.session);
    let ended = end_all(scope, user, current).await?;
    scope.save().await?;
    scope.port::<Doorman>()?.forget();
    Ok(ended)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn use_is_written_down_often_enough_for_short_sessions_and_seldom_for_long_ones() {
        let lifetime = |minutes| {
            Lifetime::of(&UserManagement { session_idle_minutes: minutes, ..UserManagement::default() }).written_every
        };
        assert_eq!(lifetime(30 * 24 * 60), TimeDelta::hours(1));
        assert_eq!(lifetime(15), TimeDelta::seconds(90));
        assert_eq!(lifetime(1), TimeDelta::seconds(30));
        assert_eq!(lifetime(0), TimeDelta::seconds(30));
    }
}
