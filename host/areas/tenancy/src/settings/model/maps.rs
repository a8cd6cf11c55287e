//! Settings of maps: the server that finds addresses, and the source of tiles.

use data::TextEnum;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Settings of maps and of the search for addresses.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "MapSettings")]
pub struct Maps {
    /// Source of addresses: `own`, `nominatim` or `photon`.
    pub geocoder: Geocoder,
    /// Address of that server, such as `https://nominatim.example.com`.
    pub geocoder_server: String,
    /// Requests to that server a second, 1 to 100. Public servers allow one.
    pub geocoder_rate: u32,
    /// Source of the tiles under maps: `none`, `server` or `file`.
    pub tiles: TileSource,
    /// Tiles of the server: `raster` or `vector`. A file declares its kind itself.
    pub tile_kind: TileKind,
    /// Address of a tile, such as `https://tiles.example.com/{z}/{x}/{y}.png`.
    pub tile_address: String,
    /// Largest zoom of the server, 0 to 22. Null is 19 for pictures and 14 for vector tiles.
    pub tile_max_zoom: Option<u32>,
    /// Name of a PMTiles file in the program's folder `tiles`.
    pub tile_file: String,
    /// Shown on maps with tiles, such as `© OpenStreetMap contributors`.
    pub tile_attribution: String,
}

impl Default for Maps {
    fn default() -> Self {
        Self {
            geocoder: Geocoder::Own,
            geocoder_server: String::new(),
            geocoder_rate: 1,
            tiles: TileSource::None,
            tile_kind: TileKind::Raster,
            tile_address: String::new(),
            tile_max_zoom: None,
            tile_file: String::new(),
            tile_attribution: String::new(),
        }
    }
}

/// Source of addresses.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, TextEnum)]
pub enum Geocoder {
    /// The places that the operator imported, and the localities.
    #[default]
    #[text_enum(name = "own")]
    Own,
    /// A server with the API of Nominatim.
    #[text_enum(name = "nominatim")]
    Nominatim,
    /// A server with the API of Photon.
    #[text_enum(name = "photon")]
    Photon,
}

/// Source of the tiles under maps.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, TextEnum)]
pub enum TileSource {
    /// Maps show the outlines of the land.
    #[default]
    #[text_enum(name = "none")]
    None,
    /// A tile server.
    #[text_enum(name = "server")]
    Server,
    /// A PMTiles file of the operator.
    #[text_enum(name = "file")]
    File,
}

/// Content of tiles.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, TextEnum)]
pub enum TileKind {
    /// Pictures.
    #[default]
    #[text_enum(name = "raster")]
    Raster,
    /// Mapbox vector tiles, which the web application draws.
    #[text_enum(name = "vector")]
    Vector,
}
