//! Stored API keys and sessions, and the models of the calls.

use chrono::{DateTime, Utc};
use data::{
    Record,
    ids::{ApiKeyId, CustomerId, DriverId, SessionId, TenantId, UserId},
};
use people::NewAccount;

use crate::api_keys::networks::Network;

/// Credentials of an integration, which acts as its user.
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
    /// Permissions with their parents. None: all that the user has.
    #[record(json, recorded)]
    pub permissions: Option<Vec<String>>,
    #[record(listed)]
    pub expires_at: Option<DateTime<Utc>>,
    /// Networks from which the key may be used. None: any.
    #[record(json, recorded)]
    pub addresses: Option<Vec<Network>>,
    #[record(listed)]
    pub creation_time: DateTime<Utc>,
    #[record(filtered)]
    pub last_used_time: Option<DateTime<Utc>>,
    pub last_used_address: Option<String>,
}

/// The user who acts as another one; empty for a user's own session.
#[derive(Debug, Clone, Default, Record)]
#[record(embedded, prefix = "impersonator_")]
pub(crate) struct Impersonator {
    pub id: Option<UserId>,
    /// Set if it is another tenant.
    pub tenant_id: Option<TenantId>,
    pub home: Option<String>,
    pub name: Option<String>,
    /// The session in the impersonator's own tenant.
    pub session_id: Option<SessionId>,
}

/// A bearer token that was issued.
#[derive(Debug, Clone, Record)]
#[record(table = "sessions", name = "The session", unrecorded)]
pub(crate) struct SessionRow {
    pub id: SessionId,
    pub row_version: i64,
    pub user_id: UserId,
    pub api_key_id: Option<ApiKeyId>,
    #[record(embed)]
    pub impersonator: Impersonator,
    /// Sign-in method. None for a token without a browser.
    pub provider: Option<String>,
    pub token_hash: String,
    pub expires_at: DateTime<Utc>,
    pub ends_at: DateTime<Utc>,
    pub address: String,
    pub user_agent: String,
    pub last_used_time: Option<DateTime<Utc>>,
    pub creation_time: DateTime<Utc>,
    /// Time of the last identity confirmation by the person who acts.
    pub proven_at: Option<DateTime<Utc>>,
}

#[derive(Clone, Default)]
pub struct NewUser {
    pub user_name: String,
    pub name: String,
    pub surname: String,
    pub email: String,
    pub phone: String,
    pub password: String,
    /// Names of existing roles of the tenant.
    pub roles: Vec<String>,
    /// Makes the user a customer's user, restricted to that customer's rows.
    pub customer: Option<CustomerId>,
    pub is_driver: bool,
    /// Makes the user a driver's user, restricted to that driver's rows.
    pub driver: Option<DriverId>,
}

impl NewUser {
    /// Returns the active account of the user, with the hash of the password.
    pub(crate) fn into_account(self, hash: String) -> NewAccount {
        NewAccount {
            user_name: self.user_name,
            name: self.name,
            surname: self.surname,
            email_address: self.email,
            phone_number: self.phone,
            password_hash: Some(hash),
            customer: self.customer,
            is_driver: self.is_driver,
            driver: self.driver,
            is_active: true,
        }
    }
}
