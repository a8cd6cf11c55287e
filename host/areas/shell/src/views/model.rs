//! A view configuration as it is kept, sent and answered.

use chrono::{DateTime, Utc};
use garde::Validate;
use kernel::{
    Change, Form, Record,
    ids::{UserId, ViewConfigurationId},
};
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
    /// 0 or left out: the caller's own one of this view and key, or a new one.
    pub id: ViewConfigurationId,
    pub row_version: i64,
    /// Which screen: bookings.list.
    #[garde(length(chars, min = 1, max = MAX_NAME_LENGTH))]
    pub view: String,
    /// Its name, or which part of the screen it is of.
    #[garde(length(chars, min = 1, max = MAX_NAME_LENGTH))]
    pub key: String,
    /// What the screen makes of it, mostly JSON.
    #[garde(length(chars, max = MAX_VALUE_LENGTH))]
    pub value: String,
    pub is_default: bool,
    pub show_to_customer_users: bool,
    pub show_to_all_users: bool,
    /// Whether it is the caller's own.
    #[record(protected)]
    pub is_own: bool,
}

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct ViewsQuestion {
    /// Those of one screen; all when left out.
    pub view: Option<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SaveView {
    pub view_configuration: Change<ViewConfiguration>,
}

/// One view configuration.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OneView {
    pub view_configuration: ViewConfiguration,
}
