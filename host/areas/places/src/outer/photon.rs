//! Requests to Photon, and its results, which are features of GeoJSON.

use serde_json::Value;

use super::{Found, Parts, encode, osm_id, state};
use crate::model::Place;

/// Photon serves data of OpenStreetMap and names no licence.
const LICENCE: &str = "Data © OpenStreetMap contributors, ODbL 1.0. https://osm.org/copyright";
const SUBURBS: &[&str] = &["district", "locality", "city"];
const CITIES: &[&str] = &["city", "locality", "district"];

pub(super) fn search_path(text: &str, limit: usize) -> String {
    format!("/api/?q={}&limit={limit}", encode(text))
}

pub(super) fn reverse_path(latitude: f64, longitude: f64) -> String {
    format!("/reverse?lat={latitude:.6}&lon={longitude:.6}&limit=1")
}

pub(super) fn read(document: &Value) -> Option<Vec<Found>> {
    let features = document["features"].as_array()?;
    Some(features.iter().filter_map(read_one).collect())
}

fn read_one(feature: &Value) -> Option<Found> {
    let [longitude, latitude] = [0, 1].map(|at| feature["geometry"]["coordinates"][at].as_f64());
    let properties = &feature["properties"];
    let parts = Parts(properties);
    let country = parts.text(&["countrycode"]).to_uppercase();
    let kind = parts.text(&["type"]);
    let name = parts.text(&["name"]);
    let suburb = parts.suburb(&country, SUBURBS, CITIES);
    // A street and a locality have their own name only.
    let (street, suburb) = match kind.as_str() {
        "street" => (name, suburb),
        "city" | "district" | "locality" => (String::new(), name),
        _ => (parts.text(&["street"]), suburb),
    };
    let place = Place {
        id: osm_id(&parts.text(&["osm_type"]), &properties["osm_id"]),
        unit: String::new(),
        number: parts.text(&["housenumber"]),
        street,
        suburb,
        post_code: parts.text(&["postcode"]),
        state: state(&country, "", parts.text(&["state"])),
        country,
        latitude: latitude?,
        longitude: longitude?,
    };
    place.is_valid().then(|| Found {
        place,
        licence: LICENCE.to_owned(),
        document: None,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn features_are_places() {
        let feature = |properties: Value| {
            json!({"type": "Feature", "properties": properties,
                "geometry": {"type": "Point", "coordinates": [144.998, -37.823]}})
        };
        let house = feature(json!({"osm_type": "W", "osm_id": 7, "type": "house",
            "housenumber": "12", "street": "Church Street", "district": "Richmond",
            "city": "Melbourne", "state": "Victoria", "postcode": "3121", "countrycode": "AU"}));
        let street = feature(json!({"osm_type": "W", "osm_id": 8, "type": "street",
            "name": "Church Street", "district": "Richmond", "countrycode": "AU"}));
        let suburb = feature(json!({"osm_type": "R", "osm_id": 9, "type": "district",
            "name": "Richmond", "city": "Melbourne", "countrycode": "AU"}));
        let nowhere = json!({"properties": {"countrycode": "AU", "name": "Atlantis"}});
        let found = read(&json!({"features": [house, street, suburb, nowhere]})).unwrap();
        let labels: Vec<String> = found.iter().map(|it| it.place.label()).collect();
        assert_eq!(
            labels,
            [
                "12 Church Street, Richmond VIC 3121",
                "Church Street, Richmond",
                "Richmond"
            ]
        );
        assert_eq!(found[0].place.id, "osm-w7");
        assert!(found.iter().all(|it| it.licence == LICENCE));
        assert!(read(&json!({"message": "error"})).is_none());
    }
}
