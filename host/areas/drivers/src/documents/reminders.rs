//! Reminders of documents that expire, by email to the staff with driver compliance.

use std::{collections::HashMap, sync::LazyLock};

use chrono::{NaiveDate, TimeDelta};
use data::{Error, Result, Scope, Where, ids::DriverId};
use serde_json::{Value, json};
use work::{
    event::Listener,
    job::{JobKind, NewJob, ScopeJobs},
    mail::{MailMessage, Person, Template, Templates},
};

use super::{model::DriverDocument, rules};
use crate::{access::DRIVER_COMPLIANCE, model::Driver};

const JOB: &str = "drivers.expiry-reminders";
/// Days before the expiry date of the first reminder.
const AHEAD: TimeDelta = TimeDelta::days(30);

const EXPIRY: Template = Template {
    name: "driver-documents-expire",
    subject: "Driver documents that expire",
    text: include_str!("../mail/expiry.txt"),
};

static TEMPLATES: LazyLock<Result<Templates, String>> =
    LazyLock::new(|| Templates::new(&[EXPIRY]).map_err(|error| format!("{error:#}")));

/// Enqueues a separate job each day, for retries and monitoring.
pub(crate) fn listener() -> Listener {
    const NAME: &str = "drivers.expiry-reminders-of-the-day";
    Listener::new(
        NAME,
        &tenancy::DAY_BEGAN,
        |mut scope: Scope, _| async move {
            scope
                .enqueue(NewJob::new(JOB, json!({})).with_dedup_key("day"))
                .await?;
            scope.commit().await
        },
    )
}

pub(crate) fn job() -> JobKind {
    JobKind::new(JOB, |scope, payload| Box::pin(remind(scope, payload)))
}

/// Queues the emails and marks the documents in one transaction, so each reminder is sent once.
async fn remind(mut scope: Scope, _: Value) -> Result<()> {
    let zone = tenancy::load_zone(scope.host(), scope.tenant).await?;
    let today = scope.now().with_timezone(&zone).date_naive();
    let expiring = || Where::all().le(DriverDocument::EXPIRY_DATE, today + AHEAD);
    scope.lock_all::<DriverDocument>(expiring()).await?;
    let mut due = Vec::new();
    for document in scope.all::<DriverDocument>(expiring()).await? {
        if let Some(expiry) = document.expiry_date
            && let Some(step) = rules::due_step(expiry, today, document.reminded_days)
        {
            due.push((expiry, step, document));
        }
    }
    let drivers: Vec<DriverId> = due.iter().map(|(_, _, it)| it.driver_id).collect();
    let active = Where::all()
        .is_in(Driver::ID, &drivers)
        .eq(Driver::IS_ACTIVE, true);
    let names: HashMap<DriverId, String> = (scope.all::<Driver>(active).await?.into_iter())
        .map(|driver| (driver.id, driver.name))
        .collect();
    due.retain(|(_, _, document)| names.contains_key(&document.driver_id));
    due.sort_by_key(|(expiry, _, document)| (*expiry, document.id));
    let staff = people::load_staff_with(&mut scope, DRIVER_COMPLIANCE).await?;
    if due.is_empty() || staff.is_empty() {
        return Ok(());
    }
    let lines: Vec<String> = (due.iter())
        .map(|(expiry, _, document)| line(document, *expiry, today, &names))
        .collect();
    mail(&mut scope, staff, &lines).await?;
    for (_, step, mut document) in due {
        document.reminded_days = Some(step);
        scope.update(&mut document).await?;
    }
    scope.commit().await
}

fn line(
    document: &DriverDocument,
    expiry: NaiveDate,
    today: NaiveDate,
    names: &HashMap<DriverId, String>,
) -> String {
    let name = names.get(&document.driver_id).map_or("", String::as_str);
    let number = match document.number.as_str() {
        "" => String::new(),
        number => format!(" {number}"),
    };
    let verb = match expiry < today {
        true => "expired",
        false => "expires",
    };
    let day = expiry.format("%-d %B %Y");
    format!("{name}: {}{number} {verb} on {day}", document.kind.title())
}

async fn mail(scope: &mut Scope, staff: Vec<people::StaffMember>, lines: &[String]) -> Result<()> {
    let tenant = tenancy::tenant(scope.host(), scope.tenant)
        .await?
        .ok_or(Error::NotFound("The tenant"))?;
    let templates = TEMPLATES
        .as_ref()
        .map_err(|error| Error::internal(anyhow::anyhow!("{error}")))?;
    let content = templates.render(EXPIRY.name, &tenant.name, &json!({ "lines": lines }))?;
    for member in staff {
        let message = MailMessage {
            to: vec![Person::new(&member.name, member.email)],
            content: content.clone(),
            ..MailMessage::default()
        };
        tenancy::queue_mail(scope, message).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::documents::model::{DriverDocumentId, DriverDocumentKind};

    #[test]
    fn a_line_names_driver_document_and_day() {
        let day = |text: &str| text.parse::<NaiveDate>().unwrap();
        let names = HashMap::from([(DriverId(1), "Ann Lee".to_owned())]);
        let document = DriverDocument {
            id: DriverDocumentId(1),
            driver_id: DriverId(1),
            kind: DriverDocumentKind::Licence,
            number: "NSW 123".to_owned(),
            ..DriverDocument::default()
        };
        let text = |today| line(&document, day("2026-07-03"), day(today), &names);
        assert_eq!(
            text("2026-07-03"),
            "Ann Lee: Licence NSW 123 expires on 3 July 2026"
        );
        assert_eq!(
            text("2026-07-04"),
            "Ann Lee: Licence NSW 123 expired on 3 July 2026"
        );
    }
}
