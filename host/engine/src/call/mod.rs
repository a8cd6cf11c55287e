//! One call from beginning to end: admission, a fresh instance, the guest, the check of its answer,
//! the record.

pub(crate) mod executor;
pub(crate) mod loaded;
mod nested;
pub(crate) mod retry;
mod running;
pub(crate) mod versions;

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use carriage::{FaultKind, PluginFault};
use data::{Message, message};
use tokio::sync::Semaphore;
use tracing::{Instrument, Span, field};
use wasmtime::Store;

use crate::{
    call::{executor::Executor, loaded::Loaded, running::Running},
    fault,
    functions::Function,
    interface::calls::Call,
    policy::{
        breaker::Verdict,
        call_durations::CallLength,
        concurrency::{Admission, Tenant, Watch},
        effective_limits::EffectiveLimits,
    },
    sandbox::{context::CallContext, state::State},
    stats::CallUsage,
};

/// Guests with a history of quick runs start on the caller's thread for less than a tick; others
/// run in the plugins' runtime.
pub(crate) async fn call<C: Call>(
    executor: &Arc<Executor>,
    loaded: &Arc<Loaded>,
    context: CallContext,
    call: C,
) -> Result<C::Answer, PluginFault> {
    let span = span::<C>(loaded, &context);
    let runtime = executor.handle();
    let (executor, loaded) = (executor.clone(), loaded.clone());
    let tenant = loaded.gate.tenant(context.tenant);
    let is_quick = tenant.durations.predict() == CallLength::Quick;
    let run = async move {
        let everyone = Some(&executor.everyone);
        run(&executor, &loaded, tenant, everyone, context, call).await
    };
    let running = Running::begin(runtime, run.instrument(span), is_quick, C::FUNCTION);
    running.await
}

/// Calls a plugin inside another one's permit and deadline.
async fn nested<C: Call>(
    executor: &Arc<Executor>,
    loaded: &Arc<Loaded>,
    context: CallContext,
    call: C,
) -> Result<C::Answer, PluginFault> {
    let span = span::<C>(loaded, &context);
    let tenant = loaded.gate.tenant(context.tenant);
    run(executor, loaded, tenant, None, context, call)
        .instrument(span)
        .await
}

/// A fresh store for one instance of the plugin.
pub(crate) fn store(
    executor: &Arc<Executor>,
    loaded: &Loaded,
    function: Function,
    context: CallContext,
    ends: Instant,
) -> Store<State> {
    let rate_engines = executor.clone();
    State::store(
        &executor.resources,
        rate_engines,
        loaded.called(),
        function,
        context,
        ends,
    )
}

fn span<C: Call>(loaded: &Loaded, context: &CallContext) -> Span {
    tracing::info_span!(
        "plugin.call",
        tenant = context.tenant,
        plugin = loaded.manifest.id,
        version = loaded.manifest.version,
        function = C::FUNCTION.name(),
        outcome = field::Empty,
        wall_micros = field::Empty,
        cpu_micros = field::Empty,
        memory_kib = field::Empty,
        host_calls = field::Empty,
    )
}

async fn run<C: Call>(
    executor: &Arc<Executor>,
    loaded: &Arc<Loaded>,
    tenant: Arc<Tenant>,
    everyone: Option<&Arc<Semaphore>>,
    mut context: CallContext,
    call: C,
) -> Result<C::Answer, PluginFault> {
    let started = Instant::now();
    let limits = EffectiveLimits::new(C::FUNCTION, &loaded.manifest, &context.limits);
    let ends = context.deadline.unwrap_or(started + limits.wall);
    let attempt = Attempt {
        executor,
        loaded,
        everyone,
        tenant: &tenant,
        limits,
        ends,
    };
    let mut measured = CallUsage::default();
    let mut first = None;
    let outcome = loop {
        let (outcome, returned, admission) =
            attempt.make(context, &call, &mut measured, started).await;
        let again = match &outcome {
            // A nested call is not retried; the outer plugin and its caller may retry.
            Err(fault)
                if first.is_none()
                    && everyone.is_some()
                    && executor.retries
                    && limits.retries > 0 =>
            {
                retry::pause(
                    C::FUNCTION,
                    &fault.kind,
                    Instant::now(),
                    ends,
                    retry::chance(),
                )
            }
            _ => None,
        };
        let Some(pause) = again else {
            // One verdict per call: an attempt before a retry does not count for the breakers.
            if let Some((admission, own, for_all)) = admission {
                admission.judge(own, for_all);
            }
            break choose_outcome(first, outcome);
        };
        if let Some((admission, ..)) = admission {
            admission.leave();
        }
        (first, context) = (Some(outcome), returned);
        measured.retried = true;
        tokio::time::sleep(pause).await;
    };
    measured.wall = started.elapsed();
    let fault = outcome.as_ref().err();
    loaded.gate.count(&tenant, C::FUNCTION, &measured, fault);
    let span = Span::current();
    span.record("outcome", fault.map_or("ok", |fault| fault.kind.name()));
    span.record("wall_micros", measured.wall.as_micros() as u64);
    span.record("cpu_micros", measured.cpu.as_micros() as u64);
    span.record("memory_kib", measured.memory_kib);
    span.record("host_calls", measured.host_calls);
    if let Some(fault) = fault.filter(|fault| fault.kind.is_plugin_fault()) {
        tracing::warn!(kind = fault.kind.name(), "{fault}");
    }
    outcome
}

fn not_called(plugin: &str, reason: &impl std::fmt::Display) -> Message {
    let reason = reason.to_string();
    message!(
        "{plugin} was not called: {reason}",
        plugin = plugin,
        reason = reason
    )
}

/// Chooses the second outcome, unless the retry was turned away: the first has the better reason.
fn choose_outcome<T>(
    first: Option<Result<T, PluginFault>>,
    last: Result<T, PluginFault>,
) -> Result<T, PluginFault> {
    match (first, &last) {
        (Some(first), Err(fault)) if fault.kind.was_turned_away() => first,
        _ => last,
    }
}

type Attempted<'a, T> = (
    Result<T, PluginFault>,
    CallContext,
    Option<(Admission<'a>, Verdict, Verdict)>,
);

struct Attempt<'a> {
    executor: &'a Arc<Executor>,
    loaded: &'a Arc<Loaded>,
    everyone: Option<&'a Arc<Semaphore>>,
    tenant: &'a Arc<Tenant>,
    limits: EffectiveLimits,
    ends: Instant,
}

impl<'a> Attempt<'a> {
    async fn make<C: Call>(
        &self,
        context: CallContext,
        call: &C,
        measured: &mut CallUsage,
        requested: Instant,
    ) -> Attempted<'a, C::Answer> {
        let plugin = &self.loaded.manifest.id;
        let (size, most) = (call.size(), C::FUNCTION.max_request());
        if size > most {
            let message = message!(
                "{plugin} was not called: the request has {size} bytes, at most {most} are taken",
                plugin = plugin,
                size = size,
                most = most
            );
            return (
                Err(PluginFault::new(FaultKind::TooLarge, message)),
                context,
                None,
            );
        }
        let watch = Watch {
            tenant: context.tenant,
            faults: self.limits.breaker_faults,
            wall: self.limits.wall,
        };
        let admission = match self.loaded.gate.admit(self.tenant, watch) {
            Ok(admission) => admission,
            Err(resting) => {
                let kind = FaultKind::CircuitOpen {
                    retry_after: resting.retry_after,
                };
                return (
                    Err(PluginFault::new(kind, not_called(plugin, &resting))),
                    context,
                    None,
                );
            }
        };
        let started = Instant::now();
        let (outcome, context) = self.enter(context, call, measured, started).await;
        // The retry of a hanging call has little time left, so the time of both attempts counts
        // together.
        let verdicts = verdicts(
            C::FUNCTION,
            outcome.as_ref().err(),
            requested.elapsed(),
            self.limits.wall,
        );
        let judged = verdicts.map(|(own, for_all)| (admission, own, for_all));
        (outcome, context, judged)
    }

    async fn enter<C: Call>(
        &self,
        context: CallContext,
        call: &C,
        measured: &mut CallUsage,
        started: Instant,
    ) -> (Result<C::Answer, PluginFault>, CallContext) {
        let (executor, loaded) = (self.executor, self.loaded);
        let plugin = &loaded.manifest.id;
        let ends = self.ends.min(started + self.limits.wall);
        let _pass = match loaded
            .gate
            .enter(self.tenant, self.limits.in_flight, self.everyone, ends)
            .await
        {
            Ok(pass) => pass,
            Err(busy) => {
                let message = not_called(plugin, &busy);
                return (Err(PluginFault::new(FaultKind::Capacity, message)), context);
            }
        };
        let mut store = self::store(executor, loaded, C::FUNCTION, context, ends);
        store.data_mut().tape_arguments(|| call.arguments());
        let answer = tokio::time::timeout_at(ends.into(), async {
            if self.tenant.durations.predict() == CallLength::Long {
                store.data_mut().cpu.queue().await;
            }
            let instance = loaded.pre.instantiate_async(&mut store).await?;
            store.data_mut().cpu.resume();
            let answer = call.invoke(&loaded.exports, &mut store, &instance).await;
            store.data_mut().cpu.end();
            answer
        })
        .await;
        let state = store.data_mut();
        self.tenant.durations.record(&state.cpu);
        state.measure(measured);
        let outcome = match answer {
            Ok(Ok(Ok(mut answer))) => {
                state.tape_answer(&answer);
                match call.check(&mut answer) {
                    Ok(()) => Ok(answer),
                    Err(reason) => Err(fault::bad_answer(reason, state, plugin, C::FUNCTION)),
                }
            }
            // A guest that was refused memory is not responsible for its error.
            Ok(Ok(Err(_))) if state.memory.crowded => Err(fault::out_of_memory(state)),
            Ok(Ok(Err(error))) => Err(fault::from_guest(error, state)),
            Ok(Err(error)) => {
                state.tape_stop(&error);
                Err(fault::from_stop(&error, state))
            }
            Err(_) => Err(PluginFault::new(
                FaultKind::WallTime,
                message!(
                    "{plugin} gave no answer to {function} within {limit} ms",
                    plugin = plugin,
                    function = C::FUNCTION.name(),
                    limit = ends
                        .saturating_duration_since(started)
                        .as_millis()
                        .to_string()
                ),
            )),
        };
        state.hand_over_recording(outcome.as_ref().err());
        state.hand_over_lines();
        (outcome, store.into_data().context)
    }
}

/// Verdicts for the tenant's and the shared breaker; none if the plugin is not concerned.
fn verdicts(
    function: Function,
    fault: Option<&PluginFault>,
    took: Duration,
    timeout: Duration,
) -> Option<(Verdict, Verdict)> {
    let Some(kind) = fault.map(|fault| &fault.kind) else {
        return Some((Verdict::Good, Verdict::Good));
    };
    let both = |verdict| Some((verdict, verdict));
    match kind {
        // The accounts are called one by one after it, and those calls show which of them failed.
        kind if function == Function::RatesByAccount && *kind != FaultKind::WallTime => None,
        FaultKind::CpuTime => both(Verdict::CpuFault),
        // A caller's short deadline is no fault of the plugin.
        FaultKind::WallTime if took < timeout / 2 => None,
        FaultKind::WallTime => both(Verdict::Hang),
        // The remote side is down for this tenant's account; other tenants may use another one.
        FaultKind::Unavailable { .. } => Some((Verdict::Fault(kind.name()), Verdict::Good)),
        FaultKind::Failed | FaultKind::TooLarge => None,
        kind if kind.was_turned_away() => None,
        kind if kind.is_plugin_fault() => both(Verdict::Fault(kind.name())),
        _ => both(Verdict::Good),
    }
}
