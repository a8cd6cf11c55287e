//! Passwords: argon2id, off the threads that serve, and only so many at a time.

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
use kernel::{Error, Result, message};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Memory in KiB, passes and lanes: what OWASP recommends for argon2id.
const MEMORY: u32 = 19 * 1024;
const PASSES: u32 = 2;
const LANES: u32 = 1;
/// The hash of a password that nobody has, so that an unknown user takes as long as a known one.
const NOBODY: &str = "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5IGhhcyB0aGlzIQ$c3RhbmRzIGZvciBhIGhhc2ggb2Ygbm8gcGFzc3dvcmQ";
/// Nobody waits longer than this for a turn.
const PATIENCE: Duration = Duration::from_secs(10);

/// Makes and checks hashes, as many at a time as there are processors.
pub struct Passwords {
    turns: Arc<Semaphore>,
    /// How many hashes were computed.
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
    /// The hash to keep of a new password.
    pub async fn hash(&self, password: &str) -> Result<String> {
        let turn = self.turn().await?;
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

    /// Whether the password is the one behind the hash; without a hash it never is, and takes as long to say so.
    pub async fn verify(&self, password: &str, hash: Option<String>) -> Result<bool> {
        let turn = self.turn().await?;
        let password = password.to_owned();
        let verdict = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            let parsed =
                PasswordHash::new(hash.as_deref().unwrap_or(NOBODY)).map_err(Error::internal)?;
            let same = argon2()?
                .verify_password(password.as_bytes(), &parsed)
                .is_ok();
            Ok(same && hash.is_some())
        });
        verdict.await.map_err(Error::internal)?
    }

    async fn turn(&self) -> Result<OwnedSemaphorePermit> {
        let busy = || {
            Error::Unavailable(message!(
                "Too many people are signing in at once. Try again in a moment."
            ))
        };
        let turn = tokio::time::timeout(PATIENCE, self.turns.clone().acquire_owned()).await;
        let turn = turn.map_err(|_| busy())?.map_err(Error::internal)?;
        self.done.fetch_add(1, Ordering::Relaxed);
        Ok(turn)
    }

    /// How many hashes were computed since the program began: what an answer costs, whatever the machine.
    pub fn done(&self) -> u64 {
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
    async fn nobody_has_no_password() {
        let passwords = Passwords::default();
        for guess in ["", "nobody", "no password"] {
            assert!(!passwords.verify(guess, None).await.unwrap());
        }
    }
}
