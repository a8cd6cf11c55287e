//! Numbers of tiles, and what counts as a picture.

use data::files::sniff_media_type;
use sha2::{Digest, Sha256};
use tenancy::Maps;

/// Largest zoom that is asked of a server.
pub(super) const MAX_SERVER_ZOOM: u8 = 19;
const MAX_ZOOM: u8 = 24;
const PICTURES: [&str; 3] = ["image/png", "image/jpeg", "image/webp"];

/// A square of the map: zoom, column and row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Tile {
    pub zoom: u8,
    pub x: u32,
    pub y: u32,
}

impl Tile {
    /// Reads the parts of a path; none for a tile that no zoom has.
    pub fn read(params: &[String]) -> Option<Self> {
        let [zoom, x, y] = params else {
            return None;
        };
        let number = |text: &str| {
            let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse::<u32>().ok().filter(|_| is_plain)
        };
        let zoom = u8::try_from(number(zoom)?).ok()?;
        let (x, y) = (number(x)?, number(y)?);
        let is_on_map = zoom <= MAX_ZOOM && x < 1 << zoom && y < 1 << zoom;
        is_on_map.then_some(Self { zoom, x, y })
    }

    /// Returns the tile's address at a server.
    pub fn address(&self, template: &str) -> String {
        template
            .replace("{z}", &self.zoom.to_string())
            .replace("{x}", &self.x.to_string())
            .replace("{y}", &self.y.to_string())
    }
}

/// Returns the type of a picture by its content; a page or a drawing is none.
pub(super) fn picture_type(content: &[u8]) -> Option<&'static str> {
    sniff_media_type(content).filter(|found| PICTURES.contains(found))
}

/// Changes with the source, so that browsers load the tiles of another one.
pub(super) fn version(maps: &Maps) -> String {
    let source = [maps.tiles.as_str(), &maps.tile_address, &maps.tile_file];
    let digest = Sha256::digest(source.join("\n"));
    hex::encode(&digest[..6])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_tiles_on_the_map_are_read() {
        let read = |zoom: &str, x: &str, y: &str| {
            let tile = Tile::read(&[zoom, x, y].map(str::to_owned))?;
            Some((tile.zoom, tile.x, tile.y))
        };
        assert_eq!(read("3", "7", "0"), Some((3, 7, 0)));
        assert_eq!(read("0", "0", "0"), Some((0, 0, 0)));
        for (zoom, x, y) in [
            ("3", "8", "0"),
            ("3", "0", "8"),
            ("25", "0", "0"),
            ("-1", "0", "0"),
            ("+3", "0", "0"),
            ("256", "0", "0"),
            ("3", "1.png", "0"),
            ("", "", ""),
            ("3", "99999999999", "0"),
        ] {
            assert_eq!(read(zoom, x, y), None, "{zoom}/{x}/{y}");
        }
        let tile = Tile {
            zoom: 3,
            x: 7,
            y: 1,
        };
        let address = tile.address("https://tiles.example.com/{z}/{x}/{y}.png?k=1");
        assert_eq!(address, "https://tiles.example.com/3/7/1.png?k=1");
    }

    #[test]
    fn pages_and_drawings_are_no_pictures() {
        assert_eq!(picture_type(b"\x89PNG\r\n\x1a\n...."), Some("image/png"));
        assert_eq!(picture_type(b"<svg onload=alert(1)>"), None);
        assert_eq!(picture_type(b"<!doctype html>"), None);
        assert_eq!(picture_type(b"%PDF-1.7"), None);
    }

    #[test]
    fn another_source_has_another_version() {
        let maps = Maps {
            tile_address: "https://a.example.com/{z}/{x}/{y}".to_owned(),
            ..Maps::default()
        };
        assert_ne!(version(&maps), version(&Maps::default()));
        assert_eq!(version(&maps), version(&maps.clone()));
    }
}
