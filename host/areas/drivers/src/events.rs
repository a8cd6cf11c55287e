//! Events of drivers.

use data::{Result, Scope, ids::DriverId};
use serde::{Deserialize, Serialize};
use work::event::{Event, ScopeEvents};

/// Approval of a driver who joined by an invitation: the driver may drive.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ApprovedDriver {
    pub driver_id: DriverId,
    /// The run that the invitation promised.
    pub run_id: i64,
}

/// A driver whose master data, availability, documents or pre-start answers changed: each may bar
/// the driver from work, or end that.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ChangedDriver {
    pub driver_id: DriverId,
}

pub static APPROVED: Event<ApprovedDriver> = Event::new("drivers.approved", 1);
pub static CHANGED: Event<ChangedDriver> = Event::new("drivers.changed", 1);

/// Publishes that a driver changed; the caller commits.
pub(crate) async fn publish_changed(scope: &mut Scope, driver_id: DriverId) -> Result<()> {
    scope.publish(&CHANGED, &ChangedDriver { driver_id }).await
}
