//! Console output and logging setup.

use anyhow::{Context, bail};
use data::config::Config;

pub(super) fn start_log(config: &Config) -> anyhow::Result<()> {
    let filter = tracing_subscriber::EnvFilter::try_new(&config.log)
        .context("the setting `log` is not understood")?;
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr);
    match config.log_format.as_str() {
        "json" => log.json().init(),
        "text" => log.init(),
        other => bail!("log_format must be text or json, not {other}"),
    }
    Ok(())
}

#[expect(
    clippy::print_stdout,
    reason = "the command line answers on standard output"
)]
pub(super) fn print(text: &str) {
    println!("{text}");
}

#[expect(
    clippy::print_stderr,
    reason = "the command line's errors belong on standard error"
)]
pub(super) fn print_error(text: &str) {
    eprintln!("{text}");
}
