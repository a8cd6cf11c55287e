//! All failures of a call, as one fault with a kind and a text for the tenant's administrator.

use crate::interface::wit::FieldError;
use std::{fmt, time::Duration};

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
}
