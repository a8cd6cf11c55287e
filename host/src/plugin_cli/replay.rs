//! `waybill plugin replay`: a call that failed at a customer's, made again on the author's machine.

use std::{
    fmt,
    path::{Path, PathBuf},
};

use anyhow::{Context, anyhow, bail};
use clap::Args;
use conformance::Again;
use engine::{Outcome, Question, Recording};
use serde_json::Value;

use super::Say;

/// Characters of a question that are shown.
const SHOWN: usize = 2_000;
const DIFFERENT: u8 = 1;
const NOT_REPLAYED: u8 = 2;

#[derive(Args)]
pub struct ReplayOptions {
    /// The recording, as it was downloaded.
    file: PathBuf,
    /// A package, the folder of a built plugin, or a project that was built.
    #[arg(long, default_value = ".")]
    plugin: PathBuf,
    /// Also write it into the plugin's fixtures/vectors, so that `waybill plugin check` tries it from now on. It holds
    /// what the recording holds of customers' data.
    #[arg(long)]
    as_vector: bool,
    /// Answer in JSON: {outcome: {fault, words, trace, answer}, isSame, difference: {number, expected, asked}, log}.
    #[arg(long)]
    json: bool,
}

/// The program ends with this code, after all was said but these words.
#[derive(Debug)]
pub struct Ends {
    pub code: u8,
    pub words: String,
}

impl fmt::Display for Ends {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.words)
    }
}

impl std::error::Error for Ends {}

/// Makes the call again. It ends with 0 when it came out as recorded, 1 when it did not, 2 when it can't be replayed.
pub async fn replay(options: ReplayOptions, say: Say<'_>) -> anyhow::Result<()> {
    let done = again(&options, say).await;
    let is_same = done.map_err(|error| Ends {
        code: NOT_REPLAYED,
        words: format!("it can't be replayed: {error:#}"),
    })?;
    match is_same {
        true => Ok(()),
        false => Err(Ends {
            code: DIFFERENT,
            words: String::new(),
        }
        .into()),
    }
}

async fn again(options: &ReplayOptions, say: Say<'_>) -> anyhow::Result<bool> {
    let text = std::fs::read(&options.file)
        .with_context(|| format!("{} can't be read", options.file.display()))?;
    let recording =
        Recording::read(&text).map_err(|words| anyhow!("{}: {words}", options.file.display()))?;
    if !options.json {
        announce(&recording, say);
    }
    let again = conformance::replay(&options.plugin, &recording)
        .await
        .map_err(|words| anyhow!(words))?;
    if options.json {
        say(&serde_json::to_string_pretty(&again.replayed)?);
    } else {
        tell(&recording, &again, say);
    }
    if options.as_vector {
        write_vector(options, &recording, &again, say)?;
    }
    Ok(again.replayed.is_same)
}

fn announce(recording: &Recording, say: Say<'_>) {
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

fn tell(recording: &Recording, again: &Again, say: Say<'_>) {
    let replayed = &again.replayed;
    if !again.is_same_component {
        say(&format!(
            "  replayed with {}, another component than the recorded one",
            again.version
        ));
    }
    say(&format!("  recorded: {}", ending(&recording.outcome)));
    say(&format!("  now:      {}", ending(&replayed.outcome)));
    if let Some(difference) = &replayed.difference {
        say(&format!(
            "\nThe first difference is the host call {}:",
            difference.number
        ));
        say(&format!(
            "  expected  {}",
            question(difference.expected.as_ref())
        ));
        say(&format!(
            "  asked     {}",
            question(difference.asked.as_ref())
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

fn ending(outcome: &Outcome) -> String {
    match (&outcome.fault, &outcome.answer) {
        (Some(fault), _) => format!("{fault}: {}", outcome.words),
        (None, Some(answer)) => format!("it answered {}", short(answer)),
        (None, None) => "it answered".to_owned(),
    }
}

fn question(question: Option<&Question>) -> String {
    match question {
        Some(question) => format!("{} {}", question.call, short(&question.asked)),
        None => "nothing more".to_owned(),
    }
}

fn short(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

fn write_vector(
    options: &ReplayOptions,
    recording: &Recording,
    again: &Again,
    say: Say<'_>,
) -> anyhow::Result<()> {
    if !options.plugin.join("plugin.toml").is_file() {
        bail!(
            "--as-vector writes into a plugin's folder; --plugin {} is none",
            options.plugin.display()
        );
    }
    if !recording.is_whole() {
        bail!("--as-vector needs a whole recording, and something of this one was cut");
    }
    let made = conformance::as_vector(recording, &again.replayed.outcome);
    let folder = options.plugin.join("fixtures").join("vectors");
    std::fs::create_dir_all(&folder)
        .with_context(|| format!("{} can't be made", folder.display()))?;
    let file = free_name(&folder, recording);
    let text = serde_json::to_string_pretty(&made.vector)? + "\n";
    std::fs::write(&file, text).with_context(|| format!("{} can't be written", file.display()))?;
    say(&format!(
        "\nWritten to {}. It holds customers' data: take out what must not stay.",
        file.display()
    ));
    for left_out in &made.left_out {
        say(&format!("  a vector can't say {left_out}"));
    }
    if made.vector["expect"]
        .as_object()
        .is_some_and(|expect| expect.is_empty())
    {
        say("  It fails until the call answers. Say in `expect` what is right.");
    }
    Ok(())
}

/// `rates-panic.json`, or the first of `rates-panic-2.json`, … that is not there yet.
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
