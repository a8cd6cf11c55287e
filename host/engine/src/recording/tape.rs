//! The tape of a call under way: what the guest asks and is answered goes onto it, or comes from it.

use super::{
    HostCall, KEPT_MOST, LOG_MOST, Outcome, Played, RECORDING_FORMAT, RecordedAccount,
    RecordedLine, RecordedSettings, Recording, Taping, WasiTape, level,
    mask::Mask,
    shape::{is_cut, read, show, size},
};
use crate::{
    CallContext, Owner, PluginFault, call::state::State, interface::functions::Call, plugin::Loaded,
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use std::{
    future,
    sync::Arc,
    time::{Duration, Instant},
};
use wasmtime::{Trap, WasmBacktrace};

/// Around an entry's values: names, quotes and what says that something was cut.
const ENTRY: usize = 96;

pub(crate) enum Tape {
    Record(Box<Recorder>),
    Play(Arc<Played>),
}

impl Tape {
    /// The tape that the host program wants for this call; mostly none.
    pub(crate) fn begin(context: &CallContext, plugin: &Loaded, ends: Instant) -> Option<Tape> {
        let owner = Owner {
            tenant: context.tenant,
            plugin: &plugin.manifest.id,
        };
        let record = |always| Some(Tape::Record(Box::new(Recorder::new(context, always, ends))));
        match context.host.taping(owner) {
            Taping::Off => None,
            Taping::Faults => record(false),
            Taping::Always => record(true),
            Taping::Play(played) => Some(Tape::Play(played)),
        }
    }

    pub(crate) fn wasi(&self) -> WasiTape {
        match self {
            Tape::Record(recorder) => recorder.wasi.clone(),
            Tape::Play(played) => played.wasi(),
        }
    }

    fn mask(&self) -> &Mask {
        match self {
            Tape::Record(recorder) => &recorder.mask,
            Tape::Play(played) => played.mask(),
        }
    }
}

/// A call being written down.
pub(crate) struct Recorder {
    always: bool,
    mask: Mask,
    patience: Duration,
    arguments: Vec<Value>,
    calls: Vec<HostCall>,
    wasi: WasiTape,
    trace: Vec<String>,
    answer: Option<Value>,
    /// Bytes kept so far.
    bytes: usize,
    missing: Vec<String>,
    /// There is no room for as much as the question.
    is_full: bool,
}

impl Recorder {
    fn new(context: &CallContext, always: bool, ends: Instant) -> Self {
        let settings = context.account.settings_json.len() + context.settings.json.len();
        Recorder {
            always,
            mask: Mask::new(context.given()),
            patience: ends.saturating_duration_since(Instant::now()),
            arguments: Vec::new(),
            calls: Vec::new(),
            wasi: WasiTape::recording(),
            trace: Vec::new(),
            answer: None,
            bytes: settings,
            missing: Vec::new(),
            is_full: false,
        }
    }

    /// Whether there is room for so many bytes more, which are then taken.
    fn take(&mut self, bytes: usize) -> bool {
        let fits = self.bytes + bytes <= KEPT_MOST;
        if fits {
            self.bytes += bytes;
        }
        fits
    }

    fn question(&mut self, call: &'static str, asked: Value) {
        if self.is_full {
            return;
        }
        if !self.take(ENTRY) {
            self.is_full = true;
            self.missing.push(format!(
                "everything from {call}, the host call {}, on",
                self.calls.len() + 1
            ));
            return;
        }
        let bytes = size(&asked);
        let asked = match !is_cut(&asked) && self.take(bytes) {
            true => asked,
            false => {
                self.missing.push(format!(
                    "what {call}, the host call {}, was asked",
                    self.calls.len() + 1
                ));
                serde_json::json!({ "$cut": bytes })
            }
        };
        self.calls.push(HostCall {
            call: call.to_owned(),
            asked,
            answered: None,
            cut: None,
        });
    }

    fn answer<A: Serialize>(&mut self, answer: &A) {
        if self.is_full {
            return;
        }
        let shown = show(answer, &self.mask);
        let bytes = size(&shown);
        let fits = !is_cut(&shown) && self.take(bytes);
        let number = self.calls.len();
        let Some(last) = self.calls.last_mut() else {
            return;
        };
        if fits {
            last.answered = Some(shown);
        } else {
            last.cut = Some(bytes);
            self.missing.push(format!(
                "the answer to {}, the host call {number} ({bytes} bytes)",
                last.call
            ));
        }
    }
}

impl State {
    /// The question as a tape has it; none, and not even asked for, when there is no tape.
    pub(crate) fn asked<T: Serialize>(&mut self, question: impl FnOnce() -> T) -> Option<Value> {
        let tape = self.tape.as_ref()?;
        // Writing down is not the guest's work, and takes nothing from its processor time.
        self.cpu.wait();
        let shown = show(&question(), tape.mask());
        self.cpu.go_on();
        Some(shown)
    }

    /// Waits for the host's work, whose answer goes onto the tape; or takes the answer from there.
    pub(crate) async fn taped<A: Serialize + DeserializeOwned>(
        &mut self,
        call: &'static str,
        asked: Option<Value>,
        work: impl Future<Output = A>,
    ) -> wasmtime::Result<A> {
        if let Some(answer) = self.played(call, asked).await? {
            return Ok(answer);
        }
        let answer = self.waiting(work).await;
        self.answered(&answer);
        self.cpu.check()?;
        Ok(answer)
    }

    /// The answer from a recording that is played. Else there is none, and the question is noted.
    pub(crate) async fn played<A: DeserializeOwned>(
        &mut self,
        call: &'static str,
        asked: Option<Value>,
    ) -> wasmtime::Result<Option<A>> {
        match self.played_at_once(call, asked) {
            Ok(answer) => Ok(answer),
            Err(Silence::Waiting) => {
                // The replay is told and ends the call; nothing comes any more.
                self.waiting(future::pending()).await
            }
            Err(Silence::Time) => Err(Trap::Interrupt.into()),
            Err(Silence::Stop(words)) => Err(wasmtime::Error::msg(words)),
        }
    }

    /// The same for capabilities that don't wait.
    pub(crate) fn played_now<A: DeserializeOwned>(
        &mut self,
        call: &'static str,
        asked: Option<Value>,
    ) -> wasmtime::Result<Option<A>> {
        self.played_at_once(call, asked)
            .map_err(|silence| match silence {
                Silence::Waiting => {
                    wasmtime::Error::msg(format!("the recording has no answer to {call}"))
                }
                Silence::Time => Trap::Interrupt.into(),
                Silence::Stop(words) => wasmtime::Error::msg(words),
            })
    }

    fn played_at_once<A: DeserializeOwned>(
        &mut self,
        call: &'static str,
        asked: Option<Value>,
    ) -> Result<Option<A>, Silence> {
        let (Some(tape), Some(asked)) = (self.tape.as_mut(), asked) else {
            return Ok(None);
        };
        self.cpu.wait();
        let answer = match tape {
            Tape::Record(recorder) => {
                recorder.question(call, asked);
                Ok(None)
            }
            Tape::Play(played) => played
                .answer(call, asked)
                .and_then(|answer| read(answer).map(Some).ok_or_else(|| played.broken(call))),
        };
        self.cpu.go_on();
        answer
    }

    pub(crate) fn answered<A: Serialize>(&mut self, answer: &A) {
        if let Some(Tape::Record(recorder)) = self.tape.as_mut() {
            self.cpu.wait();
            recorder.answer(answer);
            self.cpu.go_on();
        }
    }

    /// Notes what is the same whenever it is asked for: once. A replay has it from the recording's head.
    pub(crate) fn noted<A: Serialize>(&mut self, call: &'static str, answer: &A) {
        if let Some(Tape::Record(recorder)) = self.tape.as_mut()
            && !recorder.calls.iter().any(|noted| noted.call == call)
        {
            self.cpu.wait();
            recorder.question(call, Value::Null);
            recorder.answer(answer);
            self.cpu.go_on();
        }
    }

    /// Notes what the call is made with.
    pub(crate) fn tape_arguments<C: Call>(&mut self, call: &C) {
        if let Some(Tape::Record(recorder)) = self.tape.as_mut() {
            let shown: Vec<Value> = call
                .arguments()
                .iter()
                .map(|argument| show(argument, &recorder.mask))
                .collect();
            let bytes = size(&shown);
            match !shown.iter().any(is_cut) && recorder.take(bytes) {
                true => recorder.arguments = shown,
                false => recorder
                    .missing
                    .push(format!("the arguments ({bytes} bytes)")),
            }
        }
    }

    /// Notes the guest's answer, good or bad.
    pub(crate) fn tape_answer<A: Serialize>(&mut self, answer: &A) {
        match self.tape.as_mut() {
            None => {}
            Some(Tape::Play(played)) => played.ended(Vec::new(), Some(show(answer, played.mask()))),
            Some(Tape::Record(recorder)) => {
                let shown = show(answer, &recorder.mask);
                // An answer that does not fit is no input: the call can be replayed without it.
                if !is_cut(&shown) && recorder.take(size(&shown)) {
                    recorder.answer = Some(shown);
                }
            }
        }
    }

    /// Notes where the guest was stopped.
    pub(crate) fn tape_stop(&mut self, error: &wasmtime::Error) {
        let Some(tape) = self.tape.as_mut() else {
            return;
        };
        let trace = error
            .downcast_ref::<WasmBacktrace>()
            .map(functions)
            .unwrap_or_default();
        match tape {
            Tape::Record(recorder) => recorder.trace = trace,
            Tape::Play(played) => played.ended(trace, None),
        }
    }

    /// Hands the recording to the host program, if the call ended so that it is to be kept.
    pub(crate) fn hand_over_recording(&mut self, fault: Option<&PluginFault>) {
        let is_fault = fault.is_some_and(|fault| fault.kind.is_plugin_fault());
        match self.tape.as_ref() {
            Some(Tape::Record(recorder)) if recorder.always || is_fault => {}
            _ => return,
        }
        let Some(tape) = self.tape.take() else { return };
        if let Tape::Record(recorder) = tape {
            let recording = self.recording(*recorder, fault);
            self.context.host.recorded(self.context.tenant, recording);
        }
    }

    fn recording(&self, recorder: Recorder, fault: Option<&PluginFault>) -> Recording {
        let Recorder {
            mask,
            arguments,
            calls,
            trace,
            answer,
            mut missing,
            ..
        } = recorder;
        let (manifest, context) = (&self.plugin.manifest, &self.context);
        let (wasi, left_out) = recorder.wasi.taken();
        missing.extend(left_out);
        let mut log = Vec::new();
        let mut room = LOG_MOST;
        for line in &self.lines {
            room = room.saturating_sub(size(&line.message) + ENTRY / 2);
            if room > 0 {
                let message = mask.words(line.message.clone());
                log.push(RecordedLine {
                    level: level(line.level).to_owned(),
                    message,
                });
            }
        }
        Recording {
            format: RECORDING_FORMAT,
            plugin: manifest.id.clone(),
            version: manifest.version.clone(),
            component: self.plugin.hash.clone(),
            function: self.function.name().to_owned(),
            arguments,
            now: context.now,
            timezone: context.timezone.name().to_owned(),
            account: RecordedAccount {
                code: mask.text(context.account.code.clone()),
                settings: mask.text(context.account.settings_json.clone()),
                secrets: mask.of_account.clone(),
            },
            settings: RecordedSettings {
                json: mask.text(context.settings.json.clone()),
                secrets: mask.of_plugin.clone(),
            },
            limits: (*context.limits).clone(),
            granted_hosts: context.granted_hosts.clone(),
            patience_ms: u64::try_from(recorder.patience.as_millis()).unwrap_or(u64::MAX),
            calls,
            wasi,
            log,
            outcome: Outcome {
                fault: fault.map(|fault| fault.kind.name().to_owned()),
                words: fault
                    .map(|fault| mask.words(fault.message.clone()))
                    .unwrap_or_default(),
                trace,
                answer,
            },
            missing,
        }
    }
}

/// The functions of a trace. Only its text has them as their author wrote them: `  0:   0x1f - guest.wasm!guest::rates`.
fn functions(trace: &WasmBacktrace) -> Vec<String> {
    let name = |line: &str| {
        let (_, frame) = line.split_once(": ")?;
        let frame = frame.split_once(" - ").map_or(frame, |(_, rest)| rest);
        Some(
            frame
                .split_once('!')
                .map_or(frame, |(_, name)| name)
                .to_owned(),
        )
    };
    trace.to_string().lines().skip(1).filter_map(name).collect()
}

/// Why a recording gives no answer.
pub(super) enum Silence {
    /// There never was one: the guest waited until its time was over.
    Waiting,
    /// The guest was stopped here, since what the host had spent for it was all there is. A replay spends nothing.
    Time,
    /// It was not asked for, or it is not there; in words.
    Stop(String),
}
