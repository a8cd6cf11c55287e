//! Value objects in a record: structs whose members are columns of the record's table.
//!
//! ```
//! use data::{Record, db::{Binding, Entity}, ids::CustomerId};
//!
//! #[derive(Clone, Default, Record)]
//! #[record(embedded(Parcel), prefix = "from_")]
//! struct Origin {
//!     suburb: String,
//!     #[record(listed, name = "fromPostCode", searched)]
//!     post_code: String,
//! }
//!
//! #[derive(Clone, Default, Record)]
//! #[record(embedded(Parcel))]
//! struct Payer {
//!     #[record(customer)]
//!     customer_id: CustomerId,
//!     note: Option<String>,
//! }
//!
//! #[derive(Clone, Default, Record)]
//! #[record(
//!     table = "parcels",
//!     name = "The parcel",
//!     searched = 4,
//!     counted(table = "parcel_counts", by = "customer_id", sums = "weight"),
//!     in_order = "from_suburb"
//! )]
//! struct Parcel {
//!     id: i64,
//!     row_version: i64,
//!     code: String,
//!     #[record(embed)]
//!     origin: Origin,
//!     #[record(embed)]
//!     payer: Payer,
//!     weight: i64,
//! }
//!
//! /// A view names columns, or the value object as a whole.
//! #[derive(Record)]
//! #[record(view_of = Parcel)]
//! struct Label {
//!     #[record(embed)]
//!     origin: Origin,
//!     note: Option<String>,
//! }
//!
//! let columns = ["code", "from_suburb", "from_post_code", "customer_id", "note", "weight"];
//! assert_eq!(Parcel::COLUMNS, columns);
//! assert_eq!(Parcel::WIRE, ["", "", "fromPostCode", "", "", ""]);
//! assert_eq!(Parcel::SEARCHED.unwrap().words[0].field, "fromPostCode");
//! assert_eq!(Parcel::CUSTOMER, Some(Binding::Column("customer_id")));
//! let names: Vec<&str> = Parcel::FIELDS.iter().map(|field| field.name).collect();
//! assert_eq!(names, ["id", "fromPostCode"]);
//! let narrow = data::Where::all().eq(Parcel::FROM_SUBURB, "Mackay");
//! # let _: data::Where<Parcel> = narrow;
//! ```
//!
//! On the wire the members of a value object are members of its record: `#[data::wire]` on the
//! record sees to that, and [`save::Flat`](crate::save::Flat) reads them.

use crate::{
    record::{Binding, Word},
    value::{Field, Row, Val},
};

/// A value object of a record. Implemented only by `#[derive(Record)]` with
/// `#[record(embedded)]`.
pub trait Embedded: Sized {
    const COLUMNS: &'static [&'static str];
    /// Column names in the record of changes; empty for an unrecorded column.
    const WIRE: &'static [&'static str];
    /// Names allowed in filters and sorting.
    const FIELDS: &'static [Field];
    /// Texts in the search index.
    const WORDS: &'static [Word];
    const CUSTOMER: Option<Binding>;
    const DRIVER: Option<Binding>;
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

/// Joins lists with `N` entries; each entry replaces a `filler`.
#[doc(hidden)]
pub const fn join<T: Copy, const N: usize>(parts: &[&[T]], filler: T) -> [T; N] {
    let mut list = [filler; N];
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

/// Returns the only binding of a record and its value objects.
#[doc(hidden)]
pub const fn only_binding(bindings: &[Option<Binding>]) -> Option<Binding> {
    let (mut found, mut at) = (None, 0);
    while at < bindings.len() {
        if bindings[at].is_some() {
            assert!(found.is_none(), "one column binds a row to its owner");
            found = bindings[at];
        }
        at += 1;
    }
    found
}

/// True if the lists of columns have the name.
#[doc(hidden)]
pub const fn has_column(columns: &[&str], name: &str) -> bool {
    let mut at = 0;
    while at < columns.len() {
        if is_equal(columns[at].as_bytes(), name.as_bytes()) {
            return true;
        }
        at += 1;
    }
    false
}

const fn is_equal(one: &[u8], other: &[u8]) -> bool {
    if one.len() != other.len() {
        return false;
    }
    let mut at = 0;
    while at < one.len() {
        if one[at] != other[at] {
            return false;
        }
        at += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_joined_in_order_and_may_be_empty() {
        const PARTS: &[&[i64]] = &[&[], &[1, 2], &[], &[3]];
        assert_eq!(join::<i64, { total(PARTS) }>(PARTS, 0), [1, 2, 3]);
        assert_eq!(join::<i64, 0>(&[&[], &[]], 0), [0_i64; 0]);
    }

    #[test]
    fn a_row_has_one_binding_to_an_owner() {
        let binding = Some(Binding::Column("customer_id"));
        assert_eq!(only_binding(&[None, binding, None]), binding);
        assert_eq!(only_binding(&[None]), None);
        let twice = std::panic::catch_unwind(|| only_binding(&[binding, binding]));
        assert!(twice.is_err());
    }

    #[test]
    fn columns_are_found_by_their_whole_name() {
        let columns = ["customer_id", "eta"];
        assert!(has_column(&columns, "eta"));
        assert!(!has_column(&columns, "et") && !has_column(&columns, "customer_ie"));
    }
}
