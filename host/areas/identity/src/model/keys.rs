//! What the calls about API keys take and answer.

use chrono::{DateTime, Utc};
use garde::Validate;
use kernel::{
    Form,
    ids::{ApiKeyId, UserId},
};
use people::PermissionItem;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Debug, Default, Deserialize, JsonSchema, Form, Validate)]
#[serde(rename_all = "camelCase")]
#[garde(allow_unvalidated)]
pub(crate) struct KeyFor {
    /// Whom the key acts as.
    pub user_id: UserId,
    /// What people know it by.
    #[serde(default)]
    #[garde(length(chars, max = MAX_NAME_LENGTH))]
    pub name: String,
    /// What it may do, of what the user may; null or left out: all of that, now and later.
    #[serde(default)]
    pub permissions: Option<Vec<String>>,
    /// At most two years from now; null or left out: it does not expire.
    #[serde(default)]
    pub expires_at: Option<DateTime<Utc>>,
    /// IP addresses and ranges like 203.0.113.0/24 from which it may be used; null or left out: from anywhere.
    #[serde(default)]
    #[schemars(length(max = MAX_ADDRESSES))]
    pub addresses: Option<Vec<String>>,
}

pub(crate) const MAX_NAME_LENGTH: usize = 128;
pub(crate) const MAX_ADDRESSES: usize = 32;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct KeyToMake {
    /// Whom the key will act as.
    pub user_id: UserId,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct KeyForEdit {
    /// What the user may do: a key can be limited to a part of it.
    pub permissions: Vec<PermissionItem>,
}

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct KeysOf {
    /// Left out: the keys of everybody whom the caller may manage.
    pub user_id: Option<UserId>,
}

/// A new key; its secret is told this once and never again.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewKey {
    /// The `client_id` of the token call.
    pub id: ApiKeyId,
    /// The `client_secret` of the token call.
    pub api_key: String,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct KeyItem {
    /// The `client_id` of the token call.
    pub id: ApiKeyId,
    pub user_id: UserId,
    pub user_name: String,
    pub user_full_name: String,
    /// Empty for one that was made without.
    pub name: String,
    /// What it may do as far as the user may; null: all that the user may.
    pub permissions: Option<Vec<String>>,
    /// Null: it does not expire.
    pub expires_at: Option<DateTime<Utc>>,
    /// Where it may be used; null: anywhere.
    pub addresses: Option<Vec<String>>,
    pub creation_time: DateTime<Utc>,
    /// When a token was last asked for with it.
    pub last_used_time: Option<DateTime<Utc>>,
    /// From which address that was.
    pub last_used_address: Option<String>,
}
