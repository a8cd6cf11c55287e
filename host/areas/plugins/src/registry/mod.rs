//! The platform's packages: uploaded, verified and tried out, then active for all hosts, with the way back.
//!
//! A package is taken when its parts are whole, a trusted key signed it (or the operator takes unsigned ones), and it
//! compiles and answers what every plugin answers. What is active stands in the database; each host follows it.

mod routes;
mod service;
mod store;

pub(crate) use routes::table;
pub use service::{Uploaded, follow, install, remove, roll_back, trust, upload};
