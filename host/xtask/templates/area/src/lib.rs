//! {{Name}}: say here what this area is for, the terms it owns, and what always holds in it.

pub mod access;
mod routes;

pub use routes::area;
