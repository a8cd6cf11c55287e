//! What the calls take and answer by which somebody who is signed in proves once more who it is.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One of the three.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct ConfirmIdentity {
    #[serde(default)]
    pub password: Option<String>,
    /// Of the authenticator, of a mail, or a recovery code.
    #[serde(default)]
    pub code: Option<String>,
    /// What a passkey has signed for `startconfirmation`, as the text of the JSON that `toJSON` gives.
    #[serde(default)]
    pub passkey: Option<String>,
}

/// How the caller can confirm; none of these: by signing in again.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Confirmation {
    pub by_password: bool,
    pub by_code: bool,
    /// With what `startconfirmation` asks for.
    pub by_passkey: bool,
    /// Whether a code has to be mailed first, with `sendtwofactorcode`.
    pub mails_codes: bool,
}
