//! Plugin health on this host: usage and circuit breakers.

use chrono::{TimeDelta, Utc};
use data::ids::TenantId;
use engine::{BreakerPhase, Engine, FunctionUsage};
use plugins::{BreakerState, FunctionHealth, Health};

/// One tenant's usage on this host, or everyone's in the active version.
pub(super) fn plugin_health(engine: &Engine, plugin: &str, tenant: Option<TenantId>) -> Health {
    let Some(tenant) = tenant.map(|tenant| tenant.0) else {
        // Tenant 0 has no calls; it uses the global breaker.
        let breaker = engine
            .plugin(plugin)
            .map(|plugin| breaker(plugin.breaker(0)));
        return Health {
            functions: to_function_health(engine.usage(plugin, None)),
            breaker,
            problems: Vec::new(),
        };
    };
    let Ok(own) = engine.plugin_for(plugin, tenant) else {
        return Health::default();
    };
    let mut usage = own.usage(Some(tenant));
    let tried = engine
        .canary(plugin)
        .filter(|_| engine.pinned(plugin, tenant).is_none());
    if let Some(candidate) = tried.and_then(|tried| engine.version(plugin, &tried.version)) {
        add(&mut usage, candidate.usage(Some(tenant)));
    }
    Health {
        functions: to_function_health(usage),
        breaker: Some(breaker(own.breaker(tenant))),
        problems: Vec::new(),
    }
}

fn to_function_health(usage: Vec<FunctionUsage>) -> Vec<FunctionHealth> {
    usage
        .into_iter()
        .filter(|usage| usage.calls > 0)
        .map(function)
        .collect()
}

fn add(usage: &mut Vec<FunctionUsage>, more: Vec<FunctionUsage>) {
    for other in more {
        let Some(own) = usage.iter_mut().find(|own| own.function == other.function) else {
            usage.push(other);
            continue;
        };
        own.calls += other.calls;
        own.declined += other.declined;
        own.faulted += other.faulted;
        own.turned_away += other.turned_away;
        own.retried += other.retried;
        own.wall_micros += other.wall_micros;
        own.cpu_micros += other.cpu_micros;
        own.memory_peak_kib = own.memory_peak_kib.max(other.memory_peak_kib);
        own.http_calls += other.http_calls;
    }
}

fn function(usage: FunctionUsage) -> FunctionHealth {
    FunctionHealth {
        function: usage.function.to_owned(),
        calls: usage.calls,
        declined: usage.declined,
        faulted: usage.faulted,
        turned_away: usage.turned_away,
        retried: usage.retried,
        average_micros: usage.wall_micros / usage.calls.max(1),
        average_cpu_micros: usage.cpu_micros / usage.calls.max(1),
        peak_memory_bytes: usage.memory_peak_kib << 10,
        http_calls: usage.http_calls,
    }
}

fn breaker(state: engine::BreakerState) -> BreakerState {
    let word = match state.phase {
        BreakerPhase::Closed => "closed",
        BreakerPhase::Open => "open",
        BreakerPhase::HalfOpen => "half-open",
    };
    let pause = state
        .retry_after_ms
        .and_then(|pause| i64::try_from(pause).ok());
    let last = state
        .last_fault
        .map(|kind| format!(", the last by {kind}"))
        .unwrap_or_default();
    let whose = if state.for_all { " of all tenants" } else { "" };
    BreakerState {
        state: word.to_owned(),
        until: pause.map(|pause| Utc::now() + TimeDelta::milliseconds(pause)),
        reason: (state.phase != BreakerPhase::Closed).then(|| {
            format!(
                "{} of {} calls{whose} failed in half a minute{last}.",
                state.faults, state.calls
            )
        }),
    }
}
