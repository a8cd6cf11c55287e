//! A job while it runs: what its scope tells of its progress, and whether it has been asked to end.

use std::sync::{
    Mutex, OnceLock, PoisonError,
    atomic::{AtomicBool, Ordering},
};

use tokio::task::AbortHandle;

use super::{Began, queue::Claimed};
use crate::error::{Error, Result};

/// How far a job is, for whoever waits for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Progress {
    pub done: i64,
    /// None while nobody knows.
    pub total: Option<i64>,
    pub sentence: String,
}

/// A longer sentence is cut.
const MAX_SENTENCE_LENGTH: usize = 500;

pub(crate) struct RunningJob {
    pub id: i64,
    /// Which claim of the job this run is.
    pub claims: i64,
    /// Whether a user waits for it.
    pub is_watched: bool,
    /// What earlier runs kept, as JSON.
    pub kept: Option<String>,
    cancel_asked: AtomicBool,
    lost: AtomicBool,
    /// True once the user of the job lost the permission.
    revoked: AtomicBool,
    /// Session that enqueued the job; set when the run begins.
    began: OnceLock<Began>,
    /// What was told and is not written yet.
    told: Mutex<Option<Progress>>,
    task: OnceLock<AbortHandle>,
}

impl RunningJob {
    pub(super) fn new(claimed: &Claimed) -> Self {
        let Claimed {
            id,
            claims,
            is_watched,
            ..
        } = *claimed;
        Self {
            id,
            claims,
            is_watched,
            kept: claimed.result.clone(),
            cancel_asked: AtomicBool::new(claimed.cancel_asked),
            lost: AtomicBool::new(false),
            revoked: AtomicBool::new(false),
            began: OnceLock::new(),
            told: Mutex::new(None),
            task: OnceLock::new(),
        }
    }

    /// Tells the progress and ends the job here if that was asked for.
    pub fn step(&self, done: i64, total: Option<i64>, sentence: String) -> Result<()> {
        let sentence = sentence.chars().take(MAX_SENTENCE_LENGTH).collect();
        *self.told.lock().unwrap_or_else(PoisonError::into_inner) = Some(Progress {
            done,
            total,
            sentence,
        });
        self.check()
    }

    pub fn check(&self) -> Result<()> {
        if self.is_cancelled() {
            Err(Error::Cancelled)
        } else {
            Ok(())
        }
    }

    pub(super) fn is_cancelled(&self) -> bool {
        self.cancel_asked.load(Ordering::Relaxed)
    }
    pub(super) fn cancel(&self) {
        self.cancel_asked.store(true, Ordering::Relaxed);
    }
    /// Ends the job at its next step because its user lost the permission.
    pub(super) fn revoke(&self) {
        self.revoked.store(true, Ordering::Relaxed);
        self.cancel();
    }
    pub(super) fn is_revoked(&self) -> bool {
        self.revoked.load(Ordering::Relaxed)
    }
    pub(super) fn began_by(&self, began: Began) {
        // Set once, at the beginning of the run.
        let _ = self.began.set(began);
    }
    pub(super) fn began(&self) -> Option<&Began> {
        self.began.get()
    }
    pub(super) fn take_progress(&self) -> Option<Progress> {
        self.told
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take()
    }
    pub(super) fn runs_as(&self, task: AbortHandle) {
        // Set once, right after the task was spawned.
        let _ = self.task.set(task);
    }
    /// Another host may run it by now: the run ends where it stands and has no say in the outcome.
    pub(super) fn lose(&self) {
        self.lost.store(true, Ordering::Relaxed);
        if let Some(task) = self.task.get() {
            task.abort();
        }
    }
    pub(super) fn is_lost(&self) -> bool {
        self.lost.load(Ordering::Relaxed)
    }
}
