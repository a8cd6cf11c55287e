//! The host for a front end in the kit: its page with headers, the front end's files, the API and
//! the findings.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    fs,
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use axum::{
    Json, Router,
    body::{Body, to_bytes},
    extract::State,
    http::{HeaderValue, Request, StatusCode},
    response::{IntoResponse, Response},
};
use serde::Deserialize;
use serde_json::json;
use tokio::{net::TcpListener, task::JoinHandle};
use web::page::{Page, file_response, frame::Frame, list_files, sri};

use super::{Seen, api::Api};
use crate::subject::Subject;

/// Window sizes for each slot and page in CSS pixels: desktop and phone.
const WINDOWS: [(u32, u32); 2] = [(1280, 900), (390, 844)];
/// Larger than any report.
const MAX_BODY: usize = 1 << 20;
const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");

/// Faults of one look, as the kit's page reports them.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Found {
    pub shows: Vec<String>,
    pub errors: Vec<String>,
    pub policy: Vec<String>,
    pub leaves: Vec<String>,
    pub fit: Vec<String>,
    pub serious: Vec<String>,
    pub minor: Vec<String>,
}

#[derive(Clone, Debug)]
pub struct Look {
    pub place: String,
    pub how: String,
    pub found: Found,
}

#[derive(Deserialize)]
struct Told {
    case: usize,
    look: String,
    found: Found,
}

struct Case {
    /// `carrier.account.form@1`, or `/zones` for a page.
    place: String,
    slot: Option<String>,
    route: Option<String>,
    window: (u32, u32),
}

struct Shared {
    page: Page,
    harness: PathBuf,
    /// The front end's files by address.
    front_end: BTreeMap<String, Vec<u8>>,
    /// Common prefix of the files: `/plugins/<id>/<hash>/`.
    base: String,
    /// The frame's document, at `/plugins/<id>/frame`.
    frame: Option<Frame>,
    api: Api,
    cases: Vec<Case>,
    noted: Mutex<Noted>,
}

struct Noted {
    waiting: VecDeque<usize>,
    current: Option<usize>,
    looks: Vec<Look>,
    requests: BTreeSet<(String, String)>,
    unanswered: BTreeSet<String>,
    /// Last sign of life, and true if the kit's page was opened.
    heard: Instant,
    reached: bool,
}

/// The server; dropping it ends the server.
pub struct Stage {
    address: SocketAddr,
    shared: Arc<Shared>,
    task: JoinHandle<()>,
}

impl Stage {
    /// The error explains why the kit's page cannot be served.
    pub async fn start(subject: &Subject, harness: &Path) -> Result<Self, String> {
        let manifest = subject.plugin.manifest();
        let base = format!(
            "/plugins/{}/{}/",
            manifest.id,
            &subject.package.digest[..12]
        );
        let own = subject
            .package
            .files
            .iter()
            .filter_map(|(path, content)| Some((path.strip_prefix("web/")?, content)));
        let front_end: BTreeMap<String, Vec<u8>> = own
            .map(|(path, content)| (format!("{base}{path}"), content.clone()))
            .collect();
        let scripts = front_end.iter().filter(|(path, _)| path.ends_with(".js"));
        let front_end_integrity: BTreeMap<String, String> = scripts
            .map(|(path, content)| (path.clone(), sri(content)))
            .collect();
        let mut integrity = front_end_integrity.clone();
        let wrong =
            |error: std::io::Error| format!("{} cannot be read: {error}", harness.display());
        for (name, path) in list_files(harness).map_err(wrong)? {
            if name.ends_with(".js") {
                integrity.insert(format!("/kit/{name}"), sri(&fs::read(path).map_err(wrong)?));
            }
        }
        let page = Page::from_built(
            &fs::read_to_string(harness.join("index.html")).map_err(wrong)?,
            &integrity,
        )?;
        let cases = cases(subject);
        let noted = Noted {
            waiting: (0..cases.len()).collect(),
            current: None,
            looks: Vec::new(),
            requests: BTreeSet::new(),
            unanswered: BTreeSet::new(),
            heard: Instant::now(),
            reached: false,
        };
        let api = Api::new(subject, &base, &front_end_integrity);
        let frame = frame(subject, &base, &front_end_integrity);
        let (harness, noted) = (harness.to_owned(), Mutex::new(noted));
        let shared = Shared {
            page,
            harness,
            front_end,
            base,
            frame,
            api,
            cases,
            noted,
        };
        let shared = Arc::new(shared);
        let no_port = |error: std::io::Error| format!("no port on the loopback: {error}");
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.map_err(no_port)?;
        let address = listener.local_addr().map_err(no_port)?;
        let router = Router::new().fallback(answer).with_state(shared.clone());
        let task = tokio::spawn(async move {
            // The server ends with the stage; unsent responses don't matter.
            let _ = axum::serve(listener, router).await;
        });
        Ok(Stage {
            address,
            shared,
            task,
        })
    }

    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Notes that a new browser is starting.
    pub fn opened(&self) {
        let mut noted = self.shared.noted();
        noted.heard = Instant::now();
        noted.reached = false;
    }

    pub fn was_reached(&self) -> bool {
        self.shared.noted().reached
    }

    pub fn silence(&self) -> Duration {
        self.shared.noted().heard.elapsed()
    }

    pub fn is_done(&self) -> bool {
        let noted = self.shared.noted();
        noted.waiting.is_empty() && noted.current.is_none()
    }

    /// Abandons the hung place with its other windows and returns its name.
    pub fn give_up(&self) -> Option<String> {
        let mut noted = self.shared.noted();
        let place = self.shared.cases[noted.current.take()?].place.clone();
        noted
            .waiting
            .retain(|number| self.shared.cases[*number].place != place);
        Some(place)
    }

    pub fn collect_findings(&self, hung: Vec<String>) -> Seen {
        let noted = self.shared.noted();
        Seen {
            windows: self.shared.cases.len(),
            looks: noted.looks.clone(),
            requests: noted.requests.iter().cloned().collect(),
            unanswered: noted.unanswered.iter().cloned().collect(),
            hung,
            left: noted.waiting.len() + usize::from(noted.current.is_some()),
        }
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Builds the frame's document as the host serves it.
fn frame(subject: &Subject, base: &str, integrity: &BTreeMap<String, String>) -> Option<Frame> {
    let manifest = subject.plugin.manifest();
    let (declared, script) = (manifest.web.frame.as_ref()?, format!("{base}frame.js"));
    Some(Frame {
        title: manifest.name.clone(),
        integrity: integrity.get(&script)?.clone(),
        script,
        scripts: declared.scripts.clone(),
        frames: declared.frames.clone(),
        connect: declared.connect.clone(),
    })
}

/// Lists each slot once, however many parts fill it, and each page, in every window size.
fn cases(subject: &Subject) -> Vec<Case> {
    let web = &subject.plugin.manifest().web;
    let mut places: Vec<(String, Option<String>, Option<String>)> = Vec::new();
    for slot in &web.slots {
        if !places.iter().any(|(place, ..)| *place == slot.slot) {
            places.push((slot.slot.clone(), Some(slot.slot.clone()), None));
        }
    }
    places.extend(
        web.routes
            .iter()
            .map(|route| (format!("/{}", route.path), None, Some(route.path.clone()))),
    );
    let in_windows = |(place, slot, route): (String, Option<String>, Option<String>)| {
        WINDOWS.map(|window| Case {
            place: place.clone(),
            slot: slot.clone(),
            route: route.clone(),
            window,
        })
    };
    places.into_iter().flat_map(in_windows).collect()
}

impl Shared {
    fn noted(&self) -> MutexGuard<'_, Noted> {
        // A panic elsewhere leaves plain data behind.
        self.noted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Serves the kit's own protocol with its page.
    fn talk(&self, rest: &str, body: &[u8]) -> Response {
        let mut noted = self.noted();
        if rest == "next" {
            noted.reached = true;
            noted.current = noted.waiting.pop_front();
            return match noted.current {
                Some(number) => {
                    let (width, height) = self.cases[number].window;
                    Json(json!({ "number": number, "width": width, "height": height }))
                        .into_response()
                }
                None => StatusCode::NO_CONTENT.into_response(),
            };
        }
        if let Some(case) = rest
            .strip_prefix("case/")
            .and_then(|number| self.cases.get(number.parse::<usize>().ok()?))
        {
            let mut told = json!({ "plugin": self.api.plugin, "attributes": self.api.stored });
            if let Some(slot) = &case.slot {
                told["slot"] = slot.clone().into();
            }
            if let Some(route) = &case.route {
                told["route"] = route.clone().into();
            }
            return Json(told).into_response();
        }
        match rest {
            "look" => {
                let Ok(told) = serde_json::from_slice::<Told>(body) else {
                    return StatusCode::BAD_REQUEST.into_response();
                };
                if let Some(case) = self.cases.get(told.case) {
                    noted.looks.push(Look {
                        place: case.place.clone(),
                        how: told.look,
                        found: told.found,
                    });
                }
                StatusCode::NO_CONTENT.into_response()
            }
            "done" => {
                noted.current = None;
                StatusCode::NO_CONTENT.into_response()
            }
            _ => StatusCode::NOT_FOUND.into_response(),
        }
    }

    /// Notes a forbidden request of the open front end.
    fn blame(&self, what: String) {
        let mut noted = self.noted();
        let place = noted
            .current
            .map_or_else(String::new, |number| self.cases[number].place.clone());
        noted.requests.insert((place, what));
    }
}

async fn answer(State(shared): State<Arc<Shared>>, request: Request<Body>) -> Response {
    let (head, body) = request.into_parts();
    let (path, method) = (head.uri.path().to_owned(), head.method.as_str().to_owned());
    let Ok(body) = to_bytes(body, MAX_BODY).await else {
        return StatusCode::PAYLOAD_TOO_LARGE.into_response();
    };
    if path.starts_with("/api/") {
        let target = format!("{method} {}", head.uri);
        if path.to_ascii_lowercase().starts_with("/api/auth/") && !shared.api.is_shell_call(&path) {
            shared.blame(format!("{target}: the session service is the host's alone"));
        }
        let (answer, known) = shared.api.answer(&method, &path, &target, &body);
        if !known {
            shared.noted().unanswered.insert(format!("{method} {path}"));
        }
        return answer;
    }
    // A hung front end may still make calls.
    shared.noted().heard = Instant::now();
    if let Some(rest) = path.strip_prefix("/__kit/") {
        return shared.talk(rest, &body);
    }
    if path == "/" || path.starts_with("/kit-case/") {
        return shared.page.to_response();
    }
    if let Some(frame) = shared
        .frame
        .as_ref()
        .filter(|_| path == format!("/plugins/{}/frame", shared.api.plugin))
    {
        return frame.to_response();
    }
    if let Some(content) = shared.front_end.get(&path) {
        return file_response(&path, content.clone(), NO_STORE);
    }
    let own = path
        .strip_prefix("/kit/")
        .filter(|name| !name.split('/').any(|part| part == ".."));
    if let Some(name) = own
        && let Ok(content) = tokio::fs::read(shared.harness.join(name)).await
    {
        return file_response(name, content, NO_STORE);
    }
    match path.strip_prefix(&shared.base) {
        Some(name) => shared.blame(format!("web/{name} is not in the package")),
        None => shared.blame(format!(
            "{method} {path}: neither a file of its own nor a call of the API"
        )),
    }
    StatusCode::NOT_FOUND.into_response()
}
