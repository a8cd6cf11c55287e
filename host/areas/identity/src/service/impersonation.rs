//! Impersonation: an administrator becomes another user for a while, and both names go into everything that is done.

use chrono::TimeDelta;
use kernel::{
    Error, Permission, Refusal, Result, Scope,
    audit::Entry,
    db::Mode,
    ids::{SessionId, TenantId, UserId},
    message,
};

use tenancy::access::TENANTS_IMPERSONATION;

use super::{
    own,
    session_gate::{self, SessionGate},
    sessions::{self, NewSession, SESSION},
};
use crate::{
    model::{
        SessionRow,
        account::ImpersonationToken,
        wire::{Passage, WayBack},
    },
    rules::{
        sessions::{IMPERSONATION, Lifetime},
        tokens,
    },
    store::account,
};

const LIVES: TimeDelta = TimeDelta::minutes(1);
/// A platform administrator is in another tenant no longer than this at a time.
const MAX_VISIT: TimeDelta = TimeDelta::hours(8);
const ONESELF: Refusal = Refusal::new(3120, "You are this user already.");
const NO_CASCADE: Refusal = Refusal::new(
    3121,
    "You are impersonating somebody already. End that first.",
);
const NOT_IMPERSONATING: Refusal = Refusal::new(3122, "You are not impersonating anybody.");

/// What lets a platform administrator into another tenant.
pub struct Entrance {
    /// Good once, for a minute, at the tenant's own address.
    pub impersonation_token: String,
}

/// Gives a token with which the caller's browser becomes the user; saves the scope.
pub async fn start(scope: &mut Scope, user: UserId) -> Result<Passage> {
    let caller = scope.caller.session().cloned().ok_or(Error::Unauthorized)?;
    if caller.impersonator.is_some() {
        return Err(NO_CASCADE.into());
    }
    let me = own::person(scope).await?;
    if me == user {
        return Err(ONESELF.into());
    }
    let target = people::account(scope, user).await?;
    if !target.is_active {
        return Err(Error::NotFound("The user"));
    }
    let mut tx = scope.host().db().begin_aside(scope.tenant).await?;
    let may = people::may(scope.host(), &mut tx, target.id, target.customer.is_some()).await?;
    drop(tx);
    let beyond =
        |node: &&Permission| may.contains(node.name) && !caller.permissions.contains(node.name);
    if let Some(permission) = scope.host().permissions().iter().find(beyond) {
        return Err(Error::Forbidden(message!(
            "The user holds “{permission}”, which you do not."
        )));
    }
    let session: SessionRow = scope
        .find(caller.session.ok_or(Error::Unauthorized)?)
        .await?;
    let mut token = ImpersonationToken {
        impersonator_id: Some(me),
        impersonator_name: Some(caller.display_name.clone()),
        session_id: Some(session.id),
        session_ends_at: session.ends_at,
        proven_at: session.proven_at,
        ..token(scope, target.id)
    };
    let impersonation_token = give(scope, &mut token).await?;
    Ok(Passage {
        impersonation_token,
    })
}

/// Lets a platform administrator into another tenant, as the user named or as the tenant's first administrator.
///
/// The caller's scope is the platform's own tenant; `home` is where the administrator goes back to. The tenant's rows
/// are written in a transaction of their own.
pub async fn enter_tenant(
    scope: &mut Scope,
    tenant: TenantId,
    user: Option<UserId>,
) -> Result<Entrance> {
    scope.require(TENANTS_IMPERSONATION)?;
    let caller = scope.caller.session().cloned().ok_or(Error::Unauthorized)?;
    if caller.impersonator.is_some() {
        return Err(NO_CASCADE.into());
    }
    let me = own::person(scope).await?;
    if tenant == scope.tenant || !session_gate::is_open(scope.host(), tenant).await? {
        return Err(Error::NotFound("The tenant"));
    }
    let home = tenancy::base_url(scope.host(), scope.tenant, &scope.request).await?;
    let session: SessionRow = scope
        .sibling(Mode::Read)
        .find(caller.session.ok_or(Error::Unauthorized)?)
        .await?;
    let mut there = scope.in_tenant(tenant).sibling(Mode::Write);
    let user = match user {
        Some(user) if people::is_active(&mut there, user).await? => user,
        Some(_) => return Err(Error::NotFound("The user")),
        None => people::first_administrator(&mut there)
            .await?
            .ok_or(Error::NotFound("An active administrator of the tenant"))?,
    };
    let mut token = ImpersonationToken {
        impersonator_id: Some(me),
        impersonator_tenant_id: Some(scope.tenant),
        impersonator_home: Some(home),
        impersonator_name: Some(caller.display_name.clone()),
        impersonator_session_id: Some(session.id),
        session_ends_at: session.ends_at.min(scope.now() + MAX_VISIT),
        proven_at: session.proven_at,
        ..token(&there, user)
    };
    Ok(Entrance {
        impersonation_token: give(&mut there, &mut token).await?,
    })
}

/// Gives a token with which the browser becomes the first user again, or the address to go home to; saves the scope.
pub async fn end(scope: &mut Scope) -> Result<WayBack> {
    let caller = scope.caller.session().cloned().ok_or(Error::Unauthorized)?;
    let (Some(first), Some(session)) = (caller.impersonator, caller.session) else {
        return Err(NOT_IMPERSONATING.into());
    };
    let session: SessionRow = scope.find(session).await?;
    if caller.impersonator_tenant.is_some() {
        // The visit is over at once. The administrator's session at home was never touched, so no token is given: a
        // tenant's page must never hold one that is good on the platform.
        account::end_session(scope, session.id).await?;
        scope.record(Entry::new(SESSION, session.id, "ImpersonationEnded"));
        scope.commit().await?;
        scope.port::<SessionGate>()?.forget();
        return Ok(WayBack {
            impersonation_token: None,
            url: session.impersonator_home,
        });
    }
    let mut token = ImpersonationToken {
        session_id: Some(session.id),
        session_ends_at: session.ends_at,
        proven_at: session.proven_at,
        ..token(scope, first)
    };
    Ok(WayBack {
        impersonation_token: Some(give(scope, &mut token).await?),
        url: None,
    })
}

fn token(scope: &Scope, user_id: UserId) -> ImpersonationToken {
    let now = scope.now();
    ImpersonationToken {
        id: 0,
        row_version: 0,
        user_id,
        impersonator_id: None,
        impersonator_tenant_id: None,
        impersonator_home: None,
        impersonator_name: None,
        impersonator_session_id: None,
        session_id: None,
        token_hash: String::new(),
        session_ends_at: now,
        proven_at: None,
        expires_at: now + LIVES,
        creation_time: now,
    }
}

async fn give(scope: &mut Scope, row: &mut ImpersonationToken) -> Result<String> {
    let token = tokens::new(scope.tenant)?;
    row.token_hash = tokens::hash(&token);
    scope.insert(row).await?;
    scope.commit().await?;
    Ok(token)
}

/// Takes a token in the tenant that it is for and opens its session; `cookie` is what the browser has at the moment.
pub async fn pass(
    scope: &Scope,
    tenant: TenantId,
    token: &str,
    cookie: Option<&str>,
) -> Result<Option<NewSession>> {
    if tokens::tenant_of(token) != Some(tenant)
        || !session_gate::is_open(scope.host(), tenant).await?
    {
        return Ok(None);
    }
    let mut scope = scope.in_tenant(tenant).sibling(Mode::Write);
    let Some(passage) = account::take_passage(&mut scope, tokens::hash(token)).await? else {
        return Ok(None);
    };
    let now = scope.now();
    // What was shown to the wrong browser is used up all the same.
    if !is_from(&mut scope, passage.session_id, cookie).await?
        || !people::is_active(&mut scope, passage.user_id).await?
    {
        scope.commit().await?;
        return Ok(None);
    }
    let settings = tenancy::settings_of(scope.host(), tenant).await?;
    let lifetime = Lifetime::of(&settings.user_management);
    if let Some(session) = passage.session_id {
        account::end_session(&mut scope, session).await?;
    }
    let cookie = tokens::new(tenant)?;
    let times = (now + lifetime.idle, passage.session_ends_at);
    let mut row = SessionRow {
        impersonator_id: passage.impersonator_id,
        impersonator_tenant_id: passage.impersonator_tenant_id,
        impersonator_home: passage.impersonator_home,
        impersonator_name: passage.impersonator_name,
        impersonator_session_id: passage.impersonator_session_id,
        // Impersonating somebody, or coming back, proves nothing anew.
        proven_at: passage.proven_at,
        ..sessions::row(
            &scope,
            passage.user_id,
            &sessions::bearer_of(&cookie)?,
            times,
        )
    };
    let seconds = (row.expires_at - now).num_seconds();
    row.provider = Some(IMPERSONATION.to_owned());
    scope.insert(&mut row).await?;
    let user = people::account(&mut scope, row.user_id).await?;
    let entry = match row.impersonator_id {
        Some(id) => Entry::new(SESSION, row.id, "ImpersonationStarted")
            .by(
                id,
                &user_name_at(&scope, row.impersonator_tenant_id.unwrap_or(tenant), id).await?,
            )
            .named(&user.user_name)
            .with("userId", None::<UserId>, user.id)
            .with(
                "impersonatorTenantId",
                None::<TenantId>,
                row.impersonator_tenant_id,
            ),
        None => Entry::new(SESSION, row.id, "ImpersonationEnded").by(user.id, &user.user_name),
    };
    scope.record(entry);
    scope.commit().await?;
    scope.port::<SessionGate>()?.forget();
    Ok(Some(NewSession {
        cookie,
        seconds,
        browser: None,
        device: None,
    }))
}

/// The user name by which the record of changes names everybody.
async fn user_name_at(scope: &Scope, home: TenantId, user: UserId) -> Result<String> {
    Ok(
        people::account(&mut scope.in_tenant(home).sibling(Mode::Read), user)
            .await?
            .user_name,
    )
}

/// Whether the browser is the one that asked: a token that was stolen is worth nothing without its cookie. One from
/// another tenant's address can't be told, since cookies do not go from host to host.
async fn is_from(
    scope: &mut Scope,
    asked_by: Option<SessionId>,
    cookie: Option<&str>,
) -> Result<bool> {
    let Some(asked_by) = asked_by else {
        return Ok(true);
    };
    let Some(bearer) = cookie.and_then(tokens::bearer_of) else {
        return Ok(false);
    };
    let narrow = kernel::Where::all().eq(SessionRow::TOKEN_HASH, tokens::hash(&bearer));
    let session: Option<SessionRow> = scope.first(narrow).await?;
    Ok(session.is_some_and(|session| session.id == asked_by))
}
