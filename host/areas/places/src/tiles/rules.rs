//! Numbers of tiles, zooms of servers, and versions of sources.

use sha2::{Digest, Sha256};
use tenancy::{Maps, TileKind};

use super::Zooms;

const MAX_ZOOM: u8 = 24;

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

/// Zooms of a tenant's server.
pub(super) fn server_zooms(maps: &Maps) -> Zooms {
    let usual = match maps.tile_kind {
        TileKind::Raster => 19,
        TileKind::Vector => 14,
    };
    let max = maps.tile_max_zoom.and_then(|zoom| u8::try_from(zoom).ok());
    Zooms {
        min: 0,
        max: max.unwrap_or(usual).min(MAX_ZOOM),
    }
}

/// Changes with the source, so that browsers load the tiles of another one. `file` identifies the
/// content of a file.
pub(super) fn version(maps: &Maps, file: &str) -> String {
    let zoom = maps.tile_max_zoom.map(|zoom| zoom.to_string());
    let source = [
        maps.tiles.as_str(),
        maps.tile_kind.as_str(),
        zoom.as_deref().unwrap_or_default(),
        &maps.tile_address,
        &maps.tile_file,
        file,
    ];
    let digest = Sha256::digest(source.join("\n"));
    hex::encode(&digest[..6])
}

/// True if the values of `Accept-Encoding` accept gzip.
pub(super) fn accepts_gzip<'a>(values: impl IntoIterator<Item = &'a str>) -> bool {
    values
        .into_iter()
        .flat_map(|value| value.split(','))
        .any(|part| {
            let (name, weight) = part.split_once(';').unwrap_or((part, ""));
            let weight = weight.trim().strip_prefix("q=").unwrap_or("1");
            name.trim().eq_ignore_ascii_case("gzip")
                && weight
                    .trim()
                    .parse::<f32>()
                    .is_ok_and(|weight| weight > 0.0)
        })
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
    fn another_source_has_another_version() {
        let maps = Maps {
            tile_address: "https://a.example.com/{z}/{x}/{y}".to_owned(),
            ..Maps::default()
        };
        let vector = Maps {
            tile_kind: TileKind::Vector,
            ..maps.clone()
        };
        let mut versions = vec![
            version(&Maps::default(), ""),
            version(&maps, ""),
            version(&vector, ""),
            version(&maps, "a file"),
        ];
        assert_eq!(version(&maps.clone(), ""), versions[1]);
        versions.sort();
        versions.dedup();
        assert_eq!(versions.len(), 4);
    }

    #[test]
    fn a_server_has_the_usual_zooms_of_its_kind_or_its_own() {
        let max = |kind, zoom| {
            let maps = Maps {
                tile_kind: kind,
                tile_max_zoom: zoom,
                ..Maps::default()
            };
            server_zooms(&maps).max
        };
        assert_eq!(max(TileKind::Raster, None), 19);
        assert_eq!(max(TileKind::Vector, None), 14);
        assert_eq!(max(TileKind::Vector, Some(16)), 16);
        assert_eq!(max(TileKind::Raster, Some(99)), MAX_ZOOM);
    }

    #[test]
    fn gzip_is_accepted_by_name_and_weight() {
        for (values, accepts) in [
            (&["gzip, deflate, br, zstd"][..], true),
            (&["br", "GZIP;q=0.5"], true),
            (&["gzip;q=0, br"], false),
            (&["identity"], false),
            (&["x-gzip"], false),
            (&[], false),
        ] {
            assert_eq!(accepts_gzip(values.iter().copied()), accepts, "{values:?}");
        }
    }
}
