//! Positions of addresses: found in the background, kept for the address, corrected by hand.

pub(crate) mod address;
pub(crate) mod locate;
mod model;
pub(crate) mod routes;
mod rules;
mod service;

use serde::{Deserialize, Serialize};
use work::event::Event;

pub use address::PlacedAddress;
pub use model::{Position, PositionSource};
pub use service::{find_position, known_position, locate};

/// An address got a position, or another one.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Positioned {
    pub address_key: String,
}

pub static POSITIONED: Event<Positioned> = Event::new("places.positioned", 1);
