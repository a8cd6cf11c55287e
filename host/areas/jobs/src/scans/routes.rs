//! Calls about scan events.

use data::{
    ById, Change, Error, FieldError, ListQuery, Needs, Outcome, PageOf, Result, Save, Scope, Where,
    case::Deferred, message, message::Remark,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tenancy::staff_names::Names;
use uuid::Uuid;
use web::{
    Raw, Routes,
    http::{self, Method, Response, deleted},
};

use super::{
    edit,
    model::{ScanEvent, ScanForm, ScanView},
    pictures::{self, Pictures, PixelBudget},
    proof,
    service::{self, Saved, SentScan},
    several::{self, ScanItem, Targets, check_count},
    values::ScanEventId,
};
use crate::{
    access::{JOB, JOB_EDIT, JOBS, WAREHOUSE_SCAN},
    jobs::{
        model::{FreightJobId, Job},
        routes::JobParameter,
    },
};

/// Ten images and a signature in base64.
const MAX_BODY_BYTES: usize = 72 << 20;
/// Images and signatures of one call.
const MAX_PICTURES: usize = 100;

pub(crate) fn table() -> Routes {
    let needs = Needs::DriverOr(JOB);
    Routes::new("/api/jobs/scan-events")
        .feature(JOBS)
        .list("scan-events", needs, list)
        .post("scan-event", needs, save)
        .with_body_limit(MAX_BODY_BYTES)
        .post("scan-event-for-items", needs, save_many)
        .with_body_limit(MAX_BODY_BYTES)
        .put("scan-event", Save::with_permission(JOB_EDIT), change)
        .with_body_limit(MAX_BODY_BYTES)
        .raw(Method::DELETE, "scan-event", JOB_EDIT, 0, delete)
        .describe_query::<ById<ScanEventId>>()
        .raw(Method::GET, "image", needs, 0, image)
        .describe_query::<PictureQuery>()
        .raw(Method::GET, "proof", needs, 0, download_proof)
        .describe_query::<JobParameter>()
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "JobScanEventsQuery")]
struct ScansQuery {
    /// Scans of the articles of an item.
    item_id: Option<i64>,
    /// Scans of a job and its legs.
    job_id: Option<FreightJobId>,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "SaveJobScanEvent")]
struct SaveScan {
    scanevent: ScanForm,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "ChangeJobScanEvent")]
struct ChangeScan {
    scanevent: Change<ScanForm>,
}

/// A single scan event.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "OneJobScanEvent")]
struct OneScan {
    scanevent: ScanView,
    /// The device sent it before; nothing changed.
    duplicate: bool,
}

#[data::wire(lists)]
#[derive(Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "SaveJobScanEvents")]
struct SaveScans {
    /// At most 1,000 with at most 100 images and signatures, each with its own result.
    scanevents: Vec<Deferred<ScanForm>>,
    /// One scan for all of these jobs and articles.
    scanevent: Option<ScanForm>,
    jobids: Vec<FreightJobId>,
    articlenumbers: Vec<String>,
    /// Each for all of its articles.
    items: Vec<ScanItem>,
    /// Job of the articles: those of another job are refused. Omitted: the job of each article.
    jobid: Option<FreightJobId>,
}

/// Result of one scan of many.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "JobScanResult")]
struct ScanResult {
    /// Place among the scans; with one scan for several: the jobs, the articles, then the items.
    index: usize,
    /// As it was sent, or one of an item that was sent.
    articlenumber: Option<String>,
    id: Option<ScanEventId>,
    success: bool,
    /// The device sent it before; nothing changed.
    duplicate: bool,
    #[serde(flatten)]
    remark: Remark,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "JobScanPictureQuery")]
struct PictureQuery {
    id: ScanEventId,
    /// One of the scan's images, or its signature.
    image: Uuid,
}

async fn list(
    mut scope: Scope,
    ScansQuery { item_id, job_id }: ScansQuery,
    query: ListQuery,
) -> Result<PageOf<ScanView>> {
    let mut narrow = Where::all().eq_some(ScanEvent::ITEM_ID, item_id);
    if let Some(id) = job_id {
        let job: Job = scope.find(id).await?;
        narrow = match job.parent_id {
            None => narrow.eq(ScanEvent::ROOT_ID, id),
            Some(_) => narrow.eq(ScanEvent::JOB_ID, id),
        };
    }
    let sorting = query.sorting.clone();
    let sorting = sorting.or(Some("scannedeventdatetime desc, id desc".to_owned()));
    let query = ListQuery { sorting, ..query };
    let mut page: PageOf<ScanEvent> = scope.page(&query, narrow).await?;
    Names::for_caller(&mut scope).await?.mask(&mut page.items);
    Ok(page.map(ScanView::from))
}

/// Rejects a caller who may see jobs and not scan them.
fn check_permission(scope: &Scope) -> Result<()> {
    let may_scan = scope.caller.driver().is_some() || scope.can(WAREHOUSE_SCAN);
    match may_scan {
        true => Ok(()),
        false => scope.require(JOB_EDIT),
    }
}

async fn save(mut scope: Scope, SaveScan { scanevent }: SaveScan) -> Result<OneScan> {
    check_permission(&scope)?;
    let sent = SentScan {
        form: Ok(scanevent),
        part: String::new(),
    };
    let results = service::save(&mut scope, vec![sent], Pictures::default()).await?;
    let result = results.into_iter().next().ok_or(Error::Conflict)?;
    let saved = result.map_err(|error| with_prefix(error, "scanevent."))?;
    // A repeated scan is the caller's own, even if the job no longer is.
    let event: ScanEvent = scope.unrestricted().await?.find(saved.id).await?;
    Ok(OneScan {
        scanevent: event.into(),
        duplicate: saved.is_duplicate,
    })
}

fn with_prefix(error: Error, prefix: &str) -> Error {
    match error {
        Error::Invalid(errors) => Error::Invalid(
            errors
                .into_iter()
                .map(|error| error.with_prefix(prefix))
                .collect(),
        ),
        error => error,
    }
}

async fn save_many(mut scope: Scope, sent: SaveScans) -> Result<Vec<ScanResult>> {
    check_permission(&scope)?;
    let (sent, shared) = match sent.scanevent {
        Some(mut scan) => {
            // Read once, and not copied with the scan.
            let form = ScanForm {
                images: std::mem::take(&mut scan.images),
                signature: scan.signature.take(),
                ..ScanForm::default()
            };
            let targets = Targets {
                jobs: sent.jobids,
                articles: sent.articlenumbers,
                items: sent.items,
                job: sent.jobid,
            };
            let scans = several::expand(&scope, &scan, targets).await?;
            let shared = pictures::read_in_turn(&scope, &form, None, &mut PixelBudget::default())
                .await
                .map_err(|error| with_prefix(error, "scanevent."))?;
            (scans, shared)
        }
        None => {
            check_count("scanevents", sent.scanevents.len())?;
            let scans: Vec<SentScan> = sent.scanevents.into_iter().map(read).collect();
            check_pictures("scanevents", &scans)?;
            (scans, Pictures::default())
        }
    };
    let articles: Vec<Option<String>> = sent.iter().map(SentScan::article).collect();
    let results = service::save(&mut scope, sent, shared).await?;
    let results = results.into_iter().zip(articles).enumerate();
    results
        .map(|(index, (result, article))| to_result(index, article, result))
        .collect()
}

/// Rejects more pictures than one call stores.
fn check_pictures(member: &str, scans: &[SentScan]) -> Result<()> {
    let forms = scans.iter().filter_map(|scan| scan.form.as_ref().ok());
    let pictures: usize = forms
        .map(|form| form.images.len() + usize::from(form.signature.is_some()))
        .sum();
    match pictures {
        0..=MAX_PICTURES => Ok(()),
        _ => Err(Error::invalid(
            member,
            message!(
                "must have at most {max} images and signatures together: send the others in another call",
                max = MAX_PICTURES
            ),
        )),
    }
}

fn read(scan: Deferred<ScanForm>) -> SentScan {
    let form = scan.read().into_result().map_err(|invalid| {
        let errors = invalid.into_iter();
        errors
            .map(|error| FieldError::new(error.member, error.message))
            .collect()
    });
    SentScan {
        form,
        part: String::new(),
    }
}

fn to_result(
    index: usize,
    articlenumber: Option<String>,
    result: Result<Saved>,
) -> Result<ScanResult> {
    let outcome = Outcome::unless_internal(index, result)?;
    let (id, is_duplicate) = match &outcome.result {
        Ok(saved) => (Some(saved.id), saved.is_duplicate),
        Err(_) => (None, false),
    };
    let (index, success, remark) = outcome.into_remark();
    Ok(ScanResult {
        index,
        articlenumber,
        id,
        success,
        duplicate: is_duplicate,
        remark,
    })
}

async fn change(mut scope: Scope, ChangeScan { scanevent }: ChangeScan) -> Result<OneScan> {
    if scanevent.is_new() {
        return Err(Error::invalid("scanevent.id", message!("is required")));
    }
    let event = edit::change(&mut scope, scanevent)
        .await
        .map_err(|error| with_prefix(error, "scanevent."))?;
    Ok(OneScan {
        scanevent: event.into(),
        duplicate: false,
    })
}

async fn delete(mut scope: Scope, raw: Raw) -> Result<Response> {
    let ById { id } = raw.query::<ById<ScanEventId>>()?;
    edit::delete(&mut scope, id).await?;
    Ok(deleted())
}

async fn image(mut scope: Scope, raw: Raw) -> Result<Response> {
    let PictureQuery { id, image } = raw.query()?;
    let event: ScanEvent = scope.find(id).await?;
    if !event.files().any(|file| file == image) {
        return Err(Error::NotFound("The picture"));
    }
    files::download_referenced(&mut scope, image).await
}

async fn download_proof(mut scope: Scope, raw: Raw) -> Result<Response> {
    let JobParameter { job_id } = raw.query()?;
    let job: Job = scope.find(job_id).await?;
    let (name, pdf) = proof::draw(&mut scope, &job).await?;
    Ok(http::download(pdf.into(), "application/pdf", &name))
}
