//! Faults of a call: from the guest's own error, from a stop by the engine, from a bad answer.

use crate::{
    functions::Function,
    interface::wit::{self, PluginError},
    sandbox::state::State,
    text::{MAX_MESSAGE, MAX_NAME, MAX_NUMBER, line, multi_line},
};
use carriage::{FaultKind, PluginFault};
use data::{FieldError, Message, message};
use std::time::Duration;
use wasmtime::{PoolConcurrencyLimitError, Trap, WasmBacktrace};
use wasmtime_wasi::I32Exit;

const MAX_FIELDS: usize = 100;

/// An error after a denied host is attributed to the denial: the guest can only guess.
pub(crate) fn from_guest(error: PluginError, state: &State) -> PluginFault {
    let PluginFault { kind, message } = from_plugin_error(error, |text| state.context.mask(text));
    match &state.refused_host {
        Some(host) if !matches!(kind, FaultKind::InvalidInput(_)) => {
            let message = message!(
                "{plugin} tried to call a host that is refused to it ({host}); it says: {message}",
                plugin = state.plugin.manifest.id,
                host = host,
                message = message
            );
            PluginFault::new(FaultKind::RefusedHost(host.clone()), message)
        }
        _ => PluginFault::new(kind, message),
    }
}

pub(crate) fn from_plugin_error(
    error: PluginError,
    mask: impl Fn(String) -> String,
) -> PluginFault {
    let (kind, message) = match error {
        PluginError::InvalidInput(mut fields) => {
            clean_field_errors(&mut fields, &mask);
            let said: Vec<_> = fields
                .iter()
                .map(|field| format!("{}: {}", field.member, field.message))
                .collect();
            let fields = fields
                .into_iter()
                .map(|field| FieldError::new(field.member, Message::verbatim(field.message)));
            (FaultKind::InvalidInput(fields.collect()), said.join("; "))
        }
        PluginError::Rejected(refusal) => (
            FaultKind::Rejected {
                code: line(mask(refusal.code), MAX_NUMBER),
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
    let message = multi_line(mask(message), MAX_MESSAGE);
    PluginFault::new(kind, Message::verbatim(message))
}

pub(crate) fn from_stop(error: &wasmtime::Error, state: &State) -> PluginFault {
    let plugin = &state.plugin.manifest.id;
    let function = state.function.name();
    let fault = |kind, reason: Message| {
        let reason = clean_message(reason, state);
        PluginFault::new(
            kind,
            message!(
                "{plugin} failed in {function}: {reason}",
                plugin = plugin,
                function = function,
                reason = reason
            ),
        )
    };
    if error.is::<PoolConcurrencyLimitError>() {
        let message = message!(
            "{plugin} was not called: too many plugins run at once",
            plugin = plugin
        );
        return PluginFault::new(FaultKind::Capacity, message);
    }
    let trap = error.downcast_ref::<Trap>().copied();
    if trap == Some(Trap::Interrupt) {
        let reason = match state.cpu.spent_pricing() {
            Some(most) => message!(
                "the rate engines that it asked used up {budget} ms of processor time",
                budget = milliseconds(most)
            ),
            None => message!(
                "it used up its {budget} ms of processor time (the host's work for it counts)",
                budget = milliseconds(state.limits.cpu)
            ),
        };
        return fault(FaultKind::CpuTime, reason);
    }
    if state.memory.crowded {
        return out_of_memory(state);
    }
    if state.memory.denied {
        let reason = message!(
            "it asked for more than its {max} MiB of memory",
            max = state.memory.most_mib()
        );
        return fault(FaultKind::Memory, reason);
    }
    let place = format_location(error);
    let stack = || match place.is_empty() {
        true => message!("its stack ran out"),
        false => message!("its stack ran out in {place}"),
    };
    match trap {
        Some(Trap::StackOverflow) => fault(FaultKind::Stack, stack()),
        Some(Trap::MemoryOutOfBounds) if is_stack_overflow(error) => {
            fault(FaultKind::Stack, stack())
        }
        Some(Trap::UnreachableCodeReached) if !state.stderr().is_empty() => {
            fault(FaultKind::Panic, panic_message(&state.stderr()))
        }
        // wasmtime's own words.
        Some(trap) => {
            let reason = Message::verbatim(trap.to_string());
            let reason = match place.is_empty() {
                true => reason,
                false => message!("{reason} in {place}"),
            };
            fault(FaultKind::Trap, reason)
        }
        None if error.is::<I32Exit>() => fault(FaultKind::Trap, message!("it ended itself")),
        // wasmtime keeps this error's type private, so its text identifies it.
        None if error
            .root_cause()
            .to_string()
            .contains("fuel allocated for hostcalls") =>
        {
            fault(
                FaultKind::BadAnswer,
                message!(
                    "it handed over more than {size}",
                    size = format_bytes(state.limits.answer_bytes)
                ),
            )
        }
        None => {
            let reason = format!("{:#}", error.root_cause());
            fault(FaultKind::Trap, Message::verbatim(reason))
        }
    }
}

/// Fault of a guest that was denied memory within its own limit.
pub(crate) fn out_of_memory(state: &State) -> PluginFault {
    let message = message!(
        "{plugin} was stopped: plugins use all the memory that there is for them just now",
        plugin = state.plugin.manifest.id
    );
    PluginFault::new(FaultKind::Capacity, message)
}

pub(crate) fn bad_answer(
    reason: Message,
    state: &State,
    plugin: &str,
    function: Function,
) -> PluginFault {
    let message = message!(
        "{plugin} gave a bad answer to {function}: {reason}",
        function = function.name(),
        reason = clean_message(reason, state)
    );
    PluginFault::new(FaultKind::BadAnswer, message)
}

/// Masks secrets in the texts of a message, and shortens them.
fn clean_message(message: Message, state: &State) -> Message {
    message.map_texts(&|text| multi_line(state.context.mask(text), MAX_MESSAGE))
}

fn milliseconds(duration: Duration) -> u64 {
    duration.as_millis().try_into().unwrap_or(u64::MAX)
}

/// Too long texts are cut, because an error must still be reported.
fn clean_field_errors(fields: &mut Vec<wit::FieldError>, mask: impl Fn(String) -> String) {
    fields.truncate(MAX_FIELDS);
    for field in fields {
        field.member = line(mask(std::mem::take(&mut field.member)), MAX_NAME);
        field.message = multi_line(mask(std::mem::take(&mut field.message)), MAX_MESSAGE);
    }
}

fn format_bytes(count: usize) -> String {
    match count % (1 << 20) {
        0 => format!("{} MiB", count >> 20),
        _ => format!("{count} bytes"),
    }
}

/// Innermost named functions, as `a < b`; empty if none is known.
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
    names.join(" < ")
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

fn panic_message(stderr: &str) -> Message {
    let lines: Vec<_> = stderr
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with("note: "))
        .collect();
    message!("it panicked: {text}", text = lines.join(" "))
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
