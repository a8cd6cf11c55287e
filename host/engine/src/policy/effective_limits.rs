//! Effective limits of a call: the tenant's value, else the manifest's, else the default, capped by
//! the engine's maximum.

use crate::{
    call_limits::CallLimits,
    functions::Function,
    limits::{
        BREAKER_FAULTS, HTTP_CALLS, LOG_LINES, MAX_ANSWER, MAX_BREAKER_FAULTS, MAX_HTTP_CALLS,
        MAX_LOG_LINES, MAX_TENANT_IN_FLIGHT, MEMORY_MOST_MIB, MIN_ANSWER, RETRIES,
        TENANT_IN_FLIGHT,
    },
    manifest::Manifest,
};
use serde::Serialize;
use std::{collections::BTreeMap, time::Duration};

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LimitView {
    /// Its path in the JSON of [`CallLimits`]: `memoryMib`, `cpuMs.rates`.
    pub name: String,
    /// Value in effect while nothing is set: the manifest's, else the engine's.
    pub default: u64,
    /// The most that may be set.
    pub most: u64,
    pub value: Option<u64>,
    /// `MiB`, `ms`, `calls`, `lines`, `bytes` or `faults`.
    pub unit: &'static str,
}

/// Replays get this factor of processor time, and its square of wait time: machines differ in
/// speed.
pub(crate) const REPLAY_TIME_FACTOR: u32 = 4;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EffectiveLimits {
    pub(crate) memory_mib: u32,
    pub(crate) cpu: Duration,
    pub(crate) wall: Duration,
    pub(crate) http_calls: u32,
    pub(crate) log_lines: usize,
    pub(crate) answer_bytes: usize,
    pub(crate) in_flight: usize,
    pub(crate) retries: u32,
    pub(crate) breaker_faults: u32,
}

impl EffectiveLimits {
    pub(crate) fn new(function: Function, manifest: &Manifest, limits: &CallLimits) -> Self {
        let milliseconds = |set: &BTreeMap<String, u32>, otherwise: Duration, most: u32| match set
            .get(function.name())
        {
            Some(&set) => Duration::from_millis(set.clamp(1, most).into()),
            None => otherwise,
        };
        let within = |set: Option<u32>, default: u32, most: u32| set.unwrap_or(default).min(most);
        let answer = within(limits.answer_bytes, MAX_ANSWER as u32, MAX_ANSWER as u32) as usize;
        let times = if limits.unhurried {
            REPLAY_TIME_FACTOR
        } else {
            1
        };
        EffectiveLimits {
            memory_mib: within(
                limits.memory_mib,
                manifest.limits.memory_mib,
                MEMORY_MOST_MIB,
            )
            .max(1),
            cpu: milliseconds(
                &limits.cpu_ms,
                cpu(function, manifest),
                function.max_cpu_ms(),
            ) * times,
            wall: milliseconds(
                &limits.wall_ms,
                wall(function, manifest),
                function.max_wall_ms(),
            ) * times
                * times,
            http_calls: within(limits.http_calls, HTTP_CALLS, MAX_HTTP_CALLS),
            log_lines: within(limits.log_lines, LOG_LINES, MAX_LOG_LINES) as usize,
            answer_bytes: answer.max(MIN_ANSWER),
            in_flight: within(limits.in_flight, TENANT_IN_FLIGHT, MAX_TENANT_IN_FLIGHT).max(1)
                as usize,
            retries: within(limits.retries, RETRIES, RETRIES),
            breaker_faults: within(limits.breaker_faults, BREAKER_FAULTS, MAX_BREAKER_FAULTS)
                .max(1),
        }
    }
}

fn cpu(function: Function, manifest: &Manifest) -> Duration {
    let requested = manifest.limits.cpu_ms.get(function.name()).copied();
    Duration::from_millis(requested.unwrap_or(function.default_cpu_ms()).into())
}

fn wall(function: Function, manifest: &Manifest) -> Duration {
    let requested = manifest.limits.wall_ms.get(function.name()).copied();
    Duration::from_millis(requested.unwrap_or(function.default_wall_ms()).into())
}

/// Every limit with default, maximum and configured value.
pub fn limits_of(manifest: &Manifest, limits: &CallLimits) -> Vec<LimitView> {
    let view = |name: String, default: u32, most: u32, value: Option<u32>, unit| LimitView {
        name,
        default: default.into(),
        most: most.into(),
        value: value.map(u64::from),
        unit,
    };
    let mut views = vec![view(
        "memoryMib".into(),
        manifest.limits.memory_mib,
        MEMORY_MOST_MIB,
        limits.memory_mib,
        "MiB",
    )];
    for function in Function::ALL
        .iter()
        .copied()
        .filter(|function| function.belongs_to(manifest.kind))
    {
        let name = function.name();
        let milliseconds = |default: Duration| default.as_millis() as u32;
        let (cpu, wall) = (
            milliseconds(cpu(function, manifest)),
            milliseconds(wall(function, manifest)),
        );
        let (set_cpu, set_wall) = (
            limits.cpu_ms.get(name).copied(),
            limits.wall_ms.get(name).copied(),
        );
        views.push(view(
            format!("cpuMs.{name}"),
            cpu,
            function.max_cpu_ms(),
            set_cpu,
            "ms",
        ));
        views.push(view(
            format!("wallMs.{name}"),
            wall,
            function.max_wall_ms(),
            set_wall,
            "ms",
        ));
    }
    let answer = MAX_ANSWER as u32;
    views.extend([
        view(
            "httpCalls".into(),
            HTTP_CALLS,
            MAX_HTTP_CALLS,
            limits.http_calls,
            "calls",
        ),
        view(
            "logLines".into(),
            LOG_LINES,
            MAX_LOG_LINES,
            limits.log_lines,
            "lines",
        ),
        view(
            "answerBytes".into(),
            answer,
            answer,
            limits.answer_bytes,
            "bytes",
        ),
        view(
            "inFlight".into(),
            TENANT_IN_FLIGHT,
            MAX_TENANT_IN_FLIGHT,
            limits.in_flight,
            "calls",
        ),
        view("retries".into(), RETRIES, RETRIES, limits.retries, "calls"),
        view(
            "breakerFaults".into(),
            BREAKER_FAULTS,
            MAX_BREAKER_FAULTS,
            limits.breaker_faults,
            "faults",
        ),
    ]);
    views
}

impl CallLimits {
    /// The error has the first invalid field and the valid values.
    pub fn check(&self) -> Result<(), (String, String)> {
        let within = |field: &str, value: Option<u32>, least: u32, most: u32| match value {
            Some(value) if !(least..=most).contains(&value) => Err((
                field.to_owned(),
                format!("{value} is not allowed; {least} to {most} is expected"),
            )),
            _ => Ok(()),
        };
        within("memoryMib", self.memory_mib, 1, MEMORY_MOST_MIB)?;
        let times = |field: &str, set: &BTreeMap<String, u32>, most: fn(Function) -> u32| {
            set.iter().try_for_each(|(name, &value)| {
                let field = format!("{field}.{name}");
                match Function::by_name(name) {
                    Some(function) => within(&field, Some(value), 1, most(function)),
                    None => Err((field, "no plugin has such a function".to_owned())),
                }
            })
        };
        times("cpuMs", &self.cpu_ms, Function::max_cpu_ms)?;
        times("wallMs", &self.wall_ms, Function::max_wall_ms)?;
        within("httpCalls", self.http_calls, 0, MAX_HTTP_CALLS)?;
        within("logLines", self.log_lines, 0, MAX_LOG_LINES)?;
        within(
            "answerBytes",
            self.answer_bytes,
            MIN_ANSWER as u32,
            MAX_ANSWER as u32,
        )?;
        within("inFlight", self.in_flight, 1, MAX_TENANT_IN_FLIGHT)?;
        within("retries", self.retries, 0, RETRIES)?;
        within("breakerFaults", self.breaker_faults, 1, MAX_BREAKER_FAULTS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn manifest(limits: &str) -> Manifest {
        let toml = format!(
            "id = \"post\"\nname = \"Post\"\nversion = \"1.0.0\"\nkind = \"carrier\"\nwit = \"1.0.0\"\n{limits}"
        );
        Manifest::parse(&toml).unwrap()
    }

    fn set(json: &str) -> CallLimits {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn the_tenants_value_comes_before_the_manifests_and_the_default() {
        let own = manifest("[limits]\nmemory-mib = 32\ncpu-ms = { rates = 80 }\n");
        let plain = EffectiveLimits::new(Function::Rates, &own, &CallLimits::default());
        assert_eq!(
            (plain.memory_mib, plain.cpu, plain.wall),
            (32, Duration::from_millis(80), Duration::from_secs(8))
        );
        assert_eq!(
            (
                plain.http_calls,
                plain.log_lines,
                plain.in_flight,
                plain.answer_bytes
            ),
            (20, 64, 8, 8 << 20)
        );
        let json = r#"{"memoryMib":128,"cpuMs":{"rates":200},"wallMs":{"rates":500},"httpCalls":3,"logLines":0,
            "answerBytes":65536,"inFlight":2}"#;
        let given = EffectiveLimits::new(Function::Rates, &own, &set(json));
        assert_eq!(
            (
                given.memory_mib,
                given.cpu.as_millis(),
                given.wall.as_millis()
            ),
            (128, 200, 500)
        );
        assert_eq!(
            (
                given.http_calls,
                given.log_lines,
                given.in_flight,
                given.answer_bytes
            ),
            (3, 0, 2, 65_536)
        );
        let other = EffectiveLimits::new(Function::Track, &own, &set(json));
        assert_eq!(other.cpu, Duration::from_millis(250));
    }

    #[test]
    fn a_replay_has_time_and_nobody_else_can_ask_for_it() {
        let replay = CallLimits {
            unhurried: true,
            ..set(r#"{"cpuMs":{"rates":200},"wallMs":{"rates":500}}"#)
        };
        let given = EffectiveLimits::new(Function::Rates, &manifest(""), &replay);
        assert_eq!(
            (
                given.cpu.as_millis(),
                given.wall.as_millis(),
                given.memory_mib
            ),
            (800, 8_000, 64)
        );
        assert_eq!(
            serde_json::to_string(&replay).unwrap(),
            r#"{"cpuMs":{"rates":200},"wallMs":{"rates":500}}"#,
            "it is not written down"
        );
        assert!(serde_json::from_str::<CallLimits>(r#"{"unhurried":true}"#).is_err());
    }

    #[test]
    fn nothing_passes_the_engines_most() {
        let json = r#"{"memoryMib":9999,"cpuMs":{"rates":9999},"wallMs":{"rates":99999},"httpCalls":9999,"logLines":9999,
            "answerBytes":999999999,"inFlight":999}"#;
        let given = EffectiveLimits::new(Function::Rates, &manifest(""), &set(json));
        assert_eq!(
            (
                given.memory_mib,
                given.cpu.as_millis(),
                given.wall.as_millis()
            ),
            (256, 250, 8_000)
        );
        assert_eq!(
            (
                given.http_calls,
                given.log_lines,
                given.in_flight,
                given.answer_bytes
            ),
            (100, 1_000, 32, 8 << 20)
        );
        let nothing = EffectiveLimits::new(
            Function::Rates,
            &manifest(""),
            &set(r#"{"memoryMib":0,"inFlight":0,"answerBytes":0}"#),
        );
        assert_eq!(
            (nothing.memory_mib, nothing.in_flight, nothing.answer_bytes),
            (1, 1, 65_536)
        );
    }

    #[test]
    fn what_may_not_be_set_is_named() {
        assert_eq!(
            set(r#"{"cpuMs":{"rates":250},"httpCalls":0,"answerBytes":65536}"#).check(),
            Ok(())
        );
        for (json, field, reason) in [
            (r#"{"memoryMib":0}"#, "memoryMib", "1 to 256"),
            (r#"{"cpuMs":{"rates":251}}"#, "cpuMs.rates", "1 to 250"),
            (
                r#"{"wallMs":{"fly":1}}"#,
                "wallMs.fly",
                "no plugin has such a function",
            ),
            (r#"{"httpCalls":101}"#, "httpCalls", "0 to 100"),
            (r#"{"answerBytes":1}"#, "answerBytes", "65536 to 8388608"),
            (r#"{"inFlight":33}"#, "inFlight", "1 to 32"),
            (r#"{"retries":2}"#, "retries", "0 to 1"),
            (r#"{"breakerFaults":0}"#, "breakerFaults", "1 to 1000"),
        ] {
            let (named, error) = set(json).check().unwrap_err();
            assert_eq!(named, field);
            assert!(error.contains(reason), "{error}");
        }
        assert!(
            serde_json::from_str::<CallLimits>(r#"{"memory":1}"#).is_err(),
            "a misspelt limit is no limit"
        );
    }

    #[test]
    fn the_table_has_a_line_for_each_limit_of_the_kind() {
        let own = manifest("[limits]\ncpu-ms = { rates = 80 }\n");
        let views = limits_of(&own, &set(r#"{"cpuMs":{"rates":90}}"#));
        let of = |name: &str| views.iter().find(|view| view.name == name).cloned();
        let rates = of("cpuMs.rates").unwrap();
        assert_eq!(
            (rates.default, rates.most, rates.value, rates.unit),
            (80, 250, Some(90), "ms")
        );
        assert!(of("wallMs.track").is_some() && of("inFlight").is_some());
        assert!(of("cpuMs.price").is_none(), "a carrier prices no rate card");
        // Each name is a path in the JSON that sets it.
        for view in views {
            let (first, second) = view.name.split_once('.').unwrap_or((&view.name, ""));
            let json = match second {
                "" => format!("{{\"{first}\":{}}}", view.most),
                second => format!("{{\"{first}\":{{\"{second}\":{}}}}}", view.most),
            };
            assert_eq!(set(&json).check(), Ok(()), "{json}");
        }
        assert_eq!(serde_json::to_string(&CallLimits::default()).unwrap(), "{}");
    }
}
