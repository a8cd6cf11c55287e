//! Rules for the answers of report generators; rows are checked when they are written.

use super::{Rule, check_count, name, quoted};
use crate::interface::wit::*;
use data::message;
use std::collections::HashSet;

const MAX_REPORTS: usize = 100;
const MAX_NOTES: usize = 100;
const COMPONENTS: [&str; 9] = [
    "text",
    "number",
    "date",
    "date-range",
    "customer",
    "carrier",
    "choice",
    "multi-choice",
    "boolean",
];

pub(crate) fn reports(reports: &[ReportInfo]) -> Rule {
    check_count(message!("reports"), reports.len(), MAX_REPORTS)?;
    let mut seen = HashSet::new();
    for report in reports {
        name(|| message!("a report's id"), &report.id)?;
        let id = &report.id;
        if !seen.insert(id) {
            return Err(message!("report {id} is given twice"));
        }
        name(|| message!("the name of report {id}"), &report.name)?;
        let mut names = HashSet::new();
        for parameter in &report.parameters {
            let what = || message!("a parameter of report {id}");
            name(what, &parameter.name)?;
            if !names.insert(&parameter.name) {
                return Err(message!(
                    "parameter {name} of report {id} is given twice",
                    name = parameter.name
                ));
            }
            let component = parameter.component.as_str();
            if !COMPONENTS.contains(&component) {
                return Err(message!(
                    "parameter {name} of report {id} is asked for as {component}; one of {expected}",
                    name = parameter.name,
                    component = quoted(component),
                    expected = COMPONENTS.join(", ")
                ));
            }
            if matches!(component, "choice" | "multi-choice") && parameter.choices.is_empty() {
                return Err(message!(
                    "parameter {name} of report {id} is a choice without choices",
                    name = parameter.name
                ));
            }
        }
    }
    Ok(())
}

pub(crate) fn summary(summary: &Summary) -> Rule {
    check_count(message!("notes"), summary.notes.len(), MAX_NOTES)
}
