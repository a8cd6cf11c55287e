//! A running job: its progress and its cancellation.

use std::sync::{
    Mutex, MutexGuard, OnceLock, PoisonError,
    atomic::{AtomicBool, Ordering},
};

use tokio::task::AbortHandle;

use super::{Enqueuer, queue::Claimed};
use data::error::{Error, Result};

/// Progress of a job, for the user who waits for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Progress {
    pub done: i64,
    pub total: Option<i64>,
    pub sentence: String,
}

const MAX_SENTENCE_LENGTH: usize = 500;

/// The last reported progress, and whether the heartbeat has yet to write it.
#[derive(Default)]
struct ReportedProgress {
    last: Option<Progress>,
    is_new: bool,
}

impl ReportedProgress {
    fn report(&mut self, progress: Progress) {
        self.last = Some(progress);
        self.is_new = true;
    }

    fn take_new(&mut self) -> Option<Progress> {
        if std::mem::take(&mut self.is_new) {
            self.last.clone()
        } else {
            None
        }
    }
}

pub(crate) struct RunningJob {
    pub id: i64,
    pub claims: i64,
    pub is_watched: bool,
    pub saved_result: Option<String>,
    is_cancel_requested: AtomicBool,
    lost: AtomicBool,
    /// Set once the user of the job lost the permission.
    revoked: AtomicBool,
    enqueuer: OnceLock<Enqueuer>,
    progress: Mutex<ReportedProgress>,
    task: OnceLock<AbortHandle>,
}

impl RunningJob {
    pub(crate) fn new(claimed: &Claimed) -> Self {
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
            saved_result: claimed.result.clone(),
            is_cancel_requested: AtomicBool::new(claimed.cancel_asked),
            lost: AtomicBool::new(false),
            revoked: AtomicBool::new(false),
            enqueuer: OnceLock::new(),
            progress: Mutex::default(),
            task: OnceLock::new(),
        }
    }

    /// Reports progress; fails if the job was cancelled.
    pub fn step(&self, done: i64, total: Option<i64>, sentence: String) -> Result<()> {
        let sentence = sentence.chars().take(MAX_SENTENCE_LENGTH).collect();
        self.reported().report(Progress {
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

    pub(crate) fn is_cancelled(&self) -> bool {
        self.is_cancel_requested.load(Ordering::Relaxed)
    }
    pub(crate) fn cancel(&self) {
        self.is_cancel_requested.store(true, Ordering::Relaxed);
    }
    /// Ends the job at its next step: its user lost the permission.
    pub(crate) fn revoke(&self) {
        self.revoked.store(true, Ordering::Relaxed);
        self.cancel();
    }
    pub(crate) fn is_revoked(&self) -> bool {
        self.revoked.load(Ordering::Relaxed)
    }
    pub(crate) fn set_enqueuer(&self, began: Enqueuer) {
        let _ = self.enqueuer.set(began);
    }
    pub(crate) fn enqueuer(&self) -> Option<&Enqueuer> {
        self.enqueuer.get()
    }
    /// Returns the progress reported since the last call.
    pub(crate) fn new_progress(&self) -> Option<Progress> {
        self.reported().take_new()
    }

    /// Returns the last progress, also if the heartbeat has it: its write may come after the job's
    /// end, and then changes nothing.
    pub(crate) fn last_progress(&self) -> Option<Progress> {
        self.reported().last.clone()
    }

    fn reported(&self) -> MutexGuard<'_, ReportedProgress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }
    pub(crate) fn set_task(&self, task: AbortHandle) {
        let _ = self.task.set(task);
    }
    /// Aborts the run at once, without an outcome: another host may already run the job.
    pub(crate) fn abort_lost(&self) {
        self.lost.store(true, Ordering::Relaxed);
        if let Some(task) = self.task.get() {
            task.abort();
        }
    }
    pub(crate) fn is_lost(&self) -> bool {
        self.lost.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_progress_outlives_the_heartbeat_that_took_it() {
        let mut reported = ReportedProgress::default();
        assert_eq!(reported.take_new(), None);
        let progress = Progress {
            done: 2,
            total: Some(2),
            sentence: "All steps are done".to_owned(),
        };
        reported.report(progress.clone());
        assert_eq!(reported.take_new(), Some(progress.clone()));
        assert_eq!(reported.take_new(), None);
        assert_eq!(reported.last, Some(progress));
    }
}
