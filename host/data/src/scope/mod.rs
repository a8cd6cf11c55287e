//! The scope of a call: caller, tenant, and transaction. The database is reached only through a
//! scope.

mod part;

use std::{any::Any, sync::Arc};

use chrono::{DateTime, Utc};
use data_macros::boxed;
use serde::Serialize;
use uuid::Uuid;

use crate::{
    audit::{self, Author, Entry, Record},
    caller::{Caller, Needs},
    db::{Mode, PlatformSql, TenantSql, Tx},
    error::{Error, Result},
    host::Host,
    ids::TenantId,
    list::{ListQuery, PageOf},
    permission::Permission,
    record::{Entity, NewRecord, Sum, View, Where},
    request::RequestInfo,
    value::{Col, Dialect, Field, Row, Val},
};

pub use part::Part;

/// Caller, tenant and transaction of a call.
///
/// The transaction begins at the first use of the database. [`Scope::commit`] commits it;
/// uncommitted changes are rolled back on drop. The next use after a commit begins a new
/// transaction, so a handler can save, call another server without holding the database, and
/// continue.
pub struct Scope {
    host: Host,
    pub tenant: TenantId,
    pub caller: Caller,
    pub request: RequestInfo,
    mode: Mode,
    tx: Option<Tx>,
    /// Entries in addition to the entities' own changes.
    entries: Record,
    recorded: bool,
    indexed: bool,
    /// Set if the worker has work after the commit.
    wakes: bool,
    /// State that a module above attached, such as the job that this scope runs.
    attachment: Option<Arc<dyn Any + Send + Sync>>,
    /// Requirement of the route; none outside of a call.
    needs: Option<Needs>,
    /// Set once a saving route's permission was checked for the input.
    save_checked: bool,
    /// Set for an input with invalid members: commits are refused.
    refuses_commit: bool,
}

impl Scope {
    pub fn new(
        host: Host,
        tenant: TenantId,
        caller: Caller,
        mode: Mode,
        request: RequestInfo,
    ) -> Self {
        Self {
            host,
            tenant,
            caller,
            request,
            mode,
            tx: None,
            entries: Record::default(),
            recorded: true,
            indexed: true,
            wakes: false,
            attachment: None,
            needs: None,
            save_checked: false,
            refuses_commit: false,
        }
    }

    /// Creates the scope of a call to a route.
    pub fn for_route(mut self, needs: Needs) -> Self {
        self.needs = Some(needs);
        self
    }

    /// Requirement of the current route; none outside of a call.
    pub fn needs(&self) -> Option<Needs> {
        self.needs
    }

    /// Refuses commits if the input had invalid members.
    pub fn refuse_commit(&mut self, refused: bool) {
        self.refuses_commit = refused;
    }

    /// Rejects a caller who may not create (or change) the route's record.
    pub(crate) fn require_save(&mut self, is_new: bool) -> Result<()> {
        self.save_checked = true;
        match self.needs {
            Some(Needs::Save(save)) => self.require(if is_new { save.create } else { save.change }),
            _ => Ok(()),
        }
    }

    /// Returns a scope for the same caller, tenant and request with a separate transaction, for
    /// concurrent work.
    pub fn sibling(&self, mode: Mode) -> Self {
        self.copy_for(self.tenant, mode)
    }

    /// Returns the scope in another tenant, for the platform's own work; uncommitted changes are
    /// rolled back.
    pub fn in_tenant(&self, tenant: TenantId) -> Self {
        self.copy_for(tenant, self.mode)
    }

    fn copy_for(&self, tenant: TenantId, mode: Mode) -> Self {
        let new = Self::new(
            self.host.clone(),
            tenant,
            self.caller.clone(),
            mode,
            self.request.clone(),
        );
        Self {
            attachment: self.attachment.clone(),
            refuses_commit: self.refuses_commit,
            ..new
        }
    }

    /// Switches to another tenant within the same transaction, for the platform's own work: changes
    /// before and after commit together.
    #[boxed]
    pub async fn enter(&mut self, tenant: TenantId) -> Result<()> {
        self.tx().await?;
        self.write_record().await?;
        self.tx().await?.enter(tenant).await?;
        self.tenant = tenant;
        Ok(())
    }

    /// Writes the pending changes to the record of the current tenant.
    async fn write_record(&mut self) -> Result<()> {
        let Some(tx) = self.tx.as_mut() else {
            return Ok(());
        };
        tx.change_record().append(std::mem::take(&mut self.entries));
        if !tx.change_record().is_empty() {
            tx.write_record(&Author::for_caller(
                &self.caller,
                &self.request,
                self.host.clock().now(),
            ))
            .await?;
        }
        Ok(())
    }

    /// Writes the search index, and requests sealing when it may be due.
    async fn write_docs(&mut self) -> Result<()> {
        let Some(tx) = self.tx.as_mut() else {
            return Ok(());
        };
        tx.write_docs().await?;
        for kind in tx.index_changes().take_due() {
            let sealer = self.host.sealer();
            sealer.seal(&self.host, self.tenant, tx, kind).await?;
            self.wakes = true;
        }
        Ok(())
    }

    pub fn host(&self) -> &Host {
        &self.host
    }
    pub fn now(&self) -> DateTime<Utc> {
        self.host.clock().now()
    }
    pub fn new_guid(&self) -> Uuid {
        Uuid::now_v7()
    }
    pub fn can(&self, permission: Permission) -> bool {
        self.caller.can(permission)
    }
    /// Fails with 403 without the permission.
    pub fn require(&self, permission: Permission) -> Result<()> {
        self.caller.check(permission.into())
    }
    /// Returns the response languages, best first: the request's, then the caller's own.
    pub fn languages(&self) -> Vec<String> {
        let own_language = self
            .caller
            .session()
            .and_then(|session| session.language.clone());
        self.request
            .languages
            .iter()
            .cloned()
            .chain(own_language)
            .collect()
    }
    /// True if the feature is on for the caller: a customer's user may have fewer than the tenant.
    pub async fn feature(&self, name: &str) -> Result<bool> {
        self.host
            .gate()
            .feature(&self.host, self.tenant, self.caller.customer(), name)
            .await
    }
    pub fn port<T: ?Sized + 'static>(&self) -> Result<Arc<T>>
    where
        Arc<T>: Any + Send + Sync,
    {
        self.host.port()
    }

    /// Returns a transaction over all owners' rows, also for a customer or driver. The caller of
    /// this method must check access before returning rows.
    pub async fn unrestricted(&mut self) -> Result<&mut Tx> {
        Ok(self.tx().await?.restrict_to(None))
    }

    async fn restricted_tx(&mut self) -> Result<&mut Tx> {
        let owner = self.caller.owner();
        Ok(self.tx().await?.restrict_to(owner))
    }

    #[boxed]
    pub(crate) async fn tx(&mut self) -> Result<&mut Tx> {
        if self.tx.is_none() {
            let mut tx = self.host.db().begin(self.tenant, self.mode).await?;
            if !self.recorded {
                tx.stop_recording();
            }
            if !self.indexed {
                tx.index_changes().stop();
            }
            self.tx = Some(tx);
        }
        self.tx
            .as_mut()
            .ok_or_else(|| Error::Internal(anyhow::anyhow!("no transaction")))
    }

    /// Commits all changes with their events, jobs and record of changes.
    #[boxed]
    pub async fn commit(&mut self) -> Result<()> {
        if self.needs.is_some_and(Needs::is_save) && !self.save_checked {
            return Err(Error::Internal(anyhow::anyhow!(
                "a route that saves commits without `Scope::edit`"
            )));
        }
        if self.refuses_commit {
            return Err(Error::Invalid(Vec::new()));
        }
        if !self.entries.is_empty() {
            self.tx().await?;
        }
        self.write_record().await?;
        self.write_docs().await?;
        if let Some(tx) = self.tx.take() {
            tx.commit().await?;
        }
        if std::mem::take(&mut self.wakes) {
            self.host.wake();
        }
        Ok(())
    }

    /// Rolls back all changes since the last commit.
    pub fn rollback(&mut self) {
        self.tx = None;
        self.entries = Record::default();
        self.wakes = false;
    }

    /// Records a change outside the columns: a role's permissions, a user's roles. Never pass a
    /// secret.
    pub fn note(
        &mut self,
        entity_type: &str,
        id: impl Col,
        property: &str,
        old: impl Serialize,
        new: impl Serialize,
    ) {
        self.record(Entry::new(entity_type, id, audit::UPDATED).with_change(property, old, new));
    }
    /// Stops recording entity changes with the next transaction: for generated benchmark rows in
    /// large numbers.
    pub fn without_record(&mut self) {
        self.recorded = false;
    }
    /// Stops writing the search index with the next transaction: for mass inserts, after which
    /// [`search::rebuild`](crate::search::rebuild) fills it.
    pub fn without_index(&mut self) {
        self.indexed = false;
    }
    /// Records an event, such as a sign-in or a rejection, with the next commit.
    pub fn record(&mut self, entry: Entry) {
        self.entries.add(entry);
    }

    /// Loads the row with this id, or a view of it. For a customer's caller, customer-bound records
    /// are restricted to that customer, as in all methods below; see [`Scope::unbound`].
    pub async fn find<V: View>(&mut self, id: <V::Record as Entity>::Id) -> Result<V> {
        self.restricted_tx().await?.find(id).await
    }
    pub async fn first<V: View>(&mut self, narrow: Where<V::Record>) -> Result<Option<V>> {
        self.restricted_tx().await?.first(narrow).await
    }
    pub async fn all<V: View>(&mut self, narrow: Where<V::Record>) -> Result<Vec<V>> {
        self.restricted_tx().await?.all(narrow).await
    }
    pub async fn count<E: Entity>(&mut self, narrow: Where<E>) -> Result<i64> {
        self.restricted_tx().await?.count(narrow).await
    }
    pub async fn page<V: View>(
        &mut self,
        list: &ListQuery,
        narrow: Where<V::Record>,
    ) -> Result<PageOf<V>> {
        self.restricted_tx().await?.page(list, narrow).await
    }
    /// Counts and sums the matching rows; see [`Tx::totals`].
    pub async fn totals<E: Entity>(
        &mut self,
        list: &ListQuery,
        narrow: Where<E>,
        by: &[&'static str],
        sums: &[Sum],
    ) -> Result<Vec<Row>> {
        self.restricted_tx()
            .await?
            .totals(list, narrow, by, sums)
            .await
    }
    /// Inserts a record and returns it with its id, its first row version and its creation time.
    pub async fn create<N: NewRecord>(&mut self, new: N) -> Result<N::Record> {
        let mut record = new.created_at(self.now());
        self.insert(&mut record).await?;
        Ok(record)
    }
    /// Creates many records in few statements.
    pub async fn create_all<N: NewRecord>(&mut self, new: Vec<N>) -> Result<Vec<N::Record>> {
        let now = self.now();
        let mut records: Vec<_> = new.into_iter().map(|new| new.created_at(now)).collect();
        self.insert_all(&mut records).await?;
        Ok(records)
    }
    pub async fn insert<E: Entity>(&mut self, entity: &mut E) -> Result<()> {
        self.restricted_tx().await?.insert(entity).await
    }
    /// Inserts many rows in few statements.
    pub async fn insert_all<E: Entity>(&mut self, entities: &mut [E]) -> Result<()> {
        self.restricted_tx().await?.insert_all(entities).await
    }
    pub async fn update<E: Entity>(&mut self, entity: &mut E) -> Result<()> {
        self.restricted_tx().await?.update(entity).await
    }
    pub async fn delete<E: Entity>(&mut self, id: E::Id) -> Result<()> {
        self.restricted_tx().await?.delete::<E>(id).await
    }
    /// Locks a row until the transaction ends; see [`Tx::lock`]. The comment above a locked record
    /// states the lock order.
    pub async fn lock<E: Entity>(&mut self, id: E::Id) -> Result<()> {
        self.tx().await?.lock::<E>(id).await
    }
    pub async fn lock_all<E: Entity>(&mut self, narrow: Where<E>) -> Result<()> {
        self.tx().await?.lock_all(narrow).await
    }
    /// Runs a statement made by `tsql!`; `values` start at `$2`.
    pub async fn rows(&mut self, sql: TenantSql, values: Vec<Val>) -> Result<Vec<Row>> {
        self.tx().await?.rows(sql, values).await
    }
    /// Returns rows of a `tsql!` statement that match a caller's filter over its columns,
    /// unordered.
    pub async fn filtered(
        &mut self,
        sql: TenantSql,
        values: Vec<Val>,
        fields: &[Field],
        filter: &str,
    ) -> Result<Vec<Row>> {
        self.tx().await?.filtered(sql, values, fields, filter).await
    }
    pub(crate) async fn statement(&mut self, sql: String, values: Vec<Val>) -> Result<Vec<Row>> {
        self.tx().await?.statement(sql, values).await
    }
    pub(crate) fn dialect(&self) -> Dialect {
        self.host.db().dialect()
    }
    /// Runs a statement over the platform's tables in the same transaction; `values` start at `$1`.
    pub async fn platform(&mut self, sql: PlatformSql, values: Vec<Val>) -> Result<Vec<Row>> {
        self.tx().await?.platform(sql, values).await
    }

    /// Wakes the worker after the next commit.
    pub fn wake_after_commit(&mut self) {
        self.wakes = true;
    }
    /// Attaches the state of a module above; siblings share it.
    pub fn attach(&mut self, attachment: Arc<dyn Any + Send + Sync>) {
        self.attachment = Some(attachment);
    }
    /// Returns the attached state if it has this type.
    pub fn attached<T: Any>(&self) -> Option<&T> {
        self.attachment.as_deref()?.downcast_ref()
    }
}

impl Host {
    /// Creates a scope for the program itself: workers, seeds, commands.
    pub fn scope(&self, tenant: TenantId, mode: Mode) -> Scope {
        Scope::new(
            self.clone(),
            tenant,
            Caller::System,
            mode,
            RequestInfo::default(),
        )
    }
}
