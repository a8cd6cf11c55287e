//! The calls of {{id}}: the table of routes, then the handlers in the same order.

use kernel::Area;

/// The room, with its routes, jobs and listeners.
pub fn area() -> Area {
    Area::new("{{id}}")
}
