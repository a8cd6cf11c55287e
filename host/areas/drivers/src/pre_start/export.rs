//! Pre-start answers as a table, by the filter of the list.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use data::{ListQuery, PageOf, Result, Scope, Where, ids::DriverId, turns::Permit};
use schemars::JsonSchema;
use serde::Deserialize;
use web::{
    Raw,
    http::Response,
    rows::{Cell, EXPORTS, Export, Format},
};

use super::{
    model::{Answer, Item},
    rules::reasons,
};
use crate::model::Driver;

const HEADINGS: [&str; 19] = [
    "Driver code",
    "Driver",
    "Time",
    "Barred",
    "Reasons",
    "Not in order",
    "Enough sleep",
    "Licence",
    "Drugs",
    "Alcohol",
    "Safety equipment worn",
    "Time on road",
    "Break start",
    "Break end",
    "Drive start",
    "Drive end",
    "Items in order",
    "Items",
    "Answer",
];

/// Answers read at once.
const PAGE_SIZE: i64 = 1000;

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "PreStartExportQuery")]
pub(super) struct ExportQuery {
    /// Default: `csv`.
    #[serde(default)]
    format: Format,
}

pub(super) async fn export(mut scope: Scope, raw: Raw) -> Result<Response> {
    let ExportQuery { format } = raw.query()?;
    let query: ListQuery = raw.query()?;
    let zone = tenancy::load_zone(scope.host(), scope.tenant).await?;
    let _turn = Permit::take(&scope, EXPORTS).await?;
    let mut table = Export::begin(&scope, format, &HEADINGS)?;
    let mut done = 0;
    loop {
        let query = ListQuery {
            max_result_count: Some(PAGE_SIZE),
            skip_count: Some(done),
            ..query.clone()
        };
        let page: PageOf<Answer> = scope.page(&query, Where::all()).await?;
        Export::check_room(format, page.total_count)?;
        let read = i64::try_from(page.items.len()).unwrap_or(i64::MAX);
        let drivers = load_drivers(&mut scope, &page.items).await?;
        for answer in &page.items {
            table.row(cells(answer, drivers.get(&answer.driver_id), zone))?;
        }
        done += read;
        if read == 0 || done >= page.total_count {
            break;
        }
    }
    scope.rollback();
    Ok(table.finish().await?.into_response("pre-start-answers"))
}

async fn load_drivers(scope: &mut Scope, answers: &[Answer]) -> Result<HashMap<DriverId, Driver>> {
    let mut ids: Vec<DriverId> = answers.iter().map(|answer| answer.driver_id).collect();
    ids.sort_unstable();
    ids.dedup();
    let drivers: Vec<Driver> = scope.all(Where::all().is_in(Driver::ID, &ids)).await?;
    Ok(drivers.into_iter().map(|it| (it.id, it)).collect())
}

fn cells<'a>(answer: &'a Answer, driver: Option<&'a Driver>, zone: Tz) -> Vec<Cell<'a>> {
    let time = |time: DateTime<Utc>| {
        let local = time.with_timezone(&zone);
        local.format("%Y-%m-%d %H:%M:%S").to_string()
    };
    let items = || answer.checklists().into_iter().flat_map(|(_, items)| items);
    let titles = |items: Vec<&Item>| {
        let titles: Vec<&str> = items.iter().map(|item| item.title.trim()).collect();
        titles.join(", ")
    };
    let (good, bad): (Vec<&Item>, Vec<&Item>) = items().partition(|item| item.selected);
    let (good, all) = (good.len(), good.len() + bad.len());
    let count = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    vec![
        driver.map(|driver| driver.code.as_str()).into(),
        driver.map(|driver| driver.name.as_str()).into(),
        time(answer.creation_time).into(),
        answer.is_barred.into(),
        reasons(answer).join(" ").into(),
        titles(bad).into(),
        answer.had_enough_sleep.into(),
        answer.license_state.to_string().into(),
        answer.under_drugs.into(),
        answer.under_alcohol.into(),
        answer.wears_equipment.into(),
        answer.time_on_road.as_deref().into(),
        answer.break_start_time.map(time).into(),
        answer.break_end_time.map(time).into(),
        answer.drive_start_time.map(time).into(),
        answer.drive_end_time.map(time).into(),
        count(good).into(),
        count(all).into(),
        answer.id.0.into(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_has_a_cell_for_each_heading_and_the_tenants_time() {
        let answer = Answer {
            creation_time: "2026-05-01T22:30:00Z".parse().unwrap(),
            engine: vec![Item {
                title: "Oil".to_owned(),
                ..Item::default()
            }],
            ..Answer::default()
        };
        let cells = cells(&answer, None, Tz::Australia__Sydney);
        assert_eq!(cells.len(), HEADINGS.len());
        assert_eq!(cells[2].text(), "2026-05-02 08:30:00");
        assert_eq!(cells[5].text(), "Oil");
    }
}
