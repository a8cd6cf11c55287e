//! Jobs and shipments of a problem.

use std::collections::{BTreeMap, HashSet};

use data::message;
use solver::{Job, Shipment, Stop};

use super::{Reader, places::Named};

const MAX_PRIORITY: u32 = 100;

pub(super) fn read(reader: &mut Reader<'_>) -> (Vec<Job>, Vec<Shipment>) {
    let mut ids = HashSet::new();
    for number in 0..reader.request.tasks() {
        let task = reader.request.task(number);
        let is_new = ids.insert((task.kind, task.id));
        let member = || format!("{}.id", reader.request.path(number));
        if !is_new {
            reader.error(member(), message!("is used twice"));
        }
    }
    let jobs = (0..reader.request.jobs.len()).map(|at| read_job(reader, at));
    let jobs = jobs.collect();
    let shipments = (0..reader.request.shipments.len()).map(|at| read_shipment(reader, at));
    (jobs, shipments.collect())
}

fn read_job(reader: &mut Reader<'_>, at: usize) -> Job {
    let job = &reader.request.jobs[at];
    let path = format!("jobs[{at}]");
    let (delivery, name) = match (&job.delivery, &job.pickup, &job.amount) {
        (None, None, Some(amount)) => (Some(amount), "amount"),
        (delivery, ..) => (delivery.as_ref(), "delivery"),
    };
    Job {
        stop: read_stop(reader, at),
        delivery: reader.amount(format!("{path}.{name}"), delivery.map(Vec::as_slice)),
        pickup: reader.amount(format!("{path}.pickup"), job.pickup.as_deref()),
        skills: job.skills.clone(),
        priority: read_priority(reader, &path, job.priority),
    }
}

fn read_shipment(reader: &mut Reader<'_>, at: usize) -> Shipment {
    let shipment = &reader.request.shipments[at];
    let path = format!("shipments[{at}]");
    let first = reader.request.jobs.len() + 2 * at;
    Shipment {
        pickup: read_stop(reader, first),
        delivery: read_stop(reader, first + 1),
        amount: reader.amount(format!("{path}.amount"), shipment.amount.as_deref()),
        skills: shipment.skills.clone(),
        priority: read_priority(reader, &path, shipment.priority),
    }
}

fn read_priority(reader: &mut Reader<'_>, path: &str, priority: Option<u32>) -> u32 {
    let priority = priority.unwrap_or(0);
    reader.require(
        priority <= MAX_PRIORITY,
        format!("{path}.priority"),
        message!("must be from {min} to {max}", min = 0, max = MAX_PRIORITY),
    );
    priority
}

fn read_stop(reader: &mut Reader<'_>, number: usize) -> Stop {
    let task = reader.request.task(number);
    let path = reader.request.path(number);
    let named = Named {
        path: &path,
        members: ["location", "location_index"],
        coordinates: task.location,
        index: task.location_index,
    };
    let has_matrices = reader.request.has_matrices();
    let location = (reader.places).add(&named, has_matrices, &mut reader.errors);
    let by_kind = |durations: &BTreeMap<String, u32>| {
        let durations = durations.iter();
        let known = durations.filter_map(|(kind, &duration)| {
            let kind = reader.kinds.get(kind.as_str())?;
            Some((*kind, i64::from(duration)))
        });
        known.collect()
    };
    Stop {
        location,
        setup: i64::from(task.setup),
        service: i64::from(task.service),
        setup_by_kind: by_kind(task.setup_per_type),
        service_by_kind: by_kind(task.service_per_type),
        windows: reader.windows(&format!("{path}.time_windows"), task.time_windows),
    }
}
