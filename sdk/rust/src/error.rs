//! Constructors for errors of the taxonomy that all plugins share.

use crate::types::{FieldError, Outage, PluginError, Refusal};

/// The result of every plugin function.
pub type Result<T> = core::result::Result<T, PluginError>;

/// One invalid member, named by its path (`items[0].weight`).
pub fn invalid(member: impl Into<String>, message: impl Into<String>) -> PluginError {
    PluginError::InvalidInput(vec![FieldError {
        member: member.into(),
        message: message.into(),
    }])
}

/// The other side refused, with its code and words.
pub fn rejected(code: impl Into<String>, message: impl Into<String>) -> PluginError {
    PluginError::Rejected(Refusal {
        code: code.into(),
        message: message.into(),
        http_status: None,
    })
}

/// The other side is unavailable.
pub fn unavailable(message: impl Into<String>) -> PluginError {
    PluginError::Unavailable(Outage {
        message: message.into(),
        retry_after_ms: None,
    })
}

/// The account's credentials were not accepted.
pub fn unauthorised(message: impl Into<String>) -> PluginError {
    PluginError::Unauthorised(message.into())
}

/// The other side does not know the thing.
pub fn not_found(message: impl Into<String>) -> PluginError {
    PluginError::NotFound(message.into())
}

/// The plugin or account cannot do this.
pub fn unsupported(message: impl Into<String>) -> PluginError {
    PluginError::Unsupported(message.into())
}

/// An unexpected fault of the plugin.
pub fn internal(message: impl Into<String>) -> PluginError {
    PluginError::Internal(message.into())
}

/// Collects all field errors, so that a form is corrected in one go.
#[derive(Debug, Default)]
pub struct FieldErrors(Vec<FieldError>);

impl FieldErrors {
    pub fn add(&mut self, member: impl Into<String>, message: impl Into<String>) {
        self.0.push(FieldError {
            member: member.into(),
            message: message.into(),
        });
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The value, or `invalid-input` with every field.
    pub fn or<T>(self, value: T) -> Result<T> {
        if self.0.is_empty() {
            Ok(value)
        } else {
            Err(PluginError::InvalidInput(self.0))
        }
    }
}
