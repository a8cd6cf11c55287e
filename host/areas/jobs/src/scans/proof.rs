//! Proof of a job's delivery as PDF, and its way to the booking.

use data::{Error, Refusal, Result, Scope, Where, message};
use documents::{DeliveryProof, Party, Photo};
use tenancy::staff_names::Names;
use uuid::Uuid;
use work::event::Listener;

use super::{
    model::ScanEvent,
    pictures::to_photo,
    proof_rules::{Delivery, format_time},
};
use crate::{
    events::{JobStatusChange, STATUS_CHANGED},
    jobs::{
        log::{JobOperationEntry, LoggedFreightOperation},
        model::{Job, JobAddress},
        status::JobStatus,
    },
};

const NOT_DELIVERED: Refusal = Refusal::new(
    6130,
    "The job has no proof of delivery: nothing of it is delivered yet.",
);

/// Attaches the proof to the booking of a delivered job.
pub(crate) fn listener() -> Listener {
    Listener::new("jobs.attach-proof", &STATUS_CHANGED, attach)
}

async fn attach(mut scope: Scope, change: JobStatusChange) -> Result<()> {
    if change.to != JobStatus::Delivered {
        return Ok(());
    }
    let job: Option<Job> = scope.first(Where::id(change.job_id)).await?;
    let Some(job) = job else {
        return Ok(());
    };
    let Some(booking) = job.booking_id else {
        return Ok(());
    };
    let (name, pdf) = match draw(&mut scope, &job).await {
        Ok(drawn) => drawn,
        // The delivery was corrected since.
        Err(Error::Refused { .. }) => return Ok(()),
        Err(error) => return Err(error),
    };
    match bookings::attach_proof(&mut scope, booking, name, pdf).await {
        Err(Error::NotFound(_)) => Ok(()),
        attached => attached,
    }
}

/// Draws the proof in the caller's language. Returns its file name and content. Ends the scope's
/// transaction.
pub(super) async fn draw(scope: &mut Scope, job: &Job) -> Result<(String, Vec<u8>)> {
    let delivery = load(scope, job).await?.ok_or(NOT_DELIVERED)?;
    let zone = tenancy::load_zone(scope.host(), scope.tenant).await?;
    let tenant = tenancy::settings(scope).await?;
    let issuer = match tenant.legal_name.trim().is_empty() {
        true => tenant.name.clone(),
        false => tenant.legal_name.clone(),
    };
    let [
        title,
        sender_caption,
        receiver_caption,
        connote,
        reference,
        delivered,
        place,
        position,
        signed_by,
        authority,
        yes,
        reason,
        delivered_by,
        signature_caption,
        article,
        description,
        photos_caption,
    ] = languages::translate(
        scope,
        [
            message!("Proof of delivery"),
            message!("From"),
            message!("To"),
            message!("Consignment"),
            message!("Reference"),
            message!("Delivered"),
            message!("Place"),
            message!("Position"),
            message!("Signed by"),
            message!("Authority to leave"),
            message!("Yes"),
            message!("Reason"),
            message!("Delivered by"),
            message!("Signature"),
            message!("Article"),
            message!("Description"),
            message!("Photos"),
        ],
    )
    .await?;
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let time = delivery.time.map(|time| format_time(time, zone));
    let receiver = job.to_address.as_ref();
    let receiver_place: Vec<&str> = [job.to_company.as_str(), job.to_suburb.as_str()]
        .into_iter()
        .filter(|text| !text.is_empty())
        .collect();
    let receiver_place = receiver_place.join(", ");
    let facts = vec![
        (connote, text(&job.connote_no)),
        (reference, text(&job.reference)),
        (delivered.clone(), time.unwrap_or_default()),
        (place, receiver_place),
        (position, delivery.position.clone()),
        (signed_by, delivery.signed_by.clone()),
        (
            authority,
            match delivery.has_authority_to_leave {
                true => yes,
                false => String::new(),
            },
        ),
        (reason, delivery.reason.clone()),
        (delivered_by, delivery.delivered_by.clone()),
    ];
    let mut photos = Vec::new();
    for image in &delivery.photos {
        photos.extend(read(scope, *image).await?);
    }
    let signature = match delivery.signature {
        Some(signature) => read(scope, signature).await?,
        None => None,
    };
    scope.rollback();
    let party = |address: Option<&JobAddress>| {
        address.map_or_else(Party::default, |it| Party::from(&it.to_address()))
    };
    let pdf = documents::delivery_proof(&DeliveryProof {
        title,
        number: job.job_no.clone(),
        issuer,
        sender_caption,
        sender: party(job.from_address.as_ref()),
        receiver_caption,
        receiver: party(receiver),
        facts,
        signature_caption,
        signature,
        headings: [article, description, delivered],
        rows: delivery.rows(job, zone),
        photos_caption,
        photos,
    })
    .map_err(|error| Error::Invalid(vec![error]))?;
    Ok((format!("proof-of-delivery-{}.pdf", job.job_no), pdf))
}

/// Returns the receiver who signed for a delivered job.
pub(crate) async fn load_signer(scope: &mut Scope, job: &Job) -> Result<Option<String>> {
    if job.job_status != JobStatus::Delivered {
        return Ok(None);
    }
    let delivery = load(scope, job).await?;
    Ok(delivery
        .map(|it| it.signed_by)
        .filter(|name| !name.is_empty()))
}

/// Loads the delivery of a job or of its legs.
async fn load(scope: &mut Scope, job: &Job) -> Result<Option<Delivery>> {
    let narrow = match job.parent_id {
        None => Where::all().eq(ScanEvent::ROOT_ID, job.id),
        Some(_) => Where::all().eq(ScanEvent::JOB_ID, job.id),
    };
    let mut scans: Vec<ScanEvent> = scope.all(narrow).await?;
    scans.sort_by_key(|scan| (scan.scanned_time, scan.id));
    let names = Names::for_caller(scope).await?;
    names.mask(&mut scans);
    if let Some(delivery) = Delivery::from_scans(&scans) {
        return Ok(Some(delivery));
    }
    let is_delivered = matches!(
        job.job_status,
        JobStatus::Delivered | JobStatus::PartiallyDelivered
    );
    if !is_delivered {
        return Ok(None);
    }
    let entered = Where::all().eq(JobOperationEntry::JOB_ID, job.id).eq(
        JobOperationEntry::OPERATION,
        LoggedFreightOperation::Deliver,
    );
    let entries: Vec<JobOperationEntry> = scope.all(entered).await?;
    Ok(entries.into_iter().last().map(|entry| {
        // Customers read the names of scans only, which are masked.
        let name = match names {
            Names::All => entry.user_name,
            Names::Of { .. } => String::new(),
        };
        Delivery::entered(entry.creation_time, name)
    }))
}

/// Reads a picture; none if its file no longer exists.
async fn read(scope: &mut Scope, picture: Uuid) -> Result<Option<Photo>> {
    match files::read_referenced(scope, picture).await {
        Ok((content, media_type)) => Ok(Some(to_photo(&media_type, content.to_vec()))),
        Err(Error::NotFound(_)) => Ok(None),
        Err(error) => Err(error),
    }
}
