//! A transaction for one tenant: the only access to rows.

mod filtered;
mod insert;
mod lock;
mod page;
mod savepoint;

use data_macros::boxed;
pub(crate) use savepoint::Savepoint;
use sqlx::AssertSqlSafe;

use super::sqlite;
use crate::{
    audit::{self, Author, Record},
    error::{Error, Result},
    ids::{Owner, TenantId},
    index, message,
    record::{Binding, Entity, View, Where},
    value::{Col, Dialect, MAX_DECIMAL, Row, Val, postgres_arguments},
};

/// Access of a transaction. On SQLite a write takes the single writer at its start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    Read,
    Write,
    /// A write that a power cut may undo shortly afterwards without harm: quotes, logs. Visible to
    /// others at once.
    Soon,
}

#[derive(Debug, Clone, Copy)]
pub struct TenantSql(#[doc(hidden)] pub &'static str);

#[derive(Debug, Clone, Copy)]
pub struct PlatformSql(pub &'static str);

pub(super) enum TxInner {
    Sqlite(sqlite::Transaction),
    Postgres(sqlx::Transaction<'static, sqlx::Postgres>),
}

/// A transaction over the rows of one tenant.
pub struct Tx {
    inner: TxInner,
    tenant: TenantId,
    record: Record,
    recording: bool,
    docs: index::Changes,
    /// Set for a customer's or driver's caller: restricts bound records to their own.
    owner: Option<Owner>,
}

impl Tx {
    pub(super) fn new(inner: TxInner, tenant: TenantId) -> Self {
        Self {
            inner,
            tenant,
            record: Record::default(),
            recording: true,
            docs: index::Changes::default(),
            owner: None,
        }
    }

    pub(crate) fn stop_recording(&mut self) {
        self.recording = false;
    }

    /// Restricts the transaction to one owner's rows, or lifts the restriction.
    pub(crate) fn restrict_to(&mut self, owner: Option<Owner>) -> &mut Self {
        self.owner = owner;
        self
    }

    /// Returns the owner and the binding that restrict a record for the caller.
    fn restriction<E: Entity>(&self) -> Option<(Owner, Binding)> {
        let owner = self.owner?;
        let binding = match owner {
            Owner::Customer(_) => E::CUSTOMER,
            Owner::Driver(_) => E::DRIVER,
        };
        Some((owner, binding?))
    }

    pub(crate) fn index_changes(&mut self) -> &mut index::Changes {
        &mut self.docs
    }

    pub(crate) fn change_record(&mut self) -> &mut Record {
        &mut self.record
    }

    /// Writes the record of changes, one statement per hundred entries.
    #[boxed]
    pub(crate) async fn write_record<'a>(&'a mut self, author: &'a Author) -> Result<()> {
        for part in std::mem::take(&mut self.record).split(ENTRIES_PER_STATEMENT) {
            if let Some((sql, values)) = part.statement(author) {
                let bound = std::iter::once(Val::I64(self.tenant.0))
                    .chain(values)
                    .collect();
                self.run(sql, bound).await?;
            }
        }
        Ok(())
    }

    pub fn dialect(&self) -> Dialect {
        match self.inner {
            TxInner::Sqlite(_) => Dialect::Sqlite,
            TxInner::Postgres(_) => Dialect::Postgres,
        }
    }

    pub async fn commit(mut self) -> Result<()> {
        self.write_docs().await?;
        match self.inner {
            TxInner::Sqlite(tx) => tx.commit()?,
            TxInner::Postgres(tx) => tx.commit().await?,
        }
        Ok(())
    }

    /// Switches to another tenant: creates a tenant and its first rows in one transaction.
    #[boxed]
    pub(crate) async fn enter(&mut self, tenant: TenantId) -> Result<()> {
        self.write_docs().await?;
        if self.dialect() == Dialect::Postgres {
            let name = Val::Text(tenant.to_string());
            self.platform(
                PlatformSql("SELECT set_config('app.tenant_id', $1, true)"),
                vec![name],
            )
            .await?;
        }
        self.tenant = tenant;
        Ok(())
    }

    /// Runs a statement over the tenant's rows; `$1` is the tenant, `values` start at `$2`.
    pub async fn rows(&mut self, sql: TenantSql, values: Vec<Val>) -> Result<Vec<Row>> {
        let mut bound = Vec::with_capacity(values.len() + 1);
        bound.push(Val::I64(self.tenant.0));
        bound.extend(values);
        self.run(sql.0.to_owned(), bound).await
    }

    pub async fn platform(&mut self, sql: PlatformSql, values: Vec<Val>) -> Result<Vec<Row>> {
        self.run(sql.0.to_owned(), values).await
    }

    /// Fails with [`Error::NotFound`] naming the entity.
    pub async fn find<V: View>(&mut self, id: <V::Record as Entity>::Id) -> Result<V> {
        self.first(Where::id(id))
            .await?
            .ok_or(Error::NotFound(V::Record::NAME))
    }

    /// Loads the first matching row, by id.
    pub async fn first<V: View>(&mut self, narrow: Where<V::Record>) -> Result<Option<V>> {
        let (mut sql, values) = self.select::<V>(narrow);
        sql.push_str(" ORDER BY id LIMIT 1");
        let rows = self.run(sql, values).await?;
        Ok(rows.first().map(V::read).transpose()?)
    }

    /// Loads all matching rows, by id; paged lists use [`Tx::page`].
    pub async fn all<V: View>(&mut self, narrow: Where<V::Record>) -> Result<Vec<V>> {
        let (mut sql, values) = self.select::<V>(narrow);
        // Without statistics, SQLite would read the whole tenant in id order instead of the few
        // rows found by an index. The `+` prevents that.
        sql.push_str(" ORDER BY +id");
        let rows = self.run(sql, values).await?;
        Ok(rows.iter().map(V::read).collect::<sqlx::Result<_>>()?)
    }

    /// Combines the tenant, the owner restriction and the handler's conditions.
    fn build_condition<E: Entity>(&self, narrow: Where<E>) -> (String, Vec<Val>) {
        // Without statistics, SQLite assumes ten rows per tenant and would scan a covering index
        // instead of looking up a few ids. The `+` prevents that.
        let by_ids = narrow.is_by_ids() && self.dialect() == Dialect::Sqlite;
        let mut condition = String::from(if by_ids {
            "+tenant_id = $1"
        } else {
            "tenant_id = $1"
        });
        let mut values = vec![Val::I64(self.tenant.0)];
        if E::SOFT_DELETED {
            condition.push_str(NOT_DELETED);
        }
        self.bind_owner::<E>(&mut condition, &mut values);
        narrow.write(&mut condition, &mut values);
        (condition, values)
    }

    fn select<V: View>(&self, narrow: Where<V::Record>) -> (String, Vec<Val>) {
        let (condition, values) = self.build_condition(narrow);
        (
            format!(
                "SELECT {} FROM {} WHERE {condition}",
                V::SELECT.join(","),
                V::Record::TABLE
            ),
            values,
        )
    }

    /// Appends ` AND …` for a customer's or driver's caller if the record is bound to one.
    fn bind_owner<E: Entity>(&self, condition: &mut String, values: &mut Vec<Val>) {
        let Some((owner, binding)) = self.restriction::<E>() else {
            return;
        };
        values.push(owner.val());
        let (row, bind) = (E::TABLE, values.len());
        condition.push_str(&match binding {
            Binding::Column(column) => format!(" AND {row}.{column} = ${bind}"),
            Binding::Through { column, table, owner } => format!(
                " AND EXISTS (SELECT 1 FROM {table} AS owner WHERE owner.tenant_id = $1 AND owner.id = {row}.{column} AND owner.{owner} = ${bind})"
            ),
        });
    }

    /// Rejects a row written for another owner or none. `id` is an existing row's; `bound` are
    /// the new values.
    async fn check_owner<E: Entity>(&mut self, id: Option<E::Id>, bound: &[Val]) -> Result<()> {
        let Some((own, binding)) = self.restriction::<E>() else {
            return Ok(());
        };
        let position = E::COLUMNS
            .iter()
            .position(|column| *column == binding.column());
        let value = match position {
            Some(at) => bound.get(at).cloned(),
            None => id.map(|id| id.val()),
        };
        self.check_binding(own, binding, value).await
    }

    #[boxed]
    async fn check_binding(
        &mut self,
        own: Owner,
        binding: Binding,
        value: Option<Val>,
    ) -> Result<()> {
        let refused = Error::NotFound(own.title());
        let Some(value @ Val::I64(_)) = value else {
            return Err(refused);
        };
        match binding {
            Binding::Column(_) if value == own.val() => Ok(()),
            Binding::Column(_) => Err(refused),
            Binding::Through { table, owner, .. } => {
                let sql = format!(
                    "SELECT 1 FROM {table} WHERE tenant_id = $1 AND id = $2 AND {owner} = $3"
                );
                let rows = self
                    .run(sql, vec![Val::I64(self.tenant.0), value, own.val()])
                    .await?;
                if rows.is_empty() {
                    Err(refused)
                } else {
                    Ok(())
                }
            }
        }
    }

    /// Fails with [`Error::Conflict`] if the row changed since it was read.
    pub async fn update<E: Entity>(&mut self, entity: &mut E) -> Result<()> {
        let mut new = Vec::with_capacity(E::COLUMNS.len());
        entity.bind(&mut new);
        let is_bound = self.restriction::<E>().is_some();
        let recording = E::RECORDED && self.recording;
        let old = if is_bound || recording {
            self.stored_values::<E>(entity.id()).await?
        } else {
            None
        };
        if is_bound {
            old.as_ref().ok_or(Error::NotFound(E::NAME))?;
            self.check_owner::<E>(Some(entity.id()), &new).await?;
        }
        let (doc, old_doc) = (
            self.docs.doc_for::<E>(&new),
            old.as_ref().and_then(|old| self.docs.doc_for::<E>(old)),
        );
        let key = (entity.id().val(), entity.row_version());
        let row = self
            .update_statement(E::TABLE, E::COLUMNS, key, old.as_deref(), &new)
            .await?;
        entity.stored(row.get(0)?, row.get(1)?);
        let recorded = recording.then_some((old, new));
        self.docs.put::<E>(entity.id(), doc, old_doc);
        if let Some((Some(old), new)) = recorded {
            self.record.add(audit::entity_entry::<E>(
                entity.id(),
                Some(&old),
                Some(&new),
            ));
        }
        Ok(())
    }

    /// Returns the row's id and new version.
    #[boxed]
    async fn update_statement<'a>(
        &'a mut self,
        table: &'a str,
        columns: &'a [&'a str],
        (id, row_version): (Val, i64),
        old: Option<&'a [Val]>,
        new: &'a [Val],
    ) -> Result<Row> {
        let mut values = vec![Val::I64(self.tenant.0), id, Val::I64(row_version)];
        let mut set = String::new();
        for (at, (column, value)) in columns.iter().zip(new).enumerate() {
            // An unknown enum value keeps the stored one. Unchanged columns are skipped because
            // SQLite rewrites every index whose columns are named.
            if *value == Val::Unknown || old.is_some_and(|old| old[at] == *value) {
                continue;
            }
            values.push(value.clone());
            set.push_str(&format!(", {column} = ${}", values.len()));
        }
        let sql = format!(
            "UPDATE {table} SET row_version = row_version + 1{set} WHERE tenant_id = $1 AND id = $2 AND row_version = $3 RETURNING id, row_version",
        );
        let rows = self.run(sql, values).await?;
        rows.into_iter().next().ok_or(Error::Conflict)
    }

    /// Deletes the row, or fails with [`Error::NotFound`].
    pub async fn delete<E: Entity>(&mut self, id: E::Id) -> Result<()> {
        let (condition, values) = self.build_condition(Where::<E>::id(id));
        let (table, columns) = (E::TABLE, E::SELECT.join(","));
        let sql = match E::SOFT_DELETED {
            true => format!(
                "UPDATE {table} SET is_deleted = TRUE WHERE {condition} RETURNING {columns}"
            ),
            false => format!("DELETE FROM {table} WHERE {condition} RETURNING {columns}"),
        };
        let rows = self.run(sql, values).await?;
        let row = rows.first().ok_or(Error::NotFound(E::NAME))?;
        self.docs.remove::<E>(id);
        if E::RECORDED && self.recording {
            let mut old = Vec::new();
            E::read(row)?.bind(&mut old);
            self.record
                .add(audit::entity_entry::<E>(id, Some(&old), None));
        }
        Ok(())
    }

    async fn stored_values<E: Entity>(&mut self, id: E::Id) -> Result<Option<Vec<Val>>> {
        let row = self.first::<E>(Where::id(id)).await?;
        Ok(row.map(|row| {
            let mut values = Vec::new();
            row.bind(&mut values);
            values
        }))
    }

    /// Runs a statement built by the kernel; `$1` is the tenant, `values` start at `$2`.
    pub(crate) async fn statement(&mut self, sql: String, values: Vec<Val>) -> Result<Vec<Row>> {
        let bound = std::iter::once(Val::I64(self.tenant.0))
            .chain(values)
            .collect();
        self.run(sql, bound).await
    }

    /// The only place where generated SQL reaches the driver: names are constants, values are
    /// bound.
    #[boxed]
    async fn run(&mut self, sql: String, values: Vec<Val>) -> Result<Vec<Row>> {
        // PostgreSQL can't store this character and SQLite's functions stop at it, so no text may
        // contain it.
        if values.iter().any(Val::holds_nul) {
            return Err(Error::invalid(
                "body",
                message!("contains the character U+0000, which is not allowed"),
            ));
        }
        if values.iter().any(Val::is_too_large) {
            let says = message!("exceeds the maximum of {max}", max = MAX_DECIMAL);
            return Err(Error::invalid("body", says));
        }
        Ok(match &mut self.inner {
            TxInner::Sqlite(tx) => tx
                .run(&sql, &values)
                .await?
                .into_iter()
                .map(Row::Sqlite)
                .collect(),
            TxInner::Postgres(tx) => {
                let bound = postgres_arguments(values).map_err(sqlx::Error::Encode)?;
                let rows = sqlx::query_with(AssertSqlSafe(sql), bound)
                    .fetch_all(&mut **tx)
                    .await?;
                rows.into_iter().map(Row::Postgres).collect()
            }
        })
    }
}

const ENTRIES_PER_STATEMENT: usize = 100;
pub(crate) const NOT_DELETED: &str = " AND is_deleted = FALSE";
