//! Zones of several areas: the normal form of their places, their CSV and their map.

mod assign;
mod map;
mod place;
mod table;

pub use map::{MapPlace, Points, ZoneMap, draw_map};
pub use place::{SentPlace, ZonePlace, place_name, post_code_key};
pub use table::{Columns, ExportLine, HEADINGS, REQUIRED, ZoneLine};
