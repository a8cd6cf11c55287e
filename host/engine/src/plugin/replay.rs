//! Replay of a recorded call: the recording answers in place of the host, and differences are
//! found.

use std::{
    collections::BTreeMap,
    sync::Arc,
    time::{Duration, Instant},
};

use carriage::FaultKind;
use futures_util::future::BoxFuture;
use serde::Serialize;

use crate::{
    call_limits::CallLimits,
    error::{EngineError, invalid},
    grants::{AccountGrant, EffectiveSettings, Secret, SettingsGrant},
    interface::wit,
    plugin::Plugin,
    policy::effective_limits::REPLAY_TIME_FACTOR,
    recording::{
        Difference, Outcome, Played, RECORDING_FORMAT, RecordedLine, Recording, Taping, level,
        mask::Mask,
    },
    sandbox::{
        context::CallContext,
        host_services::{HostServices, LogLines, Owner, RateCard},
    },
};

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

/// The recording answers all host calls, so nothing outside is affected. The error is the reason a
/// replay is impossible.
pub async fn replay(plugin: &Plugin, recording: &Recording) -> Result<Replayed, EngineError> {
    if recording.format != RECORDING_FORMAT {
        return Err(invalid!(
            "it has the format {}; this program reads {RECORDING_FORMAT}",
            recording.format
        ));
    }
    if recording.plugin != plugin.id() {
        return Err(invalid!(
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
        return Err(invalid!("{missing} were too large to be recorded"));
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
            .map_err(|_| invalid!("timezone: {:?} is not known", recording.timezone))?,
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
        return Err(EngineError::Invalid(reason));
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
            reason: fault.to_string(),
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
