//! Background jobs as people see them: one's own with their progress, and all of them for the platform's administrators.

mod model;
pub(crate) mod routes;
