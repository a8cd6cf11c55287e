//! A call under way: on its caller's thread at first if it is quick, in the plugins' runtime for the rest.

use crate::{FaultKind, PluginFault, policy::limits::Function};
use futures_util::future::BoxFuture;
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    pin::Pin,
    task::{Context, Poll, ready},
};
use tokio::{runtime::Handle, task::JoinHandle};

type Outcome<T> = Result<T, PluginFault>;

/// A call under way; dropped before its end, it is stopped if that does no harm.
///
/// Handing a call to another thread and its answer back wakes two threads, which takes several times as long as a
/// quick guest runs. So a quick one is polled once where its caller is. It may not be what it was taken for: at the next
/// tick it yields, and what has not ended by then goes to the plugins' runtime, as does what waits.
pub(crate) struct Running<T> {
    stage: Stage<T>,
    stop: bool,
}

enum Stage<T> {
    /// Not begun; the runtime is whose timers and sockets it uses from the beginning.
    Here(Handle, Option<BoxFuture<'static, Outcome<T>>>),
    There(JoinHandle<Outcome<T>>),
}

impl<T: Send + 'static> Running<T> {
    pub(crate) fn begin(
        runtime: &Handle,
        call: impl Future<Output = Outcome<T>> + Send + 'static,
        is_quick: bool,
        function: Function,
    ) -> Self {
        let stage = if is_quick {
            Stage::Here(runtime.clone(), Some(Box::pin(call)))
        } else {
            Stage::There(runtime.spawn(call))
        };
        Running {
            stage,
            stop: !function.changes_the_world(),
        }
    }
}

impl<T: Send + 'static> Future for Running<T> {
    type Output = Outcome<T>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        if let Stage::Here(runtime, call) = &mut self.stage
            && let Some(mut call) = call.take()
        {
            let inside = runtime.enter();
            // As a task of its own it could not take its caller down either.
            match catch_unwind(AssertUnwindSafe(|| call.as_mut().poll(context))) {
                Ok(Poll::Ready(outcome)) => return Poll::Ready(outcome),
                Ok(Poll::Pending) => {}
                Err(_) => return Poll::Ready(Err(failed(&"it panicked"))),
            }
            drop(inside);
            let task = runtime.spawn(call);
            self.stage = Stage::There(task);
        }
        match &mut self.stage {
            Stage::There(task) => {
                let ended = ready!(Pin::new(task).poll(context));
                Poll::Ready(ended.unwrap_or_else(|error| Err(failed(&error))))
            }
            Stage::Here(..) => Poll::Ready(Err(failed(&"its answer was taken already"))),
        }
    }
}

fn failed(error: &dyn std::fmt::Display) -> PluginFault {
    PluginFault::new(
        FaultKind::Failed,
        format!("the host failed while it called a plugin: {error}"),
    )
}

impl<T> Drop for Running<T> {
    fn drop(&mut self) {
        if let Stage::There(task) = &self.stage
            && self.stop
        {
            task.abort();
        }
    }
}
