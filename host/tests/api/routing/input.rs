//! Wrong inputs are rejected by the paths of their members.

use serde_json::{Value, json};
use testkit::on_both;

use super::{ENVELOPED, RAW, alone, job, plan, rejection, vehicle};

/// A change of a valid problem, and the member that is rejected.
type Case = (fn(&mut Value), &'static str);

const CASES: &[Case] = &[
    (|problem| problem["vehicles"] = json!([]), "vehicles"),
    (|problem| problem["jobs"] = json!([]), "jobs"),
    (|problem| problem["jobs"] = Value::Null, "jobs"),
    (
        |problem| problem["jobs"][0]["id"] = Value::Null,
        "jobs[0].id",
    ),
    (|problem| problem["jobs"][0]["id"] = json!(-1), "jobs[0].id"),
    (|problem| problem["jobs"][1]["id"] = json!(1), "jobs[1].id"),
    (
        |problem| problem["jobs"][1]["location"] = Value::Null,
        "jobs[1].location",
    ),
    (
        |problem| problem["jobs"][1]["location"] = json!([-37.0, 144.9]),
        "jobs[1].location",
    ),
    (
        |problem| problem["jobs"][1]["location"] = json!([144.9]),
        "jobs[1].location",
    ),
    (
        |problem| problem["jobs"][0]["service"] = json!(-5),
        "jobs[0].service",
    ),
    (
        |problem| problem["jobs"][0]["service"] = json!("long"),
        "jobs[0].service",
    ),
    (
        |problem| problem["jobs"][0]["priority"] = json!(101),
        "jobs[0].priority",
    ),
    (
        |problem| problem["jobs"][0]["delivery"] = json!([1]),
        "jobs[0].delivery",
    ),
    (
        |problem| problem["jobs"][0]["time_windows"] = json!([[0, 5], [9, 8]]),
        "jobs[0].time_windows[1]",
    ),
    (
        |problem| problem["jobs"][0]["time_windows"] = json!([[0, 5], [5, 8]]),
        "jobs[0].time_windows",
    ),
    (
        |problem| problem["jobs"][0]["time_windows"] = json!([[-1, 5]]),
        "jobs[0].time_windows[0][0]",
    ),
    (
        |problem| problem["jobs"][0]["time_windows"] = json!([[3]]),
        "jobs[0].time_windows[0]",
    ),
    (
        |problem| problem["vehicles"][0]["time_window"] = json!([10, 9]),
        "vehicles[0].time_window",
    ),
    (
        |problem| problem["vehicles"][0]["speed_factor"] = json!(0),
        "vehicles[0].speed_factor",
    ),
    (
        |problem| problem["vehicles"][0]["speed_factor"] = json!(5.1),
        "vehicles[0].speed_factor",
    ),
    (
        |problem| problem["vehicles"][0]["profile"] = json!("bicycle"),
        "vehicles[0].profile",
    ),
    (
        |problem| problem["vehicles"][0]["costs"] = json!({"per_km": -1}),
        "vehicles[0].costs.per_km",
    ),
    (
        |problem| problem["vehicles"][0]["breaks"] = json!([{"id": 1}, {"id": 1}]),
        "vehicles[0].breaks[1].id",
    ),
    (
        |problem| problem["vehicles"][0]["steps"] = json!([{"type": "job", "id": 7}]),
        "vehicles[0].steps[0].id",
    ),
    (
        |problem| {
            problem["vehicles"][0]["steps"] =
                json!([{"type": "job", "id": 1}, {"type": "job", "id": 1}])
        },
        "vehicles[0].steps[1].id",
    ),
    (
        |problem| {
            problem["vehicles"][0]["steps"] = json!([{"type": "job", "id": 1}, {"type": "start"}])
        },
        "vehicles[0].steps[1]",
    ),
    (
        |problem| problem["vehicles"][0]["steps"] = json!([{"type": "pause", "id": 1}]),
        "vehicles[0].steps[0].type",
    ),
    (
        |problem| problem["matrices"] = json!({"car": {"durations": [[0, 1], [1, 0]]}}),
        "vehicles[0].start_index",
    ),
];

#[test]
fn wrong_members_are_named_at_both_addresses() {
    let _alone = alone();
    on_both(|kit| async move {
        let staff = kit.user("Dispatcher").await;
        let problem = json!({"vehicles": [vehicle(1)], "jobs": [job(1, 1.0), job(2, 2.0)]});
        assert_eq!(plan(&staff, &problem).await["code"], 0);
        for (change, member) in CASES {
            let mut wrong = problem.clone();
            change(&mut wrong);
            let enveloped = staff.post(ENVELOPED, wrong.clone()).await;
            assert_eq!(
                enveloped.invalid_members().first().map(String::as_str),
                Some(*member),
                "{wrong}"
            );
            let (code, sentence) = rejection(&staff.post(RAW, wrong).await, 400);
            assert_eq!(code, 2);
            assert!(
                sentence.starts_with(&format!("{member} ")),
                "{member}: {sentence}"
            );
        }
        let (code, _) = rejection(&staff.post_text(RAW, "{\"vehicles\": [").await, 400);
        assert_eq!(code, 2);
        let (code, _) = rejection(&staff.post_text(RAW, "").await, 400);
        assert_eq!(code, 2);
    });
}

/// A valid problem with given matrices, and each rejected change.
const MATRICES: &[Case] = &[
    (
        |matrix| matrix["durations"] = json!([[0, 1], [1, 0], [2, 2]]),
        "matrices.car.durations[0]",
    ),
    (
        |matrix| matrix["durations"] = json!([[0, 1], [1]]),
        "matrices.car.durations[1]",
    ),
    (
        |matrix| matrix["durations"] = json!([[0, -1], [1, 0]]),
        "matrices.car.durations[0][1]",
    ),
    (
        |matrix| matrix["durations"] = json!([[0, null], [1, 0]]),
        "matrices.car.durations[0][1]",
    ),
    (
        |matrix| matrix["durations"] = json!([]),
        "matrices.car.durations",
    ),
    (
        |matrix| matrix["durations"] = json!([[0]]),
        "jobs[0].location_index",
    ),
    (
        |matrix| matrix["distances"] = json!([[0, 1]]),
        "matrices.car.distances[0]",
    ),
    (
        |matrix| *matrix = json!({"distances": [[0, 1], [1, 0]]}),
        "matrices.car.durations",
    ),
];

#[test]
fn wrong_matrices_are_named() {
    let _alone = alone();
    on_both(|kit| async move {
        let staff = kit.user("Dispatcher").await;
        let problem = json!({
            "vehicles": [{"id": 1, "start_index": 0}],
            "jobs": [{"id": 1, "location_index": 1}],
            "matrices": {"car": {"durations": [[0, 1], [1, 0]]}},
        });
        assert_eq!(plan(&staff, &problem).await["summary"]["cost"], 1);
        for (change, member) in MATRICES {
            let mut wrong = problem.clone();
            change(&mut wrong["matrices"]["car"]);
            let (code, sentence) = rejection(&staff.post(RAW, wrong.clone()).await, 400);
            assert_eq!(code, 2);
            assert!(
                sentence.starts_with(&format!("{member} ")),
                "{member}: {sentence}"
            );
        }
        let mut costly = problem.clone();
        costly["vehicles"][0]["costs"] = json!({"per_hour": 10});
        costly["matrices"]["car"]["costs"] = json!([[0, 8], [8, 0]]);
        let refused = staff.post(ENVELOPED, costly.clone()).await;
        assert_eq!(refused.invalid_members(), ["vehicles[0].costs.per_hour"]);
        costly["vehicles"][0]["costs"] = Value::Null;
        assert_eq!(plan(&staff, &costly).await["summary"]["cost"], 8);
        let mut far = problem.clone();
        far["vehicles"][0]["max_distance"] = json!(10);
        let refused = staff.post(ENVELOPED, far).await;
        assert_eq!(refused.invalid_members(), ["vehicles[0].start"]);
        let mut drawn = problem;
        drawn["options"] = json!({"g": true});
        let refused = staff.post(ENVELOPED, drawn).await;
        assert_eq!(refused.invalid_members(), ["vehicles[0].start"]);
    });
}

#[test]
fn too_many_stops_name_the_limit() {
    let _alone = alone();
    on_both(|kit| async move {
        let staff = kit.user("Dispatcher").await;
        let jobs: Vec<Value> = (0..100_000).map(|id| job(id, 1.0)).collect();
        let problem = json!({"vehicles": [vehicle(1)], "jobs": jobs});
        let (code, sentence) = rejection(&staff.post(RAW, problem.clone()).await, 413);
        assert_eq!(code, 4);
        assert_eq!(
            sentence,
            "jobs must be at most 1000 stops, where a shipment counts twice; 100000 were sent."
        );
        assert_eq!(
            staff.post(ENVELOPED, problem).await.invalid_members(),
            ["jobs"]
        );
        let vehicles: Vec<Value> = (0..201).map(vehicle).collect();
        let problem = json!({"vehicles": vehicles, "jobs": [job(1, 1.0)]});
        let (code, sentence) = rejection(&staff.post(RAW, problem).await, 413);
        assert_eq!(
            (code, sentence.as_str()),
            (4, "vehicles must be at most 200; 201 were sent.")
        );
    });
}

#[test]
fn times_that_contradict_each_other_are_rejected() {
    let _alone = alone();
    on_both(|kit| async move {
        let staff = kit.user("Dispatcher").await;
        let mut van = vehicle(1);
        van["steps"] = json!([
            {"type": "job", "id": 1, "service_at": 1000},
            {"type": "job", "id": 2, "service_at": 1000},
        ]);
        let problem = json!({
            "vehicles": [van], "jobs": [job(1, 1.0), job(2, 2.0)], "options": {"c": true},
        });
        let refused = staff.post(ENVELOPED, problem).await;
        assert_eq!(refused.invalid_members(), ["vehicles[0].steps"]);
    });
}
