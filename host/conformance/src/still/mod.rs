//! Static checks, and checks of the traces that calls left.

mod locales;
mod schema;
mod web;

use std::collections::BTreeSet;

use engine::{CallLimits, limits_of, package::Package};

pub use locales::locales;
pub use web::web;

use crate::{
    report::Report,
    subject::Subject,
    trial::{Trial, Verdict},
};

pub fn settings(package: &Package, report: &mut Report) {
    let Some(text) = package.files.get("settings.schema.json") else {
        report.skip(
            "settings",
            "the schema is sound",
            "the package has no settings.schema.json",
        );
        return;
    };
    let complaints = match serde_json::from_slice(text) {
        // First as the host reads it at upload, then the rules of a good form.
        Ok(schema) => {
            let read = plugins::SettingsSchema::parse(&String::from_utf8_lossy(text));
            read.err()
                .into_iter()
                .chain(schema::complaints(&schema))
                .collect()
        }
        Err(error) => vec![format!("settings.schema.json is no JSON: {error}")],
    };
    report.judge("settings", "the schema is sound", &complaints, "");
}

/// True if a name looks like a secret's. A tokenization key is public.
fn looks_secret(name: &str) -> bool {
    let lower = name.to_lowercase().replace("tokenization", "");
    ["password", "secret", "token", "privatekey", "apikey"]
        .iter()
        .any(|word| lower.contains(word))
}

/// Checks the plugin's description: the attributes of its accounts.
pub fn description(subject: &Subject, report: &mut Report) {
    let Some(said) = subject.plugin.description() else {
        report.skip(
            "describe",
            "attributes are sane",
            "its kind describes nothing",
        );
        return;
    };
    let mut complaints = Vec::new();
    for attribute in &said.attributes {
        let key = &attribute.key;
        if !key
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
            || key.len() > 64
        {
            complaints.push(format!("{key:?}: a key has at most 64 letters and digits"));
        }
        if attribute.display_name.trim().is_empty() {
            complaints.push(format!("{key}: it has no display name"));
        }
        // A key pair's public name and a key's purpose are no secrets.
        if looks_secret(key) && matches!(attribute.data_type.as_str(), "text") {
            complaints.push(format!(
                "{key}: it looks like a secret and is kept as plain text"
            ));
        }
        let mut choices = BTreeSet::new();
        if !attribute
            .choices
            .iter()
            .all(|choice| !choice.is_empty() && choices.insert(choice))
        {
            complaints.push(format!("{key}: a choice is empty or given twice"));
        }
    }
    let told = format!("{} attributes", said.attributes.len());
    report.judge("describe", "attributes are sane", &complaints, &told);
    let declared: BTreeSet<&str> = said.abilities.iter().map(String::as_str).collect();
    let exported: BTreeSet<&str> = subject.abilities().into_iter().collect();
    let told = if exported.is_empty() {
        "none".to_owned()
    } else {
        exported.iter().copied().collect::<Vec<_>>().join(", ")
    };
    let mut complaints = Vec::new();
    complaints.extend(
        declared
            .difference(&exported)
            .map(|name| format!("{name} is declared and not exported")),
    );
    complaints.extend(
        exported
            .difference(&declared)
            .map(|name| format!("{name} is exported and not declared")),
    );
    report.judge("describe", "abilities are those it has", &complaints, &told);
}

/// Checks the plugin's hosts, and the places that received the secret.
pub fn grants(subject: &Subject, trials: &[Trial], report: &mut Report) {
    let refused: Vec<String> = trials
        .iter()
        .filter(|trial| trial.verdict == Verdict::Broken("refused-host"))
        .map(|trial| format!("{} ({}): {}", trial.function, trial.input, trial.words))
        .take(3)
        .collect();
    let seen = subject.server.received_requests();
    report.judge(
        "grants",
        "calls granted hosts alone",
        &refused,
        &format!("{} requests", seen.len()),
    );

    let unused = unused(subject);
    match unused.is_empty() {
        true => report.pass("grants", "lists the capabilities it imports", ""),
        false => {
            let told = format!("listed and never imported: {}", unused.join(", "));
            report.warn("grants", "lists the capabilities it imports", told);
        }
    }
    let manifest = subject.plugin.manifest();
    let mut wide = manifest.warnings();
    let stars = manifest
        .grants
        .hosts
        .iter()
        .filter(|host| host.starts_with("*."));
    wide.extend(stars.map(|host| {
        format!("grants.hosts {host:?} stands for any name below it: name those you call")
    }));
    match wide.is_empty() {
        true => report.pass("grants", "asks for no more than it needs", ""),
        false => report.warn("grants", "asks for no more than it needs", wide.join("; ")),
    }

    let canary = subject.canary.as_str();
    let mut leaks = BTreeSet::new();
    let mut look = |place: String, text: &str| {
        if text.contains(canary) {
            leaks.insert(format!("a secret was seen in {place}"));
        }
    };
    subject
        .host
        .lines()
        .iter()
        .for_each(|line| look("the log".into(), line));
    subject
        .host
        .values()
        .iter()
        .for_each(|value| look("its store".into(), value));
    seen.iter()
        .for_each(|request| look("an address".into(), &request.target));
    for trial in trials {
        look(format!("an error of {}", trial.function), &trial.words);
        look(
            format!("an answer of {}", trial.function),
            trial.said.as_deref().unwrap_or_default(),
        );
    }
    let leaks: Vec<String> = leaks.into_iter().collect();
    report.judge(
        "grants",
        "secrets stay secret",
        &leaks,
        "seen nowhere but in headers and bodies of requests",
    );
}

/// Lists declared capabilities that the component does not import. Loading checks the reverse.
fn unused(subject: &Subject) -> Vec<String> {
    let component = subject
        .package
        .files
        .get("component.wasm")
        .map_or(&[][..], Vec::as_slice);
    let words = subject
        .plugin
        .manifest()
        .grants
        .capabilities
        .iter()
        .filter_map(|it| serde_json::to_value(it).ok());
    let words = words.filter_map(|word| word.as_str().map(str::to_owned));
    let is_imported = |word: &String| {
        let name = format!("waybill:host/{word}@");
        component
            .windows(name.len())
            .any(|window| window == name.as_bytes())
    };
    words.filter(|word| !is_imported(word)).collect()
}

/// Compares the calls' cost with their limits: peak memory, average processor time.
pub fn limits(subject: &Subject, report: &mut Report) {
    let plugin = &subject.plugin;
    let usage = subject.engine.usage(plugin.id(), None);
    let allowed = limits_of(plugin.manifest(), &CallLimits::default());
    let allowed = |name: &str| {
        allowed
            .iter()
            .find(|limit| limit.name == name)
            .map_or(0, |limit| limit.default)
    };
    let memory = allowed("memoryMib") << 10;
    for function in usage.iter().filter(|function| function.calls > 0) {
        let (cpu, budget) = (
            function.cpu_micros / function.calls,
            allowed(&format!("cpuMs.{}", function.function)),
        );
        let told = format!(
            "{} calls; {}.{} of {budget} ms each on average; {} of {} MiB at most",
            function.calls,
            cpu / 1_000,
            cpu % 1_000 / 100,
            function.memory_peak_kib.div_ceil(1_024),
            memory >> 10,
        );
        // Leaves room for inputs beyond this check.
        let tight = function.memory_peak_kib > memory - memory / 8;
        let mut complaints = Vec::new();
        if tight {
            complaints.push(format!("less than an eighth of its memory is left: {told}"));
        }
        let passed = |limit: &str| {
            function
                .outcomes
                .iter()
                .find(|(outcome, _)| *outcome == limit)
                .map(|(_, calls)| calls)
        };
        if cpu >= budget * 1_000 {
            complaints.push(format!("its processor time does not do: {told}"));
        } else if let Some(calls) = passed("cpu-time") {
            complaints.push(format!(
                "{calls} calls used up their processor time: {told}"
            ));
        }
        if let Some(calls) = passed("memory") {
            complaints.push(format!(
                "{calls} calls asked for more memory than there is: {told}"
            ));
        }
        report.judge("limits", function.function, &complaints, &told);
    }
    let turned_away: u64 = usage.iter().map(|function| function.turned_away).sum();
    if turned_away > 0 {
        report.skip(
            "limits",
            "calls that were turned away",
            format!("{turned_away}: the check could not make them"),
        );
    }
}
