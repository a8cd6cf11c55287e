//! The event feed: all tenants' events in one order, each turned into work exactly once.
//!
//! Invariants:
//!
//! - Rows get positions after their commit, one transaction at a time: a resuming reader misses
//!   none.
//! - A reader's work and position are written in one transaction under its lock, so each event
//!   takes effect once.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::future::BoxFuture;
use serde_json::Value;

use crate::{
    event::Listener,
    job::{self, JobKinds, NewJob},
};
use data::{
    db::{Mode, PlatformSql, Tx},
    error::{Error, Result},
    host::Host,
    ids::TenantId,
    value::{Col, Row, Val},
};

#[derive(Debug, Clone)]
pub struct PublishedEvent {
    pub position: i64,
    pub tenant: TenantId,
    pub name: String,
    pub version: i64,
    pub payload: Value,
    pub time: DateTime<Utc>,
}

/// A reader of the feed, starting at the feed's position when it was added to the program.
pub trait EventReader: Send + Sync {
    /// Unique in the program; key of the reader's stored position.
    fn name(&self) -> &'static str;
    /// Turns events into work. `effects` commits together with the reader's position or not at all;
    /// after an error the same events are read again.
    fn read<'a>(
        &'a self,
        host: &'a Host,
        events: &'a [PublishedEvent],
        effects: &'a mut Effects<'_>,
    ) -> BoxFuture<'a, Result<()>>;
}

/// The transaction in which a reader writes its work.
pub struct Effects<'t> {
    host: &'t Host,
    tx: &'t mut Tx,
}

impl Effects<'_> {
    pub async fn enqueue(&mut self, tenant: TenantId, new: NewJob) -> Result<()> {
        job::enqueue_in(self.host, tenant, self.tx, new).await
    }
    pub async fn platform(&mut self, sql: PlatformSql, values: Vec<Val>) -> Result<Vec<Row>> {
        self.tx.platform(sql, values).await
    }
}

/// The reader that enqueues a job per listener and event.
struct Listeners;

impl EventReader for Listeners {
    fn name(&self) -> &'static str {
        "listeners"
    }
    fn read<'a>(
        &'a self,
        host: &'a Host,
        events: &'a [PublishedEvent],
        effects: &'a mut Effects<'_>,
    ) -> BoxFuture<'a, Result<()>> {
        Box::pin(async move {
            let kinds = JobKinds::find(host)?;
            for event in events {
                let is_listening = |listener: &&Listener| listener.event == event.name;
                for listener in kinds.listeners.iter().filter(is_listening) {
                    let new =
                        NewJob::new(listener.name, event.payload.clone()).for_event(event.version);
                    effects.enqueue(event.tenant, new).await?;
                }
            }
            Ok(())
        })
    }
}

/// The program's readers; an extension of the host.
pub struct FeedReaders(Vec<Arc<dyn EventReader>>);

impl FeedReaders {
    /// Adds the areas' readers to the one of the listeners.
    pub fn new(readers: impl IntoIterator<Item = Arc<dyn EventReader>>) -> Self {
        let listeners: Arc<dyn EventReader> = Arc::new(Listeners);
        Self(std::iter::once(listeners).chain(readers).collect())
    }
    /// True if a reader of this program has the name.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.iter().any(|reader| reader.name() == name)
    }
}

fn readers(host: &Host) -> Result<&[Arc<dyn EventReader>]> {
    let readers: &FeedReaders = host.extension()?;
    Ok(&readers.0)
}

const BATCH_SIZE: i64 = 500;

const LOCK_HEAD: PlatformSql =
    PlatformSql("UPDATE outbox_head SET position = position WHERE id = 1 RETURNING position");
const PLACE: PlatformSql = PlatformSql(
    "UPDATE outbox SET position = $1 + placed.place FROM
     (SELECT id, ROW_NUMBER() OVER (ORDER BY id) AS place FROM
      (SELECT id FROM outbox WHERE position IS NULL ORDER BY id LIMIT $2) AS new) AS placed
     WHERE outbox.id = placed.id RETURNING outbox.position",
);
const MOVE_HEAD: PlatformSql = PlatformSql("UPDATE outbox_head SET position = $1 WHERE id = 1");
const LOCK_READER: PlatformSql =
    PlatformSql("UPDATE outbox_readers SET position = position WHERE name = $1 RETURNING position");
/// SQLite's column stores a bare-number payload as a number, so the query casts it to text.
const READ: PlatformSql = PlatformSql(
    "SELECT position, for_tenant, name, version, CAST(payload AS TEXT), creation_time FROM outbox
     WHERE position > $1 ORDER BY position LIMIT $2",
);
const HEAD: PlatformSql = PlatformSql("SELECT position FROM outbox_head WHERE id = 1");
const NEXT: PlatformSql =
    PlatformSql("SELECT position FROM outbox WHERE position > $1 ORDER BY position LIMIT 1");
const MOVE_READER: PlatformSql =
    PlatformSql("UPDATE outbox_readers SET position = $2 WHERE name = $1");
const ADD_READER: PlatformSql = PlatformSql(
    "INSERT INTO outbox_readers (name, position) SELECT $1, position FROM outbox_head WHERE id = 1
     ON CONFLICT DO NOTHING",
);

/// Registers readers that are new to the database, from the feed's current position.
pub async fn add_readers(host: &Host) -> Result<()> {
    let mut tx = host.db().begin_platform(Mode::Write).await?;
    for reader in readers(host)? {
        tx.platform(ADD_READER, vec![Val::Text(reader.name().to_owned())])
            .await?;
    }
    tx.commit().await
}

/// Returns the number of events read. A failed reader keeps its position and delays no other.
pub(crate) async fn dispatch(host: &Host) -> Result<usize> {
    assign_positions(host).await?;
    let mut count = 0;
    for reader in readers(host)? {
        match advance_reader(host, reader.as_ref()).await {
            Ok(read) => count += read,
            Err(error) => {
                tracing::error!(
                    reader = reader.name(),
                    error = format!("{error:#}"),
                    "failed to read events"
                );
            }
        }
    }
    Ok(count)
}

async fn assign_positions(host: &Host) -> Result<()> {
    let mut tx = host.db().begin_platform(Mode::Soon).await?;
    let head: i64 = one(&tx.platform(LOCK_HEAD, Vec::new()).await?)?;
    let placed = tx
        .platform(PLACE, vec![head.val(), BATCH_SIZE.val()])
        .await?
        .len();
    if placed > 0 {
        tx.platform(MOVE_HEAD, vec![(head + placed as i64).val()])
            .await?;
        tx.commit().await?;
    }
    Ok(())
}

async fn advance_reader(host: &Host, reader: &dyn EventReader) -> Result<usize> {
    let name = || Val::Text(reader.name().to_owned());
    let mut tx = host.db().begin_platform(Mode::Soon).await?;
    let position: i64 = one(&tx.platform(LOCK_READER, vec![name()]).await?)?;
    let rows = tx
        .platform(READ, vec![position.val(), BATCH_SIZE.val()])
        .await?;
    let events = rows.iter().map(read_event).collect::<Result<Vec<_>>>()?;
    let Some(last) = events.last() else {
        return Ok(0);
    };
    reader
        .read(host, &events, &mut Effects { host, tx: &mut tx })
        .await?;
    tx.platform(MOVE_READER, vec![name(), last.position.val()])
        .await?;
    tx.commit().await?;
    Ok(events.len())
}

pub async fn head_position(host: &Host) -> Result<i64> {
    let mut tx = host.db().begin_platform(Mode::Read).await?;
    one(&tx.platform(HEAD, Vec::new()).await?)
}

/// Loads the next events of all tenants after a position, up to a reader's batch size.
pub async fn load_after(host: &Host, position: i64) -> Result<Vec<PublishedEvent>> {
    let mut tx = host.db().begin_platform(Mode::Read).await?;
    let rows = tx
        .platform(READ, vec![position.val(), BATCH_SIZE.val()])
        .await?;
    rows.iter().map(read_event).collect()
}

/// True if no event after this position was removed. Positions have no gaps.
pub async fn is_complete_after(host: &Host, position: i64) -> Result<bool> {
    let mut tx = host.db().begin_platform(Mode::Read).await?;
    let head: i64 = one(&tx.platform(HEAD, Vec::new()).await?)?;
    let next = tx.platform(NEXT, vec![position.val()]).await?;
    match next.first() {
        Some(row) => Ok(row.get::<i64>(0)? == position + 1),
        None => Ok(position == head),
    }
}

fn one(rows: &[Row]) -> Result<i64> {
    let row = rows
        .first()
        .ok_or_else(|| Error::Internal(anyhow::anyhow!("the feed of events lacks a position")))?;
    Ok(row.get(0)?)
}

fn read_event(row: &Row) -> Result<PublishedEvent> {
    Ok(PublishedEvent {
        position: row.get(0)?,
        tenant: row.get(1)?,
        name: row.get(2)?,
        version: row.get(3)?,
        payload: serde_json::from_str(&row.get::<String>(4)?)?,
        time: row.get(5)?,
    })
}

const SWEEP: PlatformSql = PlatformSql(
    "DELETE FROM outbox WHERE id IN
     (SELECT id FROM outbox WHERE creation_time < $1 AND position <= $2 ORDER BY creation_time LIMIT 5000) RETURNING id",
);
const POSITION: PlatformSql = PlatformSql("SELECT position FROM outbox_readers WHERE name = $1");

/// Removes events past the operator's retention that every reader of this program has read.
pub async fn sweep(host: &Host) -> Result<()> {
    let before = host.clock().now() - TimeDelta::days(i64::from(host.config().events_kept_days));
    let mut tx = host.db().begin_platform(Mode::Read).await?;
    let mut read = i64::MAX;
    for reader in readers(host)? {
        read = read.min(one(&tx
            .platform(POSITION, vec![Val::Text(reader.name().to_owned())])
            .await?)?);
    }
    drop(tx);
    // In parts, to release SQLite's single writer in between.
    loop {
        let mut tx = host.db().begin_platform(Mode::Soon).await?;
        let removed = tx
            .platform(SWEEP, vec![before.val(), read.val()])
            .await?
            .len();
        tx.commit().await?;
        if removed == 0 {
            return Ok(());
        }
    }
}
