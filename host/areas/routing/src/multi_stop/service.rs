//! Reads, creates and changes multi-stop jobs, and takes jobs in and out.

use std::collections::{BTreeMap, HashMap, HashSet};

use data::{
    Error, FieldError, New, Outcome, Refusal, Result, Scope, Where, ids::DriverId, message,
};
use drivers::VehicleId;
use jobs::{FreightJobId, GroupStop, RoutableJob};

use super::model::{
    MultiStop, MultiStopInput, MultiStopStop, MultiStopView, StopInput, StopType, StopView,
};
use crate::{
    day::{Day, tasks::Task},
    runs::model::RunStepType,
};

const MAX_STOPS: usize = 500;
const MAX_REASON: usize = 2000;
/// Reason in the logs of jobs whose multi-stop job lost its driver.
const LOST_DRIVER: &str = "The multi-stop job was taken from its driver";

const IN_ANOTHER: Refusal = Refusal::new(4707, "The job is in another multi-stop job.");
const NOT_IN_IT: Refusal = Refusal::new(4708, "The job is not in the multi-stop job.");

async fn find(scope: &mut Scope, id: FreightJobId) -> Result<MultiStop> {
    let found = scope.first(Where::all().eq(MultiStop::JOB_ID, id)).await?;
    found.ok_or(Error::NotFound("The multi-stop job"))
}

async fn load_stops(scope: &mut Scope, of: &MultiStop) -> Result<Vec<MultiStopStop>> {
    let narrow = Where::all().eq(MultiStopStop::MULTI_STOP_ID, of.id);
    let mut stops: Vec<MultiStopStop> = scope.all(narrow).await?;
    stops.sort_by_key(|stop| stop.sequence);
    Ok(stops)
}

pub(super) async fn view(scope: &mut Scope, id: FreightJobId) -> Result<MultiStopView> {
    let job = jobs::find_multi_stop(scope, id).await?;
    let multi = find(scope, id).await?;
    let stops = load_stops(scope, &multi).await?;
    let ids: Vec<FreightJobId> = stops.iter().map(|stop| stop.job_id).collect();
    let parts = load_jobs(scope, &ids).await?;
    let number = |id| parts.get(&id).map(|job: &RoutableJob| job.job_no.clone());
    Ok(MultiStopView {
        id,
        row_version: job.row_version,
        jobno: job.job_no,
        reference: job.reference,
        driverid: multi.driver_id,
        vehicleid: multi.vehicle_id,
        jobstatus: job.status,
        stops: stops
            .into_iter()
            .map(|stop| StopView {
                jobid: stop.job_id,
                jobno: number(stop.job_id).unwrap_or_default(),
                sequence: stop.sequence,
                kind: stop.stop_type,
            })
            .collect(),
    })
}

/// Returns the jobs of a multi-stop job.
pub(super) async fn parts(scope: &mut Scope, id: FreightJobId) -> Result<Vec<FreightJobId>> {
    let multi = find(scope, id).await?;
    let stops = load_stops(scope, &multi).await?;
    Ok(unique(stops.iter().map(|stop| stop.job_id)))
}

async fn load_jobs(
    scope: &mut Scope,
    ids: &[FreightJobId],
) -> Result<BTreeMap<FreightJobId, RoutableJob>> {
    let jobs = jobs::load_routable(scope, ids).await?;
    Ok(jobs.into_iter().map(|job| (job.id, job)).collect())
}

fn unique(jobs: impl Iterator<Item = FreightJobId>) -> Vec<FreightJobId> {
    let mut seen = HashSet::new();
    jobs.filter(|id| seen.insert(*id)).collect()
}

/// Creates a multi-stop job; the caller commits.
pub(super) async fn create(scope: &mut Scope, sent: MultiStopInput) -> Result<FreightJobId> {
    let stops = sent.stops.unwrap_or_default();
    check(&stops)?;
    let (driver, vehicle) = (sent.driverid.value(), sent.vehicleid.value());
    check_crew(scope, driver, vehicle).await?;
    let stops = in_order(stops);
    check_free(scope, &stops, None).await?;
    let reference = sent.reference.value();
    let job = jobs::create_multi_stop(scope, reference, &to_group(&stops)).await?;
    let multi = scope
        .create(New::<MultiStop> {
            job_id: job.id,
            driver_id: driver,
            vehicle_id: vehicle,
        })
        .await?;
    insert(scope, &multi, &stops).await?;
    give(scope, &multi, &stops).await?;
    Ok(job.id)
}

/// Changes a multi-stop job; the caller commits.
pub(super) async fn change(scope: &mut Scope, sent: MultiStopInput) -> Result<FreightJobId> {
    let Some(id) = sent.id else {
        return Err(Error::invalid("multistop.id", message!("is required")));
    };
    let job = jobs::find_multi_stop(scope, id).await?;
    let mut multi = find(scope, id).await?;
    scope.lock::<MultiStop>(multi.id).await?;
    check_crew(scope, sent.driverid.value(), sent.vehicleid.value()).await?;
    let before = load_stops(scope, &multi).await?;
    let stops = match sent.stops {
        Some(stops) => {
            check(&stops)?;
            in_order(stops)
        }
        None => before.iter().map(to_input).collect(),
    };
    check_free(scope, &stops, Some(&multi)).await?;
    let mut reference = job.reference;
    sent.reference.apply(&mut reference);
    jobs::change_multi_stop(scope, id, reference, &to_group(&stops)).await?;
    for stop in &before {
        scope.delete::<MultiStopStop>(stop.id).await?;
    }
    insert(scope, &multi, &stops).await?;
    let former = multi.driver_id;
    sent.driverid.apply(&mut multi.driver_id);
    sent.vehicleid.apply(&mut multi.vehicle_id);
    scope.update(&mut multi).await?;
    if let (Some(former), None) = (former, multi.driver_id) {
        let parts = unique(before.iter().map(|stop| stop.job_id));
        take_back(scope, former, &parts, LOST_DRIVER).await?;
        let parts = unique(stops.iter().map(|stop| stop.jobid));
        jobs::follow_parts(scope, multi.job_id, &parts).await?;
    }
    give(scope, &multi, &stops).await?;
    Ok(id)
}

/// Adds jobs with all their stops, with one result for each; the caller commits.
pub(super) async fn allocate(
    scope: &mut Scope,
    id: FreightJobId,
    sent: &[FreightJobId],
) -> Result<Vec<Outcome<FreightJobId>>> {
    check_count("allocation.jobids", sent.len())?;
    let job = jobs::find_multi_stop(scope, id).await?;
    let multi = find(scope, id).await?;
    scope.lock::<MultiStop>(multi.id).await?;
    let mut stops: Vec<StopInput> = load_stops(scope, &multi)
        .await?
        .iter()
        .map(to_input)
        .collect();
    let sent = unique(sent.iter().copied());
    let parts = load_jobs(scope, &sent).await?;
    let taken = load_taken(scope, &sent).await?;
    let zone = tenancy::load_zone(scope.host(), scope.tenant).await?;
    let day = Day::load(scope, scope.now().with_timezone(&zone).date_naive()).await?;
    let mut results = Vec::with_capacity(sent.len());
    let first = stops.len();
    for id in sent {
        let result = match (parts.get(&id), taken.get(&id)) {
            (None, _) => Err(Error::NotFound("The job")),
            (Some(_), Some(other)) if *other != multi.id => Err(IN_ANOTHER.into()),
            (Some(_), Some(_)) => Ok(()),
            (Some(job), None) => add_stops(&day, job, &mut stops),
        };
        results.push((id, result));
    }
    check_count("allocation.jobids", stops.len().max(1))?;
    if stops.len() > first {
        jobs::change_multi_stop(scope, job.id, job.reference, &to_group(&stops)).await?;
        insert_after(scope, &multi, first, &stops[first..]).await?;
    }
    let added: Vec<FreightJobId> = unique(stops[first..].iter().map(|stop| stop.jobid));
    let mut given: HashMap<FreightJobId, Result<()>> = HashMap::new();
    if let Some(driver) = multi.driver_id {
        for outcome in jobs::allocate(scope, driver, &added, None).await? {
            given.insert(outcome.item, outcome.result);
        }
        let all = unique(stops.iter().map(|stop| stop.jobid));
        jobs::follow_parts(scope, multi.job_id, &all).await?;
    }
    let outcomes = results.into_iter().map(|(id, result)| {
        let result = result.and_then(|()| given.remove(&id).unwrap_or(Ok(())));
        Outcome::new(id, result)
    });
    Ok(outcomes.collect())
}

/// Adds the stops that a run has of the job.
fn add_stops(day: &Day, job: &RoutableJob, stops: &mut Vec<StopInput>) -> Result<()> {
    let task = Task::new(job.clone()).map_err(|reason| IN_ANOTHER.with_message(reason))?;
    for stop in task.stops(day) {
        stops.push(StopInput {
            jobid: job.id,
            sequence: None,
            kind: match stop.kind {
                RunStepType::Pickup => StopType::Pickup,
                _ => StopType::Delivery,
            },
        });
    }
    Ok(())
}

/// Takes jobs out, with one result for each; the caller commits. A driver who has them through the
/// multi-stop job loses those that can be taken back.
pub(super) async fn deallocate(
    scope: &mut Scope,
    id: FreightJobId,
    sent: &[FreightJobId],
    reason: &str,
) -> Result<Vec<Outcome<FreightJobId>>> {
    check_count("deallocation.jobids", sent.len())?;
    if reason.chars().count() > MAX_REASON {
        return Err(Error::invalid(
            "deallocation.reason",
            message!("must be at most {max} characters", max = MAX_REASON),
        ));
    }
    let job = jobs::find_multi_stop(scope, id).await?;
    let multi = find(scope, id).await?;
    scope.lock::<MultiStop>(multi.id).await?;
    let before = load_stops(scope, &multi).await?;
    let sent = unique(sent.iter().copied());
    let known: HashSet<FreightJobId> = before.iter().map(|stop| stop.job_id).collect();
    let removed: Vec<FreightJobId> = sent
        .iter()
        .copied()
        .filter(|id| known.contains(id))
        .collect();
    let mut refused = match multi.driver_id {
        Some(driver) => take_back(scope, driver, &removed, reason).await?,
        None => HashMap::new(),
    };
    let is_removed = |id: &FreightJobId| removed.contains(id) && !refused.contains_key(id);
    let (out, rest): (Vec<_>, Vec<_>) = before
        .into_iter()
        .partition(|stop| is_removed(&stop.job_id));
    for stop in out {
        scope.delete::<MultiStopStop>(stop.id).await?;
    }
    let rest: Vec<StopInput> = rest.iter().map(to_input).collect();
    jobs::change_multi_stop(scope, job.id, job.reference, &to_group(&rest)).await?;
    let outcome = |id| {
        let result = match (refused.remove(&id), known.contains(&id)) {
            (Some(error), _) => Err(error),
            (None, true) => Ok(()),
            (None, false) => Err(NOT_IN_IT.into()),
        };
        Outcome::new(id, result)
    };
    Ok(sent.into_iter().map(outcome).collect())
}

/// Takes jobs back from the driver who has them. Returns those that cannot be taken back, with the
/// reasons; jobs that have ended stay too.
async fn take_back(
    scope: &mut Scope,
    driver: DriverId,
    jobs: &[FreightJobId],
    reason: &str,
) -> Result<HashMap<FreightJobId, Error>> {
    let held = load_jobs(scope, jobs).await?;
    let theirs: Vec<FreightJobId> = held
        .values()
        .filter(|job| job.driver == Some(driver) && !job.status.is_final())
        .map(|job| job.id)
        .collect();
    let outcomes = jobs::unallocate(scope, driver, &theirs, reason).await?;
    let refused = outcomes
        .into_iter()
        .filter_map(|outcome| Some((outcome.item, outcome.result.err()?)));
    Ok(refused.collect())
}

/// Gives the jobs of the stops to the driver; the multi-stop job's state follows. One that cannot
/// be given rejects the save.
async fn give(scope: &mut Scope, multi: &MultiStop, stops: &[StopInput]) -> Result<()> {
    let Some(driver) = multi.driver_id else {
        return Ok(());
    };
    let ids = unique(stops.iter().map(|stop| stop.jobid));
    let held = load_jobs(scope, &ids).await?;
    let wanted: Vec<FreightJobId> = held
        .values()
        .filter(|job| job.driver != Some(driver) && !job.status.is_final())
        .map(|job| job.id)
        .collect();
    for outcome in jobs::allocate(scope, driver, &wanted, None).await? {
        outcome.result?;
    }
    jobs::follow_parts(scope, multi.job_id, &ids).await
}

async fn insert(scope: &mut Scope, multi: &MultiStop, stops: &[StopInput]) -> Result<()> {
    insert_after(scope, multi, 0, stops).await
}

async fn insert_after(
    scope: &mut Scope,
    multi: &MultiStop,
    before: usize,
    stops: &[StopInput],
) -> Result<()> {
    let rows = stops
        .iter()
        .enumerate()
        .map(|(at, stop)| New::<MultiStopStop> {
            multi_stop_id: multi.id,
            job_id: stop.jobid,
            sequence: i64::try_from(before + at + 1).unwrap_or(i64::MAX),
            stop_type: stop.kind,
        });
    scope.create_all(rows.collect()).await?;
    Ok(())
}

fn to_input(stop: &MultiStopStop) -> StopInput {
    StopInput {
        jobid: stop.job_id,
        sequence: Some(stop.sequence),
        kind: stop.stop_type,
    }
}

fn to_group(stops: &[StopInput]) -> Vec<GroupStop> {
    let stop = |stop: &StopInput| GroupStop {
        job: stop.jobid,
        is_pickup: stop.kind == StopType::Pickup,
    };
    stops.iter().map(stop).collect()
}

/// Sorts stops by their sequence; those without one keep their place in the list.
fn in_order(stops: Vec<StopInput>) -> Vec<StopInput> {
    let mut numbered: Vec<(i64, StopInput)> = (1..)
        .zip(stops)
        .map(|(at, stop)| (stop.sequence.unwrap_or(at), stop))
        .collect();
    numbered.sort_by_key(|(sequence, _)| *sequence);
    numbered.into_iter().map(|(_, stop)| stop).collect()
}

fn check_count(member: &str, count: usize) -> Result<()> {
    match (1..=MAX_STOPS).contains(&count) {
        true => Ok(()),
        false => Err(Error::invalid(
            member,
            message!("must be 1 to {max} jobs", max = MAX_STOPS),
        )),
    }
}

/// Stops are limited, each once, and a pickup comes before its delivery.
fn check(stops: &[StopInput]) -> Result<()> {
    if stops.len() > MAX_STOPS {
        return Err(Error::invalid(
            "multistop.stops",
            message!("must be at most {max}", max = MAX_STOPS),
        ));
    }
    let mut errors = Vec::new();
    let mut seen = HashSet::new();
    for (at, stop) in stops.iter().enumerate() {
        let path = |name: &str| format!("multistop.stops[{at}].{name}");
        if stop.kind == StopType::Unknown {
            let text = message!("must be pickup or delivery");
            errors.push(FieldError::new(path("type"), text));
        } else if !seen.insert((stop.jobid, stop.kind)) {
            errors.push(FieldError::new(path("jobid"), message!("is used twice")));
        }
    }
    let ordered = in_order(stops.to_vec());
    let place = |of: StopInput, kind| {
        let mut stops = ordered.iter();
        stops.position(|stop| stop.jobid == of.jobid && stop.kind == kind)
    };
    for (at, stop) in stops.iter().enumerate() {
        let pickup = place(*stop, StopType::Pickup);
        let delivery = place(*stop, StopType::Delivery);
        if stop.kind == StopType::Delivery && delivery < pickup {
            errors.push(FieldError::new(
                format!("multistop.stops[{at}].sequence"),
                message!("must be after the pickup of the job"),
            ));
        }
    }
    match errors.is_empty() {
        true => Ok(()),
        false => Err(Error::Invalid(errors)),
    }
}

async fn check_crew(
    scope: &mut Scope,
    driver: Option<DriverId>,
    vehicle: Option<VehicleId>,
) -> Result<()> {
    if let Some(driver) = driver {
        drivers::find_driver(scope, driver).await?;
    }
    let Some(id) = vehicle else { return Ok(()) };
    let names = drivers::vehicle_names(scope, &[id]).await?;
    match names.contains_key(&id) {
        true => Ok(()),
        false => Err(Error::NotFound("The vehicle")),
    }
}

/// Returns the multi-stop jobs that jobs are in.
async fn load_taken(
    scope: &mut Scope,
    jobs: &[FreightJobId],
) -> Result<HashMap<FreightJobId, super::model::MultiStopId>> {
    let narrow = Where::all().is_in(MultiStopStop::JOB_ID, jobs);
    let stops: Vec<MultiStopStop> = scope.all(narrow).await?;
    Ok(stops
        .into_iter()
        .map(|stop| (stop.job_id, stop.multi_stop_id))
        .collect())
}

/// Rejects stops of jobs that another multi-stop job has.
async fn check_free(scope: &mut Scope, stops: &[StopInput], own: Option<&MultiStop>) -> Result<()> {
    let jobs: Vec<FreightJobId> = stops.iter().map(|stop| stop.jobid).collect();
    let taken = load_taken(scope, &jobs).await?;
    let is_other = |stop: &StopInput| {
        let of = taken.get(&stop.jobid);
        of.is_some_and(|of| own.is_none_or(|own| own.id != *of))
    };
    let errors: Vec<FieldError> = stops
        .iter()
        .enumerate()
        .filter(|(_, stop)| is_other(stop))
        .map(|(at, _)| {
            let member = format!("multistop.stops[{at}].jobid");
            FieldError::new(member, message!("is in another multi-stop job"))
        })
        .collect();
    match errors.is_empty() {
        true => Ok(()),
        false => Err(Error::Invalid(errors)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stop(job: i64, sequence: Option<i64>, kind: StopType) -> StopInput {
        StopInput {
            jobid: FreightJobId(job),
            sequence,
            kind,
        }
    }

    fn members(result: Result<()>) -> Vec<String> {
        match result {
            Err(Error::Invalid(fields)) => fields.into_iter().map(|it| it.member).collect(),
            _ => Vec::new(),
        }
    }

    #[test]
    fn stops_are_sorted_and_checked() {
        let pickup = stop(1, Some(2), StopType::Pickup);
        let delivery = stop(1, Some(5), StopType::Delivery);
        assert!(check(&[delivery, pickup]).is_ok());
        assert_eq!(in_order(vec![delivery, pickup]), [pickup, delivery]);
        let early = stop(1, Some(1), StopType::Delivery);
        assert_eq!(
            members(check(&[early, pickup])),
            ["multistop.stops[0].sequence"]
        );
        assert_eq!(
            members(check(&[pickup, pickup])),
            ["multistop.stops[1].jobid"]
        );
        let many: Vec<StopInput> = (0..501)
            .map(|id| stop(id, None, StopType::Pickup))
            .collect();
        assert_eq!(members(check(&many)), ["multistop.stops"]);
    }
}
