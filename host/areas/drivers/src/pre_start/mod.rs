//! Pre-start answers: a driver's confirmations before a shift, and the reasons that bar it.

mod export;
mod model;
mod rules;

use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};
use data::{
    ById, Change, Empty, Error, ListQuery, Message, Needs, PageOf, Record, Refusal, Result, Scope,
    Where,
    ids::{DriverId, TenantId},
    message,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tenancy::Checklists;
use web::{Routes, http::Method};

use self::{
    model::{Answer, PreStartAnswerId},
    rules::reasons,
};
use crate::{
    access::{DRIVER_COMPLIANCE, DRIVERS},
    events,
    model::Driver,
};

/// Maximum answers of a driver in [`ANSWERS_PERIOD`]: hours and lists read all of them.
const MAX_ANSWERS: i64 = 20;
const ANSWERS_PERIOD: TimeDelta = TimeDelta::hours(24);
const TOO_MANY_ANSWERS: Refusal = Refusal::new(
    4602,
    "The driver has answered too often in the last 24 hours. Try again later.",
);

pub(crate) fn table() -> Routes {
    let needs = Needs::DriverOr(DRIVER_COMPLIANCE);
    Routes::new("/api/compliance/pre-start-check")
        .feature(DRIVERS)
        .list("driver-pre-start-answers", needs, list)
        .get("driver-pre-start-answer", needs, get)
        .post("driver-pre-start-answer", Needs::SaveOwn, save)
        .get("checklists", needs, get_checklists)
        .raw(
            Method::GET,
            "export-driver-pre-start-answers",
            DRIVER_COMPLIANCE,
            0,
            export::export,
        )
        .describe_query::<export::ExportQuery>()
        .describe_query::<ListQuery>()
}

/// A driver's answers, with the reasons that bar the shift.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "DriverPreStartAnswerView")]
struct AnswerView {
    #[serde(flatten)]
    answer: Answer,
    tenantid: TenantId,
    /// Reasons that bar the shift, as sentences.
    reasons: Vec<String>,
}

/// One pre-start answer.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct OneAnswer {
    driver_pre_start_answer: AnswerView,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SaveAnswer {
    driver_pre_start_answer: Change<Answer>,
}

async fn list(mut scope: Scope, _: Empty, query: ListQuery) -> Result<PageOf<AnswerView>> {
    let tenant = scope.tenant;
    let page = scope.page::<Answer>(&query, Where::all()).await?;
    Ok(page.map(|answer| to_view(answer, tenant)))
}

async fn get(mut scope: Scope, ById { id }: ById<PreStartAnswerId>) -> Result<OneAnswer> {
    let answer = scope.find(id).await?;
    Ok(OneAnswer {
        driver_pre_start_answer: to_view(answer, scope.tenant),
    })
}

/// Stores new answers. Given answers are never changed: they are evidence.
async fn save(mut scope: Scope, sent: SaveAnswer) -> Result<OneAnswer> {
    let sent = sent.driver_pre_start_answer;
    if !sent.is_new() {
        return Err(Error::invalid(
            "driverPreStartAnswer.id",
            message!("must be omitted: given answers cannot be changed"),
        ));
    }
    if scope.caller.driver().is_none() {
        scope.require(DRIVER_COMPLIANCE)?;
    }
    let mut edit = scope.edit(sent).await?;
    let given = (edit.record.driver_id.0 > 0).then_some(edit.record.driver_id);
    edit.record.driver_id = crate::availability::resolve(&mut scope, given).await?.id;
    let now = scope.now();
    let errors = rules::check(&edit.record, now);
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    check_number(&mut scope, edit.record.driver_id, now).await?;
    rules::apply_checklists(&mut edit.record, &checklists(&scope).await?);
    edit.record.creation_time = now;
    edit.record.is_barred = !reasons(&edit.record).is_empty();
    scope.store(&mut edit).await?;
    events::publish_changed(&mut scope, edit.record.driver_id).await?;
    scope.commit().await?;
    Ok(OneAnswer {
        driver_pre_start_answer: to_view(edit.record, scope.tenant),
    })
}

/// Rejects an answer beyond the maximum. Locks the driver, so that concurrent answers are counted.
async fn check_number(scope: &mut Scope, driver: DriverId, now: DateTime<Utc>) -> Result<()> {
    scope.lock::<Driver>(driver).await?;
    let recent = Where::all()
        .eq(Answer::DRIVER_ID, driver)
        .gt(Answer::CREATION_TIME, now - ANSWERS_PERIOD);
    match scope.count::<Answer>(recent).await? < MAX_ANSWERS {
        true => Ok(()),
        false => Err(TOO_MANY_ANSWERS.into()),
    }
}

fn to_view(answer: Answer, tenantid: TenantId) -> AnswerView {
    AnswerView {
        reasons: reasons(&answer),
        answer,
        tenantid,
    }
}

/// The tenant's checklists before a shift.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "PreStartChecklists")]
struct PreStartChecklists {
    checklists: Checklists,
}

async fn get_checklists(scope: Scope, _: Empty) -> Result<PreStartChecklists> {
    Ok(PreStartChecklists {
        checklists: checklists(&scope).await?,
    })
}

async fn checklists(scope: &Scope) -> Result<Checklists> {
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    Ok(settings.compliance.checklists.clone())
}

/// An answer without its checklists.
#[derive(Debug, Record)]
#[record(view_of = Answer)]
struct Outcome {
    id: PreStartAnswerId,
    driver_id: DriverId,
    creation_time: DateTime<Utc>,
    is_barred: bool,
}

/// Returns the drivers of these whose newest answers since a time bar them, with the first reason.
pub(crate) async fn load_barred(
    scope: &mut Scope,
    drivers: &[DriverId],
    since: DateTime<Utc>,
) -> Result<HashMap<DriverId, Message>> {
    let mut outcomes: Vec<Outcome> = scope
        .all(
            Where::all()
                .is_in(Answer::DRIVER_ID, drivers)
                .ge(Answer::CREATION_TIME, since),
        )
        .await?;
    outcomes.sort_by_key(|outcome| (outcome.creation_time, outcome.id));
    let newest: HashMap<DriverId, Outcome> = (outcomes.into_iter())
        .map(|outcome| (outcome.driver_id, outcome))
        .collect();
    let barring: Vec<PreStartAnswerId> = (newest.into_values())
        .filter(|outcome| outcome.is_barred)
        .map(|outcome| outcome.id)
        .collect();
    if barring.is_empty() {
        return Ok(HashMap::new());
    }
    let answers: Vec<Answer> = scope.all(Where::all().is_in(Answer::ID, &barring)).await?;
    Ok(answers
        .iter()
        .map(|answer| {
            let reason = reasons(answer).into_iter().next().unwrap_or_default();
            let text = message!(
                "The pre-start answers bar the driver: {reason}",
                reason = reason
            );
            (answer.driver_id, text)
        })
        .collect())
}

type Times = (Option<DateTime<Utc>>, Option<DateTime<Utc>>);

/// Driving times of an answer, and the break in them.
pub(crate) struct Drive {
    pub work: Times,
    pub pause: Times,
}

/// The columns of a [`Drive`].
#[derive(Debug, Record)]
#[record(view_of = Answer)]
struct DriveTimes {
    break_start_time: Option<DateTime<Utc>>,
    break_end_time: Option<DateTime<Utc>>,
    drive_start_time: Option<DateTime<Utc>>,
    drive_end_time: Option<DateTime<Utc>>,
}

/// Loads driving times and breaks of answers since a time.
pub(crate) async fn load_drives(
    scope: &mut Scope,
    driver: DriverId,
    since: DateTime<Utc>,
) -> Result<Vec<Drive>> {
    let has_times = Where::all()
        .is_not_null(Answer::DRIVE_START_TIME)
        .or(Where::all().is_not_null(Answer::BREAK_START_TIME));
    let rows: Vec<DriveTimes> = scope
        .all(
            has_times
                .eq(Answer::DRIVER_ID, driver)
                .ge(Answer::CREATION_TIME, since),
        )
        .await?;
    let to_drive = |row: DriveTimes| Drive {
        work: (row.drive_start_time, row.drive_end_time),
        pause: (row.break_start_time, row.break_end_time),
    };
    Ok(rows.into_iter().map(to_drive).collect())
}
