//! Validation of the settings of route planning.

use data::message;
use rust_decimal::Decimal;
use work::outgoing::Url;

use crate::settings::model::routing::{RoadSource, Routing, RunSettings};
use crate::settings::rules::Errors;

const MAX_SERVER_LENGTH: usize = 512;
const MAX_COST: i32 = 10_000;

pub(crate) fn check(errors: &mut Errors, routing: &Routing) {
    let is_needed = matches!(routing.source, RoadSource::Osrm | RoadSource::Valhalla);
    if is_needed || !routing.server.is_empty() {
        errors.require(
            is_server(&routing.server),
            "routing.server",
            message!(
                "must be an address such as https://roads.example.com, without query and fragment"
            ),
        );
    }
    for (name, profile) in routing.profiles.by_name() {
        let member = |member: &str| format!("routing.profiles.{name}.{member}");
        errors.range(&member("detourPercent"), profile.detour_percent, 100, 300);
        errors.range(&member("speed"), profile.speed, 5, 130);
    }
    errors.range("routing.timeBudget", routing.time_budget, 100, 30_000);
    check_runs(errors, &routing.runs);
}

fn check_runs(errors: &mut Errors, runs: &RunSettings) {
    for (member, cost) in [
        ("costPerRun", runs.cost_per_run),
        ("costPerHour", runs.cost_per_hour),
        ("costPerKm", runs.cost_per_km),
    ] {
        errors.require(
            cost >= Decimal::ZERO && cost <= Decimal::from(MAX_COST),
            format!("routing.runs.{member}"),
            message!("must be from {min} to {max}", min = 0, max = MAX_COST),
        );
    }
    errors.range("routing.runs.stopSeconds", runs.stop_seconds, 0, 7200);
    errors.range("routing.runs.pieceSeconds", runs.piece_seconds, 0, 600);
    errors.range("routing.runs.shiftStart", runs.shift_start, 0, 1439);
    let first = runs.shift_start.saturating_add(1);
    errors.range("routing.runs.shiftEnd", runs.shift_end, first, 2880);
}

pub(super) fn is_server(address: &str) -> bool {
    address.len() <= MAX_SERVER_LENGTH
        && Url::parse(address).is_ok_and(|url| {
            matches!(url.scheme(), "https" | "http")
                && url.has_host()
                && url.username().is_empty()
                && url.password().is_none()
                && url.query().is_none()
                && url.fragment().is_none()
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn members(routing: &Routing) -> Vec<String> {
        let mut errors = Errors::default();
        check(&mut errors, routing);
        match errors.finish() {
            Err(data::Error::Invalid(fields)) => {
                fields.into_iter().map(|field| field.member).collect()
            }
            _ => Vec::new(),
        }
    }

    #[test]
    fn defaults_are_valid_and_wrong_members_are_named() {
        assert_eq!(members(&Routing::default()), Vec::<String>::new());
        let mut wrong = Routing {
            source: RoadSource::Osrm,
            time_budget: 30_001,
            ..Routing::default()
        };
        wrong.profiles.truck.speed = 0;
        wrong.profiles.auto.detour_percent = 99;
        wrong.runs.cost_per_km = Decimal::NEGATIVE_ONE;
        wrong.runs.shift_end = wrong.runs.shift_start;
        assert_eq!(
            members(&wrong),
            [
                "routing.server",
                "routing.profiles.auto.detourPercent",
                "routing.profiles.truck.speed",
                "routing.timeBudget",
                "routing.runs.costPerKm",
                "routing.runs.shiftEnd",
            ]
        );
        for (server, is_valid) in [
            ("https://roads.example.com", true),
            ("http://10.0.0.7:5000/osrm", true),
            ("roads.example.com", false),
            ("ftp://roads.example.com", false),
            ("https://user:word@roads.example.com", false),
            ("https://roads.example.com/?key=1", false),
        ] {
            let routing = Routing {
                source: RoadSource::Valhalla,
                server: server.to_owned(),
                ..Routing::default()
            };
            assert_eq!(members(&routing).is_empty(), is_valid, "{server}");
        }
    }
}
