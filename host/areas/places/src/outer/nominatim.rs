//! Requests to Nominatim, and its results in the form `jsonv2`.

use serde_json::Value;

use super::{Found, Parts, encode, osm_id, state};
use crate::model::Place;

const SUBURBS: &[&str] = &["suburb", "village", "town", "hamlet", "locality"];
const CITIES: &[&str] = &["city", "town", "village", "municipality", "hamlet"];
const STREETS: &[&str] = &["road", "pedestrian", "footway", "path", "square"];

pub(super) fn search_path(text: &str, countries: &[String], limit: usize) -> String {
    let countries = match countries.is_empty() {
        true => String::new(),
        false => format!("&countrycodes={}", encode(&countries.join(","))),
    };
    let text = encode(text);
    format!("/search?q={text}&format=jsonv2&addressdetails=1&limit={limit}{countries}")
}

pub(super) fn reverse_path(latitude: f64, longitude: f64) -> String {
    format!("/reverse?lat={latitude:.6}&lon={longitude:.6}&format=jsonv2&addressdetails=1")
}

/// Reads a list of results, or one, or none; a document of another form is none of these.
pub(super) fn read(document: &Value) -> Option<Vec<Found>> {
    match document {
        Value::Array(all) => Some(all.iter().filter_map(read_one).collect()),
        Value::Object(one) if one.contains_key("error") => Some(Vec::new()),
        Value::Object(_) => Some(vec![read_one(document)?]),
        _ => None,
    }
}

fn read_one(result: &Value) -> Option<Found> {
    let angle = |name: &str| match &result[name] {
        Value::String(text) => text.parse::<f64>().ok(),
        other => other.as_f64(),
    };
    let own = Parts(result);
    let parts = Parts(&result["address"]);
    let country = parts.text(&["country_code"]).to_uppercase();
    let place = Place {
        id: osm_id(&own.text(&["osm_type"]), &result["osm_id"]),
        unit: parts.text(&["unit"]),
        number: parts.text(&["house_number"]),
        street: parts.text(STREETS),
        suburb: parts.suburb(&country, SUBURBS, CITIES),
        post_code: parts.text(&["postcode"]),
        state: state(
            &country,
            &parts.text(&["ISO3166-2-lvl4"]),
            parts.text(&["state"]),
        ),
        country,
        latitude: angle("lat")?,
        longitude: angle("lon")?,
    };
    place.is_valid().then(|| Found {
        licence: own.text(&["licence"]),
        document: Some(result.clone()),
        place,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn results_are_read_with_their_licence() {
        let result = json!({
            "place_id": 1, "licence": "Data © OpenStreetMap contributors", "osm_type": "node",
            "osm_id": 42, "lat": "-37.8230000", "lon": "144.9980000",
            "address": {"house_number": "12", "road": "Church Street", "suburb": "Richmond",
                "city": "Melbourne", "state": "Victoria", "ISO3166-2-lvl4": "AU-VIC",
                "postcode": "3121", "country_code": "au"},
        });
        let found = read(&json!([result, {"lat": "far"}, 5])).unwrap();
        assert_eq!(found.len(), 1);
        let place = &found[0].place;
        assert_eq!(place.label(), "12 Church Street, Richmond VIC 3121");
        assert_eq!(
            (place.id.as_str(), place.country.as_str()),
            ("osm-n42", "AU")
        );
        assert_eq!(found[0].licence, "Data © OpenStreetMap contributors");
        let abroad = json!({"lat": 52.5, "lon": 13.4, "address": {"road": "Torstraße",
            "suburb": "Mitte", "city": "Berlin", "country_code": "de", "state": "Berlin"}});
        assert_eq!(read(&abroad).unwrap()[0].place.suburb, "Berlin");
        assert!(
            read(&json!({"error": "Unable to geocode"}))
                .unwrap()
                .is_empty()
        );
        assert!(read(&json!("no")).is_none() && read(&json!({"a": 1})).is_none());
    }

    #[test]
    fn texts_are_encoded() {
        assert_eq!(
            search_path("a&b c", &["au".to_owned(), "nz".to_owned()], 5),
            "/search?q=a%26b%20c&format=jsonv2&addressdetails=1&limit=5&countrycodes=au%2Cnz"
        );
        assert!(reverse_path(-37.8, 145.0).starts_with("/reverse?lat=-37.800000&lon=145.000000"));
    }
}
