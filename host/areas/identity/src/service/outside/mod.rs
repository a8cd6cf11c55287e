//! Sign-in from outside: providers of OpenID Connect and a company's directory, and whom they vouch for.

pub mod accounts;
pub mod directory;
pub mod discovery;
pub mod openid;

use std::{sync::Arc, time::Duration};

use kernel::Error;
use moka::sync::Cache;

use crate::rules::outside::keys::KeySet;
use discovery::Metadata;

/// How long what a provider publishes about itself is believed. New keys are asked for as soon as one is missing.
const MEMORY: Duration = Duration::from_secs(600);
/// How long nobody asks again after a failure.
const PAUSE: Duration = Duration::from_secs(5);
const MAX_COUNT: u64 = 1_000;

/// What the program keeps of the outside. One lives in every program, at its session gate.
pub struct Outside {
    metadata: Cache<String, Arc<Metadata>>,
    /// Providers that could not be asked a moment ago: who asks again and again does not wear them out.
    silent: Cache<String, String>,
    keys: Cache<String, Arc<KeySet>>,
}

impl Default for Outside {
    fn default() -> Self {
        Self {
            metadata: Cache::builder()
                .max_capacity(MAX_COUNT)
                .time_to_live(MEMORY)
                .build(),
            silent: Cache::builder()
                .max_capacity(MAX_COUNT)
                .time_to_live(PAUSE)
                .build(),
            keys: Cache::builder()
                .max_capacity(MAX_COUNT)
                .time_to_live(MEMORY)
                .build(),
        }
    }
}

/// Why somebody does not come in this way.
#[derive(Debug)]
pub enum Failure {
    /// The session service's word for it, and the whole story for the log.
    Word(&'static str, String),
    /// Something of our own is broken.
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

/// The words of the session service's client for what goes wrong at a provider.
pub mod word {
    pub const SIGN_IN: &str = "OAuthSignin";
    pub const CALLBACK: &str = "OAuthCallback";
    pub const NOT_LINKED: &str = "OAuthAccountNotLinked";
    pub const NOT_CREATED: &str = "OAuthCreateAccount";
    pub const DENIED: &str = "AccessDenied";
    pub const NOT_CONFIRMED: &str = "EmailNotConfirmed";
    pub const OTHER: &str = "Callback";
}
