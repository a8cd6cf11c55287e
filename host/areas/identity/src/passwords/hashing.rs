//! Password hashing: argon2id on blocking threads with limited concurrency.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use argon2::{
    Algorithm, Argon2, Params, PasswordHasher, PasswordVerifier, Version,
    password_hash::phc::PasswordHash,
};
use data::{Error, Result, message};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Memory in KiB, passes and lanes: OWASP's recommendation for argon2id.
const MEMORY: u32 = 19 * 1024;
const PASSES: u32 = 2;
const LANES: u32 = 1;
/// Hash without a password, so that an unknown user takes as long as an existing one.
const DUMMY_HASH: &str = "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5IGhhcyB0aGlzIQ$c3RhbmRzIGZvciBhIGhhc2ggb2Ygbm8gcGFzc3dvcmQ";
/// Longest wait for a permit.
const PERMIT_TIMEOUT: Duration = Duration::from_secs(10);

/// Hashes and verifies passwords, one per processor at a time.
pub struct Passwords {
    turns: Arc<Semaphore>,
    /// Number of hashes computed.
    done: AtomicU64,
}

impl Default for Passwords {
    fn default() -> Self {
        let turns = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            turns: Arc::new(Semaphore::new(turns)),
            done: AtomicU64::new(0),
        }
    }
}

impl Passwords {
    pub async fn hash(&self, password: &str) -> Result<String> {
        let turn = self.acquire_permit().await?;
        let password = password.to_owned();
        let hash = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            argon2()?
                .hash_password(password.as_bytes())
                .map(|hash| hash.to_string())
                .map_err(Error::internal)
        });
        hash.await.map_err(Error::internal)?
    }

    /// Verifies a password. Without a hash the result is false after the same work.
    pub async fn verify(&self, password: &str, hash: Option<String>) -> Result<bool> {
        let turn = self.acquire_permit().await?;
        let password = password.to_owned();
        let verdict = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            let parsed = PasswordHash::new(hash.as_deref().unwrap_or(DUMMY_HASH))
                .map_err(Error::internal)?;
            let same = argon2()?
                .verify_password(password.as_bytes(), &parsed)
                .is_ok();
            Ok(same && hash.is_some())
        });
        verdict.await.map_err(Error::internal)?
    }

    async fn acquire_permit(&self) -> Result<OwnedSemaphorePermit> {
        let busy = || {
            Error::Unavailable(message!(
                "Too many people are signing in at once. Try again in a moment."
            ))
        };
        let turn = tokio::time::timeout(PERMIT_TIMEOUT, self.turns.clone().acquire_owned()).await;
        let turn = turn.map_err(|_| busy())?.map_err(Error::internal)?;
        self.done.fetch_add(1, Ordering::Relaxed);
        Ok(turn)
    }

    /// Returns the hashes computed since the start: the cost of a response, independent of the
    /// machine.
    pub fn hashes_computed(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }
}

fn argon2() -> Result<Argon2<'static>> {
    let params = Params::new(MEMORY, PASSES, LANES, None).map_err(Error::internal)?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_right_password_opens() {
        let passwords = Passwords::default();
        let hash = passwords.hash("Waybill-demo-1").await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"));
        assert!(
            passwords
                .verify("Waybill-demo-1", Some(hash.clone()))
                .await
                .unwrap()
        );
        assert!(
            !passwords
                .verify("waybill-demo-1", Some(hash.clone()))
                .await
                .unwrap()
        );
        assert_ne!(hash, passwords.hash("Waybill-demo-1").await.unwrap());
    }

    #[tokio::test]
    async fn a_user_without_a_password_never_verifies() {
        let passwords = Passwords::default();
        for guess in ["", "nobody", "no password"] {
            assert!(!passwords.verify(guess, None).await.unwrap());
        }
    }
}
