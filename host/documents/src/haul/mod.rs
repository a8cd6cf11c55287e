//! Documents of a line haul: loading sheet and manifest (A4).

mod draw;

use data::FieldError;

pub(crate) use draw::pdf;

/// A row of a loading sheet or manifest.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct HaulRow {
    /// One for each column; the first is bold.
    pub cells: [String; 7],
    /// Marked by a diamond.
    pub is_dangerous: bool,
}

/// A loading sheet, with a row for each article, or a manifest, with a row for each job. Empty
/// facts are omitted.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct HaulSheet {
    pub title: String,
    pub number: String,
    pub issuer: String,
    /// Names of the head ports: start and destination.
    pub lane: [String; 2],
    /// Captions with values.
    pub facts: Vec<(String, String)>,
    /// Headings with widths in millimetres, of 180 together.
    pub columns: [(&'static str, f32); 7],
    pub rows: Vec<HaulRow>,
    pub total: String,
    /// Sentence above the signatures.
    pub statement: String,
    /// Captions of the lines to sign, three on each line.
    pub signatures: Vec<&'static str>,
}

/// The error names the field, such as `number`.
pub fn haul_sheet(sheet: &HaulSheet) -> Result<Vec<u8>, FieldError> {
    data::blocking::run(|| pdf(sheet))
}
