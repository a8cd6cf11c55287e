//! Replay of a recorded call: the recording answers in place of the host, and differences are
//! found.

use super::{
    Outcome, RECORDING_FORMAT, RecordedLine, Recording, Taping, WasiTape, level, mask::Mask,
    tape::MissingAnswer,
};
use crate::{
    AccountGrant, BoxFuture, CallContext, CallLimits, FaultKind, HostServices, LogLines, Owner,
    Plugin, RateCard, Secret, SettingsGrant, call::context::EffectiveSettings, interface::wit,
    policy::effective_limits::REPLAY_TIME_FACTOR,
};
use serde::Serialize;
use serde_json::Value;
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};
use tokio::sync::Notify;

/// Settings and time are in a recording's head, so a plugin may read them any number of times.
const CONSTANT_CALLS: [&str; 2] = ["config.", "clock."];
/// Minimum timeout, so that a slower machine than the recorded one causes no fault.
const MIN_TIMEOUT: Duration = Duration::from_secs(1);

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Replayed {
    pub outcome: Outcome,
    /// True if the replay had the same outcome and the same host calls as the recording.
    pub is_same: bool,
    /// First host call that differs from the recorded one.
    pub difference: Option<Difference>,
    pub log: Vec<RecordedLine>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// Counted from 1, without calls of `config` and `clock`.
    pub number: usize,
    /// `None` if the recording has no further call.
    pub expected: Option<Question>,
    /// `None` if the replay made no further call.
    #[serde(rename = "asked")]
    pub requested: Option<Question>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Question {
    pub call: String,
    #[serde(rename = "asked")]
    pub requested: Value,
}

/// A recording during replay.
pub struct Played {
    mask: Mask,
    /// Set when the recorded guest exhausted its processor time.
    ended_by_time: bool,
    wasi: WasiTape,
    progress: Mutex<Progress>,
    stalled: Notify,
}

struct Progress {
    calls: Vec<Entry>,
    requested: usize,
    difference: Option<Difference>,
    /// Reason the replay cannot continue, although the plugin did nothing new.
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
        let standing = |call: &str| CONSTANT_CALLS.iter().any(|start| call.starts_with(start));
        let calls = recording
            .calls
            .iter()
            .filter(|noted| !standing(&noted.call))
            .map(|noted| Entry {
                question: Question {
                    call: noted.call.clone(),
                    requested: noted.requested.clone(),
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
                requested: 0,
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

    /// The next call's answer if it is equal, else the first equal one's.
    pub(super) fn answer(&self, call: &str, requested: Value) -> Result<Value, MissingAnswer> {
        let mut progress = self.progress();
        let progress = &mut *progress;
        progress.requested += 1;
        let question = Question {
            call: call.to_owned(),
            requested,
        };
        let next = progress.calls.iter().position(|entry| !entry.is_used);
        if next.is_none() && self.ended_by_time {
            return Err(MissingAnswer::Time);
        }
        let found = progress
            .calls
            .iter()
            .position(|entry| !entry.is_used && entry.question == question);
        if found.is_none() || found != next {
            let number = progress.requested;
            let expected = next.map(|next| progress.calls[next].question.clone());
            progress.difference.get_or_insert(Difference {
                number,
                expected,
                requested: Some(question),
            });
        }
        let Some(found) = found else {
            return Err(MissingAnswer::Stop(format!(
                "the recording has no answer to this {call}"
            )));
        };
        let entry = &mut progress.calls[found];
        entry.is_used = true;
        match &entry.answered {
            Some(answer) => Ok(answer.clone()),
            None if entry.is_cut => {
                let reason = format!("the answer to {call} was too large to be recorded");
                progress.broken.get_or_insert(reason.clone());
                Err(MissingAnswer::Stop(reason))
            }
            None => {
                self.stalled.notify_one();
                Err(MissingAnswer::Waiting)
            }
        }
    }

    pub(super) fn stop_replay(&self, call: &str) -> MissingAnswer {
        let reason = format!("the recorded answer to {call} is none that this program knows");
        self.progress().broken.get_or_insert(reason.clone());
        MissingAnswer::Stop(reason)
    }

    pub(super) fn record_end(&self, trace: Vec<String>, answer: Option<Value>) {
        let mut progress = self.progress();
        (progress.trace, progress.answer) = (trace, answer);
    }
}

/// The recording answers all host calls, so nothing outside is affected. The error is the reason a
/// replay is impossible.
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
    let effective = EffectiveSettings {
        account: &account,
        settings: &settings,
    };
    let played = Arc::new(Played::new(recording, Mask::new(effective)));
    let unhurried = recording.outcome.fault.as_deref() != Some(FaultKind::WallTime.name());
    let patience = Duration::from_millis(recording.patience_ms).max(MIN_TIMEOUT);
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
                    patience * REPLAY_TIME_FACTOR * REPLAY_TIME_FACTOR
                } else {
                    patience
                },
        ),
        measures: Arc::default(),
        caller: None,
        host: Arc::new(FromTape(played.clone())),
    };
    let arguments = recording.arguments.iter().map(Recording::plain).collect();
    let running = plugin.call_by_name(context, &recording.function, arguments);
    let result = tokio::select! {
        answer = running => Some(answer?),
        // The replay waits where the recorded call waited when its time ended.
        () = played.stalled.notified() => None,
    };
    let mut progress = played.progress();
    if let Some(reason) = progress.broken.take() {
        return Err(reason);
    }
    let outcome = match result {
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
            reason: fault.message,
            trace: std::mem::take(&mut progress.trace),
            answer: progress.answer.take(),
        },
    };
    if let Some(rest) = progress.calls.iter().find(|entry| !entry.is_used) {
        let (number, expected) = (progress.requested + 1, Some(rest.question.clone()));
        progress.difference.get_or_insert(Difference {
            number,
            expected,
            requested: None,
        });
    }
    let more_of_wasi = played.wasi.is_short() && recording.is_complete();
    let is_same = is_same_outcome(&recording.outcome, &outcome)
        && progress.difference.is_none()
        && !more_of_wasi;
    let log = std::mem::take(&mut progress.log);
    Ok(Replayed {
        outcome,
        is_same,
        difference: progress.difference.take(),
        log,
    })
}

/// For time faults only the kind counts. Traces are equal unless the component was rebuilt.
fn is_same_outcome(recorded: &Outcome, now: &Outcome) -> bool {
    let is_time = matches!(recorded.fault.as_deref(), Some("wall-time" | "cpu-time"));
    recorded.fault == now.fault
        && (is_time || recorded.reason == now.reason)
        && (recorded.answer.is_none() || recorded.answer == now.answer)
}

/// Host services of a replay; the tape answers every call before it gets here.
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
        unreachable_store()
    }

    fn key_value_set<'a>(
        &'a self,
        _: Owner<'a>,
        _: &'a str,
        _: Vec<u8>,
        _: Option<Duration>,
    ) -> Store<'a, ()> {
        unreachable_store()
    }

    fn key_value_delete<'a>(&'a self, _: Owner<'a>, _: &'a str) -> Store<'a, ()> {
        unreachable_store()
    }

    fn key_value_increment<'a>(&'a self, _: Owner<'a>, _: &'a str, _: u64) -> Store<'a, u64> {
        unreachable_store()
    }

    fn render_labels<'a>(
        &'a self,
        _: Owner<'a>,
        _: Vec<wit::Label>,
    ) -> BoxFuture<'a, Result<wit::File, String>> {
        Box::pin(async { Err(UNREACHABLE_MESSAGE.to_owned()) })
    }

    fn render_manifest<'a>(
        &'a self,
        _: Owner<'a>,
        _: wit::ManifestSheet,
    ) -> BoxFuture<'a, Result<wit::File, String>> {
        Box::pin(async { Err(UNREACHABLE_MESSAGE.to_owned()) })
    }

    fn rate_card<'a>(
        &'a self,
        _: Owner<'a>,
        _: &'a str,
        _: &'a wit::PriceRequest,
    ) -> BoxFuture<'a, Result<Option<RateCard>, String>> {
        Box::pin(async { Err(UNREACHABLE_MESSAGE.to_owned()) })
    }
}

type Store<'a, T> = BoxFuture<'a, Result<T, wit::StoreError>>;

const UNREACHABLE_MESSAGE: &str = "a replay reaches nothing";

fn unreachable_store<'a, T: Send + 'a>() -> Store<'a, T> {
    Box::pin(async { Err(wit::StoreError::Unavailable(UNREACHABLE_MESSAGE.to_owned())) })
}
