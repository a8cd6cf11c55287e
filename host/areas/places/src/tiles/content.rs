//! Content of tiles: pictures, and vector tiles as they are or compressed by gzip.

use std::io::Read;

use bytes::Bytes;
use data::files::sniff_media_type;
use flate2::read::MultiGzDecoder;
use tenancy::TileKind;

/// Largest tile as it is stored.
pub(super) const MAX_TILE: usize = 1 << 20;
/// Largest vector tile without its compression.
const MAX_UNPACKED: usize = 8 << 20;
const PICTURES: [&str; 3] = ["image/png", "image/jpeg", "image/webp"];
const VECTOR: &str = "application/vnd.mapbox-vector-tile";
const GZIP: &[u8] = b"\x1f\x8b";
/// Field 3 of a vector tile, a layer.
const LAYER: u8 = 3 << 3 | 2;

/// A tile of a known type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Content {
    pub bytes: Bytes,
    pub media_type: &'static str,
    /// The bytes are compressed by gzip.
    pub is_packed: bool,
}

impl Content {
    /// Determines the type of a tile by its bytes; none if they are of another kind. Only the
    /// beginning of a compressed vector tile is read.
    pub fn read(kind: TileKind, bytes: Bytes) -> Option<Self> {
        if bytes.len() > MAX_TILE {
            return None;
        }
        let is_packed = kind == TileKind::Vector && bytes.starts_with(GZIP);
        let media_type = match kind {
            TileKind::Raster => picture_type(&bytes)?,
            TileKind::Vector => (is_packed || has_layers(&bytes)).then_some(VECTOR)?,
        };
        Some(Self {
            bytes,
            media_type,
            is_packed,
        })
    }

    /// Reads a tile of a server, which may send anything: a compressed one is unpacked to check it.
    pub fn check(kind: TileKind, bytes: Bytes) -> Option<Self> {
        let content = Self::read(kind, bytes)?;
        let is_valid = !content.is_packed || content.unpack().is_some();
        is_valid.then_some(content)
    }

    /// Returns the bytes without compression; none if they are damaged, too many, or no layers.
    pub fn unpack(&self) -> Option<Bytes> {
        if !self.is_packed {
            return Some(self.bytes.clone());
        }
        unpack(&self.bytes).filter(|bytes| has_layers(bytes))
    }
}

/// Decompresses up to the size of the largest tile.
pub(super) fn unpack(bytes: &[u8]) -> Option<Bytes> {
    let mut unpacked = Vec::new();
    let most = u64::try_from(MAX_UNPACKED).unwrap_or(u64::MAX);
    let mut reader = MultiGzDecoder::new(bytes).take(most + 1);
    reader.read_to_end(&mut unpacked).ok()?;
    (unpacked.len() <= MAX_UNPACKED).then(|| unpacked.into())
}

/// Returns the type of a picture by its content; a page or a drawing is none.
fn picture_type(content: &[u8]) -> Option<&'static str> {
    sniff_media_type(content).filter(|found| PICTURES.contains(found))
}

/// True if the bytes are layers and nothing else, at least one.
fn has_layers(bytes: &[u8]) -> bool {
    let mut rest = bytes;
    while let Some((&tag, after)) = rest.split_first() {
        let Some((length, after)) = read_length(after) else {
            return false;
        };
        match after.get(length..) {
            Some(next) if tag == LAYER => rest = next,
            _ => return false,
        }
    }
    !bytes.is_empty()
}

/// Reads a varint of at most four bytes, enough for every accepted tile.
fn read_length(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let mut length = 0;
    for (at, byte) in bytes.iter().take(4).enumerate() {
        length |= usize::from(byte & 0x7f) << (7 * at);
        if byte & 0x80 == 0 {
            return Some((length, &bytes[at + 1..]));
        }
    }
    None
}

#[cfg(test)]
pub(super) mod tests {
    use std::io::Write;

    use flate2::{Compression, write::GzEncoder};

    use super::*;

    /// A vector tile of one empty layer `roads`.
    pub const ROADS: &[u8] = b"\x1a\x09\x0a\x05roads\x78\x02";

    pub fn pack(bytes: &[u8]) -> Vec<u8> {
        let mut writer = GzEncoder::new(Vec::new(), Compression::default());
        writer.write_all(bytes).unwrap();
        writer.finish().unwrap()
    }

    fn check(kind: TileKind, bytes: &[u8]) -> Option<&'static str> {
        let content = Content::check(kind, Bytes::copy_from_slice(bytes))?;
        Some(content.media_type)
    }

    #[test]
    fn pages_and_drawings_are_no_pictures() {
        let kind = |bytes: &[u8]| check(TileKind::Raster, bytes);
        assert_eq!(kind(b"\x89PNG\r\n\x1a\n...."), Some("image/png"));
        assert_eq!(kind(b"<svg onload=alert(1)>"), None);
        assert_eq!(kind(b"<!doctype html>"), None);
        assert_eq!(kind(b"%PDF-1.7"), None);
        assert_eq!(kind(ROADS), None);
    }

    #[test]
    fn vector_tiles_are_layers_and_nothing_else() {
        let kind = |bytes: &[u8]| check(TileKind::Vector, bytes);
        assert_eq!(kind(ROADS), Some(VECTOR));
        assert_eq!(kind(&[ROADS, ROADS].concat()), Some(VECTOR));
        assert_eq!(kind(&pack(ROADS)), Some(VECTOR));
        for bytes in [
            &b""[..],
            b"<!doctype html>",
            b"\x89PNG\r\n\x1a\n....",
            b"\x1a\x0a\x0a\x05roads\x78\x02",
            b"\x1a\xff\xff\xff\xff\xff",
            &[ROADS, b"\x12\x00"].concat(),
            &pack(b"<!doctype html>"),
            &pack(b""),
            &pack(ROADS)[..12],
        ] {
            assert_eq!(kind(bytes), None, "{bytes:?}");
        }
    }

    #[test]
    fn sizes_are_bounded_with_and_without_compression() {
        let layer = |length: usize| {
            let mut bytes = vec![LAYER];
            bytes.extend((0..4).map(|at| {
                let part = u8::try_from(length >> (7 * at) & 0x7f).unwrap();
                part | if at < 3 { 0x80 } else { 0 }
            }));
            bytes.resize(bytes.len() + length, 0);
            bytes
        };
        let kind = |bytes: &[u8]| check(TileKind::Vector, bytes);
        assert_eq!(kind(&layer(MAX_TILE - 5)), Some(VECTOR));
        assert_eq!(kind(&layer(MAX_TILE - 4)), None);
        assert_eq!(kind(&pack(&layer(MAX_UNPACKED - 5))), Some(VECTOR));
        assert_eq!(kind(&pack(&layer(MAX_UNPACKED - 4))), None);
    }

    #[test]
    fn a_compressed_tile_unpacks_to_its_layers() {
        let packed = Content::read(TileKind::Vector, pack(ROADS).into()).unwrap();
        assert!(packed.is_packed);
        assert_eq!(packed.unpack().as_deref(), Some(ROADS));
        let plain = Content::read(TileKind::Vector, ROADS.into()).unwrap();
        assert!(!plain.is_packed);
        assert_eq!(plain.unpack().as_deref(), Some(ROADS));
    }
}
