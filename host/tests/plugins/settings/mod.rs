//! Plugins' settings through HTTP: by their schema, sealed, per customer, moved by an upgrade; limits; what is swept.

#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

mod calls;
mod forms;
mod languages;
mod limits;
mod made;
mod sweep;
mod switches;
