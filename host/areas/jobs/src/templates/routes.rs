//! Calls about templates of jobs.

use chrono::NaiveDate;
use data::{ById, Change, Empty, Error, ListQuery, PageOf, Result, Save, Scope, Where, message};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web::{
    Raw, Routes,
    http::{Method, Response, deleted},
};

use super::{model::JobTemplate, recurrence, rules};
use crate::{
    access::{JOB, JOB_CREATE, JOB_DELETE, JOB_EDIT, JOBS},
    jobs::{model::JobTemplateId, routes::OneJob},
};

/// The recurrence reads all of a tenant's templates.
const MAX_TEMPLATES: i64 = 2000;

pub(crate) fn table() -> Routes {
    Routes::new("/api/jobs/job-template")
        .feature(JOBS)
        .list("job-templates", JOB, list)
        .get("job-template", JOB, get)
        .post("job-template", Save::with(JOB_CREATE, JOB_EDIT), save)
        .put("job-template", Save::with_permission(JOB_EDIT), change)
        .raw(Method::DELETE, "job-template", JOB_DELETE, 0, delete)
        .describe_query::<ById<JobTemplateId>>()
        .post("make-job", JOB_CREATE, make_job)
}

/// A template with the next days of its recurrence.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "JobTemplateView")]
struct TemplateView {
    #[serde(flatten)]
    template: JobTemplate,
    /// The next five days of the recurrence.
    nextdates: Vec<NaiveDate>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "OneJobTemplate")]
struct OneTemplate {
    jobtemplate: TemplateView,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "SaveJobTemplate")]
struct SaveTemplate {
    jobtemplate: Change<JobTemplate>,
}

async fn list(mut scope: Scope, _: Empty, query: ListQuery) -> Result<PageOf<TemplateView>> {
    let sorting = query.sorting.clone().or(Some("name, id".to_owned()));
    let query = ListQuery { sorting, ..query };
    let page: PageOf<JobTemplate> = scope.page(&query, Where::all()).await?;
    let (today, holidays) = load_calendar(&scope).await?;
    Ok(page.map(|template| to_view(template, today, &holidays)))
}

async fn get(mut scope: Scope, ById { id }: ById<JobTemplateId>) -> Result<OneTemplate> {
    let template = scope.find(id).await?;
    show(&scope, template).await
}

async fn show(scope: &Scope, template: JobTemplate) -> Result<OneTemplate> {
    let (today, holidays) = load_calendar(scope).await?;
    Ok(OneTemplate {
        jobtemplate: to_view(template, today, &holidays),
    })
}

/// Returns the tenant's day and holidays.
async fn load_calendar(scope: &Scope) -> Result<(NaiveDate, Vec<NaiveDate>)> {
    let zone = tenancy::load_zone(scope.host(), scope.tenant).await?;
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let today = scope.now().with_timezone(&zone).date_naive();
    Ok((today, settings.bookings.holidays.clone()))
}

fn to_view(template: JobTemplate, today: NaiveDate, holidays: &[NaiveDate]) -> TemplateView {
    TemplateView {
        nextdates: rules::next_dates(&template, today, holidays),
        template,
    }
}

async fn change(scope: Scope, sent: SaveTemplate) -> Result<OneTemplate> {
    if sent.jobtemplate.is_new() {
        return Err(Error::invalid("jobtemplate.id", message!("is required")));
    }
    save(scope, sent).await
}

async fn save(mut scope: Scope, SaveTemplate { jobtemplate }: SaveTemplate) -> Result<OneTemplate> {
    let mut edit = scope.edit(jobtemplate).await?;
    if edit.is_new() && scope.count(Where::<JobTemplate>::all()).await? >= MAX_TEMPLATES {
        return Err(Error::invalid(
            "jobtemplate",
            message!(
                "exceeds the maximum of {max} templates",
                max = MAX_TEMPLATES
            ),
        ));
    }
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    rules::tidy(&mut edit.record, &settings.general.country_code);
    let customer = edit.record.customer_id;
    let before = edit.before.as_ref().and_then(|before| before.customer_id);
    if let Some(customer) = customer.filter(|_| customer != before) {
        customers::find(&mut scope, customer).await?;
    }
    let errors = rules::check(&edit.record);
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    if edit.is_new() {
        edit.record.creation_time = scope.now();
    }
    edit.record.last_error = None;
    scope.store(&mut edit).await?;
    // Today's and tomorrow's jobs may be due already.
    recurrence::enqueue(&mut scope).await?;
    scope.commit().await?;
    show(&scope, edit.record).await
}

async fn delete(mut scope: Scope, raw: Raw) -> Result<Response> {
    let ById { id } = raw.query::<ById<JobTemplateId>>()?;
    scope.find::<JobTemplate>(id).await?;
    scope.delete::<JobTemplate>(id).await?;
    scope.commit().await?;
    Ok(deleted())
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "MakeJobOfTemplate")]
struct MakeJob {
    id: JobTemplateId,
    /// Day of the pickup. Each day has one job of the template.
    date: NaiveDate,
}

async fn make_job(mut scope: Scope, MakeJob { id, date }: MakeJob) -> Result<OneJob> {
    let job = recurrence::make(&mut scope, id, date).await?;
    scope.commit().await?;
    Ok(OneJob::new(&scope, job))
}
