//! Filters and entries of the audit log.

use chrono::{DateTime, Utc};
use data::{
    audit::{EntityChange, PropertyChange},
    ids::{EntityChangeId, UserId},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct ChangesQuestion {
    /// Booking, Customer, User, Session, …
    pub entity_type: Option<String>,
    pub entity_id: Option<i64>,
    pub user_id: Option<UserId>,
    /// Inclusive start: a day in the tenant's time zone, or a point in time.
    pub from: Option<String>,
    /// End: a day, included as a whole, or a point in time.
    pub to: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ChangeItem {
    pub id: EntityChangeId,
    pub creation_time: DateTime<Utc>,
    /// Null for the program itself and for guests.
    pub user_id: Option<UserId>,
    pub user_name: String,
    /// Impersonator, if any.
    pub impersonator_id: Option<UserId>,
    pub impersonator_name: Option<String>,
    pub entity_type: String,
    pub entity_id: i64,
    /// The entity's name at that time.
    pub entity_name: String,
    /// Created, Updated, Deleted, or an event: SignedIn, SignInRefused, ….
    pub change_type: String,
    pub changes: Vec<PropertyChange>,
    pub request_id: String,
    pub client_address: String,
}

impl From<EntityChange> for ChangeItem {
    fn from(entry: EntityChange) -> Self {
        Self {
            id: entry.id,
            creation_time: entry.creation_time,
            user_id: entry.user_id,
            user_name: entry.user_name,
            impersonator_id: entry.impersonator_id,
            impersonator_name: entry.impersonator_name,
            entity_type: entry.entity_type,
            entity_id: entry.entity_id,
            entity_name: entry.entity_name,
            change_type: entry.change_type,
            changes: entry.changes,
            request_id: entry.request_id,
            client_address: entry.client_address,
        }
    }
}
