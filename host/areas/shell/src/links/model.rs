//! A sidebar link: row, input and response.

use chrono::{DateTime, Utc};
use data::{Change, Form, Record, ids::SidebarLinkId};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::rules::{
    MAX_ICON_LENGTH, MAX_SORT_ORDER, MAX_TITLE_LENGTH, MAX_URL_LENGTH, icon_name, web_address,
};

#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema, Record, Form, Validate)]
#[serde(rename_all = "camelCase", default)]
#[record(table = "sidebar_links", name = "The sidebar link", open)]
#[garde(allow_unvalidated)]
pub(crate) struct SidebarLink {
    /// 0 or omitted for a new one.
    pub id: SidebarLinkId,
    pub row_version: i64,
    #[garde(length(chars, min = 1, max = MAX_TITLE_LENGTH))]
    pub title: String,
    /// `https://…`, `http://…` or a path of this product, `/…`.
    #[garde(length(chars, min = 1, max = MAX_URL_LENGTH), custom(web_address))]
    pub url: String,
    #[garde(length(chars, max = MAX_ICON_LENGTH), custom(icon_name))]
    pub icon: Option<String>,
    /// Opens in a new window; always true for another site.
    pub is_external: bool,
    #[garde(range(min = -MAX_SORT_ORDER, max = MAX_SORT_ORDER))]
    pub sort_order: i64,
    #[serde(skip)]
    pub creation_time: DateTime<Utc>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SaveLink {
    pub sidebar_link: Change<SidebarLink>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OneLink {
    pub sidebar_link: SidebarLink,
}
