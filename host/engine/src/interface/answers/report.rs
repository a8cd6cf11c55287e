//! Rules for the answers of report generators; rows are checked when they are written.

use super::{Rule, check_count, name};
use crate::interface::wit::*;
use std::collections::HashSet;

const MAX_REPORTS: usize = 100;
const MAX_NOTES: usize = 100;
const COMPONENTS: [&str; 8] = [
    "text",
    "number",
    "date",
    "date-range",
    "customer",
    "carrier",
    "choice",
    "boolean",
];

pub(crate) fn reports(reports: &[ReportInfo]) -> Rule {
    check_count("reports", reports.len(), MAX_REPORTS)?;
    let mut seen = HashSet::new();
    for report in reports {
        name("a report's id", &report.id)?;
        let id = &report.id;
        if !seen.insert(id) {
            return Err(format!("report {id} is given twice"));
        }
        name(format_args!("the name of report {id}"), &report.name)?;
        let mut names = HashSet::new();
        for parameter in &report.parameters {
            name(format_args!("a parameter of report {id}"), &parameter.name)?;
            if !names.insert(&parameter.name) {
                return Err(format!(
                    "parameter {} of report {id} is given twice",
                    parameter.name
                ));
            }
            let component = parameter.component.as_str();
            if !COMPONENTS.contains(&component) {
                return Err(format!(
                    "parameter {} of report {id} is asked for as {component:?}; one of {}",
                    parameter.name,
                    COMPONENTS.join(", ")
                ));
            }
            if component == "choice" && parameter.choices.is_empty() {
                return Err(format!(
                    "parameter {} of report {id} is a choice without choices",
                    parameter.name
                ));
            }
        }
    }
    Ok(())
}

pub(crate) fn summary(summary: &Summary) -> Rule {
    check_count("notes", summary.notes.len(), MAX_NOTES)
}
