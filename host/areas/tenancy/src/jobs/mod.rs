//! Background jobs with progress: the caller's, the tenant's and the platform's.

mod model;
pub(crate) mod routes;
