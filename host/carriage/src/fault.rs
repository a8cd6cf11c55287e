//! Failed plugin calls: one fault for every kind of plugin, with a kind and a message.

use std::{fmt, time::Duration};

use data::{FieldError, Message, message, message::Parameter};

#[derive(Clone, Debug, PartialEq)]
pub struct PluginFault {
    pub kind: FaultKind,
    /// Message for users, without secrets. A plugin's own text is shown verbatim.
    pub message: Message,
}

#[derive(Clone, Debug, PartialEq)]
pub enum FaultKind {
    /// The plugin rejects fields of the request; members are paths of its record in wit/.
    InvalidInput(Vec<FieldError>),
    /// Refused by the other side, with its own code.
    Rejected {
        code: String,
        http_status: Option<u16>,
    },
    /// Credentials not accepted.
    Unauthorised,
    NotFound,
    /// Unreachable, too slow or rate limited. The operation may have succeeded anyway.
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

    /// The plugin could not be called: not installed, no consent, or its settings are unreadable.
    NotCalled {
        /// `missing`, `consent`, `settings`, …
        reason: &'static str,
    },
}

impl FaultKind {
    pub fn rejected(code: impl Into<String>) -> Self {
        Self::Rejected {
            code: code.into(),
            http_status: None,
        }
    }

    pub const fn unavailable() -> Self {
        Self::Unavailable { retry_after: None }
    }

    pub fn name(&self) -> &'static str {
        match self {
            Self::InvalidInput(_) => "invalid-input",
            Self::Rejected { .. } => "rejected",
            Self::Unauthorised => "unauthorised",
            Self::NotFound => "not-found",
            Self::Unavailable { .. } => "unavailable",
            Self::Unsupported => "unsupported",
            Self::Internal => "internal",
            Self::Trap => "trap",
            Self::Panic => "panic",
            Self::Stack => "stack",
            Self::Memory => "memory",
            Self::CpuTime => "cpu-time",
            Self::WallTime => "wall-time",
            Self::Capacity => "capacity",
            Self::CircuitOpen { .. } => "resting",
            Self::RefusedHost(_) => "refused-host",
            Self::BadAnswer => "bad-answer",
            Self::TooLarge => "too-large",
            Self::Failed => "failed",
            Self::NotCalled { reason } => reason,
        }
    }

    /// Stable error code for lists and logs of areas. A call that timed out may have reached the
    /// other side, like an unreachable one.
    pub fn code(&self) -> &'static str {
        match self {
            Self::WallTime | Self::Capacity | Self::CircuitOpen { .. } => "unavailable",
            other => other.name(),
        }
    }

    /// False for the guest's own errors and calls that were not made.
    pub fn is_plugin_fault(&self) -> bool {
        matches!(
            self,
            Self::Internal
                | Self::Trap
                | Self::Panic
                | Self::Stack
                | Self::Memory
                | Self::CpuTime
                | Self::WallTime
                | Self::RefusedHost(_)
                | Self::BadAnswer
        )
    }

    /// True if the call was turned away before it reached the plugin.
    pub fn was_turned_away(&self) -> bool {
        matches!(self, Self::Capacity | Self::CircuitOpen { .. })
    }

    /// Provided that the function may be repeated at all.
    pub fn may_retry(&self) -> bool {
        matches!(
            self,
            Self::Unavailable { .. } | Self::WallTime | Self::Capacity
        )
    }

    /// True if the plugin or the other side has rejected the call: it has no effect.
    pub fn is_rejection(&self) -> bool {
        matches!(
            self,
            Self::InvalidInput(_)
                | Self::Rejected { .. }
                | Self::Unauthorised
                | Self::NotFound
                | Self::Unsupported
        )
    }

    /// True if the request is at fault, not the plugin or the other side.
    pub fn is_of_request(&self) -> bool {
        matches!(
            self,
            Self::InvalidInput(_) | Self::Rejected { .. } | Self::Unsupported
        )
    }
}

impl PluginFault {
    pub fn new(kind: FaultKind, message: Message) -> Self {
        Self { kind, message }
    }

    /// The plugin or its version is not installed.
    pub fn missing(message: Message) -> Self {
        Self::new(FaultKind::NotCalled { reason: "missing" }, message)
    }

    /// The message, or the fields that the plugin rejects.
    pub fn sentence(&self) -> Message {
        match &self.kind {
            FaultKind::InvalidInput(fields) if !fields.is_empty() => Message::verbatim(
                fields
                    .iter()
                    .map(|field| format!("{}: {}", field.label(), field.message))
                    .collect::<Vec<_>>()
                    .join("; "),
            ),
            _ => self.message.clone(),
        }
    }

    /// For people who cannot mend the plugin: its own failures are not repeated in its words.
    pub fn public_sentence(&self) -> Message {
        match self.kind {
            FaultKind::Internal => message!("The carrier's answer could not be used."),
            _ => self.sentence(),
        }
    }

    /// [`Self::sentence`], followed by the other side's code.
    pub fn sentence_with_code(&self) -> Message {
        match &self.kind {
            FaultKind::Rejected { code, .. } if !code.is_empty() => Message::filled(
                "{message} ({code})",
                vec![
                    (
                        "message",
                        Parameter::Message(Box::new(self.message.clone())),
                    ),
                    ("code", Parameter::Text(code.clone())),
                ],
            ),
            _ => self.sentence(),
        }
    }
}

impl fmt::Display for PluginFault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message.fmt(formatter)
    }
}

impl std::error::Error for PluginFault {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plugins_own_failure_is_not_repeated() {
        let own = PluginFault::new(FaultKind::Internal, Message::verbatim("EOF at column 0"));
        assert_eq!(
            own.public_sentence(),
            "The carrier's answer could not be used."
        );
        let refused = PluginFault::new(FaultKind::rejected("E42"), Message::verbatim("Too heavy."));
        assert_eq!(refused.public_sentence().to_string(), "Too heavy.");
    }

    #[test]
    fn a_sentence_names_fields_and_codes() {
        let field = FieldError::new("items[0].weight", message!("must be at most 22 kg"));
        let fault = PluginFault::new(
            FaultKind::InvalidInput(vec![field]),
            message!("The parcel is not accepted."),
        );
        let named = "Items 1, weight: must be at most 22 kg";
        assert_eq!(fault.sentence(), named);
        assert_eq!(fault.sentence_with_code(), named);
        let fault = PluginFault::new(FaultKind::rejected("E42"), Message::verbatim("On hold."));
        assert_eq!(fault.sentence(), "On hold.");
        assert_eq!(fault.sentence_with_code(), "On hold. (E42)");
        let empty = PluginFault::new(FaultKind::rejected(""), Message::verbatim("On hold."));
        assert_eq!(empty.sentence_with_code(), "On hold.");
    }

    #[test]
    fn timeouts_count_as_unavailable() {
        assert_eq!(FaultKind::WallTime.code(), "unavailable");
        assert_eq!(FaultKind::WallTime.name(), "wall-time");
        assert_eq!(FaultKind::Panic.code(), "panic");
        assert!(!FaultKind::WallTime.is_rejection() && FaultKind::NotFound.is_rejection());
    }
}
