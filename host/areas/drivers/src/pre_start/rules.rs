//! Checks of pre-start answers, and the reasons that bar a shift.

use data::{FieldError, message, validate};
use tenancy::Checklists;

use super::model::{Answer, Item, LicenseState};

const MAX_TITLE_LENGTH: usize = 256;

pub(super) fn check(answer: &Answer) -> Vec<FieldError> {
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
    use chrono::DateTime;
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
