//! Versions of a plugin: the active one, others beside it, who is pinned to which, and the canary that is tried out.
//!
//! A tenant *follows* what is active unless it is *pinned* to a version. A *canary* is a version that gets a share of
//! the calls of tenants that follow, until it is promoted, stopped, or found to fault more than the active one.

use crate::{BreakerPhase, Engine, Plugin, engine::Inner, plugin::Loaded, stats::Tally};
use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, PoisonError},
};

/// A canary is judged from so many calls of its own on; before that chance decides more than it does.
pub const CANARY_CALLS: u64 = 20;
/// It fails when the share of its calls that fault is more than so many percentage points above the active version's.
pub const CANARY_EXCESS: u64 = 5;
/// The most of the calls, in percent, that a canary may get: most of them stay with what is known to work.
pub const CANARY_SHARE_MOST: u32 = 50;

/// All loaded plugins, by id.
pub(crate) type Table = BTreeMap<String, Versions>;

/// What is loaded of one plugin.
#[derive(Clone)]
pub(crate) struct Versions {
    pub(crate) active: Arc<Loaded>,
    /// Others that somebody is pinned to, or that are tried out; by version.
    beside: BTreeMap<String, Arc<Loaded>>,
    /// The tenants that do not follow, and their versions.
    pins: Arc<HashMap<i64, String>>,
    canary: Option<Arc<Trial>>,
}

/// A canary that runs.
struct Trial {
    candidate: Arc<Loaded>,
    active: Arc<Loaded>,
    /// Percent of the calls.
    share: u32,
    /// What both had counted when it began.
    begun: [Tally; 2],
}

/// Which versions calls of a plugin go to, besides the active one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Routes {
    /// Tenant to version.
    pub pins: HashMap<i64, String>,
    /// The version that is tried out, and its share of the calls of the other tenants in percent.
    pub canary: Option<(String, u32)>,
}

/// How a canary does beside the active version, in this process and since it began here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CanaryState {
    pub version: String,
    /// Percent of the calls.
    pub share: u32,
    pub candidate: Tally,
    pub active: Tally,
    /// Why it gets no more calls, in words; none while it does well.
    pub failure: Option<String>,
}

/// Why a plugin has no version for a tenant's call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotLoaded {
    /// There is no such plugin.
    Plugin,
    /// The tenant is pinned to a version that is not loaded here.
    Version(String),
}

impl Versions {
    fn new(active: Arc<Loaded>) -> Self {
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

    fn version(&self, version: &str) -> Option<&Arc<Loaded>> {
        self.all().find(|loaded| loaded.manifest.version == version)
    }

    fn activate(&mut self, loaded: Arc<Loaded>) {
        self.beside.remove(&loaded.manifest.version);
        let before = std::mem::replace(&mut self.active, loaded);
        // Whoever is pinned to what was active goes on being called with it.
        let version = &before.manifest.version;
        if *version != self.active.manifest.version
            && self.pins.values().any(|pinned| pinned == version)
        {
            self.beside.insert(version.clone(), before);
        }
        // It was compared with what is active no more.
        self.canary = None;
    }

    fn route(&mut self, routes: Routes) {
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
                .map(|it| it.begun);
            let begun = same.unwrap_or_else(|| [candidate.gate.tally(), self.active.gate.tally()]);
            Arc::new(Trial {
                candidate,
                active: self.active.clone(),
                share: share.min(CANARY_SHARE_MOST),
                begun,
            })
        });
        self.pins = Arc::new(routes.pins);
    }
}

impl Trial {
    fn state(&self) -> CanaryState {
        let candidate = self.candidate.gate.tally().since(self.begun[0]);
        let active = self.active.gate.tally().since(self.begun[1]);
        let [new, old] =
            [&self.candidate, &self.active].map(|loaded| loaded.manifest.version.as_str());
        let rests = self.candidate.gate.breaker().phase != BreakerPhase::Closed;
        let failure = if rests {
            Some(format!("{new} rests: calls of several tenants failed."))
        } else if fails(candidate, active) {
            Some(format!(
                "{} failed; {} failed.",
                told(new, candidate),
                told(old, active)
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
fn told(version: &str, tally: Tally) -> String {
    let percent = tally.faults as f64 * 100.0 / tally.calls.max(1) as f64;
    format!(
        "{} of {} calls of {version} ({percent:.1} %)",
        tally.faults, tally.calls
    )
}

/// Whether the candidate has had calls enough and faults more than it may. A version that was not called had no faults.
fn fails(candidate: Tally, active: Tally) -> bool {
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

impl Engine {
    /// Keeps this version beside the active one of its plugin, for [`Engine::route`] to send calls to. False when the
    /// plugin has no active version. What no route needs goes with the next call of `route`.
    pub fn hold(&self, plugin: &Plugin) -> bool {
        let loaded = plugin.loaded.clone();
        self.0.change(|table| match table.get_mut(plugin.id()) {
            Some(versions) => {
                if versions.active.manifest.version != loaded.manifest.version {
                    versions
                        .beside
                        .insert(loaded.manifest.version.clone(), loaded);
                }
                true
            }
            None => false,
        })
    }

    /// Says in one step who is pinned to which version and what is tried out; calls under way finish on what they began
    /// with, and versions that nobody needs are let go. A canary that goes on keeps its counts.
    pub fn route(&self, id: &str, routes: Routes) {
        self.0.change(|table| {
            if let Some(versions) = table.get_mut(id) {
                versions.route(routes);
            }
        });
    }

    /// Every loaded version of the plugin, the active one first.
    pub fn versions(&self, id: &str) -> Vec<Plugin> {
        let table = self.0.table();
        table
            .get(id)
            .map(|it| {
                it.all()
                    .map(|loaded| Plugin::new(&self.0, loaded))
                    .collect()
            })
            .unwrap_or_default()
    }

    /// This version of the plugin, if it is loaded.
    pub fn version(&self, id: &str, version: &str) -> Option<Plugin> {
        Some(Plugin::new(
            &self.0,
            self.0.table().get(id)?.version(version)?,
        ))
    }

    /// The version that the tenant is pinned to; none when it follows.
    pub fn pinned(&self, id: &str, tenant: i64) -> Option<String> {
        self.0.table().get(id)?.pins.get(&tenant).cloned()
    }

    /// The tenant's own version: the one it is pinned to, else the active one. Never a canary.
    pub fn own(&self, id: &str, tenant: i64) -> Result<Plugin, NotLoaded> {
        let table = self.0.table();
        let versions = table.get(id).ok_or(NotLoaded::Plugin)?;
        let loaded = match versions.pins.get(&tenant) {
            None => &versions.active,
            Some(version) => versions
                .version(version)
                .ok_or_else(|| NotLoaded::Version(version.clone()))?,
        };
        Ok(Plugin::new(&self.0, loaded))
    }

    /// The canary, when this call of the tenant falls to it: by chance, in its share of the calls of tenants that
    /// follow. One that has failed gets no more. Whoever asks sees to it that the tenant allows what it asks for.
    pub fn candidate(&self, id: &str, tenant: i64) -> Option<Plugin> {
        let table = self.0.table();
        let versions = table.get(id)?;
        let trial = versions
            .canary
            .as_ref()
            .filter(|_| !versions.pins.contains_key(&tenant))?;
        let falls = (self.0.canary_toss)() % 100 < trial.share;
        (falls && trial.state().failure.is_none()).then(|| Plugin::new(&self.0, &trial.candidate))
    }

    /// How the plugin's canary does, if there is one.
    pub fn canary(&self, id: &str) -> Option<CanaryState> {
        self.0
            .table()
            .get(id)?
            .canary
            .as_ref()
            .map(|trial| trial.state())
    }
}

impl Inner {
    /// The active version of the plugin.
    pub(crate) fn loaded(&self, id: &str) -> Option<Arc<Loaded>> {
        self.table().get(id).map(|versions| versions.active.clone())
    }

    /// This version of the plugin; the active one when none is named.
    pub(crate) fn loaded_as(&self, id: &str, version: Option<&str>) -> Option<Arc<Loaded>> {
        match version {
            None => self.loaded(id),
            Some(version) => self.table().get(id)?.version(version).cloned(),
        }
    }

    pub(crate) fn table(&self) -> Arc<Table> {
        self.plugins
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Makes the plugins the active ones in one step.
    pub(crate) fn install(&self, loaded: Vec<Arc<Loaded>>) {
        self.change(|table| {
            for plugin in loaded {
                match table.get_mut(&plugin.manifest.id) {
                    Some(versions) => versions.activate(plugin),
                    None => drop(table.insert(plugin.manifest.id.clone(), Versions::new(plugin))),
                }
            }
        });
    }

    /// Changes a copy of the table, and puts that in its place.
    pub(crate) fn change<T>(&self, change: impl FnOnce(&mut Table) -> T) -> T {
        let mut plugins = self.plugins.write().unwrap_or_else(PoisonError::into_inner);
        let mut table = Table::clone(&plugins);
        let done = change(&mut table);
        *plugins = Arc::new(table);
        done
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(faults: u64, calls: u64) -> Tally {
        Tally { calls, faults }
    }

    #[test]
    fn a_candidate_fails_when_it_faults_clearly_more() {
        assert!(!fails(tally(19, 19), tally(0, 100)), "too few calls to say");
        assert!(fails(tally(2, 20), tally(0, 100)));
        assert!(
            !fails(tally(1, 20), tally(0, 100)),
            "five points are not more than five"
        );
        assert!(
            !fails(tally(20, 100), tally(150, 1_000)),
            "the active one faults too"
        );
        assert!(fails(tally(21, 100), tally(150, 1_000)));
        assert!(
            fails(tally(2, 20), tally(0, 0)),
            "nothing is known against a version that was not called"
        );
        assert!(!fails(tally(0, 20), tally(20, 20)));
    }

    #[test]
    fn the_reason_is_told_with_its_numbers() {
        assert_eq!(
            told("2.0.0", tally(7, 21)),
            "7 of 21 calls of 2.0.0 (33.3 %)"
        );
        assert_eq!(told("1.0.0", tally(0, 0)), "0 of 0 calls of 1.0.0 (0.0 %)");
    }
}
