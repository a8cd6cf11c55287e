//! Background jobs: claimed by any host, run at least once, and retried with a growing pause.
//!
//! A job *waits* until it is due and first in its queue, then *runs* under a lease that its host
//! renews. Then it is *done* (and removed, unless a user waits for it), *waits* again, is *dead*
//! after its last attempt, or *cancelled*.
//!
//! Concurrent jobs are limited per kind and in all, with one guaranteed slot per kind. Within a
//! kind tenants are served in rotation.

pub mod manage;
pub(crate) mod queue;
mod running;
mod scope;

use std::{collections::HashMap, sync::Arc};

use chrono::{DateTime, Utc};
use futures_util::future::BoxFuture;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::event::Listener;
use data::{
    caller::{Caller, Session},
    error::Result,
    host::Host,
    request::RequestInfo,
    scope::Scope,
    sql_names, sql_text, states,
    value::Val,
};

pub use running::Progress;
pub use scope::ScopeJobs;

pub(crate) use running::RunningJob;
pub(crate) use scope::enqueue_in;

/// Claim order of a kind's jobs; tenants rotate within a priority.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Priority {
    /// A person waits for it.
    High,
    Normal,
    /// May wait until the queue is otherwise empty.
    Low,
}

impl Priority {
    fn val(self) -> Val {
        Val::I64(self as i64)
    }
}

states! {
    /// State of a job.
    pub enum JobState {
        #[text_enum(name = "waiting")]
        Waiting [is_pending],
        #[text_enum(name = "running")]
        Running [is_pending],
        #[text_enum(name = "done")]
        Done [has_ended],
        #[text_enum(name = "dead")]
        Dead [has_ended, is_retriable],
        #[text_enum(name = "cancelled")]
        Cancelled [has_ended, is_retriable],
        #[text_enum(unknown)]
        Unknown,
    }
    facts {
        pub is_pending,
        pub has_ended,
        pub is_retriable,
    }
    operations {
        /// An operation on a waiting, running or dead job.
        pub enum JobOperation {
            /// Requeues a dead or cancelled job with all its attempts.
            Retry: is_retriable => Waiting,
            /// Removes a dead, done or cancelled job.
            Discard: has_ended,
            /// Cancels a waiting job; a running one ends at its next step.
            Cancel: is_pending => Cancelled | Running,
        }
    }
}

/// Conditions and assignments of single states. Partial indexes have the same words.
const WAITING: &str = sql_text!("state = ", sql_names!(JobState: Waiting));
const RUNNING: &str = sql_text!("state = ", sql_names!(JobState: Running));
const DEAD: &str = sql_text!("state = ", sql_names!(JobState: Dead));
const CANCELLED: &str = sql_text!("state = ", sql_names!(JobState: Cancelled));

#[derive(Clone, Copy)]
pub struct JobKind {
    /// Unique in the program: `bookings.track`.
    pub name: &'static str,
    pub(crate) run: fn(Scope, Value) -> BoxFuture<'static, Result<()>>,
    pub(crate) attempts: i64,
    pub(crate) max_concurrent: usize,
    pub(crate) priority: Priority,
}

/// Default attempts, also of listeners: about half a day including the pauses.
pub(crate) const MAX_ATTEMPTS: i64 = 20;
const MAX_CONCURRENT: usize = 4;

impl JobKind {
    pub const fn new(
        name: &'static str,
        run: fn(Scope, Value) -> BoxFuture<'static, Result<()>>,
    ) -> Self {
        Self {
            name,
            run,
            attempts: MAX_ATTEMPTS,
            max_concurrent: MAX_CONCURRENT,
            priority: Priority::Normal,
        }
    }
    pub const fn attempts(mut self, attempts: i64) -> Self {
        self.attempts = attempts;
        self
    }
    pub const fn max_concurrent(mut self, at_once: usize) -> Self {
        self.max_concurrent = at_once;
        self
    }
    pub const fn priority(mut self, priority: Priority) -> Self {
        self.priority = priority;
        self
    }
}

pub(crate) struct KindLimits {
    pub name: &'static str,
    pub attempts: i64,
    pub max_concurrent: usize,
}

impl KindLimits {
    pub fn for_job(kind: &JobKind) -> Self {
        Self {
            name: kind.name,
            attempts: kind.attempts,
            max_concurrent: kind.max_concurrent.max(1),
        }
    }
    pub fn for_listener(listener: &Listener) -> Self {
        Self {
            name: listener.name,
            attempts: MAX_ATTEMPTS,
            max_concurrent: MAX_CONCURRENT,
        }
    }
}

/// The program's kinds of jobs; an extension of the host.
pub struct JobKinds {
    pub(crate) jobs: Vec<JobKind>,
    pub(crate) listeners: Vec<Listener>,
    limits: HashMap<&'static str, KindLimits>,
}

impl JobKinds {
    pub fn new(
        jobs: impl IntoIterator<Item = JobKind>,
        listeners: impl IntoIterator<Item = Listener>,
    ) -> Self {
        let jobs: Vec<JobKind> = jobs.into_iter().collect();
        let listeners: Vec<Listener> = listeners.into_iter().collect();
        let limits = jobs
            .iter()
            .map(KindLimits::for_job)
            .chain(listeners.iter().map(KindLimits::for_listener));
        let limits = limits.map(|kind| (kind.name, kind)).collect();
        Self {
            jobs,
            listeners,
            limits,
        }
    }
    pub(crate) fn find(host: &Host) -> Result<&Self> {
        host.extension()
    }
    pub(crate) fn limits(&self, name: &str) -> Option<&KindLimits> {
        self.limits.get(name)
    }
}

#[derive(Debug, Clone)]
pub struct NewJob {
    kind: &'static str,
    payload: Value,
    dedup_key: Option<String>,
    not_before: Option<DateTime<Utc>>,
    priority: Option<Priority>,
    event_version: Option<i64>,
}

impl NewJob {
    pub fn new(kind: &'static str, payload: Value) -> Self {
        Self {
            kind,
            payload,
            dedup_key: None,
            not_before: None,
            priority: None,
            event_version: None,
        }
    }
    /// While a job of this kind with this key waits, no other is added.
    pub fn with_dedup_key(mut self, key: impl Into<String>) -> Self {
        self.dedup_key = Some(key.into());
        self
    }
    pub fn run_at(mut self, time: DateTime<Utc>) -> Self {
        self.not_before = Some(time);
        self
    }
    pub fn priority(mut self, priority: Priority) -> Self {
        self.priority = Some(priority);
        self
    }
    pub(crate) fn for_event(mut self, version: i64) -> Self {
        self.event_version = Some(version);
        self
    }
}

/// Session that enqueued a watched job, which runs with the permissions the user still has.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Enqueuer {
    session: Session,
    request: Request,
    /// The user needs one of these permissions of the enqueuing route, if any.
    #[serde(default)]
    needs: Vec<String>,
}

#[derive(Clone, Serialize, Deserialize)]
struct Request {
    id: String,
    address: String,
}

impl Request {
    fn from_scope(request: &RequestInfo) -> Self {
        Self {
            id: request.id.clone(),
            address: request.address.clone(),
        }
    }
}

impl Enqueuer {
    /// Drops permissions that the user has lost. False if the job must stop.
    pub(crate) async fn renew(&mut self, host: &Host) -> Result<bool> {
        let Some(permissions) = host.gate().current_permissions(host, &self.session).await? else {
            return Ok(false);
        };
        self.session.permissions = permissions;
        Ok(self.needs.is_empty()
            || self
                .needs
                .iter()
                .any(|name| self.session.permissions.contains(name)))
    }

    pub(crate) fn caller(self) -> (Caller, RequestInfo) {
        let Self {
            session,
            request: Request { id, address },
            ..
        } = self;
        (
            Caller::User(Arc::new(session)),
            RequestInfo {
                id,
                address,
                ..RequestInfo::default()
            },
        )
    }
}
