//! The zone record.

use data::{Form, Record};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::locations::{NewLocation, read_locations};
use crate::head_ports::{HeadPortId, MAX_CODE_LENGTH, MAX_NAME_LENGTH};

data::id! { JobZoneId }

/// Named places that a head port serves.
#[data::wire(trim)]
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Record, Form, Validate)]
#[serde(default)]
#[schemars(rename = "JobZone")]
#[record(table = "job_zones", name = "The zone", called = "JobZone", open)]
#[garde(allow_unvalidated)]
pub struct Zone {
    /// 0 or omitted for a new zone.
    pub id: JobZoneId,
    #[serde(rename = "rowVersion")]
    pub row_version: i64,
    #[serde(rename = "headportid")]
    pub head_port_id: HeadPortId,
    /// A wider zone of the same head port.
    #[serde(rename = "parentid")]
    pub parent_id: Option<JobZoneId>,
    /// Unique among the zones of its head port.
    #[garde(length(chars, min = 1, max = MAX_CODE_LENGTH))]
    pub code: String,
    #[serde(skip)]
    #[record(internal)]
    pub code_key: String,
    #[garde(length(chars, min = 1, max = MAX_NAME_LENGTH))]
    pub name: String,
    /// A carrier or another driver delivers from the head port on.
    #[serde(rename = "isonforwarding")]
    pub is_on_forwarding: bool,
    /// Addresses match only active zones.
    #[serde(rename = "isActive")]
    pub is_active: bool,
    /// Places. A save adds those that are not in the zone yet and removes none; lists have the
    /// first 20.
    #[serde(rename = "zoneLocation", deserialize_with = "read_locations")]
    #[record(sent)]
    pub zone_location: Vec<NewLocation>,
}

impl Default for Zone {
    fn default() -> Self {
        Self {
            id: JobZoneId(0),
            row_version: 0,
            head_port_id: HeadPortId(0),
            parent_id: None,
            code: String::new(),
            code_key: String::new(),
            name: String::new(),
            is_on_forwarding: false,
            is_active: true,
            zone_location: Vec::new(),
        }
    }
}
