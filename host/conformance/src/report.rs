//! Findings: rows of a table, for people and as JSON.

use std::{
    collections::{BTreeMap, HashSet},
    fmt,
};

use serde::Serialize;

use crate::trial::{Trial, Verdict};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    Passed,
    Failed,
    /// Allowed, but a likely surprise for the installing administrator.
    Warned,
    /// Nothing to check, or impossible here; the detail gives the reason.
    NotTried,
}

#[derive(Clone, Debug, Serialize)]
pub struct Row {
    pub mark: Mark,
    /// `package`, `input`, `network`, …
    pub group: &'static str,
    pub what: String,
    pub detail: String,
}

/// All rows of one package, in the order of the checks.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    /// The plugin's id; none when the package could not be read.
    pub plugin: Option<String>,
    pub version: Option<String>,
    pub kind: Option<String>,
    pub rows: Vec<Row>,
    /// Reported failures: function and message.
    #[serde(skip)]
    told: HashSet<(&'static str, String)>,
}

const EXAMPLES: usize = 3;

impl Report {
    pub fn passed(&self) -> bool {
        self.failures() == 0
    }

    pub fn failures(&self) -> usize {
        self.rows
            .iter()
            .filter(|row| row.mark == Mark::Failed)
            .count()
    }

    pub(crate) fn pass(
        &mut self,
        group: &'static str,
        what: impl Into<String>,
        detail: impl Into<String>,
    ) {
        self.add(Mark::Passed, group, what, detail);
    }

    pub(crate) fn fail(
        &mut self,
        group: &'static str,
        what: impl Into<String>,
        detail: impl Into<String>,
    ) {
        self.add(Mark::Failed, group, what, detail);
    }

    pub(crate) fn warn(
        &mut self,
        group: &'static str,
        what: impl Into<String>,
        detail: impl Into<String>,
    ) {
        self.add(Mark::Warned, group, what, detail);
    }

    pub(crate) fn skip(
        &mut self,
        group: &'static str,
        what: impl Into<String>,
        detail: impl Into<String>,
    ) {
        self.add(Mark::NotTried, group, what, detail);
    }

    /// Passed when there is nothing to complain about.
    pub(crate) fn judge(
        &mut self,
        group: &'static str,
        what: &str,
        complaints: &[String],
        otherwise: &str,
    ) {
        match complaints {
            [] => self.pass(group, what, otherwise),
            some => self.fail(group, what, some.join("; ")),
        }
    }

    fn add(
        &mut self,
        mark: Mark,
        group: &'static str,
        what: impl Into<String>,
        detail: impl Into<String>,
    ) {
        self.rows.push(Row {
            mark,
            group,
            what: what.into(),
            detail: detail.into(),
        });
    }

    /// A row for each function that was called.
    pub(crate) fn functions(&mut self, group: &'static str, trials: &[Trial]) {
        let mut by_function: Vec<(&'static str, Vec<&Trial>)> = Vec::new();
        for trial in trials {
            match by_function
                .iter_mut()
                .find(|(function, _)| *function == trial.function)
            {
                Some((_, list)) => list.push(trial),
                None => by_function.push((trial.function, vec![trial])),
            }
        }
        for (function, list) in by_function {
            self.row(group, function, &list, |trial| trial.input.clone());
        }
    }

    pub(crate) fn trials(&mut self, group: &'static str, what: &str, trials: &[Trial]) {
        self.row(group, what, &trials.iter().collect::<Vec<_>>(), |trial| {
            trial.function.to_owned()
        });
    }

    fn row(
        &mut self,
        group: &'static str,
        what: &str,
        trials: &[&Trial],
        name: impl Fn(&Trial) -> String,
    ) {
        // Each defect is reported once, with its first input.
        let mut broken: Vec<(&Trial, usize)> = Vec::new();
        let mut known = 0;
        for trial in trials
            .iter()
            .filter(|trial| matches!(trial.verdict, Verdict::Broken(_)))
        {
            if self.told.contains(&(trial.function, pattern(&trial.words))) {
                known += 1;
                continue;
            }
            match broken.iter_mut().find(|(first, _)| {
                first.function == trial.function && pattern(&first.words) == pattern(&trial.words)
            }) {
                Some((_, more)) => *more += 1,
                None => broken.push((trial, 0)),
            }
        }
        if !broken.is_empty() {
            let told = broken.iter().take(EXAMPLES).map(|(trial, more)| {
                let more = if *more > 0 {
                    format!(" (and {more} more inputs)")
                } else {
                    String::new()
                };
                format!("{}: {}{more}", name(trial), trial.words)
            });
            let more = broken.len().saturating_sub(EXAMPLES);
            let more = if more > 0 {
                format!("; and {more} more")
            } else {
                String::new()
            };
            let told = format!("{}{more}", told.collect::<Vec<_>>().join("; "));
            self.told.extend(
                broken
                    .iter()
                    .map(|(trial, _)| (trial.function, pattern(&trial.words))),
            );
            self.fail(group, what, told);
            return;
        }
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        let mut why = None;
        if known > 0 {
            why = Some("it failed as told above".to_owned());
        }
        for trial in trials {
            let word = match &trial.verdict {
                Verdict::Answered => "answered",
                Verdict::Declined(kind) => *kind,
                Verdict::NotTried => {
                    why.get_or_insert_with(|| trial.words.clone());
                    "not tried"
                }
                Verdict::Broken(_) => "failed as above",
            };
            *counts.entry(word).or_default() += 1;
        }
        let told: Vec<_> = counts
            .iter()
            .map(|(word, count)| format!("{count} {word}"))
            .collect();
        match why {
            Some(why) if counts.len() == 1 || known > 0 => self.skip(group, what, why),
            Some(why) => self.pass(group, what, format!("{} ({why})", told.join(", "))),
            None => self.pass(group, what, told.join(", ")),
        }
    }
}

/// A failure's message without numbers and codes.
fn pattern(words: &str) -> String {
    let is_code =
        |word: &str| word.len() > 1 && !word.contains(|letter: char| letter.is_lowercase());
    let word = |word: &str| match is_code(word) {
        true => "#".to_owned(),
        false => word.replace(|letter: char| letter.is_ascii_digit(), ""),
    };
    words.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

impl fmt::Display for Report {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (Some(plugin), Some(version), Some(kind)) = (&self.plugin, &self.version, &self.kind)
        {
            writeln!(formatter, "{plugin} {version} ({kind})")?;
        }
        let wide = |of: fn(&Row) -> &str| {
            self.rows
                .iter()
                .map(|row| of(row).chars().count())
                .max()
                .unwrap_or(0)
        };
        let (group, what) = (wide(|row| row.group), wide(|row| &row.what));
        for row in &self.rows {
            let mark = match row.mark {
                Mark::Passed => '✓',
                Mark::Failed => '✗',
                Mark::Warned => '!',
                Mark::NotTried => '–',
            };
            let line = format!(
                "{mark} {:group$}  {:what$}  {}",
                row.group, row.what, row.detail
            );
            writeln!(formatter, "{}", line.trim_end())?;
        }
        let count = |mark: Mark| self.rows.iter().filter(|row| row.mark == mark).count();
        let (passed, failed, untried) = (
            count(Mark::Passed),
            count(Mark::Failed),
            count(Mark::NotTried),
        );
        write!(
            formatter,
            "{passed} passed, {failed} failed, {} warnings, {untried} not tried",
            count(Mark::Warned)
        )
    }
}
