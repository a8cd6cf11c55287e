//! A sidebar link as it is kept, sent and answered.

use chrono::{DateTime, Utc};
use kernel::{Record, ids::SidebarLinkId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::rules::{MAX_TITLE_LENGTH, MAX_URL_LENGTH};

#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema, Record)]
#[serde(rename_all = "camelCase", default)]
#[record(table = "sidebar_links", name = "The sidebar link", open)]
pub(crate) struct SidebarLink {
    /// 0 or left out for a new one.
    pub id: SidebarLinkId,
    pub row_version: i64,
    #[schemars(length(max = MAX_TITLE_LENGTH))]
    pub title: String,
    /// `https://…`, `http://…` or a path of this product, `/…`.
    #[schemars(length(max = MAX_URL_LENGTH))]
    pub url: String,
    pub icon: Option<String>,
    /// Opens in a window of its own; always so for another site.
    pub is_external: bool,
    pub sort_order: i64,
    #[serde(skip)]
    pub creation_time: DateTime<Utc>,
}

/// One link.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OneLink {
    pub sidebar_link: SidebarLink,
}
