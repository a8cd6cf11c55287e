//! What the calls about API keys take and answer.

use chrono::{DateTime, Utc};
use kernel::ids::{ApiKeyId, UserId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct KeyFor {
    pub user_id: UserId,
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
    pub creation_time: DateTime<Utc>,
    /// When a token was last asked for with it.
    pub last_used_time: Option<DateTime<Utc>>,
}
