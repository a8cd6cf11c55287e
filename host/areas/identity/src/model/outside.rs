//! What links a user to an identity provider or a directory.

use chrono::{DateTime, Utc};
use kernel::{entity, ids::UserId};

/// The user whom an issuer means by a subject.
#[derive(Debug, Clone)]
pub(crate) struct UserLogin {
    pub id: i64,
    pub row_version: i64,
    pub user_id: UserId,
    pub issuer: String,
    pub subject: String,
    pub creation_time: DateTime<Utc>,
}

entity!(UserLogin(i64) named "The user's sign-in from outside" in "user_logins" {
    user_id: UserId => "userId",
    issuer: String => "issuer",
    subject: String => "subject",
    creation_time: DateTime<Utc>,
});
