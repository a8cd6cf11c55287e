//! Callers, their permissions, and the requirements of a call.

use std::{collections::HashSet, sync::Arc};

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use crate::{
    error::{Error, Refusal, Result},
    ids::{CustomerId, DriverId, Owner, SessionId, TenantId, UserId},
    message,
    message::Message,
    permission::{Permission, Save},
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Needs {
    /// Neither sign-in nor tenant.
    Nothing,
    /// A tenant, by header or host name; guests may call.
    Tenant,
    SignedIn,
    /// Like [`Self::SignedIn`], even with a pending obligation: the calls that fulfil it.
    OwnAccount,
    Permission(Permission),
    /// A permission, or a driver's user, who sees only that driver's records.
    DriverOr(Permission),
    /// The request decides which of the two permissions applies.
    Save(Save),
    /// Users saving their own records; the handler checks ownership.
    SaveOwn,
}

impl Needs {
    /// True for a save: it commits only input that passed the contract.
    pub fn is_save(self) -> bool {
        matches!(self, Self::Save(_) | Self::SaveOwn)
    }
}

impl From<Permission> for Needs {
    fn from(permission: Permission) -> Self {
        Self::Permission(permission)
    }
}

impl From<Save> for Needs {
    fn from(save: Save) -> Self {
        Self::Save(save)
    }
}

#[derive(Debug, Clone)]
pub enum Caller {
    Guest,
    User(Arc<Session>),
    /// The program itself: workers and listeners.
    System,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Session {
    pub tenant: TenantId,
    pub user: UserId,
    pub session: Option<SessionId>,
    pub user_name: String,
    pub display_name: String,
    pub email: String,
    /// Set for a customer's user, who sees only that customer's records.
    pub customer: Option<CustomerId>,
    pub is_driver: bool,
    /// Set for a driver's user, who sees only that driver's records.
    #[serde(default)]
    pub driver: Option<DriverId>,
    pub language: Option<String>,
    /// Set for an API key: a program, not a person.
    pub by_key: bool,
    pub permissions: HashSet<String>,
    /// Actual user during an impersonation.
    pub impersonator: Option<UserId>,
    /// Tenant of the impersonator if it differs: a platform administrator's.
    pub impersonator_tenant: Option<TenantId>,
    pub impersonator_name: Option<String>,
    /// Until it is fulfilled, `permissions` is empty.
    pub must_first: Option<Obligation>,
    /// Time at which the actual user last proved their identity.
    pub proven_at: Option<DateTime<Utc>>,
}

/// The reason of the call replaces the text.
const CONFIRM: Refusal = Refusal::new(3114, "Confirm your identity.");

/// Proof of identity that a call requires, and the sentence that asks for it.
#[derive(Debug, Clone)]
pub struct Proof {
    pub max_age: TimeDelta,
    pub reason: Message,
}

impl Proof {
    /// For calls that grant or end power over people or their access. Each quarter of an hour.
    pub const fn fresh(reason: Message) -> Self {
        Self {
            max_age: TimeDelta::minutes(15),
            reason,
        }
    }
    /// For calls with lasting effect and no power over people. Once a working day.
    pub const fn of_today(reason: Message) -> Self {
        Self {
            max_age: TimeDelta::hours(12),
            reason,
        }
    }
}

const IMPERSONATED: Refusal = Refusal::new(
    3123,
    "End the impersonation first: this would outlast it, so only the user can do it.",
);

/// Blocks every other call of the signed-in caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Obligation {
    ChangePassword,
    SetUpTwoFactor,
}

impl Obligation {
    fn refusal(self) -> Error {
        const CHANGE_PASSWORD: Refusal = Refusal::new(3110, "Choose a new password first.");
        const SET_UP_TWO_FACTOR: Refusal =
            Refusal::new(3113, "Set up a second step for signing in first.");
        let Refusal { code, message } = match self {
            Self::ChangePassword => CHANGE_PASSWORD,
            Self::SetUpTwoFactor => SET_UP_TWO_FACTOR,
        };
        Error::Barred {
            code,
            message: Message::plain(message),
        }
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
    /// None for the tenant's own staff.
    pub fn customer(&self) -> Option<CustomerId> {
        self.session().and_then(|session| session.customer)
    }
    /// True for the tenant's own users and the program itself.
    pub fn is_staff(&self) -> bool {
        match self {
            Self::Guest => false,
            Self::User(session) => session.customer.is_none() && session.driver.is_none(),
            Self::System => true,
        }
    }
    pub fn driver(&self) -> Option<DriverId> {
        self.session().and_then(|session| session.driver)
    }
    /// Returns whose rows alone the caller sees. None for staff and the program.
    pub fn owner(&self) -> Option<Owner> {
        let customer = self.customer().map(Owner::Customer);
        customer.or_else(|| self.driver().map(Owner::Driver))
    }
    pub fn user(&self) -> Option<UserId> {
        self.session().map(|session| session.user)
    }
    /// Returns the caller's name for operation logs and notes.
    pub fn name(&self) -> &str {
        match self {
            Self::Guest => "Guest",
            Self::User(session) => &session.display_name,
            Self::System => "System",
        }
    }

    /// Rejects a caller who does not meet a requirement.
    pub fn check(&self, needs: Needs) -> Result<()> {
        match (needs, self) {
            (Needs::Nothing | Needs::Tenant, _)
            | (_, Self::System)
            | (Needs::OwnAccount, Self::User(_)) => Ok(()),
            (_, Self::Guest) => Err(Error::Unauthorized),
            (_, Self::User(session)) if let Some(must) = session.must_first => Err(must.refusal()),
            (Needs::SignedIn | Needs::SaveOwn, Self::User(_)) => Ok(()),
            (Needs::DriverOr(_), Self::User(session)) if session.driver.is_some() => Ok(()),
            (Needs::Permission(permission) | Needs::DriverOr(permission), caller)
                if caller.can(permission) =>
            {
                Ok(())
            }
            (Needs::Save(save), caller) if caller.can(save.create) || caller.can(save.change) => {
                Ok(())
            }
            (
                Needs::Permission(permission)
                | Needs::DriverOr(permission)
                | Needs::Save(Save {
                    create: permission, ..
                }),
                _,
            ) => Err(Error::Forbidden(message!(
                "You need the permission “{permission}” for this."
            ))),
        }
    }

    /// Rejects an impersonated session: nothing created in it may outlive the impersonation.
    pub fn refuse_impersonation(&self) -> Result<()> {
        match self.session() {
            Some(session) if session.impersonator.is_some() => Err(Error::Barred {
                code: IMPERSONATED.code,
                message: Message::plain(IMPERSONATED.message),
            }),
            _ => Ok(()),
        }
    }

    /// Rejects a caller whose last proof of identity is too old.
    pub fn check_proof(&self, proof: &Proof, now: DateTime<Utc>) -> Result<()> {
        match self {
            Self::System => Ok(()),
            Self::Guest => Err(Error::Unauthorized),
            Self::User(session) if session.by_key => Err(Error::Forbidden(message!(
                "An API key can't do this. Sign in as a user."
            ))),
            Self::User(session)
                if session
                    .proven_at
                    .is_some_and(|proven| now < proven + proof.max_age) =>
            {
                Ok(())
            }
            Self::User(_) => Err(Error::Barred {
                code: CONFIRM.code,
                message: proof.reason.clone(),
            }),
        }
    }
}
