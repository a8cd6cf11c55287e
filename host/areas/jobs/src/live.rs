//! Live updates of jobs for open boards.

use std::collections::BTreeMap;

use data::{Record, Result, Scope, Where, ids::CustomerId};
use futures_util::{FutureExt, future::BoxFuture};
use serde_json::json;
use web::live::{News, Source};
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

/// The last event of a job.
#[derive(Debug, Default)]
struct JobChange {
    position: i64,
    /// Set for a deleted job.
    customer: Option<CustomerId>,
}

fn boxed_news(scope: Scope, events: Vec<PublishedEvent>) -> BoxFuture<'static, Result<Vec<News>>> {
    load_news(scope, events).boxed()
}

async fn load_news(mut scope: Scope, events: Vec<PublishedEvent>) -> Result<Vec<News>> {
    let changes = group_by_job(&events);
    let ids: Vec<FreightJobId> = changes.keys().copied().collect();
    let rows: Vec<JobState> = scope.all(Where::all().is_in(Job::ID, &ids)).await?;
    let states: BTreeMap<FreightJobId, JobState> =
        rows.into_iter().map(|row| (row.id, row)).collect();
    let mut news: Vec<News> = changes
        .into_iter()
        .map(|(id, change)| {
            let state = states.get(&id);
            let json = match state {
                Some(row) => json!({
                    "jobId": id, "rowVersion": row.row_version,
                    "jobstatus": row.job_status.as_str(), "isDeleted": false,
                }),
                None => json!({ "jobId": id, "isDeleted": true }),
            };
            News {
                position: change.position,
                tenant: scope.tenant,
                customer: state.and_then(|row| row.customer_id).or(change.customer),
                json: json.to_string(),
            }
        })
        .collect();
    news.sort_by_key(|news| news.position);
    Ok(news)
}

fn group_by_job(events: &[PublishedEvent]) -> BTreeMap<FreightJobId, JobChange> {
    let mut changes: BTreeMap<FreightJobId, JobChange> = BTreeMap::new();
    for event in events {
        let number = |member: &str| event.payload[member].as_i64();
        let Some(id) = number("jobId") else {
            continue;
        };
        let change = changes.entry(FreightJobId(id)).or_default();
        change.position = event.position;
        if event.name == events::DELETED.name {
            change.customer = number("customerId").map(CustomerId);
        }
    }
    changes
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use data::ids::TenantId;
    use serde_json::Value;

    use super::*;

    fn event(position: i64, name: &str, payload: Value) -> PublishedEvent {
        PublishedEvent {
            position,
            tenant: TenantId(1),
            name: name.to_owned(),
            version: 1,
            payload,
            time: DateTime::UNIX_EPOCH,
        }
    }

    #[test]
    fn a_job_is_sent_once_with_its_last_position() {
        let changes = group_by_job(&[
            event(4, "jobs.created", json!({"jobId": 7})),
            event(5, "jobs.deleted", json!({"jobId": 8, "customerId": 3})),
            event(
                6,
                "jobs.status-changed",
                json!({"jobId": 7, "from": "Draft"}),
            ),
            event(7, "jobs.other", json!({})),
        ]);
        assert_eq!(changes.len(), 2);
        assert_eq!(changes[&FreightJobId(7)].position, 6);
        assert_eq!(changes[&FreightJobId(8)].customer, Some(CustomerId(3)));
    }
}
