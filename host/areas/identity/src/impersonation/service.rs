//! Impersonation: an administrator acts as another user, and records name both.

use chrono::TimeDelta;
use data::{
    Error, New, NewRecord, Permission, Refusal, Result, Scope,
    audit::Entry,
    db::Mode,
    ids::{SessionId, TenantId, UserId},
    message,
};

use tenancy::access::TENANTS_IMPERSONATION;

use crate::{
    account,
    sessions::{
        self,
        gate::SessionGate,
        service::{NewSession, SESSION},
    },
};
use crate::{
    account::model::{Passage, WayBack},
    sessions::{
        model::{Impersonator, SessionRow},
        rules::{IMPERSONATION, Lifetime},
    },
    two_factor::{self, model::ImpersonationToken},
};

const TOKEN_LIFETIME: TimeDelta = TimeDelta::minutes(1);
/// Maximum time of a platform administrator in another tenant.
const MAX_VISIT: TimeDelta = TimeDelta::hours(8);
const SAME_USER: Refusal = Refusal::new(3120, "You are already this user.");
const NO_CASCADE: Refusal = Refusal::new(
    3121,
    "You are already impersonating a user. End that first.",
);
const NOT_IMPERSONATING: Refusal = Refusal::new(3122, "You are not impersonating a user.");

pub struct TenantAccessToken {
    /// Valid once, for a minute, at the tenant's own address.
    pub impersonation_token: String,
}

pub async fn start(scope: &mut Scope, user: UserId) -> Result<Passage> {
    let caller = scope.caller.session().cloned().ok_or(Error::Unauthorized)?;
    if caller.impersonator.is_some() {
        return Err(NO_CASCADE.into());
    }
    let me = account::guards::require_person(scope).await?;
    if me == user {
        return Err(SAME_USER.into());
    }
    let target = people::account(scope, user).await?;
    if !target.is_active {
        return Err(Error::NotFound("The user"));
    }
    let mut tx = scope.host().db().begin_side_read(scope.tenant).await?;
    let may = people::load_permissions(scope.host(), &mut tx, target.id, target.customer.is_some())
        .await?;
    drop(tx);
    let beyond =
        |node: &&Permission| may.contains(node.name) && !caller.permissions.contains(node.name);
    if let Some(permission) = scope.host().permissions().iter().find(beyond) {
        return Err(Error::Forbidden(message!(
            "The user has “{permission}”, which you do not."
        )));
    }
    let session: SessionRow = scope
        .find(caller.session.ok_or(Error::Unauthorized)?)
        .await?;
    let mut token = ImpersonationToken {
        impersonator: Impersonator {
            id: Some(me),
            name: Some(caller.display_name.clone()),
            ..Impersonator::default()
        },
        session_id: Some(session.id),
        session_ends_at: session.ends_at,
        proven_at: session.proven_at,
        ..token(scope, target.id)
    };
    let impersonation_token = issue_token(scope, &mut token).await?;
    Ok(Passage {
        impersonation_token,
    })
}

/// Lets a platform administrator into another tenant. The scope is the platform tenant; `home` is
/// the return address. The tenant's rows are written in a separate transaction.
pub async fn enter_tenant(
    scope: &mut Scope,
    tenant: TenantId,
    user: Option<UserId>,
) -> Result<TenantAccessToken> {
    scope.require(TENANTS_IMPERSONATION)?;
    let caller = scope.caller.session().cloned().ok_or(Error::Unauthorized)?;
    if caller.impersonator.is_some() {
        return Err(NO_CASCADE.into());
    }
    let me = account::guards::require_person(scope).await?;
    if tenant == scope.tenant || !sessions::gate::is_open(scope.host(), tenant).await? {
        return Err(Error::NotFound("The tenant"));
    }
    let home = tenancy::base_url(scope.host(), scope.tenant, &scope.request).await?;
    let session: SessionRow = scope
        .sibling(Mode::Read)
        .find(caller.session.ok_or(Error::Unauthorized)?)
        .await?;
    let mut visited = scope.in_tenant(tenant).sibling(Mode::Write);
    let user = match user {
        Some(user) if people::is_active(&mut visited, user).await? => user,
        Some(_) => return Err(Error::NotFound("The user")),
        None => people::first_administrator(&mut visited)
            .await?
            .ok_or(Error::NotFound("An active administrator of the tenant"))?,
    };
    let mut token = ImpersonationToken {
        impersonator: Impersonator {
            id: Some(me),
            tenant_id: Some(scope.tenant),
            home: Some(home),
            name: Some(caller.display_name.clone()),
            session_id: Some(session.id),
        },
        session_ends_at: session.ends_at.min(scope.now() + MAX_VISIT),
        proven_at: session.proven_at,
        ..token(&visited, user)
    };
    Ok(TenantAccessToken {
        impersonation_token: issue_token(&mut visited, &mut token).await?,
    })
}

/// Issues a token that returns the browser to the first user, or the address of the own tenant.
/// Saves the scope.
pub async fn end(scope: &mut Scope) -> Result<WayBack> {
    let caller = scope.caller.session().cloned().ok_or(Error::Unauthorized)?;
    let (Some(first), Some(session)) = (caller.impersonator, caller.session) else {
        return Err(NOT_IMPERSONATING.into());
    };
    let session: SessionRow = scope.find(session).await?;
    if caller.impersonator_tenant.is_some() {
        // The visit ends at once. No token is issued: a tenant's page must never hold one that is
        // valid on the platform.
        two_factor::store::end_session(scope, session.id).await?;
        scope.record(Entry::new(SESSION, session.id, "ImpersonationEnded"));
        scope.commit().await?;
        scope.port::<SessionGate>()?.clear_cache();
        return Ok(WayBack {
            impersonation_token: None,
            url: session.impersonator.home,
        });
    }
    let mut token = ImpersonationToken {
        session_id: Some(session.id),
        session_ends_at: session.ends_at,
        proven_at: session.proven_at,
        ..token(scope, first)
    };
    Ok(WayBack {
        impersonation_token: Some(issue_token(scope, &mut token).await?),
        url: None,
    })
}

fn token(scope: &Scope, user_id: UserId) -> ImpersonationToken {
    let now = scope.now();
    New::<ImpersonationToken> {
        user_id,
        impersonator: Impersonator::default(),
        session_id: None,
        token_hash: String::new(),
        session_ends_at: now,
        proven_at: None,
        expires_at: now + TOKEN_LIFETIME,
    }
    .created_at(now)
}

async fn issue_token(scope: &mut Scope, row: &mut ImpersonationToken) -> Result<String> {
    let token = sessions::tokens::new(scope.tenant)?;
    row.token_hash = sessions::tokens::hash(&token);
    scope.insert(row).await?;
    scope.commit().await?;
    Ok(token)
}

/// Redeems a token in its tenant and opens its session; `cookie` is the browser's current one.
pub async fn redeem_token(
    scope: &Scope,
    tenant: TenantId,
    token: &str,
    cookie: Option<&str>,
) -> Result<Option<NewSession>> {
    if sessions::tokens::tenant_of(token) != Some(tenant)
        || !sessions::gate::is_open(scope.host(), tenant).await?
    {
        return Ok(None);
    }
    let mut scope = scope.in_tenant(tenant).sibling(Mode::Write);
    let Some(passage) =
        two_factor::store::consume_impersonation_token(&mut scope, sessions::tokens::hash(token))
            .await?
    else {
        return Ok(None);
    };
    let now = scope.now();
    // A token presented by the wrong browser is consumed as well.
    if !is_from(&mut scope, passage.session_id, cookie).await?
        || !people::is_active(&mut scope, passage.user_id).await?
    {
        scope.commit().await?;
        return Ok(None);
    }
    let settings = tenancy::settings_of(scope.host(), tenant).await?;
    let lifetime = Lifetime::from_settings(&settings.user_management);
    if let Some(session) = passage.session_id {
        two_factor::store::end_session(&mut scope, session).await?;
    }
    let cookie = sessions::tokens::new(tenant)?;
    let times = (now + lifetime.idle, passage.session_ends_at);
    let mut row = SessionRow {
        impersonator: passage.impersonator,
        // Starting or ending an impersonation is no new proof of identity.
        proven_at: passage.proven_at,
        ..sessions::service::row(
            &scope,
            passage.user_id,
            &sessions::service::bearer_of(&cookie)?,
            times,
        )
    };
    let seconds = (row.expires_at - now).num_seconds();
    row.provider = Some(IMPERSONATION.to_owned());
    scope.insert(&mut row).await?;
    let user = people::account(&mut scope, row.user_id).await?;
    let entry = match row.impersonator.id {
        Some(id) => Entry::new(SESSION, row.id, "ImpersonationStarted")
            .with_author(
                id,
                &user_name_at(&scope, row.impersonator.tenant_id.unwrap_or(tenant), id).await?,
            )
            .with_name(&user.user_name)
            .with_change("userId", None::<UserId>, user.id)
            .with_change(
                "impersonatorTenantId",
                None::<TenantId>,
                row.impersonator.tenant_id,
            ),
        None => {
            Entry::new(SESSION, row.id, "ImpersonationEnded").with_author(user.id, &user.user_name)
        }
    };
    scope.record(entry);
    scope.commit().await?;
    scope.port::<SessionGate>()?.clear_cache();
    Ok(Some(NewSession {
        cookie,
        seconds,
        browser: None,
        device: None,
    }))
}

async fn user_name_at(scope: &Scope, home: TenantId, user: UserId) -> Result<String> {
    Ok(
        people::account(&mut scope.in_tenant(home).sibling(Mode::Read), user)
            .await?
            .user_name,
    )
}

/// True for the browser that requested the token: a stolen token needs its cookie. Not checkable
/// across tenants.
async fn is_from(
    scope: &mut Scope,
    asked_by: Option<SessionId>,
    cookie: Option<&str>,
) -> Result<bool> {
    let Some(asked_by) = asked_by else {
        return Ok(true);
    };
    let Some(bearer) = cookie.and_then(sessions::tokens::bearer_of) else {
        return Ok(false);
    };
    let narrow = data::Where::all().eq(SessionRow::TOKEN_HASH, sessions::tokens::hash(&bearer));
    let session: Option<SessionRow> = scope.first(narrow).await?;
    Ok(session.is_some_and(|session| session.id == asked_by))
}
