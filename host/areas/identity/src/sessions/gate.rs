//! Session gate: resolves tokens and host names, with a short-lived cache.

use std::{collections::HashSet, net::IpAddr, sync::Arc, time::Duration};

use chrono::{DateTime, Utc};
use data::{
    Host, Obligation, Result,
    cache::Cache,
    caller::Session,
    case::Tz,
    db::Mode,
    host::Gate,
    ids::{ApiKeyId, CustomerId, FileId, TenantId, UserId},
};
use futures_util::{FutureExt, future::BoxFuture};
use people::access::USERS_IMPERSONATION;
use tenancy::{TenantState, TwoFactorLogin, access::TENANTS_IMPERSONATION};

use crate::{
    api_keys::{self, networks::Network},
    sessions::{
        self,
        rules::{Lifetime, is_outside},
        store::Visitor,
    },
    two_factor,
};
use crate::{passwords::hashing::Passwords, providers::ProviderCaches};

/// Longest delay until another host's change to a session, role or permission applies.
const CACHE_TTL: Duration = Duration::from_secs(2);
const MAX_CACHED: u64 = 20_000;

/// One per process; fills the kernel's gate and is available as a port.
pub struct SessionGate {
    known: Cache<String, Arc<CachedSession>>,
    pub(crate) passwords: Passwords,
    pub(crate) outside: ProviderCaches,
}

pub(crate) struct CachedSession {
    pub session: Arc<Session>,
    pub expires_at: DateTime<Utc>,
    /// Set for the token of an API key.
    pub api_key: Option<ApiKeyId>,
    /// Networks from which that key may be used. None: any.
    pub addresses: Option<Vec<Network>>,
    pub picture: Option<FileId>,
    /// The user's own. None: the tenant's, and the browser's.
    pub timezone: Option<String>,
    pub language: Option<String>,
}

impl Default for SessionGate {
    fn default() -> Self {
        Self {
            known: Cache::builder()
                .max_capacity(MAX_CACHED)
                .time_to_live(CACHE_TTL)
                .build(),
            passwords: Passwords::default(),
            outside: ProviderCaches::default(),
        }
    }
}

impl SessionGate {
    pub(crate) async fn look_up(
        &self,
        host: &Host,
        token: &str,
        address: Option<IpAddr>,
    ) -> Result<Option<Arc<CachedSession>>> {
        let cached = self.load_session(host, token).await?;
        Ok(cached.filter(|known| {
            api_keys::networks::contains_address(known.addresses.as_deref(), address)
        }))
    }

    /// Returns a browser's session and its bearer token. A cookie counts only at the host names of
    /// its own tenant.
    pub(crate) async fn look_up_browser(
        &self,
        host: &Host,
        tenant: TenantId,
        cookie: &str,
    ) -> Result<Option<(Arc<CachedSession>, String)>> {
        let Some(bearer) = sessions::tokens::bearer_of(cookie) else {
            return Ok(None);
        };
        let found = self.look_up(host, &bearer, None).await?;
        let own = found.filter(|known| known.session.tenant == tenant && known.api_key.is_none());
        Ok(own.map(|known| (known, bearer)))
    }

    async fn load_session(&self, host: &Host, token: &str) -> Result<Option<Arc<CachedSession>>> {
        let Some(tenant) = sessions::tokens::tenant_of(token) else {
            return Ok(None);
        };
        if !is_open(host, tenant).await? {
            return Ok(None);
        }
        let (hash, now) = (sessions::tokens::hash(token), host.clock().now());
        if let Some(known) = self.known.get(&hash) {
            return Ok((known.expires_at > now).then_some(known));
        }
        let settings = tenancy::settings_of(host, tenant).await?;
        let mut tx = host.db().begin_side_read(tenant).await?;
        let Some(visitor) = sessions::store::visitor(&mut tx, &hash, now).await? else {
            return Ok(None);
        };
        let Some(user) = people::load_session_user(&mut tx, visitor.user).await? else {
            return Ok(None);
        };
        let mut permissions =
            people::load_permissions(host, &mut tx, visitor.user, user.customer.is_some()).await?;
        drop(tx);
        if !may_still_impersonate(host, tenant, &visitor).await? {
            return Ok(None);
        }
        let Some(expires_at) = touch_session(
            host,
            tenant,
            &visitor,
            Lifetime::from_settings(&settings.user_management),
        )
        .await?
        else {
            return Ok(None);
        };
        let must_first = mandatory_action(
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
        let known = Arc::new(CachedSession {
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
                driver: user.driver,
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

    /// Returns the hashed passwords of this process.
    pub fn hashes_done(&self) -> u64 {
        self.passwords.hashes_computed()
    }

    /// Clears the cache after a change of a session, user, role or permission.
    pub(crate) fn clear_cache(&self) {
        self.known.invalidate_all();
    }
}

/// Integrations, impersonators and users of an outside provider are exempt.
fn mandatory_action(
    visitor: &Visitor,
    should_change_password: bool,
    policy: &TwoFactorLogin,
) -> Option<Obligation> {
    let from_outside = visitor.provider.as_deref().is_some_and(is_outside);
    if visitor.api_key.is_some() || visitor.impersonator.is_some() || from_outside {
        None
    } else if should_change_password {
        Some(Obligation::ChangePassword)
    } else {
        two_factor::rules::must_set_up(policy, visitor.second_step)
            .then_some(Obligation::SetUpTwoFactor)
    }
}

/// Returns the remaining permissions. None if the user can't sign in any more.
async fn standing(host: &Host, session: &Session) -> Result<Option<HashSet<String>>> {
    if !is_open(host, session.tenant).await? {
        return Ok(None);
    }
    let mut tx = host.db().begin_side_read(session.tenant).await?;
    let user = people::load_session_user(&mut tx, session.user).await?;
    if user.is_none_or(|user| (user.customer, user.driver) != (session.customer, session.driver)) {
        return Ok(None);
    }
    let mut permissions =
        people::load_permissions(host, &mut tx, session.user, session.customer.is_some()).await?;
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

/// A visit to another tenant also ends with the session that started it.
async fn may_still_impersonate(host: &Host, tenant: TenantId, visitor: &Visitor) -> Result<bool> {
    let Some(impersonator) = visitor.impersonator else {
        return Ok(true);
    };
    let home = visitor.impersonator_tenant.unwrap_or(tenant);
    if home != tenant {
        let Some(session) = visitor.impersonator_session else {
            return Ok(false);
        };
        let mut tx = host.db().begin_side_read(home).await?;
        if !sessions::store::is_alive(&mut tx, session, host.clock().now()).await? {
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
    let mut tx = host.db().begin_side_read(home).await?;
    let customer = people::customer_of(&mut tx, user).await?;
    let Some(customer) = customer else {
        return Ok(false);
    };
    Ok(
        people::load_permissions(host, &mut tx, user, customer.is_some())
            .await?
            .contains(needed.name),
    )
}

/// Records the use at intervals and returns the new expiry. None if idle too long or too old.
async fn touch_session(
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
    // Use is recorded with this delay, so the real last use may be that much later.
    if now >= ends_at || now >= visitor.last_used_time + lifetime.idle + lifetime.written_every {
        return Ok(None);
    }
    let expires_at = (now + lifetime.idle).min(ends_at);
    if (expires_at - visitor.expires_at).abs() < lifetime.written_every {
        return Ok(Some(visitor.expires_at.min(ends_at)));
    }
    let mut scope = host.scope(tenant, Mode::Soon);
    two_factor::store::touch_session(&mut scope, visitor.session, (now, expires_at)).await?;
    scope.commit().await?;
    if let (Some(home), Some(session)) = (visitor.impersonator_tenant, visitor.impersonator_session)
    {
        // Use during a visit keeps the administrator's own session alive; the visit would end with
        // it.
        let mut scope = host.scope(home, Mode::Soon);
        two_factor::store::extend_session(&mut scope, session, (now, now + lifetime.idle)).await?;
        scope.commit().await?;
    }
    Ok(Some(expires_at))
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

    fn browser_session<'a>(
        &'a self,
        host: &'a Host,
        tenant: TenantId,
        cookie: &'a str,
    ) -> BoxFuture<'a, Result<Option<Arc<Session>>>> {
        async move {
            let found = self.look_up_browser(host, tenant, cookie).await?;
            Ok(found.map(|(known, _)| known.session.clone()))
        }
        .boxed()
    }

    fn zone<'a>(&'a self, host: &'a Host, tenant: TenantId) -> BoxFuture<'a, Result<Tz>> {
        tenancy::load_zone(host, tenant).boxed()
    }

    fn current_permissions<'a>(
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
        tenancy::is_feature_enabled(host, tenant, customer, feature).boxed()
    }
}
