//! One call from beginning to end: a place, a fresh instance, the guest, the answer's check, the record.

use crate::{
    CallContext, FaultKind, Plugin, PluginFault, engine::Inner, functions::Call, limits::HOST_CALLS, plugin::Loaded,
    state::State,
};
use futures_util::future::BoxFuture;
use std::{
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
    time::Instant,
};
use tokio::{sync::Semaphore, task::JoinHandle};
use tracing::{Instrument, Span, field};

/// Calls a plugin from outside: on the plugins' own runtime, so that the caller's threads run no guest.
pub(crate) async fn call<C: Call>(plugin: &Plugin, context: CallContext, call: C) -> Result<C::Answer, PluginFault> {
    let span = span::<C>(&plugin.loaded, &context);
    let (engine, loaded) = (plugin.engine.clone(), plugin.loaded.clone());
    let run = async move {
        let everyone = Some(&engine.everyone);
        run(&engine, &loaded, everyone, context, call).await
    };
    let task = plugin.engine.handle().spawn(run.instrument(span));
    let running = Running { task, stop: !C::FUNCTION.changes_the_world() };
    running.await
}

/// Calls a plugin for another one, inside that one's place and deadline.
pub(crate) fn nested<'a, C: Call>(
    engine: &'a Arc<Inner>,
    loaded: &'a Arc<Loaded>,
    context: CallContext,
    call: C,
) -> BoxFuture<'a, Result<C::Answer, PluginFault>> {
    let span = span::<C>(loaded, &context);
    Box::pin(run(engine, loaded, None, context, call).instrument(span))
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
    engine: &Arc<Inner>,
    loaded: &Arc<Loaded>,
    everyone: Option<&Arc<Semaphore>>,
    context: CallContext,
    call: C,
) -> Result<C::Answer, PluginFault> {
    let begun = Instant::now();
    let outcome = attempt(engine, loaded, everyone, context, call, begun).await;
    let wall = begun.elapsed();
    let fault = outcome.as_ref().err();
    loaded.counters.record(C::FUNCTION, wall, fault);
    let span = Span::current();
    span.record("outcome", fault.map_or("ok", |fault| fault.kind.name()));
    span.record("wall_micros", wall.as_micros() as u64);
    if let Some(fault) = fault.filter(|fault| fault.kind.is_plugin_fault()) {
        tracing::warn!(kind = fault.kind.name(), "{fault}");
    }
    outcome
}

async fn attempt<C: Call>(
    engine: &Arc<Inner>,
    loaded: &Arc<Loaded>,
    everyone: Option<&Arc<Semaphore>>,
    context: CallContext,
    call: C,
    begun: Instant,
) -> Result<C::Answer, PluginFault> {
    let plugin = &loaded.manifest.id;
    let size = call.size();
    if size > C::SIZE_MOST {
        let words =
            format!("{plugin} was not called: the request has {size} bytes, at most {} are taken", C::SIZE_MOST);
        return Err(PluginFault::new(FaultKind::TooLarge, words));
    }
    let own = begun + C::FUNCTION.wall(&loaded.manifest);
    let ends = context.deadline.map_or(own, |deadline| deadline.min(own));
    let pass = loaded
        .gate
        .enter(context.tenant, everyone, ends)
        .await
        .map_err(|busy| PluginFault::new(FaultKind::Capacity, format!("{plugin} was not called: {busy}")))?;
    let mut store = State::store(engine, loaded, C::FUNCTION, context, ends);
    let said = tokio::time::timeout_at(ends.into(), async {
        if pass.runs_long() {
            store.data_mut().cpu.queue(&engine.lanes).await;
        }
        let instance = loaded.pre.instantiate_async(&mut store).await?;
        store.data_mut().cpu.go_on();
        call.invoke(&loaded.exports, &mut store, &instance).await
    })
    .await;
    let state = store.data_mut();
    pass.ran(state.cpu.ran_long());
    let span = Span::current();
    span.record("cpu_micros", state.cpu.used().as_micros() as u64);
    span.record("memory_kib", state.memory.peak_kib());
    span.record("host_calls", HOST_CALLS - state.host_calls + state.http_calls);
    let outcome = match said {
        Ok(Ok(Ok(answer))) => match call.check(&answer) {
            Ok(()) => Ok(answer),
            Err(words) => Err(PluginFault::bad_answer(&words, plugin, C::FUNCTION)),
        },
        Ok(Ok(Err(error))) => Err(PluginFault::from_guest(error, state)),
        Ok(Err(error)) => Err(PluginFault::from_stop(&error, state)),
        Err(_) => Err(PluginFault::new(
            FaultKind::WallTime,
            format!(
                "{plugin} gave no answer to {} within {} ms",
                C::FUNCTION.name(),
                ends.saturating_duration_since(begun).as_millis()
            ),
        )),
    };
    state.hand_over_lines();
    outcome
}

/// A call under way; dropped before its end, it is stopped if that does no harm.
struct Running<T> {
    task: JoinHandle<Result<T, PluginFault>>,
    stop: bool,
}

impl<T> Future for Running<T> {
    type Output = Result<T, PluginFault>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let ended = ready!(Pin::new(&mut self.task).poll(context));
        Poll::Ready(ended.unwrap_or_else(|error| {
            let words = format!("the host failed while it called a plugin: {error}");
            Err(PluginFault::new(FaultKind::Failed, words))
        }))
    }
}

impl<T> Drop for Running<T> {
    fn drop(&mut self) {
        if self.stop {
            self.task.abort();
        }
    }
}
