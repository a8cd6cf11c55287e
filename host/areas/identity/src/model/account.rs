//! What belongs to a user's own account, as it is kept: profile, picture, codes, second steps, impersonation.

use chrono::{DateTime, Utc};
use kernel::{
    entity,
    ids::{FileId, SessionId, TenantId, UserId},
};

/// What a user keeps beside the user's own row.
#[derive(Debug, Clone)]
pub(crate) struct UserProfile {
    pub id: i64,
    pub row_version: i64,
    pub user_id: UserId,
    pub timezone: Option<String>,
    pub language: Option<String>,
    pub is_email_confirmed: bool,
}

entity!(UserProfile(i64) named "The profile" in "user_profiles" {
    user_id: UserId as "userId",
    timezone: Option<String> => "timezone",
    language: Option<String> => "language",
    is_email_confirmed: bool => "isEmailConfirmed",
});

impl UserProfile {
    /// What holds for a user without a row.
    pub fn of(user_id: UserId) -> Self {
        Self { id: 0, row_version: 0, user_id, timezone: None, language: None, is_email_confirmed: true }
    }
}

/// The picture of a user.
#[derive(Debug, Clone)]
pub(crate) struct ProfilePicture {
    pub id: FileId,
    pub row_version: i64,
    pub user_id: UserId,
    pub file_key: String,
    pub media_type: String,
    pub creation_time: DateTime<Utc>,
}

entity!(ProfilePicture(FileId) named "The picture" in "profile_pictures" log {
    user_id: UserId,
    file_key: String,
    media_type: String,
    creation_time: DateTime<Utc>,
});

/// A code that was mailed or told once.
#[derive(Debug, Clone)]
pub(crate) struct AccountCode {
    pub id: i64,
    pub row_version: i64,
    pub user_id: UserId,
    pub purpose: String,
    pub code_hash: String,
    pub tries: i64,
    pub expires_at: DateTime<Utc>,
    pub creation_time: DateTime<Utc>,
}

entity!(AccountCode(i64) named "The code" in "account_codes" log {
    user_id: UserId,
    purpose: String,
    code_hash: String,
    tries: i64,
    expires_at: DateTime<Utc>,
    creation_time: DateTime<Utc>,
});

/// A user's second step.
#[derive(Debug, Clone)]
pub(crate) struct TwoFactor {
    pub id: i64,
    pub row_version: i64,
    pub user_id: UserId,
    pub secret: Option<String>,
    pub offered: Option<String>,
    pub by_email: bool,
    pub last_step: i64,
}

entity!(TwoFactor(i64) named "The second step" in "two_factors" log {
    user_id: UserId,
    secret: Option<String>,
    offered: Option<String>,
    by_email: bool,
    last_step: i64,
});

impl TwoFactor {
    pub fn of(user_id: UserId) -> Self {
        Self { id: 0, row_version: 0, user_id, secret: None, offered: None, by_email: false, last_step: 0 }
    }
    pub fn is_on(&self) -> bool {
        self.secret.is_some() || self.by_email
    }
}

/// A recovery code that was not used yet.
#[derive(Debug, Clone)]
pub(crate) struct RecoveryCode {
    pub id: i64,
    pub row_version: i64,
    pub user_id: UserId,
    pub code_hash: String,
}

entity!(RecoveryCode(i64) named "The recovery code" in "recovery_codes" log {
    user_id: UserId,
    code_hash: String,
});

/// A browser that is not asked for the second step.
#[derive(Debug, Clone)]
pub(crate) struct RememberedBrowser {
    pub id: i64,
    pub row_version: i64,
    pub user_id: UserId,
    pub token_hash: String,
    pub user_agent: String,
    pub expires_at: DateTime<Utc>,
    pub creation_time: DateTime<Utc>,
}

entity!(RememberedBrowser(i64) named "The browser" in "remembered_browsers" log {
    user_id: UserId,
    token_hash: String,
    user_agent: String,
    expires_at: DateTime<Utc>,
    creation_time: DateTime<Utc>,
});

/// What opens the session of another user, or the first user's again.
#[derive(Debug, Clone)]
pub(crate) struct ImpersonationToken {
    pub id: i64,
    pub row_version: i64,
    pub user_id: UserId,
    pub impersonator_id: Option<UserId>,
    pub impersonator_tenant_id: Option<TenantId>,
    pub impersonator_home: Option<String>,
    pub impersonator_name: Option<String>,
    pub session_id: Option<SessionId>,
    pub token_hash: String,
    pub session_ends_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    pub creation_time: DateTime<Utc>,
}

entity!(ImpersonationToken(i64) named "The token" in "impersonation_tokens" log {
    user_id: UserId,
    impersonator_id: Option<UserId>,
    impersonator_tenant_id: Option<TenantId>,
    impersonator_home: Option<String>,
    impersonator_name: Option<String>,
    session_id: Option<SessionId>,
    token_hash: String,
    session_ends_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
    creation_time: DateTime<Utc>,
});
