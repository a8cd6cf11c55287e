//! A part of a transaction that is undone by itself.

use sqlx::Executor;

use super::{Tx, TxInner};
use crate::{audit::Record, error::Result, search};

/// What the transaction had noted when the part began.
#[must_use = "a part is kept or undone"]
pub(crate) struct Savepoint {
    record: Record,
    docs: search::Changes,
}

impl Tx {
    /// Begins a part.
    pub(crate) async fn savepoint(&mut self) -> Result<Savepoint> {
        self.step("SAVEPOINT part").await?;
        Ok(Savepoint {
            record: std::mem::take(&mut self.record),
            docs: self.docs.put_aside(),
        })
    }

    /// Keeps what was done since.
    pub(crate) async fn keep(&mut self, since: Savepoint) -> Result<()> {
        self.step("RELEASE SAVEPOINT part").await?;
        let Savepoint {
            mut record,
            mut docs,
        } = since;
        record.append(std::mem::take(&mut self.record));
        docs.append(self.docs.put_aside());
        (self.record, self.docs) = (record, docs);
        Ok(())
    }

    /// Undoes what was done since.
    pub(crate) async fn undo(&mut self, since: Savepoint) -> Result<()> {
        (self.record, self.docs) = (since.record, since.docs);
        self.step("ROLLBACK TO SAVEPOINT part").await?;
        self.step("RELEASE SAVEPOINT part").await
    }

    /// Runs a statement of the program's own that has neither values nor an answer.
    async fn step(&mut self, sql: &'static str) -> Result<()> {
        match &mut self.inner {
            TxInner::Sqlite(tx) => tx.step(sql)?,
            TxInner::Postgres(tx) => {
                tx.execute(sql).await?;
            }
        }
        Ok(())
    }
}
