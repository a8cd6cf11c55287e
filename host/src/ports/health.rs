//! How a plugin does in this program: what its calls took, and whether they rest.

use chrono::{TimeDelta, Utc};
use engine::{BreakerPhase, Engine, FunctionUsage};
use kernel::ids::TenantId;
use plugins::{BreakerState, FunctionHealth, Health};

/// The plugin's calls in this program, of one tenant or of all.
pub(super) fn of(engine: &Engine, plugin: &str, tenant: Option<TenantId>) -> Health {
    let tenant = tenant.map(|tenant| tenant.0);
    let functions = engine.usage(plugin, tenant).into_iter().filter(|usage| usage.calls > 0).map(function).collect();
    // Tenant 0 has no calls of its own: for it speaks the breaker for all.
    let breaker = engine.plugin(plugin).map(|plugin| breaker(plugin.breaker(tenant.unwrap_or(0))));
    Health { functions, breaker, problems: Vec::new() }
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
    let pause = state.retry_after_ms.and_then(|pause| i64::try_from(pause).ok());
    let last = state.last_fault.map(|kind| format!(", the last by {kind}")).unwrap_or_default();
    let whose = if state.for_all { " of all tenants" } else { "" };
    BreakerState {
        state: word.to_owned(),
        until: pause.map(|pause| Utc::now() + TimeDelta::milliseconds(pause)),
        reason: (state.phase != BreakerPhase::Closed)
            .then(|| format!("{} of {} calls{whose} failed in half a minute{last}.", state.faults, state.calls)),
    }
}
