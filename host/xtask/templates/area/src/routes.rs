//! Routes of {{id}}, then the handlers in the same order.

use web::Area;

use crate::access;

/// The area with its routes, permissions, jobs and listeners.
pub fn area() -> Area {
    Area::new("{{id}}").permissions(access::PERMISSIONS)
}
