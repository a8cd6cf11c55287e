//! A driver's pre-start answers.

use chrono::{DateTime, Utc};
use data::{Form, Record, TextEnum, ids::DriverId};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

data::id! { PreStartAnswerId }

const MAX_ITEMS: usize = 50;
const MAX_TIME_ON_ROAD_LENGTH: usize = 64;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, TextEnum)]
pub enum LicenseState {
    #[default]
    Valid,
    Invalid,
    /// A stored value unknown to this version.
    #[text_enum(unknown)]
    Unknown,
}

/// An item of a checklist. Selected: in order.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "PreStartItem")]
pub struct Item {
    pub title: String,
    pub selected: bool,
    /// Set by the server from the tenant's checklist: true if the driver may not drive unless the
    /// item is in order.
    pub bars: bool,
}

/// A driver's answers before a shift.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema, Record, Form, Validate)]
#[serde(default)]
#[schemars(rename = "DriverPreStartAnswer")]
#[record(table = "pre_start_answers", name = "The pre-start answer", open)]
#[garde(allow_unvalidated)]
pub(super) struct Answer {
    pub id: PreStartAnswerId,
    #[serde(rename = "rowVersion")]
    pub row_version: i64,
    /// A driver's user may omit it.
    #[serde(rename = "driverid")]
    #[record(driver)]
    pub driver_id: DriverId,
    #[serde(rename = "creationtime")]
    #[record(protected)]
    pub creation_time: DateTime<Utc>,
    /// Time on the road since the last long rest, in the driver's words.
    #[serde(rename = "timeonroad")]
    #[garde(length(chars, max = MAX_TIME_ON_ROAD_LENGTH))]
    pub time_on_road: Option<String>,
    #[serde(rename = "breakstarttime")]
    pub break_start_time: Option<DateTime<Utc>>,
    #[serde(rename = "breakendtime")]
    pub break_end_time: Option<DateTime<Utc>>,
    #[serde(rename = "drivestarttime")]
    pub drive_start_time: Option<DateTime<Utc>>,
    #[serde(rename = "driveendtime")]
    pub drive_end_time: Option<DateTime<Utc>>,
    #[serde(rename = "hadenoughsleep")]
    pub had_enough_sleep: bool,
    #[serde(rename = "stateofdriverslicense")]
    pub license_state: LicenseState,
    #[serde(rename = "undertheinfluenceofdrugs")]
    pub under_drugs: bool,
    #[serde(rename = "undertheinfluenceofalcohol")]
    pub under_alcohol: bool,
    #[serde(rename = "wearingpropersafetyequipment")]
    pub wears_equipment: bool,
    #[record(json)]
    #[garde(length(max = MAX_ITEMS))]
    pub body: Vec<Item>,
    #[record(json)]
    #[garde(length(max = MAX_ITEMS))]
    pub engine: Vec<Item>,
    #[record(json)]
    #[garde(length(max = MAX_ITEMS))]
    pub electrical: Vec<Item>,
    #[serde(rename = "wheelstyres")]
    #[record(json)]
    #[garde(length(max = MAX_ITEMS))]
    pub wheels_tyres: Vec<Item>,
    #[serde(rename = "driverinsuarancecoverage")]
    #[record(json)]
    #[garde(length(max = MAX_ITEMS))]
    pub insurance_coverage: Vec<Item>,
    #[serde(rename = "safetyequipment")]
    #[record(json)]
    #[garde(length(max = MAX_ITEMS))]
    pub safety_equipment: Vec<Item>,
    /// True if the answers bar the driver from this shift.
    #[serde(rename = "isbarred")]
    #[record(protected)]
    pub is_barred: bool,
}

impl Answer {
    pub fn checklists(&self) -> [(&'static str, &[Item]); 6] {
        [
            ("body", &self.body),
            ("engine", &self.engine),
            ("electrical", &self.electrical),
            ("wheelstyres", &self.wheels_tyres),
            ("driverinsuarancecoverage", &self.insurance_coverage),
            ("safetyequipment", &self.safety_equipment),
        ]
    }

    pub fn checklists_mut(&mut self) -> [&mut Vec<Item>; 6] {
        [
            &mut self.body,
            &mut self.engine,
            &mut self.electrical,
            &mut self.wheels_tyres,
            &mut self.insurance_coverage,
            &mut self.safety_equipment,
        ]
    }
}
