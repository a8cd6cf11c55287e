//! Row locks, the same on both databases.

use super::Tx;
use crate::{
    db::{Entity, Val, Where},
    error::Result,
};
use data_macros::boxed;

impl Tx {
    /// Locks a row until the transaction ends. Later reads see the commit of the transaction that
    /// held the lock before. No effect without such a row, and no new row version.
    pub async fn lock<E: Entity>(&mut self, id: E::Id) -> Result<()> {
        self.lock_all(Where::<E>::id(id)).await
    }

    /// Locks all matching rows of the tenant, for any caller.
    pub async fn lock_all<E: Entity>(&mut self, narrow: Where<E>) -> Result<()> {
        let mut values = vec![Val::I64(self.tenant.0)];
        let mut condition = String::new();
        narrow.write(&mut condition, &mut values);
        self.lock_statement(E::TABLE, &condition, values).await
    }

    /// An update that changes nothing: SQLite has no `FOR UPDATE`.
    #[boxed]
    async fn lock_statement<'a>(
        &'a mut self,
        table: &'a str,
        condition: &'a str,
        values: Vec<Val>,
    ) -> Result<()> {
        let sql =
            format!("UPDATE {table} SET row_version = row_version WHERE tenant_id = $1{condition}");
        self.run(sql, values).await?;
        Ok(())
    }
}
