//! Saves of jobs.

use data::{Change, Edit, Error, FieldError, Result, Scope, Where, message, numbering};
use numbering::Series;
use work::event::ScopeEvents;

use super::{
    articles, change, hauls, lateness, legs,
    log::{self, Entry, LoggedFreightOperation},
    model::{FreightJobId, Job, JobItem},
    positions, rules,
    status::{FreightOperation, JobStatus},
};
use crate::{
    events,
    prices::billing::{check_customer, sum_prices},
};

/// Numbers of jobs.
const NUMBERS: Series = Series {
    name: "job",
    prefix: "J",
    digits: 5,
    start: 1,
};

/// Jobs above each other.
pub(crate) const MAX_DEPTH: usize = 8;

/// Checks and stores a job with its articles; the caller commits.
pub(crate) async fn save(scope: &mut Scope, change: Change<Job>) -> Result<Job> {
    let id = FreightJobId(change.id());
    if !change.is_new() {
        scope.lock::<Job>(id).await?;
    }
    let mut edit = scope.edit(change).await?;
    if let Some(before) = &edit.before {
        hauls::check_no_haul(before)?;
        FreightOperation::Edit.check(before.job_status)?;
        check_customer(before, &edit.record)?;
    }
    if !edit.is_new() && edit.mentions("items") {
        legs::check_goods(&edit.record, "job.items")?;
    }
    let is_leg = edit.is_new() && edit.record.parent_id.is_some();
    let mut errors = check_references(scope, &edit).await?;
    if let (true, true, Some(parent)) = (is_leg, errors.is_empty(), edit.record.parent_id) {
        legs::inherit(scope, &mut edit.record, parent).await?;
    }
    derive(scope, &mut edit.record).await?;
    errors.extend(rules::check(&edit.record));
    errors.extend(hauls::check_type(&edit.record, edit.before.as_ref()));
    // Both a new leg and a change keep a confirmed job complete.
    if edit.record.job_status != JobStatus::Draft {
        errors.extend(rules::check_complete(&edit.record));
    }
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    positions::read_sent(&mut edit.record, edit.before.as_ref());
    positions::complete(scope, &mut edit.record).await?;
    if edit.is_new() {
        return create(scope, edit.record).await;
    }
    let before = edit
        .before
        .as_ref()
        .map_or_else(Vec::new, |job| job.items.clone());
    if edit.mentions("items") {
        articles::assign(scope, &mut edit.record, &before).await?;
    }
    scope.store(&mut edit).await?;
    let job = edit.record;
    if job.parent_id.is_none() {
        articles::store(scope, &job, &before).await?;
        legs::share(scope, &job).await?;
    }
    log::write(scope, job.id, Entry::new(LoggedFreightOperation::Edit)).await?;
    let changed = events::OneJob { job_id: job.id };
    scope.publish(&events::CHANGED, &changed).await?;
    Ok(job)
}

/// Stores a new job under the next number, with its articles; the caller commits.
pub(crate) async fn create(scope: &mut Scope, mut job: Job) -> Result<Job> {
    job.job_no = numbering::take_next(scope, NUMBERS).await?;
    if job.parent_id.is_none() {
        articles::assign(scope, &mut job, &[]).await?;
    }
    insert(scope, &mut job, Entry::new(LoggedFreightOperation::Create)).await?;
    match job.parent_id {
        Some(_) => legs::attach(scope, &job).await?,
        None => articles::store(scope, &job, &[]).await?,
    }
    Ok(job)
}

/// Stores a new job under the next number with articles of another one, which the caller moves
/// and commits.
pub(crate) async fn create_with_articles(
    scope: &mut Scope,
    mut job: Job,
    entry: Entry,
) -> Result<Job> {
    job.job_no = numbering::take_next(scope, NUMBERS).await?;
    for item in &mut job.items {
        item.id = articles::next_item(scope).await?;
    }
    insert(scope, &mut job, entry).await?;
    Ok(job)
}

async fn insert(scope: &mut Scope, job: &mut Job, entry: Entry) -> Result<()> {
    job.creation_time = scope.now();
    job.leg = job.leg.max(1);
    sum_prices(job);
    scope.insert(job).await?;
    log::write(scope, job.id, entry).await?;
    let created = events::OneJob { job_id: job.id };
    scope.publish(&events::CREATED, &created).await
}

/// Replaces the items of a job; the caller commits.
pub(crate) async fn save_items(
    scope: &mut Scope,
    id: FreightJobId,
    items: Vec<JobItem>,
) -> Result<Job> {
    let mut job = change::lock(scope, id).await?;
    hauls::check_no_haul(&job)?;
    FreightOperation::Edit.check(job.job_status)?;
    legs::check_goods(&job, "jobitems.jobid")?;
    let errors = rules::check_items(&items, "jobitems.items");
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    let before = std::mem::replace(&mut job.items, items);
    articles::assign(scope, &mut job, &before).await?;
    rules::measure(&mut job);
    let status = job.job_status;
    let entry =
        Entry::new(LoggedFreightOperation::EditItems).with_request(serde_json::json!(before));
    change::store_alone(scope, &mut job, status, entry).await?;
    articles::store(scope, &job, &before).await?;
    legs::share(scope, &job).await?;
    Ok(job)
}

/// Normalizes a job, and sets the members that follow from others.
pub(crate) async fn derive(scope: &Scope, job: &mut Job) -> Result<()> {
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    rules::tidy(job, &settings.general.country_code);
    rules::measure(job);
    let zone = tenancy::load_zone(scope.host(), scope.tenant).await?;
    job.due_time = lateness::due_time(job, zone);
    Ok(())
}

/// Checks the customer, the parent and the linked jobs.
async fn check_references(scope: &mut Scope, edit: &Edit<Job>) -> Result<Vec<FieldError>> {
    let mut errors = Vec::new();
    let job = &edit.record;
    let before = edit.before.as_ref();
    if before.is_some_and(|before| before.parent_id != job.parent_id) {
        errors.push(FieldError::new(
            "job.parentid",
            message!("cannot change: it is set for a new job"),
        ));
    } else if let (true, Some(parent)) = (edit.is_new(), job.parent_id) {
        errors.extend(check_parent(scope, parent).await?);
    }
    if let Some(customer) = job.customer_id
        && before.is_none_or(|before| before.customer_id != job.customer_id)
    {
        customers::find(scope, customer).await?;
    }
    let mut linked = job.linked_jobs.clone();
    linked.sort_unstable();
    linked.dedup();
    let known = Where::all().is_in(Job::ID, &linked);
    let count = i64::try_from(linked.len()).unwrap_or(i64::MAX);
    if edit.mentions("linkedjobs") && count > 0 && scope.count(known).await? < count {
        return Err(Error::NotFound("The job"));
    }
    Ok(errors)
}

/// A parent is a job that is not final and not too deep.
async fn check_parent(scope: &mut Scope, parent: FreightJobId) -> Result<Option<FieldError>> {
    let refuse = |message| Ok(Some(FieldError::new("job.parentid", message)));
    let mut next = Some(parent);
    for _ in 1..MAX_DEPTH {
        let Some(id) = next else {
            return Ok(None);
        };
        let above: Job = scope.find(id).await?;
        if above.job_status.is_final() {
            return refuse(message!("must be a job that is not finished"));
        }
        next = above.parent_id;
    }
    refuse(message!(
        "exceeds the maximum of {max} jobs above each other",
        max = MAX_DEPTH
    ))
}
