//! Value objects in a record: structs whose members are columns of the record's table.
//!
//! ```
//! use data::{Record, db::Entity};
//!
//! #[derive(Clone, Default, Record)]
//! #[record(embedded(Parcel), prefix = "from_")]
//! struct Origin {
//!     suburb: String,
//!     #[record(listed, name = "fromPostCode")]
//!     post_code: String,
//! }
//!
//! #[derive(Clone, Default, Record)]
//! #[record(table = "parcels", name = "The parcel")]
//! struct Parcel {
//!     id: i64,
//!     row_version: i64,
//!     code: String,
//!     #[record(embed)]
//!     origin: Origin,
//!     weight: i64,
//! }
//!
//! assert_eq!(Parcel::COLUMNS, ["code", "from_suburb", "from_post_code", "weight"]);
//! assert_eq!(Parcel::WIRE, ["", "", "fromPostCode", ""]);
//! let names: Vec<&str> = Parcel::FIELDS.iter().map(|field| field.name).collect();
//! assert_eq!(names, ["id", "fromPostCode"]);
//! let narrow = data::Where::all().eq(Parcel::FROM_SUBURB, "Mackay");
//! # let _: data::Where<Parcel> = narrow;
//! ```

use crate::value::{Field, Row, Val};

/// A value object of a record. Implemented only by `#[derive(Record)]` with
/// `#[record(embedded)]`.
pub trait Embedded: Sized {
    const COLUMNS: &'static [&'static str];
    /// Column names in the record of changes; empty for an unrecorded column.
    const WIRE: &'static [&'static str];
    /// Names allowed in filters and sorting.
    const FIELDS: &'static [Field];
    fn bind(&self, values: &mut Vec<Val>);
    /// Reads the members from the columns that begin at `start`.
    fn read(row: &Row, start: usize) -> sqlx::Result<Self>;
}

#[doc(hidden)]
pub const fn total<T>(parts: &[&[T]]) -> usize {
    let (mut total, mut at) = (0, 0);
    while at < parts.len() {
        total += parts[at].len();
        at += 1;
    }
    total
}

/// Joins lists that are not all empty.
#[doc(hidden)]
pub const fn join<T: Copy, const N: usize>(parts: &[&[T]]) -> [T; N] {
    let mut first = 0;
    while parts[first].is_empty() {
        first += 1;
    }
    let mut list = [parts[first][0]; N];
    let (mut part, mut filled) = (0, 0);
    while part < parts.len() {
        let mut at = 0;
        while at < parts[part].len() {
            list[filled] = parts[part][at];
            (filled, at) = (filled + 1, at + 1);
        }
        part += 1;
    }
    list
}
