//! Search by a tenant's geocoding server.

use serde_json::{Value, json};
use stand_ins::{cards::Fault, geocoders::GeocodingServer};
use testkit::{Client, Kit, given, on_both};

const SEARCH: &str = "/api/geocode/v2/search";
const NOMINATIM: &str = "/api/route/nominatim";

/// Directs the tenant's searches to a server, which runs until it is dropped.
async fn use_server(kit: &Kit, kind: &str, rate: u32) -> GeocodingServer {
    let server = GeocodingServer::start("127.0.0.1:0").await.unwrap();
    let maps = json!({"maps": {"geocoder": kind, "geocoderServer": server.origin(),
        "geocoderRate": rate}});
    given::change_settings(kit, maps).await;
    server
}

async fn search(staff: &Client, query: &str) -> Value {
    staff.get(&format!("{SEARCH}?{query}")).await.result()
}

#[test]
fn both_servers_answer_searches_and_positions() {
    on_both(|kit| async move {
        let staff = kit.user("Dispatcher").await;
        for kind in ["nominatim", "photon"] {
            let server = use_server(&kit, kind, 100).await;
            let hits = search(&staff, "q=12%20church%20street").await;
            let first = &hits[0];
            assert_eq!(
                (&first["label"], &first["location"]),
                (
                    &json!("12 Church Street, Richmond VIC 3121"),
                    &json!([-37.82288, 144.998])
                ),
                "{kind}"
            );
            let attribution = first["attribution"].as_str().unwrap();
            assert!(attribution.contains("OpenStreetMap"), "{attribution}");
            assert!(
                first["highlight"]
                    .as_str()
                    .unwrap()
                    .contains("<mark>Church</mark>")
            );
            let asked = server.calls().len();
            assert_eq!(search(&staff, "q=12%20church%20street").await, hits);
            assert_eq!(server.calls().len(), asked, "the answer is kept");
            let none = search(&staff, "q=church&filter_by=state%3A%3DNSW").await;
            assert_eq!(none, json!([]));
            let many = search(&staff, "q=church&limit=3&filter_by=state%3A%3DVIC").await;
            assert_eq!(many.as_array().unwrap().len(), 3);

            let legacy = staff
                .post("/api/route/geocode?q=7%20church", json!({}))
                .await
                .result();
            assert_eq!(
                (&legacy[0]["lat"], &legacy[0]["lon"]),
                (&json!("-37.8229300"), &json!("144.9980000"))
            );
            assert!(
                legacy[0]["licence"]
                    .as_str()
                    .unwrap()
                    .contains("OpenStreetMap")
            );
            assert!(legacy[0].get("address").is_none());
            let reverse = format!("{NOMINATIM}/reverse?lat=-37.823&lon=144.998");
            let reverse = staff.get(&reverse).await.json();
            assert_eq!(reverse["address"]["house_number"], "12", "{kind}");
            let sea = staff
                .get(&format!("{NOMINATIM}/reverse?lat=-45&lon=100"))
                .await
                .json();
            assert_eq!(sea, json!({"error": "Unable to geocode"}));
        }
    });
}

#[test]
fn a_client_of_nominatim_gets_the_servers_own_results() {
    on_both(|kit| async move {
        let staff = kit.user("Dispatcher").await;
        let _server = use_server(&kit, "nominatim", 100).await;
        let path = format!("{NOMINATIM}/search?q=9%20church&addressdetails=1&countrycodes=au");
        let raw = staff.get(&path).await.json();
        assert_eq!(
            (&raw[0]["osm_type"], &raw[0]["osm_id"], &raw[0]["place_id"]),
            (&json!("node"), &json!(9), &json!(1009))
        );
        assert_eq!(raw[0]["address"]["city"], "Melbourne");
        let abroad = format!("{NOMINATIM}/search?q=8%20church&countrycodes=nz");
        assert_eq!(staff.get(&abroad).await.json(), json!([]));
    });
}

#[test]
fn own_data_answers_while_the_server_fails() {
    on_both(|kit| async move {
        let staff = kit.user("Dispatcher").await;
        let server = use_server(&kit, "nominatim", 100).await;
        server.fail("/search", Fault::Status(503));
        let own = search(&staff, "q=richmond%203121").await;
        assert_eq!(own[0]["label"], "Richmond VIC 3121");
        assert!(own[0].get("attribution").is_none());
        // It rests, so that no other search waits for it.
        let own = search(&staff, "q=richmond%203121%20vic").await;
        assert_eq!(own[0]["label"], "Richmond VIC 3121");
        assert_eq!(server.calls(), ["/search"]);
    });
}

#[test]
fn addresses_get_the_positions_of_the_server_unless_they_are_far() {
    on_both(|kit| async move {
        let staff = kit.user("Dispatcher").await;
        let _server = use_server(&kit, "photon", 100).await;
        let add = async |line: &str| {
            let end = json!({"companyname": "Acme", "addressline1": line, "suburb": "Richmond",
                "postcode": "3121", "statecode": "VIC"});
            let job = json!({"job": {"fromaddress": end, "toaddress": end,
                "items": [{"quantity": 1}]}});
            let saved = staff.post("/api/jobs/job/job", job).await.result();
            saved["job"]["id"].as_i64().unwrap()
        };
        let near = add("31 Church Street").await;
        let far = add("Building far, 1 Church Street").await;
        kit.drain_jobs().await;
        let end = async |job: i64| {
            let path = format!("/api/jobs/job/job?jobId={job}");
            staff.get(&path).await.result()["job"]["fromaddress"].clone()
        };
        let near = end(near).await;
        assert_eq!(
            (
                &near["latitude"],
                &near["longitude"],
                &near["positionsource"]
            ),
            (&json!(-37.82269), &json!(144.998), &json!("Address"))
        );
        assert_eq!(end(far).await["positionsource"], "Suburb");
    });
}

#[test]
fn wrong_settings_are_named() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let maps = json!({"maps": {"geocoder": "nominatim", "geocoderServer": "nominatim",
            "geocoderRate": 0, "tiles": "server", "tileAddress": "https://tiles.example.com/"}});
        let path = "/api/core/tenantsettings/updateallsettings";
        assert_eq!(
            admin.put(path, maps).await.invalid_members(),
            [
                "maps.geocoderServer",
                "maps.geocoderRate",
                "maps.tileAddress",
                "maps.tileAttribution"
            ]
        );
    });
}
