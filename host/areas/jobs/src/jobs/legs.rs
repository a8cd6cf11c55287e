//! Legs: jobs that are parts of another job and share its goods. A leg with a part carries its own
//! articles only; those that no leg carries are the rest of the parent.

use std::collections::HashSet;

use data::{Error, Result, Scope, Where, message};

use super::{
    articles, change,
    model::{FreightJobId, Job},
    rules,
    status::{JobStatus, STATUS_NOT_ALLOWED, least_advanced},
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
    leg.has_part = parent.has_part;
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
    let legs = change::load_legs_below(scope, root).await?;
    let mut parents: Vec<FreightJobId> = Vec::new();
    for mut leg in legs {
        let items = match leg.has_part {
            true => {
                parents.extend(leg.parent_id);
                let own: HashSet<&str> = leg.article_numbers().collect();
                articles::select(&root.items, |number| own.contains(number))
            }
            false => root.items.clone(),
        };
        if leg.items == items && leg.customer_id == root.customer_id {
            continue;
        }
        leg.items = items;
        leg.customer_id = root.customer_id;
        rules::measure(&mut leg);
        scope.update(&mut leg).await?;
        change::announce(scope, &leg, leg.job_status).await?;
    }
    parents.sort_unstable();
    parents.dedup();
    for parent in parents {
        // New articles are on no leg.
        change::follow_legs(scope, Some(parent)).await?;
    }
    Ok(())
}

/// Returns a leg's state for its parent: the one before a hold. The goods of a leg from a depot are
/// there until they are on board.
fn progress(leg: &Job) -> JobStatus {
    let status = leg.standing();
    let is_waiting =
        status.is_open() && !status.is_failed() && status.step() < JobStatus::AtDepot.step();
    match leg.is_from_depot && is_waiting {
        true => JobStatus::AtDepot,
        false => status,
    }
}

/// Returns the articles that legs carry. Empty if each leg carries all.
pub(crate) fn carried_articles(legs: &[Job]) -> HashSet<&str> {
    if !legs.iter().any(|leg| leg.has_part) {
        return HashSet::new();
    }
    legs.iter()
        .filter(|leg| leg.job_status != JobStatus::Cancelled)
        .flat_map(Job::article_numbers)
        .collect()
}

/// True if some articles of a job are on none of its legs.
pub(crate) fn has_rest(job: &Job, legs: &[Job]) -> bool {
    let carried = carried_articles(legs);
    legs.iter().any(|leg| leg.has_part) && job.article_numbers().any(|it| !carried.contains(it))
}

/// Returns the state of a job with these legs: that of the least advanced. A rest counts while line
/// hauls have it, and a job with a rest is not delivered.
pub(crate) fn parent_status(job: &Job, legs: &[Job]) -> Option<JobStatus> {
    let has_rest = has_rest(job, legs);
    let rest = job.haul_status.filter(|_| has_rest);
    let to_progress = |leg: &Job| match progress(leg) {
        // Goods that a line haul brought are further than goods on board of another.
        JobStatus::AtDepot if leg.is_from_depot && rest == Some(JobStatus::OnLineHaul) => {
            JobStatus::OnLineHaul
        }
        progress => progress,
    };
    let status = least_advanced(legs.iter().map(to_progress).chain(rest))?;
    match status == JobStatus::Delivered && has_rest {
        true => Some(JobStatus::PartiallyDelivered),
        false => Some(status),
    }
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

/// True if no later leg carries articles of this one, or the job is no leg.
pub(crate) async fn is_last(scope: &mut Scope, job: &Job) -> Result<bool> {
    let Some(parent) = job.parent_id else {
        return Ok(true);
    };
    let later = Where::all()
        .eq(Job::PARENT_ID, parent)
        .gt(Job::LEG, job.leg);
    let legs: Vec<Job> = scope.unrestricted().await?.all(later).await?;
    Ok(!legs.iter().any(|leg| share_articles(job, leg)))
}

/// True if both legs carry an article. Legs without a part carry all.
fn share_articles(one: &Job, other: &Job) -> bool {
    if !one.has_part || !other.has_part {
        return true;
    }
    let own: HashSet<&str> = one.article_numbers().collect();
    other.article_numbers().any(|number| own.contains(number))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jobs::model::JobItem;

    fn job(numbers: &[&str]) -> Job {
        Job {
            items: vec![JobItem {
                article_numbers: numbers.iter().map(ToString::to_string).collect(),
                ..JobItem::default()
            }],
            ..Job::default()
        }
    }

    fn part(numbers: &[&str], job_status: JobStatus) -> Job {
        Job {
            has_part: true,
            job_status,
            ..job(numbers)
        }
    }

    #[test]
    fn a_job_with_a_rest_is_delivered_in_part_only() {
        let parent = job(&["A", "B", "C"]);
        let most = part(&["A", "B"], JobStatus::Delivered);
        let last = part(&["C"], JobStatus::Delivered);
        let status = |legs: &[Job]| parent_status(&parent, legs);
        assert_eq!(
            status(std::slice::from_ref(&most)),
            Some(JobStatus::PartiallyDelivered)
        );
        assert_eq!(
            status(&[most.clone(), last.clone()]),
            Some(JobStatus::Delivered)
        );
        let on_board = part(&["A", "B"], JobStatus::OnBoard);
        assert_eq!(status(&[on_board, last]), Some(JobStatus::OnBoard));
        let whole = Job {
            job_status: JobStatus::Delivered,
            ..job(&["A", "B", "C"])
        };
        assert_eq!(status(&[whole]), Some(JobStatus::Delivered));
    }

    #[test]
    fn a_rest_on_a_line_haul_is_less_advanced_than_goods_on_board() {
        let with_rest = |haul_status| Job {
            haul_status,
            ..job(&["A", "B"])
        };
        let leg = part(&["A"], JobStatus::OnBoard);
        let status =
            |haul_status| parent_status(&with_rest(haul_status), std::slice::from_ref(&leg));
        assert_eq!(status(None), Some(JobStatus::OnBoard));
        for of_rest in [JobStatus::OnLineHaul, JobStatus::AtDepot] {
            assert_eq!(status(Some(of_rest)), Some(of_rest));
        }
        // Goods in the depot that they came to by line haul, and goods that wait for one.
        let in_depot = |is_from_depot| Job {
            is_from_depot,
            ..part(&["A"], JobStatus::AtDepot)
        };
        let on_line_haul = with_rest(Some(JobStatus::OnLineHaul));
        for (is_from_depot, status) in [(true, JobStatus::OnLineHaul), (false, JobStatus::AtDepot)]
        {
            let found = parent_status(&on_line_haul, &[in_depot(is_from_depot)]);
            assert_eq!(found, Some(status));
        }
        // Once legs carry all, theirs count.
        let legs = [leg.clone(), part(&["B"], JobStatus::Delivered)];
        let all_carried = with_rest(Some(JobStatus::OnLineHaul));
        assert_eq!(parent_status(&all_carried, &legs), Some(JobStatus::OnBoard));
    }

    #[test]
    fn the_articles_of_a_cancelled_leg_are_on_none() {
        let parent = job(&["A", "B"]);
        let legs = [
            part(&["A"], JobStatus::Allocated),
            part(&["B"], JobStatus::Cancelled),
        ];
        assert!(has_rest(&parent, &legs));
        assert_eq!(carried_articles(&legs), HashSet::from(["A"]));
        assert!(!has_rest(&parent, &[job(&["A", "B"])]));
    }

    #[test]
    fn legs_with_other_articles_do_not_follow_each_other() {
        let one = part(&["A", "B"], JobStatus::Allocated);
        assert!(!share_articles(&one, &part(&["C"], JobStatus::Allocated)));
        assert!(share_articles(&one, &part(&["B"], JobStatus::Allocated)));
        assert!(share_articles(&one, &job(&["A", "B"])));
    }

    #[test]
    fn goods_that_go_on_from_a_depot_are_there_until_they_are_on_board() {
        let state = |job_status, is_from_depot| {
            let leg = Job {
                job_status,
                is_from_depot,
                ..Job::default()
            };
            progress(&leg)
        };
        for status in [
            JobStatus::Unallocated,
            JobStatus::Allocated,
            JobStatus::AtPickup,
            JobStatus::PickedUp,
        ] {
            assert_eq!(state(status, true), JobStatus::AtDepot, "{status}");
            assert_eq!(state(status, false), status);
        }
        for status in [
            JobStatus::FailedPickup,
            JobStatus::OnBoard,
            JobStatus::Delivered,
            JobStatus::Cancelled,
        ] {
            assert_eq!(state(status, true), status);
        }
        let held = Job {
            job_status: JobStatus::OnHold,
            held_status: Some(JobStatus::Unallocated),
            is_from_depot: true,
            ..Job::default()
        };
        assert_eq!(progress(&held), JobStatus::AtDepot);
    }
}
