//! A recorded call made again: the recording answers in the host's place, and what differs is found.

use super::{
    Outcome, RECORDING_FORMAT, RecordedLine, Recording, Taping, WasiTape, level, mask::Mask,
    tape::Silence,
};
use crate::{
    AccountGrant, BoxFuture, CallContext, CallLimits, FaultKind, HostServices, LogLines, Owner,
    Plugin, RateCard, Secret, SettingsGrant, call::context::Given, interface::wit,
    policy::allowed::UNHURRIED,
};
use serde::Serialize;
use serde_json::Value;
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};
use tokio::sync::Notify;

/// Settings and time stand in a recording's head: a plugin may ask for them as often as it likes.
const STANDING: [&str; 2] = ["config.", "clock."];
/// A processor or a machine that is slower than the one where it was recorded needs no fault of the plugin's.
const PATIENCE_LEAST: Duration = Duration::from_secs(1);

/// What came of a recorded call when it was made again.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Replayed {
    pub outcome: Outcome,
    /// It ended as recorded, and asked for the same on the way.
    pub is_same: bool,
    /// The first question that is not the recorded one.
    pub difference: Option<Difference>,
    pub log: Vec<RecordedLine>,
}

/// Where a call left its recording.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// Counted from 1, without calls of `config` and `clock`.
    pub number: usize,
    /// None: the recorded call asked nothing more.
    pub expected: Option<Question>,
    /// None: this call asked nothing more.
    pub asked: Option<Question>,
}

/// One question to the host.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Question {
    pub call: String,
    pub asked: Value,
}

/// A recording that is being played.
pub struct Played {
    mask: Mask,
    /// The recorded guest was stopped because its processor time was over.
    ended_by_time: bool,
    wasi: WasiTape,
    progress: Mutex<Progress>,
    stalled: Notify,
}

struct Progress {
    calls: Vec<Entry>,
    asked: usize,
    difference: Option<Difference>,
    /// Why it cannot go on, though the plugin did nothing new.
    broken: Option<String>,
    trace: Vec<String>,
    answer: Option<Value>,
    log: Vec<RecordedLine>,
}

struct Entry {
    question: Question,
    answered: Option<Value>,
    is_cut: bool,
    is_used: bool,
}

impl Played {
    fn new(recording: &Recording, mask: Mask) -> Self {
        let standing = |call: &str| STANDING.iter().any(|start| call.starts_with(start));
        let calls = recording
            .calls
            .iter()
            .filter(|noted| !standing(&noted.call))
            .map(|noted| Entry {
                question: Question {
                    call: noted.call.clone(),
                    asked: noted.asked.clone(),
                },
                answered: noted.answered.clone(),
                is_cut: noted.cut.is_some(),
                is_used: false,
            });
        Played {
            mask,
            ended_by_time: recording.outcome.fault.as_deref() == Some(FaultKind::CpuTime.name()),
            wasi: WasiTape::playing(recording.wasi.clone()),
            progress: Mutex::new(Progress {
                calls: calls.collect(),
                asked: 0,
                difference: None,
                broken: None,
                trace: Vec::new(),
                answer: None,
                log: Vec::new(),
            }),
            stalled: Notify::new(),
        }
    }

    pub(super) fn mask(&self) -> &Mask {
        &self.mask
    }

    pub(super) fn wasi(&self) -> WasiTape {
        self.wasi.clone()
    }

    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The recorded answer to this question: the next one's if it is the same, else that of the first one that is.
    pub(super) fn answer(&self, call: &str, asked: Value) -> Result<Value, Silence> {
        let mut progress = self.progress();
        let progress = &mut *progress;
        progress.asked += 1;
        let question = Question {
            call: call.to_owned(),
            asked,
        };
        let next = progress.calls.iter().position(|entry| !entry.is_used);
        if next.is_none() && self.ended_by_time {
            return Err(Silence::Time);
        }
        let found = progress
            .calls
            .iter()
            .position(|entry| !entry.is_used && entry.question == question);
        if found.is_none() || found != next {
            let number = progress.asked;
            let expected = next.map(|next| progress.calls[next].question.clone());
            progress.difference.get_or_insert(Difference {
                number,
                expected,
                asked: Some(question),
            });
        }
        let Some(found) = found else {
            return Err(Silence::Stop(format!(
                "the recording has no answer to this {call}"
            )));
        };
        let entry = &mut progress.calls[found];
        entry.is_used = true;
        match &entry.answered {
            Some(answer) => Ok(answer.clone()),
            None if entry.is_cut => {
                let words = format!("the answer to {call} was too large to be recorded");
                progress.broken.get_or_insert(words.clone());
                Err(Silence::Stop(words))
            }
            None => {
                self.stalled.notify_one();
                Err(Silence::Waiting)
            }
        }
    }

    pub(super) fn broken(&self, call: &str) -> Silence {
        let words = format!("the recorded answer to {call} is none that this program knows");
        self.progress().broken.get_or_insert(words.clone());
        Silence::Stop(words)
    }

    pub(super) fn ended(&self, trace: Vec<String>, answer: Option<Value>) {
        let mut progress = self.progress();
        (progress.trace, progress.answer) = (trace, answer);
    }
}

/// Makes the recorded call with this plugin, of the recorded version or another one. Nothing is reached and nothing kept:
/// the recording answers. The error says why it cannot be replayed.
pub async fn replay(plugin: &Plugin, recording: &Recording) -> Result<Replayed, String> {
    if recording.format != RECORDING_FORMAT {
        return Err(format!(
            "it has the format {}; this program reads {RECORDING_FORMAT}",
            recording.format
        ));
    }
    if recording.plugin != plugin.id() {
        return Err(format!(
            "it is a call of {}, and this plugin is {}",
            recording.plugin,
            plugin.id()
        ));
    }
    if let Some(missing) = recording
        .missing
        .iter()
        .find(|missing| missing.starts_with("the arguments"))
    {
        return Err(format!("{missing} were too large to be recorded"));
    }
    let timezone = recording.timezone.parse();
    let secrets = |all: &BTreeMap<String, String>| {
        all.iter()
            .map(|(key, stand_in)| (key.clone(), Secret::new(stand_in.clone())))
            .collect()
    };
    let account = AccountGrant {
        code: recording.account.code.clone(),
        settings_json: recording.account.settings.clone(),
        secrets: secrets(&recording.account.secrets),
    };
    let settings = SettingsGrant {
        json: recording.settings.json.clone(),
        secrets: secrets(&recording.settings.secrets),
    };
    let given = Given {
        account: &account,
        settings: &settings,
    };
    let played = Arc::new(Played::new(recording, Mask::new(given)));
    let unhurried = recording.outcome.fault.as_deref() != Some(FaultKind::WallTime.name());
    let patience = Duration::from_millis(recording.patience_ms).max(PATIENCE_LEAST);
    let context = CallContext {
        tenant: 1,
        timezone: timezone
            .map_err(|_| format!("timezone: {:?} is not known", recording.timezone))?,
        now: recording.now,
        account,
        settings,
        limits: Arc::new(CallLimits {
            unhurried,
            ..recording.limits.clone()
        }),
        granted_hosts: recording.granted_hosts.clone(),
        deadline: Some(
            Instant::now()
                + if unhurried {
                    patience * UNHURRIED * UNHURRIED
                } else {
                    patience
                },
        ),
        measures: Arc::default(),
        caller: None,
        host: Arc::new(FromTape(played.clone())),
    };
    let arguments = recording.arguments.iter().map(Recording::plain).collect();
    let asked = plugin.ask(context, &recording.function, arguments);
    let said = tokio::select! {
        said = asked => Some(said?),
        // It waits where the recorded call was waiting when its time was over.
        () = played.stalled.notified() => None,
    };
    let mut progress = played.progress();
    if let Some(words) = progress.broken.take() {
        return Err(words);
    }
    let outcome = match said {
        None => Outcome {
            trace: Vec::new(),
            answer: None,
            ..recording.outcome.clone()
        },
        Some(Ok(_)) => Outcome {
            answer: progress.answer.take(),
            ..Outcome::default()
        },
        Some(Err(fault)) => Outcome {
            fault: Some(fault.kind.name().to_owned()),
            words: fault.message,
            trace: std::mem::take(&mut progress.trace),
            answer: progress.answer.take(),
        },
    };
    if let Some(rest) = progress.calls.iter().find(|entry| !entry.is_used) {
        let (number, expected) = (progress.asked + 1, Some(rest.question.clone()));
        progress.difference.get_or_insert(Difference {
            number,
            expected,
            asked: None,
        });
    }
    let more_of_wasi = played.wasi.is_short() && recording.is_whole();
    let is_same =
        same(&recording.outcome, &outcome) && progress.difference.is_none() && !more_of_wasi;
    let log = std::mem::take(&mut progress.log);
    Ok(Replayed {
        outcome,
        is_same,
        difference: progress.difference.take(),
        log,
    })
}

/// The words of a fault tell how long it took; where that is the fault, its kind alone says enough. Traces name the same
/// places, unless the component was built anew.
fn same(recorded: &Outcome, now: &Outcome) -> bool {
    let is_time = matches!(recorded.fault.as_deref(), Some("wall-time" | "cpu-time"));
    recorded.fault == now.fault
        && (is_time || recorded.words == now.words)
        && (recorded.answer.is_none() || recorded.answer == now.answer)
}

/// The host program's side of a replay: everything is answered from the tape before it comes here.
struct FromTape(Arc<Played>);

impl HostServices for FromTape {
    fn taping(&self, _: Owner<'_>) -> Taping {
        Taping::Play(self.0.clone())
    }

    fn log(&self, lines: LogLines) {
        let lines = lines.lines.into_iter();
        self.0.progress().log.extend(lines.map(|line| RecordedLine {
            level: level(line.level).to_owned(),
            message: line.message,
        }));
    }

    fn key_value_get<'a>(&'a self, _: Owner<'a>, _: &'a str) -> Store<'a, Option<Vec<u8>>> {
        nothing()
    }

    fn key_value_set<'a>(
        &'a self,
        _: Owner<'a>,
        _: &'a str,
        _: Vec<u8>,
        _: Option<Duration>,
    ) -> Store<'a, ()> {
        nothing()
    }

    fn key_value_delete<'a>(&'a self, _: Owner<'a>, _: &'a str) -> Store<'a, ()> {
        nothing()
    }

    fn key_value_increment<'a>(&'a self, _: Owner<'a>, _: &'a str, _: u64) -> Store<'a, u64> {
        nothing()
    }

    fn render_labels<'a>(
        &'a self,
        _: Owner<'a>,
        _: Vec<wit::Label>,
    ) -> BoxFuture<'a, Result<wit::File, String>> {
        Box::pin(async { Err(NOTHING.to_owned()) })
    }

    fn render_manifest<'a>(
        &'a self,
        _: Owner<'a>,
        _: wit::ManifestSheet,
    ) -> BoxFuture<'a, Result<wit::File, String>> {
        Box::pin(async { Err(NOTHING.to_owned()) })
    }

    fn rate_card<'a>(
        &'a self,
        _: Owner<'a>,
        _: &'a str,
        _: &'a wit::PriceRequest,
    ) -> BoxFuture<'a, Result<Option<RateCard>, String>> {
        Box::pin(async { Err(NOTHING.to_owned()) })
    }
}

type Store<'a, T> = BoxFuture<'a, Result<T, wit::StoreError>>;

const NOTHING: &str = "a replay reaches nothing";

fn nothing<'a, T: Send + 'a>() -> Store<'a, T> {
    Box::pin(async { Err(wit::StoreError::Unavailable(NOTHING.to_owned())) })
}
