//! Places in Nominatim's jsonv2.

use std::hash::{DefaultHasher, Hash, Hasher};

use serde_json::{Map, Value, json};

use crate::{model::Place, outer::Found};

/// Half the side of a bounding box, in degrees: an address, a locality.
const HALF_SIDES: [f64; 2] = [0.000_05, 0.02];
/// Exact in JavaScript.
const MAX_ID: u64 = 1 << 53;

/// The answer where nothing is near a position.
pub fn not_found() -> Value {
    json!({ "error": "Unable to geocode" })
}

/// Returns a place as the server gave it, otherwise in its form.
pub fn result(found: &Found, with_address: bool) -> Value {
    let place = &found.place;
    if let Some(document) = &found.document {
        let mut document = document.clone();
        if let (false, Some(members)) = (with_address, document.as_object_mut()) {
            members.remove("address");
        }
        return document;
    }
    let (category, kind, rank, importance, half) = match place {
        place if place.is_locality() => ("place", "suburb", 19, 0.4, HALF_SIDES[1]),
        place if place.number.is_empty() => ("highway", "residential", 26, 0.1, HALF_SIDES[0]),
        _ => ("place", "house", 30, 0.01, HALF_SIDES[0]),
    };
    let text = |angle: f64| format!("{angle:.7}");
    let name = match (category, place.number.is_empty()) {
        (_, false) => String::new(),
        ("highway", true) => place.street.clone(),
        _ => place.suburb.clone(),
    };
    let mut result = json!({
        "place_id": id(place),
        "licence": found.licence,
        "lat": text(place.latitude),
        "lon": text(place.longitude),
        "category": category,
        "type": kind,
        "place_rank": rank,
        "importance": importance,
        "addresstype": if category == "highway" { "road" } else { kind },
        "name": name,
        "display_name": display_name(place),
        "boundingbox": [
            text(place.latitude - half),
            text(place.latitude + half),
            text(place.longitude - half),
            text(place.longitude + half),
        ],
    });
    if with_address {
        result["address"] = address(place);
    }
    result
}

fn id(place: &Place) -> u64 {
    let mut hasher = DefaultHasher::new();
    place.id.hash(&mut hasher);
    hasher.finish() % MAX_ID
}

/// `12, Church Street, Richmond, VIC, 3121, Australia`.
fn display_name(place: &Place) -> String {
    let country = country_name(&place.country);
    let parts = [
        place.unit.as_str(),
        &place.number,
        &place.street,
        &place.suburb,
        &place.state,
        &place.post_code,
        country,
    ];
    let filled: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    filled.join(", ")
}

fn address(place: &Place) -> Value {
    let country_code = place.country.to_lowercase();
    let parts = [
        ("house_number", place.number.as_str()),
        ("road", &place.street),
        ("suburb", &place.suburb),
        ("state", &place.state),
        ("postcode", &place.post_code),
        ("country", country_name(&place.country)),
        ("country_code", &country_code),
    ];
    let filled = parts.into_iter().filter(|(_, text)| !text.is_empty());
    let filled = filled.map(|(name, text)| (name.to_owned(), Value::from(text)));
    Value::Object(filled.collect::<Map<_, _>>())
}

fn country_name(code: &str) -> &'static str {
    carriage::countries::countries()
        .find(|country| country.code == code)
        .map_or("", |country| country.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_nominatims_members() {
        let place = Place {
            id: "G1".to_owned(),
            number: "12".to_owned(),
            street: "Church Street".to_owned(),
            suburb: "Richmond".to_owned(),
            post_code: "3121".to_owned(),
            state: "VIC".to_owned(),
            country: "AU".to_owned(),
            latitude: -37.823,
            longitude: 144.998,
            ..Place::default()
        };
        let place = Found::from(place);
        let found = result(&place, true);
        assert_eq!(
            (&found["lat"], &found["type"]),
            (&json!("-37.8230000"), &json!("house"))
        );
        assert_eq!(
            found["display_name"],
            "12, Church Street, Richmond, VIC, 3121, Australia"
        );
        assert_eq!(
            found["address"],
            json!({"house_number": "12", "road": "Church Street", "suburb": "Richmond",
                "state": "VIC", "postcode": "3121", "country": "Australia", "country_code": "au"})
        );
        assert!(found["place_id"].as_u64().is_some_and(|id| id < MAX_ID));
        assert!(result(&place, false).get("address").is_none());
    }
}
