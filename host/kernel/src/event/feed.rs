//! The feed of events: every event of every tenant in one order, and the readers that turn each event into work once.
//!
//! A row of the outbox gets its position after it is committed, one transaction at a time: positions only grow in the
//! order in which they become visible, so a reader that goes on from its last position misses none. A reader's work and
//! its new position are written in one transaction under the reader's lock: whatever crashes, and however many hosts
//! dispatch, each event has its effects once.

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::future::BoxFuture;
use serde_json::Value;

use super::Listener;
use crate::{
    db::{Col, Mode, PlatformSql, Row, Tx, Val},
    error::{Error, Result},
    host::Host,
    ids::TenantId,
    job::{self, NewJob},
};

/// An event as it stands in the feed.
#[derive(Debug, Clone)]
pub struct PublishedEvent {
    pub position: i64,
    pub tenant: TenantId,
    pub name: String,
    pub version: i64,
    pub payload: Value,
    pub time: DateTime<Utc>,
}

/// Somebody who follows the feed from where it was when they were added to the program.
pub trait EventReader: Send + Sync {
    /// Unique in the program; the reader's position is kept under this name.
    fn name(&self) -> &'static str;
    /// Turns events into work. What it leaves in `effects` is kept with the reader's position or not at all; after an
    /// error the same events are read again.
    fn read<'a>(
        &'a self,
        host: &'a Host,
        events: &'a [PublishedEvent],
        effects: &'a mut Effects<'_>,
    ) -> BoxFuture<'a, Result<()>>;
}

/// The transaction in which a reader leaves its work.
pub struct Effects<'t> {
    host: &'t Host,
    tx: &'t mut Tx,
}

impl Effects<'_> {
    /// Leaves work in a tenant.
    pub async fn enqueue(&mut self, tenant: TenantId, new: NewJob) -> Result<()> {
        let values = job::values(self.host, tenant, new, None);
        self.tx.platform(job::ENQUEUE, values).await?;
        Ok(())
    }
    /// Runs a statement over the platform's own tables; `values` start at `$1`.
    pub async fn platform(&mut self, sql: PlatformSql, values: Vec<Val>) -> Result<Vec<Row>> {
        self.tx.platform(sql, values).await
    }
}

/// The reader that gives every listener a job for each of its events.
pub(crate) struct Listeners;

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
            for event in events {
                let told = |listener: &&Listener| listener.event == event.name;
                for listener in host.listeners().iter().filter(told) {
                    let new =
                        NewJob::new(listener.name, event.payload.clone()).of_event(event.version);
                    effects.enqueue(event.tenant, new).await?;
                }
            }
            Ok(())
        })
    }
}

/// Events that one transaction takes on.
const BATCH: i64 = 500;

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
/// A payload that is a mere number has become one in SQLite's column, and is read as the text it was.
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

/// Has readers that are new to the database follow the feed from now on.
pub async fn add_readers(host: &Host) -> Result<()> {
    let mut tx = host.db().begin_platform(Mode::Write).await?;
    for reader in host.readers() {
        tx.platform(ADD_READER, vec![Val::Text(reader.name().to_owned())])
            .await?;
    }
    tx.commit().await
}

/// Gives new events their positions and has the readers take on what they have not read. Gives how many events were
/// read; a reader that fails keeps its position and does not hold up the others.
pub(crate) async fn dispatch(host: &Host) -> Result<usize> {
    place(host).await?;
    let mut count = 0;
    for reader in host.readers() {
        match advance(host, reader.as_ref()).await {
            Ok(read) => count += read,
            Err(error) => {
                tracing::error!(
                    reader = reader.name(),
                    error = format!("{error:#}"),
                    "events could not be read"
                );
            }
        }
    }
    Ok(count)
}

async fn place(host: &Host) -> Result<()> {
    let mut tx = host.db().begin_platform(Mode::Soon).await?;
    let head: i64 = one(&tx.platform(LOCK_HEAD, Vec::new()).await?)?;
    let placed = tx
        .platform(PLACE, vec![head.val(), BATCH.val()])
        .await?
        .len();
    if placed > 0 {
        tx.platform(MOVE_HEAD, vec![(head + placed as i64).val()])
            .await?;
        tx.commit().await?;
    }
    Ok(())
}

async fn advance(host: &Host, reader: &dyn EventReader) -> Result<usize> {
    let name = || Val::Text(reader.name().to_owned());
    let mut tx = host.db().begin_platform(Mode::Soon).await?;
    let position: i64 = one(&tx.platform(LOCK_READER, vec![name()]).await?)?;
    let rows = tx.platform(READ, vec![position.val(), BATCH.val()]).await?;
    let events = rows.iter().map(published).collect::<Result<Vec<_>>>()?;
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

/// The position of the newest event.
pub(super) async fn head(host: &Host) -> Result<i64> {
    let mut tx = host.db().begin_platform(Mode::Read).await?;
    one(&tx.platform(HEAD, Vec::new()).await?)
}

/// The next events after a position, of all tenants; at most as many as a reader takes on at once.
pub(super) async fn after(host: &Host, position: i64) -> Result<Vec<PublishedEvent>> {
    let mut tx = host.db().begin_platform(Mode::Read).await?;
    let rows = tx.platform(READ, vec![position.val(), BATCH.val()]).await?;
    rows.iter().map(published).collect()
}

/// Whether no event after this position was removed yet. Positions follow each other without gaps.
pub(super) async fn holds_after(host: &Host, position: i64) -> Result<bool> {
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

fn published(row: &Row) -> Result<PublishedEvent> {
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

/// Removes events that are older than the operator keeps them and that every reader of this program has read.
pub async fn sweep(host: &Host) -> Result<()> {
    let before = host.clock().now() - TimeDelta::days(i64::from(host.config().events_kept_days));
    let mut tx = host.db().begin_platform(Mode::Read).await?;
    let mut read = i64::MAX;
    for reader in host.readers() {
        read = read.min(one(&tx
            .platform(POSITION, vec![Val::Text(reader.name().to_owned())])
            .await?)?);
    }
    drop(tx);
    // In parts, so that SQLite's one writer is not held for long.
    loop {
        let mut tx = host.db().begin_platform(Mode::Soon).await?;
        let gone = tx
            .platform(SWEEP, vec![before.val(), read.val()])
            .await?
            .len();
        tx.commit().await?;
        if gone == 0 {
            return Ok(());
        }
    }
}
