//! Prices of jobs: buy, sell, and charges of drivers.

pub(crate) mod billing;
pub(crate) mod driver_pay;
pub(crate) mod feeable;
pub(crate) mod model;
pub(crate) mod routes;
pub(crate) mod rules;
pub(crate) mod store;
