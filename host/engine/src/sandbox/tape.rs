//! Tape of a running call: records host calls with their answers, or plays them back.

use std::{
    future,
    sync::Arc,
    time::{Duration, Instant},
};

use carriage::PluginFault;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use wasmtime::{Trap, WasmBacktrace};

use crate::{
    recording::{
        HostCall, MAX_LOG_BYTES, MAX_VALUE_BYTES, MissingAnswer, Outcome, Played, RECORDING_FORMAT,
        RecordedAccount, RecordedLine, RecordedSettings, Recording, Taping, WasiTape, level,
        mask::Mask,
        shape::{is_cut, read, show, size},
    },
    sandbox::{context::CallContext, host_services::Owner, state::State},
};

/// Overhead of an entry besides its values: names, quotes and cut marks.
const ENTRY_OVERHEAD_BYTES: usize = 96;

pub(crate) enum Tape {
    Record(Box<Recorder>),
    Play(Arc<Played>),
}

impl Tape {
    /// Creates the tape that the host program requests for this call; mostly `None`.
    pub(crate) fn begin(context: &CallContext, plugin: &str, ends: Instant) -> Option<Tape> {
        let owner = Owner {
            tenant: context.tenant,
            plugin,
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

pub(crate) struct Recorder {
    always: bool,
    mask: Mask,
    patience: Duration,
    arguments: Vec<Value>,
    calls: Vec<HostCall>,
    wasi: WasiTape,
    trace: Vec<String>,
    answer: Option<Value>,
    bytes: usize,
    missing: Vec<String>,
    /// Set when even a call's arguments no longer fit.
    is_full: bool,
}

impl Recorder {
    fn new(context: &CallContext, always: bool, ends: Instant) -> Self {
        let settings = context.account.settings_json.len() + context.settings.json.len();
        Recorder {
            always,
            mask: Mask::new(context.effective_settings()),
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

    /// Reserves bytes; false if they do not fit.
    fn take(&mut self, bytes: usize) -> bool {
        let fits = self.bytes + bytes <= MAX_VALUE_BYTES;
        if fits {
            self.bytes += bytes;
        }
        fits
    }

    fn question(&mut self, call: &'static str, requested: Value) {
        if self.is_full {
            return;
        }
        if !self.take(ENTRY_OVERHEAD_BYTES) {
            self.is_full = true;
            self.missing.push(format!(
                "everything from {call}, the host call {}, on",
                self.calls.len() + 1
            ));
            return;
        }
        let bytes = size(&requested);
        let requested = match !is_cut(&requested) && self.take(bytes) {
            true => requested,
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
            requested,
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
    /// Without a tape, the closure is not called.
    pub(crate) fn encode_call<T: Serialize>(
        &mut self,
        question: impl FnOnce() -> T,
    ) -> Option<Value> {
        let tape = self.tape.as_ref()?;
        // Recording does not count against the guest's processor time.
        self.cpu.wait();
        let shown = show(&question(), tape.mask());
        self.cpu.resume();
        Some(shown)
    }

    /// Runs the host's work and records the answer, or plays the recorded answer.
    pub(crate) async fn record_or_play<A: Serialize + DeserializeOwned>(
        &mut self,
        call: &'static str,
        requested: Option<Value>,
        work: impl Future<Output = A>,
    ) -> wasmtime::Result<A> {
        if let Some(answer) = self.play_answer(call, requested).await? {
            return Ok(answer);
        }
        let answer = self.waiting(work).await;
        self.answered(&answer);
        self.cpu.check()?;
        Ok(answer)
    }

    /// Records the call and returns `None` outside a replay.
    pub(crate) async fn play_answer<A: DeserializeOwned>(
        &mut self,
        call: &'static str,
        requested: Option<Value>,
    ) -> wasmtime::Result<Option<A>> {
        match self.try_play_answer(call, requested) {
            Ok(answer) => Ok(answer),
            Err(MissingAnswer::Waiting) => {
                // The replay is notified and ends the call, so this never resolves.
                self.waiting(future::pending()).await
            }
            Err(MissingAnswer::Time) => Err(Trap::Interrupt.into()),
            Err(MissingAnswer::Stop(reason)) => Err(wasmtime::Error::msg(reason)),
        }
    }

    /// Synchronous variant for capabilities that do not wait.
    pub(crate) fn play_answer_now<A: DeserializeOwned>(
        &mut self,
        call: &'static str,
        requested: Option<Value>,
    ) -> wasmtime::Result<Option<A>> {
        self.try_play_answer(call, requested)
            .map_err(|silence| match silence {
                MissingAnswer::Waiting => {
                    wasmtime::Error::msg(format!("the recording has no answer to {call}"))
                }
                MissingAnswer::Time => Trap::Interrupt.into(),
                MissingAnswer::Stop(reason) => wasmtime::Error::msg(reason),
            })
    }

    fn try_play_answer<A: DeserializeOwned>(
        &mut self,
        call: &'static str,
        requested: Option<Value>,
    ) -> Result<Option<A>, MissingAnswer> {
        let (Some(tape), Some(requested)) = (self.tape.as_mut(), requested) else {
            return Ok(None);
        };
        self.cpu.wait();
        let answer = match tape {
            Tape::Record(recorder) => {
                recorder.question(call, requested);
                Ok(None)
            }
            Tape::Play(played) => played.answer(call, requested).and_then(|answer| {
                read(answer)
                    .map(Some)
                    .ok_or_else(|| played.stop_replay(call))
            }),
        };
        self.cpu.resume();
        answer
    }

    pub(crate) fn answered<A: Serialize>(&mut self, answer: &A) {
        if let Some(Tape::Record(recorder)) = self.tape.as_mut() {
            self.cpu.wait();
            recorder.answer(answer);
            self.cpu.resume();
        }
    }

    /// Once; a replay reads it from the recording's head.
    pub(crate) fn record_constant<A: Serialize>(&mut self, call: &'static str, answer: &A) {
        if let Some(Tape::Record(recorder)) = self.tape.as_mut()
            && !recorder.calls.iter().any(|noted| noted.call == call)
        {
            self.cpu.wait();
            recorder.question(call, Value::Null);
            recorder.answer(answer);
            self.cpu.resume();
        }
    }

    pub(crate) fn tape_arguments(&mut self, arguments: impl FnOnce() -> Vec<Value>) {
        if let Some(Tape::Record(recorder)) = self.tape.as_mut() {
            let shown: Vec<Value> = arguments()
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

    pub(crate) fn tape_answer<A: Serialize>(&mut self, answer: &A) {
        match self.tape.as_mut() {
            None => {}
            Some(Tape::Play(played)) => {
                played.record_end(Vec::new(), Some(show(answer, played.mask())))
            }
            Some(Tape::Record(recorder)) => {
                let shown = show(answer, &recorder.mask);
                // An answer that does not fit is not an input: the call can be replayed without it.
                if !is_cut(&shown) && recorder.take(size(&shown)) {
                    recorder.answer = Some(shown);
                }
            }
        }
    }

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
            Tape::Play(played) => played.record_end(trace, None),
        }
    }

    /// Hands the recording to the host program if the outcome requires it.
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
        let (wasi, left_out) = recorder.wasi.recorded_inputs();
        missing.extend(left_out);
        let mut log = Vec::new();
        let mut room = MAX_LOG_BYTES;
        for line in &self.lines {
            room = room.saturating_sub(size(&line.message) + ENTRY_OVERHEAD_BYTES / 2);
            if room > 0 {
                let message = mask.mask_message(line.message.clone());
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
            component: self.plugin.hash.to_string(),
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
                reason: fault
                    .map(|fault| mask.mask_message(fault.to_string()))
                    .unwrap_or_default(),
                trace,
                answer,
            },
            missing,
        }
    }
}

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
