//! A recording that answers in place of the host, and its differences to the calls made.

use std::sync::{Mutex, MutexGuard, PoisonError};

use carriage::FaultKind;
use serde::Serialize;
use serde_json::Value;
use tokio::sync::Notify;

use super::{RecordedLine, Recording, WasiTape, mask::Mask};

/// Settings and time are in a recording's head, so a plugin may read them any number of times.
const CONSTANT_CALLS: [&str; 2] = ["config.", "clock."];

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
    pub(crate) wasi: WasiTape,
    progress: Mutex<Progress>,
    pub(crate) stalled: Notify,
}

pub(crate) struct Progress {
    pub(crate) calls: Vec<Entry>,
    pub(crate) requested: usize,
    pub(crate) difference: Option<Difference>,
    /// Reason the replay cannot continue, although the plugin did nothing new.
    pub(crate) broken: Option<String>,
    pub(crate) trace: Vec<String>,
    pub(crate) answer: Option<Value>,
    pub(crate) log: Vec<RecordedLine>,
}

pub(crate) struct Entry {
    pub(crate) question: Question,
    answered: Option<Value>,
    is_cut: bool,
    pub(crate) is_used: bool,
}

impl Played {
    pub(crate) fn new(recording: &Recording, mask: Mask) -> Self {
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

    pub(crate) fn mask(&self) -> &Mask {
        &self.mask
    }

    pub(crate) fn wasi(&self) -> WasiTape {
        self.wasi.clone()
    }

    pub(crate) fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next call's answer if it is equal, else the first equal one's.
    pub(crate) fn answer(&self, call: &str, requested: Value) -> Result<Value, MissingAnswer> {
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

    pub(crate) fn stop_replay(&self, call: &str) -> MissingAnswer {
        let reason = format!("the recorded answer to {call} is none that this program knows");
        self.progress().broken.get_or_insert(reason.clone());
        MissingAnswer::Stop(reason)
    }

    pub(crate) fn record_end(&self, trace: Vec<String>, answer: Option<Value>) {
        let mut progress = self.progress();
        (progress.trace, progress.answer) = (trace, answer);
    }
}

/// Reason a recording has no answer.
pub(crate) enum MissingAnswer {
    /// The recorded guest waited for this answer until its time ended.
    Waiting,
    /// The guest was stopped here because the host's spending for it reached the limit. A replay
    /// spends nothing.
    Time,
    /// The recording has no such call, or its answer is missing; with a text.
    Stop(String),
}
