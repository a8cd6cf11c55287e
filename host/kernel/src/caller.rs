//! Who is asking, what they may do, and what a call needs.

use std::{collections::HashSet, net::IpAddr, sync::Arc};

use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;
use futures_util::future::BoxFuture;
use serde::{Deserialize, Serialize};

use crate::{
    error::{Error, Refusal, Result},
    host::Host,
    ids::{CustomerId, SessionId, TenantId, UserId},
    message,
    permission::Permission,
    save::Save,
};

/// What a call needs before its handler runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Needs {
    /// Nobody has to be signed in and no tenant has to be known.
    Nothing,
    /// A tenant, by header or host name; guests may call.
    Tenant,
    /// Anybody who is signed in.
    SignedIn,
    /// Anybody who is signed in, even who has something to do first: the calls with which it is done.
    OwnAccount,
    /// A signed-in caller with this permission.
    Permission(Permission),
    /// A signed-in caller who may create or change a record: which of both is asked for is known from what was sent.
    Save(Save),
    /// Anybody who is signed in saves records of their own; what is theirs is the handler's to check.
    SaveOwn,
}

impl Needs {
    /// Whether the call is a save: it commits only what has gone through the save contract.
    pub fn is_save(self) -> bool {
        matches!(self, Self::Save(_) | Self::SaveOwn)
    }
}

impl From<Permission> for Needs {
    fn from(permission: Permission) -> Self {
        Self::Permission(permission)
    }
}

/// The one a scope works for.
#[derive(Debug, Clone)]
pub enum Caller {
    /// Not signed in.
    Guest,
    /// A person or an integration that is signed in.
    User(Arc<Session>),
    /// The program itself: workers and listeners.
    System,
}

/// A signed-in caller.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Session {
    pub tenant: TenantId,
    pub user: UserId,
    pub session: Option<SessionId>,
    pub user_name: String,
    pub display_name: String,
    pub email: String,
    /// Set for a customer's user: such a caller sees that customer's things only.
    pub customer: Option<CustomerId>,
    pub is_driver: bool,
    /// The user's own language, if one was chosen.
    pub language: Option<String>,
    /// Came in with an API key: a program, not a person.
    pub by_key: bool,
    pub permissions: HashSet<String>,
    /// The user who is really there, while impersonating.
    pub impersonator: Option<UserId>,
    /// The impersonator's tenant when it is another one: a platform administrator's.
    pub impersonator_tenant: Option<TenantId>,
    pub impersonator_name: Option<String>,
    /// What has to be done before anything else is allowed; `permissions` is empty until then.
    pub must_first: Option<MustFirst>,
    /// When who is really there last proved who it is.
    pub proven_at: Option<DateTime<Utc>>,
}

/// A proof of who somebody is counts as fresh for so long.
const FRESH: TimeDelta = TimeDelta::minutes(15);
const CONFIRM: Refusal = Refusal::new(
    3114,
    "Confirm that it is you with your password or a code, then do this again.",
);

const IMPERSONATED: Refusal = Refusal::new(
    3123,
    "End the impersonation first: this would outlast it, so only the user can do it.",
);

/// What keeps a caller who is signed in from everything else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum MustFirst {
    ChangePassword,
    SetUpTwoFactor,
}

impl MustFirst {
    fn refusal(self) -> Error {
        const CHANGE_PASSWORD: Refusal = Refusal::new(3110, "Choose a new password first.");
        const SET_UP_TWO_FACTOR: Refusal =
            Refusal::new(3113, "Set up a second step for signing in first.");
        let Refusal { code, message } = match self {
            Self::ChangePassword => CHANGE_PASSWORD,
            Self::SetUpTwoFactor => SET_UP_TWO_FACTOR,
        };
        Error::Barred { code, message }
    }
}

impl Caller {
    pub fn session(&self) -> Option<&Arc<Session>> {
        match self {
            Self::User(session) => Some(session),
            Self::Guest | Self::System => None,
        }
    }
    pub fn can(&self, permission: Permission) -> bool {
        match self {
            Self::Guest => false,
            Self::User(session) => session.permissions.contains(permission.name),
            Self::System => true,
        }
    }
    /// The customer a caller is bound to; none for the tenant's own people.
    pub fn customer(&self) -> Option<CustomerId> {
        self.session().and_then(|session| session.customer)
    }
    pub fn user(&self) -> Option<UserId> {
        self.session().map(|session| session.user)
    }
    /// How operation logs and notes name the caller.
    pub fn name(&self) -> &str {
        match self {
            Self::Guest => "Guest",
            Self::User(session) => &session.display_name,
            Self::System => "System",
        }
    }

    pub(crate) fn check(&self, needs: Needs) -> Result<()> {
        match (needs, self) {
            (Needs::Nothing | Needs::Tenant, _)
            | (_, Self::System)
            | (Needs::OwnAccount, Self::User(_)) => Ok(()),
            (_, Self::Guest) => Err(Error::Unauthorized),
            (_, Self::User(session)) if let Some(must) = session.must_first => Err(must.refusal()),
            (Needs::SignedIn | Needs::SaveOwn, Self::User(_)) => Ok(()),
            (Needs::Permission(permission), caller) if caller.can(permission) => Ok(()),
            (Needs::Save(save), caller) if caller.can(save.create) || caller.can(save.change) => {
                Ok(())
            }
            (
                Needs::Permission(permission)
                | Needs::Save(Save {
                    create: permission, ..
                }),
                _,
            ) => Err(Error::Forbidden(message!(
                "You need the permission “{permission}” for this."
            ))),
        }
    }

    /// Refuses an impersonated session. Nothing that outlives an impersonation is made in one.
    pub fn refuse_impersonation(&self) -> Result<()> {
        match self.session() {
            Some(session) if session.impersonator.is_some() => Err(Error::Barred {
                code: IMPERSONATED.code,
                message: IMPERSONATED.message,
            }),
            _ => Ok(()),
        }
    }

    /// Refuses who has not proved lately who it is.
    pub(crate) fn check_fresh(&self, now: DateTime<Utc>) -> Result<()> {
        match self {
            Self::System => Ok(()),
            Self::Guest => Err(Error::Unauthorized),
            Self::User(session) if session.by_key => Err(Error::Forbidden(message!(
                "An API key can't do this: it takes a person who has signed in."
            ))),
            Self::User(session) if session.proven_at.is_some_and(|proven| now < proven + FRESH) => {
                Ok(())
            }
            Self::User(_) => Err(Error::Barred {
                code: CONFIRM.code,
                message: CONFIRM.message,
            }),
        }
    }
}

/// Who knows tenants and tokens. Declared here, filled by the identity area, so that the kernel knows no area.
pub trait Gate: Send + Sync {
    /// The active tenant that answers on this host name.
    fn tenant_by_host<'a>(
        &'a self,
        host: &'a Host,
        name: &'a str,
    ) -> BoxFuture<'a, Result<Option<TenantId>>>;
    /// Whether there is such a tenant and it is active.
    fn tenant_active<'a>(&'a self, host: &'a Host, tenant: TenantId)
    -> BoxFuture<'a, Result<bool>>;
    /// The session behind a bearer token; none when it is unknown, expired, revoked, may not be used from this address,
    /// or its user or tenant is inactive.
    fn session<'a>(
        &'a self,
        host: &'a Host,
        token: &'a str,
        address: Option<IpAddr>,
    ) -> BoxFuture<'a, Result<Option<Arc<Session>>>>;
    /// The zone in which the tenant's people read and write times.
    fn zone<'a>(&'a self, host: &'a Host, tenant: TenantId) -> BoxFuture<'a, Result<Tz>>;
    /// Permissions of the session that its user still has; none once the user can't sign in. Jobs check it while they run in
    /// the user's name.
    fn standing<'a>(
        &'a self,
        host: &'a Host,
        session: &'a Session,
    ) -> BoxFuture<'a, Result<Option<HashSet<String>>>>;
    /// Whether the tenant has the feature switched on, and for this customer if there is one.
    fn feature<'a>(
        &'a self,
        host: &'a Host,
        tenant: TenantId,
        customer: Option<CustomerId>,
        feature: &'a str,
    ) -> BoxFuture<'a, Result<bool>>;
}
