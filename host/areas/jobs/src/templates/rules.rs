//! Days of a template's recurrence, and the job of a day.

use chrono::{DateTime, Days, NaiveDate, NaiveTime, Utc};
use chrono_tz::Tz;
use data::{FieldError, case::to_instant, message};

use super::model::{JobTemplate, Weekday};
use crate::jobs::{
    model::{Job, JobItem, JobType},
    rules,
    status::JobStatus,
};

/// Days that a view shows ahead.
const NEXT_DATES: usize = 5;
/// Days that are searched for them.
const MAX_DAYS_AHEAD: u64 = 400;

/// True if the recurrence makes a job for the day.
pub(super) fn occurs_on(template: &JobTemplate, day: NaiveDate, holidays: &[NaiveDate]) -> bool {
    template.is_active
        && template.weekdays.contains(&Weekday::from_date(day))
        && template.from_date.is_none_or(|from| from <= day)
        && template.until_date.is_none_or(|until| day <= until)
        && !(template.skip_holidays && holidays.contains(&day))
}

/// Returns the next days of the recurrence, from a day on.
pub(super) fn next_dates(
    template: &JobTemplate,
    from: NaiveDate,
    holidays: &[NaiveDate],
) -> Vec<NaiveDate> {
    let first = template.from_date.map_or(from, |begin| begin.max(from));
    (0..MAX_DAYS_AHEAD)
        .map_while(|ahead| first.checked_add_days(Days::new(ahead)))
        .filter(|day| occurs_on(template, *day, holidays))
        .take(NEXT_DATES)
        .collect()
}

/// True if the recurrence has to make the job of the day now: it was not made before, and the goods
/// are not ready already.
pub(super) fn is_due(
    template: &JobTemplate,
    day: NaiveDate,
    holidays: &[NaiveDate],
    zone: Tz,
    now: DateTime<Utc>,
) -> bool {
    let ready = template.ready_time.as_deref().and_then(parse_time);
    occurs_on(template, day, holidays)
        && template.last_date.is_none_or(|last| last < day)
        && ready.is_none_or(|ready| to_instant(day.and_time(ready), zone) >= now)
}

/// Returns the job of a day. It needs no confirmation.
pub(super) fn to_job(template: &JobTemplate, day: NaiveDate, zone: Tz) -> Job {
    let instant = |time: &Option<String>| {
        let time = time.as_deref().and_then(parse_time)?;
        Some(to_instant(day.and_time(time), zone))
    };
    Job {
        job_status: JobStatus::Unallocated,
        template_id: Some(template.id),
        template_date: Some(day),
        pickup_date: Some(day),
        pickup_ready_time: instant(&template.ready_time),
        deadline: instant(&template.deadline_time),
        ..to_members(template)
    }
}

fn to_members(template: &JobTemplate) -> Job {
    Job {
        customer_id: template.customer_id,
        job_type: template.job_type,
        from_address: template.from_address.clone(),
        to_address: template.to_address.clone(),
        items: template.items.clone(),
        service_code: template.service_code.clone(),
        service_name: template.service_name.clone(),
        route_code: template.route_code.clone(),
        reference: template.reference.clone(),
        cost_centre: template.cost_centre.clone(),
        time_slot: template.time_slot.clone(),
        special_instructions: template.special_instructions.clone(),
        delivery_instructions: template.delivery_instructions.clone(),
        ..Job::default()
    }
}

/// Normalizes a template as its jobs would be.
pub(super) fn tidy(template: &mut JobTemplate, country: &str) {
    let mut job = to_members(template);
    rules::tidy(&mut job, country);
    template.from_address = job.from_address;
    template.to_address = job.to_address;
    template.service_code = job.service_code;
    template.service_name = job.service_name;
    template.route_code = job.route_code;
    template.reference = job.reference;
    template.cost_centre = job.cost_centre;
    template.time_slot = job.time_slot;
    template.special_instructions = job.special_instructions;
    template.delivery_instructions = job.delivery_instructions;
    // Each job has its own items and articles.
    for item in &mut template.items {
        *item = JobItem {
            id: 0,
            article_numbers: Vec::new(),
            label_codes: Vec::new(),
            ..std::mem::take(item)
        };
    }
    template.weekdays.sort_unstable();
    template.weekdays.dedup();
    for time in [&mut template.ready_time, &mut template.deadline_time] {
        *time = time.take().filter(|time| !time.is_empty());
        if let Some(parsed) = time.as_deref().and_then(parse_time) {
            *time = Some(parsed.format("%H:%M").to_string());
        }
    }
}

/// Checks a template by the rules of its jobs.
pub(super) fn check(template: &JobTemplate) -> Vec<FieldError> {
    let job = to_members(template);
    let mut errors: Vec<FieldError> = rules::check(&job)
        .into_iter()
        .chain(rules::check_complete(&job))
        .map(|error| FieldError {
            member: error.member.replacen("job.", "jobtemplate.", 1),
            ..error
        })
        .collect();
    let mut refuse = |member: &str, problem| {
        errors.push(FieldError::new(format!("jobtemplate.{member}"), problem));
    };
    if template.name.is_empty() {
        refuse("name", message!("is required"));
    } else if template.name.chars().count() > rules::MAX_REFERENCE_LENGTH {
        let max = rules::MAX_REFERENCE_LENGTH;
        refuse("name", message!("must be at most {max} characters"));
    }
    if matches!(template.job_type, JobType::LineHaul | JobType::MultiStop) {
        refuse(
            "jobtype",
            message!(
                "cannot be {kind}: it has its own call",
                kind = template.job_type
            ),
        );
    }
    let times = [&template.ready_time, &template.deadline_time];
    let parsed = times.map(|time| time.as_deref().map(parse_time));
    for (member, time) in [("readytime", parsed[0]), ("deadlinetime", parsed[1])] {
        if time == Some(None) {
            refuse(member, message!("must be a time, as in 09:30"));
        }
    }
    if let [Some(Some(ready)), Some(Some(deadline))] = parsed
        && deadline < ready
    {
        refuse(
            "deadlinetime",
            message!("must not be before the goods are ready"),
        );
    }
    if let (Some(from), Some(until)) = (template.from_date, template.until_date)
        && until < from
    {
        refuse("untildate", message!("must not be before the first day"));
    }
    errors
}

fn parse_time(text: &str) -> Option<NaiveTime> {
    NaiveTime::parse_from_str(text, "%H:%M").ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jobs::model::JobAddress;

    const ZONE: Tz = Tz::Australia__Melbourne;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn template() -> JobTemplate {
        let address = Some(JobAddress {
            company_name: Some("Bluegum Wines".to_owned()),
            post_code: "3026".to_owned(),
            suburb: "Derrimut".to_owned(),
            country_code: "AU".to_owned(),
            ..JobAddress::default()
        });
        JobTemplate {
            name: "Milk run".to_owned(),
            from_address: address.clone(),
            to_address: address,
            items: vec![JobItem {
                id: 7,
                quantity: 1,
                article_numbers: vec!["J00001-001".to_owned()],
                ..JobItem::default()
            }],
            weekdays: vec![Weekday::Monday, Weekday::Wednesday],
            from_date: Some(day("2026-03-02")),
            until_date: Some(day("2026-03-31")),
            ready_time: Some("9:05".to_owned()),
            deadline_time: Some("15:00".to_owned()),
            ..JobTemplate::default()
        }
    }

    #[test]
    fn a_job_is_made_on_its_weekdays_within_its_dates_and_not_on_holidays() {
        let holidays = [day("2026-03-09")];
        let dates: Vec<String> = next_dates(&template(), day("2026-01-01"), &holidays)
            .iter()
            .map(ToString::to_string)
            .collect();
        let expected = [
            "2026-03-02",
            "2026-03-04",
            "2026-03-11",
            "2026-03-16",
            "2026-03-18",
        ];
        assert_eq!(dates, expected);
        let always = JobTemplate {
            skip_holidays: false,
            ..template()
        };
        assert!(occurs_on(&always, holidays[0], &holidays));
        assert_eq!(next_dates(&template(), day("2026-03-31"), &[]), []);
        let paused = JobTemplate {
            is_active: false,
            ..template()
        };
        assert_eq!(next_dates(&paused, day("2026-03-02"), &[]), []);
    }

    #[test]
    fn a_day_is_made_once_and_not_after_its_time() {
        let monday = day("2026-03-02");
        let is_due = |template: &JobTemplate, now: &str| {
            super::is_due(template, monday, &[], ZONE, now.parse().unwrap())
        };
        assert!(is_due(&template(), "2026-03-01T02:00:00Z"));
        // 9:05 in Melbourne is 22:05 of the day before.
        assert!(!is_due(&template(), "2026-03-01T22:06:00Z"));
        let made = JobTemplate {
            last_date: Some(monday),
            ..template()
        };
        assert!(!is_due(&made, "2026-03-01T02:00:00Z"));
        let untimed = JobTemplate {
            ready_time: None,
            ..template()
        };
        assert!(is_due(&untimed, "2026-03-02T02:00:00Z"));
    }

    #[test]
    fn the_job_of_a_day_has_its_times_in_the_tenants_zone() {
        let mut template = template();
        tidy(&mut template, "AU");
        assert_eq!(template.ready_time.as_deref(), Some("09:05"));
        assert_eq!(template.items[0].id, 0);
        assert!(template.items[0].article_numbers.is_empty());
        let job = to_job(&template, day("2026-03-02"), ZONE);
        assert_eq!(job.pickup_ready_time, "2026-03-01T22:05:00Z".parse().ok());
        assert_eq!(job.deadline, "2026-03-02T04:00:00Z".parse().ok());
        assert_eq!(job.job_status, JobStatus::Unallocated);
        assert!(check(&template).is_empty());
    }

    #[test]
    fn errors_name_the_members_of_the_template() {
        let wrong = JobTemplate {
            name: String::new(),
            items: Vec::new(),
            job_type: JobType::LineHaul,
            ready_time: Some("16:00".to_owned()),
            until_date: Some(day("2026-03-01")),
            ..template()
        };
        let members = |template: &JobTemplate| -> Vec<String> {
            check(template).into_iter().map(|it| it.member).collect()
        };
        assert_eq!(
            members(&wrong),
            [
                "jobtemplate.items",
                "jobtemplate.name",
                "jobtemplate.jobtype",
                "jobtemplate.deadlinetime",
                "jobtemplate.untildate"
            ]
        );
        let unread = JobTemplate {
            ready_time: Some("25:00".to_owned()),
            ..template()
        };
        assert_eq!(members(&unread), ["jobtemplate.readytime"]);
    }
}
