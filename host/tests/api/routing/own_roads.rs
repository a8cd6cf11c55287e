//! Travel times of the program's own road graph.

use serde_json::json;
use stand_ins::osm::Extract;
use testkit::{Kit, given, on_both};

use super::{RAW, alone, job, plan, rejection, vehicle};

/// A street to the east, the last part of it under a low bridge, and a longer way around.
fn town() -> Extract {
    let mut town = Extract::default();
    let at = |east: f64, north: f64| [144.9 + east, -37.0 + north];
    let street: Vec<i64> = [0.0, 0.01, 0.02, 0.03]
        .map(|east| town.node(at(east, 0.0), &[]))
        .to_vec();
    let around = [0.02, 0.03].map(|east| town.node(at(east, 0.02), &[]));
    town.way(&street[..3], &[("highway", "primary")]);
    let bridge = [("highway", "primary"), ("maxheight", "3.0")];
    town.way(&street[2..], &bridge);
    let way = [street[2], around[0], around[1], street[3]];
    town.way(&way, &[("highway", "primary")]);
    town
}

async fn build(kit: &Kit) {
    let host = kit.app.host();
    let file = host.config().data.join("town.osm.pbf");
    std::fs::write(&file, town().to_pbf()).unwrap();
    routing::build_roads(host, &file, None, 4.3, 22.5).unwrap();
    given::change_settings(kit, json!({"routing": {"source": "own"}})).await;
}

#[test]
fn a_plan_follows_the_roads_of_the_graph() {
    let _alone = alone();
    on_both(|kit| async move {
        let staff = kit.user("Dispatcher").await;
        build(&kit).await;
        let mut trip =
            json!({"vehicles": [vehicle(1)], "jobs": [job(1, 3.0)], "options": {"g": true}});
        let by_car = plan(&staff, &trip).await;
        let metres = by_car["routes"][0]["distance"].as_i64().unwrap();
        // There and back: three hundredths of a degree on the parallel.
        let expected = (0.06 * 111_195.0 * 37_f64.to_radians().cos()) as i64;
        assert!((metres - expected).abs() < 20, "{metres} {expected}");
        assert!(by_car["routes"][0]["geometry"].is_string());
        trip["vehicles"][0]["profile"] = "truck".into();
        let by_truck = plan(&staff, &trip).await;
        let detour = by_truck["routes"][0]["distance"].as_i64().unwrap();
        assert!(detour > metres + 8_000, "{detour} {metres}");
    });
}

#[test]
fn places_without_a_road_are_named() {
    let _alone = alone();
    on_both(|kit| async move {
        let staff = kit.user("Dispatcher").await;
        build(&kit).await;
        let mut trip = json!({"vehicles": [vehicle(1)], "jobs": [job(1, 3.0)]});
        trip["jobs"][0]["location"] = json!([120.0, -37.0]);
        let (_, sentence) = rejection(&staff.post(RAW, trip).await, 500);
        assert!(sentence.contains("[120,-37]"), "{sentence}");
    });
}
