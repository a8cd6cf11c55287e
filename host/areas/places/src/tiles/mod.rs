//! Map tiles of the tenant's source, served by the program: a page loads nothing from elsewhere.

mod archive;
mod content;
mod remote;
pub(crate) mod routes;
mod rules;

use archive::Archives;
use content::Content;
use data::{Host, Result};
use remote::Remote;
use rules::Tile;
use tenancy::{Maps, TileKind, TileSource};

/// Opened archives, and tiles of servers that were loaded lately.
pub(crate) struct Tiles {
    archives: Archives,
    pictures: Remote,
    vectors: Remote,
}

impl Default for Tiles {
    fn default() -> Self {
        Self {
            archives: Archives::default(),
            pictures: Remote::new(TileKind::Raster),
            vectors: Remote::new(TileKind::Vector),
        }
    }
}

/// Zooms of a source.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Zooms {
    min: u8,
    max: u8,
}

/// Properties of a source of tiles.
#[derive(Debug, Clone, Default)]
struct Source {
    kind: TileKind,
    zooms: Zooms,
    /// Differs between files.
    fingerprint: String,
}

impl Tiles {
    /// Returns a tile; none if the source has none there, or fails, which is logged.
    async fn load(&self, host: &Host, maps: &Maps, tile: Tile) -> Result<Option<Content>> {
        match maps.tiles {
            TileSource::None => Ok(None),
            TileSource::Server if tile.zoom > rules::server_zooms(maps).max => Ok(None),
            TileSource::Server => match maps.tile_kind {
                TileKind::Raster => self.pictures.load(host, maps, tile).await,
                TileKind::Vector => self.vectors.load(host, maps, tile).await,
            },
            TileSource::File => match self.archives.open(host, &maps.tile_file).await {
                Some(archive) => Ok(archive.load(tile).await),
                None => Ok(None),
            },
        }
    }

    /// Returns the source's properties; none without a source of tiles.
    async fn source(&self, host: &Host, maps: &Maps) -> Option<Source> {
        match maps.tiles {
            TileSource::None => None,
            TileSource::Server => Some(Source {
                kind: maps.tile_kind,
                zooms: rules::server_zooms(maps),
                fingerprint: String::new(),
            }),
            TileSource::File => {
                let archive = self.archives.open(host, &maps.tile_file).await?;
                Some(archive.source().clone())
            }
        }
    }
}
