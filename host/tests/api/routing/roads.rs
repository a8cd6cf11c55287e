//! Travel times of a tenant's road server.

use serde_json::{Value, json};
use stand_ins::{cards::Fault, roads::RoadServer};
use testkit::{Kit, given, on_both};

use super::{ENVELOPED, RAW, alone, job, plan, rejection, vehicle};

async fn use_server(kit: &Kit, source: &str, address: &str) {
    let routing = json!({"routing": {"source": source, "server": address}});
    given::change_settings(kit, routing).await;
}

async fn start() -> RoadServer {
    RoadServer::start("127.0.0.1:0").await.unwrap()
}

fn problem(jobs: Vec<Value>) -> Value {
    json!({"vehicles": [vehicle(1)], "jobs": jobs, "options": {"g": true}})
}

/// Decodes the first and the last point of a polyline, in hundred-thousandths.
fn ends(polyline: &Value) -> [[i64; 2]; 2] {
    let mut values = Vec::new();
    let (mut value, mut shift) = (0_i64, 0);
    for byte in polyline.as_str().unwrap().bytes() {
        let group = i64::from(byte) - 63;
        value |= (group & 0x1f) << shift;
        shift += 5;
        if group < 0x20 {
            values.push((value >> 1) ^ -(value & 1));
            (value, shift) = (0, 0);
        }
    }
    let sum = |part: usize| values.iter().skip(part).step_by(2).sum::<i64>();
    [[values[0], values[1]], [sum(0), sum(1)]]
}

#[test]
fn both_servers_give_times_distances_and_geometry() {
    let _alone = alone();
    on_both(|kit| async move {
        let staff = kit.user("Dispatcher").await;
        let roads = start().await;
        let mut plans = Vec::new();
        for source in ["osrm", "valhalla"] {
            use_server(&kit, source, &roads.origin()).await;
            let mut trip = problem(vec![job(1, 3.0)]);
            let by_car = plan(&staff, &trip).await;
            let route = &by_car["routes"][0];
            assert_eq!(
                (&route["distance"], &route["duration"]),
                (&json!(6000), &json!(300)),
                "{source}"
            );
            assert_eq!(ends(&route["geometry"]), [[-37_00000, 144_90000]; 2]);
            trip["vehicles"][0]["profile"] = "truck".into();
            let by_truck = plan(&staff, &trip).await;
            assert_eq!(by_truck["routes"][0]["duration"], 600, "{source}");
            plans.push(by_car);
        }
        assert_eq!(plans[0], plans[1]);
    });
}

#[test]
fn large_tables_are_loaded_in_blocks() {
    let _alone = alone();
    on_both(|kit| async move {
        let staff = kit.user("Dispatcher").await;
        let roads = start().await;
        for source in ["osrm", "valhalla"] {
            use_server(&kit, source, &roads.origin()).await;
            // In plan mode, so that the order is given.
            let jobs: Vec<Value> = (1..=60).map(|id| job(id, id as f64)).collect();
            let steps: Vec<Value> = (1..=60)
                .map(|id| json!({"type": "job", "id": id}))
                .collect();
            let mut trip = problem(jobs);
            trip["vehicles"][0]["steps"] = steps.into();
            trip["options"] = json!({"c": true, "g": true});
            let plan = plan(&staff, &trip).await;
            let route = &plan["routes"][0];
            assert_eq!(
                (&route["distance"], &route["duration"]),
                (&json!(120_000), &json!(6000)),
                "{source}"
            );
            assert_eq!(ends(&route["geometry"]), [[-37_00000, 144_90000]; 2]);
        }
        let calls = roads.calls();
        let count = |word: &str| calls.iter().filter(|call| call.contains(word)).count();
        assert_eq!((count("/table/"), count("/sources_to_targets")), (4, 16));
    });
}

#[test]
fn places_without_a_road_are_named() {
    let _alone = alone();
    on_both(|kit| async move {
        let staff = kit.user("Dispatcher").await;
        let roads = start().await;
        let at_sea = json!({"id": 2, "location": [144.9, -55.0]});
        let apart = json!({"id": 2, "location": [174.763_33, -36.85]});
        for source in ["osrm", "valhalla"] {
            use_server(&kit, source, &roads.origin()).await;
            let trip = problem(vec![job(1, 1.0), apart.clone()]);
            let (code, sentence) = rejection(&staff.post(RAW, trip.clone()).await, 500);
            assert_eq!(
                (code, sentence.as_str()),
                (3, "No road leads to the location [174.76333,-36.85].")
            );
            staff.post(ENVELOPED, trip).await.expect_error_code(4702);
            let trip = problem(vec![job(1, 1.0), at_sea.clone()]);
            let (code, sentence) = rejection(&staff.post(RAW, trip).await, 500);
            assert_eq!(code, 3);
            assert!(
                sentence.starts_with("No road leads to the location ["),
                "{sentence}"
            );
        }
    });
}

#[test]
fn a_broken_server_is_a_routing_error() {
    let _alone = alone();
    on_both(|kit| async move {
        let staff = kit.user("Dispatcher").await;
        let roads = start().await;
        let trip = problem(vec![job(1, 1.0)]);
        for (source, table, route) in [
            ("osrm", "/table/", "/route/"),
            ("valhalla", "/sources_to_targets", "/route"),
        ] {
            use_server(&kit, source, &roads.origin()).await;
            for (word, fault) in [
                (table, Fault::Status(503)),
                (table, Fault::Drop),
                (route, Fault::Status(502)),
            ] {
                roads.fail(word, fault);
                let (code, sentence) = rejection(&staff.post(RAW, trip.clone()).await, 500);
                assert_eq!(code, 3, "{source} {fault:?}");
                assert!(!sentence.contains("127.0.0.1"), "{sentence}");
            }
            // Another place: the table of the first one is known by now, only its route failed.
            let trip = problem(vec![job(1, 2.0)]);
            roads.fail(table, Fault::Status(503));
            staff
                .post(ENVELOPED, trip.clone())
                .await
                .expect_error_code(4701);
            assert_eq!(plan(&staff, &trip).await["code"], 0);
        }
        // An address inside of the network is never called.
        use_server(&kit, "osrm", "https://10.11.12.13").await;
        staff.post(ENVELOPED, trip).await.expect_error_code(4701);
    });
}

#[test]
fn large_problems_need_straight_lines() {
    let _alone = alone();
    on_both(|kit| async move {
        let staff = kit.user("Dispatcher").await;
        let roads = start().await;
        use_server(&kit, "osrm", &roads.origin()).await;
        let jobs: Vec<Value> = (1..=500).map(|id| job(id, id as f64)).collect();
        let (code, sentence) = rejection(&staff.post(RAW, problem(jobs)).await, 413);
        assert_eq!(code, 4);
        assert!(sentence.contains("at most 500 places"), "{sentence}");
        assert_eq!(roads.calls(), Vec::<String>::new());
    });
}
