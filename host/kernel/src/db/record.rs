//! How a record is declared: once, as a struct, from which everything else follows.
//!
//! ```
//! use kernel::{Record, Where, db::{Column, Entity}, ids::CustomerId};
//! use serde::{Deserialize, Serialize};
//!
//! /// A place where the costs of a customer's bookings are kept apart.
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
//! - `table`, `name`: the table, and what errors call one of its rows.
//! - `called`: what the record of changes calls it where that is not the struct's name.
//! - `kept`: a deleted row stays for what refers to it, and nothing reads it any more: the table has a column `is_deleted`.
//! - `unrecorded`: no change of it is recorded: logs, sessions, caches, rows that come by the thousand.
//! - `open`: every column is `listed` (a document `recorded`) unless it says otherwise or serde skips it: for structs that
//!   the API answers as they are. A name that looks like a secret must say what it is. Without `open` a column is
//!   `internal` unless it says otherwise: so secrets stay out.
//! - `searched = 4`: the search index ([`crate::search`]) keeps it under this number, which is never given to another;
//!   `numbered`: people call it by its id.
//! - `also(name = "…", sql = "…", ty = Text)`: a name for filters that is an expression over columns; with
//!   `searched = "name surname"` the texts of these columns are searched as one.
//! - `tallied(table = "…", by = "status carrier", sums = "weight")`: a table that the database's triggers keep has how many
//!   rows there are by these columns ([`Tally`](crate::db::Tally)); the one with the fewest rows stands first.
//! - `in_order = "creation_time eta"`: an index has a tenant's rows in the order of such a column, so that a page of many
//!   is met on the way. `also(…, in_order)` says the same of an expression.
//! - `view_of = Booking`: no record but a view: a struct that reads some of the record's columns.
//!
//! # Its fields
//!
//! - `listed`: filter and sorting may name it, and the record of changes shows it. `recorded`: the latter alone,
//!   `filtered`: the former alone. `internal`, `secret`: neither.
//! - `json`: a document of its own in one column.
//! - `name`: its API name where that is not what serde says: `customer/id`.
//! - `protected`: a save never takes it from the caller.
//! - `sent`: no column: a caller sends it with a save beside what is kept; read from a row it has its default.
//! - `searched`: the search index holds its text.
//! - `customer`: the column binds its row to a customer; `customer(through = Booking)`: by way of the row it names.
//!
//! A column of another record, or a value of another type, does not compile:
//!
//! ```compile_fail
//! # use kernel::{Record, Where};
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
//! # use kernel::{Record, Where};
//! #[derive(Record)]
//! #[record(table = "a", name = "The a")]
//! struct A { id: i64, row_version: i64, code: String }
//! let _: Where<A> = Where::all().eq(A::CODE, 5_i64);
//! ```
//!
//! A secret that would be shown, a sealed value that is recorded, and a view that differs from its record do not either:
//!
//! ```compile_fail
//! # use kernel::Record;
//! #[derive(Record)]
//! #[record(table = "a", name = "The a", open)]
//! struct A { id: i64, row_version: i64, token_hash: String }
//! ```
//!
//! ```compile_fail
//! # use kernel::{Record, db::{Entity, Sealed}};
//! #[derive(Record)]
//! #[record(table = "a", name = "The a")]
//! struct A { id: i64, row_version: i64, #[record(recorded)] key: Sealed }
//! let _ = A::WIRE;
//! ```
//!
//! ```compile_fail
//! # use kernel::Record;
//! #[derive(Record)]
//! #[record(table = "a", name = "The a")]
//! struct A { id: i64, row_version: i64, code: Option<String> }
//! #[derive(Record)]
//! #[record(view_of = A)]
//! struct Line { code: String }
//! ```

pub use kernel_macros::Record;
