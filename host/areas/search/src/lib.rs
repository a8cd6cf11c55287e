//! Search: one box for everything, answered in groups.
//!
//! Words: a *group* holds results of one kind; a result's *ref* leads to its page, its *details* are JSON text that
//! tells results of the same title apart.
//!
//! Invariants: nobody finds what they may not open: a group that the caller has no permission for, or whose feature is
//! switched off, is empty, and a customer's user finds that customer's bookings alone. Bookings are found by their
//! numbers whatever their age, and by names and places for half a year.

mod model;
mod routes;
mod rules;

pub fn area() -> kernel::Area {
    kernel::Area::new("search").routes(routes::table())
}
