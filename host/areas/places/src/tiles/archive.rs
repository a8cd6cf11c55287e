//! Tiles of PMTiles files in the program's folder `tiles`, which the operator fills.

use std::{
    collections::HashMap,
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
    time::SystemTime,
};

use bytes::Bytes;
use data::Host;
use pmtiles::{AsyncPmTilesReader, MmapBackend, TileCoord, TileType};

use super::{
    Zooms,
    rules::{Tile, picture_type},
};

const MAX_TILE: usize = 1 << 20;
/// Files that stay open; the operator has a few.
const MAX_OPEN: usize = 32;

/// An opened file of pictures.
pub(super) struct Archive(AsyncPmTilesReader<MmapBackend>);

/// The opened files by path, with the time of their last change.
#[derive(Default)]
pub(super) struct Archives(Mutex<HashMap<PathBuf, (SystemTime, Arc<Archive>)>>);

impl Archives {
    /// Opens a file of the folder, again if it was replaced. None if it cannot be read or has no
    /// pictures; the failure is logged.
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
        let reader = match AsyncPmTilesReader::new_with_path(&path).await {
            Ok(reader) => reader,
            Err(error) => {
                tracing::warn!(file = name, %error, "the file of map tiles cannot be read");
                return None;
            }
        };
        let kind = reader.get_header().tile_type;
        if !matches!(kind, TileType::Png | TileType::Jpeg | TileType::Webp) {
            tracing::warn!(file = name, ?kind, "the file of map tiles has no pictures");
            return None;
        }
        let archive = Arc::new(Archive(reader));
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
    pub fn zooms(&self) -> Zooms {
        let header = self.0.get_header();
        Zooms {
            min: header.min_zoom,
            max: header.max_zoom,
        }
    }

    /// Returns a tile; none where the file has none.
    pub async fn load(&self, tile: Tile) -> Option<Bytes> {
        let place = TileCoord::new(tile.zoom, tile.x, tile.y).ok()?;
        match self.0.get_tile_decompressed(place).await {
            Ok(found) => found.filter(|it| it.len() <= MAX_TILE && picture_type(it).is_some()),
            Err(error) => {
                tracing::warn!(%error, "a tile of the file cannot be read");
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use pmtiles::PmTilesWriter;

    use super::*;

    const PICTURE: &[u8] = b"\x89PNG\r\n\x1a\n and the rest";

    #[tokio::test]
    async fn pictures_of_a_file_are_read_by_their_place() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("map.pmtiles");
        let file = std::fs::File::create(&path).unwrap();
        let writer = PmTilesWriter::new(TileType::Png).min_zoom(0).max_zoom(2);
        let mut writer = writer.create(file).unwrap();
        writer
            .add_tile(TileCoord::new(0, 0, 0).unwrap(), PICTURE)
            .unwrap();
        writer
            .add_tile(TileCoord::new(2, 3, 1).unwrap(), b"<svg/>")
            .unwrap();
        writer.finalize().unwrap();
        let archive = Archive(AsyncPmTilesReader::new_with_path(&path).await.unwrap());
        assert_eq!(archive.zooms(), Zooms { min: 0, max: 2 });
        let load = |zoom, x, y| archive.load(Tile { zoom, x, y });
        assert_eq!(load(0, 0, 0).await.as_deref(), Some(PICTURE));
        assert_eq!(load(2, 3, 1).await, None);
        assert_eq!(load(2, 0, 0).await, None);
    }
}
