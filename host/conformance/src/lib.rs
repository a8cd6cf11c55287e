//! The conformance kit: runs a plugin's package to check that it follows the rules.
//!
//! [`check`] loads a package into a real engine with an in-memory host and a stand-in for its
//! network. It calls every function of the plugin's kind with good, odd and hostile input and
//! returns a [`Report`] of rows. Nothing reaches the Internet: calls to granted hosts go to the
//! stand-in.
//!
//! Optional files of a package below `fixtures/`:
//!
//! | file | contents |
//! |---|---|
//! | `account.json` | `{"account": {…}, "plugin": {…}}`: settings for the check; every secret is the kit's canary |
//! | `card.json` | a rate card, for a rate engine |
//! | `input.json` | merged into the kit's sample (consignment, payment, …) |
//! | `face/*.json` | recorded host responses for the front end; successes are wrapped as by the host |
//! | `vectors/*.json` | `{"function", "settings", "plugin", "input" or "arguments", "now", "timezone", "values", "http", "expect": {"answer" or "error", "contains"}}` |
//! | any other | recorded answers of the other system: `[{"request": {"method", "path", "query", "body"}, "response": {"status", "headers", "body"}}]` |

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

#[derive(Clone, Debug, Default)]
pub struct Options {
    pub trust_unsigned: bool,
    /// The front end is built and checked elsewhere.
    pub no_web: bool,
    pub browser: Opening,
}

/// Checks the package in this file or folder. The error explains why there is nothing to check.
pub async fn check(target: &Path, options: Options) -> Result<Report, String> {
    let bytes = package::bytes(target)?;
    let mut report = Report::default();
    let Some(package) = package::read(&bytes, &options, &mut report) else {
        return Ok(report);
    };
    still::settings(&package, &mut report);
    let has_front_end = if options.no_web {
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
    if has_front_end {
        browser::check_front_end(&subject, &options.browser, &mut report).await;
    }
    let mut trials = every_input(&subject, &mut report).await;
    trials.extend(bad_network(&subject, &mut report).await);
    determinism(&subject, &mut report).await;
    vectors::run(&subject, &mut report).await;
    still::grants(&subject, &trials, &mut report);
    still::limits(&subject, &mut report);
    Ok(report)
}

/// Calls every function with good, odd and hostile input against recorded answers.
async fn every_input(subject: &Subject, report: &mut Report) -> Vec<Trial> {
    subject.server.set(Mood::Recorded);
    let trials = kinds::inputs(subject).await;
    report.functions("input", &trials);
    trials
}

/// Calls every function that may call out, against each misbehaviour.
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

/// Makes calls that get no answer. The plugin is warned shortly before its time ends, so only three
/// late answers count as a fault.
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

/// Makes the same call twice, each as a tenant's first: answers must be equal byte for byte.
async fn determinism(subject: &Subject, report: &mut Report) {
    let (first, second) = (kinds::pure(subject).await, kinds::pure(subject).await);
    for (one, other) in first.iter().zip(&second) {
        let what = format!("{} says the same twice", one.function);
        match (&one.said, &other.said) {
            (Some(one), Some(other)) if one == other => report.pass("determinism", what, ""),
            (Some(_), Some(_)) => {
                report.fail("determinism", what, "the same input gave two answers")
            }
            // The same limit fault twice gives no answer.
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
