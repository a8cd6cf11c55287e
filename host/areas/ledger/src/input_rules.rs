//! Checks of common fields.

use chrono::NaiveDate;
use data::{Error, Result, message};

pub const MAX_TEXT: usize = 256;

pub const MAX_NOTE: usize = 2000;

pub fn is_near(day: NaiveDate) -> bool {
    data::case::is_day(day)
}

pub fn check_note(note: Option<&str>) -> Result<()> {
    match note.is_some_and(|note| note.chars().count() > MAX_NOTE) {
        true => Err(Error::invalid(
            "note",
            message!("must be at most {max} characters", max = MAX_NOTE),
        )),
        false => Ok(()),
    }
}
