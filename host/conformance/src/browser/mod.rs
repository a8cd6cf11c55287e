//! The front end in a real browser: opens and inspects each slot and page as the host does.

mod api;
mod chromium;
mod judge;
mod stage;

use std::{
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use chromium::Chromium;
use stage::Stage;

use crate::{report::Report, subject::Subject};

const GROUP: &str = "face";
const WHAT: &str = "stands in a browser";
/// Silence of a hung window. The page waits twelve seconds for a mount.
const SILENCE: Duration = Duration::from_secs(20);
/// Maximum time for a whole front end.
const TOTAL: Duration = Duration::from_secs(60);
const STEP: Duration = Duration::from_millis(50);

/// The browser for the checks, or the reason there is none.
#[derive(Clone, Debug)]
pub enum Opening {
    By(Browser),
    Not(String),
}

/// A browser and the page in which it opens front ends.
#[derive(Clone, Debug)]
pub struct Browser {
    pub program: PathBuf,
    /// Folder of the built page: `web/dist/kit`.
    pub harness: PathBuf,
}

impl Default for Opening {
    fn default() -> Self {
        Opening::Not("no browser was asked for".into())
    }
}

impl Opening {
    /// Finds the browser by name, by `CHROMIUM` or on the path, and the first web folder with the
    /// kit's page.
    pub fn find(named: Option<PathBuf>, webs: &[PathBuf]) -> Self {
        let program = match chromium::find(named) {
            Ok(program) => program,
            Err(why) => return Opening::Not(why),
        };
        let mut pages = webs.iter().map(|web| web.join("kit"));
        match pages.find(|page| page.join("index.html").is_file()) {
            Some(harness) => Opening::By(Browser { program, harness }),
            None => Opening::Not(
                "the page that faces are opened in is not built: `npm ci && npm run build` in a checkout makes \
                 web/dist/kit; WAYBILL_WEB names the web folder of a release"
                    .into(),
            ),
        }
    }
}

/// Opens the package's front end and reports its faults.
pub async fn check_front_end(subject: &Subject, opening: &Opening, report: &mut Report) {
    let browser = match opening {
        Opening::By(browser) => browser,
        Opening::Not(why) => return report.skip(GROUP, WHAT, why.clone()),
    };
    match look(subject, browser).await {
        Ok(seen) => judge::rows(&seen, report),
        Err(words) => report.skip(GROUP, WHAT, words),
    }
}

pub struct Seen {
    pub windows: usize,
    pub looks: Vec<stage::Look>,
    /// Forbidden requests to the host, by place.
    pub requests: Vec<(String, String)>,
    pub unanswered: Vec<String>,
    pub hung: Vec<String>,
    /// Windows not opened for lack of time.
    pub left: usize,
}

/// Opens the windows in turn, with a new browser after a hang.
async fn look(subject: &Subject, browser: &Browser) -> Result<Seen, String> {
    let stage = Stage::start(subject, &browser.harness).await?;
    let end = Instant::now() + TOTAL;
    let mut hung = Vec::new();
    while Instant::now() < end && !stage.is_done() {
        stage.opened();
        let mut chromium = Chromium::start(&browser.program, &stage.url()).map_err(|error| {
            format!(
                "{} could not be started: {error}",
                browser.program.display()
            )
        })?;
        let ended = watch(&stage, &mut chromium, end).await;
        let last_words = chromium.end().await;
        match ended {
            Ended::Done => break,
            Ended::Silent if !stage.was_reached() => {
                return Err(never_opened(&browser.program, &last_words));
            }
            Ended::Silent => match stage.give_up() {
                Some(place) => hung.push(place),
                // The browser hung between two windows; a new one may do better.
                None => continue,
            },
            Ended::Gone if !stage.was_reached() => {
                return Err(never_opened(&browser.program, &last_words));
            }
            Ended::Gone => match stage.give_up() {
                Some(place) => hung.push(format!("{place} (the browser ended at it)")),
                None => return Err(format!("the browser ended by itself: {last_words}")),
            },
        }
    }
    Ok(stage.collect_findings(hung))
}

fn never_opened(program: &Path, last_words: &str) -> String {
    format!(
        "{} started and never opened the kit's page: {last_words}",
        program.display()
    )
}

enum Ended {
    /// All windows are done, or the time is over.
    Done,
    /// The browser stopped reporting.
    Silent,
    /// The browser process ended.
    Gone,
}

async fn watch(stage: &Stage, chromium: &mut Chromium, end: Instant) -> Ended {
    loop {
        tokio::time::sleep(STEP).await;
        if stage.is_done() || Instant::now() >= end {
            return Ended::Done;
        }
        if chromium.has_ended() {
            return Ended::Gone;
        }
        if stage.silence() > SILENCE {
            return Ended::Silent;
        }
    }
}
