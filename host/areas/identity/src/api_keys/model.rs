//! Inputs and responses of the API key calls.

use chrono::{DateTime, Utc};
use data::{
    Form,
    ids::{ApiKeyId, UserId},
};
use garde::Validate;
use people::PermissionItem;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Debug, Default, Deserialize, JsonSchema, Form, Validate)]
#[serde(rename_all = "camelCase")]
#[garde(allow_unvalidated)]
pub(crate) struct KeyFor {
    /// User that the key acts as.
    pub user_id: UserId,
    /// Display name.
    #[serde(default)]
    #[garde(length(chars, max = MAX_NAME_LENGTH))]
    pub name: String,
    /// Subset of the user's permissions. Null or omitted: all of them, including later ones.
    #[serde(default)]
    pub permissions: Option<Vec<String>>,
    /// At most two years ahead. Null or omitted: never expires.
    #[serde(default)]
    pub expires_at: Option<DateTime<Utc>>,
    /// IP addresses and ranges such as 203.0.113.0/24 from which the key may be used. Null or
    /// omitted: any.
    #[serde(default)]
    #[schemars(length(max = MAX_ADDRESSES))]
    pub addresses: Option<Vec<String>>,
}

pub(crate) const MAX_NAME_LENGTH: usize = 128;
pub(crate) const MAX_ADDRESSES: usize = 32;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct KeyToMake {
    /// User that the key will act as.
    pub user_id: UserId,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct KeyForEdit {
    /// The user's permissions, to which a key can be restricted.
    pub permissions: Vec<PermissionItem>,
}

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct KeysOf {
    /// Omitted: the keys of all users that the caller may manage.
    pub user_id: Option<UserId>,
}

/// A new key. Its secret is shown only in this response.
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
    /// Empty for a key without a name.
    pub name: String,
    /// Subset of the user's permissions. Null: all of them.
    pub permissions: Option<Vec<String>>,
    /// Null: never expires.
    pub expires_at: Option<DateTime<Utc>>,
    /// IP addresses and ranges from which the key may be used. Null: any.
    pub addresses: Option<Vec<String>>,
    pub creation_time: DateTime<Utc>,
    /// Time of the last token request with this key.
    pub last_used_time: Option<DateTime<Utc>>,
    /// Client address of the last token request.
    pub last_used_address: Option<String>,
}
