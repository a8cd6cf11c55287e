//! Declaration of a record as a struct, from which its table mapping and API names are derived.
//!
//! ```
//! use data::{Record, Where, db::{Column, Entity}, ids::CustomerId};
//! use serde::{Deserialize, Serialize};
//!
//! /// A cost centre of a customer's bookings.
//! #[derive(Debug, Clone, Default, Serialize, Deserialize, Record)]
//! #[serde(rename_all = "camelCase", default)]
//! #[record(table = "cost_centres", name = "The cost centre", open)]
//! struct CostCentre {
//!     id: i64,
//!     row_version: i64,
//!     #[record(customer)]
//!     customer_id: CustomerId,
//!     code: String,
//!     #[serde(rename = "displayURL")]
//!     display_url: Option<String>,
//!     #[record(json)]
//!     labels: Vec<String>,
//!     #[record(protected)]
//!     made_by: String,
//!     #[record(secret)]
//!     api_secret: String,
//!     #[record(sent)]
//!     #[serde(skip_serializing)]
//!     new_secret: Option<String>,
//! }
//!
//! let names: Vec<&str> = CostCentre::FIELDS.iter().map(|field| field.name).collect();
//! assert_eq!(names, ["id", "customerId", "code", "displayURL", "madeBy"]);
//! assert_eq!(CostCentre::WIRE, ["customerId", "code", "displayURL", "labels", "madeBy", ""]);
//! assert_eq!(CostCentre::PROTECTED, ["madeBy"]);
//! let code: Column<CostCentre, String> = CostCentre::CODE;
//! let narrow = Where::all().eq(code, "A1").or(Where::all().is_null(CostCentre::DISPLAY_URL));
//! # let _: Where<CostCentre> = narrow;
//! ```
//!
//! # The struct
//!
//! - `table`, `name`: the table, and the name of a row in errors.
//! - `called`: the name in the record of changes, by default the struct's name.
//! - `kept`: rows are soft-deleted and no query returns them: the table has a column `is_deleted`.
//! - `unrecorded`: changes are not recorded: logs, sessions, caches, mass data.
//! - `open`: every column is `listed` by default (a document `recorded`), unless serde skips it:
//!   for structs that the API returns unchanged. A name that looks like a secret needs an explicit
//!   option. Without `open` a column is `internal` by default, so secrets stay hidden.
//! - `searched = 4`: kind number in the search index ([`crate::search`]), never reused;
//!   `numbered`: people refer to the row by its id.
//! - `also(name = "…", sql = "…", ty = Text)`: a filter name for an expression over columns; with
//!   `searched = "name surname"` the texts of these columns are searched as one.
//! - `counted(table = "…", by = "status carrier", sums = "weight")`: a counter table that triggers
//!   maintain, with row counts by these columns ([`CounterTable`]); the
//!   one with the fewest rows comes first.
//! - `in_order = "creation_time eta"`: an index stores a tenant's rows in the order of such a
//!   column, so a page is read by scanning it. `also(…, in_order)` does so for an expression.
//! - `embedded(Booking)`: a value object of such records ([`embedded`](crate::db::embedded)), with
//!   constants of its columns for each of them; `prefix = "from_"` begins its column names.
//! - `view_of = Booking`: a view, which reads some of the record's columns.
//!
//! # Its fields
//!
//! - `listed`: available to filters and sorting, and shown in the record of changes. `recorded`:
//!   only the latter, `filtered`: only the former. `internal`, `secret`: neither.
//! - `json`: a document in one column. `embed`: a value object, each member in its column. Its
//!   columns count as the record's in `counted`, `in_order` and views, may be `searched`, and one
//!   may bind the row to its owner.
//! - `name`: its API name, if it differs from serde's: `customer/id`.
//! - `protected`: a save never takes it from the caller.
//! - `sent`: input only, without a column; read from a row it has its default.
//! - `searched`: the search index holds its text; `json, searched = "suburb state"`: those of these
//!   members, which are filter names too (`toAddress/suburb`) if the document is `listed`.
//! - `customer`: the column binds its row to a customer; `customer(through = Booking)`: through the
//!   referenced row. `driver` binds it to a driver likewise.
//!
//! A column of another record, or a value of another type, does not compile:
//!
//! ```compile_fail
//! # use data::{Record, Where};
//! #[derive(Record)]
//! #[record(table = "a", name = "The a")]
//! struct A { id: i64, row_version: i64, code: String }
//! #[derive(Record)]
//! #[record(table = "b", name = "The b")]
//! struct B { id: i64, row_version: i64, code: String }
//! let _: Where<A> = Where::all().eq(B::CODE, "x");
//! ```
//!
//! ```compile_fail
//! # use data::{Record, Where};
//! #[derive(Record)]
//! #[record(table = "a", name = "The a")]
//! struct A { id: i64, row_version: i64, code: String }
//! let _: Where<A> = Where::all().eq(A::CODE, 5_i64);
//! ```
//!
//! Neither do an exposed secret, a recorded sealed value, and a view that differs from its record:
//!
//! ```compile_fail
//! # use data::Record;
//! #[derive(Record)]
//! #[record(table = "a", name = "The a", open)]
//! struct A { id: i64, row_version: i64, token_hash: String }
//! ```
//!
//! ```compile_fail
//! # use data::{Record, db::{Entity, Sealed}};
//! #[derive(Record)]
//! #[record(table = "a", name = "The a")]
//! struct A { id: i64, row_version: i64, #[record(recorded)] key: Sealed }
//! let _ = A::WIRE;
//! ```
//!
//! ```compile_fail
//! # use data::Record;
//! #[derive(Record)]
//! #[record(table = "a", name = "The a")]
//! struct A { id: i64, row_version: i64, code: Option<String> }
//! #[derive(Record)]
//! #[record(view_of = A)]
//! struct Line { code: String }
//! ```

mod counters;
mod entity;
mod new;
mod searched;
mod wheres;

pub(crate) use counters::ROW_COUNT;
pub use counters::{CounterTable, Sum};
pub use data_macros::Record;
pub use entity::{Binding, Entity, View};
pub use new::{New, NewRecord};
pub use searched::{Searched, Word};
pub use wheres::{Column, Document, Where};
