//! CSV of zones: one line puts a place into a zone.

use web::rows::{Cell, Cells, Table};

use super::place::SentPlace;

/// Columns in export order; only the first is required.
pub const HEADINGS: [&str; 7] = [
    "zone",
    "postCode",
    "suburb",
    "countryCode",
    "stateCode",
    "postCodeTo",
    "zoneName",
];
pub const REQUIRED: [&str; 1] = ["zone"];

/// Positions of the headings in a table.
pub struct Columns([Option<usize>; HEADINGS.len()]);

/// A line of the table.
pub struct ZoneLine {
    /// The zone's code.
    pub zone: String,
    pub zone_name: Option<String>,
    pub place: SentPlace,
}

impl Columns {
    pub fn from_table(table: &Table) -> Self {
        Self(HEADINGS.map(|heading| table.column(heading)))
    }

    pub fn read(&self, cells: Cells<'_>) -> ZoneLine {
        let [
            zone,
            post_code,
            suburb,
            country_code,
            state_code,
            post_code_to,
            zone_name,
        ] = self
            .0
            .map(|at| Some(cells.get(at).to_owned()).filter(|text| !text.is_empty()));
        ZoneLine {
            zone: zone.unwrap_or_default(),
            zone_name,
            place: SentPlace {
                country_code,
                state_code,
                post_code,
                post_code_to,
                suburb,
            },
        }
    }
}

/// A line of an export, in the order of the headings.
#[derive(Debug, Clone, Copy)]
pub struct ExportLine<'l> {
    pub zone: &'l str,
    pub post_code: Option<&'l str>,
    pub suburb: Option<&'l str>,
    pub country_code: &'l str,
    pub state_code: Option<&'l str>,
    pub post_code_to: Option<&'l str>,
    pub zone_name: &'l str,
}

impl<'l> ExportLine<'l> {
    pub fn cells(self) -> [Cell<'l>; HEADINGS.len()] {
        [
            self.zone.into(),
            self.post_code.into(),
            self.suburb.into(),
            self.country_code.into(),
            self.state_code.into(),
            self.post_code_to.into(),
            self.zone_name.into(),
        ]
    }
}
