//! Passkeys as they are kept, and what the calls about them take and answer.

use chrono::{DateTime, Utc};
use garde::Validate;
use kernel::{Form, Record, ids::UserId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What a user's authenticator signs with.
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

/// A ceremony that a browser has begun.
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
    /// The host name that it is good at.
    pub rp_id: String,
    pub creation_time: DateTime<Utc>,
    pub last_used_time: Option<DateTime<Utc>>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PasskeyList {
    pub items: Vec<PasskeyItem>,
    /// Whether one can be made at this address: it takes a name and https, or localhost.
    pub can_add: bool,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct PasskeyOffer {
    /// What `PublicKeyCredential.parseCreationOptionsFromJSON` takes, or `parseRequestOptionsFromJSON` where a passkey
    /// is asked for.
    pub options: Value,
}

#[derive(Debug, Default, Deserialize, JsonSchema, Form, Validate)]
#[serde(rename_all = "camelCase")]
#[garde(allow_unvalidated)]
pub(crate) struct NewPasskey {
    /// What the user knows it by.
    #[garde(length(chars, max = MAX_NAME_LENGTH))]
    pub name: String,
    /// What the authenticator answered, as `toJSON` writes it.
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
