//! {{Name}}: describe the area's purpose, its terms and its invariants here.

pub mod access;
mod routes;

pub use routes::area;
