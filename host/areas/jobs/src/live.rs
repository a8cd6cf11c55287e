//! Live updates of jobs for open boards.

use std::collections::BTreeMap;

use data::{Record, Result, Scope, Where, ids::CustomerId};
use futures_util::{FutureExt, future::BoxFuture};
use serde_json::json;
use web::{
    live::{News, Source},
    record_news::{group, to_news},
};
use work::feed::PublishedEvent;

use crate::{
    access::JOB,
    events,
    jobs::{
        model::{FreightJobId, Job},
        status::JobStatus,
    },
};

pub(crate) static JOBS: Source = Source {
    prefix: "jobs.",
    event_name: "job",
    needs: JOB,
    to_news: boxed_news,
};

/// A job's state without the wide columns.
#[derive(Debug, Clone, Record)]
#[record(view_of = Job)]
struct JobState {
    id: FreightJobId,
    row_version: i64,
    job_status: JobStatus,
    customer_id: Option<CustomerId>,
}

fn boxed_news(scope: Scope, events: Vec<PublishedEvent>) -> BoxFuture<'static, Result<Vec<News>>> {
    load_news(scope, events).boxed()
}

async fn load_news(mut scope: Scope, events: Vec<PublishedEvent>) -> Result<Vec<News>> {
    let changes = group(&events, "jobId");
    let ids: Vec<FreightJobId> = changes.iter().map(|it| FreightJobId(it.id)).collect();
    let rows: Vec<JobState> = scope.all(Where::all().is_in(Job::ID, &ids)).await?;
    let states: BTreeMap<i64, JobState> = rows.into_iter().map(|it| (it.id.0, it)).collect();
    Ok(to_news(scope.tenant, &changes, |change| {
        match states.get(&change.id) {
            Some(row) => {
                let json = json!({
                    "jobId": row.id, "rowVersion": row.row_version,
                    "jobstatus": row.job_status.as_str(), "isDeleted": false,
                });
                (row.customer_id, json)
            }
            None => {
                let json = json!({ "jobId": change.id, "isDeleted": true });
                (change.deleted_customer(events::DELETED.name), json)
            }
        }
    }))
}
