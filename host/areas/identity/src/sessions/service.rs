//! Opening, listing and ending sessions.

use chrono::{DateTime, TimeDelta, Utc};
use data::{
    Error, New, NewRecord, Result, Scope, Where,
    audit::Entry,
    db::Mode,
    ids::{ApiKeyId, SessionId, TenantId, UserId},
};

use crate::{
    account,
    sessions::gate::{CachedSession, SessionGate},
};
use crate::{
    account::model::SessionItem,
    sessions::{
        self,
        model::{Impersonator, SessionRow},
        rules::Lifetime,
    },
    two_factor,
};

/// Entity name of sign-ins, refusals and impersonations in the record of changes.
pub const SESSION: &str = "Session";
/// Maximum lifetime of an API key's token; the key can obtain another.
pub const KEY_TOKEN_LIFETIME: TimeDelta = TimeDelta::hours(1);

pub struct NewSession {
    /// Secret of the session.
    pub cookie: String,
    /// Lifetime of the cookie without use.
    pub seconds: i64,
    /// Cookie that skips the user's second step in this browser.
    pub browser: Option<(UserId, String)>,
    pub device: Option<String>,
}

/// Opens a browser session, saves the scope, and returns the cookie's secret.
pub async fn open_for_browser(scope: &mut Scope, user: UserId, provider: &str) -> Result<String> {
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let lifetime = Lifetime::from_settings(&settings.user_management);
    if settings.user_management.allow_one_concurrent_session {
        two_factor::store::end_own_sessions(scope, user).await?;
    }
    let cookie = sessions::tokens::new(scope.tenant)?;
    let now = scope.now();
    let mut row = row(
        scope,
        user,
        &bearer_of(&cookie)?,
        (now + lifetime.idle, now + lifetime.absolute),
    );
    row.provider = Some(provider.to_owned());
    sessions::store::sweep(scope).await?;
    scope.insert(&mut row).await?;
    let user = people::account(scope, user).await?;
    let entry = Entry::new(SESSION, row.id, "SignedIn").with_author(user.id, &user.user_name);
    scope.record(entry.with_change("provider", None::<&str>, provider));
    scope.commit().await?;
    if settings.user_management.allow_one_concurrent_session {
        scope.port::<SessionGate>()?.clear_cache();
    }
    Ok(cookie)
}

pub(crate) fn bearer_of(cookie: &str) -> Result<String> {
    sessions::tokens::bearer_of(cookie).ok_or(Error::Unauthorized)
}

/// Issues a bearer token without a browser. Saves the scope.
pub async fn open_bearer(
    scope: &mut Scope,
    user: UserId,
    key: Option<ApiKeyId>,
    end: DateTime<Utc>,
) -> Result<String> {
    let bearer = sessions::tokens::new(scope.tenant)?;
    let mut row = SessionRow {
        api_key_id: key,
        ..row(scope, user, &bearer, (end, end))
    };
    row.proven_at = row.proven_at.filter(|_| key.is_none());
    sessions::store::sweep(scope).await?;
    scope.insert(&mut row).await?;
    scope.commit().await?;
    Ok(bearer)
}

pub(crate) fn row(
    scope: &Scope,
    user_id: UserId,
    bearer: &str,
    (expires_at, ends_at): (DateTime<Utc>, DateTime<Utc>),
) -> SessionRow {
    New::<SessionRow> {
        user_id,
        api_key_id: None,
        impersonator: Impersonator::default(),
        provider: None,
        token_hash: sessions::tokens::hash(bearer),
        expires_at: expires_at.min(ends_at),
        ends_at,
        address: scope.request.address.clone(),
        user_agent: scope.request.user_agent.clone(),
        last_used_time: Some(scope.now()),
        // A sign-in proves the user's identity; an API key does not.
        proven_at: Some(scope.now()),
    }
    .created_at(scope.now())
}

pub struct SignedIn {
    pub known: std::sync::Arc<CachedSession>,
    pub access_token: String,
    pub expires_at: DateTime<Utc>,
}

pub async fn find_browser_session(
    scope: &Scope,
    tenant: TenantId,
    cookie: &str,
) -> Result<Option<SignedIn>> {
    let gate = scope.port::<SessionGate>()?;
    let found = gate.look_up_browser(scope.host(), tenant, cookie).await?;
    let Some((known, access_token)) = found else {
        return Ok(None);
    };
    let expires_at = known.expires_at;
    Ok(Some(SignedIn {
        known,
        access_token,
        expires_at,
    }))
}

/// Ends the browser's session and its bearer token.
pub async fn sign_out(scope: &Scope, cookie: &str) -> Result<()> {
    let (Some(tenant), Some(bearer)) = (
        sessions::tokens::tenant_of(cookie),
        sessions::tokens::bearer_of(cookie),
    ) else {
        return Ok(());
    };
    let mut scope = scope.in_tenant(tenant).sibling(Mode::Write);
    if let Some((session, user)) =
        sessions::store::end_session(&mut scope, &sessions::tokens::hash(&bearer)).await?
    {
        let user = people::account(&mut scope, user).await?;
        scope.record(
            Entry::new(SESSION, session, "SignedOut").with_author(user.id, &user.user_name),
        );
    }
    scope.commit().await?;
    scope.port::<SessionGate>()?.clear_cache();
    Ok(())
}

/// Ends the user's sessions except one, and running impersonations, in the caller's transaction.
/// API key tokens stay. The caller must then clear the session gate.
pub async fn end_all(scope: &mut Scope, user: UserId, except: Option<SessionId>) -> Result<usize> {
    two_factor::store::end_sessions(scope, user, except).await
}

pub async fn list(scope: &mut Scope) -> Result<Vec<SessionItem>> {
    let caller = scope.caller.session().cloned().ok_or(Error::Unauthorized)?;
    let now = scope.now();
    let narrow = Where::all()
        .eq(SessionRow::USER_ID, caller.user)
        .is_null(SessionRow::API_KEY_ID)
        .ge(SessionRow::EXPIRES_AT, now);
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
            impersonator_name: row.impersonator.name,
        })
        .collect())
}

pub async fn end_one(scope: &mut Scope, session: SessionId) -> Result<()> {
    let user = account::guards::require_person(scope).await?;
    let row: SessionRow = scope.find(session).await?;
    if row.user_id != user || row.api_key_id.is_some() {
        return Err(Error::NotFound("The session"));
    }
    two_factor::store::end_session(scope, row.id).await?;
    scope.commit().await?;
    scope.port::<SessionGate>()?.clear_cache();
    Ok(())
}

pub async fn end_others(scope: &mut Scope) -> Result<usize> {
    let user = account::guards::require_person(scope).await?;
    let current = scope.caller.session().and_then(|session| session.session);
    let ended = end_all(scope, user, current).await?;
    scope.commit().await?;
    scope.port::<SessionGate>()?.clear_cache();
    Ok(ended)
}
