//! Stored codes, second steps, remembered browsers and impersonation tokens.

use chrono::{DateTime, Utc};
use data::{
    New, NewRecord, Record,
    ids::{SessionId, UserId},
};

use crate::{codes::rules::Purpose, sessions::model::Impersonator};

/// A code that was mailed or shown once.
#[derive(Debug, Clone, Record)]
#[record(table = "account_codes", name = "The code", unrecorded)]
pub(crate) struct AccountCode {
    pub id: i64,
    pub row_version: i64,
    pub user_id: UserId,
    pub purpose: Purpose,
    pub code_hash: String,
    pub tries: i64,
    pub expires_at: DateTime<Utc>,
    pub creation_time: DateTime<Utc>,
}

/// A user's second step.
#[derive(Debug, Clone, Record)]
#[record(table = "two_factors", name = "The second step", unrecorded)]
pub(crate) struct TwoFactor {
    pub id: i64,
    pub row_version: i64,
    pub user_id: UserId,
    pub secret: Option<String>,
    pub offered: Option<String>,
    pub by_email: bool,
    pub last_step: i64,
    pub mail_rests_until: Option<DateTime<Utc>>,
}

impl TwoFactor {
    pub fn new(user_id: UserId) -> Self {
        New::<Self> {
            user_id,
            secret: None,
            offered: None,
            by_email: false,
            last_step: 0,
            mail_rests_until: None,
        }
        .unsaved()
    }
    pub fn is_on(&self) -> bool {
        self.secret.is_some() || self.by_email
    }
}

/// An unused recovery code.
#[derive(Debug, Clone, Record)]
#[record(table = "recovery_codes", name = "The recovery code", unrecorded)]
pub(crate) struct RecoveryCode {
    pub id: i64,
    pub row_version: i64,
    pub user_id: UserId,
    pub code_hash: String,
}

/// A browser that skips the second step.
#[derive(Debug, Clone, Record)]
#[record(table = "remembered_browsers", name = "The browser", unrecorded)]
pub(crate) struct RememberedBrowser {
    pub id: i64,
    pub row_version: i64,
    pub user_id: UserId,
    pub token_hash: String,
    pub user_agent: String,
    pub expires_at: DateTime<Utc>,
    pub creation_time: DateTime<Utc>,
}

/// A browser in which a user has signed in.
#[derive(Debug, Clone, Record)]
#[record(table = "known_devices", name = "The device", unrecorded)]
pub(crate) struct KnownDevice {
    pub id: i64,
    pub row_version: i64,
    pub user_id: UserId,
    pub token_hash: String,
    pub last_used_time: DateTime<Utc>,
    pub creation_time: DateTime<Utc>,
}

/// A token that opens another user's session or returns to the first user's.
#[derive(Debug, Clone, Record)]
#[record(table = "impersonation_tokens", name = "The token", unrecorded)]
pub(crate) struct ImpersonationToken {
    pub id: i64,
    pub row_version: i64,
    pub user_id: UserId,
    #[record(embed)]
    pub impersonator: Impersonator,
    pub session_id: Option<SessionId>,
    pub token_hash: String,
    pub session_ends_at: DateTime<Utc>,
    pub proven_at: Option<DateTime<Utc>>,
    pub expires_at: DateTime<Utc>,
    pub creation_time: DateTime<Utc>,
}
