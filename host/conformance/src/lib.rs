//! The conformance kit: whether a plugin's package keeps the rules, found out by running it.
//!
//! [`check`] loads a package into a real engine with a host in memory around it and a stand-in for its network, calls
//! every function of its kind with good, odd and hostile input, and gives a [`Report`] of rows. Nothing of it reaches the
//! Internet: each call of a granted host goes to the stand-in.
//!
//! What a package may bring along below `fixtures/`:
//!
//! | file | what it is |
//! |---|---|
//! | `account.json` | `{"account": {…}, "plugin": {…}}`: settings to check with; every secret is the kit's own canary |
//! | `card.json` | a rate card, for a rate engine |
//! | `input.json` | laid over the kit's good sample (consignment, payment, …) |
//! | `face/*.json` | the host's answers to calls of the face, recorded like any other; what a success says is wrapped as the host does |
//! | `vectors/*.json` | `{"function", "settings", "plugin", "input" or "arguments", "now", "timezone", "values", "http", "expect": {"answer" or "error", "contains"}}` |
//! | any other | the other side's recorded answers: `[{"request": {"method", "path", "query", "body"}, "response": {"status", "headers", "body"}}]` |

mod again;
mod browser;
mod called;
mod fixtures;
mod host;
mod inputs;
mod kinds;
mod package;
mod patch;
mod recorded;
mod report;
mod server;
mod still;
mod subject;
mod trial;
mod vectors;

use std::path::Path;

pub use again::{Again, replay};
pub use browser::{Browser, Opening};
pub use called::{Called, Input, call};
pub use recorded::{AsVector, as_vector};
pub use report::{Mark, Report, Row};

use engine::Capability;
use server::Mood;
use subject::Subject;
use trial::Trial;

/// How a package is checked.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// A package that nobody signed is no fault.
    pub trust_unsigned: bool,
    /// The face is built and looked at elsewhere.
    pub no_web: bool,
    /// What the face is opened in.
    pub browser: Opening,
}

/// Checks the package in this file, or in the folder of a built plugin. The error says why there is nothing to check.
pub async fn check(target: &Path, options: Options) -> Result<Report, String> {
    let bytes = package::bytes(target)?;
    let mut report = Report::default();
    let Some(package) = package::read(&bytes, &options, &mut report) else {
        return Ok(report);
    };
    still::settings(&package, &mut report);
    let has_face = if options.no_web {
        report.skip("web", "the face", "left out, which was asked for");
        false
    } else {
        still::web(&package, &mut report)
    };
    let Some(subject) = Subject::load(package, &mut report).await? else {
        return Ok(report);
    };
    still::description(&subject, &mut report);
    still::locales(&subject, &mut report);
    if has_face {
        browser::face(&subject, &options.browser, &mut report).await;
    }
    let mut trials = every_input(&subject, &mut report).await;
    trials.extend(bad_network(&subject, &mut report).await);
    determinism(&subject, &mut report).await;
    vectors::run(&subject, &mut report).await;
    still::grants(&subject, &trials, &mut report);
    still::limits(&subject, &mut report);
    Ok(report)
}

/// Every function with good, odd and hostile input, while the other side answers as recorded.
async fn every_input(subject: &Subject, report: &mut Report) -> Vec<Trial> {
    subject.server.set(Mood::Recorded);
    let trials = kinds::inputs(subject).await;
    report.functions("input", &trials);
    trials
}

/// Every function that may call out, while the other side misbehaves in each way.
async fn bad_network(subject: &Subject, report: &mut Report) -> Vec<Trial> {
    if !subject
        .plugin
        .manifest()
        .grants
        .capabilities
        .contains(&Capability::HttpClient)
    {
        report.skip("network", "other sides that misbehave", "it calls nobody");
        return Vec::new();
    }
    let mut all = Vec::new();
    for mood in Mood::BAD {
        subject.server.set(mood);
        let trials = match mood {
            Mood::Slow => patiently(subject).await,
            _ => kinds::singles(subject, false).await,
        };
        report.trials("network", mood.words(), &trials);
        all.extend(trials);
    }
    subject.server.set(Mood::Recorded);
    all
}

/// Calls that another side never answers. The plugin is told shortly before its time ends, and on a busy machine that may
/// once be too late for it: only what is too late three times is its own fault.
async fn patiently(subject: &Subject) -> Vec<Trial> {
    let mut trials = kinds::singles(subject, true).await;
    for _ in 0..2 {
        if !trials.iter().any(Trial::is_late) {
            break;
        }
        let again = kinds::singles(subject, true).await;
        for (trial, again) in trials
            .iter_mut()
            .zip(again)
            .filter(|(trial, _)| trial.is_late())
        {
            *trial = again;
        }
    }
    trials
}

/// The same question twice, each as a tenant's first: what is said must be the same, byte for byte.
async fn determinism(subject: &Subject, report: &mut Report) {
    let (first, second) = (kinds::pure(subject).await, kinds::pure(subject).await);
    for (one, other) in first.iter().zip(&second) {
        let what = format!("{} says the same twice", one.function);
        match (&one.said, &other.said) {
            (Some(one), Some(other)) if one == other => report.pass("determinism", what, ""),
            (Some(_), Some(_)) => {
                report.fail("determinism", what, "the same input gave two answers")
            }
            // A limit that was passed twice is the same fault twice, and no answer.
            _ if one.is_broken() || other.is_broken() => {
                report.skip("determinism", what, "it gave no answer, as told above");
            }
            _ if one.words == other.words => {
                report.pass("determinism", what, format!("declined: {}", one.words))
            }
            _ => report.fail(
                "determinism",
                what,
                format!("{} / {}", one.words, other.words),
            ),
        }
    }
}
