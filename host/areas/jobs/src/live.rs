//! Live updates of jobs: for open boards, and for drivers about their own work.

use std::collections::BTreeMap;

use data::{
    Needs, Record, Result, Scope, Where,
    ids::{CustomerId, DriverId, Owner, TenantId},
};
use drivers::events as driver_events;
use futures_util::{FutureExt, future::BoxFuture};
use serde_json::json;
use web::{
    live::{News, Source},
    record_news::{RecordEvents, RecordNews, group, to_news},
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
    prefixes: &["jobs."],
    event_name: "job",
    needs: Needs::Permission(JOB),
    to_news: boxed_news,
};

/// A driver's own jobs, messages to the driver, and what may bar the driver. Staff never follow it.
pub(crate) static OWN_WORK: Source = Source {
    prefixes: &["jobs.", "drivers."],
    event_name: "work",
    needs: Needs::DriverOr(JOB),
    to_news: boxed_own_work,
};

/// A job's state without the wide columns.
#[derive(Debug, Clone, Record)]
#[record(view_of = Job)]
struct JobState {
    id: FreightJobId,
    row_version: i64,
    job_status: JobStatus,
    customer_id: Option<CustomerId>,
    driver_id: Option<DriverId>,
}

impl JobState {
    fn to_news(&self) -> RecordNews {
        RecordNews::new(json!({
            "jobId": self.id, "rowVersion": self.row_version,
            "jobstatus": self.job_status.as_str(), "isDeleted": false,
        }))
    }
}

fn boxed_news(scope: Scope, events: Vec<PublishedEvent>) -> BoxFuture<'static, Result<Vec<News>>> {
    load_news(scope, events).boxed()
}

fn boxed_own_work(
    scope: Scope,
    events: Vec<PublishedEvent>,
) -> BoxFuture<'static, Result<Vec<News>>> {
    load_own_work(scope, events).boxed()
}

async fn load_states(
    scope: &mut Scope,
    changes: &[RecordEvents<'_>],
) -> Result<BTreeMap<i64, JobState>> {
    let ids: Vec<FreightJobId> = changes.iter().map(|it| FreightJobId(it.id)).collect();
    let rows: Vec<JobState> = scope.all(Where::all().is_in(Job::ID, &ids)).await?;
    Ok(rows.into_iter().map(|it| (it.id.0, it)).collect())
}

async fn load_news(mut scope: Scope, events: Vec<PublishedEvent>) -> Result<Vec<News>> {
    let (messages, others) = split_messages(&events);
    let changes = group(others, "jobId");
    let states = load_states(&mut scope, &changes).await?;
    let mut news = to_news(scope.tenant, &changes, |change| {
        let (news, customer) = match states.get(&change.id) {
            Some(row) => (row.to_news(), row.customer_id),
            None => (
                RecordNews::new(json!({ "jobId": change.id, "isDeleted": true })),
                change.deleted_customer(events::DELETED.name),
            ),
        };
        news.share_with(customer.map(Owner::Customer))
    });
    news.extend(message_news(scope.tenant, messages));
    news.sort_by_key(|one| one.position);
    Ok(news)
}

/// Returns the drivers' news. A driver who no longer has a job learns that, and nothing about its
/// present state.
async fn load_own_work(mut scope: Scope, events: Vec<PublishedEvent>) -> Result<Vec<News>> {
    let tenant = scope.tenant;
    let (messages, others) = split_messages(&events);
    let changes = group(others.iter().copied(), "jobId");
    let states = load_states(&mut scope, &changes).await?;
    let mut news = to_news(tenant, &changes, |change| {
        let news = match states.get(&change.id) {
            Some(row) => (row.to_news()).share_with(row.driver_id.map(Owner::Driver)),
            None => RecordNews::new(json!({})),
        };
        let gone = json!({ "jobId": change.id, "isDeleted": true });
        news.or_send(named_drivers(change), &gone)
    });
    news.extend(message_news(tenant, messages));
    let is_of_driver = |event: &&PublishedEvent| event.name == driver_events::CHANGED.name;
    let changed = group(others.into_iter().filter(is_of_driver), "driverId");
    news.extend(to_news(tenant, &changed, |change| {
        let driver = DriverId(change.id);
        RecordNews::new(json!({ "driverId": driver })).share_with(Some(Owner::Driver(driver)))
    }));
    news.sort_by_key(|one| one.position);
    Ok(news)
}

/// Splits events into those of messages to drivers, which change no job, and the others.
fn split_messages(events: &[PublishedEvent]) -> (Vec<&PublishedEvent>, Vec<&PublishedEvent>) {
    events
        .iter()
        .partition(|event| event.name == events::MESSAGED.name)
}

/// News of messages, without their text, for staff and their driver.
fn message_news(tenant: TenantId, messages: Vec<&PublishedEvent>) -> Vec<News> {
    let messages = group(messages, "messageId");
    to_news(tenant, &messages, |message| {
        let json = json!({ "messageId": message.id });
        let drivers = message.ids("driverId").into_iter();
        let drivers = drivers.map(|id| Owner::Driver(DriverId(id)));
        RecordNews::new(json.clone()).or_send(drivers, &json)
    })
}

/// Returns the drivers that allocations and deletions of a job name.
fn named_drivers(change: &RecordEvents<'_>) -> Vec<Owner> {
    let ids = [change.ids("before"), change.ids("driverId")].concat();
    let drivers = ids.into_iter().map(|id| Owner::Driver(DriverId(id)));
    drivers.collect()
}
