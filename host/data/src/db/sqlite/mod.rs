//! SQLite on the calling thread: connections, transactions and statements.
//!
//! A statement takes less time than waking another thread. Long reads and commits that wait for the
//! disk move to a thread lent by the runtime.

mod fault;

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use rusqlite::{Connection, ErrorCode, OpenFlags, config::DbConfig};
use tokio::{
    runtime::{Handle, RuntimeFlavor},
    sync::{OwnedSemaphorePermit, Semaphore},
    task, time,
};

use crate::value::{self, SqliteRow, Val};

const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(30);
/// Timeout for another program's write.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);
/// Pauses between attempts to begin a write.
const MIN_BUSY_PAUSE: Duration = Duration::from_millis(1);
const MAX_BUSY_PAUSE: Duration = Duration::from_millis(25);
/// SQLite VM steps after which a read moves to a blocking thread: one or two milliseconds.
const MAX_BRIEF_STEPS: i32 = 100_000;
const YIELD_AFTER: Duration = Duration::from_micros(500);
/// Prepared statements cached per connection.
const STATEMENT_CACHE_SIZE: usize = 256;

#[derive(Clone, Copy)]
pub(super) enum Begin {
    Read,
    /// If `is_durable`, the commit waits for the disk.
    Write {
        is_durable: bool,
    },
}

/// A pool of connections to one file, each used by one transaction at a time.
#[derive(Clone)]
pub(super) struct Connections(Arc<Shared>);

struct Shared {
    file: PathBuf,
    may_write: bool,
    max_connections: u32,
    permits: Arc<Semaphore>,
    free: Mutex<Vec<Pooled>>,
}

/// A connection of the pool; the lock never blocks, since only one transaction uses it.
type Pooled = Arc<Mutex<Open>>;

struct Open {
    connection: Connection,
    /// True if the running statement may be interrupted for taking long.
    may_end: Arc<AtomicBool>,
    is_durable: bool,
}

impl Connections {
    /// Opens the first of at most `max_connections` connections; one that may write creates the
    /// file.
    pub fn open(file: &Path, may_write: bool, max_connections: u32) -> sqlx::Result<Self> {
        let first = Open::new(file, may_write).map_err(fault::to_sqlx)?;
        Ok(Self(Arc::new(Shared {
            file: file.to_owned(),
            may_write,
            max_connections,
            permits: Arc::new(Semaphore::new(max_connections as usize)),
            free: Mutex::new(vec![Arc::new(Mutex::new(first))]),
        })))
    }

    /// Begins a transaction; waits for a connection if all are in use.
    pub async fn begin(&self, begin: Begin) -> sqlx::Result<Transaction> {
        let permits = &self.0.permits;
        let permit = match Arc::clone(permits).try_acquire_owned() {
            Ok(permit) => permit,
            Err(_) => time::timeout(ACQUIRE_TIMEOUT, Arc::clone(permits).acquire_owned())
                .await
                .map_err(|_| sqlx::Error::PoolTimedOut)?
                .map_err(|_| sqlx::Error::PoolClosed)?,
        };
        let free = self.0.free().pop();
        let connection = match free {
            Some(connection) => connection,
            None => Arc::new(Mutex::new(
                Open::new(&self.0.file, self.0.may_write).map_err(fault::to_sqlx)?,
            )),
        };
        let transaction = Transaction {
            connection,
            pool: self.clone(),
            _permit: permit,
        };
        transaction.begin(begin).await?;
        Ok(transaction)
    }

    pub async fn close(&self) {
        let all = self.0.permits.acquire_many(self.0.max_connections).await;
        self.0.free().clear();
        self.0.permits.close();
        drop(all);
    }
}

impl Shared {
    fn free(&self) -> MutexGuard<'_, Vec<Pooled>> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Open {
    fn new(file: &Path, may_write: bool) -> rusqlite::Result<Self> {
        let access = match may_write {
            true => OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE,
            false => OpenFlags::SQLITE_OPEN_READ_ONLY,
        };
        let connection =
            Connection::open_with_flags(file, access | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
        connection.busy_timeout(BUSY_TIMEOUT)?;
        if may_write {
            connection.pragma_update(None, "journal_mode", "WAL")?;
            // Pages written repeatedly are checkpointed into the file once in 4,000 pages.
            connection.pragma_update(None, "wal_autocheckpoint", 4_000)?;
        }
        connection.execute_batch(
            "PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16384",
        )?;
        // Without it, a statement that could use a partial index for some values is planned again
        // at each run.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
        connection.set_prepared_statement_cache_capacity(STATEMENT_CACHE_SIZE);
        value::register(&connection)?;
        let may_end = Arc::new(AtomicBool::new(false));
        let ends = Arc::clone(&may_end);
        connection.progress_handler(MAX_BRIEF_STEPS, Some(move || ends.load(Relaxed)))?;
        Ok(Self {
            connection,
            may_end,
            is_durable: false,
        })
    }

    fn begin(&mut self, begin: Begin) -> rusqlite::Result<()> {
        let Begin::Write { is_durable } = begin else {
            return self.step("BEGIN");
        };
        if self.is_durable != is_durable {
            self.step(if is_durable {
                "PRAGMA synchronous = FULL"
            } else {
                "PRAGMA synchronous = NORMAL"
            })?;
            self.is_durable = is_durable;
        }
        self.connection.busy_timeout(Duration::ZERO)?;
        self.step("BEGIN IMMEDIATE")
    }

    fn step(&self, sql: &str) -> rusqlite::Result<()> {
        self.may_end.store(false, Relaxed);
        self.connection.prepare_cached(sql)?.raw_execute().map(drop)
    }

    /// Runs a statement; `is_brief` interrupts a read-only one that takes long.
    fn rows(&self, sql: &str, values: &[Val], is_brief: bool) -> rusqlite::Result<Vec<SqliteRow>> {
        let mut statement = self.connection.prepare_cached(sql)?;
        for at in 1..=statement.parameter_count() {
            // SQLite numbers the names `$1`, `$2` by first occurrence.
            let number = statement
                .parameter_name(at)
                .and_then(|name| name.get(1..)?.parse::<usize>().ok());
            match values.get(number.unwrap_or(at) - 1) {
                Some(value) => statement.raw_bind_parameter(at, value)?,
                None => {
                    return Err(rusqlite::Error::InvalidParameterCount(
                        values.len(),
                        number.unwrap_or(at),
                    ));
                }
            }
        }
        self.may_end
            .store(is_brief && statement.readonly(), Relaxed);
        let width = statement.column_count();
        let mut answer = statement.raw_query();
        let mut rows = Vec::new();
        while let Some(row) = answer.next()? {
            rows.push(SqliteRow::read(row, width)?);
        }
        Ok(rows)
    }
}

/// A transaction on an exclusive connection; rolls back if dropped without a commit.
pub(super) struct Transaction {
    connection: Pooled,
    pool: Connections,
    _permit: OwnedSemaphorePermit,
}

impl Transaction {
    fn open(&self) -> MutexGuard<'_, Open> {
        self.connection
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for another program that writes; writers of this program queue for the permit. The
    /// wait holds no thread: the task of the other writer may need it.
    async fn begin(&self, begin: Begin) -> sqlx::Result<()> {
        let deadline = Instant::now() + BUSY_TIMEOUT;
        let mut pause = MIN_BUSY_PAUSE;
        loop {
            let begun = self.open().begin(begin);
            match begun {
                Err(error) if is_busy(&error) && Instant::now() < deadline => {
                    time::sleep(pause).await;
                    pause = (pause * 2).min(MAX_BUSY_PAUSE);
                }
                begun => return begun.map_err(fault::to_sqlx),
            }
        }
    }

    /// Runs a statement; `$1` is the first value.
    pub async fn run(&mut self, sql: &str, values: &[Val]) -> sqlx::Result<Vec<SqliteRow>> {
        let started_at = Instant::now();
        let brief = self.open().rows(sql, values, true);
        let answer = match brief {
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::OperationInterrupted) => {
                run_blocking(|| self.open().rows(sql, values, false))
            }
            answer => answer,
        };
        if started_at.elapsed() > YIELD_AFTER {
            task::yield_now().await;
        } else {
            task::coop::consume_budget().await;
        }
        answer.map_err(fault::to_sqlx)
    }

    pub fn step(&mut self, sql: &str) -> sqlx::Result<()> {
        self.open().step(sql).map_err(fault::to_sqlx)
    }

    pub fn commit(self) -> sqlx::Result<()> {
        let is_durable = self.open().is_durable;
        let commit = || self.open().step("COMMIT").map_err(fault::to_sqlx);
        if is_durable {
            run_blocking(commit)
        } else {
            commit()
        }
    }
}

impl Drop for Transaction {
    fn drop(&mut self) {
        let open = self.open();
        let is_usable = open.connection.is_autocommit() || open.step("ROLLBACK").is_ok();
        drop(open);
        if is_usable {
            self.pool.0.free().push(Arc::clone(&self.connection));
        }
    }
}

fn is_busy(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy)
}

/// Runs long work on a thread without other tasks, if the runtime has several threads.
fn run_blocking<T>(work: impl FnOnce() -> T) -> T {
    match Handle::try_current().map(|runtime| runtime.runtime_flavor()) {
        Ok(RuntimeFlavor::MultiThread) => task::block_in_place(work),
        _ => work(),
    }
}

#[cfg(test)]
mod tests;
