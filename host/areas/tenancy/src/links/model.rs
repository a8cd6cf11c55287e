//! A sidebar link as it is kept, sent and answered.

use chrono::{DateTime, Utc};
use kernel::{entity, ids::SidebarLinkId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct SidebarLink {
    /// 0 or left out for a new one.
    pub id: SidebarLinkId,
    pub row_version: i64,
    pub title: String,
    /// `https://…`, `http://…` or a path of this product, `/…`.
    pub url: String,
    pub icon: Option<String>,
    /// Opens in a window of its own; always so for another site.
    pub is_external: bool,
    pub sort_order: i64,
    #[serde(skip)]
    pub creation_time: DateTime<Utc>,
}

entity!(SidebarLink(SidebarLinkId) named "The sidebar link" in "sidebar_links" {
    title: String => "title",
    url: String => "url",
    icon: Option<String> => "icon",
    is_external: bool => "isExternal",
    sort_order: i64 => "sortOrder",
    creation_time: DateTime<Utc>,
});

/// One link.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OneLink {
    pub sidebar_link: SidebarLink,
}
