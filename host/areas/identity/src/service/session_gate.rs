//! The session gate: knows the tokens that were given out and the tenants behind host names, and remembers for a moment.

use std::{collections::HashSet, net::IpAddr, sync::Arc, time::Duration};

use chrono::{DateTime, Utc};
use futures_util::{FutureExt, future::BoxFuture};
use kernel::{
    Host, MustFirst, Result,
    caller::{Gate, Session},
    case::Tz,
    db::Mode,
    ids::{ApiKeyId, CustomerId, FileId, TenantId, UserId},
};
use moka::sync::Cache;
use people::access::USERS_IMPERSONATION;
use tenancy::{TenantState, TwoFactorLogin, access::TENANTS_IMPERSONATION};

use super::{outside::Outside, passwords::Passwords};
use crate::{
    rules::{
        networks::{self, Network},
        sessions::{Lifetime, is_outside},
        tokens, two_factor,
    },
    store::{self, Visitor},
};

/// How long another host's change to a session, a role or a permission may stay unseen.
const MEMORY: Duration = Duration::from_secs(2);
const MAX_COUNT: u64 = 20_000;

/// One lives in every program; it fills the kernel's gate and is found as a port.
pub struct SessionGate {
    known: Cache<String, Arc<Known>>,
    pub(crate) passwords: Passwords,
    pub(crate) outside: Outside,
}

/// A session that is good until it expires.
pub(crate) struct Known {
    pub session: Arc<Session>,
    pub expires_at: DateTime<Utc>,
    /// Set when an integration got the token for its key.
    pub api_key: Option<ApiKeyId>,
    /// Where that key may be used; none: anywhere.
    pub addresses: Option<Vec<Network>>,
    pub picture: Option<FileId>,
    /// The user's own; none: the tenant's, and the browser's.
    pub timezone: Option<String>,
    pub language: Option<String>,
}

impl Default for SessionGate {
    fn default() -> Self {
        Self {
            known: Cache::builder()
                .max_capacity(MAX_COUNT)
                .time_to_live(MEMORY)
                .build(),
            passwords: Passwords::default(),
            outside: Outside::default(),
        }
    }
}

impl SessionGate {
    /// The session behind a bearer token, if it is good and may be used from this address.
    pub(crate) async fn look_up(
        &self,
        host: &Host,
        token: &str,
        address: Option<IpAddr>,
    ) -> Result<Option<Arc<Known>>> {
        let known = self.known(host, token).await?;
        Ok(known.filter(|known| networks::admits(known.addresses.as_deref(), address)))
    }

    async fn known(&self, host: &Host, token: &str) -> Result<Option<Arc<Known>>> {
        let Some(tenant) = tokens::tenant_of(token) else {
            return Ok(None);
        };
        if !is_open(host, tenant).await? {
            return Ok(None);
        }
        let (hash, now) = (tokens::hash(token), host.clock().now());
        if let Some(known) = self.known.get(&hash) {
            return Ok((known.expires_at > now).then_some(known));
        }
        let settings = tenancy::settings_of(host, tenant).await?;
        let mut tx = host.db().begin_aside(tenant).await?;
        let Some(visitor) = store::visitor(&mut tx, &hash, now).await? else {
            return Ok(None);
        };
        let Some(user) = people::present(&mut tx, visitor.user).await? else {
            return Ok(None);
        };
        let mut permissions =
            people::may(host, &mut tx, visitor.user, user.customer.is_some()).await?;
        drop(tx);
        if !may_still_impersonate(host, tenant, &visitor).await? {
            return Ok(None);
        }
        let Some(expires_at) = in_use(
            host,
            tenant,
            &visitor,
            Lifetime::of(&settings.user_management),
        )
        .await?
        else {
            return Ok(None);
        };
        let must_first = must_first(
            &visitor,
            user.should_change_password,
            &settings.security.two_factor_login,
        );
        if must_first.is_some() {
            permissions.clear();
        }
        if let Some(allowed) = &visitor.key.permissions {
            permissions.retain(|name| allowed.contains(name));
        }
        let known = Arc::new(Known {
            expires_at,
            api_key: visitor.api_key,
            addresses: visitor.key.addresses,
            picture: user.picture,
            timezone: user.timezone,
            language: user.language.clone(),
            session: Arc::new(Session {
                tenant,
                user: visitor.user,
                session: Some(visitor.session),
                user_name: user.user_name,
                display_name: user.display_name,
                email: user.email,
                customer: user.customer,
                is_driver: user.is_driver,
                language: user.language,
                by_key: visitor.api_key.is_some(),
                permissions,
                impersonator: visitor.impersonator,
                impersonator_tenant: visitor.impersonator_tenant,
                impersonator_name: visitor.impersonator_name,
                must_first,
                proven_at: visitor.proven_at,
            }),
        });
        self.known.insert(hash, known.clone());
        Ok(Some(known))
    }

    /// How many passwords this program has hashed or judged: the work that could tell known names from unknown ones.
    pub fn hashes_done(&self) -> u64 {
        self.passwords.done()
    }

    /// Forgets what was remembered: a session, a user, a role or a permission has changed.
    pub(crate) fn forget(&self) {
        self.known.invalidate_all();
    }
}

/// What a person has to do first. An integration and an impersonator are not asked, nor who was let in by a provider
/// that asks for passwords and second steps itself.
fn must_first(
    visitor: &Visitor,
    should_change_password: bool,
    policy: &TwoFactorLogin,
) -> Option<MustFirst> {
    let from_outside = visitor.provider.as_deref().is_some_and(is_outside);
    if visitor.api_key.is_some() || visitor.impersonator.is_some() || from_outside {
        None
    } else if should_change_password {
        Some(MustFirst::ChangePassword)
    } else {
        two_factor::must_set_up(policy, visitor.second_step).then_some(MustFirst::SetUpTwoFactor)
    }
}

/// Permissions of the session that its user still has; none once the user can't sign in.
async fn standing(host: &Host, session: &Session) -> Result<Option<HashSet<String>>> {
    if !is_open(host, session.tenant).await? {
        return Ok(None);
    }
    let mut tx = host.db().begin_aside(session.tenant).await?;
    let user = people::present(&mut tx, session.user).await?;
    if user.is_none_or(|user| user.customer != session.customer) {
        return Ok(None);
    }
    let mut permissions =
        people::may(host, &mut tx, session.user, session.customer.is_some()).await?;
    drop(tx);
    if let Some(impersonator) = session.impersonator {
        let home = session.impersonator_tenant.unwrap_or(session.tenant);
        if !has_right_to_impersonate(host, session.tenant, (home, impersonator)).await? {
            return Ok(None);
        }
    }
    permissions.retain(|name| session.permissions.contains(name));
    Ok(Some(permissions))
}

/// An impersonation ends with the impersonator's own right to it, and a visit from another tenant with the session there
/// that it was begun in.
async fn may_still_impersonate(host: &Host, tenant: TenantId, visitor: &Visitor) -> Result<bool> {
    let Some(impersonator) = visitor.impersonator else {
        return Ok(true);
    };
    let home = visitor.impersonator_tenant.unwrap_or(tenant);
    if home != tenant {
        let Some(session) = visitor.impersonator_session else {
            return Ok(false);
        };
        let mut tx = host.db().begin_aside(home).await?;
        if !store::is_alive(&mut tx, session, host.clock().now()).await? {
            return Ok(false);
        }
    }
    has_right_to_impersonate(host, tenant, (home, impersonator)).await
}

async fn has_right_to_impersonate(
    host: &Host,
    tenant: TenantId,
    (home, user): (TenantId, UserId),
) -> Result<bool> {
    let needed = if home == tenant {
        USERS_IMPERSONATION
    } else {
        TENANTS_IMPERSONATION
    };
    if !is_open(host, home).await? {
        return Ok(false);
    }
    let mut tx = host.db().begin_aside(home).await?;
    let customer = people::customer_of(&mut tx, user).await?;
    let Some(customer) = customer else {
        return Ok(false);
    };
    Ok(people::may(host, &mut tx, user, customer.is_some())
        .await?
        .contains(needed.name))
}

/// Until when the session is good, after this use of it; none when it lay idle too long, or is too old, by what the
/// tenant wants now. The use is written down now and then.
async fn in_use(
    host: &Host,
    tenant: TenantId,
    visitor: &Visitor,
    lifetime: Lifetime,
) -> Result<Option<DateTime<Utc>>> {
    if visitor.api_key.is_some() {
        return Ok(Some(visitor.expires_at));
    }
    let now = host.clock().now();
    let ends_at = visitor
        .ends_at
        .min(visitor.creation_time + lifetime.absolute);
    // Use is written down late by so much, so a session may have been used that much later than its row says.
    if now >= ends_at || now >= visitor.last_used_time + lifetime.idle + lifetime.written_every {
        return Ok(None);
    }
    let wanted = (now + lifetime.idle).min(ends_at);
    if (wanted - visitor.expires_at).abs() < lifetime.written_every {
        return Ok(Some(visitor.expires_at.min(ends_at)));
    }
    let mut scope = host.scope(tenant, Mode::Soon);
    store::account::touch(&mut scope, visitor.session, (now, wanted)).await?;
    scope.commit().await?;
    if let (Some(home), Some(session)) = (visitor.impersonator_tenant, visitor.impersonator_session)
    {
        // Work during a visit keeps the session at home from expiring: the visit would end with it.
        let mut scope = host.scope(home, Mode::Soon);
        store::account::prolong(&mut scope, session, (now, now + lifetime.idle)).await?;
        scope.commit().await?;
    }
    Ok(Some(wanted))
}

pub(crate) async fn is_open(host: &Host, tenant: TenantId) -> Result<bool> {
    let found = tenancy::tenant(host, tenant).await?;
    Ok(found.is_some_and(|tenant| tenant.state == TenantState::Available))
}

impl Gate for SessionGate {
    fn tenant_by_host<'a>(
        &'a self,
        host: &'a Host,
        name: &'a str,
    ) -> BoxFuture<'a, Result<Option<TenantId>>> {
        tenancy::find_by_host(host, name).boxed()
    }

    fn tenant_active<'a>(
        &'a self,
        host: &'a Host,
        tenant: TenantId,
    ) -> BoxFuture<'a, Result<bool>> {
        is_open(host, tenant).boxed()
    }

    fn session<'a>(
        &'a self,
        host: &'a Host,
        token: &'a str,
        address: Option<IpAddr>,
    ) -> BoxFuture<'a, Result<Option<Arc<Session>>>> {
        async move {
            Ok(self
                .look_up(host, token, address)
                .await?
                .map(|known| known.session.clone()))
        }
        .boxed()
    }

    fn zone<'a>(&'a self, host: &'a Host, tenant: TenantId) -> BoxFuture<'a, Result<Tz>> {
        tenancy::zone_of(host, tenant).boxed()
    }

    fn standing<'a>(
        &'a self,
        host: &'a Host,
        session: &'a Session,
    ) -> BoxFuture<'a, Result<Option<HashSet<String>>>> {
        standing(host, session).boxed()
    }

    fn feature<'a>(
        &'a self,
        host: &'a Host,
        tenant: TenantId,
        customer: Option<CustomerId>,
        feature: &'a str,
    ) -> BoxFuture<'a, Result<bool>> {
        tenancy::feature(host, tenant, customer, feature).boxed()
    }
}
