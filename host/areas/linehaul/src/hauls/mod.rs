//! The line haul: record, life cycle, calls.

pub(crate) mod carrier_quotes;
pub(crate) mod carriers;
pub(crate) mod change;
pub(crate) mod consignment;
pub(crate) mod model;
pub(crate) mod ports;
pub(crate) mod process;
pub(crate) mod routes;
pub(crate) mod rules;
pub(crate) mod save;
pub(crate) mod status;
pub(crate) mod store;
