//! A part of a transaction that can be rolled back separately.

use data_macros::boxed;
use sqlx::Executor;

use super::{Tx, TxInner};
use crate::{audit::Record, error::Result, index};

#[must_use = "a part is kept or undone"]
pub(crate) struct Savepoint {
    record: Record,
    docs: index::Changes,
}

impl Tx {
    #[boxed]
    pub(crate) async fn savepoint(&mut self) -> Result<Savepoint> {
        self.step("SAVEPOINT part").await?;
        Ok(Savepoint {
            record: std::mem::take(&mut self.record),
            docs: self.docs.take(),
        })
    }

    #[boxed]
    pub(crate) async fn release_savepoint(&mut self, since: Savepoint) -> Result<()> {
        self.step("RELEASE SAVEPOINT part").await?;
        let Savepoint {
            mut record,
            mut docs,
        } = since;
        record.append(std::mem::take(&mut self.record));
        docs.append(self.docs.take());
        (self.record, self.docs) = (record, docs);
        Ok(())
    }

    #[boxed]
    pub(crate) async fn roll_back_to(&mut self, since: Savepoint) -> Result<()> {
        (self.record, self.docs) = (since.record, since.docs);
        self.step("ROLLBACK TO SAVEPOINT part").await?;
        self.step("RELEASE SAVEPOINT part").await
    }

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
