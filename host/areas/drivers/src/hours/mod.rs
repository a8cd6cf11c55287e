//! Hours of drivers of heavy vehicles: the work that a rule set still allows.

mod limits;
mod nights;
mod planned;
mod rests;
mod routes;
mod rules;
mod spans;

pub use planned::{ShiftRest, ShiftRests, WorkSpan};
pub(crate) use planned::{first_broken_rule, load_rests};
pub(crate) use routes::{HISTORY, table};
