//! Inputs and responses of identity confirmation.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Exactly one of the three members is set.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct ConfirmIdentity {
    #[serde(default)]
    pub password: Option<String>,
    /// Code of the authenticator or of an email, or a recovery code.
    #[serde(default)]
    pub code: Option<String>,
    /// Assertion for `startconfirmation`, as the JSON text of `toJSON`.
    #[serde(default)]
    pub passkey: Option<String>,
}

/// Confirmation methods of the caller. With none of them the caller must sign in again.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Confirmation {
    pub by_password: bool,
    pub by_code: bool,
    /// Uses the options of `startconfirmation`.
    pub by_passkey: bool,
    /// True if `sendtwofactorcode` must mail a code first.
    pub mails_codes: bool,
}
