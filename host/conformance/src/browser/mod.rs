//! The face in a real browser: each slot and each page of its own is opened as the host opens it, and looked at.

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

/// What the rows are called.
const GROUP: &str = "face";
const WHAT: &str = "stands in a browser";
/// A window that says nothing for so long is hung. Its own page waits twelve seconds for a face to stand.
const SILENCE: Duration = Duration::from_secs(20);
/// How long a whole face may take.
const TOTAL: Duration = Duration::from_secs(60);
const STEP: Duration = Duration::from_millis(50);

/// How a face is opened, or why it is not.
#[derive(Clone, Debug)]
pub enum Opening {
    By(Browser),
    /// Why not, and how to have it done.
    Not(String),
}

/// A browser, and the page that it opens faces in.
#[derive(Clone, Debug)]
pub struct Browser {
    pub program: PathBuf,
    /// The folder of the built page, as `npm run build` makes `web/dist/kit`.
    pub harness: PathBuf,
}

impl Default for Opening {
    fn default() -> Self {
        Opening::Not("no browser was asked for".into())
    }
}

impl Opening {
    /// The browser of this name, of `CHROMIUM` or of the path, and the first of these built web folders that has the
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

/// Opens the package's face and notes what it is like.
pub async fn face(subject: &Subject, opening: &Opening, report: &mut Report) {
    let browser = match opening {
        Opening::By(browser) => browser,
        Opening::Not(why) => return report.skip(GROUP, WHAT, why.clone()),
    };
    match look(subject, browser).await {
        Ok(seen) => judge::rows(&seen, report),
        Err(words) => report.skip(GROUP, WHAT, words),
    }
}

/// Everything that was seen of a face.
pub struct Seen {
    pub windows: usize,
    pub looks: Vec<stage::Look>,
    /// What was asked of the host that a face may not ask, by where.
    pub requests: Vec<(String, String)>,
    /// Calls of the API that the kit could not answer.
    pub unanswered: Vec<String>,
    /// What said nothing any more.
    pub hung: Vec<String>,
    /// Windows that there was no time for.
    pub left: usize,
}

/// Opens window after window. A browser that hangs is ended, and another one goes on behind what it hung at. The error
/// says why nothing could be seen.
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
                // It stood between two windows: whatever ails it, another one may do better.
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
    Ok(stage.seen(hung))
}

fn never_opened(program: &Path, last_words: &str) -> String {
    format!(
        "{} started and never opened the kit's page: {last_words}",
        program.display()
    )
}

enum Ended {
    /// All was seen, or the time is over.
    Done,
    /// Nothing was heard of it.
    Silent,
    /// The browser itself ended.
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
