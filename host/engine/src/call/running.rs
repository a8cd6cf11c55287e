//! A running call: a quick one starts on its caller's thread, all else runs in the plugins'
//! runtime.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    pin::Pin,
    task::{Context, Poll, ready},
};

use carriage::{FaultKind, PluginFault};
use data::message;
use futures_util::future::BoxFuture;
use tokio::{runtime::Handle, task::JoinHandle};

use crate::functions::Function;

type Outcome<T> = Result<T, PluginFault>;

/// A running call. Dropping it stops the call unless the function has outside effects.
///
/// Waking two threads takes several times as long as a quick guest runs, so a quick call is first
/// polled on the caller's thread. A slow guest yields at the next tick and moves to the plugins'
/// runtime.
pub(crate) struct Running<T> {
    stage: Stage<T>,
    stop: bool,
}

enum Stage<T> {
    /// Not started. The call uses the runtime's timers and sockets even on the caller's thread.
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
            // A panic must not reach the caller, just as in a spawned task.
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
        message!(
            "the host failed while it called a plugin: {error}",
            error = error.to_string()
        ),
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
