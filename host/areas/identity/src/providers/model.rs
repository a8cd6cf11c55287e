//! Links from users to identity providers and directories.

use chrono::{DateTime, Utc};
use data::{Record, ids::UserId};

/// A user's link to an issuer's subject.
#[derive(Debug, Clone, Record)]
#[record(table = "user_logins", name = "The user's external sign-in")]
pub(crate) struct UserLogin {
    pub id: i64,
    pub row_version: i64,
    #[record(listed)]
    pub user_id: UserId,
    #[record(listed)]
    pub issuer: String,
    #[record(listed)]
    pub subject: String,
    pub creation_time: DateTime<Utc>,
}
