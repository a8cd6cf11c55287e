//! Circuit breakers: a plugin that keeps failing is not called for a while.
//!
//! Each version of a plugin has one breaker per tenant and one for all tenants. The shared one
//! opens only for faults of several tenants: a plugin that fails for one tenant alone (because of
//! its settings, for example) is blocked for that tenant only. The clock is always an argument.

use crate::{
    limits::BREAKER_FAULTS,
    stats::{BreakerPhase, BreakerState},
};
use std::time::{Duration, Instant};

/// When a breaker opens, and for how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BreakerPolicy {
    /// Number of faults within `window` that opens it, if at least half of the calls in it failed.
    pub faults: u32,
    pub window: Duration,
    /// Number of calls within `cpu_window` that exhausted their processor time and open it at once.
    pub cpu_faults: u32,
    pub cpu_window: Duration,
    /// The same for calls that timed out: waiting for one takes so long that a few fill the window
    /// of other faults.
    pub hangs: u32,
    pub hang_window: Duration,
    /// Time before a trial call; doubled after each failed trial, up to `rest_most`.
    pub rest: Duration,
    pub rest_most: Duration,
}

impl BreakerPolicy {
    pub const DEFAULT: BreakerPolicy = BreakerPolicy {
        faults: BREAKER_FAULTS,
        window: Duration::from_secs(30),
        cpu_faults: 3,
        cpu_window: Duration::from_secs(60),
        hangs: 3,
        hang_window: Duration::from_secs(300),
        rest: Duration::from_secs(10),
        rest_most: Duration::from_secs(300),
    };
    /// Never opens: for measuring and trying out bad plugins.
    pub const NEVER: BreakerPolicy = BreakerPolicy {
        faults: u32::MAX,
        cpu_faults: u32::MAX,
        hangs: u32::MAX,
        ..BreakerPolicy::DEFAULT
    };
}

impl BreakerPolicy {
    /// The same with another number of faults; one that never opens stays so.
    pub(crate) fn with_faults(self, faults: u32) -> Self {
        if self.faults == u32::MAX {
            self
        } else {
            BreakerPolicy { faults, ..self }
        }
    }
}

impl Default for BreakerPolicy {
    fn default() -> Self {
        BreakerPolicy::DEFAULT
    }
}

/// Calls that never reached the plugin do not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Good,
    Fault(&'static str),
    CpuFault,
    /// It gave no answer in its time.
    Hang,
}

/// Parts of the window that are forgotten one at a time.
const PARTS: usize = 6;
/// Wait time reported while the trial call runs.
const TRIAL_RUNS: Duration = Duration::from_secs(1);

pub(crate) struct Breaker {
    started: Instant,
    parts: [Part; PARTS],
    cpu: Grave,
    hangs: Grave,
    phase: Phase,
    last_fault: Option<&'static str>,
    /// Faults of one tenant alone open it.
    one_suffices: bool,
}

/// Faults of which a few suffice, regardless of successful calls, with time and tenant.
#[derive(Default)]
struct Grave(Vec<(Instant, i64)>);

impl Grave {
    fn add(&mut self, most: u32, window: Duration, now: Instant, tenant: i64) {
        if most == u32::MAX {
            return;
        }
        self.0.retain(|(at, _)| now.duration_since(*at) < window);
        // More than the deciding few need not be remembered, unless they are all one tenant's.
        if self.0.len() > most as usize {
            self.0.remove(0);
        }
        self.0.push((now, tenant));
    }

    fn suffice(&self, most: u32, one_suffices: bool) -> bool {
        self.0.len() >= most as usize
            && (one_suffices || self.0.iter().any(|(_, tenant)| *tenant != self.0[0].1))
    }
}

#[derive(Clone, Copy, Default)]
struct Part {
    number: u64,
    calls: u32,
    faults: u32,
    /// Tenant of the first fault; `several` is set once another tenant follows.
    tenant: i64,
    several: bool,
}

#[derive(Clone, Copy)]
enum Phase {
    Closed,
    CircuitOpen { until: Instant, rest: Duration },
    Trying { rest: Duration },
}

impl Breaker {
    pub(crate) fn for_one(now: Instant) -> Self {
        Breaker {
            started: now,
            parts: [Part::default(); PARTS],
            cpu: Grave::default(),
            hangs: Grave::default(),
            phase: Phase::Closed,
            last_fault: None,
            one_suffices: true,
        }
    }

    pub(crate) fn for_all(now: Instant) -> Self {
        Breaker {
            one_suffices: false,
            ..Breaker::for_one(now)
        }
    }

    /// True if it is the deciding trial. The error is the time to wait.
    pub(crate) fn admit(&mut self, now: Instant) -> Result<bool, Duration> {
        match self.phase {
            Phase::Closed => Ok(false),
            Phase::CircuitOpen { until, rest } if now >= until => {
                self.phase = Phase::Trying { rest };
                Ok(true)
            }
            Phase::CircuitOpen { until, .. } => Err(until - now),
            Phase::Trying { .. } => Err(TRIAL_RUNS),
        }
    }

    /// The next call is tried instead.
    pub(crate) fn abandon(&mut self, now: Instant) {
        if let Phase::Trying { rest } = self.phase {
            self.phase = Phase::CircuitOpen { until: now, rest };
        }
    }

    /// Ignores calls that began before the breaker opened.
    pub(crate) fn record(
        &mut self,
        policy: &BreakerPolicy,
        now: Instant,
        tenant: i64,
        verdict: Verdict,
        is_trial: bool,
    ) {
        let name = match verdict {
            Verdict::Good => None,
            Verdict::Fault(name) => Some(name),
            Verdict::CpuFault => Some("cpu-time"),
            Verdict::Hang => Some("wall-time"),
        };
        self.last_fault = name.or(self.last_fault);
        match self.phase {
            Phase::Trying { rest } if is_trial => {
                self.phase = match name {
                    None => Phase::Closed,
                    Some(_) => {
                        let rest = (rest * 2).min(policy.rest_most);
                        Phase::CircuitOpen {
                            until: now + rest,
                            rest,
                        }
                    }
                };
                self.parts = [Part::default(); PARTS];
                self.cpu.0.clear();
                self.hangs.0.clear();
            }
            Phase::Closed => {
                self.count(policy, now, tenant, verdict);
                if self.has_enough(policy, now) {
                    self.phase = Phase::CircuitOpen {
                        until: now + policy.rest,
                        rest: policy.rest,
                    };
                }
            }
            _ => {}
        }
    }

    fn count(&mut self, policy: &BreakerPolicy, now: Instant, tenant: i64, verdict: Verdict) {
        let number = self.part_number(policy, now);
        let part = &mut self.parts[(number % PARTS as u64) as usize];
        if part.number != number {
            *part = Part {
                number,
                ..Part::default()
            };
        }
        part.calls = part.calls.saturating_add(1);
        if verdict == Verdict::Good {
            return;
        }
        part.several |= part.faults > 0 && part.tenant != tenant;
        if part.faults == 0 {
            part.tenant = tenant;
        }
        part.faults = part.faults.saturating_add(1);
        match verdict {
            Verdict::CpuFault => self
                .cpu
                .add(policy.cpu_faults, policy.cpu_window, now, tenant),
            Verdict::Hang => self
                .hangs
                .add(policy.hangs, policy.hang_window, now, tenant),
            _ => {}
        }
    }

    fn part_number(&self, policy: &BreakerPolicy, now: Instant) -> u64 {
        let part = (policy.window.as_millis() as u64 / PARTS as u64).max(1);
        // Not counted from zero, so that an untouched part is older than every window.
        now.saturating_duration_since(self.started).as_millis() as u64 / part + PARTS as u64
    }

    fn recent(&self, policy: &BreakerPolicy, now: Instant) -> impl Iterator<Item = &Part> {
        let oldest = self.part_number(policy, now) + 1 - PARTS as u64;
        self.parts.iter().filter(move |part| part.number >= oldest)
    }

    fn has_enough(&self, policy: &BreakerPolicy, now: Instant) -> bool {
        let (calls, faults) = self.counted(policy, now);
        let mut tenants = self.recent(policy, now).filter(|part| part.faults > 0);
        let several = self.one_suffices
            || match tenants.next() {
                Some(first) => {
                    first.several || tenants.any(|part| part.several || part.tenant != first.tenant)
                }
                None => false,
            };
        (several && faults >= policy.faults && faults.saturating_mul(2) >= calls)
            || self.cpu.suffice(policy.cpu_faults, self.one_suffices)
            || self.hangs.suffice(policy.hangs, self.one_suffices)
    }

    fn counted(&self, policy: &BreakerPolicy, now: Instant) -> (u32, u32) {
        self.recent(policy, now)
            .fold((0, 0), |(calls, faults), part| {
                (
                    calls.saturating_add(part.calls),
                    faults.saturating_add(part.faults),
                )
            })
    }

    pub(crate) fn is_closed(&self) -> bool {
        matches!(self.phase, Phase::Closed)
    }

    pub(crate) fn last_fault(&self) -> Option<&'static str> {
        self.last_fault
    }

    pub(crate) fn state(&self, policy: &BreakerPolicy, now: Instant) -> BreakerState {
        let (phase, left) = match self.phase {
            Phase::Closed => (BreakerPhase::Closed, None),
            Phase::CircuitOpen { until, .. } if now < until => {
                (BreakerPhase::Open, Some(until - now))
            }
            Phase::CircuitOpen { .. } => (BreakerPhase::HalfOpen, Some(Duration::ZERO)),
            Phase::Trying { .. } => (BreakerPhase::HalfOpen, Some(TRIAL_RUNS)),
        };
        let (calls, faults) = self.counted(policy, now);
        BreakerState {
            phase,
            retry_after_ms: left.map(|left| left.as_millis() as u64),
            calls,
            faults,
            last_fault: self.last_fault,
            for_all: !self.one_suffices,
        }
    }
}

#[cfg(test)]
mod tests;
