//! Pre-start answers: a driver's confirmations before a shift, and the reasons that bar it.

use chrono::{DateTime, Utc};
use data::{
    ById, Change, Empty, Error, FieldError, Form, ListQuery, Needs, PageOf, Record, Result, Scope,
    TextEnum, Where,
    ids::{DriverId, TenantId},
    message, validate,
};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web::Routes;

use crate::access::{DRIVER_COMPLIANCE, DRIVERS};

data::id! { PreStartAnswerId }

const MAX_ITEMS: usize = 50;
const MAX_TITLE_LENGTH: usize = 256;
const MAX_TIME_ON_ROAD_LENGTH: usize = 64;

pub(crate) fn table() -> Routes {
    let needs = Needs::DriverOr(DRIVER_COMPLIANCE);
    Routes::new("/api/compliance/pre-start-check")
        .feature(DRIVERS)
        .list("driver-pre-start-answers", needs, list)
        .get("driver-pre-start-answer", needs, get)
        .post("driver-pre-start-answer", Needs::SaveOwn, save)
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, TextEnum)]
pub enum LicenseState {
    #[default]
    Valid,
    Invalid,
    /// A stored value unknown to this version.
    #[text_enum(unknown)]
    Unknown,
}

/// An item of a checklist. Selected: in order.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "PreStartItem")]
pub struct Item {
    pub title: String,
    pub selected: bool,
}

/// A driver's answers before a shift.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema, Record, Form, Validate)]
#[serde(default)]
#[schemars(rename = "DriverPreStartAnswer")]
#[record(table = "pre_start_answers", name = "The pre-start answer", open)]
#[garde(allow_unvalidated)]
struct Answer {
    id: PreStartAnswerId,
    #[serde(rename = "rowVersion")]
    row_version: i64,
    /// A driver's user may omit it.
    #[serde(rename = "driverid")]
    #[record(driver)]
    driver_id: DriverId,
    #[serde(rename = "creationtime")]
    #[record(protected)]
    creation_time: DateTime<Utc>,
    /// Time on the road since the last long rest, in the driver's words.
    #[serde(rename = "timeonroad")]
    #[garde(length(chars, max = MAX_TIME_ON_ROAD_LENGTH))]
    time_on_road: Option<String>,
    #[serde(rename = "breakstarttime")]
    break_start_time: Option<DateTime<Utc>>,
    #[serde(rename = "breakendtime")]
    break_end_time: Option<DateTime<Utc>>,
    #[serde(rename = "drivestarttime")]
    drive_start_time: Option<DateTime<Utc>>,
    #[serde(rename = "driveendtime")]
    drive_end_time: Option<DateTime<Utc>>,
    #[serde(rename = "hadenoughsleep")]
    had_enough_sleep: bool,
    #[serde(rename = "stateofdriverslicense")]
    license_state: LicenseState,
    #[serde(rename = "undertheinfluenceofdrugs")]
    under_drugs: bool,
    #[serde(rename = "undertheinfluenceofalcohol")]
    under_alcohol: bool,
    #[serde(rename = "wearingpropersafetyequipment")]
    wears_equipment: bool,
    #[record(json)]
    #[garde(length(max = MAX_ITEMS))]
    body: Vec<Item>,
    #[record(json)]
    #[garde(length(max = MAX_ITEMS))]
    engine: Vec<Item>,
    #[record(json)]
    #[garde(length(max = MAX_ITEMS))]
    electrical: Vec<Item>,
    #[serde(rename = "wheelstyres")]
    #[record(json)]
    #[garde(length(max = MAX_ITEMS))]
    wheels_tyres: Vec<Item>,
    #[serde(rename = "driverinsuarancecoverage")]
    #[record(json)]
    #[garde(length(max = MAX_ITEMS))]
    insurance_coverage: Vec<Item>,
    #[serde(rename = "safetyequipment")]
    #[record(json)]
    #[garde(length(max = MAX_ITEMS))]
    safety_equipment: Vec<Item>,
    /// True if the answers bar the driver from this shift.
    #[serde(rename = "isbarred")]
    #[record(protected)]
    is_barred: bool,
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
    let errors = check(&edit.record);
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    edit.record.creation_time = scope.now();
    edit.record.is_barred = !reasons(&edit.record).is_empty();
    scope.store(&mut edit).await?;
    scope.commit().await?;
    Ok(OneAnswer {
        driver_pre_start_answer: to_view(edit.record, scope.tenant),
    })
}

fn to_view(answer: Answer, tenantid: TenantId) -> AnswerView {
    AnswerView {
        reasons: reasons(&answer),
        answer,
        tenantid,
    }
}

fn check(answer: &Answer) -> Vec<FieldError> {
    const PATH: &str = "driverPreStartAnswer";
    let mut errors = validate::check(PATH, answer);
    for (member, from, to) in [
        (
            "breakendtime",
            answer.break_start_time,
            answer.break_end_time,
        ),
        (
            "driveendtime",
            answer.drive_start_time,
            answer.drive_end_time,
        ),
    ] {
        if let (Some(from), Some(to)) = (from, to)
            && to < from
        {
            let text = message!("must not be before the start");
            errors.push(FieldError::new(format!("{PATH}.{member}"), text));
        }
    }
    for (member, items) in answer.checklists() {
        for (at, item) in items.iter().enumerate() {
            let length = item.title.trim().chars().count();
            if !(1..=MAX_TITLE_LENGTH).contains(&length) {
                let text = message!("must be 1 to {max} characters", max = MAX_TITLE_LENGTH);
                errors.push(FieldError::new(
                    format!("{PATH}.{member}[{at}].title"),
                    text,
                ));
            }
        }
    }
    errors
}

impl Answer {
    fn checklists(&self) -> [(&'static str, &[Item]); 6] {
        [
            ("body", &self.body),
            ("engine", &self.engine),
            ("electrical", &self.electrical),
            ("wheelstyres", &self.wheels_tyres),
            ("driverinsuarancecoverage", &self.insurance_coverage),
            ("safetyequipment", &self.safety_equipment),
        ]
    }
}

/// Returns the reasons that bar a shift. Fitness, licence and equipment bar; an item of a checklist
/// that is not in order is a defect to report.
fn reasons(answer: &Answer) -> Vec<String> {
    let bars = [
        (
            !answer.had_enough_sleep,
            message!("The driver has not slept enough."),
        ),
        (
            answer.license_state != LicenseState::Valid,
            message!("The driver's licence is not valid."),
        ),
        (
            answer.under_drugs,
            message!("The driver is under the influence of drugs."),
        ),
        (
            answer.under_alcohol,
            message!("The driver is under the influence of alcohol."),
        ),
        (
            !answer.wears_equipment,
            message!("The driver does not wear proper safety equipment."),
        ),
    ];
    let found = bars.into_iter().filter(|(bars, _)| *bars);
    found.map(|(_, reason)| reason.to_string()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fit() -> Answer {
        Answer {
            had_enough_sleep: true,
            wears_equipment: true,
            ..Answer::default()
        }
    }

    #[test]
    fn a_fit_driver_may_drive() {
        assert_eq!(reasons(&fit()), Vec::<String>::new());
    }

    #[test]
    fn each_unfit_answer_bars() {
        let cases: [fn(&mut Answer); 5] = [
            |it| it.had_enough_sleep = false,
            |it| it.license_state = LicenseState::Invalid,
            |it| it.under_drugs = true,
            |it| it.under_alcohol = true,
            |it| it.wears_equipment = false,
        ];
        for change in cases {
            let mut answer = fit();
            change(&mut answer);
            assert_eq!(reasons(&answer).len(), 1, "{answer:?}");
        }
    }

    #[test]
    fn times_are_in_order_and_items_have_titles() {
        let at = |seconds| DateTime::from_timestamp(seconds, 0);
        let answer = Answer {
            drive_start_time: at(20),
            drive_end_time: at(10),
            engine: vec![Item::default()],
            ..fit()
        };
        let members: Vec<String> = check(&answer).into_iter().map(|it| it.member).collect();
        assert_eq!(
            members,
            [
                "driverPreStartAnswer.driveendtime",
                "driverPreStartAnswer.engine[0].title"
            ]
        );
    }
}
