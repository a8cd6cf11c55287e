//! Call counters by function, for each version of a plugin and each calling tenant.

use std::time::Duration;

use carriage::{FaultKind, PluginFault};
use serde::Serialize;

use crate::functions::Function;

/// Upper bounds of the time classes in microseconds; the last class is open.
const BORDERS: [u64; 11] = [
    50, 100, 250, 500, 1_000, 5_000, 25_000, 100_000, 500_000, 2_000_000, 8_000_000,
];

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BreakerState {
    pub phase: BreakerPhase,
    /// Milliseconds until a call is tried again; none while it is closed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_after_ms: Option<u64>,
    /// Calls and faults of the last half minute.
    pub calls: u32,
    pub faults: u32,
    /// Kind of the last counted fault, such as `cpu-time`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_fault: Option<&'static str>,
    /// It is the one for all tenants that speaks here.
    pub for_all: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BreakerPhase {
    /// The plugin is called.
    Closed,
    /// One call is being tried, or the next one will be.
    HalfOpen,
    /// The plugin rests.
    Open,
}

/// Counters of one plugin's calls since it was loaded.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PluginStats {
    pub plugin: String,
    pub version: String,
    /// Running calls, and calls waiting for a permit.
    pub in_flight: u32,
    pub waiting: u32,
    /// State of the breaker for all tenants together.
    pub breaker: BreakerState,
    pub functions: Vec<FunctionUsage>,
}

/// Usage and outcomes of one function.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FunctionUsage {
    /// Name in wit/v1.
    pub function: &'static str,
    /// Finished calls; a retried call counts once.
    pub calls: u64,
    /// Calls the guest answered with an error, such as invalid input or a rejection by the remote
    /// service.
    pub declined: u64,
    /// Calls that failed by the plugin's fault: traps, limits, invalid answers.
    pub faulted: u64,
    /// Calls turned away for lack of capacity or by an open breaker.
    pub turned_away: u64,
    /// Calls made a second time.
    pub retried: u64,
    /// Pairs of outcome (`ok` or the fault's kind) and calls, unordered.
    pub outcomes: Vec<(&'static str, u64)>,
    pub wall_micros: u64,
    /// Processor time of the guests, without the host's work for them.
    pub cpu_micros: u64,
    /// Maximum linear memory of one call.
    pub memory_peak_kib: u64,
    /// Capability calls, including HTTP.
    pub host_calls: u64,
    pub http_calls: u64,
    /// Bytes of HTTP bodies sent and received.
    pub http_bytes_sent: u64,
    pub http_bytes_received: u64,
    /// Log lines written, including dropped ones.
    pub log_lines: u64,
    /// Pairs of upper bound in microseconds and calls; the last class has no bound.
    pub classes: Vec<(Option<u64>, u64)>,
}

/// Use of the instance pool, and results of loading components.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PoolStats {
    /// Outside calls that hold a permit, and the number of permits.
    pub live: u32,
    pub most: u32,
    /// Waiting calls of all loaded plugins.
    pub waiting: u32,
    /// Current memory of the guests, and the limit for all of them.
    pub memory_mib: u32,
    pub memory_most_mib: u32,
    /// Components loaded from the cache of compiled code.
    pub cache_hits: u64,
    /// Microseconds spent on cache hits: lookup by hash, seal check, mapping.
    pub cache_micros: u64,
    /// Components compiled.
    pub compiled: u64,
    /// Components that failed to compile.
    pub not_compiled: u64,
}

/// Calls and faults of one version.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CallCounts {
    /// Excludes calls turned away for lack of capacity or by an open breaker.
    pub calls: u64,
    /// Calls that failed by the plugin's fault.
    pub faults: u64,
}

impl CallCounts {
    /// Difference to an earlier count.
    pub(crate) fn since(self, before: CallCounts) -> CallCounts {
        CallCounts {
            calls: self.calls.saturating_sub(before.calls),
            faults: self.faults.saturating_sub(before.faults),
        }
    }
}

/// Usage of one call, including its retry.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CallUsage {
    pub(crate) wall: Duration,
    pub(crate) cpu: Duration,
    pub(crate) memory_kib: u64,
    pub(crate) host_calls: u64,
    pub(crate) http_calls: u64,
    pub(crate) sent: u64,
    pub(crate) received: u64,
    pub(crate) log_lines: u64,
    pub(crate) retried: bool,
}

/// Counters of the functions called at least once; the others take no memory.
#[derive(Default)]
pub(crate) struct Usage(Vec<Counter>);

struct Counter {
    function: Function,
    calls: u64,
    declined: u64,
    faulted: u64,
    turned_away: u64,
    retried: u64,
    outcomes: Vec<(&'static str, u64)>,
    sum: CallUsage,
    classes: [u64; BORDERS.len() + 1],
}

impl Usage {
    pub(crate) fn record(
        &mut self,
        function: Function,
        measured: &CallUsage,
        fault: Option<&PluginFault>,
    ) {
        let at = match self
            .0
            .iter()
            .position(|counter| counter.function == function)
        {
            Some(at) => at,
            None => {
                // Grow by one: a tenant calls few functions, and there are many tenants.
                self.0.reserve_exact(1);
                self.0.push(Counter::new(function));
                self.0.len() - 1
            }
        };
        self.0[at].add(measured, fault);
    }

    /// Sums up all functions.
    pub(crate) fn counts(&self) -> CallCounts {
        self.0
            .iter()
            .fold(CallCounts::default(), |sum, counter| CallCounts {
                calls: sum.calls + counter.calls.saturating_sub(counter.turned_away),
                faults: sum.faults + counter.faulted,
            })
    }

    /// Lists the counters in the order of [`Function::ALL`].
    pub(crate) fn read(&self) -> Vec<FunctionUsage> {
        let mut counters: Vec<&Counter> = self.0.iter().collect();
        counters.sort_by_key(|counter| counter.function as usize);
        counters.into_iter().map(Counter::read).collect()
    }
}

impl Counter {
    fn new(function: Function) -> Self {
        Counter {
            function,
            calls: 0,
            declined: 0,
            faulted: 0,
            turned_away: 0,
            retried: 0,
            outcomes: Vec::new(),
            sum: CallUsage::default(),
            classes: [0; BORDERS.len() + 1],
        }
    }

    fn add(&mut self, measured: &CallUsage, fault: Option<&PluginFault>) {
        self.calls += 1;
        self.retried += u64::from(measured.retried);
        match fault.map(|fault| &fault.kind) {
            None => {}
            Some(FaultKind::Capacity | FaultKind::CircuitOpen { .. }) => self.turned_away += 1,
            Some(kind) if kind.is_plugin_fault() => self.faulted += 1,
            Some(_) => self.declined += 1,
        }
        let outcome = fault.map_or("ok", |fault| fault.kind.name());
        match self.outcomes.iter_mut().find(|(name, _)| *name == outcome) {
            Some((_, calls)) => *calls += 1,
            None => {
                self.outcomes.reserve_exact(1);
                self.outcomes.push((outcome, 1));
            }
        }
        self.classes
            [BORDERS.partition_point(|border| *border < measured.wall.as_micros() as u64)] += 1;
        let sum = &mut self.sum;
        sum.wall += measured.wall;
        sum.cpu += measured.cpu;
        sum.memory_kib = sum.memory_kib.max(measured.memory_kib);
        sum.host_calls += measured.host_calls;
        sum.http_calls += measured.http_calls;
        sum.sent += measured.sent;
        sum.received += measured.received;
        sum.log_lines += measured.log_lines;
    }

    fn read(&self) -> FunctionUsage {
        let borders = BORDERS.into_iter().map(Some).chain([None]);
        FunctionUsage {
            function: self.function.name(),
            calls: self.calls,
            declined: self.declined,
            faulted: self.faulted,
            turned_away: self.turned_away,
            retried: self.retried,
            outcomes: self.outcomes.clone(),
            wall_micros: self.sum.wall.as_micros() as u64,
            cpu_micros: self.sum.cpu.as_micros() as u64,
            memory_peak_kib: self.sum.memory_kib,
            host_calls: self.sum.host_calls,
            http_calls: self.sum.http_calls,
            http_bytes_sent: self.sum.sent,
            http_bytes_received: self.sum.received,
            log_lines: self.sum.log_lines,
            classes: borders.zip(self.classes).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use data::Message;

    use super::*;

    #[test]
    fn a_call_is_counted_by_how_it_ended() {
        let mut usage = Usage::default();
        let measured = CallUsage {
            wall: Duration::from_micros(60),
            memory_kib: 128,
            ..CallUsage::default()
        };
        usage.record(Function::Track, &measured, None);
        usage.record(Function::Rates, &measured, None);
        let smaller = CallUsage {
            wall: Duration::from_secs(60),
            memory_kib: 64,
            retried: true,
            ..measured
        };
        for kind in [
            FaultKind::Trap,
            FaultKind::NotFound,
            FaultKind::Capacity,
            FaultKind::CircuitOpen {
                retry_after: Duration::from_secs(9),
            },
        ] {
            let fault = PluginFault::new(kind, Message::verbatim(""));
            usage.record(Function::Rates, &smaller, Some(&fault));
        }
        let read = usage.read();
        assert_eq!(read.len(), 2, "what was never called has no counter");
        let rates = &read[0];
        assert_eq!(
            (
                rates.function,
                rates.calls,
                rates.faulted,
                rates.declined,
                rates.turned_away,
                rates.retried
            ),
            ("rates", 5, 1, 1, 2, 4)
        );
        assert_eq!(rates.memory_peak_kib, 128);
        assert_eq!(
            rates.outcomes.iter().map(|(_, calls)| calls).sum::<u64>(),
            5
        );
        assert_eq!(
            (rates.classes[1], rates.classes[11]),
            ((Some(100), 1), (None, 4))
        );
    }

    #[test]
    fn a_tenants_counter_is_small() {
        assert!(size_of::<Counter>() <= 320, "{}", size_of::<Counter>());
    }
}
