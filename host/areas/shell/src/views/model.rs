//! A view configuration: row, input and response.

use chrono::{DateTime, Utc};
use data::{
    Change, Form, Record,
    ids::{UserId, ViewConfigurationId},
};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::rules::{MAX_NAME_LENGTH, MAX_VALUE_LENGTH};

#[derive(Debug, Clone, Default, Record)]
#[record(
    table = "view_configurations",
    name = "The view configuration",
    called = "ViewConfiguration"
)]
pub(crate) struct ViewRow {
    pub id: ViewConfigurationId,
    pub row_version: i64,
    pub user_id: UserId,
    #[record(listed, name = "view")]
    pub view_name: String,
    #[record(listed)]
    pub key: String,
    #[record(internal)]
    pub value: String,
    #[record(listed)]
    pub is_default: bool,
    #[record(listed)]
    pub show_to_customer_users: bool,
    #[record(listed)]
    pub show_to_all_users: bool,
    pub creation_time: DateTime<Utc>,
}

impl ViewRow {
    pub fn is_shared(&self) -> bool {
        self.show_to_all_users || self.show_to_customer_users
    }
}

#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema, Form, Validate)]
#[serde(rename_all = "camelCase", default)]
#[garde(allow_unvalidated)]
pub(crate) struct ViewConfiguration {
    /// 0 or omitted: the caller's own of this view and key, or a new one.
    pub id: ViewConfigurationId,
    pub row_version: i64,
    /// Screen: bookings.list.
    #[garde(length(chars, min = 1, max = MAX_NAME_LENGTH))]
    pub view: String,
    /// Name, or the part of the screen.
    #[garde(length(chars, min = 1, max = MAX_NAME_LENGTH))]
    pub key: String,
    /// Content defined by the screen, usually JSON.
    #[garde(length(chars, max = MAX_VALUE_LENGTH))]
    pub value: String,
    pub is_default: bool,
    pub show_to_customer_users: bool,
    pub show_to_all_users: bool,
    /// True if the caller is the owner.
    #[record(protected)]
    pub is_own: bool,
}

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct ViewsQuestion {
    /// Restricts to one screen; all if omitted.
    pub view: Option<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SaveView {
    pub view_configuration: Change<ViewConfiguration>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OneView {
    pub view_configuration: ViewConfiguration,
}
