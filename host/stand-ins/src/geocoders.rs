//! Stand-in for geocoding servers: the searches of Nominatim and of Photon.
//!
//! It knows one street, Church Street in Richmond, with the houses 1 to 99. The query
//! `nothing` finds nothing, `far` a house on the other side of the globe.

use axum::response::Response;
use serde_json::{Value, json};

use crate::{
    cards::{self, Fault},
    loopback::{Call, Loopback},
};

const LICENCE: &str = "Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright";
const LATITUDE: f64 = -37.823;
const LONGITUDE: f64 = 144.998;
/// Both servers give no more results.
const MAX_RESULTS: usize = 40;

/// A running stand-in. Clones share one server.
#[derive(Debug, Clone)]
pub struct GeocodingServer(Loopback);

impl GeocodingServer {
    /// `127.0.0.1:0` takes a free port.
    pub async fn start(address: &str) -> anyhow::Result<Self> {
        Ok(Self(Loopback::start(address, respond).await?))
    }

    pub fn origin(&self) -> String {
        self.0.origin()
    }

    /// Returns the paths called so far.
    pub fn calls(&self) -> Vec<String> {
        self.0.calls()
    }

    /// Injects a fault into the next call whose path has the word.
    pub fn fail(&self, word: &'static str, fault: Fault) {
        self.0.fail(word, fault);
    }
}

/// A house with its position.
struct House {
    number: u32,
    latitude: f64,
    longitude: f64,
}

fn house(number: u32) -> House {
    House {
        number,
        latitude: LATITUDE + f64::from(number) / 100_000.0,
        longitude: LONGITUDE,
    }
}

fn find(query: &str) -> Vec<House> {
    if query.contains("nothing") {
        return Vec::new();
    }
    if query.contains("far") {
        return vec![House {
            number: 1,
            latitude: 52.5,
            longitude: 13.4,
        }];
    }
    let mut words = query.split(|letter: char| !letter.is_ascii_digit());
    let number = words.find_map(|word| word.parse::<u32>().ok());
    match number.filter(|number| (1..100).contains(number)) {
        Some(number) => vec![house(number)],
        None => (1..100).map(house).collect(),
    }
}

fn respond(call: &Call) -> Response {
    let limit = call
        .query("limit")
        .parse()
        .unwrap_or(10)
        .clamp(1, MAX_RESULTS);
    let found = || find(call.query("q")).into_iter().take(limit);
    let angle = |name: &str| call.query(name).parse::<f64>();
    let is_near = || {
        let place = (angle("lat"), angle("lon"));
        matches!(place, (Ok(north), Ok(east))
            if (north - LATITUDE).abs() < 0.1 && (east - LONGITUDE).abs() < 0.1)
    };
    let is_nominatim = call.query("format") == "jsonv2";
    cards::json(match (call.path.as_str(), is_nominatim) {
        ("/search", true) => (200, found().map(to_nominatim).collect()),
        ("/reverse", true) if is_near() => (200, to_nominatim(house(12))),
        ("/reverse", true) => (200, json!({"error": "Unable to geocode"})),
        ("/api/", _) => (200, to_collection(found())),
        ("/reverse", false) if is_near() => (200, to_collection([house(12)])),
        ("/reverse", false) => (200, to_collection([])),
        _ => (404, json!({"message": "not found"})),
    })
}

fn to_nominatim(house: House) -> Value {
    let House {
        number,
        latitude,
        longitude,
    } = house;
    let around = [
        latitude - 0.00005,
        latitude + 0.00005,
        longitude - 0.00005,
        longitude + 0.00005,
    ];
    json!({
        "place_id": 1000 + number, "licence": LICENCE, "osm_type": "node", "osm_id": number,
        "lat": format!("{latitude:.7}"), "lon": format!("{longitude:.7}"),
        "category": "place", "type": "house", "place_rank": 30, "importance": 0.00001,
        "addresstype": "place", "name": "",
        "display_name": format!("{number}, Church Street, Richmond, Melbourne, Victoria, 3121, \
            Australia"),
        "address": {
            "house_number": number.to_string(), "road": "Church Street", "suburb": "Richmond",
            "city": "Melbourne", "state": "Victoria", "ISO3166-2-lvl4": "AU-VIC",
            "postcode": "3121", "country": "Australia", "country_code": "au",
        },
        "boundingbox": around.map(|angle| format!("{angle:.7}")),
    })
}

fn to_collection(houses: impl IntoIterator<Item = House>) -> Value {
    let feature = |house: House| {
        json!({
            "type": "Feature",
            "geometry": {"type": "Point", "coordinates": [house.longitude, house.latitude]},
            "properties": {
                "osm_type": "N", "osm_id": house.number, "osm_key": "place",
                "osm_value": "house", "type": "house", "housenumber": house.number.to_string(),
                "street": "Church Street", "district": "Richmond", "city": "Melbourne",
                "state": "Victoria", "postcode": "3121", "country": "Australia",
                "countrycode": "AU",
            },
        })
    };
    let features: Vec<Value> = houses.into_iter().map(feature).collect();
    json!({"type": "FeatureCollection", "features": features})
}
