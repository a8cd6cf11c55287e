//! Messages of the dispatcher to drivers.

pub(crate) mod model;
pub(crate) mod routes;
