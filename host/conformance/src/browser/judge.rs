//! Report rows for a front end's looks.

use super::{
    GROUP, Seen, WHAT,
    stage::{Found, Look},
};
use crate::report::Report;

/// Maximum distinct faults listed in a row.
const EXAMPLES: usize = 4;

pub fn rows(seen: &Seen, report: &mut Report) {
    if seen.windows == 0 {
        return report.skip(GROUP, WHAT, "the manifest names no slot and no page");
    }
    let hung: Vec<String> = seen
        .hung
        .iter()
        .map(|place| format!("{place}: nothing was heard of it any more, as of an endless loop"))
        .collect();
    report.judge(GROUP, "answers in time", &hung, "");
    if seen.left > 0 {
        let told = format!(
            "{} of {} windows: the time for a face was over",
            seen.left, seen.windows
        );
        report.skip(GROUP, "windows that were not opened", told);
    }
    let looks = format!(
        "{} looks, light and dark, 1280 and 390 px wide",
        seen.looks.len()
    );
    judge(
        seen,
        report,
        "shows something",
        |found| &found.shows,
        &looks,
    );
    judge(
        seen,
        report,
        "throws nothing",
        |found| &found.errors,
        "and writes no error to the console",
    );
    judge(
        seen,
        report,
        "keeps the security policy",
        |found| &found.policy,
        "nothing was refused to it",
    );
    requests(seen, report);
    judge(seen, report, "fits its window", |found| &found.fit, "");
    let minor = faults(&seen.looks, |found| &found.minor);
    let told = if minor.is_empty() {
        "nor anything else".to_owned()
    } else {
        format!("lesser: {}", minor.join("; "))
    };
    judge(
        seen,
        report,
        "axe finds nothing serious",
        |found| &found.serious,
        &told,
    );
}

fn judge(
    seen: &Seen,
    report: &mut Report,
    what: &str,
    of: fn(&Found) -> &Vec<String>,
    otherwise: &str,
) {
    if seen.looks.is_empty() {
        return report.skip(GROUP, what, "it never stood");
    }
    // Axe cannot check a page that shows nothing.
    if what.starts_with("axe") && seen.looks.iter().all(|look| !look.found.shows.is_empty()) {
        return report.skip(GROUP, what, "it never showed anything");
    }
    report.judge(GROUP, what, &faults(&seen.looks, of), otherwise);
}

fn requests(seen: &Seen, report: &mut Report) {
    let mut complaints = faults(&seen.looks, |found| &found.leaves);
    complaints.extend(
        seen.requests
            .iter()
            .map(|(place, what)| format!("{place}: {what}")),
    );
    let otherwise = match seen.unanswered.as_slice() {
        [] => String::new(),
        calls => format!(
            "answered with 404, since fixtures/face/ knows no answer: {}",
            calls.join(", ")
        ),
    };
    report.judge(
        GROUP,
        "stays with its files and the API",
        &complaints,
        &otherwise,
    );
}

/// Lists each fault once, with its first look and the number of others.
fn faults(looks: &[Look], of: fn(&Found) -> &Vec<String>) -> Vec<String> {
    let mut found: Vec<(&str, &str, &str, usize)> = Vec::new();
    for look in looks {
        for fault in of(&look.found) {
            match found
                .iter_mut()
                .find(|(place, known, ..)| *place == look.place && known == fault)
            {
                Some((.., others)) => *others += 1,
                None => found.push((&look.place, fault, &look.how, 0)),
            }
        }
    }
    let more = found.len().saturating_sub(EXAMPLES);
    let told = found
        .into_iter()
        .take(EXAMPLES)
        .map(|(place, fault, how, others)| match others {
            0 => format!("{place}: {fault} ({how})"),
            _ => format!("{place}: {fault} ({how}; {others} more)"),
        });
    let mut told: Vec<String> = told.collect();
    if more > 0 {
        told.push(format!("and {more} more"));
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(how: &str, errors: &[&str]) -> Look {
        let errors = errors.iter().map(|&error| error.to_owned()).collect();
        Look {
            place: "a@1".into(),
            how: how.into(),
            found: Found {
                errors,
                ..Found::default()
            },
        }
    }

    #[test]
    fn a_fault_is_told_once() {
        let looks = [look("light", &["x"]), look("dark", &["x", "y"])];
        assert_eq!(
            faults(&looks, |found| &found.errors),
            ["a@1: x (light; 1 more)", "a@1: y (dark)"]
        );
    }
}
