//! Tiles of PMTiles files in the program's folder `tiles`, which the operator fills.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    time::SystemTime,
};

use bytes::Bytes;
use data::Host;
use pmtiles::{AsyncPmTilesReader, Compression, MmapBackend, TileCoord, TileType};
use sha2::{Digest, Sha256};
use tenancy::TileKind;
use tokio::io::AsyncReadExt;

use super::{
    Source, Zooms,
    content::{self, Content, MAX_TILE},
    rules::Tile,
};

/// Files that stay open; the operator has a few.
const MAX_OPEN: usize = 32;
/// The header and the first directory of a file, which differ between files.
const HEAD_BYTES: u64 = 16 << 10;

/// An opened file.
pub(super) struct Archive {
    reader: AsyncPmTilesReader<MmapBackend>,
    source: Source,
}

/// Reason why a file is not served, for the log.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error("{0}")]
    Unreadable(#[from] std::io::Error),
    #[error("{0}")]
    Damaged(#[from] pmtiles::PmtError),
    #[error("its tiles are {0:?}: not PNG, JPEG or WebP pictures and not Mapbox vector tiles")]
    Kind(TileType),
    #[error("its tiles are compressed as {0:?}: use gzip, or no compression")]
    Compression(Compression),
}

/// The opened files by path, with the time of their last change.
#[derive(Default)]
pub(super) struct Archives(Mutex<HashMap<PathBuf, (SystemTime, Arc<Archive>)>>);

impl Archives {
    /// Opens a file of the folder, again if it was replaced. None if it cannot be read or has no
    /// tiles that maps show; the failure is logged.
    pub async fn open(&self, host: &Host, name: &str) -> Option<Arc<Archive>> {
        let path = host.config().data.join("tiles").join(name);
        let changed = tokio::fs::metadata(&path)
            .await
            .and_then(|it| it.modified());
        let changed = match changed {
            Ok(changed) => changed,
            Err(error) => {
                tracing::warn!(file = name, %error, "the file of map tiles cannot be read");
                return None;
            }
        };
        if let Some((time, archive)) = self.lock().get(&path)
            && *time == changed
        {
            return Some(archive.clone());
        }
        let archive = match Archive::open(&path).await {
            Ok(archive) => Arc::new(archive),
            Err(failure) => {
                tracing::warn!(file = name, %failure, "the file of map tiles is not served");
                return None;
            }
        };
        let mut open = self.lock();
        if open.len() >= MAX_OPEN {
            open.clear();
        }
        open.insert(path, (changed, archive.clone()));
        Some(archive)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<PathBuf, (SystemTime, Arc<Archive>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Archive {
    async fn open(path: &Path) -> Result<Self, Failure> {
        let mut head = Vec::new();
        let mut file = tokio::fs::File::open(path).await?.take(HEAD_BYTES);
        file.read_to_end(&mut head).await?;
        let reader = AsyncPmTilesReader::new_with_path(path).await?;
        let header = reader.get_header();
        let kind = match header.tile_type {
            TileType::Png | TileType::Jpeg | TileType::Webp => TileKind::Raster,
            TileType::Mvt => TileKind::Vector,
            other => return Err(Failure::Kind(other)),
        };
        // Browsers accept other encodings only over TLS.
        let compression = header.tile_compression;
        if !matches!(compression, Compression::None | Compression::Gzip) {
            return Err(Failure::Compression(compression));
        }
        let source = Source {
            kind,
            zooms: Zooms {
                min: header.min_zoom,
                max: header.max_zoom,
            },
            fingerprint: hex::encode(Sha256::digest(&head)),
        };
        Ok(Self { reader, source })
    }

    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Returns a tile, compressed as it is stored; none where the file has none.
    pub async fn load(&self, tile: Tile) -> Option<Content> {
        let place = TileCoord::new(tile.zoom, tile.x, tile.y).ok()?;
        let found = match self.reader.get_tile(place).await {
            Ok(found) => found.filter(|it| it.len() <= MAX_TILE)?,
            Err(error) => {
                tracing::warn!(%error, "a tile of the file cannot be read");
                return None;
            }
        };
        let is_packed = self.reader.get_header().tile_compression == Compression::Gzip;
        let bytes: Bytes = match self.source.kind {
            TileKind::Raster if is_packed => content::unpack(&found)?,
            _ => found,
        };
        Content::read(self.source.kind, bytes)
    }
}

#[cfg(test)]
mod tests {
    use pmtiles::PmTilesWriter;

    use super::{
        super::content::tests::{ROADS, pack},
        *,
    };

    const PICTURE: &[u8] = b"\x89PNG\r\n\x1a\n and the rest";

    /// Writes a file with tiles and opens it.
    async fn open(
        folder: &Path,
        writer: PmTilesWriter,
        tiles: &[(u8, u32, u32, &[u8])],
    ) -> Result<Archive, Failure> {
        let path = folder.join("map.pmtiles");
        let file = std::fs::File::create(&path).unwrap();
        let mut writer = writer.create(file).unwrap();
        for (zoom, x, y, content) in tiles {
            let place = TileCoord::new(*zoom, *x, *y).unwrap();
            writer.add_tile(place, content).unwrap();
        }
        writer.finalize().unwrap();
        Archive::open(&path).await
    }

    #[tokio::test]
    async fn pictures_of_a_file_are_read_by_their_place() {
        let folder = tempfile::tempdir().unwrap();
        let writer = PmTilesWriter::new(TileType::Png).min_zoom(0).max_zoom(2);
        let tiles: [(u8, u32, u32, &[u8]); 2] = [(0, 0, 0, PICTURE), (2, 3, 1, b"<svg/>")];
        let archive = open(folder.path(), writer, &tiles).await.unwrap();
        assert_eq!(archive.source().kind, TileKind::Raster);
        assert_eq!(archive.source().zooms, Zooms { min: 0, max: 2 });
        let load = async |zoom, x, y| archive.load(Tile { zoom, x, y }).await.map(|it| it.bytes);
        assert_eq!(load(0, 0, 0).await.as_deref(), Some(PICTURE));
        assert_eq!(load(2, 3, 1).await, None);
        assert_eq!(load(2, 0, 0).await, None);
    }

    #[tokio::test]
    async fn vector_tiles_stay_compressed_as_they_are_stored() {
        let folder = tempfile::tempdir().unwrap();
        let packed = pack(ROADS);
        let tiles: [(u8, u32, u32, &[u8]); 1] = [(1, 1, 0, &packed)];
        let writer = PmTilesWriter::new(TileType::Mvt).precompressed(Compression::Gzip);
        let archive = open(folder.path(), writer, &tiles).await.unwrap();
        assert_eq!(archive.source().kind, TileKind::Vector);
        let place = Tile {
            zoom: 1,
            x: 1,
            y: 0,
        };
        let tile = archive.load(place).await.unwrap();
        assert_eq!((&tile.bytes[..], tile.is_packed), (&packed[..], true));
        let first = archive.source().fingerprint.clone();
        let plain: [(u8, u32, u32, &[u8]); 1] = [(1, 1, 0, ROADS)];
        let writer = PmTilesWriter::new(TileType::Mvt).tile_compression(Compression::None);
        let archive = open(folder.path(), writer, &plain).await.unwrap();
        let tile = archive.load(place).await.unwrap();
        assert_eq!((&tile.bytes[..], tile.is_packed), (ROADS, false));
        assert_ne!(archive.source().fingerprint, first);
    }

    #[tokio::test]
    async fn other_tiles_and_compressions_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let tiles: [(u8, u32, u32, &[u8]); 1] = [(0, 0, 0, ROADS)];
        let failure = async |writer: PmTilesWriter| {
            let opened = open(folder.path(), writer, &tiles).await;
            opened.err().unwrap().to_string()
        };
        let avif = failure(PmTilesWriter::new(TileType::Avif)).await;
        assert!(avif.contains("Avif"), "{avif}");
        let brotli = PmTilesWriter::new(TileType::Mvt).precompressed(Compression::Brotli);
        let brotli = failure(brotli).await;
        assert!(
            brotli.contains("Brotli") && brotli.contains("gzip"),
            "{brotli}"
        );
        let path = folder.path().join("page.pmtiles");
        std::fs::write(&path, "<!doctype html>").unwrap();
        assert!(Archive::open(&path).await.is_err());
    }
}
