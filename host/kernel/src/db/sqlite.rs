//! SQLite on the thread that asks: connections, transactions and statements.
//!
//! A statement takes microseconds, less than it takes to wake another thread for it, so it runs where it is called. What
//! may take longer holds no other task up: a long read begins again where the runtime lends it a thread, and so does a
//! commit that waits for the disk.

mod fault;
mod row;

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

pub use row::SqliteRow;

use super::{text_case, value::Val};

/// How long a caller waits for a connection.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long a write waits for another program's.
const BUSY: Duration = Duration::from_secs(10);
/// Steps of SQLite's machine after which a read moves aside: one or two milliseconds.
const STEPS: i32 = 100_000;
/// A statement that took longer lets other tasks go first.
const SLICE: Duration = Duration::from_micros(500);
/// Prepared statements that a connection keeps.
const STATEMENTS: usize = 256;

/// How a transaction begins.
#[derive(Clone, Copy)]
pub(super) enum Begin {
    Read,
    /// `is_durable`: its commit waits for the disk.
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
    most: u32,
    permits: Arc<Semaphore>,
    free: Mutex<Vec<Pooled>>,
}

/// A connection of the pool; the lock is never waited for, since one transaction alone has it.
type Pooled = Arc<Mutex<Open>>;

struct Open {
    connection: Connection,
    /// Whether the statement that runs may be ended for taking long.
    may_end: Arc<AtomicBool>,
    is_durable: bool,
}

impl Connections {
    /// Opens the first of at most `most` connections; one that may write makes the file.
    pub fn open(file: &Path, may_write: bool, most: u32) -> sqlx::Result<Self> {
        let first = Open::new(file, may_write).map_err(fault::of)?;
        Ok(Self(Arc::new(Shared {
            file: file.to_owned(),
            may_write,
            most,
            permits: Arc::new(Semaphore::new(most as usize)),
            free: Mutex::new(vec![Arc::new(Mutex::new(first))]),
        })))
    }

    /// Begins a transaction; waits for a connection when all are in use.
    pub async fn begin(&self, how: Begin) -> sqlx::Result<Transaction> {
        let permits = &self.0.permits;
        let permit = match Arc::clone(permits).try_acquire_owned() {
            Ok(permit) => permit,
            Err(_) => time::timeout(PATIENCE, Arc::clone(permits).acquire_owned())
                .await
                .map_err(|_| sqlx::Error::PoolTimedOut)?
                .map_err(|_| sqlx::Error::PoolClosed)?,
        };
        let free = self.0.free().pop();
        let connection = match free {
            Some(connection) => connection,
            None => Arc::new(Mutex::new(
                Open::new(&self.0.file, self.0.may_write).map_err(fault::of)?,
            )),
        };
        let transaction = Transaction {
            connection,
            pool: self.clone(),
            _permit: permit,
        };
        transaction.open().begin(how).map_err(fault::of)?;
        Ok(transaction)
    }

    /// Ends all connections; waits for those in use.
    pub async fn close(&self) {
        let all = self.0.permits.acquire_many(self.0.most).await;
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
        connection.busy_timeout(BUSY)?;
        if may_write {
            connection.pragma_update(None, "journal_mode", "WAL")?;
            // Pages that are written again and again are taken over into the file once in this many.
            connection.pragma_update(None, "wal_autocheckpoint", 4_000)?;
        }
        connection.execute_batch(
            "PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16384",
        )?;
        // Else a statement that could use a partial index for some values is planned anew whenever it is run.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
        connection.set_prepared_statement_cache_capacity(STATEMENTS);
        text_case::register(&connection)?;
        let may_end = Arc::new(AtomicBool::new(false));
        let ends = Arc::clone(&may_end);
        connection.progress_handler(STEPS, Some(move || ends.load(Relaxed)))?;
        Ok(Self {
            connection,
            may_end,
            is_durable: false,
        })
    }

    fn begin(&mut self, how: Begin) -> rusqlite::Result<()> {
        let Begin::Write { is_durable } = how else {
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
        // Writers of this program take turns before they come here, so it is another program that is waited for.
        self.connection.busy_timeout(Duration::ZERO)?;
        match self.step("BEGIN IMMEDIATE") {
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => {
                aside(|| {
                    self.connection.busy_timeout(BUSY)?;
                    self.step("BEGIN IMMEDIATE")
                })
            }
            begun => begun,
        }
    }

    /// Runs a statement that has neither values nor an answer.
    fn step(&self, sql: &str) -> rusqlite::Result<()> {
        self.may_end.store(false, Relaxed);
        self.connection.prepare_cached(sql)?.raw_execute().map(drop)
    }

    /// Runs a statement; of one that only reads, `is_brief` ends it when it takes long.
    fn rows(&self, sql: &str, values: &[Val], is_brief: bool) -> rusqlite::Result<Vec<SqliteRow>> {
        let mut statement = self.connection.prepare_cached(sql)?;
        for at in 1..=statement.parameter_count() {
            // SQLite numbers the names `$1`, `$2` by where they first stand.
            let named = statement
                .parameter_name(at)
                .and_then(|name| name.get(1..)?.parse::<usize>().ok());
            match values.get(named.unwrap_or(at) - 1) {
                Some(value) => statement.raw_bind_parameter(at, value)?,
                None => {
                    return Err(rusqlite::Error::InvalidParameterCount(
                        values.len(),
                        named.unwrap_or(at),
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

/// A transaction on a connection that it has for itself; dropped without a commit it is rolled back.
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

    /// Runs a statement: `$1` is the first of the values.
    pub async fn run(&mut self, sql: &str, values: &[Val]) -> sqlx::Result<Vec<SqliteRow>> {
        let begun = Instant::now();
        let brief = self.open().rows(sql, values, true);
        let answer = match brief {
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::OperationInterrupted) => {
                aside(|| self.open().rows(sql, values, false))
            }
            answer => answer,
        };
        if begun.elapsed() > SLICE {
            task::yield_now().await;
        } else {
            task::coop::consume_budget().await;
        }
        answer.map_err(fault::of)
    }

    /// Runs a statement that has neither values nor an answer.
    pub fn step(&mut self, sql: &str) -> sqlx::Result<()> {
        self.open().step(sql).map_err(fault::of)
    }

    pub fn commit(self) -> sqlx::Result<()> {
        let is_durable = self.open().is_durable;
        let commit = || self.open().step("COMMIT").map_err(fault::of);
        if is_durable { aside(commit) } else { commit() }
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

/// Does what may take long on a thread that no other task waits for, where the runtime has several.
fn aside<T>(work: impl FnOnce() -> T) -> T {
    match Handle::try_current().map(|runtime| runtime.runtime_flavor()) {
        Ok(RuntimeFlavor::MultiThread) => task::block_in_place(work),
        _ => work(),
    }
}
