//! Places: search for addresses and localities, positions of addresses, and map tiles.
//!
//! Terms: a *place* is an address or a locality with its position; a *locality* is a suburb or
//! town. The *imported* index holds publishers' addresses; the *localities* are those of the
//! look-ups.
//!
//! Invariants:
//!
//! - Places belong to no tenant; any signed-in user may search them.
//! - Indexes are files that the system maps into memory; the heap holds no list of places.
//! - A word matches exactly, by its beginning if it is the last, or within a letter or two if
//!   nothing else does. Numbers never match by similarity.
//! - Positions are a tenant's own, one for each address. One that a person set is never replaced by
//!   the machine.
//! - An import replaces the whole index at once; searches use the old one until it is complete.

mod access;
mod filter;
mod import;
mod index;
mod model;
mod nominatim;
mod outer;
mod positions;
mod readers;
mod routes;
mod search;
mod service;
mod tiles;
mod words;

pub use import::{Report, import, import_places};
pub use model::Place;
pub use positions::{
    POSITIONED, PlacedAddress, Position, PositionSource, Positioned, find_position, known_position,
    locate,
};
pub use routes::area;
pub use service::Places;
