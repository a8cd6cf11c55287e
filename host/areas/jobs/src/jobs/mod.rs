//! The job: record, life cycle, calls.

mod agent_lists;
pub(crate) mod agents;
pub(crate) mod arrivals;
pub(crate) mod articles;
mod bars;
pub(crate) mod carrier_agents;
pub(crate) mod change;
pub(crate) mod hauls;
pub(crate) mod lateness;
pub(crate) mod legs;
pub(crate) mod log;
pub(crate) mod look_ups;
pub(crate) mod merge;
pub(crate) mod model;
pub(crate) mod positions;
pub(crate) mod process;
pub(crate) mod routes;
pub(crate) mod rules;
pub(crate) mod save;
pub(crate) mod split;
pub(crate) mod status;
pub(crate) mod store;
pub(crate) mod view;
