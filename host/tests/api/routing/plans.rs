//! Plans in VROOM's form, in the envelope and raw.

use serde_json::{Value, json};
use testkit::{given, on_both};

use super::{ENVELOPED, RAW, alone, causes, job, plan, take_times, vehicle, visits};

#[test]
fn given_matrices_need_no_coordinates() {
    let _alone = alone();
    on_both(|kit| async move {
        let staff = kit.user("Dispatcher").await;
        let problem = json!({
            "vehicles": [{"id": 7, "start_index": 0, "end_index": 3}],
            "jobs": [{"id": 41, "location_index": 2}, {"id": 42, "location_index": 1}],
            "matrices": {"car": {"durations": [
                [0, 100, 220, 330], [100, 0, 110, 230], [220, 110, 0, 120], [330, 230, 120, 0],
            ]}},
        });
        let step = |kind: &str, index: u32, id: Option<u32>, arrival: u32| {
            let mut step = json!({
                "type": kind, "location_index": index, "setup": 0, "service": 0,
                "waiting_time": 0, "arrival": arrival, "duration": arrival, "violations": [],
            });
            if let Some(id) = id {
                step["id"] = id.into();
                step["job"] = id.into();
            }
            step
        };
        let expected = json!({
            "code": 0,
            "summary": {
                "cost": 330, "routes": 1, "unassigned": 0, "setup": 0, "service": 0,
                "duration": 330, "waiting_time": 0, "priority": 0, "violations": [],
                "computing_times": null,
            },
            "unassigned": [],
            "routes": [{
                "vehicle": 7, "cost": 330, "setup": 0, "service": 0, "duration": 330,
                "durations": 330, "waiting_time": 0, "priority": 0,
                "steps": [
                    step("start", 0, None, 0), step("job", 1, Some(42), 100),
                    step("job", 2, Some(41), 210), step("end", 3, None, 330),
                ],
                "violations": [],
            }],
        });
        assert_eq!(plan(&staff, &problem).await, expected);
    });
}

#[test]
fn both_addresses_return_the_same_plan() {
    let _alone = alone();
    on_both(|kit| async move {
        let staff = kit.user("Dispatcher").await;
        let mut near = job(2, 1.0);
        near["jobid"] = 812.into();
        near["jobno"] = "J-812".into();
        near["description"] = "Two pallets".into();
        near["location"] = json!([144.910_000_04, -37.0]);
        let mut van = vehicle(1);
        van["description"] = "Van".into();
        van["startDescription"] = "Depot".into();
        van["endDescription"] = "Home".into();
        van["profile"] = "truck".into();
        van["capacity"] = json!([10]);
        van["unheardOf"] = json!({"a": 1});
        near["delivery"] = json!([4]);
        near["pickup"] = json!([1]);
        let problem = json!({
            "vehicles": [van], "jobs": [job(3, 5.0), near], "shipments": [],
            "options": {"g": true, "c": false, "t": 4, "x": 5, "other": true},
        });
        let raw = plan(&staff, &problem).await;
        let mut enveloped = staff.post(ENVELOPED, problem.clone()).await.result();
        take_times(&mut enveloped);
        assert_eq!(raw, enveloped);

        let route = &raw["routes"][0];
        assert_eq!(visits(route).len(), 2);
        let steps = route["steps"].as_array().unwrap();
        assert_eq!(
            (&steps[0]["description"], &steps[3]["description"]),
            (&json!("Depot"), &json!("Home"))
        );
        let two = steps.iter().find(|step| step["id"] == 2).unwrap();
        assert_eq!(
            (
                &two["jobid"],
                &two["jobno"],
                &two["description"],
                &two["location"]
            ),
            (
                &json!(812),
                &json!("J-812"),
                &json!("Two pallets"),
                &json!([144.91, -37.0])
            )
        );
        assert_eq!(
            (&route["amount"], &route["delivery"], &route["pickup"]),
            (&json!([4]), &json!([4]), &json!([1]))
        );
        assert_eq!(steps[0]["load"], json!([4]));
        assert_eq!(steps[3]["load"], json!([1]));
        // Ten hundredths of a degree on this parallel, and a third more of road.
        let distance = route["distance"].as_u64().unwrap();
        assert!((11_500..11_600).contains(&distance), "{distance}");
        // 50 km/h; each leg is rounded.
        let duration = route["duration"].as_f64().unwrap();
        assert!(
            (duration - distance as f64 * 3.6 / 50.0).abs() < 2.0,
            "{route}"
        );
        assert!(
            route["geometry"]
                .as_str()
                .unwrap()
                .starts_with("~py`F_xksZ"),
            "{route}"
        );
    });
}

#[test]
fn capacities_skills_and_shipments_are_kept() {
    let _alone = alone();
    on_both(|kit| async move {
        let staff = kit.user("Dispatcher").await;
        let with = |mut one: Value, members: Value| {
            for (name, value) in members.as_object().unwrap() {
                one[name] = value.clone();
            }
            one
        };
        let problem = json!({
            "vehicles": [
                with(vehicle(1), json!({"capacity": [5, 100], "skills": [3]})),
                with(vehicle(2), json!({"capacity": [5, 100], "max_tasks": 2})),
            ],
            "jobs": [
                with(job(1, 1.0), json!({"delivery": [5, 1], "skills": [3]})),
                with(job(2, 2.0), json!({"amount": [6, 1], "description": "Too much"})),
                with(job(3, 2.0), json!({"skills": [9]})),
                with(job(4, 2.0), json!({"time_windows": [[0, 1]]})),
            ],
            "shipments": [{
                "amount": [3, 3],
                "pickup": {"id": 1, "location": [144.95, -37.0], "service": 60},
                "delivery": {
                    "id": 1, "location": [144.93, -37.0], "time_windows": [[3000, 4000], [0, 10]],
                },
            }],
        });
        let mut timed = problem.clone();
        timed["vehicles"][0]["time_window"] = json!([0, 10_000]);
        timed["vehicles"][1]["time_window"] = json!([0, 10_000]);
        let plan = plan(&staff, &timed).await;
        let mut unassigned: Vec<(u64, &str)> = plan["unassigned"]
            .as_array()
            .unwrap()
            .iter()
            .map(|task| {
                (
                    task["id"].as_u64().unwrap(),
                    task["reason"].as_str().unwrap(),
                )
            })
            .collect();
        unassigned.sort_unstable();
        assert_eq!(unassigned, [(2, "capacity"), (3, "skills"), (4, "time")]);
        assert_eq!(plan["unassigned"][0]["type"], "job");
        assert_eq!(plan["unassigned"][0]["description"], "Too much");
        assert_eq!(plan["summary"]["unassigned"], 3);
        let routes = plan["routes"].as_array().unwrap();
        let second = routes.iter().find(|route| route["vehicle"] == 2);
        let shipped = second.unwrap_or(&routes[0])["steps"].as_array().unwrap();
        let place = |kind: &str| {
            shipped
                .iter()
                .position(|step| step["type"] == kind)
                .unwrap()
        };
        assert!(place("pickup") < place("delivery"));
        let delivery = &shipped[place("delivery")];
        let begin =
            delivery["arrival"].as_u64().unwrap() + delivery["waiting_time"].as_u64().unwrap();
        assert!((3000..=4000).contains(&begin), "{delivery}");
    });
}

#[test]
fn plan_mode_keeps_the_order_and_names_violations() {
    let _alone = alone();
    on_both(|kit| async move {
        let staff = kit.user("Dispatcher").await;
        let row = |at: i64| -> Vec<i64> { (0..5).map(|to: i64| (to - at).abs() * 100).collect() };
        let rows: Vec<Vec<i64>> = (0..5).map(row).collect();
        let problem = json!({
            "options": {"c": true},
            "matrices": {"van": {"durations": rows, "distances": rows}},
            "vehicles": [{
                "id": 1, "profile": "van", "start_index": 0, "end_index": 0, "capacity": [3],
                "time_window": [0, 5000],
                "max_tasks": 2, "max_travel_time": 700, "max_distance": 700,
                "breaks": [{"id": 9, "service": 50, "max_load": [0]}, {"id": 8}],
                "steps": [
                    {"type": "start"}, {"type": "job", "id": 2}, {"type": "break", "id": 9},
                    {"type": "job", "id": 1, "service_at": 1000}, {"type": "delivery", "id": 5},
                    {"type": "end"},
                ],
            }, {"id": 2, "profile": "van", "start_index": 0, "capacity": [1]}],
            "jobs": [
                {"id": 1, "location_index": 2, "delivery": [2], "time_windows": [[0, 900]]},
                {"id": 2, "location_index": 4, "delivery": [2], "skills": [4]},
                {"id": 3, "location_index": 1},
            ],
            "shipments": [{
                "pickup": {"id": 5, "location_index": 3},
                "delivery": {"id": 5, "location_index": 1},
            }],
        });
        let plan = plan(&staff, &problem).await;
        assert_eq!(plan["code"], 0);
        let routes = plan["routes"].as_array().unwrap();
        assert_eq!(routes.len(), 1);
        assert_eq!(visits(&routes[0]), [2, 9, 1, 5]);
        let steps = routes[0]["steps"].as_array().unwrap();
        let by_step: Vec<Vec<&str>> = steps
            .iter()
            .map(|step| causes(&step["violations"]))
            .collect();
        assert_eq!(
            by_step,
            [
                vec!["load"],
                vec!["skills"],
                vec!["max_load"],
                vec!["delay"],
                vec!["precedence"],
                vec![]
            ]
        );
        assert_eq!(steps[3]["violations"][0]["duration"], 100);
        let all = [
            "delay",
            "load",
            "max_tasks",
            "skills",
            "precedence",
            "missing_break",
            "max_travel_time",
            "max_distance",
            "max_load",
        ];
        assert_eq!(causes(&routes[0]["violations"]), all);
        assert_eq!(causes(&plan["summary"]["violations"]), all);
        let left = plan["unassigned"].as_array().unwrap().iter();
        let left: Vec<(&str, u64)> = left
            .map(|task| (task["type"].as_str().unwrap(), task["id"].as_u64().unwrap()))
            .collect();
        assert_eq!(left, [("job", 3), ("pickup", 5)]);
    });
}

#[test]
fn a_search_begins_with_the_given_steps() {
    let _alone = alone();
    on_both(|kit| async move {
        let staff = kit.user("Dispatcher").await;
        let mut van = vehicle(1);
        van["steps"] = json!([
            {"type": "start"}, {"type": "job", "id": 2}, {"type": "job", "id": 1}, {"type": "end"},
        ]);
        let mut problem = json!({"vehicles": [van], "jobs": [job(1, 1.0), job(2, 2.0)]});
        let found = plan(&staff, &problem).await;
        assert_eq!(found["summary"]["unassigned"], 0);
        problem["jobs"][0]["skills"] = json!([1]);
        let refused = staff.post(ENVELOPED, problem).await;
        assert_eq!(refused.invalid_members(), ["vehicles[0].steps"]);
    });
}

#[test]
fn durations_depend_on_the_type_of_the_vehicle() {
    let _alone = alone();
    on_both(|kit| async move {
        let staff = kit.user("Dispatcher").await;
        let mut van = vehicle(1);
        van["type"] = "lift".into();
        van["breaks"] = json!([{
            "id": 3, "time_windows": [[100, 200]], "service": 900, "description": "Lunch",
        }]);
        van["time_window"] = json!([0, 20_000]);
        van["speed_factor"] = 0.5.into();
        van["costs"] = json!({"fixed": 1000, "per_hour": 7200, "per_task_hour": 3600, "per_km": 2});
        let mut stop = job(1, 4.0);
        stop["setup"] = 30.into();
        stop["service"] = 300.into();
        stop["service_per_type"] = json!({"lift": 120, "other": 1});
        let plan = plan(&staff, &json!({"vehicles": [van], "jobs": [stop]})).await;
        let route = &plan["routes"][0];
        assert_eq!(
            (&route["setup"], &route["service"]),
            (&json!(30), &json!(120 + 900))
        );
        let (duration, distance) = (
            route["duration"].as_f64().unwrap(),
            route["distance"].as_f64().unwrap(),
        );
        // Half the speed of 50 km/h.
        assert!((duration - distance / (25.0 / 3.6)).abs() < 4.0, "{route}");
        let expected = 1000.0 + 2.0 * duration + 150.0 + 2.0 * distance / 1000.0;
        assert!(
            (route["cost"].as_f64().unwrap() - expected).abs() < 3.0,
            "{route}"
        );
        let steps = route["steps"].as_array().unwrap();
        let pause = steps.iter().find(|step| step["type"] == "break").unwrap();
        assert_eq!(
            (&pause["id"], &pause["description"]),
            (&json!(3), &json!("Lunch"))
        );
    });
}

#[test]
fn only_planners_plan() {
    let _alone = alone();
    on_both(|kit| async move {
        let problem = json!({"vehicles": [vehicle(1)], "jobs": [job(1, 1.0)]});
        for path in [ENVELOPED, RAW] {
            kit.guest()
                .post(path, problem.clone())
                .await
                .expect_error(401);
            let warehouse = kit.user("Warehouse").await;
            warehouse
                .post(path, problem.clone())
                .await
                .expect_error(403);
            let customer = given::customer(&kit, "Acme").await;
            let customer = kit.customer_user(customer).await;
            customer.post(path, problem.clone()).await.expect_error(403);
        }
    });
}
