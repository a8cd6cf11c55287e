//! All failures of a call, as one fault with a kind and a text for the tenant's administrator.

use crate::{
    call::state::State,
    interface::{
        bounds::{MAX_MESSAGE, MAX_NUMBER, host},
        wit::{FieldError, PluginError},
    },
    policy::limits::Function,
};
use std::{fmt, time::Duration};
use wasmtime::{PoolConcurrencyLimitError, Trap, WasmBacktrace};
use wasmtime_wasi::I32Exit;

#[derive(Clone, Debug, PartialEq)]
pub struct PluginFault {
    pub kind: FaultKind,
    /// Text for a person, with secrets masked.
    pub message: String,
}

#[derive(Clone, Debug, PartialEq)]
pub enum FaultKind {
    /// The guest rejects the request; one entry per field.
    InvalidInput(Vec<FieldError>),
    Rejected {
        code: String,
        http_status: Option<u16>,
    },
    Unauthorised,
    NotFound,
    Unavailable {
        retry_after: Option<Duration>,
    },
    Unsupported,
    Internal,

    Trap,
    Panic,
    Stack,
    Memory,
    CpuTime,
    WallTime,
    /// Too many calls run already; not the plugin's fault.
    Capacity,
    /// The call was not made after repeated failures.
    CircuitOpen {
        retry_after: Duration,
    },
    /// The guest failed after calling this host, which is denied.
    RefusedHost(String),
    /// The answer breaks a rule of the interface, such as negative money or another currency.
    BadAnswer,
    /// The arguments exceed the guest's limit.
    TooLarge,
    /// The engine itself failed.
    Failed,
}

impl FaultKind {
    pub fn name(&self) -> &'static str {
        match self {
            FaultKind::InvalidInput(_) => "invalid-input",
            FaultKind::Rejected { .. } => "rejected",
            FaultKind::Unauthorised => "unauthorised",
            FaultKind::NotFound => "not-found",
            FaultKind::Unavailable { .. } => "unavailable",
            FaultKind::Unsupported => "unsupported",
            FaultKind::Internal => "internal",
            FaultKind::Trap => "trap",
            FaultKind::Panic => "panic",
            FaultKind::Stack => "stack",
            FaultKind::Memory => "memory",
            FaultKind::CpuTime => "cpu-time",
            FaultKind::WallTime => "wall-time",
            FaultKind::Capacity => "capacity",
            FaultKind::CircuitOpen { .. } => "resting",
            FaultKind::RefusedHost(_) => "refused-host",
            FaultKind::BadAnswer => "bad-answer",
            FaultKind::TooLarge => "too-large",
            FaultKind::Failed => "failed",
        }
    }

    /// False for the guest's own errors and calls that were not made.
    pub fn is_plugin_fault(&self) -> bool {
        matches!(
            self,
            FaultKind::Internal
                | FaultKind::Trap
                | FaultKind::Panic
                | FaultKind::Stack
                | FaultKind::Memory
                | FaultKind::CpuTime
                | FaultKind::WallTime
                | FaultKind::RefusedHost(_)
                | FaultKind::BadAnswer
        )
    }

    /// True if the call was turned away before it reached the plugin.
    pub fn was_turned_away(&self) -> bool {
        matches!(self, FaultKind::Capacity | FaultKind::CircuitOpen { .. })
    }

    /// Provided that the function may be repeated at all.
    pub fn may_retry(&self) -> bool {
        matches!(
            self,
            FaultKind::Unavailable { .. } | FaultKind::WallTime | FaultKind::Capacity
        )
    }
}

impl fmt::Display for PluginFault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for PluginFault {}

impl PluginFault {
    pub(crate) fn new(kind: FaultKind, message: impl Into<String>) -> Self {
        PluginFault {
            kind,
            message: message.into(),
        }
    }

    /// An error after a denied host is attributed to the denial: the guest can only guess.
    pub(crate) fn from_guest(error: PluginError, state: &State) -> Self {
        let PluginFault { kind, message } =
            PluginFault::from_plugin_error(error, |text| state.context.mask(text));
        match &state.refused_host {
            Some(host) if !matches!(kind, FaultKind::InvalidInput(_)) => {
                let reason = format!(
                    "{} tried to call a host that is refused to it ({host}); it says: {message}",
                    state.plugin.manifest.id
                );
                PluginFault::new(FaultKind::RefusedHost(host.clone()), reason)
            }
            _ => PluginFault::new(kind, message),
        }
    }

    pub(crate) fn from_plugin_error(error: PluginError, mask: impl Fn(String) -> String) -> Self {
        let (kind, message) = match error {
            PluginError::InvalidInput(mut fields) => {
                host::field_errors(&mut fields, MAX_MESSAGE, &mask);
                let said: Vec<_> = fields
                    .iter()
                    .map(|field| format!("{}: {}", field.member, field.message))
                    .collect();
                (FaultKind::InvalidInput(fields), said.join("; "))
            }
            PluginError::Rejected(refusal) => (
                FaultKind::Rejected {
                    code: host::line(mask(refusal.code), MAX_NUMBER),
                    http_status: refusal.http_status,
                },
                refusal.message,
            ),
            PluginError::Unauthorised(message) => (FaultKind::Unauthorised, message),
            PluginError::NotFound(message) => (FaultKind::NotFound, message),
            PluginError::Unavailable(outage) => (
                FaultKind::Unavailable {
                    retry_after: outage
                        .retry_after_ms
                        .map(|wait| Duration::from_millis(wait.into())),
                },
                outage.message,
            ),
            PluginError::Unsupported(message) => (FaultKind::Unsupported, message),
            PluginError::Internal(message) => (FaultKind::Internal, message),
        };
        PluginFault::new(kind, host::multi_line(mask(message), MAX_MESSAGE))
    }

    pub(crate) fn from_stop(error: &wasmtime::Error, state: &State) -> Self {
        let plugin = &state.plugin.manifest.id;
        let function = state.function.name();
        let fault = |kind, reason: String| {
            let reason = host::multi_line(state.context.mask(reason), MAX_MESSAGE);
            PluginFault::new(kind, format!("{plugin} failed in {function}: {reason}"))
        };
        if error.is::<PoolConcurrencyLimitError>() {
            let reason = format!("{plugin} was not called: too many plugins run at once");
            return PluginFault::new(FaultKind::Capacity, reason);
        }
        let trap = error.downcast_ref::<Trap>().copied();
        if trap == Some(Trap::Interrupt) {
            let reason = match state.cpu.spent_pricing() {
                Some(most) => {
                    format!(
                        "the rate engines that it asked used up {} ms of processor time",
                        most.as_millis()
                    )
                }
                None => {
                    let budget = state.limits.cpu.as_millis();
                    format!(
                        "it used up its {budget} ms of processor time (the host's work for it counts)"
                    )
                }
            };
            return fault(FaultKind::CpuTime, reason);
        }
        if state.memory.crowded {
            return PluginFault::out_of_memory(state);
        }
        if state.memory.denied {
            let reason = format!(
                "it asked for more than its {} MiB of memory",
                state.memory.most_mib()
            );
            return fault(FaultKind::Memory, reason);
        }
        let place = format_location(error);
        match trap {
            Some(Trap::StackOverflow) => {
                fault(FaultKind::Stack, format!("its stack ran out{place}"))
            }
            Some(Trap::MemoryOutOfBounds) if is_stack_overflow(error) => {
                fault(FaultKind::Stack, format!("its stack ran out{place}"))
            }
            Some(Trap::UnreachableCodeReached) if !state.stderr().is_empty() => {
                fault(FaultKind::Panic, panic_message(&state.stderr()))
            }
            Some(trap) => fault(FaultKind::Trap, format!("{trap}{place}")),
            None if error.is::<I32Exit>() => fault(FaultKind::Trap, "it ended itself".into()),
            // wasmtime keeps this error's type private, so its text identifies it.
            None if error
                .root_cause()
                .to_string()
                .contains("fuel allocated for hostcalls") =>
            {
                fault(
                    FaultKind::BadAnswer,
                    format!(
                        "it handed over more than {}",
                        format_bytes(state.limits.answer_bytes)
                    ),
                )
            }
            None => fault(FaultKind::Trap, format!("{:#}", error.root_cause())),
        }
    }

    /// Fault of a guest that was denied memory within its own limit.
    pub(crate) fn out_of_memory(state: &State) -> Self {
        let plugin = &state.plugin.manifest.id;
        let reason = format!(
            "{plugin} was stopped: plugins use all the memory that there is for them just now"
        );
        PluginFault::new(FaultKind::Capacity, reason)
    }

    pub(crate) fn bad_answer(reason: &str, plugin: &str, function: Function) -> Self {
        let reason = host::multi_line(
            format!(
                "{plugin} gave a bad answer to {}: {reason}",
                function.name()
            ),
            MAX_MESSAGE,
        );
        PluginFault::new(FaultKind::BadAnswer, reason)
    }
}

fn format_bytes(count: usize) -> String {
    match count % (1 << 20) {
        0 => format!("{} MiB", count >> 20),
        _ => format!("{count} bytes"),
    }
}

/// Innermost named functions, as ` in a < b`.
fn format_location(error: &wasmtime::Error) -> String {
    let Some(trace) = error.downcast_ref::<WasmBacktrace>() else {
        return String::new();
    };
    let names: Vec<_> = trace
        .frames()
        .iter()
        .filter_map(|frame| frame.func_name())
        .take(3)
        .collect();
    match names.as_slice() {
        [] => String::new(),
        names => format!(" in {}", names.join(" < ")),
    }
}

/// A push past the start of a guest's memory wraps to the highest addresses. wasmtime gives the
/// address only as text.
fn is_stack_overflow(error: &wasmtime::Error) -> bool {
    error.chain().any(|cause| {
        let reason = cause.to_string();
        let Some((_, rest)) = reason.split_once("memory fault at wasm address 0x") else {
            return false;
        };
        let digits: String = rest.chars().take_while(char::is_ascii_hexdigit).collect();
        u64::from_str_radix(&digits, 16).is_ok_and(|address| address >= 0xffff_0000)
    })
}

fn panic_message(stderr: &str) -> String {
    let lines: Vec<_> = stderr
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with("note: "))
        .collect();
    format!("it panicked: {}", lines.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_told_without_the_hint() {
        let stderr = "\nthread 'main' panicked at src/lib.rs:3:5:\nno table\nnote: run with `RUST_BACKTRACE=1`";
        assert_eq!(
            panic_message(stderr),
            "it panicked: thread 'main' panicked at src/lib.rs:3:5: no table"
        );
    }

    #[test]
    fn a_fault_at_the_top_of_memory_is_the_stacks() {
        let at = |address: &str| {
            wasmtime::Error::msg(format!(
                "memory fault at wasm address 0x{address} in linear memory of size 0x110000"
            ))
        };
        assert!(is_stack_overflow(&at("ffffffd0")));
        assert!(!is_stack_overflow(&at("120000")));
    }
}
