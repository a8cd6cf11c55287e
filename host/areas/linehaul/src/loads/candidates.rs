//! Jobs that may still be loaded between two head ports.

use std::collections::{HashMap, HashSet};

use data::{ListQuery, PageOf, Result, Scope, Where};
use jobs::{FreightJobId, line_hauls::list_loadable};
use network::unserved;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    model::LoadedArticle,
    views::{LineHaulJob, Rows, to_view},
};
use crate::hauls::ports::{find_by_text, lanes_of};

/// Jobs that are searched for those of the lane.
const MAX_SEARCHED: usize = 5000;
/// Listed jobs of which no head port serves an end.
const MAX_UNSERVED: usize = 100;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "LineHaulJobsQuery")]
pub(crate) struct LoadableQuery {
    /// Id or code.
    start_head_port: String,
    /// Id or code.
    destination_head_port: String,
    /// As in the list of jobs.
    filter: Option<String>,
    /// As in the list of jobs.
    sorting: Option<String>,
    /// Maximum rows in the response, 1 to 1000; default 10.
    max_result_count: Option<i64>,
    /// Rows to skip; default 0.
    skip_count: Option<i64>,
}

/// A job of which no head port serves an end.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct UnservedJob {
    jobid: FreightJobId,
    jobno: String,
    message: String,
}

/// Jobs that may still be loaded between two head ports.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LoadableJobs {
    total_count: i64,
    items: Vec<LineHaulJob>,
    /// The first 100 jobs of which no head port serves an end.
    unserved: Vec<UnservedJob>,
}

pub(crate) async fn list(mut scope: Scope, sent: LoadableQuery) -> Result<LoadableJobs> {
    let start = find_by_text(&mut scope, &sent.start_head_port).await?;
    let destination = find_by_text(&mut scope, &sent.destination_head_port).await?;
    let list = ListQuery {
        filter: sent.filter,
        sorting: sent.sorting,
        max_result_count: sent.max_result_count,
        skip_count: sent.skip_count,
    };
    let goods = list_loadable(&mut scope, &list, MAX_SEARCHED).await?;
    let lanes = lanes_of(&mut scope, &goods).await?;
    let (mut on_lane, mut without_port) = (Vec::new(), Vec::new());
    for (goods, lane) in goods.into_iter().zip(lanes) {
        if let Some(place) = lane.unserved() {
            if without_port.len() < MAX_UNSERVED {
                without_port.push(UnservedJob {
                    jobid: goods.job_id,
                    jobno: goods.job_no,
                    message: unserved(place).to_string(),
                });
            }
        } else if lane.joins(start.id, destination.id) {
            on_lane.push((goods, lane));
        }
    }
    let roots: Vec<FreightJobId> = on_lane.iter().map(|(goods, _)| goods.root_id).collect();
    let taken = load_taken(&mut scope, &roots).await?;
    on_lane.retain(|(goods, _)| {
        let taken = taken.get(&goods.root_id);
        let is_free = |number: &str| taken.is_none_or(|taken| !taken.contains(number));
        goods.uncarried().any(|(number, _)| is_free(number))
    });
    let none = Rows::new();
    let page = PageOf::from_rows(&list, on_lane)?;
    let page = page.map(|(goods, lane)| to_view(goods, &lane, &none));
    Ok(LoadableJobs {
        total_count: page.total_count,
        items: page.items,
        unserved: without_port,
    })
}

/// Returns the articles of root jobs that a line haul has, or that have arrived by one.
async fn load_taken(
    scope: &mut Scope,
    roots: &[FreightJobId],
) -> Result<HashMap<FreightJobId, HashSet<String>>> {
    let mut taken: HashMap<FreightJobId, HashSet<String>> = HashMap::new();
    let open = Where::all()
        .is_in(LoadedArticle::ROOT_ID, roots)
        .eq(LoadedArticle::IS_OPEN, true);
    for row in scope.all::<LoadedArticle>(open).await? {
        let numbers = taken.entry(row.root_id).or_default();
        numbers.insert(row.article_number);
    }
    Ok(taken)
}
