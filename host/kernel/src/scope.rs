//! The scope of a call: who asks, in which tenant, and the transaction the answer is made in. No scope, no database.

mod part;

use std::{any::Any, sync::Arc};

use chrono::{DateTime, Utc};
use serde::{Serialize, de::DeserializeOwned};
use uuid::Uuid;

use crate::{
    audit::{self, Author, Entry, Record},
    caller::{Caller, Needs},
    db::{
        Col, Dialect, Entity, Field, Mode, PlatformSql, Row, Sum, TenantSql, Tx, Val, View, Where,
    },
    error::{Error, Result},
    event::{self, Event},
    host::Host,
    ids::{JobId, TenantId},
    job::{self, NewJob, RunningJob},
    list::{ListQuery, PageOf},
    permission::Permission,
    search,
};

pub use part::Part;

/// A job keeps no more than this of what has come of it.
const MAX_RESULT_BYTES: usize = 256 << 10;

/// What is known of the request that a scope serves.
#[derive(Debug, Clone, Default)]
pub struct RequestInfo {
    /// Told in every answer and log line.
    pub id: String,
    /// The caller's address.
    pub address: String,
    /// Scheme, host and port as the caller sees them, without a trailing slash.
    pub base_url: String,
    pub user_agent: String,
    /// What the caller says to read, best first.
    pub languages: Vec<String>,
}

impl RequestInfo {
    /// The host name that the caller used, without the port.
    pub fn host_name(&self) -> &str {
        let rest = self
            .base_url
            .split_once("://")
            .map_or(self.base_url.as_str(), |(_, rest)| rest);
        let end = if rest.starts_with('[') {
            rest.find(']').map(|at| at + 1)
        } else {
            rest.find(':')
        };
        &rest[..end.unwrap_or(rest.len())]
    }
}

/// Who asks, in which tenant, and the transaction.
///
/// The transaction begins at the first use of the database. [`Scope::commit`] commits it; what is not saved is undone
/// when the scope is dropped. After a save the next use begins a new transaction, so that a handler can save, call
/// the outside world without holding the database, and go on.
pub struct Scope {
    host: Host,
    pub tenant: TenantId,
    pub caller: Caller,
    pub request: RequestInfo,
    mode: Mode,
    tx: Option<Tx>,
    /// What was told beside the entities' own changes.
    told: Record,
    recorded: bool,
    indexed: bool,
    /// Whether the worker has something to do after the commit.
    wakes: bool,
    /// The job that this scope works on, if it is one.
    job: Option<Arc<RunningJob>>,
    /// What the route of the call needs; none outside of a call.
    needs: Option<Needs>,
    /// Whether a route that saves has had its permission checked for what was sent.
    save_checked: bool,
    /// Whether the input had members that could not be read: nothing is committed then.
    refuses_commit: bool,
}

impl Scope {
    pub(crate) fn new(
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
            told: Record::default(),
            recorded: true,
            indexed: true,
            wakes: false,
            job: None,
            needs: None,
            save_checked: false,
            refuses_commit: false,
        }
    }

    /// The scope of a call to a route.
    pub(crate) fn for_route(mut self, needs: Needs) -> Self {
        self.needs = Some(needs);
        self
    }

    /// Requirement of the current route; none outside of a call.
    pub(crate) fn needs(&self) -> Option<Needs> {
        self.needs
    }

    /// Whether commits are refused, since the input was not whole.
    pub(crate) fn refuse_commit(&mut self, refused: bool) {
        self.refuses_commit = refused;
    }

    /// Refuses unless the caller may create (or change) what this route saves.
    pub(crate) fn require_save(&mut self, is_new: bool) -> Result<()> {
        self.save_checked = true;
        match self.needs {
            Some(Needs::Save(save)) => self.require(if is_new { save.create } else { save.change }),
            _ => Ok(()),
        }
    }

    /// Another scope for the same caller, tenant and request with a transaction of its own: for work done side by side.
    pub fn sibling(&self, mode: Mode) -> Self {
        self.another(self.tenant, mode)
    }

    /// The same scope in another tenant, for the platform's own work; what was not saved is undone.
    pub fn in_tenant(&self, tenant: TenantId) -> Self {
        self.another(tenant, self.mode)
    }

    fn another(&self, tenant: TenantId, mode: Mode) -> Self {
        let new = Self::new(
            self.host.clone(),
            tenant,
            self.caller.clone(),
            mode,
            self.request.clone(),
        );
        Self {
            job: self.job.clone(),
            refuses_commit: self.refuses_commit,
            ..new
        }
    }

    /// Goes on in another tenant within the same transaction, for the platform's own work: what was written so far and
    /// what follows is saved as one.
    pub async fn enter(&mut self, tenant: TenantId) -> Result<()> {
        self.tx().await?;
        self.write_record().await?;
        self.tx().await?.enter(tenant).await?;
        self.tenant = tenant;
        Ok(())
    }

    /// Writes what was changed so far into the record of the tenant that the scope is in.
    async fn write_record(&mut self) -> Result<()> {
        let Some(tx) = self.tx.as_mut() else {
            return Ok(());
        };
        tx.record().append(std::mem::take(&mut self.told));
        if !tx.record().is_empty() {
            tx.write_record(&Author::of(
                &self.caller,
                &self.request,
                self.host.clock().now(),
            ))
            .await?;
        }
        Ok(())
    }

    /// Writes the search index, and has it gathered when it may be time.
    async fn write_docs(&mut self) -> Result<()> {
        let Some(tx) = self.tx.as_mut() else {
            return Ok(());
        };
        tx.write_docs().await?;
        for kind in tx.docs().take_due() {
            let name = search::SEAL.name;
            self.enqueue(NewJob::new(name, kind.into()).once(format!("{name} {kind}")))
                .await?;
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
    /// Refuses with 403 unless the caller may.
    pub fn require(&self, permission: Permission) -> Result<()> {
        self.caller.check(permission.into())
    }
    /// The languages to answer in, best first: what the request asks for, then the caller's own.
    pub fn languages(&self) -> Vec<String> {
        let own = self
            .caller
            .session()
            .and_then(|session| session.language.clone());
        self.request.languages.iter().cloned().chain(own).collect()
    }
    /// Whether the feature is on for the caller: a customer's user may have less than the tenant.
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

    /// The rows of all customers, for a customer's caller too: where something else decides what the caller may see of
    /// them, or where the program looks for itself. What is found so is not answered unchecked.
    pub async fn unbound(&mut self) -> Result<&mut Tx> {
        Ok(self.tx().await?.reach(None))
    }

    async fn own(&mut self) -> Result<&mut Tx> {
        let customer = self.caller.customer();
        Ok(self.tx().await?.reach(customer))
    }

    pub(crate) async fn tx(&mut self) -> Result<&mut Tx> {
        if self.tx.is_none() {
            let mut tx = self.host.db().begin(self.tenant, self.mode).await?;
            if !self.recorded {
                tx.stop_recording();
            }
            if !self.indexed {
                tx.docs().stop();
            }
            self.tx = Some(tx);
        }
        self.tx
            .as_mut()
            .ok_or_else(|| Error::Internal(anyhow::anyhow!("no transaction")))
    }

    /// Commits everything since the last save, with its events, jobs and the record of its changes.
    pub async fn commit(&mut self) -> Result<()> {
        if self.needs.is_some_and(Needs::is_save) && !self.save_checked {
            return Err(Error::Internal(anyhow::anyhow!(
                "a route that saves commits without `Scope::edit`"
            )));
        }
        if self.refuses_commit {
            return Err(Error::Invalid(Vec::new()));
        }
        if !self.told.is_empty() {
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

    /// Undoes everything since the last save.
    pub fn rollback(&mut self) {
        self.tx = None;
        self.told = Record::default();
        self.wakes = false;
    }

    /// Has a change recorded that is no column's: a role's permissions, a user's roles. Never a secret.
    pub fn note(
        &mut self,
        entity_type: &str,
        id: impl Col,
        property: &str,
        old: impl Serialize,
        new: impl Serialize,
    ) {
        self.record(Entry::new(entity_type, id, audit::UPDATED).with(property, old, new));
    }
    /// From the next transaction on the entities' own changes are not recorded: for rows that are made by the thousand to
    /// measure with, behind which nobody stands.
    pub fn without_record(&mut self) {
        self.recorded = false;
    }
    /// From the next transaction on the search index is not written: for rows that come by the thousand, after which
    /// [`search::rebuild`] fills it.
    pub fn without_index(&mut self) {
        self.indexed = false;
    }
    /// Has something recorded that happened: a sign-in, a refusal. It is written with the next save.
    pub fn record(&mut self, entry: Entry) {
        self.told.add(entry);
    }

    /// The row with this id, or a view of it. Of a record that is bound to a customer, a customer's caller has the rows of
    /// that customer alone, here and in all that follows; see [`Scope::unbound`].
    pub async fn find<V: View>(&mut self, id: <V::Record as Entity>::Id) -> Result<V> {
        self.own().await?.find(id).await
    }
    pub async fn first<V: View>(&mut self, narrow: Where<V::Record>) -> Result<Option<V>> {
        self.own().await?.first(narrow).await
    }
    pub async fn all<V: View>(&mut self, narrow: Where<V::Record>) -> Result<Vec<V>> {
        self.own().await?.all(narrow).await
    }
    pub async fn count<E: Entity>(&mut self, narrow: Where<E>) -> Result<i64> {
        self.own().await?.count(narrow).await
    }
    pub async fn page<V: View>(
        &mut self,
        list: &ListQuery,
        narrow: Where<V::Record>,
    ) -> Result<PageOf<V>> {
        self.own().await?.page(list, narrow).await
    }
    /// Counts and sums over what the conditions and the caller's filter allow; see [`Tx::totals`].
    pub async fn totals<E: Entity>(
        &mut self,
        list: &ListQuery,
        narrow: Where<E>,
        by: &[&'static str],
        sums: &[Sum],
    ) -> Result<Vec<Row>> {
        self.own().await?.totals(list, narrow, by, sums).await
    }
    pub async fn insert<E: Entity>(&mut self, entity: &mut E) -> Result<()> {
        self.own().await?.insert(entity).await
    }
    /// Many new rows in few statements.
    pub async fn insert_all<E: Entity>(&mut self, entities: &mut [E]) -> Result<()> {
        self.own().await?.insert_all(entities).await
    }
    pub async fn update<E: Entity>(&mut self, entity: &mut E) -> Result<()> {
        self.own().await?.update(entity).await
    }
    pub async fn delete<E: Entity>(&mut self, id: E::Id) -> Result<()> {
        self.own().await?.delete::<E>(id).await
    }
    /// Runs a statement made by `tsql!`; `values` start at `$2`.
    pub async fn rows(&mut self, sql: TenantSql, values: Vec<Val>) -> Result<Vec<Row>> {
        self.tx().await?.rows(sql, values).await
    }
    /// Rows of a statement made by `tsql!` that a caller's filter over its columns allows, in no order.
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
    /// Runs a statement over the platform's own tables in the same transaction; `values` start at `$1`.
    pub async fn platform(&mut self, sql: PlatformSql, values: Vec<Val>) -> Result<Vec<Row>> {
        self.tx().await?.platform(sql, values).await
    }

    /// Tells the areas above, in the same transaction; after the commit each listener gets a job.
    pub async fn announce<P: Serialize>(&mut self, event: &Event<P>, payload: &P) -> Result<()> {
        event::announce(self, event, payload).await?;
        self.wakes();
        Ok(())
    }
    /// Leaves work for later, in the same transaction.
    pub async fn enqueue(&mut self, new: NewJob) -> Result<()> {
        job::enqueue(self, new).await?;
        self.wakes();
        Ok(())
    }
    /// Leaves work that the caller waits for, done in their name: they can see its progress and its result and cancel it,
    /// and find it for some days when it has ended. A dedup key has no effect: everybody waits for work of their own.
    pub async fn enqueue_watched(&mut self, new: NewJob) -> Result<JobId> {
        let job = job::enqueue_watched(self, new).await?;
        self.wakes();
        Ok(job)
    }
    pub(crate) fn wakes(&mut self) {
        self.wakes = true;
    }

    pub(crate) fn works_on(&mut self, job: Arc<RunningJob>) {
        self.job = Some(job);
    }
    /// Has the job keep what has come of it so far, in this transaction: a run that is repeated finds it with
    /// [`Scope::kept`] and does not do again what was committed with it. Fails when the job is another run's by now, so
    /// that nothing is done twice; in a scope that works on no job nothing happens. At most 256 KiB.
    pub async fn keep(&mut self, result: &impl Serialize) -> Result<()> {
        let Some(job) = self.job.clone() else {
            return Ok(());
        };
        let json = serde_json::to_string(result)?;
        if json.len() > MAX_RESULT_BYTES {
            return Err(Error::Internal(anyhow::anyhow!(
                "a job keeps {} bytes",
                json.len()
            )));
        }
        if job::keep(self.tx().await?, &job, json).await? {
            Ok(())
        } else {
            Err(Error::Cancelled)
        }
    }
    /// The job that this scope works on.
    pub fn job(&self) -> Option<JobId> {
        self.job.as_ref().map(|job| JobId(job.id))
    }
    /// What earlier runs of the job kept.
    pub fn kept<T: DeserializeOwned>(&self) -> Result<Option<T>> {
        let kept = self.job.as_ref().and_then(|job| job.kept.as_deref());
        Ok(kept.map(serde_json::from_str).transpose()?)
    }
    /// A step of a job: tells how far it is, and in a sentence what it does, and ends the job here with
    /// [`Error::Cancelled`] if that was asked for. Call it where ending leaves nothing half done. It costs nothing and may
    /// be called for every row; in a scope that works on no job nothing happens.
    pub fn step(
        &self,
        done: usize,
        total: Option<usize>,
        sentence: impl Into<String>,
    ) -> Result<()> {
        let number = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        self.job.as_ref().map_or(Ok(()), |job| {
            job.step(number(done), total.map(number), sentence.into())
        })
    }
    /// Ends the job here with [`Error::Cancelled`] if that was asked for.
    pub fn check_cancelled(&self) -> Result<()> {
        self.job.as_ref().map_or(Ok(()), |job| job.check())
    }
}
