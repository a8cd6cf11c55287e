//! Splits a job: some of its articles become a new job of the same customer.

use std::collections::HashSet;

use carriage::money;
use data::{Error, Result, Scope, message};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    articles,
    articles::{check_numbers, unknown_articles, unknown_message},
    change,
    log::{Entry, LoggedFreightOperation},
    model::{FreightJobId, Job, JobItem},
    rules, save,
    status::{FreightOperation, JobStatus, STATUS_NOT_ALLOWED},
    view::{JobView, can_be_divided},
};
use crate::prices::{
    billing::load_terms,
    model::{Charge, Price, PricingDetails},
    rules::{Terms, price_of},
};

#[data::wire(trim, lists)]
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "FreightJobSplit")]
struct Split {
    jobid: FreightJobId,
    /// Articles of the new job: some of the job's, not all.
    articlenumbers: Vec<String>,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "SplitFreightJob")]
pub(super) struct SplitJob {
    split: Split,
}

/// Both jobs after a split.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "SplitFreightJobResult")]
pub(super) struct SplitResult {
    job: JobView,
    newjob: JobView,
}

pub(super) async fn split_job(
    mut scope: Scope,
    SplitJob { split }: SplitJob,
) -> Result<SplitResult> {
    let Split {
        jobid,
        articlenumbers,
    } = split;
    let mut job = change::lock(&mut scope, jobid).await?;
    FreightOperation::Split.check(job.job_status)?;
    check_divided(&job)?;
    check_articles(&job, &articlenumbers)?;
    let terms = load_terms(&scope).await?;
    let new = divide(&mut job, &articlenumbers, &terms);
    let entry = |other: &str| Entry::new(LoggedFreightOperation::Split).with_value(other);
    let new = save::create_with_articles(&mut scope, new, entry(&job.job_no)).await?;
    articles::move_to(&mut scope, job.id, &new).await?;
    job.linked_jobs.push(new.id);
    job.linked_jobs.truncate(rules::MAX_LINKED_JOBS);
    let status = job.job_status;
    let entry = entry(&new.job_no).with_request(serde_json::json!(articlenumbers));
    change::store(&mut scope, &mut job, status, entry).await?;
    scope.commit().await?;
    Ok(SplitResult {
        job: JobView::for_caller(job, &scope),
        newjob: JobView::for_caller(new, &scope),
    })
}

/// Rejects a job whose goods stay together.
pub(super) fn check_divided(job: &Job) -> Result<()> {
    match can_be_divided(job) {
        true => Ok(()),
        false if job.booking_id.is_some() || job.carrier_booking_id.is_some() => {
            Err(STATUS_NOT_ALLOWED.with_message(message!(
                "{job} carries out a booking: change the booking instead.",
                job = job.job_no
            )))
        }
        false => Err(STATUS_NOT_ALLOWED.with_message(message!(
            "{job} has parts or is part of another job. Their goods stay together.",
            job = job.job_no
        ))),
    }
}

fn check_articles(job: &Job, numbers: &[String]) -> Result<()> {
    let refuse = |problem| Err(Error::invalid("split.articlenumbers", problem));
    if numbers.is_empty() {
        return refuse(message!("is required"));
    }
    check_numbers("split.articlenumbers", numbers)?;
    let unknown = unknown_articles(job, numbers);
    if !unknown.is_empty() {
        return refuse(unknown_message(job, &unknown));
    }
    let chosen: HashSet<&str> = numbers.iter().map(String::as_str).collect();
    let all: usize = job
        .items
        .iter()
        .map(|item| item.article_numbers.len())
        .sum();
    match chosen.len() < all {
        true => Ok(()),
        false => refuse(message!("must leave at least one article in the job")),
    }
}

/// Moves articles and their share of the price to the returned job, which has no agent.
fn divide(job: &mut Job, numbers: &[String], terms: &Terms) -> Job {
    let (weight, pieces) = (job.total_weight, job.total_quantity);
    let chosen: HashSet<&str> = numbers.iter().map(String::as_str).collect();
    let items = take_articles(&mut job.items, &chosen);
    let mut linked_jobs = job.linked_jobs.clone();
    linked_jobs.truncate(rules::MAX_LINKED_JOBS - 1);
    linked_jobs.push(job.id);
    let mut new = Job {
        id: FreightJobId(0),
        row_version: 0,
        items,
        last_article: 0,
        job_status: match job.job_status {
            JobStatus::Draft => JobStatus::Draft,
            _ => JobStatus::Unallocated,
        },
        is_allocated: false,
        driver_id: None,
        planned_arrival: None,
        template_id: None,
        template_date: None,
        last_scan_event: None,
        driver_charges: Vec::new(),
        linked_jobs,
        ..job.clone()
    };
    rules::measure(job);
    rules::measure(&mut new);
    let share = match weight.is_zero() {
        true => Decimal::from(new.total_quantity) / Decimal::from(pieces.max(1)),
        false => new.total_weight / weight,
    };
    new.pricing_details = take_share(&mut job.pricing_details, share, terms);
    new
}

/// Removes articles from items and returns them as items without ids.
fn take_articles(items: &mut Vec<JobItem>, numbers: &HashSet<&str>) -> Vec<JobItem> {
    let mut taken = articles::select(items, |number| numbers.contains(number));
    for item in &mut taken {
        item.id = 0;
    }
    *items = articles::select(items, |number| !numbers.contains(number));
    taken
}

/// Takes a share of each line; both parts add up to the price before.
fn take_share(prices: &mut PricingDetails, share: Decimal, terms: &Terms) -> PricingDetails {
    let take = |price: &mut Option<Price>| {
        let price = price.as_mut()?;
        let lines = price.charge_breakdown.iter().map(|line| Charge {
            amount: money::round(line.amount * share, &terms.currency),
            ..line.clone()
        });
        let moved = price_of(lines.collect(), terms);
        for (line, moved) in price
            .charge_breakdown
            .iter_mut()
            .zip(&moved.charge_breakdown)
        {
            line.amount -= moved.amount;
        }
        price.total_tax_exclusive -= moved.total_tax_exclusive;
        price.tax -= moved.tax;
        price.total -= moved.total;
        Some(moved)
    };
    PricingDetails {
        buy: take(&mut prices.buy),
        sell: take(&mut prices.sell),
    }
}

#[cfg(test)]
mod tests {
    use carriage::quantity::Weight;

    use super::*;

    fn terms() -> Terms {
        Terms {
            currency: "AUD".to_owned(),
            tax_percent: Decimal::TEN,
        }
    }

    fn item(id: i64, kilograms: i64, numbers: &[&str]) -> JobItem {
        JobItem {
            id,
            quantity: i64::try_from(numbers.len()).unwrap(),
            weight: Some(Weight::kilograms(Decimal::from(kilograms))),
            article_numbers: numbers.iter().map(|it| (*it).to_owned()).collect(),
            ..JobItem::default()
        }
    }

    fn job() -> Job {
        let line = Charge {
            service_code: "GENERAL".to_owned(),
            amount: Decimal::from(100),
            is_tax_applicable: true,
            ..Charge::default()
        };
        let mut job = Job {
            id: FreightJobId(1),
            items: vec![item(7, 10, &["A", "B"]), item(8, 10, &["C"])],
            job_status: JobStatus::Acknowledged,
            last_article: 3,
            pricing_details: PricingDetails {
                buy: None,
                sell: Some(price_of(vec![line], &terms())),
            },
            ..Job::default()
        };
        rules::measure(&mut job);
        job
    }

    fn numbers(names: &[&str]) -> Vec<String> {
        names.iter().map(|it| (*it).to_owned()).collect()
    }

    #[test]
    fn articles_move_with_their_share_of_the_price() {
        let mut job = job();
        job.items[0].label_codes = numbers(&["1", "2"]);
        let new = divide(&mut job, &numbers(&["B"]), &terms());
        let parts = |job: &Job| -> Vec<(i64, i64, Vec<String>)> {
            let items = job.items.iter();
            items
                .map(|it| (it.id, it.quantity, it.article_numbers.clone()))
                .collect()
        };
        assert_eq!(
            parts(&job),
            [(7, 1, numbers(&["A"])), (8, 1, numbers(&["C"]))]
        );
        assert_eq!(parts(&new), [(0, 1, numbers(&["B"]))]);
        assert_eq!(new.items[0].label_codes, ["2"]);
        assert_eq!((job.total_weight, new.total_weight), (20.into(), 10.into()));
        assert_eq!(new.job_status, JobStatus::Unallocated);
        let total = |job: &Job| job.pricing_details.sell.as_ref().unwrap().total.to_string();
        assert_eq!(
            (total(&job), total(&new)),
            ("73.34".to_owned(), "36.66".to_owned())
        );
        assert_eq!(new.linked_jobs, [FreightJobId(1)]);
    }

    #[test]
    fn goods_without_weight_share_by_pieces() {
        let mut job = job();
        for item in &mut job.items {
            item.weight = None;
        }
        rules::measure(&mut job);
        let new = divide(&mut job, &numbers(&["A", "C"]), &terms());
        let sell = new.pricing_details.sell.unwrap();
        assert_eq!(sell.total_tax_exclusive.to_string(), "66.67");
        assert_eq!(job.items.len(), 1);
    }

    #[test]
    fn some_known_articles_are_chosen() {
        let refused = |names: &[&str]| check_articles(&job(), &numbers(names)).is_err();
        assert!(refused(&[]) && refused(&["X"]) && refused(&["A", "B", "C"]));
        assert!(!refused(&["A", "A"]));
    }
}
