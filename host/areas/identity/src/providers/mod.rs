//! Sign-in through OpenID providers and LDAP directories.

pub mod accounts;
pub mod ldap;
pub mod model;
pub mod openid;
pub mod person;
pub mod routes;
pub mod store;

use std::{sync::Arc, time::Duration};

use data::{Error, cache::Cache};

use crate::providers::openid::discovery::Metadata;
use crate::providers::openid::jwks::KeySet;

/// Cache lifetime of provider metadata. A missing key refreshes it at once.
const METADATA_TTL: Duration = Duration::from_secs(600);
/// Pause before the next request after a failure.
const FAILURE_TTL: Duration = Duration::from_secs(5);
const MAX_CACHED: u64 = 1_000;

pub struct ProviderCaches {
    metadata: Cache<String, Arc<Metadata>>,
    /// Providers that failed recently; they are not called again until the pause ends.
    silent: Cache<String, String>,
    keys: Cache<String, Arc<KeySet>>,
}

impl Default for ProviderCaches {
    fn default() -> Self {
        Self {
            metadata: Cache::builder()
                .max_capacity(MAX_CACHED)
                .time_to_live(METADATA_TTL)
                .build(),
            silent: Cache::builder()
                .max_capacity(MAX_CACHED)
                .time_to_live(FAILURE_TTL)
                .build(),
            keys: Cache::builder()
                .max_capacity(MAX_CACHED)
                .time_to_live(METADATA_TTL)
                .build(),
        }
    }
}

/// Reason a sign-in through a provider fails.
#[derive(Debug)]
pub enum Failure {
    /// The session service's error code, and the details for the log.
    Word(&'static str, String),
    /// An internal error.
    Broken(Error),
}

impl Failure {
    pub fn new(word: &'static str, why: impl Into<String>) -> Self {
        Self::Word(word, why.into())
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Broken(error)
    }
}

/// Error codes of the session service's client for provider failures.
pub mod word {
    pub const SIGN_IN: &str = "OAuthSignin";
    pub const CALLBACK: &str = "OAuthCallback";
    pub const NOT_LINKED: &str = "OAuthAccountNotLinked";
    pub const NOT_CREATED: &str = "OAuthCreateAccount";
    pub const DENIED: &str = "AccessDenied";
    pub const NOT_CONFIRMED: &str = "EmailNotConfirmed";
    pub const OTHER: &str = "Callback";
}
