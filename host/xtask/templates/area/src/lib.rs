//! {{Name}}: say here what this room is for, the trade's words it owns, and what always holds in it.

mod routes;

pub use routes::area;
