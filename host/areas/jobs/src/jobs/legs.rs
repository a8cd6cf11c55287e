//! Legs: jobs that are parts of another job and share its goods.

use data::{Error, Result, Scope, Where, message};

use super::{
    change,
    model::{FreightJobId, Job},
    rules,
    status::{JobStatus, STATUS_NOT_ALLOWED},
};

/// Completes a new leg with what its parent has: customer, goods, and places that were not sent.
/// The leg of a confirmed job is confirmed.
pub(crate) async fn inherit(scope: &mut Scope, leg: &mut Job, parent: FreightJobId) -> Result<()> {
    let parent = change::lock(scope, parent).await?;
    let is_taken = parent.job_status.is_given() && !parent.job_status.has_goods();
    if is_taken && !parent.has_legs {
        return Err(STATUS_NOT_ALLOWED.with_message(message!(
            "{job} is allocated. Take it back before you add legs.",
            job = parent.job_no
        )));
    }
    leg.leg = last_leg(scope, parent.id).await? + 1;
    leg.customer_id = parent.customer_id;
    leg.items.clone_from(&parent.items);
    leg.from_address = leg.from_address.take().or(parent.from_address);
    leg.to_address = leg.to_address.take().or(parent.to_address);
    for (text, of_parent) in [
        (&mut leg.connote_no, parent.connote_no),
        (&mut leg.service_code, parent.service_code),
        (&mut leg.service_name, parent.service_name),
        (&mut leg.reference, parent.reference),
        (&mut leg.cost_centre, parent.cost_centre),
    ] {
        *text = text.take().or(of_parent);
    }
    if parent.job_status != JobStatus::Draft {
        leg.job_status = JobStatus::Unallocated;
    }
    Ok(())
}

/// Marks the parent of a stored leg as having legs, and sets its state.
pub(crate) async fn attach(scope: &mut Scope, leg: &Job) -> Result<()> {
    let Some(parent) = leg.parent_id else {
        return Ok(());
    };
    let mut parent = change::lock(scope, parent).await?;
    if !parent.has_legs {
        parent.has_legs = true;
        scope.update(&mut parent).await?;
    }
    change::follow_legs(scope, leg.parent_id).await
}

/// Updates the parent of a deleted leg.
pub(crate) async fn detach(scope: &mut Scope, leg: &Job) -> Result<()> {
    let Some(id) = leg.parent_id else {
        return Ok(());
    };
    let mut parent = change::lock(scope, id).await?;
    parent.has_legs = scope.count(Where::all().eq(Job::PARENT_ID, id)).await? > 0;
    scope.update(&mut parent).await?;
    change::follow_legs(scope, leg.parent_id).await
}

/// Passes goods and customer of a changed root job on to its legs.
pub(crate) async fn share(scope: &mut Scope, root: &Job) -> Result<()> {
    for mut leg in change::load_legs_below(scope, root).await? {
        if leg.items == root.items && leg.customer_id == root.customer_id {
            continue;
        }
        leg.items.clone_from(&root.items);
        leg.customer_id = root.customer_id;
        rules::measure(&mut leg);
        scope.update(&mut leg).await?;
        change::announce(scope, &leg, leg.job_status).await?;
    }
    Ok(())
}

/// Rejects a change of the goods of a leg.
pub(crate) fn check_goods(job: &Job, member: &str) -> Result<()> {
    match job.parent_id {
        Some(_) => Err(Error::invalid(
            member,
            message!("are those of the job that this is a leg of: change them there"),
        )),
        None => Ok(()),
    }
}

/// Returns the last number among the legs of a job; 0 without legs.
pub(crate) async fn last_leg(scope: &mut Scope, parent: FreightJobId) -> Result<i64> {
    let legs: Vec<Job> = scope
        .unrestricted()
        .await?
        .all(Where::all().eq(Job::PARENT_ID, parent))
        .await?;
    Ok(legs.iter().map(|leg| leg.leg).max().unwrap_or_default())
}

/// True if no later leg follows, or the job is no leg.
pub(crate) async fn is_last(scope: &mut Scope, job: &Job) -> Result<bool> {
    match job.parent_id {
        Some(parent) => Ok(last_leg(scope, parent).await? <= job.leg),
        None => Ok(true),
    }
}

/// Returns the job above all others of this one.
pub(crate) async fn load_root(scope: &mut Scope, job: &Job) -> Result<FreightJobId> {
    let (mut root, mut next) = (job.id, job.parent_id);
    while let Some(id) = next {
        let above: Job = scope.unrestricted().await?.find(id).await?;
        (root, next) = (above.id, above.parent_id);
    }
    Ok(root)
}
