//! Keys and sessions as they are kept; the modules below say what is answered.

pub(crate) mod account;
pub(crate) mod confirmation;
pub(crate) mod keys;
pub(crate) mod outside;
pub(crate) mod passkeys;
pub(crate) mod wire;

use chrono::{DateTime, Utc};
use kernel::{
    Record,
    ids::{ApiKeyId, CustomerId, SessionId, TenantId, UserId},
};

use crate::rules::networks::Network;

/// What an integration signs in with; it acts as its user.
#[derive(Debug, Clone, Default, Record)]
#[record(table = "api_keys", name = "The API key")]
pub(crate) struct ApiKey {
    pub id: ApiKeyId,
    pub row_version: i64,
    #[record(listed)]
    pub user_id: UserId,
    #[record(listed)]
    pub name: String,
    pub secret_hash: String,
    /// With their parents; none: all that the user may do.
    #[record(json, recorded)]
    pub permissions: Option<Vec<String>>,
    #[record(listed)]
    pub expires_at: Option<DateTime<Utc>>,
    /// Where it may be used; none: anywhere.
    #[record(json, recorded)]
    pub addresses: Option<Vec<Network>>,
    #[record(listed)]
    pub creation_time: DateTime<Utc>,
    #[record(filtered)]
    pub last_used_time: Option<DateTime<Utc>>,
    pub last_used_address: Option<String>,
}

/// A bearer token that was given out.
#[derive(Debug, Clone, Record)]
#[record(table = "sessions", name = "The session", unrecorded)]
pub(crate) struct SessionRow {
    pub id: SessionId,
    pub row_version: i64,
    pub user_id: UserId,
    pub api_key_id: Option<ApiKeyId>,
    pub impersonator_id: Option<UserId>,
    pub impersonator_tenant_id: Option<TenantId>,
    pub impersonator_home: Option<String>,
    pub impersonator_name: Option<String>,
    /// The session at home of an impersonator from another tenant.
    pub impersonator_session_id: Option<SessionId>,
    /// How the user came in; none for a token without a browser.
    pub provider: Option<String>,
    pub token_hash: String,
    pub expires_at: DateTime<Utc>,
    pub ends_at: DateTime<Utc>,
    pub address: String,
    pub user_agent: String,
    pub last_used_time: Option<DateTime<Utc>>,
    pub creation_time: DateTime<Utc>,
    /// When who is really there last proved who it is.
    pub proven_at: Option<DateTime<Utc>>,
}

/// What a new user is made of.
#[derive(Clone, Default)]
pub struct NewUser {
    pub user_name: String,
    pub name: String,
    pub surname: String,
    pub email: String,
    pub phone: String,
    pub password: String,
    /// Names of roles that the tenant has.
    pub roles: Vec<String>,
    /// Makes it a customer's user, who sees that customer's things only.
    pub customer: Option<CustomerId>,
    pub is_driver: bool,
}
