//! The doorman: knows the tokens that were given out and the tenants behind host names, and remembers for a moment.

use std::{sync::Arc, time::Duration};

use chrono::{DateTime, Utc};
use futures_util::{FutureExt, future::BoxFuture};
use kernel::{
    Host, Result,
    caller::{Gate, Session},
    ids::{ApiKeyId, TenantId},
};
use moka::sync::Cache;
use tenancy::TenantState;

use super::{attempts::Attempts, passwords::Passwords};
use crate::{rules::tokens, store};

/// How long another host's change to a session, a role or a permission may stay unseen.
const MEMORY: Duration = Duration::from_secs(2);
const MOST: u64 = 20_000;

/// One lives in every program; it fills the kernel's gate and is found as a port.
pub struct Doorman {
    known: Cache<String, Arc<Known>>,
    pub(crate) attempts: Attempts,
    pub(crate) passwords: Passwords,
}

/// A session that is good until it expires.
pub(crate) struct Known {
    pub session: Arc<Session>,
    pub expires_at: DateTime<Utc>,
    /// No renewal leads past this.
    pub ends_at: DateTime<Utc>,
    /// Set when an integration got the token for its key.
    pub api_key: Option<ApiKeyId>,
}

impl Default for Doorman {
    fn default() -> Self {
        Self {
            known: Cache::builder().max_capacity(MOST).time_to_live(MEMORY).build(),
            attempts: Attempts::default(),
            passwords: Passwords::default(),
        }
    }
}

impl Doorman {
    /// The session behind a bearer token, if it is good.
    pub(crate) async fn look_up(&self, host: &Host, token: &str) -> Result<Option<Arc<Known>>> {
        let Some(tenant) = tokens::tenant_of(token) else { return Ok(None) };
        if !is_open(host, tenant).await? {
            return Ok(None);
        }
        let (hash, now) = (tokens::hash(token), host.clock().now());
        if let Some(known) = self.known.get(&hash) {
            return Ok((known.expires_at > now).then_some(known));
        }
        let mut tx = host.db().begin_aside(tenant).await?;
        let Some(visitor) = store::visitor(&mut tx, &hash, now).await? else { return Ok(None) };
        let permissions = store::permissions(&mut tx, visitor.user, visitor.customer.is_some()).await?;
        let known = Arc::new(Known {
            expires_at: visitor.expires_at,
            ends_at: visitor.ends_at,
            api_key: visitor.api_key,
            session: Arc::new(Session {
                tenant,
                user: visitor.user,
                session: Some(visitor.session),
                user_name: visitor.user_name,
                display_name: visitor.display_name,
                email: visitor.email,
                customer: visitor.customer,
                is_driver: visitor.is_driver,
                permissions,
                impersonator: visitor.impersonator,
            }),
        });
        self.known.insert(hash, known.clone());
        Ok(Some(known))
    }

    /// Forgets what was remembered: a session, a user, a role or a permission has changed.
    pub(crate) fn forget(&self) {
        self.known.invalidate_all();
    }
}

pub(crate) async fn is_open(host: &Host, tenant: TenantId) -> Result<bool> {
    let found = tenancy::tenant(host, tenant).await?;
    Ok(found.is_some_and(|tenant| tenant.state == TenantState::Available))
}

impl Gate for Doorman {
    fn tenant_by_host<'a>(&'a self, host: &'a Host, name: &'a str) -> BoxFuture<'a, Result<Option<TenantId>>> {
        tenancy::find_by_host(host, name).boxed()
    }

    fn tenant_active<'a>(&'a self, host: &'a Host, tenant: TenantId) -> BoxFuture<'a, Result<bool>> {
        is_open(host, tenant).boxed()
    }

    fn session<'a>(&'a self, host: &'a Host, token: &'a str) -> BoxFuture<'a, Result<Option<Arc<Session>>>> {
        async move { Ok(self.look_up(host, token).await?.map(|known| known.session.clone())) }.boxed()
    }

    fn feature<'a>(&'a self, host: &'a Host, tenant: TenantId, feature: &'a str) -> BoxFuture<'a, Result<bool>> {
        tenancy::feature(host, tenant, feature).boxed()
    }
}
