//! What a face declares, as the API's document describes it; the engine has read and checked it, and here it only passes.
#![expect(
    dead_code,
    reason = "these describe values that stay JSON on their way through"
)]

use schemars::JsonSchema;

/// A part of the face for a place in the shell's own pages.
#[derive(JsonSchema)]
#[schemars(rename = "SlotContribution")]
pub(crate) struct Slot {
    id: String,
    /// The slot's name with its version: `carrier.account.form@1`.
    slot: String,
    module: String,
    /// Lower ones come first.
    order: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    permission: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    feature: Option<String>,
}

/// A page of the plugin's own, at `/x/<plugin>/<path>` and below it.
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

/// An entry of the menu that leads to one of the pages.
#[derive(JsonSchema)]
#[schemars(rename = "NavContribution")]
pub(crate) struct Nav {
    id: String,
    title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    icon: Option<String>,
    /// The id of the page.
    route: String,
    /// Below which of the shell's entries it stands; below all of them without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    area: Option<Area>,
    /// Lower ones come first; 100 without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "i32")]
    order: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    permission: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    feature: Option<String>,
}

/// The shell's entries that may have plugins' entries below them.
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
