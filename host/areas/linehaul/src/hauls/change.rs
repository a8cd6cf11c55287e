//! Changes of a line haul: the row, its job, and its events.

use data::{Error, Result, Scope, message};
use jobs::line_hauls::{HaulJob, change_haul};
use network::HeadPort;
use work::event::ScopeEvents;

use super::{
    model::{LineHaul, LineHaulId, Note},
    ports,
    rules::{MAX_NOTE_LENGTH, MAX_NOTES},
};
use crate::events;

/// Locks a line haul and loads it.
pub(crate) async fn lock(scope: &mut Scope, id: LineHaulId) -> Result<LineHaul> {
    scope.lock::<LineHaul>(id).await?;
    scope.find(id).await
}

/// Stores a line haul with the log entry of its job, and its events. Its job follows.
pub(crate) async fn store(
    scope: &mut Scope,
    haul: &mut LineHaul,
    before: &LineHaul,
    entry: Option<String>,
) -> Result<()> {
    scope.update(haul).await?;
    match entry {
        Some(entry) => {
            let job = to_job(scope, haul, entry).await?;
            change_haul(scope, haul.id.job(), &job).await?;
        }
        None if haul.status != before.status => {
            let status = haul.status.as_str().to_owned();
            let job = to_job(scope, haul, status).await?;
            change_haul(scope, haul.id.job(), &job).await?;
        }
        None => {}
    }
    if haul.status == before.status {
        let changed = events::OneLineHaul {
            line_haul_id: haul.id,
        };
        return scope.publish(&events::CHANGED, &changed).await;
    }
    let change = events::LineHaulStatusChange {
        line_haul_id: haul.id,
        from: before.status,
        to: haul.status,
        time: scope.now(),
    };
    scope.publish(&events::STATUS_CHANGED, &change).await
}

/// Returns the head ports of a line haul.
pub(crate) async fn load_ports(scope: &mut Scope, haul: &LineHaul) -> Result<[HeadPort; 2]> {
    Ok([
        scope.find(haul.start_id).await?,
        scope.find(haul.destination_id).await?,
    ])
}

/// Returns the members of its job.
pub(super) async fn to_job(scope: &mut Scope, haul: &LineHaul, note: String) -> Result<HaulJob> {
    let [start, destination] = load_ports(scope, haul).await?;
    Ok(HaulJob {
        status: haul.status.to_job_status(),
        code: haul.code.clone(),
        from: ports::to_place(&start),
        to: ports::to_place(&destination),
        connote_no: haul.connote_no.clone(),
        manifest_no: haul.manifest_no.clone(),
        departure: haul.departure_time,
        arrival: haul.arrival_time,
        driver: haul.driver_id,
        carrier_account: haul.carrier_account.clone(),
        note: Some(note),
    })
}

/// Appends a note; an empty one is none.
pub(crate) fn add_note(scope: &Scope, haul: &mut LineHaul, comment: &str) -> Result<()> {
    let comment = comment.trim();
    if comment.is_empty() {
        return Ok(());
    }
    if comment.chars().count() > MAX_NOTE_LENGTH {
        return Err(Error::invalid(
            "note.comment",
            message!("must be at most {max} characters", max = MAX_NOTE_LENGTH),
        ));
    }
    haul.notes.push(Note {
        comment: comment.to_owned(),
        user_name: scope.caller.name().to_owned(),
        creation_time: scope.now(),
    });
    let oldest = haul.notes.len().saturating_sub(MAX_NOTES);
    haul.notes.drain(..oldest);
    Ok(())
}
