//! Background jobs and events: leases, fairness, limits, cancellation, dead jobs, exactly-once
//! effects.

mod events;
mod people;
pub mod probe;
mod queue;

#[test]
fn every_kind_of_job_has_a_name_of_its_own() {
    let areas = waybill::boot::areas_with_openapi();
    let jobs = areas
        .iter()
        .flat_map(|area| area.jobs.iter().map(|kind| kind.name));
    let listeners = areas
        .iter()
        .flat_map(|area| area.listeners.iter().map(|listener| listener.name));
    let mut names: Vec<&str> = jobs.chain(listeners).collect();
    assert!(names.len() > 8, "{names:?}");
    names.sort_unstable();
    let duplicate: Vec<_> = names.windows(2).filter(|pair| pair[0] == pair[1]).collect();
    assert!(duplicate.is_empty(), "{duplicate:?}");
}
