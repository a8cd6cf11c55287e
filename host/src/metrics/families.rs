//! Metric families of the plugin engine and the server, as a Prometheus collector.

use std::fmt;

use engine::{BreakerPhase, FunctionUsage, PluginStats, PoolStats};
use prometheus_client::{
    collector::Collector,
    encoding::{DescriptorEncoder, NoLabelSet, text},
    metrics::MetricType,
    registry::Registry,
};

use crate::serving::Counts;

/// A counter only grows until a restart; the format adds `_total` to its name.
#[derive(Clone, Copy)]
enum Kind {
    Counter,
    Gauge,
}

type FunctionMetric = fn(&FunctionUsage) -> f64;
type PluginMetric = fn(&PluginStats) -> f64;
type PoolMetric = fn(&PoolStats) -> f64;

const FUNCTIONS: [(&str, Kind, &str, FunctionMetric); 8] = [
    (
        "waybill_plugin_cpu_seconds",
        Kind::Counter,
        "Processor time of guests.",
        |it| seconds(it.cpu_micros),
    ),
    (
        "waybill_plugin_memory_peak_bytes",
        Kind::Gauge,
        "The most memory that one call had.",
        |it| it.memory_peak_kib as f64 * 1024.0,
    ),
    (
        "waybill_plugin_retries",
        Kind::Counter,
        "Calls made a second time.",
        |it| it.retried as f64,
    ),
    (
        "waybill_plugin_host_calls",
        Kind::Counter,
        "Calls of capabilities by guests.",
        |it| it.host_calls as f64,
    ),
    (
        "waybill_plugin_http_calls",
        Kind::Counter,
        "Outgoing HTTP calls.",
        |it| it.http_calls as f64,
    ),
    (
        "waybill_plugin_http_sent_bytes",
        Kind::Counter,
        "Bodies sent by HTTP.",
        |it| it.http_bytes_sent as f64,
    ),
    (
        "waybill_plugin_http_received_bytes",
        Kind::Counter,
        "Bodies received by HTTP.",
        |it| it.http_bytes_received as f64,
    ),
    (
        "waybill_plugin_log_lines",
        Kind::Counter,
        "Lines written to the log.",
        |it| it.log_lines as f64,
    ),
];

const PLUGINS: [(&str, Kind, &str, PluginMetric); 3] = [
    (
        "waybill_plugin_in_flight",
        Kind::Gauge,
        "Calls that run now.",
        |it| it.in_flight.into(),
    ),
    (
        "waybill_plugin_waiting",
        Kind::Gauge,
        "Calls that wait for a place.",
        |it| it.waiting.into(),
    ),
    (
        "waybill_plugin_breaker",
        Kind::Gauge,
        "The breaker for all tenants: 0 closed, 1 half open, 2 open.",
        |it| match it.breaker.phase {
            BreakerPhase::Closed => 0.0,
            BreakerPhase::HalfOpen => 1.0,
            BreakerPhase::Open => 2.0,
        },
    ),
];

const POOL: [(&str, Kind, &str, PoolMetric); 9] = [
    (
        "waybill_plugin_pool_live",
        Kind::Gauge,
        "Calls that hold a place in the engine.",
        |it| it.live.into(),
    ),
    (
        "waybill_plugin_pool_places",
        Kind::Gauge,
        "Places in the engine.",
        |it| it.most.into(),
    ),
    (
        "waybill_plugin_pool_waiting",
        Kind::Gauge,
        "Calls that wait for any place.",
        |it| it.waiting.into(),
    ),
    (
        "waybill_plugin_memory_bytes",
        Kind::Gauge,
        "Memory of all plugins' calls that run.",
        |it| f64::from(it.memory_mib) * f64::from(1 << 20),
    ),
    (
        "waybill_plugin_memory_limit_bytes",
        Kind::Gauge,
        "Memory that they may have together.",
        |it| f64::from(it.memory_most_mib) * f64::from(1 << 20),
    ),
    (
        "waybill_plugin_compile_cache_hits",
        Kind::Counter,
        "Components taken from the cache.",
        |it| it.cache_hits as f64,
    ),
    (
        "waybill_plugin_compile_cache_seconds",
        Kind::Counter,
        "Time that taking them took.",
        |it| it.cache_micros as f64 / 1e6,
    ),
    (
        "waybill_plugin_compiled",
        Kind::Counter,
        "Components compiled.",
        |it| it.compiled as f64,
    ),
    (
        "waybill_plugin_compile_refused",
        Kind::Counter,
        "Components that could not be compiled.",
        |it| it.not_compiled as f64,
    ),
];

type ServerMetric = fn(&Counts) -> f64;

const SERVER: [(&str, Kind, &str, ServerMetric); 4] = [
    (
        "waybill_connections",
        Kind::Gauge,
        "Connections that are held.",
        |it| it.held as f64,
    ),
    (
        "waybill_connections_limit",
        Kind::Gauge,
        "Connections that may be held.",
        |it| it.most as f64,
    ),
    (
        "waybill_connections_taken",
        Kind::Counter,
        "Connections that were taken.",
        |it| it.accepted as f64,
    ),
    (
        "waybill_connections_refused",
        Kind::Counter,
        "Connections of addresses that held enough.",
        |it| it.refused as f64,
    ),
];

#[derive(Debug)]
struct Snapshot {
    plugins: Vec<PluginStats>,
    pool: PoolStats,
    server: Option<Counts>,
}

pub fn encode_text(
    plugins: Vec<PluginStats>,
    pool: PoolStats,
    server: Option<Counts>,
) -> Result<String, fmt::Error> {
    let mut registry = Registry::default();
    registry.register_collector(Box::new(Snapshot {
        plugins,
        pool,
        server,
    }));
    let mut text = String::new();
    text::encode(&mut text, &registry)?;
    Ok(text)
}

type Labels<'a> = Vec<(&'static str, &'a str)>;

impl Collector for Snapshot {
    fn encode(&self, mut encoder: DescriptorEncoder) -> fmt::Result {
        let functions = || {
            self.plugins.iter().flat_map(|plugin| {
                plugin
                    .functions
                    .iter()
                    .map(move |function| (plugin, function))
            })
        };
        let labels = |plugin, function: &FunctionUsage| {
            [plugin_labels(plugin), vec![("function", function.function)]].concat()
        };

        let ends = functions().flat_map(|(plugin, function)| {
            function.outcomes.iter().map(move |(outcome, calls)| {
                (
                    [labels(plugin, function), vec![("outcome", *outcome)]].concat(),
                    *calls as f64,
                )
            })
        });
        family(
            &mut encoder,
            "waybill_plugin_calls",
            Kind::Counter,
            "Calls of plugins by how they ended",
            ends,
        )?;

        let help = "How long calls took, waiting for a place included";
        let mut metric = encoder.encode_descriptor(
            "waybill_plugin_call_seconds",
            help,
            None,
            MetricType::Histogram,
        )?;
        for (plugin, function) in functions() {
            let labels = labels(plugin, function);
            // The format requires the open bucket and sums buckets itself.
            let classes: Vec<(f64, u64)> = function
                .classes
                .iter()
                .map(|(border, calls)| (border.map_or(f64::INFINITY, seconds), *calls))
                .collect();
            let calls = classes.iter().map(|(_, calls)| calls).sum();
            metric
                .encode_family(&labels)?
                .encode_histogram::<NoLabelSet>(
                    seconds(function.wall_micros),
                    calls,
                    &classes,
                    None,
                )?;
        }

        for (name, kind, help, number) in FUNCTIONS {
            let samples =
                functions().map(|(plugin, function)| (labels(plugin, function), number(function)));
            family(&mut encoder, name, kind, help, samples)?;
        }
        for (name, kind, help, number) in PLUGINS {
            let samples = self
                .plugins
                .iter()
                .map(|plugin| (plugin_labels(plugin), number(plugin)));
            family(&mut encoder, name, kind, help, samples)?;
        }
        for (name, kind, help, number) in POOL {
            family(
                &mut encoder,
                name,
                kind,
                help,
                [(Vec::new(), number(&self.pool))],
            )?;
        }
        for (name, kind, help, number) in SERVER {
            family(
                &mut encoder,
                name,
                kind,
                help,
                self.server.iter().map(|it| (Vec::new(), number(it))),
            )?;
        }
        Ok(())
    }
}

fn family<'a>(
    encoder: &mut DescriptorEncoder,
    name: &str,
    kind: Kind,
    help: &str,
    samples: impl IntoIterator<Item = (Labels<'a>, f64)>,
) -> fmt::Result {
    let (metric_type, help) = match kind {
        Kind::Counter => (MetricType::Counter, help.trim_end_matches('.')),
        Kind::Gauge => (MetricType::Gauge, help.trim_end_matches('.')),
    };
    let mut metric = encoder.encode_descriptor(name, help, None, metric_type)?;
    for (labels, value) in samples {
        let mut metric = metric.encode_family(&labels)?;
        match kind {
            Kind::Counter => metric.encode_counter::<NoLabelSet, f64, f64>(&value, None)?,
            Kind::Gauge => metric.encode_gauge(&value)?,
        }
    }
    Ok(())
}

fn plugin_labels(plugin: &PluginStats) -> Labels<'_> {
    vec![
        ("plugin", plugin.plugin.as_str()),
        ("version", plugin.version.as_str()),
    ]
}

fn seconds(micros: u64) -> f64 {
    micros as f64 / 1e6
}
