//! Corrections and deletions of scans. The state of the job stays: operations change it.

use data::{Change, Error, Result, Scope, Where};
use serde_json::{Value, json};
use uuid::Uuid;

use super::{
    model::{ScanEvent, ScanForm},
    pictures::{self, PixelBudget, StoredPictures},
    rules,
    values::ScanEventId,
};
use crate::jobs::{
    change,
    log::{self, Entry, LoggedFreightOperation},
    model::{FreightJobId, Job},
};

/// Member of the time, whose age is checked only if it is sent.
const TIME: &str = "scannedeventdatetime";
const DETAILS: &str = "details";

/// Corrects a scan, and commits.
pub(super) async fn change(scope: &mut Scope, sent: Change<ScanForm>) -> Result<ScanEvent> {
    let stored: ScanEvent = scope.find(ScanEventId(sent.id())).await?;
    scope.rollback();
    let mut form = ScanForm::from(&stored);
    sent.clone().apply(&mut form);
    let mut budget = PixelBudget::default();
    let pictures = pictures::read_in_turn(scope, &form, Some(&stored), &mut budget).await?;
    let pictures = StoredPictures::store(scope, pictures).await?;
    let written = match write(scope, sent, &pictures).await {
        Ok(event) => scope.commit().await.map(|()| event),
        Err(error) => Err(error),
    };
    if written.is_err() {
        scope.rollback();
        pictures.discard(scope).await;
    }
    written
}

async fn write(
    scope: &mut Scope,
    sent: Change<ScanForm>,
    pictures: &StoredPictures,
) -> Result<ScanEvent> {
    let stored: ScanEvent = scope.find(ScanEventId(sent.id())).await?;
    let mut job = change::lock(scope, stored.job_id).await?;
    let edit = scope
        .edit(sent.of_record(|event| ScanForm::from(event)))
        .await?;
    let is_timed = edit.mentions(TIME);
    // Details that are not sent may be older than the members.
    let mut filled = match edit.mentions(DETAILS) {
        true => rules::FILLED.to_vec(),
        false => Vec::new(),
    };
    filled.retain(|member| !edit.mentions(member));
    let mut form = edit.record;
    let mut event: ScanEvent = edit.before.ok_or(Error::NotFound("The scan event"))?;
    let before = to_log(&event)?;
    let mut errors = rules::fill(&mut form, &filled);
    errors.extend(rules::check(&mut form, scope.now()));
    if !is_timed {
        errors.retain(|error| error.member != TIME);
        form.scanned_time = Some(event.scanned_time);
    }
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    let files: Vec<Uuid> = event.files().collect();
    (event.images, event.signature) = pictures.insert(scope).await?;
    take(&mut event, form);
    for file in files {
        if !event.files().any(|kept| kept == file) {
            files::release(scope, file).await?;
        }
    }
    scope.update(&mut event).await?;
    show_last(scope, &mut job).await?;
    let entry = Entry::new(LoggedFreightOperation::EditScan)
        .with_value(event.log_text())
        .with_request(before);
    finish(scope, job, entry).await?;
    Ok(event)
}

/// Takes the members that a correction may change.
fn take(event: &mut ScanEvent, form: ScanForm) {
    event.code = form.code.unwrap_or(event.code);
    event.warehouse_code = form.warehouse_code;
    event.location_code = form.location_code;
    event.details = form.details;
    event.scanned_time = form.scanned_time.unwrap_or(event.scanned_time);
    event.latitude = form.latitude;
    event.longitude = form.longitude;
    event.from_address = form.from_address;
    event.signed_by = form.signed_by;
    event.reason = form.reason;
}

/// The whole scan before a change. Pictures are named by their files.
fn to_log(event: &ScanEvent) -> Result<Value> {
    let mut values = serde_json::to_value(event)?;
    values["images"] = json!(event.images);
    values["signature"] = json!(event.signature);
    Ok(values)
}

/// Deletes a scan with its pictures, and commits.
pub(super) async fn delete(scope: &mut Scope, id: ScanEventId) -> Result<()> {
    let event: ScanEvent = scope.find(id).await?;
    let mut job = change::lock(scope, event.job_id).await?;
    for file in event.files() {
        files::release(scope, file).await?;
    }
    scope.delete::<ScanEvent>(id).await?;
    show_last(scope, &mut job).await?;
    let entry = Entry::new(LoggedFreightOperation::DeleteScan)
        .with_value(event.log_text())
        .with_request(to_log(&event)?);
    finish(scope, job, entry).await?;
    scope.commit().await
}

/// Sets the last scan of a job from those that are stored.
async fn show_last(scope: &mut Scope, job: &mut Job) -> Result<()> {
    let narrow = match job.has_legs {
        true => Where::all().eq(ScanEvent::ROOT_ID, job.id),
        false => Where::all().eq(ScanEvent::JOB_ID, job.id),
    };
    let scans: Vec<ScanEvent> = scope.all(narrow).await?;
    let last = scans.iter().max_by_key(|scan| (scan.scanned_time, scan.id));
    job.last_scan_event = last.map(ScanEvent::to_last);
    Ok(())
}

/// Stores the job, its log and its event, and the last scan of its root.
async fn finish(scope: &mut Scope, mut job: Job, entry: Entry) -> Result<()> {
    let status = job.job_status;
    scope.update(&mut job).await?;
    log::write(scope, job.id, entry).await?;
    change::announce(scope, &job, status).await?;
    let Some(parent) = job.parent_id else {
        return Ok(());
    };
    let parent: Job = scope.find(parent).await?;
    let root = crate::jobs::legs::load_root(scope, &parent).await?;
    let mut root = change::lock(scope, root).await?;
    show_last(scope, &mut root).await?;
    scope.update(&mut root).await
}

/// Releases the pictures of a job that is deleted with its scans.
pub(crate) async fn release_pictures(scope: &mut Scope, job: FreightJobId) -> Result<()> {
    let of_job = Where::all().eq(ScanEvent::JOB_ID, job);
    for event in scope.all::<ScanEvent>(of_job).await? {
        for file in event.files() {
            files::release(scope, file).await?;
        }
    }
    Ok(())
}
