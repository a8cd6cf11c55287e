//! API schema of a front end's contributions; the engine has validated them.
#![expect(dead_code, reason = "the values stay JSON in transit")]

use schemars::JsonSchema;

/// A panel for a slot of the shell's pages.
#[derive(JsonSchema)]
#[schemars(rename = "SlotContribution")]
pub(crate) struct Slot {
    id: String,
    /// Versioned slot name: `carrier.account.form@1`.
    slot: String,
    module: String,
    /// Sort order, ascending.
    order: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    permission: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    feature: Option<String>,
}

/// A page of the plugin, at `/x/<plugin>/<path>` and below.
#[derive(JsonSchema)]
#[schemars(rename = "RouteContribution")]
pub(crate) struct Route {
    id: String,
    path: String,
    module: String,
    title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    permission: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    feature: Option<String>,
}

/// A menu entry of one of the pages.
#[derive(JsonSchema)]
#[schemars(rename = "NavContribution")]
pub(crate) struct Nav {
    id: String,
    title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    icon: Option<String>,
    /// Page id.
    route: String,
    /// Parent menu entry of the shell; omitted: below all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    area: Option<Area>,
    /// Sort order, ascending; 100 if omitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "i32")]
    order: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    permission: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    feature: Option<String>,
}

/// Menu entries of the shell that may contain plugins' entries.
#[derive(JsonSchema)]
#[schemars(rename = "NavArea")]
pub(crate) enum Area {
    Booking,
    Job,
    Driver,
    Finance,
    Customer,
    Warehouse,
    Carrier,
    Reports,
    Settings,
}
