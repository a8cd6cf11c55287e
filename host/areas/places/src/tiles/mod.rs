//! Map tiles of the tenant's source, served by the program: a page loads nothing from elsewhere.

mod archive;
mod remote;
pub(crate) mod routes;
mod rules;

use std::sync::Arc;

use archive::Archives;
use bytes::Bytes;
use data::{Host, Result};
use remote::Remote;
use rules::Tile;
use tenancy::{Maps, TileSource};

/// Opened archives, and tiles of servers that were loaded lately.
#[derive(Default)]
pub(crate) struct Tiles {
    archives: Archives,
    remote: Remote,
}

/// Zooms of a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Zooms {
    min: u8,
    max: u8,
}

impl Tiles {
    /// Returns a tile; none if the source has none there, or fails, which is logged.
    async fn load(&self, host: &Host, maps: &Maps, tile: Tile) -> Result<Option<Bytes>> {
        match maps.tiles {
            TileSource::None => Ok(None),
            TileSource::Server => self.remote.load(host, &maps.tile_address, tile).await,
            TileSource::File => match self.archives.open(host, &maps.tile_file).await {
                Some(archive) => Ok(archive.load(tile).await),
                None => Ok(None),
            },
        }
    }

    /// Returns the zooms of the source; none without a source of pictures.
    async fn zooms(&self, host: &Host, maps: &Maps) -> Option<Zooms> {
        match maps.tiles {
            TileSource::None => None,
            TileSource::Server => Some(Zooms {
                min: 0,
                max: rules::MAX_SERVER_ZOOM,
            }),
            TileSource::File => {
                let archive: Arc<_> = self.archives.open(host, &maps.tile_file).await?;
                Some(archive.zooms())
            }
        }
    }
}
