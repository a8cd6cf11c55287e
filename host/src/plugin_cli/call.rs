//! `waybill plugin call`: one function of a plugin with any input, and what it took.

use std::path::PathBuf;

use anyhow::{Context, anyhow, bail};
use clap::Args;
use conformance::{Called, Input};
use serde_json::Value;

use super::Say;

#[derive(Args)]
pub struct CallOptions {
    /// A package, the folder of a built plugin, or a project that was built.
    target: PathBuf,
    /// The function by its name in wit/v1: rates, book, list-orders, …
    function: String,
    /// The input as JSON, laid over a good sample of the check's own (`{"to": {"postcode": "0872"}}`); a list in brackets
    /// is all arguments in their order. `-` reads it from the standard input.
    #[arg(long, value_name = "JSON", default_value = "null")]
    json: String,
}

/// Makes the call and tells its answer, its log, its time and its memory as JSON. An error of the plugin's is told as well,
/// and ends the program with 1.
pub async fn call(options: CallOptions, say: Say<'_>) -> anyhow::Result<()> {
    let text = match options.json.as_str() {
        "-" => std::io::read_to_string(std::io::stdin())
            .context("the standard input cannot be read")?,
        text => text.to_owned(),
    };
    let input = match serde_json::from_str(&text).context("--json is no JSON")? {
        Value::Array(arguments) => Input::Whole(arguments),
        input => Input::Over(input),
    };
    let called: Called = conformance::call(&options.target, &options.function, input)
        .await
        .map_err(|words| anyhow!(words))?;
    say(&serde_json::to_string_pretty(&called)?);
    match called.error {
        None => Ok(()),
        Some([name, _]) => bail!("{} ended with {name}", options.function),
    }
}
