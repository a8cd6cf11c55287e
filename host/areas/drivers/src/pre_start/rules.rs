//! Checks of pre-start answers, and the reasons that bar a shift.

use chrono::{DateTime, TimeDelta, Utc};
use data::{FieldError, Message, message, validate};
use tenancy::Checklists;

use super::model::{Answer, Item, LicenseState};
use crate::{hours::HISTORY, waypoints::MAX_AHEAD};

const PATH: &str = "driverPreStartAnswer";
const MAX_TITLE_LENGTH: usize = 256;
/// Longest drive or break of an answer.
const MAX_LENGTH: TimeDelta = TimeDelta::hours(24);

pub(super) fn check(answer: &Answer, now: DateTime<Utc>) -> Vec<FieldError> {
    let mut errors = validate::check(PATH, answer);
    errors.extend(check_times(answer, now));
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

type Time = Option<DateTime<Utc>>;

/// Checks the times of a drive and of the break in it, from which hours are computed.
fn check_times(answer: &Answer, now: DateTime<Utc>) -> Vec<FieldError> {
    let mut errors = Vec::new();
    let mut reject = |member: &str, text: Message| {
        errors.push(FieldError::new(format!("{PATH}.{member}"), text));
    };
    let (break_start, break_end) = (answer.break_start_time, answer.break_end_time);
    let (drive_start, drive_end) = (answer.drive_start_time, answer.drive_end_time);
    for (start, from, end, to) in [
        ("breakstarttime", break_start, "breakendtime", break_end),
        ("drivestarttime", drive_start, "driveendtime", drive_end),
    ] {
        for (member, time) in [(start, from), (end, to)] {
            if let Some(text) = time.and_then(|time| check_time(time, now)) {
                reject(member, text);
            }
        }
        if is_before(to, from) {
            reject(end, message!("must not be before the start"));
        }
        if let (Some(from), Some(to)) = (from, to)
            && to - from > MAX_LENGTH
        {
            let hours = MAX_LENGTH.num_hours();
            let text = message!("must be at most {hours} hours after the start");
            reject(end, text);
        }
    }
    match (break_start, break_end) {
        (Some(_), None) => reject("breakendtime", message!("is required")),
        (None, Some(_)) => reject("breakstarttime", message!("is required")),
        _ => {}
    }
    if is_before(break_start, drive_start) {
        reject(
            "breakstarttime",
            message!("must not be before the drive starts"),
        );
    }
    if is_before(drive_end, break_end) {
        reject("breakendtime", message!("must not be after the drive ends"));
    }
    errors
}

fn check_time(time: DateTime<Utc>, now: DateTime<Utc>) -> Option<Message> {
    if time > now + MAX_AHEAD {
        return Some(message!("must not be in the future"));
    }
    let days = HISTORY.num_days();
    (time < now - HISTORY).then(|| message!("is more than {days} days ago"))
}

/// False unless both times are given.
fn is_before(one: Time, other: Time) -> bool {
    one.zip(other).is_some_and(|(one, other)| one < other)
}

/// Marks the items that bar by the tenant's checklists. A barring item without an answer is added
/// as one that is not in order.
pub(super) fn apply_checklists(answer: &mut Answer, checklists: &Checklists) {
    for (items, (_, wanted)) in answer
        .checklists_mut()
        .into_iter()
        .zip(checklists.by_name())
    {
        for item in items.iter_mut() {
            item.bars = false;
        }
        for wanted in wanted.iter().filter(|wanted| wanted.bars) {
            let is_same = |item: &&mut Item| is_title(&item.title, &wanted.title);
            match items.iter_mut().find(is_same) {
                Some(item) => item.bars = true,
                None => items.push(Item {
                    title: wanted.title.trim().to_owned(),
                    selected: false,
                    bars: true,
                }),
            }
        }
    }
}

fn is_title(one: &str, other: &str) -> bool {
    one.trim().to_lowercase() == other.trim().to_lowercase()
}

/// Returns the reasons that bar a shift: fitness, licence and equipment, and items of a checklist
/// that the tenant lets bar. Any other item that is not in order is a defect to report.
pub(super) fn reasons(answer: &Answer) -> Vec<String> {
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
    let defects = (answer.checklists().into_iter())
        .flat_map(|(_, items)| items)
        .filter(|item| item.bars && !item.selected)
        .map(|item| message!("Not in order: {item}.", item = item.title));
    let found = found.map(|(_, reason)| reason).chain(defects);
    found.map(|reason| reason.to_string()).collect()
}

#[cfg(test)]
mod tests {
    use tenancy::ChecklistItem;

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

    fn now() -> DateTime<Utc> {
        DateTime::from_timestamp(1_800_000_000, 0).unwrap()
    }

    /// Hours before now.
    fn ago(hours: i64) -> Time {
        Some(now() - TimeDelta::hours(hours))
    }

    fn members(answer: &Answer) -> Vec<String> {
        let errors = check(answer, now()).into_iter();
        errors
            .map(|it| it.member[PATH.len() + 1..].to_owned())
            .collect()
    }

    #[test]
    fn times_are_in_order_and_items_have_titles() {
        let answer = Answer {
            drive_start_time: ago(1),
            drive_end_time: ago(2),
            engine: vec![Item::default()],
            ..fit()
        };
        assert_eq!(members(&answer), ["driveendtime", "engine[0].title"]);
    }

    #[test]
    fn a_drive_and_a_break_are_recent_and_no_longer_than_a_day() {
        let drive = |start: Time, end: Time| {
            members(&Answer {
                drive_start_time: start,
                drive_end_time: end,
                ..fit()
            })
        };
        let none: [&str; 0] = [];
        assert_eq!(drive(ago(24), ago(0)), none);
        assert_eq!(drive(ago(5), None), none);
        assert_eq!(drive(ago(16 * 24), ago(15 * 24)), none);
        let ahead = |minutes| Some(now() + TimeDelta::minutes(minutes));
        assert_eq!(drive(ago(1), ahead(5)), none, "the device's clock is ahead");
        assert_eq!(drive(ago(1), ahead(6)), ["driveendtime"]);
        assert_eq!(drive(ago(25), ago(0)), ["driveendtime"]);
        assert_eq!(drive(ago(16 * 24 + 1), ago(16 * 24)), ["drivestarttime"]);
        let ancient = Some(DateTime::UNIX_EPOCH);
        assert_eq!(drive(ancient, ago(0)), ["drivestarttime", "driveendtime"]);
    }

    #[test]
    fn a_break_has_both_ends_and_lies_within_the_drive() {
        let pause = |start: Time, end: Time| {
            let answer = Answer {
                break_start_time: start,
                break_end_time: end,
                ..fit()
            };
            let alone = members(&answer);
            let in_drive = members(&Answer {
                drive_start_time: ago(8),
                drive_end_time: ago(2),
                ..answer
            });
            (alone, in_drive)
        };
        let none = Vec::<String>::new;
        assert_eq!(pause(ago(8), ago(2)), (none(), none()));
        let start = || vec!["breakstarttime".to_owned()];
        let end = || vec!["breakendtime".to_owned()];
        assert_eq!(pause(ago(5), None), (end(), end()));
        assert_eq!(pause(None, ago(5)), (start(), start()));
        assert_eq!(pause(ago(9), ago(5)), (none(), start()));
        assert_eq!(pause(ago(5), ago(1)), (none(), end()));
        assert_eq!(pause(ago(30), ago(5)).0, end(), "longer than a day");
    }

    #[test]
    fn items_that_the_tenant_lets_bar_must_be_in_order() {
        let item = |title: &str, bars| ChecklistItem {
            title: title.to_owned(),
            bars,
        };
        let checklists = Checklists {
            engine: vec![item("Oil", true), item("Noise", false)],
            ..Checklists::default()
        };
        let answered = |title: &str, selected| Item {
            title: title.to_owned(),
            selected,
            // A caller cannot set it.
            bars: true,
        };
        let mut answer = Answer {
            engine: vec![answered("oil ", true), answered("Noise", false)],
            body: vec![answered("Doors", false)],
            ..fit()
        };
        apply_checklists(&mut answer, &checklists);
        assert_eq!(reasons(&answer), Vec::<String>::new());
        answer.engine[0].selected = false;
        assert_eq!(reasons(&answer), ["Not in order: oil ."]);
        answer.engine.clear();
        apply_checklists(&mut answer, &checklists);
        assert_eq!(reasons(&answer), ["Not in order: Oil."]);
    }
}
