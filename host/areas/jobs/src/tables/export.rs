//! Export of jobs in the columns that the import reads, and the template of a table.

use std::collections::HashMap;

use data::{ListQuery, PageOf, Result, Scope, Where, ids::CustomerId, turns::Permit};
use schemars::JsonSchema;
use serde::Deserialize;
use web::{
    Raw,
    http::Response,
    rows::{Cell, EXPORTS, Export, Format, MAX_ROWS},
};

use super::columns::{COLUMNS, EXAMPLE, EXPORTED, lines_of};
use crate::jobs::model::Job;

/// Jobs read at once.
const CHUNK: i64 = 500;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ExportFreightJobs")]
pub(super) struct ExportQuery {
    /// As of the list of jobs.
    filter: Option<String>,
    /// As of the list of jobs.
    sorting: Option<String>,
    /// Default: `csv`.
    #[serde(default)]
    format: Format,
}

/// Writes the jobs of a filter that the caller may see; at most 50,000 lines.
pub(super) async fn export(mut scope: Scope, raw: Raw) -> Result<Response> {
    let ExportQuery {
        filter,
        sorting,
        format,
    } = raw.query()?;
    let zone = tenancy::load_zone(scope.host(), scope.tenant).await?;
    let _turn = Permit::take(&scope, EXPORTS).await?;
    let headings: Vec<&str> = EXPORTED.iter().chain(&COLUMNS).copied().collect();
    let mut table = Export::begin(&scope, format, &headings)?;
    let mut codes: HashMap<CustomerId, String> = HashMap::new();
    let (mut lines, mut skip) = (0, 0);
    while lines < MAX_ROWS {
        let query = ListQuery {
            filter: filter.clone(),
            sorting: sorting.clone().or(Some("id desc".to_owned())),
            max_result_count: Some(CHUNK),
            skip_count: Some(skip),
        };
        let page: PageOf<Job> = scope.page(&query, Where::all()).await?;
        if page.items.is_empty() {
            break;
        }
        skip += CHUNK;
        load_codes(&mut scope, &page.items, &mut codes).await?;
        for job in &page.items {
            let code = job.customer_id.and_then(|id| codes.get(&id));
            for line in lines_of(job, code.map(String::as_str), zone) {
                table.row(line)?;
                lines += 1;
            }
        }
    }
    scope.rollback();
    Ok(table.finish().await?.into_response("jobs"))
}

async fn load_codes(
    scope: &mut Scope,
    jobs: &[Job],
    codes: &mut HashMap<CustomerId, String>,
) -> Result<()> {
    let mut missing: Vec<CustomerId> = jobs
        .iter()
        .filter_map(|job| job.customer_id)
        .filter(|id| !codes.contains_key(id))
        .collect();
    missing.sort_unstable();
    missing.dedup();
    for id in missing {
        codes.insert(id, customers::find(scope, id).await?.code);
    }
    Ok(())
}

/// Writes the headings and an example.
pub(super) async fn download_template(scope: Scope, _: Raw) -> Result<Response> {
    let mut table = Export::begin(&scope, Format::Csv, &COLUMNS)?;
    let example = COLUMNS.map(|name| {
        let cell = EXAMPLE.iter().find(|(column, _)| *column == name);
        cell.map_or(Cell::Empty, |(_, text)| Cell::from(*text))
    });
    table.row(example)?;
    Ok(table.finish().await?.into_response("jobs-template"))
}
