//! Events of drivers.

use data::ids::DriverId;
use serde::{Deserialize, Serialize};
use work::event::Event;

/// Approval of a driver who joined by an invitation: the driver may drive.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ApprovedDriver {
    pub driver_id: DriverId,
    /// The run that the invitation promised.
    pub run_id: i64,
}

pub static APPROVED: Event<ApprovedDriver> = Event::new("drivers.approved", 1);
