//! Inputs and responses of a user's own account.

use chrono::{DateTime, Utc};
use data::ids::{SessionId, UserId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EmailQuestion {
    pub email_address: String,
}

#[derive(Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct ResetPassword {
    pub user_id: UserId,
    /// From the link of the email.
    pub reset_code: String,
    pub password: String,
    /// Page that the client opens afterwards; ignored by the host.
    #[allow(dead_code, reason = "clients send and use the member themselves")]
    pub return_url: Option<String>,
    #[allow(dead_code, reason = "clients send and use the member themselves")]
    pub single_sign_in: Option<serde_json::Value>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ActivateEmail {
    pub user_id: UserId,
    /// From the mail's link.
    pub confirmation_code: String,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CanLogin {
    pub can_login: bool,
    pub user_name: String,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Activated {
    pub can_login: bool,
    pub user_name: String,
    /// For a user without a password: the code for `resetpassword`.
    pub reset_code: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ChangePassword {
    pub current_password: String,
    pub new_password: String,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Profile {
    pub id: UserId,
    pub row_version: i64,
    pub user_name: String,
    pub name: String,
    pub surname: String,
    pub email_address: String,
    pub is_email_confirmed: bool,
    pub phone_number: String,
    /// Null: the tenant's.
    pub timezone: Option<String>,
    /// Null: the browser's.
    pub language: Option<String>,
    /// Path of the picture, relative to the host.
    pub image: Option<String>,
    pub has_password: bool,
    pub is_two_factor_enabled: bool,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Picture {
    /// The address of the picture, below the host.
    pub image: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct PictureQuestion {
    /// Owner of the picture. Omitted: the caller.
    pub user_id: Option<UserId>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SessionItem {
    pub id: SessionId,
    pub creation_time: DateTime<Utc>,
    /// Accurate to the interval at which session use is recorded.
    pub last_used_time: DateTime<Utc>,
    pub expires: DateTime<Utc>,
    pub address: String,
    pub user_agent: String,
    /// Sign-in method: credentials, ldap, impersonation, or the id of an OpenID provider.
    pub provider: Option<String>,
    pub is_current: bool,
    /// The impersonator's name during an impersonation.
    pub impersonator_name: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SessionList {
    pub total_count: usize,
    pub items: Vec<SessionItem>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Ended {
    /// Number of sessions ended.
    pub ended: usize,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TwoFactorState {
    /// True if the user must pass a second step at sign-in.
    pub is_enabled: bool,
    pub is_authenticator_enabled: bool,
    pub is_email_enabled: bool,
    pub recovery_codes_left: i64,
    pub remembered_browsers: i64,
    /// True if the tenant requires a second step of every user.
    pub is_required: bool,
    pub is_available: bool,
    pub can_use_authenticator: bool,
    pub can_use_email: bool,
    pub can_remember_browser: bool,
}

/// Second-step method.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub(crate) enum Provider {
    #[default]
    Authenticator,
    Email,
    Passkey,
}

impl Provider {
    pub fn from_name(word: &str) -> Option<Self> {
        [Self::Authenticator, Self::Email, Self::Passkey]
            .into_iter()
            .find(|provider| provider.as_str().eq_ignore_ascii_case(word))
    }
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Authenticator => "Authenticator",
            Self::Email => "Email",
            Self::Passkey => "Passkey",
        }
    }
}

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct StartTwoFactor {
    pub provider: Provider,
}

/// Setup data for an authenticator app; empty for a user who gets codes by email.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TwoFactorOffer {
    /// Secret for manual entry.
    pub secret: Option<String>,
    pub uri: Option<String>,
    /// QR code, `data:image/svg+xml;base64,…`.
    pub qr_code: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
pub(crate) struct CodeInput {
    pub code: String,
}

#[derive(Deserialize, JsonSchema)]
pub(crate) struct PasswordInput {
    pub password: String,
}

/// New recovery codes, shown only in this response.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RecoveryCodes {
    pub recovery_codes: Vec<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Impersonate {
    pub user_id: UserId,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Passage {
    /// Token for the callback `impersonation` of the session service. Valid once, for a minute.
    pub impersonation_token: String,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WayBack {
    /// Null for a platform administrator, whose own session still exists.
    pub impersonation_token: Option<String>,
    /// Address of a platform administrator's own tenant.
    pub url: Option<String>,
}
