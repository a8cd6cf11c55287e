//! Prices of jobs: buy, sell, and charges of drivers.

pub(crate) mod model;
