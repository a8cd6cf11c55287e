//! `waybill plugin call`: runs one function of a plugin with any input.

use std::path::PathBuf;

use anyhow::{Context, anyhow, bail};
use clap::Args;
use conformance::{Called, Input};
use serde_json::Value;

use super::Print;

#[derive(Args)]
pub struct CallOptions {
    /// A package, the folder of a built plugin, or a built project.
    target: PathBuf,
    /// Function name in wit/v1: rates, book, list-orders, …
    function: String,
    /// Input as JSON, merged into a valid sample (`{"to": {"postcode": "0872"}}`). A list in
    /// brackets gives all arguments in order. `-` reads standard input.
    #[arg(long, value_name = "JSON", default_value = "null")]
    json: String,
}

/// Prints result, log, time and memory as JSON. A plugin error has exit code 1.
pub async fn call(options: CallOptions, say: Print<'_>) -> anyhow::Result<()> {
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
