//! Compliance of drivers: checklists before a shift, hours and retention of positions.

use data::TextEnum;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Compliance of drivers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Compliance {
    /// Hours of drivers of heavy vehicles: `standard`, `basic` or `none`.
    pub fatigue_rules: FatigueRules,
    /// Items that a driver confirms before a shift.
    pub checklists: Checklists,
    /// Retention of positions in days, 1 to 3650; 0: unlimited.
    pub position_retention_days: i64,
}

impl Default for Compliance {
    fn default() -> Self {
        Self {
            fatigue_rules: FatigueRules::Standard,
            checklists: Checklists::default(),
            position_retention_days: 90,
        }
    }
}

/// Rule set of the hours of drivers of heavy vehicles.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, TextEnum)]
pub enum FatigueRules {
    #[default]
    #[text_enum(name = "standard")]
    Standard,
    /// Basic fatigue management, for accredited operators.
    #[text_enum(name = "basic")]
    Basic,
    #[text_enum(name = "none")]
    None,
}

/// Checklists before a shift, named like the members of a pre-start answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase", default)]
pub struct Checklists {
    pub body: Vec<ChecklistItem>,
    pub engine: Vec<ChecklistItem>,
    pub electrical: Vec<ChecklistItem>,
    pub wheelstyres: Vec<ChecklistItem>,
    pub driverinsuarancecoverage: Vec<ChecklistItem>,
    pub safetyequipment: Vec<ChecklistItem>,
}

impl Checklists {
    /// Returns the lists with their names.
    pub fn by_name(&self) -> [(&'static str, &[ChecklistItem]); 6] {
        [
            ("body", &self.body),
            ("engine", &self.engine),
            ("electrical", &self.electrical),
            ("wheelstyres", &self.wheelstyres),
            ("driverinsuarancecoverage", &self.driverinsuarancecoverage),
            ("safetyequipment", &self.safetyequipment),
        ]
    }
}

impl Default for Checklists {
    fn default() -> Self {
        let items = |titles: &[&str]| {
            titles
                .iter()
                .map(|title| ChecklistItem::new(title))
                .collect()
        };
        Self {
            body: items(&["Body and load space undamaged", "Load restraints in order"]),
            engine: items(&["Oil and coolant levels", "No leaks"]),
            electrical: items(&["Lights and indicators", "Horn and wipers"]),
            wheelstyres: items(&["Tyres and wheel nuts", "Brakes"]),
            driverinsuarancecoverage: items(&["Registration and insurance papers on board"]),
            safetyequipment: items(&["Fire extinguisher", "First-aid kit"]),
        }
    }
}

/// An item of a checklist.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ChecklistItem {
    pub title: String,
    /// True if the driver may not drive unless it is in order.
    pub bars: bool,
}

impl ChecklistItem {
    fn new(title: &str) -> Self {
        Self {
            title: title.to_owned(),
            bars: false,
        }
    }
}
