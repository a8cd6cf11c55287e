//! Import of jobs: a background job stores all lines or none.

use std::collections::HashMap;

use data::{
    Error, FieldError, Result, Scope,
    ids::{CustomerId, FileId},
    message,
};
use files::imports::{Imported, limited};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use web::rows::{Content, Table};
use work::job::{JobKind, ScopeJobs};

use super::columns::{Columns, Line, REQUIRED};
use crate::{
    access::JOB_CREATE,
    jobs::{hauls, model::Job, positions, rules, save, status::JobStatus},
};

pub(super) const JOB: &str = "jobs.import";
/// Jobs of one table, which one transaction stores.
const MAX_JOBS: usize = 5_000;
const STEP: usize = 100;

#[derive(Serialize, Deserialize)]
pub(super) struct Work {
    pub file: FileId,
    pub dry_run: bool,
}

pub(crate) fn job() -> JobKind {
    limited(JobKind::new(JOB, |scope, work| Box::pin(run(scope, work))))
}

/// A job with the number of its first line.
struct Entry {
    index: usize,
    job: Job,
}

/// Stores jobs and result in one transaction, so a repeated run finds both or neither.
async fn run(mut scope: Scope, work: Value) -> Result<()> {
    let work: Work = serde_json::from_value(work)?;
    if scope.saved_result::<Imported>()?.is_some() {
        return Ok(());
    }
    scope.require(JOB_CREATE)?;
    let content = files::read_file(&mut scope, work.file).await?;
    scope.rollback();
    let mut done = Imported::default();
    let table = Content::reserve(&scope, content)
        .await
        .and_then(|content| Table::open(content, &REQUIRED));
    let mut entries = Vec::new();
    match table {
        Ok(table) => entries = read(&mut scope, table, &mut done).await?,
        Err(Error::Invalid(errors)) => errors.iter().for_each(|error| done.refuse(0, error)),
        Err(error) => return Err(error),
    }
    for entry in &mut entries {
        check(&scope, entry, &mut done).await?;
    }
    done.inserted = entries.len();
    if done.refused > 0 || work.dry_run {
        scope.rollback();
    } else {
        let total = done.total;
        for (at, Entry { index, mut job }) in entries.into_iter().enumerate() {
            if at.is_multiple_of(STEP) {
                scope.step(index, Some(total), "")?;
            }
            positions::complete(&mut scope, &mut job).await?;
            save::create(&mut scope, job).await?;
        }
    }
    let done = match done.refused {
        0 => done,
        _ => done.refused(),
    };
    scope.save_result(&done).await?;
    scope.commit().await
}

/// Reads the lines and joins those of one job. Errors are in the result.
async fn read(scope: &mut Scope, mut table: Table, done: &mut Imported) -> Result<Vec<Entry>> {
    let columns = Columns::from_table(&table);
    let zone = tenancy::load_zone(scope.host(), scope.tenant).await?;
    done.places = table.cell_names();
    let mut entries: Vec<Entry> = Vec::new();
    let mut known: HashMap<String, usize> = HashMap::new();
    let mut customers: HashMap<String, Option<CustomerId>> = HashMap::new();
    while let Some((index, cells)) = table.next_line() {
        done.total = index;
        let line = match cells {
            Ok(cells) => columns.read(cells, zone),
            Err(reason) => Err(vec![FieldError::new("", reason)]),
        };
        let Line {
            job_ref,
            customer_code,
            mut job,
        } = match line {
            Ok(line) => line,
            Err(errors) => {
                errors.iter().for_each(|error| done.refuse(index, error));
                continue;
            }
        };
        if let Some(at) = known.get(&job_ref).filter(|_| !job_ref.is_empty()) {
            entries[*at].job.items.append(&mut job.items);
            continue;
        }
        if !customer_code.is_empty() {
            if !customers.contains_key(&customer_code) {
                let found = customers::find_by_code(scope, &customer_code).await?;
                customers.insert(customer_code.clone(), found);
            }
            job.customer_id = customers.get(&customer_code).copied().flatten();
            if job.customer_id.is_none() {
                let unknown = message!("is not the code of a customer");
                done.refuse(index, &FieldError::new("customercode", unknown));
            }
        }
        if entries.len() >= MAX_JOBS {
            let full = message!("must have at most {max} jobs", max = MAX_JOBS);
            done.refuse(0, &FieldError::new("", full));
            break;
        }
        if !job_ref.is_empty() {
            known.insert(job_ref, entries.len());
        }
        entries.push(Entry { index, job });
    }
    Ok(entries)
}

/// Checks a job by the rules of a save. Complete jobs need no confirmation.
async fn check(scope: &Scope, Entry { index, job }: &mut Entry, done: &mut Imported) -> Result<()> {
    save::derive(scope, job).await?;
    let mut errors = rules::check(job);
    errors.extend(hauls::check_type(job, None));
    for error in &errors {
        let column = to_column(&error.member);
        done.refuse(*index, &FieldError::new(column, error.message.clone()));
    }
    if rules::check_complete(job).is_empty() {
        job.job_status = JobStatus::Unallocated;
    }
    Ok(())
}

/// Names the column of a job's member: `job.fromaddress.addressline1` is `fromaddress1`.
fn to_column(member: &str) -> String {
    let member = member.strip_prefix("job.").unwrap_or(member);
    for (address, end) in [("fromaddress.", "from"), ("toaddress.", "to")] {
        if let Some(part) = member.strip_prefix(address) {
            let part = match part {
                "companyname" => "company",
                "contactperson" => "contact",
                "addressline1" => "address1",
                "addressline2" => "address2",
                "statecode" => "state",
                "countrycode" => "country",
                part => part,
            };
            return format!("{end}{part}");
        }
    }
    let part = member.strip_suffix(".value").unwrap_or(member);
    let part = part.rsplit('.').next().unwrap_or(part);
    match part {
        "pickupreadydatetime" => "pickupready",
        part => part,
    }
    .to_owned()
}

#[cfg(test)]
mod tests {
    use super::super::columns::COLUMNS;
    use super::*;

    #[test]
    fn members_are_named_as_their_columns() {
        for (member, column) in [
            ("job.fromaddress.addressline1", "fromaddress1"),
            ("job.toaddress.contactperson", "tocontact"),
            ("job.items[2].weight.value", "weight"),
            ("job.items[0].quantity", "quantity"),
            ("job.pickupreadydatetime", "pickupready"),
            ("job.reference", "reference"),
        ] {
            assert_eq!(to_column(member), column);
            assert!(COLUMNS.contains(&column), "{column}");
        }
    }
}
