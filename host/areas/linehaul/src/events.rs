//! Events of line hauls.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use work::event::Event;

use crate::hauls::{model::LineHaulId, status::LineHaulStatus};

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OneLineHaul {
    pub line_haul_id: LineHaulId,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LineHaulStatusChange {
    pub line_haul_id: LineHaulId,
    pub from: LineHaulStatus,
    pub to: LineHaulStatus,
    pub time: DateTime<Utc>,
}

/// Published with every change that has no other event: its members and its load.
pub static CHANGED: Event<OneLineHaul> = Event::new("linehaul.changed", 1);
pub static STATUS_CHANGED: Event<LineHaulStatusChange> = Event::new("linehaul.status-changed", 1);
pub static DELETED: Event<OneLineHaul> = Event::new("linehaul.deleted", 1);
