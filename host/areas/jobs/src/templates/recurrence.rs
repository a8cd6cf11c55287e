//! Makes jobs of templates: by hand, and each day by the recurrence.

use chrono::{Days, NaiveDate};
use data::{Error, Refusal, Result, Scope, Where, message};
use serde_json::{Value, json};
use work::{
    event::Listener,
    job::{JobKind, NewJob, ScopeJobs},
};

use super::{model::JobTemplate, rules};
use crate::{
    access::JOBS,
    jobs::{
        model::{Job, JobTemplateId},
        positions, save,
    },
};

const JOB: &str = "jobs.make-recurring";
const MAX_ERROR_LENGTH: usize = 500;

const MADE_ALREADY: Refusal = Refusal::new(6102, "The job of this day exists already.");

/// Enqueues a separate job each day, for retries and monitoring.
pub(crate) fn listener() -> Listener {
    const NAME: &str = "jobs.make-recurring-of-the-day";
    Listener::new(
        NAME,
        &tenancy::DAY_BEGAN,
        |mut scope: Scope, _| async move {
            enqueue(&mut scope).await?;
            scope.commit().await
        },
    )
}

pub(crate) fn job() -> JobKind {
    JobKind::new(JOB, |scope, payload| Box::pin(make_due(scope, payload)))
}

/// Enqueues the job that makes due jobs; the caller commits.
pub(super) async fn enqueue(scope: &mut Scope) -> Result<()> {
    let job = NewJob::new(JOB, json!({})).with_dedup_key("day");
    scope.enqueue(job).await
}

/// Makes the jobs of today and tomorrow, each template in its own transaction. The tenants' days
/// begin at other times than the platform's, so tomorrow's jobs are made ahead.
async fn make_due(mut scope: Scope, _: Value) -> Result<()> {
    if !scope.feature(JOBS.name).await? {
        return Ok(());
    }
    let zone = tenancy::load_zone(scope.host(), scope.tenant).await?;
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let holidays = &settings.bookings.holidays;
    let now = scope.now();
    let today = now.with_timezone(&zone).date_naive();
    let active = Where::all().eq(JobTemplate::IS_ACTIVE, true);
    let templates: Vec<JobTemplate> = scope.all(active).await?;
    scope.rollback();
    for template in templates {
        for day in [Some(today), today.checked_add_days(Days::new(1))] {
            let Some(day) = day else { continue };
            if rules::is_due(&template, day, holidays, zone, now) {
                make_day(&mut scope, template.id, day).await?;
            }
        }
    }
    Ok(())
}

/// Makes the job of a day, or stores the reason why it cannot be made.
async fn make_day(scope: &mut Scope, id: JobTemplateId, day: NaiveDate) -> Result<()> {
    let made = match make(scope, id, day).await {
        // It was made by hand.
        Err(Error::Refused { code, .. }) if code == MADE_ALREADY.code => Ok(()),
        made => made.map(drop),
    };
    let error = match made {
        Ok(()) => None,
        Err(Error::Internal(error)) => return Err(Error::Internal(error)),
        // Another host or a user changed it at the same time.
        Err(Error::Conflict) => return Err(Error::Conflict),
        Err(error) => {
            scope.rollback();
            let text = error.full_message().to_string();
            Some(text.chars().take(MAX_ERROR_LENGTH).collect())
        }
    };
    scope.lock::<JobTemplate>(id).await?;
    let Some(mut template) = scope.first::<JobTemplate>(Where::id(id)).await? else {
        scope.rollback();
        return Ok(());
    };
    if error.is_none() {
        template.last_date = template.last_date.max(Some(day));
    }
    template.last_error = error;
    scope.without_record();
    scope.update(&mut template).await?;
    scope.commit().await
}

/// Makes the job of a day once; the caller commits.
pub(super) async fn make(scope: &mut Scope, id: JobTemplateId, day: NaiveDate) -> Result<Job> {
    scope.lock::<JobTemplate>(id).await?;
    let template: JobTemplate = scope.find(id).await?;
    let same = Where::all()
        .eq(Job::TEMPLATE_ID, id)
        .eq(Job::TEMPLATE_DATE, day);
    if let Some(job) = scope.first::<Job>(same).await? {
        return Err(MADE_ALREADY.with_message(message!(
            "{job} is the job of {day} already.",
            job = job.job_no,
            day = day.to_string()
        )));
    }
    if let Some(customer) = template.customer_id {
        customers::find(scope, customer).await?;
    }
    let zone = tenancy::load_zone(scope.host(), scope.tenant).await?;
    let mut job = rules::to_job(&template, day, zone);
    save::derive(scope, &mut job).await?;
    positions::complete(scope, &mut job).await?;
    save::create(scope, job).await
}
