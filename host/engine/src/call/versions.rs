//! Versions of a plugin: the active one, others for pinned tenants, and a canary.
//!
//! A tenant *follows* the active version unless it is *pinned* to one. A *canary* is a version that
//! gets a share of the calls of following tenants. It ends when it is promoted or stopped, or when
//! it faults more than the active version.

use crate::{
    call::loaded::Loaded,
    stats::{BreakerPhase, CallCounts},
};
use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

/// With fewer calls, chance would decide.
pub const CANARY_CALLS: u64 = 20;
/// In percentage points above the active version's fault rate.
pub const CANARY_EXCESS: u64 = 5;
/// In percent; most calls stay with the proven version.
pub const MAX_CANARY_SHARE: u32 = 50;

pub(crate) type Table = BTreeMap<String, Versions>;

#[derive(Clone)]
pub(crate) struct Versions {
    pub(crate) active: Arc<Loaded>,
    /// Inactive versions for pinned tenants or a canary, by version.
    pub(crate) beside: BTreeMap<String, Arc<Loaded>>,
    pub(crate) pins: Arc<HashMap<i64, String>>,
    pub(crate) canary: Option<Arc<Trial>>,
}

pub(crate) struct Trial {
    pub(crate) candidate: Arc<Loaded>,
    active: Arc<Loaded>,
    /// Percent of the calls.
    pub(crate) share: u32,
    /// Counters of the candidate and the active version at the canary's start.
    started: [CallCounts; 2],
}

/// Targets of a plugin's calls besides the active version.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Routes {
    pub pins: HashMap<i64, String>,
    /// The canary's version, and its share of the following tenants' calls in percent.
    pub canary: Option<(String, u32)>,
}

/// A canary's results against the active version, in this process since the canary's start here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CanaryState {
    pub version: String,
    /// Percent of the calls.
    pub share: u32,
    pub candidate: CallCounts,
    pub active: CallCounts,
    /// Text of the reason why it gets no more calls; none while it has not failed.
    pub failure: Option<String>,
}

/// Reason why a plugin has no version for a tenant's call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotLoaded {
    Plugin,
    /// The tenant is pinned to a version that is not loaded here.
    Version(String),
}

impl Versions {
    pub(crate) fn new(active: Arc<Loaded>) -> Self {
        Versions {
            active,
            beside: BTreeMap::new(),
            pins: Arc::default(),
            canary: None,
        }
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &Arc<Loaded>> {
        std::iter::once(&self.active).chain(self.beside.values())
    }

    pub(crate) fn version(&self, version: &str) -> Option<&Arc<Loaded>> {
        self.all().find(|loaded| loaded.manifest.version == version)
    }

    pub(crate) fn activate(&mut self, loaded: Arc<Loaded>) {
        self.beside.remove(&loaded.manifest.version);
        let before = std::mem::replace(&mut self.active, loaded);
        // Keep the previous active version for tenants pinned to it.
        let version = &before.manifest.version;
        if *version != self.active.manifest.version
            && self.pins.values().any(|pinned| pinned == version)
        {
            self.beside.insert(version.clone(), before);
        }
        // The canary was compared with a version that is no longer active.
        self.canary = None;
    }

    pub(crate) fn route(&mut self, routes: Routes) {
        let candidate = routes.canary.as_ref().map(|(version, _)| version.clone());
        self.beside.retain(|version, _| {
            candidate.as_ref() == Some(version)
                || routes.pins.values().any(|pinned| pinned == version)
        });
        let found = routes
            .canary
            .and_then(|(version, share)| Some((self.beside.get(&version)?.clone(), share)));
        self.canary = found.map(|(candidate, share)| {
            let known = self.canary.as_ref();
            let same = known
                .filter(|it| {
                    Arc::ptr_eq(&it.candidate, &candidate) && Arc::ptr_eq(&it.active, &self.active)
                })
                .map(|it| it.started);
            let started =
                same.unwrap_or_else(|| [candidate.gate.counts(), self.active.gate.counts()]);
            Arc::new(Trial {
                candidate,
                active: self.active.clone(),
                share: share.min(MAX_CANARY_SHARE),
                started,
            })
        });
        self.pins = Arc::new(routes.pins);
    }
}

impl Trial {
    pub(crate) fn state(&self) -> CanaryState {
        let candidate = self.candidate.gate.counts().since(self.started[0]);
        let active = self.active.gate.counts().since(self.started[1]);
        let [new, old] =
            [&self.candidate, &self.active].map(|loaded| loaded.manifest.version.as_str());
        let rests = self.candidate.gate.breaker().phase != BreakerPhase::Closed;
        let failure = if rests {
            Some(format!("{new} rests: calls of several tenants failed."))
        } else if fails(candidate, active) {
            Some(format!(
                "{} failed; {} failed.",
                describe_counts(new, candidate),
                describe_counts(old, active)
            ))
        } else {
            None
        };
        CanaryState {
            version: new.to_owned(),
            share: self.share,
            candidate,
            active,
            failure,
        }
    }
}

/// `7 of 21 calls of 2.0.0 (33.3 %)`
fn describe_counts(version: &str, counts: CallCounts) -> String {
    let percent = counts.faults as f64 * 100.0 / counts.calls.max(1) as f64;
    format!(
        "{} of {} calls of {version} ({percent:.1} %)",
        counts.faults, counts.calls
    )
}

/// A version without calls counts as one without faults.
fn fails(candidate: CallCounts, active: CallCounts) -> bool {
    if candidate.calls < CANARY_CALLS {
        return false;
    }
    let [new, of_new, old, of_old] = [
        candidate.faults,
        candidate.calls,
        active.faults,
        active.calls.max(1),
    ]
    .map(u128::from);
    new * of_old * 100 > old * of_new * 100 + u128::from(CANARY_EXCESS) * of_new * of_old
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(faults: u64, calls: u64) -> CallCounts {
        CallCounts { calls, faults }
    }

    #[test]
    fn a_candidate_fails_when_it_faults_clearly_more() {
        assert!(
            !fails(counts(19, 19), counts(0, 100)),
            "too few calls to say"
        );
        assert!(fails(counts(2, 20), counts(0, 100)));
        assert!(
            !fails(counts(1, 20), counts(0, 100)),
            "five points are not more than five"
        );
        assert!(
            !fails(counts(20, 100), counts(150, 1_000)),
            "the active one faults too"
        );
        assert!(fails(counts(21, 100), counts(150, 1_000)));
        assert!(
            fails(counts(2, 20), counts(0, 0)),
            "nothing is known against a version that was not called"
        );
        assert!(!fails(counts(0, 20), counts(20, 20)));
    }

    #[test]
    fn the_reason_is_told_with_its_numbers() {
        assert_eq!(
            describe_counts("2.0.0", counts(7, 21)),
            "7 of 21 calls of 2.0.0 (33.3 %)"
        );
        assert_eq!(
            describe_counts("1.0.0", counts(0, 0)),
            "0 of 0 calls of 1.0.0 (0.0 %)"
        );
    }
}
