//! Search: one box for everything, answered in groups.
//!
//! Words: a *group* holds results of one kind; a result's *ref* leads to its page, its *details* are JSON text that
//! tells results of the same title apart.
//!
//! What is searched, the records themselves declare (`kernel::search`); this area has the call, and the jobs that look
//! after the index.
//!
//! Invariants: nobody finds what they may not open: a group that the caller has no permission for, or whose feature is
//! switched off, is empty, and a customer's user finds that customer's bookings alone. Case, accents and marks do not
//! matter, any part of a word will do, and a slip in a word is forgiven where nothing is found without it.

mod model;
mod routes;

pub fn area() -> kernel::Area {
    kernel::Area::new("search")
        .routes(routes::table())
        .job(kernel::search::SEAL)
        .job(kernel::search::REBUILD)
}
