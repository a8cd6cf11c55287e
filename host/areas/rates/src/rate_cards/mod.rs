//! Rate cards: save, versions, comparison and copies.

pub mod compare;
pub mod copy_job;
pub mod document;
pub mod model;
pub mod routes;
pub mod store;
pub mod terms;
pub mod versions;
