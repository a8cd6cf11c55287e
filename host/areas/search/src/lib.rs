//! Search: one call over all records, with results in groups.
//!
//! Terms: a *group* holds results of one kind; a result's *ref* links to its page; its *details*
//! are JSON text that distinguishes results with the same title.
//!
//! Records declare their searchable fields (`data::search`); this area has the call and the index
//! jobs.
//!
//! Invariants:
//! - A caller finds only records that the caller may open: groups without permission or feature are
//!   empty, and a customer's user finds only that customer's bookings.
//! - Case, accents and marks are ignored; any part of a word matches. A typing error is tolerated
//!   if there is no exact match.

mod model;
mod routes;

pub fn area() -> web::Area {
    web::Area::new("search")
        .routes(routes::table())
        .job(work::indexing::SEAL)
        .job(work::indexing::REBUILD)
}
