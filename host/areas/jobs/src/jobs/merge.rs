//! Merges jobs of one customer between the same places into the first of them.

use std::collections::BTreeMap;

use carriage::goods::MAX_ITEMS;
use data::{Error, Message, Result, Scope, Where, message};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    articles, change,
    log::{Entry, LoggedFreightOperation},
    model::{FreightJobId, Job, JobAddress},
    routes::OneJob,
    rules, save,
    split::check_divided,
    status::{FreightOperation, JobStatus, STATUS_NOT_ALLOWED},
};
use crate::prices::model::{Price, PricingDetails};

const MAX_MERGED: usize = 50;

#[data::wire(lists)]
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "FreightJobMerge")]
struct Merge {
    /// 2 to 50. The first one gets the goods of the others, which are cancelled.
    jobids: Vec<FreightJobId>,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "MergeFreightJobs")]
pub(super) struct MergeJobs {
    merge: Merge,
}

pub(super) async fn merge_jobs(mut scope: Scope, MergeJobs { merge }: MergeJobs) -> Result<OneJob> {
    let (mut target, others) = load(&mut scope, &merge.jobids).await?;
    for job in others.iter().chain([&target]) {
        FreightOperation::Merge.check(job.job_status)?;
        check_divided(job)?;
    }
    for other in &others {
        if let Some(reason) = difference(&target, other) {
            return Err(STATUS_NOT_ALLOWED.with_message(reason));
        }
    }
    let before = target.clone();
    for other in others {
        join(&mut target, &other);
        articles::move_to(&mut scope, other.id, &target).await?;
        cancel(&mut scope, other, &target).await?;
    }
    save::derive(&scope, &mut target).await?;
    check(&target)?;
    let entry = Entry::new(LoggedFreightOperation::Merge)
        .with_request(serde_json::json!({"items": before.items}));
    change::store(&mut scope, &mut target, before.job_status, entry).await?;
    scope.commit().await?;
    Ok(OneJob::new(&scope, target))
}

/// Locks the jobs and returns the first and the others, in the order of the request.
async fn load(scope: &mut Scope, ids: &[FreightJobId]) -> Result<(Job, Vec<Job>)> {
    let refuse = |problem| Err(Error::invalid("merge.jobids", problem));
    let mut unique = ids.to_vec();
    unique.sort_unstable();
    unique.dedup();
    if unique.len() < 2 || unique.len() != ids.len() || ids.len() > MAX_MERGED {
        return refuse(message!(
            "must be 2 to {max} different jobs",
            max = MAX_MERGED
        ));
    }
    let these = || Where::all().is_in(Job::ID, &unique);
    scope.lock_all(these()).await?;
    let rows: Vec<Job> = scope.all(these()).await?;
    let mut rows: BTreeMap<FreightJobId, Job> = rows.into_iter().map(|it| (it.id, it)).collect();
    let mut jobs = Vec::with_capacity(ids.len());
    for id in ids {
        jobs.push(rows.remove(id).ok_or(Error::NotFound("The job"))?);
    }
    let target = jobs.remove(0);
    Ok((target, jobs))
}

/// Returns why two jobs cannot be one.
fn difference(target: &Job, other: &Job) -> Option<Message> {
    let (job, first) = (other.job_no.as_str(), target.job_no.as_str());
    if target.customer_id != other.customer_id {
        return Some(message!("{job} has a different customer from {first}."));
    }
    let ends = |job: &Job| (place(&job.from_address), place(&job.to_address));
    if ends(target) != ends(other) {
        return Some(message!("{job} has different addresses from {first}."));
    }
    if target.job_type != other.job_type {
        return Some(message!("{job} has a different type from {first}."));
    }
    if target.pickup_date != other.pickup_date {
        return Some(message!("{job} has a different pickup day from {first}."));
    }
    None
}

/// An address without people and instructions.
fn place(address: &Option<JobAddress>) -> Option<[String; 7]> {
    let address = address.as_ref()?;
    let text = |text: &Option<String>| text.as_deref().unwrap_or_default().to_lowercase();
    Some([
        text(&address.company_name),
        text(&address.address_line1),
        text(&address.address_line2),
        address.post_code.to_lowercase(),
        address.suburb.to_lowercase(),
        text(&address.state_code),
        address.country_code.to_lowercase(),
    ])
}

/// Adds the goods and prices of another job. The stricter times count.
fn join(target: &mut Job, other: &Job) {
    target.items.extend(other.items.iter().cloned());
    target.pickup_ready_time = target.pickup_ready_time.max(other.pickup_ready_time);
    target.deadline = target.deadline.into_iter().chain(other.deadline).min();
    target.linked_jobs.extend(&other.linked_jobs);
    target
        .linked_jobs
        .retain(|id| *id != target.id && *id != other.id);
    target.linked_jobs.sort_unstable();
    target.linked_jobs.dedup();
    target.linked_jobs.truncate(rules::MAX_LINKED_JOBS);
    let prices = std::mem::take(&mut target.pricing_details);
    target.pricing_details = PricingDetails {
        buy: add(prices.buy, &other.pricing_details.buy),
        sell: add(prices.sell, &other.pricing_details.sell),
    };
    target
        .driver_charges
        .extend(other.driver_charges.iter().cloned());
}

fn add(price: Option<Price>, other: &Option<Price>) -> Option<Price> {
    let (Some(mut sum), Some(other)) = (price.clone(), other) else {
        return price.or_else(|| other.clone());
    };
    sum.total_tax_exclusive += other.total_tax_exclusive;
    sum.tax += other.tax;
    sum.total += other.total;
    sum.charge_breakdown
        .extend(other.charge_breakdown.iter().cloned());
    Some(sum)
}

fn check(job: &Job) -> Result<()> {
    if job.items.len() > MAX_ITEMS {
        return Err(Error::invalid(
            "merge.jobids",
            message!("must have at most {max} items together", max = MAX_ITEMS),
        ));
    }
    let mut errors = rules::check(job);
    if job.job_status != JobStatus::Draft {
        errors.extend(rules::check_complete(job));
    }
    match errors.is_empty() {
        true => Ok(()),
        false => Err(Error::Invalid(errors)),
    }
}

/// Cancels a merged job and clears its goods and prices.
async fn cancel(scope: &mut Scope, mut job: Job, target: &Job) -> Result<()> {
    let entry = Entry::new(LoggedFreightOperation::Merge)
        .with_value(&target.job_no)
        .with_request(serde_json::json!({"items": job.items}));
    let before = job.job_status;
    job.items.clear();
    job.pricing_details = PricingDetails::default();
    job.driver_charges.clear();
    job.linked_jobs = vec![target.id];
    job.job_status = JobStatus::Cancelled;
    rules::measure(&mut job);
    change::store(scope, &mut job, before, entry).await
}

#[cfg(test)]
mod tests {
    use rust_decimal::Decimal;

    use super::*;
    use crate::jobs::model::{JobItem, JobType};

    fn job(id: i64) -> Job {
        let address = |suburb: &str| {
            Some(JobAddress {
                company_name: Some("Bluegum Wines".to_owned()),
                suburb: suburb.to_owned(),
                ..JobAddress::default()
            })
        };
        Job {
            id: FreightJobId(id),
            job_no: format!("J{id:05}"),
            from_address: address("Derrimut"),
            to_address: address("Parramatta"),
            items: vec![JobItem {
                id,
                quantity: 1,
                ..JobItem::default()
            }],
            ..Job::default()
        }
    }

    fn price(total: i64) -> Option<Price> {
        Some(Price {
            total: Decimal::from(total),
            ..Price::default()
        })
    }

    #[test]
    fn customer_places_type_and_day_are_the_same() {
        assert!(difference(&job(1), &job(2)).is_none());
        let mut people = job(2);
        let address = people.to_address.as_mut().unwrap();
        address.contact_person = Some("Kim".to_owned());
        address.suburb = "PARRAMATTA".to_owned();
        assert!(difference(&job(1), &people).is_none());
        let others: [fn(&mut Job); 4] = [
            |job| job.customer_id = Some(data::ids::CustomerId(9)),
            |job| job.to_address = None,
            |job| job.job_type = JobType::Return,
            |job| job.pickup_date = "2026-03-02".parse().ok(),
        ];
        for change in others {
            let mut other = job(2);
            change(&mut other);
            let reason = difference(&job(1), &other).unwrap().to_string();
            assert!(reason.starts_with("J00002 has "), "{reason}");
        }
    }

    #[test]
    fn goods_and_prices_add_up_and_the_stricter_times_count() {
        let at = |text: &str| text.parse().ok();
        let (mut first, mut second) = (job(1), job(2));
        first.pickup_ready_time = at("2026-03-02T01:00:00Z");
        second.pickup_ready_time = at("2026-03-02T02:00:00Z");
        second.deadline = at("2026-03-02T06:00:00Z");
        second.linked_jobs = vec![FreightJobId(1), FreightJobId(5)];
        (first.pricing_details.sell, second.pricing_details.sell) = (price(10), price(5));
        second.pricing_details.buy = price(3);
        join(&mut first, &second);
        assert_eq!(first.items.len(), 2);
        assert_eq!(first.pickup_ready_time, second.pickup_ready_time);
        assert_eq!(first.deadline, second.deadline);
        assert_eq!(first.linked_jobs, [FreightJobId(5)]);
        let total = |price: &Option<Price>| price.as_ref().map(|price| price.total);
        assert_eq!(total(&first.pricing_details.sell), Some(15.into()));
        assert_eq!(total(&first.pricing_details.buy), Some(3.into()));
    }
}
