//! `waybill plugin log`: prints and follows a plugin's log lines, of all tenants or one.

use std::{
    collections::BTreeMap,
    future::Future,
    pin::pin,
    time::{Duration, Instant},
};

use anyhow::bail;
use chrono::SecondsFormat;
use clap::Args;
use data::{db::Mode, ids::TenantId};
use plugins::{InstalledPort, LogLine, StoredLine};

use crate::{boot::App, operate, plugin_cli::Print};

/// Poll interval of the database.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// Concurrent inserts may become visible out of key order until this time.
const SETTLE_TIME: Duration = Duration::from_secs(15);
/// Loaded before following, so late lesser keys are recognised.
const LINES_BEFORE_FOLLOW: i64 = 200;
/// Lines per query.
const PAGE_SIZE: i64 = 1000;

#[derive(Args)]
pub struct LogOptions {
    /// Plugin id.
    id: String,
    /// Print new lines as they are written, until Ctrl-C.
    #[arg(long, short)]
    follow: bool,
    /// Number of last lines to show.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u16).range(0..=1000))]
    lines: u16,
    /// Only this tenant, by one of its host names.
    #[arg(long)]
    tenant: Option<String>,
}

impl LogOptions {
    pub fn last(id: &str, lines: u16) -> Self {
        Self {
            id: id.to_owned(),
            follow: false,
            lines,
            tenant: None,
        }
    }

    pub fn following(id: &str) -> Self {
        Self {
            id: id.to_owned(),
            follow: true,
            lines: 0,
            tenant: None,
        }
    }
}

/// Follows with each new line once, until `stop`.
pub async fn log(
    app: &App,
    options: &LogOptions,
    say: Print<'_>,
    stop: impl Future<Output = ()>,
) -> anyhow::Result<()> {
    let only = match &options.tenant {
        Some(host_name) => Some(operate::find_active_tenant(app, host_name).await?),
        None => None,
    };
    let most = i64::from(options.lines).max(LINES_BEFORE_FOLLOW);
    let mut tails = BTreeMap::new();
    let mut lines = Vec::new();
    for (tenant, name) in tenants(app, only).await? {
        let mut scope = app.host().scope(tenant, Mode::Read);
        let last = plugins::last_lines(&mut scope, &options.id, most).await?;
        let is_cut = last.len() as i64 == most;
        let mut tail = Tail::after(
            last.first()
                .filter(|_| is_cut)
                .map_or(0, |first| first.id - 1),
        );
        lines.extend(
            last.into_iter()
                .filter(|kept| tail.is_new(kept.id))
                .map(|kept| (kept, name.clone())),
        );
        tails.insert(tenant, tail);
    }
    if lines.is_empty() && !is_installed(app, &options.id)? {
        bail!(
            "no plugin {} is installed, and none wrote anything; `waybill plugin list` shows what is",
            options.id
        );
    }
    print_in_order(lines, usize::from(options.lines), say);
    if !options.follow {
        return Ok(());
    }
    let mut stop = pin!(stop);
    loop {
        tokio::select! {
            () = &mut stop => return Ok(()),
            () = tokio::time::sleep(POLL_INTERVAL) => {}
        }
        match new_lines(app, &options.id, only, &mut tails).await {
            Ok(lines) => print_in_order(lines, usize::MAX, say),
            Err(error) => tracing::warn!(
                error = format!("{error:#}"),
                "the log could not be read; trying again"
            ),
        }
    }
}

async fn new_lines(
    app: &App,
    id: &str,
    only: Option<TenantId>,
    tails: &mut BTreeMap<TenantId, Tail>,
) -> anyhow::Result<Vec<(StoredLine, String)>> {
    let mut lines = Vec::new();
    for (tenant, name) in tenants(app, only).await? {
        let mut read = Vec::new();
        let mut after = tails.entry(tenant).or_default().settle(Instant::now());
        loop {
            let mut scope = app.host().scope(tenant, Mode::Read);
            let page = plugins::lines_after(&mut scope, id, after, PAGE_SIZE).await?;
            let is_last = (page.len() as i64) < PAGE_SIZE;
            after = page.last().map_or(after, |last| last.id);
            read.extend(page);
            if is_last {
                break;
            }
        }
        // Marked last: an error above must not lose a line.
        let tail = tails.entry(tenant).or_default();
        lines.extend(
            read.into_iter()
                .filter(|kept| tail.is_new(kept.id))
                .map(|kept| (kept, name.clone())),
        );
    }
    Ok(lines)
}

/// Lists number and name of all tenants, or of one.
async fn tenants(app: &App, only: Option<TenantId>) -> anyhow::Result<Vec<(TenantId, String)>> {
    let all = operate::all_tenants(app)
        .await?
        .into_iter()
        .map(|tenant| (tenant.id, tenant.name));
    Ok(all
        .filter(|(id, _)| only.is_none_or(|only| only == *id))
        .collect())
}

fn is_installed(app: &App, id: &str) -> anyhow::Result<bool> {
    let installed = app.host().port::<dyn InstalledPort>()?.installed();
    Ok(installed.iter().any(|plugin| plugin.id == id))
}

fn print_in_order(mut lines: Vec<(StoredLine, String)>, max: usize, say: Print<'_>) {
    lines.sort_by_key(|(kept, _)| (kept.line.creation_time, kept.id));
    for (kept, tenant) in &lines[lines.len().saturating_sub(max)..] {
        say(&format_line(&kept.line, tenant));
    }
}

/// Removes control characters of the plugin's text.
fn format_line(line: &LogLine, tenant: &str) -> String {
    let time = line
        .creation_time
        .to_rfc3339_opts(SecondsFormat::Millis, true);
    let account = if line.account.is_empty() {
        String::new()
    } else {
        format!(" ({})", line.account)
    };
    let text = format!("{tenant}  {}{account}: {}", line.call, line.message);
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\t' => safe.push(letter),
            letter if letter.is_control() => safe.extend(letter.escape_default()),
            letter => safe.push(letter),
        }
    }
    format!("{time} {:5} {safe}", line.level)
}

#[derive(Debug, Default)]
struct Tail {
    /// Lines at or before this key are not queried.
    floor: i64,
    /// Keys above the floor, and the time each was seen.
    seen: BTreeMap<i64, Instant>,
}

impl Tail {
    fn after(floor: i64) -> Self {
        Self {
            floor,
            seen: BTreeMap::new(),
        }
    }

    fn is_new(&mut self, id: i64) -> bool {
        id > self.floor
            && self
                .seen
                .insert(id, self.seen.get(&id).copied().unwrap_or_else(Instant::now))
                .is_none()
    }

    /// Returns the key to query from; recent keys stay above it.
    fn settle(&mut self, now: Instant) -> i64 {
        while let Some(first) = self
            .seen
            .first_entry()
            .filter(|first| now.duration_since(*first.get()) > SETTLE_TIME)
        {
            self.floor = *first.key();
            first.remove();
        }
        self.floor
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_said_once_also_when_a_lesser_key_comes_later() {
        let mut tail = Tail::after(4);
        assert!(!tail.is_new(4), "it was there before");
        assert!(tail.is_new(7) && tail.is_new(5) && !tail.is_new(7));
        let now = Instant::now();
        assert_eq!(tail.settle(now), 4, "6 may still come");
        assert!(tail.is_new(6));
        let later = now + SETTLE_TIME + Duration::from_secs(1);
        assert_eq!(tail.settle(later), 7);
        assert!(tail.seen.is_empty() && !tail.is_new(6));
    }

    #[test]
    fn a_plugin_can_not_steer_the_terminal() {
        let written = LogLine {
            plugin: "p".into(),
            account: "ACC".into(),
            call: "rates".into(),
            level: "warn".into(),
            message: "a\u{1b}[2Jb\nc\u{9b}d\te".into(),
            creation_time: chrono::DateTime::from_timestamp(1_700_000_000, 0).unwrap_or_default(),
        };
        let printed = format_line(&written, "Acme");
        assert_eq!(
            printed,
            "2023-11-14T22:13:20.000Z warn  Acme  rates (ACC): a\\u{1b}[2Jb\\nc\\u{9b}d\te"
        );
    }
}
