//! Stored passkeys, and inputs and responses of their calls.

use chrono::{DateTime, Utc};
use data::{Form, Record, ids::UserId};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A public key credential of a user's authenticator.
#[derive(Debug, Clone, Record)]
#[record(table = "passkeys", name = "The passkey")]
pub(crate) struct Passkey {
    pub id: i64,
    pub row_version: i64,
    #[record(listed)]
    pub user_id: UserId,
    #[record(listed)]
    pub name: String,
    #[record(listed)]
    pub rp_id: String,
    #[record(internal)]
    pub user_handle: String,
    #[record(internal)]
    pub credential_id: String,
    #[record(internal)]
    pub static_state: String,
    #[record(internal)]
    pub dynamic_state: String,
    #[record(filtered)]
    pub last_used_time: Option<DateTime<Utc>>,
    pub creation_time: DateTime<Utc>,
}

/// A WebAuthn ceremony in progress.
#[derive(Debug, Clone, Record)]
#[record(table = "passkey_ceremonies", name = "The ceremony", unrecorded)]
pub(crate) struct Ceremony {
    pub id: i64,
    pub row_version: i64,
    pub bound_to: String,
    pub state: String,
    pub expires_at: DateTime<Utc>,
    pub creation_time: DateTime<Utc>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PasskeyItem {
    pub id: i64,
    pub name: String,
    /// Host name for which the passkey is valid.
    pub rp_id: String,
    pub creation_time: DateTime<Utc>,
    pub last_used_time: Option<DateTime<Utc>>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PasskeyList {
    pub items: Vec<PasskeyItem>,
    /// True if a passkey can be created at this address: a host name with https, or localhost.
    pub can_add: bool,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct PasskeyOffer {
    /// Argument of `PublicKeyCredential.parseCreationOptionsFromJSON`, or of
    /// `parseRequestOptionsFromJSON` for an assertion.
    pub options: Value,
}

#[derive(Debug, Default, Deserialize, JsonSchema, Form, Validate)]
#[serde(rename_all = "camelCase")]
#[garde(allow_unvalidated)]
pub(crate) struct NewPasskey {
    /// Display name.
    #[garde(length(chars, max = MAX_NAME_LENGTH))]
    pub name: String,
    /// Authenticator response, as `toJSON` writes it.
    pub credential: Value,
}

#[derive(Debug, Default, Deserialize, JsonSchema, Form, Validate)]
#[serde(rename_all = "camelCase")]
#[garde(allow_unvalidated)]
pub(crate) struct RenamedPasskey {
    pub id: i64,
    #[garde(length(chars, max = MAX_NAME_LENGTH))]
    pub name: String,
}

pub(crate) const MAX_NAME_LENGTH: usize = 128;
