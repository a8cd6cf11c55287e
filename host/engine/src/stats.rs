//! Counters of calls, by plugin and function.

use crate::{
    fault::{FaultKind, PluginFault},
    limits::Function,
};
use serde::Serialize;
use std::{
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::Duration,
};

/// Upper borders of the time classes in microseconds; the last class is open.
const BORDERS: [u64; 11] = [50, 100, 250, 500, 1_000, 5_000, 25_000, 100_000, 500_000, 2_000_000, 8_000_000];

/// What happened to one plugin's calls since it was loaded.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PluginStats {
    pub plugin: String,
    pub version: String,
    pub functions: Vec<FunctionStats>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FunctionStats {
    pub function: &'static str,
    pub calls: u64,
    /// Calls that the guest answered with an error of its own (bad input, a refusal of the other side, …).
    pub declined: u64,
    /// Calls that the plugin failed: traps, limits, bad answers.
    pub faulted: u64,
    /// Calls turned away because too many ran already.
    pub turned_away: u64,
    pub wall_micros: u64,
    /// (upper border in microseconds, calls); the border of the last class is absent.
    pub classes: Vec<(Option<u64>, u64)>,
}

#[derive(Default)]
pub(crate) struct Counters([Counter; Function::ALL.len()]);

#[derive(Default)]
struct Counter {
    calls: AtomicU64,
    declined: AtomicU64,
    faulted: AtomicU64,
    turned_away: AtomicU64,
    wall_micros: AtomicU64,
    classes: [AtomicU64; BORDERS.len() + 1],
}

impl Counters {
    pub(crate) fn record(&self, function: Function, wall: Duration, fault: Option<&PluginFault>) {
        let counter = &self.0[function as usize];
        let micros = wall.as_micros() as u64;
        counter.calls.fetch_add(1, Relaxed);
        counter.wall_micros.fetch_add(micros, Relaxed);
        let class = BORDERS.partition_point(|border| *border < micros);
        counter.classes[class].fetch_add(1, Relaxed);
        if let Some(fault) = fault {
            let kind = match fault.kind {
                FaultKind::Capacity => &counter.turned_away,
                _ if fault.kind.is_plugin_fault() => &counter.faulted,
                _ => &counter.declined,
            };
            kind.fetch_add(1, Relaxed);
        }
    }

    pub(crate) fn read(&self) -> Vec<FunctionStats> {
        let borders = BORDERS.into_iter().map(Some).chain([None]);
        Function::ALL
            .into_iter()
            .zip(&self.0)
            .filter(|(_, counter)| counter.calls.load(Relaxed) > 0)
            .map(|(function, counter)| FunctionStats {
                function: function.name(),
                calls: counter.calls.load(Relaxed),
                declined: counter.declined.load(Relaxed),
                faulted: counter.faulted.load(Relaxed),
                turned_away: counter.turned_away.load(Relaxed),
                wall_micros: counter.wall_micros.load(Relaxed),
                classes: borders.clone().zip(counter.classes.iter().map(|class| class.load(Relaxed))).collect(),
            })
            .collect()
    }
}
