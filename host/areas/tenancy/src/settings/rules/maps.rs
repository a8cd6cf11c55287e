//! Validation of the settings of maps.

use data::message;
use work::outgoing::Url;

use super::routing::is_server;
use crate::settings::{
    model::maps::{Geocoder, Maps, TileSource},
    rules::Errors,
};

const MAX_ADDRESS_LENGTH: usize = 512;
const MAX_ATTRIBUTION_LENGTH: usize = 200;
const MAX_FILE_LENGTH: usize = 64;
const MAX_ZOOM: u32 = 22;

pub(crate) fn check(errors: &mut Errors, maps: &Maps) {
    if maps.geocoder != Geocoder::Own || !maps.geocoder_server.is_empty() {
        errors.require(
            is_server(&maps.geocoder_server),
            "maps.geocoderServer",
            message!(
                "must be an address such as https://nominatim.example.com, without query and fragment"
            ),
        );
    }
    errors.range("maps.geocoderRate", maps.geocoder_rate, 1, 100);
    if maps.tiles == TileSource::Server || !maps.tile_address.is_empty() {
        errors.require(
            is_tile_address(&maps.tile_address),
            "maps.tileAddress",
            message!(
                "must be an address with {z}, {x} and {y}, such as {example}",
                z = "{z}",
                x = "{x}",
                y = "{y}",
                example = "https://tiles.example.com/{z}/{x}/{y}.png"
            ),
        );
    }
    if let Some(zoom) = maps.tile_max_zoom {
        errors.range("maps.tileMaxZoom", zoom, 0, MAX_ZOOM);
    }
    if maps.tiles == TileSource::File || !maps.tile_file.is_empty() {
        errors.require(
            is_tile_file(&maps.tile_file),
            "maps.tileFile",
            message!("must be the name of a file such as australia.pmtiles"),
        );
    }
    let attribution = &maps.tile_attribution;
    let is_text = !attribution.chars().any(char::is_control);
    errors.require(
        is_text && attribution.chars().count() <= MAX_ATTRIBUTION_LENGTH,
        "maps.tileAttribution",
        message!(
            "must be at most {max} characters on one line",
            max = MAX_ATTRIBUTION_LENGTH
        ),
    );
    if maps.tiles != TileSource::None {
        errors.require(
            !attribution.trim().is_empty(),
            "maps.tileAttribution",
            message!("is required: the owners of the map are named on it"),
        );
    }
}

/// Each placeholder occurs once, in the path.
fn is_tile_address(address: &str) -> bool {
    let parts = ["{z}", "{x}", "{y}"];
    let example = parts
        .iter()
        .fold(address.to_owned(), |text, part| text.replacen(part, "0", 1));
    address.len() <= MAX_ADDRESS_LENGTH
        && parts.iter().all(|part| address.matches(part).count() == 1)
        && !example.contains(['{', '}'])
        && Url::parse(&example).is_ok_and(|url| {
            let path_begins = address.find("://").and_then(|scheme| {
                let host = scheme + 3;
                address[host..].find('/').map(|path| host + path)
            });
            matches!(url.scheme(), "https" | "http")
                && url.has_host()
                && url.username().is_empty()
                && url.password().is_none()
                && url.fragment().is_none()
                && path_begins.is_some_and(|path| {
                    parts
                        .iter()
                        .all(|part| address.find(part).is_some_and(|at| at > path))
                })
        })
}

/// A name without a folder.
fn is_tile_file(name: &str) -> bool {
    name.len() <= MAX_FILE_LENGTH
        && name.ends_with(".pmtiles")
        && !name.starts_with('.')
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn members(maps: &Maps) -> Vec<String> {
        let mut errors = Errors::default();
        check(&mut errors, maps);
        match errors.finish() {
            Err(data::Error::Invalid(fields)) => {
                fields.into_iter().map(|field| field.member).collect()
            }
            _ => Vec::new(),
        }
    }

    #[test]
    fn defaults_are_valid_and_missing_members_are_named() {
        assert_eq!(members(&Maps::default()), Vec::<String>::new());
        let wrong = Maps {
            geocoder: Geocoder::Photon,
            geocoder_rate: 0,
            tiles: TileSource::Server,
            ..Maps::default()
        };
        assert_eq!(
            members(&wrong),
            [
                "maps.geocoderServer",
                "maps.geocoderRate",
                "maps.tileAddress",
                "maps.tileAttribution",
            ]
        );
        let file = Maps {
            tiles: TileSource::File,
            tile_file: "../secret.pmtiles".to_owned(),
            tile_attribution: "© OpenStreetMap contributors".to_owned(),
            ..Maps::default()
        };
        assert_eq!(members(&file), ["maps.tileFile"]);
        let zoom = |zoom| Maps {
            tile_max_zoom: Some(zoom),
            ..Maps::default()
        };
        assert_eq!(members(&zoom(22)), Vec::<String>::new());
        assert_eq!(members(&zoom(23)), ["maps.tileMaxZoom"]);
    }

    #[test]
    fn an_address_of_tiles_has_each_part_in_its_path() {
        for (address, is_valid) in [
            ("https://tiles.example.com/{z}/{x}/{y}.png", true),
            ("https://tiles.example.com/map/{z}/{x}/{y}?key=1", true),
            ("https://{z}.example.com/{x}/{y}.png", false),
            ("https://tiles.example.com/{z}/{x}.png", false),
            ("https://tiles.example.com/{z}/{x}/{y}/{z}", false),
            ("https://tiles.example.com/{s}/{z}/{x}/{y}", false),
            ("ftp://tiles.example.com/{z}/{x}/{y}", false),
            ("https://me:word@tiles.example.com/{z}/{x}/{y}", false),
            ("{z}/{x}/{y}", false),
        ] {
            assert_eq!(is_tile_address(address), is_valid, "{address}");
        }
        for (name, is_valid) in [
            ("australia-2026.pmtiles", true),
            (".pmtiles", false),
            ("a/b.pmtiles", false),
            ("..", false),
            ("australia.mbtiles", false),
        ] {
            assert_eq!(is_tile_file(name), is_valid, "{name}");
        }
    }
}
