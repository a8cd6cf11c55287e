//! Validation of the settings of drivers' compliance.

use std::collections::HashSet;

use data::message;

use crate::settings::model::compliance::Compliance;
use crate::settings::rules::Errors;

const MAX_RETENTION_DAYS: i64 = 3650;
/// A pre-start answer holds as many in each list.
const MAX_ITEMS: usize = 50;
const MAX_TITLE_LENGTH: usize = 256;

pub(crate) fn check(errors: &mut Errors, compliance: &Compliance) {
    errors.require(
        (0..=MAX_RETENTION_DAYS).contains(&compliance.position_retention_days),
        "compliance.positionRetentionDays",
        message!(
            "must be from {min} to {max}",
            min = 0,
            max = MAX_RETENTION_DAYS
        ),
    );
    for (name, items) in compliance.checklists.by_name() {
        let path = format!("compliance.checklists.{name}");
        errors.require(
            items.len() <= MAX_ITEMS,
            &path,
            message!("must be at most {max}", max = MAX_ITEMS),
        );
        let mut titles = HashSet::new();
        for (at, item) in items.iter().enumerate() {
            let title = item.title.trim();
            let member = format!("{path}[{at}].title");
            if errors.require(
                (1..=MAX_TITLE_LENGTH).contains(&title.chars().count()),
                &member,
                message!("must be 1 to {max} characters", max = MAX_TITLE_LENGTH),
            ) {
                let is_new = titles.insert(title.to_lowercase());
                errors.require(is_new, &member, message!("is used twice"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::model::compliance::ChecklistItem;

    fn members(compliance: &Compliance) -> Vec<String> {
        let mut errors = Errors::default();
        check(&mut errors, compliance);
        match errors.finish() {
            Err(data::Error::Invalid(fields)) => {
                fields.into_iter().map(|field| field.member).collect()
            }
            _ => Vec::new(),
        }
    }

    #[test]
    fn defaults_are_valid_and_wrong_members_are_named() {
        assert_eq!(members(&Compliance::default()), Vec::<String>::new());
        let item = |title: &str| ChecklistItem {
            title: title.to_owned(),
            bars: true,
        };
        let mut wrong = Compliance {
            position_retention_days: -1,
            ..Compliance::default()
        };
        wrong.checklists.engine = vec![item("Oil"), item(" "), item("oil")];
        wrong.checklists.body = vec![item("Doors"); 1];
        assert_eq!(
            members(&wrong),
            [
                "compliance.positionRetentionDays",
                "compliance.checklists.engine[1].title",
                "compliance.checklists.engine[2].title"
            ]
        );
    }
}
