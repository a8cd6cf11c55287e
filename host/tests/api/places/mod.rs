//! Search for places, the address at a position, and positions of addresses.

mod outer;
mod positions;
mod tiles;

use std::sync::{Mutex, PoisonError};

use places::Place;
use serde_json::{Value, json};
use testkit::{Client, Kit, on_both, on_host};

/// A host whose places are imported before its first search: a later import is noticed after a
/// minute only.
const IMPORTED: &str = "imported places";
static IMPORTING: Mutex<()> = Mutex::new(());

fn church_street(number: &str) -> Place {
    Place {
        id: format!("GA-{number}"),
        unit: if number == "14" { "3" } else { "" }.to_owned(),
        number: number.to_owned(),
        street: "Church <b> Street".to_owned(),
        suburb: "Richmond".to_owned(),
        post_code: "3121".to_owned(),
        state: "VIC".to_owned(),
        country: "AU".to_owned(),
        latitude: -37.823,
        longitude: 144.998,
    }
}

/// Imports the addresses unless another test on the host did.
fn import(kit: &Kit) {
    let _turn = IMPORTING.lock().unwrap_or_else(PoisonError::into_inner);
    let host = kit.app.host();
    if !host.config().data.join("places/imported").exists() {
        let places = ["12", "14"].map(church_street);
        places::import_places(host, places).unwrap();
    }
}

async fn labels(client: &Client, query: &str) -> Vec<String> {
    let path = format!("/api/geocode/v2/search?{query}");
    let found = client.get(&path).await.result();
    let found = found.as_array().unwrap().iter();
    found
        .map(|place| place["label"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn localities_are_found_without_an_import() {
    on_both(|kit| async move {
        let staff = kit.user("Dispatcher").await;
        let found = labels(&staff, "q=richmond%203121").await;
        assert_eq!(found.first().map(String::as_str), Some("Richmond VIC 3121"));
        let misspelt = labels(&staff, "q=richmnod%203121").await;
        assert_eq!(misspelt[0], "Richmond VIC 3121");
        let filtered = labels(&staff, "q=richmond&filter_by=state%3A%3DNSW").await;
        assert!(!filtered.is_empty());
        assert!(
            filtered.iter().all(|label| label.contains(" NSW ")),
            "{filtered:?}"
        );
        assert!(labels(&staff, "q=").await.is_empty());
    });
}

#[test]
fn imported_addresses_are_found_by_words_and_position() {
    on_host(IMPORTED, |kit| async move {
        import(&kit);
        let staff = kit.user("Warehouse").await;
        let path = "/api/geocode/v2/search?q=14%20chur&filter_by=countryCode%3A%3DAU%26%26state%3A%5BNSW%2CVIC%5D";
        let found = staff.get(path).await.result();
        assert_eq!(
            found[0],
            json!({
                "id": "GA-14", "label": "Unit 3, 14 Church <b> Street, Richmond VIC 3121",
                "location": [-37.823, 144.998], "addressLine1": "14 Church <b> Street",
                "addressLine2": "Unit 3", "suburb": "Richmond", "postcode": "3121",
                "state": "VIC", "countryCode": "AU",
                "highlight": "Unit 3, <mark>14</mark> <mark>Church</mark> &lt;b&gt; Street, Richmond VIC 3121",
            })
        );
        let at = json!({"lat": "-37.82301", "lon": 144.99801, "format": "json"});
        let reversed = staff.post("/api/route/geocode/reverse", at).await.result();
        assert_eq!(reversed["address"]["road"], "Church <b> Street");
        assert_eq!(reversed["address"]["country_code"], "au");
        let sea = staff
            .post("/api/route/geocode/reverse?lat=-45&lon=100", Value::Null)
            .await
            .result();
        assert_eq!(sea, json!({"error": "Unable to geocode"}));
    });
}

#[test]
fn nominatims_clients_get_its_answers() {
    on_host(IMPORTED, |kit| async move {
        import(&kit);
        let staff = kit.user("Dispatcher").await;
        const QUERY: &str = "12%20church%20street%20richmond";
        let by_query = staff
            .post(&format!("/api/route/geocode?q={QUERY}"), json!({}))
            .await
            .result();
        let first = &by_query[0];
        assert_eq!(
            (&first["lat"], &first["lon"], &first["type"]),
            (
                &json!("-37.8230000"),
                &json!("144.9980000"),
                &json!("house")
            )
        );
        assert!(first["place_id"].is_u64() && first["display_name"].is_string());
        let body = json!({"q": "12 church street richmond"});
        let by_json = staff.post("/api/route/geocode", body).await.result();
        let form = format!("q={QUERY}");
        let by_form = staff.post_form("/api/route/geocode", &form).await.result();
        assert_eq!((&by_json, &by_form), (&by_query, &by_query));

        let raw = staff
            .get(&format!(
                "/api/route/nominatim/search?q={QUERY}&format=jsonv2"
            ))
            .await;
        assert_eq!((raw.status.as_u16(), raw.json()), (200, by_query));
        let parts = "street=12%20church%20street&city=richmond&countrycodes=au&addressdetails=1";
        let parts = staff
            .get(&format!("/api/route/nominatim/search?{parts}"))
            .await
            .json();
        assert_eq!(parts[0]["address"]["house_number"], "12");
        let raw = staff
            .get("/api/route/nominatim/reverse?lat=-37.823&lon=144.998")
            .await
            .json();
        assert_eq!(raw["address"]["suburb"], "Richmond");
    });
}

#[test]
fn wrong_input_is_named_and_guests_are_refused() {
    on_both(|kit| async move {
        let staff = kit.user("Dispatcher").await;
        let members = async |path: &str| staff.get(path).await.invalid_members();
        const SEARCH: &str = "/api/geocode/v2/search";
        let long = "x".repeat(300);
        assert_eq!(members(&format!("{SEARCH}?q={long}")).await, ["q"]);
        assert_eq!(members(&format!("{SEARCH}?q=a&limit=500")).await, ["limit"]);
        assert_eq!(
            members(&format!("{SEARCH}?q=a&filter_by=colour%3A%3Dred")).await,
            ["filter_by"]
        );
        let reverse = "/api/route/nominatim/reverse";
        assert_eq!(members(&format!("{reverse}?lat=91&lon=1")).await, ["lat"]);
        assert_eq!(members(&format!("{reverse}?lat=9")).await, ["lon"]);
        let empty = staff.post("/api/route/geocode", json!({})).await;
        assert_eq!(empty.invalid_members(), ["q"]);
        let large = json!({"q": "x".repeat(20_000)});
        let large = staff.post("/api/route/geocode", large).await;
        large.expect_error(413);
        let guest = kit.guest();
        guest.get(&format!("{SEARCH}?q=a")).await.expect_error(401);
        guest
            .post("/api/route/geocode", json!({"q": "a"}))
            .await
            .expect_error(401);
        guest.get(reverse).await.expect_error(401);
    });
}
