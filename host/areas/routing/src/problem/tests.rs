//! Tests of the conversion to the solver's problem.

use data::case;
use solver::Visit;

use super::*;

fn draft(json: &str) -> Draft {
    let request = case::from_json(json.as_bytes()).unwrap();
    read(&request).unwrap_or_else(|failure| panic!("{failure:?}"))
}

fn members(json: &str) -> Vec<String> {
    let request = case::from_json(json.as_bytes()).unwrap();
    match read(&request) {
        Err(Failure::Input(errors)) => errors.into_iter().map(|error| error.member).collect(),
        Err(failure) => panic!("{failure:?}"),
        Ok(_) => Vec::new(),
    }
}

#[test]
fn places_to_six_decimals_are_rows_of_the_matrix() {
    let draft = draft(
        r#"{"vehicles": [{"id": 1, "start": [144.9, -37.8], "end": [144.90000001, -37.8]}],
            "jobs": [{"id": 1, "location": [145.1, -37.9, 20]},
                {"id": 2, "location": [144.9, -37.8]}]}"#,
    );
    assert_eq!(
        draft.places.positions().unwrap(),
        [[144_900_000, -37_800_000], [145_100_000, -37_900_000]]
    );
    let vehicle = &draft.problem.vehicles[0];
    assert_eq!((vehicle.start, vehicle.end), (Some(0), Some(0)));
    let locations: Vec<usize> = draft
        .problem
        .jobs
        .iter()
        .map(|job| job.stop.location)
        .collect();
    assert_eq!(locations, [1, 0]);
    assert_eq!(draft.profiles[0].name, "car");
    assert!(draft.profiles[0].is_incomplete());
}

#[test]
fn only_the_rows_in_use_are_kept() {
    let draft = draft(
        r#"{"vehicles": [{"id": 1, "profile": "van", "start_index": 3}],
            "jobs": [{"id": 1, "location_index": 1}],
            "matrices": {
                "van": {"durations":
                    [[0, 1, 2, 3], [10, 0, 12, 13], [20, 21, 0, 23], [30, 31, 32, 0]]},
                "unused": {"durations": [[0, 1, 2, 3], [1, 0, 2, 3], [1, 2, 0, 3], [1, 2, 3, 0]]}
            }}"#,
    );
    assert_eq!(draft.profiles.len(), 1);
    assert_eq!(
        draft.profiles[0].durations.as_deref(),
        Some([0, 31, 13, 0].as_slice())
    );
    assert!(!draft.profiles[0].is_incomplete());
    let older = r#"{"vehicles": [{"id": 1, "start_index": 0}],
                    "jobs": [{"id": 1, "location_index": 1}], "matrix": [[0, 4], [5, 0]]}"#;
    let request = case::from_json(older.as_bytes()).unwrap();
    let older = read(&request).unwrap();
    assert_eq!(
        older.profiles[0].durations.as_deref(),
        Some([0, 4, 5, 0].as_slice())
    );
}

#[test]
fn windows_are_sorted_and_types_are_numbered() {
    let draft = draft(
        r#"{"vehicles": [{"id": 1, "type": "lift", "start": [1, 2]}, {"id": 2, "start": [1, 2]}],
            "jobs": [{"id": 1, "location": [3, 4], "time_windows": [[50, 60], [10, 20]],
                "service": 7, "service_per_type": {"lift": 3, "crane": 9}}]}"#,
    );
    let stop = &draft.problem.jobs[0].stop;
    assert_eq!(stop.windows, [(10, 20), (50, 60)]);
    assert_eq!(stop.service_by_kind, [(0, 3)]);
    assert_eq!(draft.problem.vehicles[0].kind, Some(0));
    assert_eq!(draft.problem.vehicles[1].kind, None);
}

#[test]
fn steps_are_tasks_and_breaks_with_their_limits() {
    let draft = draft(
        r#"{"vehicles": [{"id": 1, "start": [1, 2], "breaks": [{"id": 5}, {"id": 4}], "steps": [
                {"type": "start", "service_after": 8}, {"type": "pickup", "id": 1},
                {"type": "break", "id": 4, "service_before": 90}, {"type": "delivery", "id": 1},
                {"type": "job", "id": 1, "service_at": 70}
            ]}],
            "jobs": [{"id": 1, "location": [3, 4]}],
            "shipments": [{"pickup": {"id": 1, "location": [3, 4]},
                "delivery": {"id": 1, "location": [3, 5]}}]}"#,
    );
    let route = &draft.routes[0];
    let visits: Vec<Visit> = route.visits.iter().map(|planned| planned.visit).collect();
    let expected = [
        Visit::Task(1),
        Visit::Break(1),
        Visit::Task(2),
        Visit::Task(0),
    ];
    assert_eq!(visits, expected);
    let limits = |bounds: solver::Bounds| (bounds.not_before, bounds.not_after);
    assert_eq!(limits(route.start), (Some(8), None));
    assert_eq!(limits(route.visits[1].bounds), (None, Some(90)));
    assert_eq!(limits(route.visits[3].bounds), (Some(70), Some(70)));
}

#[test]
fn all_wrong_members_are_reported_together() {
    let wrong = r#"{"vehicles": [{"id": 1, "speed_factor": 9, "capacity": [1, 2]}],
        "jobs": [{"id": 1, "delivery": [1], "priority": 500, "location": [200, 0]}]}"#;
    assert_eq!(
        members(wrong),
        [
            "vehicles[0].speed_factor",
            "jobs[0].location",
            "jobs[0].delivery",
            "jobs[0].priority",
        ]
    );
}

#[test]
fn capacities_are_unlimited_only_if_there_are_none() {
    let one =
        r#"{"vehicles": [{"id": 1, "start": [1, 2]}], "jobs": [{"id": 1, "location": [3, 4]}]}"#;
    assert_eq!(draft(one).problem.vehicles[0].capacity, None);
    let two = r#"{"vehicles": [{"id": 1, "capacity": [4]}, {"id": 2}],
                  "jobs": [{"id": 1, "location": [3, 4]}]}"#;
    assert_eq!(members(two), ["vehicles[1].capacity"]);
}
