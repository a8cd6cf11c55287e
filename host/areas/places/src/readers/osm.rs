//! Addresses of OpenStreetMap as GeoJSON, one feature a line, with tags `addr:*` (ODbL).

use std::path::Path;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::{Add, for_each_line};
use crate::model::Place;

/// Corners of an outline that count for its middle.
const MAX_CORNERS: usize = 10_000;

#[derive(Deserialize)]
struct Feature {
    #[serde(default)]
    id: Value,
    #[serde(default)]
    properties: Map<String, Value>,
    geometry: Option<Geometry>,
}

#[derive(Deserialize)]
struct Geometry {
    coordinates: Value,
}

/// The records of a GeoJSON sequence may begin with a record separator.
fn plain(line: &str) -> &str {
    line.trim_start_matches('\u{1e}')
        .trim()
        .trim_end_matches(',')
}

pub fn is_known(first_line: &str) -> bool {
    let first = plain(first_line);
    first.starts_with('{') && first.contains("\"Feature")
}

pub fn read(file: &Path, add: &mut Add<'_>) -> anyhow::Result<()> {
    for_each_line(file, |line| {
        let line = plain(line);
        // Of a collection, the lines around its features.
        let Ok(feature) = serde_json::from_str::<Feature>(line) else {
            return Ok(());
        };
        match place_of(&feature) {
            Some(place) => add(place),
            None => Ok(()),
        }
    })
}

fn place_of(feature: &Feature) -> Option<Place> {
    let tag = |name: &str| match feature.properties.get(name) {
        Some(Value::String(text)) => text.trim().to_owned(),
        _ => String::new(),
    };
    let first = |names: &[&str]| {
        let mut found = names.iter().map(|name| tag(name));
        found.find(|text| !text.is_empty()).unwrap_or_default()
    };
    let street = first(&["addr:street", "addr:place"]);
    let is_locality = street.is_empty() && !tag("place").is_empty();
    if street.is_empty() && !is_locality {
        return None;
    }
    let geometry = feature.geometry.as_ref()?;
    let (mut corners, mut east, mut north) = (0, 0.0, 0.0);
    add_corners(&geometry.coordinates, &mut |longitude, latitude| {
        if corners < MAX_CORNERS {
            corners += 1;
            east += longitude;
            north += latitude;
        }
    });
    if corners == 0 {
        return None;
    }
    let country = first(&["addr:country", "is_in:country_code"]);
    Some(Place {
        id: match &feature.id {
            Value::String(id) => format!("osm-{id}"),
            Value::Null => format!("osm-{}", first(&["@id", "osm_id"])),
            other => format!("osm-{other}"),
        },
        unit: tag("addr:unit"),
        number: tag("addr:housenumber"),
        street,
        suburb: match is_locality {
            true => tag("name"),
            false => first(&["addr:suburb", "addr:city", "addr:town", "addr:village"]),
        },
        post_code: first(&["addr:postcode", "postal_code"]),
        state: tag("addr:state"),
        country: match country.len() {
            2 => country.to_uppercase(),
            _ => "AU".to_owned(),
        },
        latitude: north / corners as f64,
        longitude: east / corners as f64,
    })
}

/// Finds the positions of a geometry of any depth.
fn add_corners(coordinates: &Value, take: &mut impl FnMut(f64, f64)) {
    let Value::Array(all) = coordinates else {
        return;
    };
    match (
        all.first().and_then(Value::as_f64),
        all.get(1).and_then(Value::as_f64),
    ) {
        (Some(longitude), Some(latitude)) => take(longitude, latitude),
        _ => all.iter().for_each(|inner| add_corners(inner, take)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tagged_features_are_read() {
        let lines = [
            r#"{"type":"FeatureCollection","features":["#,
            "\u{1e}{\"type\":\"Feature\",\"id\":\"w1\",\"properties\":{\"addr:housenumber\":\"12\",\"addr:street\":\"Church Street\",\"addr:suburb\":\"Richmond\",\"addr:postcode\":\"3121\",\"addr:state\":\"VIC\",\"addr:country\":\"AU\"},\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[[144.9,-37.8],[145.1,-38.0]]]}},",
            r#"{"type":"Feature","properties":{"amenity":"cafe"},"geometry":{"type":"Point","coordinates":[1,2]}}"#,
            r#"{"type":"Feature","id":5,"properties":{"place":"suburb","name":"Burnley"},"geometry":{"type":"Point","coordinates":[145.0,-37.8]}}"#,
            "]}",
        ];
        assert!(is_known(lines[1]));
        assert!(is_known(lines[0]));
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("addresses.geojsonseq");
        std::fs::write(&file, lines.join("\n")).unwrap();
        let mut all: Vec<Place> = Vec::new();
        let mut add = |place| {
            all.push(place);
            Ok(())
        };
        read(&file, &mut add).unwrap();
        let labels: Vec<String> = all.iter().map(Place::label).collect();
        assert_eq!(labels, ["12 Church Street, Richmond VIC 3121", "Burnley"]);
        assert!((all[0].latitude + 37.9).abs() < 1e-9 && (all[0].longitude - 145.0).abs() < 1e-9);
        assert_eq!(all[0].id, "osm-w1");
    }
}
