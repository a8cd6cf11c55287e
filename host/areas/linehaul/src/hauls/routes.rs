//! Calls about line hauls.

use data::{
    ById, Change, Empty, Error, ListQuery, PageOf, Result, Save, Scope, Where, message,
    note::NoteInput,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web::{
    Raw, Routes,
    http::{Method, Response, deleted, download},
};

use super::{
    carrier_quotes,
    model::{LineHaul, LineHaulId, LineHaulView},
    process, save,
    status::LineHaulStatus,
};
use crate::{
    access::LINE_HAUL,
    live,
    loads::{
        candidates,
        routes::{undo_unloading, unload_articles},
        views::{
            LineHaulItem, LineHaulJob, Unloading, load_items, load_jobs, load_rows, unloading,
        },
        whereabouts,
    },
    sheets,
};

pub(crate) fn table() -> Routes {
    Routes::new("/api/jobs/linehaul")
        .feature(jobs::access::JOBS)
        .list("line-hauls", LINE_HAUL, list)
        .get("line-haul", LINE_HAUL, get)
        .get("line-haul-jobs", LINE_HAUL, candidates::list)
        .get("job-articles", LINE_HAUL, whereabouts::get)
        .post(
            "line-haul",
            Save::with_permission(LINE_HAUL),
            save_line_haul,
        )
        .put("line-haul", Save::with_permission(LINE_HAUL), change)
        .raw(Method::DELETE, "line-haul", LINE_HAUL, 0, delete)
        .describe_query::<ById<LineHaulId>>()
        .post("processlinehauls", LINE_HAUL, process::process)
        .post("carrier-quotes", LINE_HAUL, carrier_quotes::quote)
        .post("unload-articles", LINE_HAUL, unload_articles)
        .post("un-unload-articles", LINE_HAUL, undo_unloading)
        .raw(Method::GET, "loading-sheet", LINE_HAUL, 0, loading_sheet)
        .describe_query::<ById<LineHaulId>>()
        .raw(Method::GET, "manifest", LINE_HAUL, 0, manifest)
        .describe_query::<ById<LineHaulId>>()
        .raw(Method::GET, "stream", LINE_HAUL, 0, stream)
}

/// Value lists of line haul.
pub(crate) fn look_ups() -> Routes {
    Routes::new("/api/jobs/look-up")
        .feature(jobs::access::JOBS)
        .get("line-haul-statuses", LINE_HAUL, statuses)
}

/// Query of the calls for one line haul: the id of its job.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LineHaulParameter {
    pub job_id: LineHaulId,
}

/// A line haul with its jobs, its goods and the result of the unloading.
#[derive(Serialize, JsonSchema)]
struct LineHaulDetails {
    #[serde(flatten)]
    line_haul: LineHaulView,
    childjobs: Vec<LineHaulJob>,
    items: Vec<LineHaulItem>,
    unloading: Unloading,
}

/// A single line haul with its load.
#[derive(Serialize, JsonSchema)]
struct WholeLineHaul {
    linehaul: LineHaulDetails,
}

/// A saved line haul.
#[derive(Serialize, JsonSchema)]
struct OneLineHaul {
    linehaul: LineHaulView,
}

#[derive(Deserialize, JsonSchema)]
struct SaveLineHaul {
    linehaul: Change<LineHaul>,
    /// Joins the notes.
    #[serde(default)]
    note: Option<NoteInput>,
}

async fn list(mut scope: Scope, _: Empty, query: ListQuery) -> Result<PageOf<LineHaulView>> {
    let hauls: PageOf<LineHaul> = scope.page(&query, Where::all()).await?;
    Ok(hauls.map(LineHaulView::from))
}

async fn get(
    mut scope: Scope,
    LineHaulParameter { job_id }: LineHaulParameter,
) -> Result<WholeLineHaul> {
    let haul: LineHaul = scope.find(job_id).await?;
    let rows = load_rows(&mut scope, job_id).await?;
    Ok(WholeLineHaul {
        linehaul: LineHaulDetails {
            line_haul: haul.into(),
            childjobs: load_jobs(&mut scope, &rows).await?,
            items: load_items(&mut scope, &rows).await?,
            unloading: unloading(&rows),
        },
    })
}

async fn change(scope: Scope, sent: SaveLineHaul) -> Result<OneLineHaul> {
    if sent.linehaul.is_new() && sent.linehaul.input().line_haul_id.0 == 0 {
        return Err(Error::invalid("linehaul.id", message!("is required")));
    }
    save_line_haul(scope, sent).await
}

async fn save_line_haul(
    mut scope: Scope,
    SaveLineHaul { linehaul, note }: SaveLineHaul,
) -> Result<OneLineHaul> {
    let haul = save::save(&mut scope, linehaul, note).await?;
    scope.commit().await?;
    Ok(OneLineHaul {
        linehaul: haul.into(),
    })
}

async fn delete(mut scope: Scope, raw: Raw) -> Result<Response> {
    let ById { id } = raw.query::<ById<LineHaulId>>()?;
    save::delete(&mut scope, id).await?;
    scope.commit().await?;
    Ok(deleted())
}

async fn loading_sheet(mut scope: Scope, raw: Raw) -> Result<Response> {
    let ById { id } = raw.query::<ById<LineHaulId>>()?;
    let (name, pdf) = sheets::draw(&mut scope, id, sheets::Sheet::Loading).await?;
    Ok(download(pdf.into(), "application/pdf", &name))
}

async fn manifest(mut scope: Scope, raw: Raw) -> Result<Response> {
    let ById { id } = raw.query::<ById<LineHaulId>>()?;
    let (name, pdf) = sheets::draw(&mut scope, id, sheets::Sheet::Manifest).await?;
    Ok(download(pdf.into(), "application/pdf", &name))
}

/// Sends events of line hauls.
async fn stream(scope: Scope, raw: Raw) -> Result<Response> {
    web::live::stream(scope, raw, &live::LINE_HAULS).await
}

async fn statuses(_: Scope, _: Empty) -> Result<Vec<&'static str>> {
    Ok(LineHaulStatus::NAMES.to_vec())
}
