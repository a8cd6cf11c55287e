//! Jobs as tables: export, and import of all lines or none.

mod columns;
mod export;
mod import;
pub(crate) mod routes;

pub(crate) use import::job;
