//! Batches: bulk calls, dry runs and repeated calls.

pub mod book;
pub mod bulk;
pub mod entries;
pub mod error_info;
pub mod preview;
pub mod repeats;
pub mod routes;
