//! `waybill plugin replay`: repeats a recorded, failed call on the author's machine.

use std::{
    fmt,
    path::{Path, PathBuf},
};

use anyhow::{Context, anyhow, bail};
use clap::Args;
use conformance::Again;
use engine::{Outcome, Question, Recording};
use serde_json::Value;

use super::Print;

/// Maximum characters shown of a request.
const MAX_SHOWN_CHARS: usize = 2_000;
const EXIT_DIFFERENT: u8 = 1;
const EXIT_NOT_REPLAYED: u8 = 2;

#[derive(Args)]
pub struct ReplayOptions {
    /// The downloaded recording.
    file: PathBuf,
    /// A package, the folder of a built plugin, or a built project.
    #[arg(long, default_value = ".")]
    plugin: PathBuf,
    /// Also write it to the plugin's fixtures/vectors, where `waybill plugin check` runs it. It
    /// contains the recording's customer data.
    #[arg(long)]
    as_vector: bool,
    /// Print JSON: {outcome: {fault, words, trace, answer}, isSame, difference: {number, expected,
    /// asked}, log}.
    #[arg(long)]
    json: bool,
}

/// Ends the program with this exit code after a last message.
#[derive(Debug)]
pub struct ExitWith {
    pub code: u8,
    pub words: String,
}

impl fmt::Display for ExitWith {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.words)
    }
}

impl std::error::Error for ExitWith {}

/// Replays the call. Exit code: 0 same, 1 different, 2 not replayable.
pub async fn replay(options: ReplayOptions, say: Print<'_>) -> anyhow::Result<()> {
    let done = run_replay(&options, say).await;
    let is_same = done.map_err(|error| ExitWith {
        code: EXIT_NOT_REPLAYED,
        words: format!("it can't be replayed: {error:#}"),
    })?;
    match is_same {
        true => Ok(()),
        false => Err(ExitWith {
            code: EXIT_DIFFERENT,
            words: String::new(),
        }
        .into()),
    }
}

async fn run_replay(options: &ReplayOptions, say: Print<'_>) -> anyhow::Result<bool> {
    let text = std::fs::read(&options.file)
        .with_context(|| format!("{} can't be read", options.file.display()))?;
    let recording =
        Recording::read(&text).map_err(|error| anyhow!("{}: {error}", options.file.display()))?;
    if !options.json {
        print_recording(&recording, say);
    }
    let replayed = conformance::replay(&options.plugin, &recording)
        .await
        .map_err(|words| anyhow!(words))?;
    if options.json {
        say(&serde_json::to_string_pretty(&replayed.replayed)?);
    } else {
        print_result(&recording, &replayed, say);
    }
    if options.as_vector {
        write_vector(options, &recording, &replayed, say)?;
    }
    Ok(replayed.replayed.is_same)
}

fn print_recording(recording: &Recording, say: Print<'_>) {
    say(&format!(
        "{} of {} {}, recorded at {}",
        recording.function, recording.plugin, recording.version, recording.now
    ));
    for missing in &recording.missing {
        say(&format!(
            "  not recorded, because it was too large: {missing}"
        ));
    }
}

fn print_result(recording: &Recording, again: &Again, say: Print<'_>) {
    let replayed = &again.replayed;
    if !again.is_same_component {
        say(&format!(
            "  replayed with {}, another component than the recorded one",
            again.version
        ));
    }
    say(&format!(
        "  recorded: {}",
        format_outcome(&recording.outcome)
    ));
    say(&format!(
        "  now:      {}",
        format_outcome(&replayed.outcome)
    ));
    if let Some(difference) = &replayed.difference {
        say(&format!(
            "\nThe first difference is the host call {}:",
            difference.number
        ));
        say(&format!(
            "  expected  {}",
            request(difference.expected.as_ref())
        ));
        say(&format!(
            "  asked     {}",
            request(difference.requested.as_ref())
        ));
    }
    if !replayed.log.is_empty() {
        say("\nIts log:");
        for line in &replayed.log {
            say(&format!("  {:5} {}", line.level, line.message));
        }
    }
    if !replayed.outcome.trace.is_empty() {
        say("\nIt stopped in:");
        for name in &replayed.outcome.trace {
            say(&format!("  {name}"));
        }
    }
    say(match replayed.is_same {
        true => "\nThe same as recorded.",
        false => "\nNot the same as recorded.",
    });
}

fn format_outcome(outcome: &Outcome) -> String {
    match (&outcome.fault, &outcome.answer) {
        (Some(fault), _) => format!("{fault}: {}", outcome.reason),
        (None, Some(answer)) => format!("it answered {}", truncate(answer)),
        (None, None) => "it answered".to_owned(),
    }
}

fn request(question: Option<&Question>) -> String {
    match question {
        Some(question) => format!("{} {}", question.call, truncate(&question.requested)),
        None => "nothing more".to_owned(),
    }
}

fn truncate(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(MAX_SHOWN_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

fn write_vector(
    options: &ReplayOptions,
    recording: &Recording,
    again: &Again,
    say: Print<'_>,
) -> anyhow::Result<()> {
    if !options.plugin.join("plugin.toml").is_file() {
        bail!(
            "--as-vector writes into a plugin's folder; --plugin {} is none",
            options.plugin.display()
        );
    }
    if !recording.is_complete() {
        bail!("--as-vector needs a whole recording, and something of this one was cut");
    }
    let vector = conformance::as_vector(recording, &again.replayed.outcome);
    let folder = options.plugin.join("fixtures").join("vectors");
    std::fs::create_dir_all(&folder)
        .with_context(|| format!("{} can't be made", folder.display()))?;
    let file = free_name(&folder, recording);
    let text = serde_json::to_string_pretty(&vector.vector)? + "\n";
    std::fs::write(&file, text).with_context(|| format!("{} can't be written", file.display()))?;
    say(&format!(
        "\nWritten to {}. It holds customers' data: take out what must not stay.",
        file.display()
    ));
    for left_out in &vector.left_out {
        say(&format!("  a vector can't say {left_out}"));
    }
    if vector.vector["expect"]
        .as_object()
        .is_some_and(|expect| expect.is_empty())
    {
        say("  It fails until the call answers. Say in `expect` what is right.");
    }
    Ok(())
}

/// Returns the first free name of `rates-panic.json`, `rates-panic-2.json`, …
fn free_name(folder: &Path, recording: &Recording) -> PathBuf {
    let name = format!(
        "{}-{}",
        recording.function,
        recording.outcome.fault.as_deref().unwrap_or("recorded")
    );
    let mut file = folder.join(format!("{name}.json"));
    let mut number = 2;
    while file.exists() {
        file = folder.join(format!("{name}-{number}.json"));
        number += 1;
    }
    file
}
