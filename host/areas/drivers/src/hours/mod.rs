//! Hours of drivers of heavy vehicles: the work that a rule set still allows.

mod limits;
mod nights;
mod routes;
mod rules;
mod spans;

pub(crate) use routes::{load_left, load_spent, table};
