//! The scope of a call: who asks, in which tenant, and the transaction the answer is made in. No scope, no database.

use std::{any::Any, sync::Arc};

use chrono::{DateTime, Utc};
use serde::Serialize;
use uuid::Uuid;

use crate::{
    audit::{self, Author, Entry, Record},
    caller::{Caller, Permission},
    db::{Col, Entity, Mode, PlatformSql, Row, TenantSql, Tx, Val, Where},
    error::{Error, Result},
    event,
    host::Host,
    ids::TenantId,
    job::{self, NewJob},
    list::{ListQuery, PageOf},
};

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
        let rest = self.base_url.split_once("://").map_or(self.base_url.as_str(), |(_, rest)| rest);
        let end = if rest.starts_with('[') { rest.find(']').map(|at| at + 1) } else { rest.find(':') };
        &rest[..end.unwrap_or(rest.len())]
    }
}

/// Who asks, in which tenant, and the transaction.
///
/// The transaction begins at the first use of the database. [`Scope::save`] commits it; what is not saved is undone
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
    jobs: bool,
}

impl Scope {
    pub(crate) fn new(host: Host, tenant: TenantId, caller: Caller, mode: Mode, request: RequestInfo) -> Self {
        Self { host, tenant, caller, request, mode, tx: None, told: Record::default(), recorded: true, jobs: false }
    }

    /// Another scope for the same caller, tenant and request with a transaction of its own: for work done side by side.
    pub fn sibling(&self, mode: Mode) -> Self {
        Self::new(self.host.clone(), self.tenant, self.caller.clone(), mode, self.request.clone())
    }

    /// The same scope in another tenant, for the platform's own work; what was not saved is undone.
    pub fn in_tenant(&self, tenant: TenantId) -> Self {
        Self::new(self.host.clone(), tenant, self.caller.clone(), self.mode, self.request.clone())
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
        let Some(tx) = self.tx.as_mut() else { return Ok(()) };
        tx.record().append(std::mem::take(&mut self.told));
        if !tx.record().is_empty() {
            tx.write_record(&Author::of(&self.caller, &self.request, self.host.clock().now())).await?;
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
        let own = self.caller.session().and_then(|session| session.language.clone());
        self.request.languages.iter().cloned().chain(own).collect()
    }
    /// Whether the feature is on for the caller: a customer's user may have less than the tenant.
    pub async fn feature(&self, name: &str) -> Result<bool> {
        self.host.gate().feature(&self.host, self.tenant, self.caller.customer(), name).await
    }
    pub fn port<T: ?Sized + 'static>(&self) -> Result<Arc<T>>
    where
        Arc<T>: Any + Send + Sync,
    {
        self.host.port()
    }

    async fn tx(&mut self) -> Result<&mut Tx> {
        if self.tx.is_none() {
            let mut tx = self.host.db().begin(self.tenant, self.mode).await?;
            if !self.recorded {
                tx.stop_recording();
            }
            self.tx = Some(tx);
        }
        self.tx.as_mut().ok_or_else(|| Error::Internal(anyhow::anyhow!("no transaction")))
    }

    /// Makes it true: commits everything since the last save, with its events, jobs and the record of its changes.
    pub async fn save(&mut self) -> Result<()> {
        if !self.told.is_empty() {
            self.tx().await?;
        }
        self.write_record().await?;
        if let Some(tx) = self.tx.take() {
            tx.commit().await?;
        }
        if std::mem::take(&mut self.jobs) {
            self.host.wake();
        }
        Ok(())
    }

    /// Undoes everything since the last save.
    pub fn undo(&mut self) {
        self.tx = None;
        self.told = Record::default();
        self.jobs = false;
    }

    /// Has a change recorded that is no column's: a role's permissions, a user's roles. Never a secret.
    pub fn note(&mut self, entity_type: &str, id: impl Col, property: &str, old: impl Serialize, new: impl Serialize) {
        self.record(Entry::new(entity_type, id, audit::UPDATED).with(property, old, new));
    }
    /// From the next transaction on the entities' own changes are not recorded: for rows that are made by the thousand to
    /// measure with, behind which nobody stands.
    pub fn without_record(&mut self) {
        self.recorded = false;
    }
    /// Has something recorded that happened: a sign-in, a refusal. It is written with the next save.
    pub fn record(&mut self, entry: Entry) {
        self.told.add(entry);
    }

    pub async fn find<E: Entity>(&mut self, id: E::Id) -> Result<E> {
        self.tx().await?.find(id).await
    }
    pub async fn first<E: Entity>(&mut self, narrow: Where) -> Result<Option<E>> {
        self.tx().await?.first(narrow).await
    }
    pub async fn all<E: Entity>(&mut self, narrow: Where) -> Result<Vec<E>> {
        self.tx().await?.all(narrow).await
    }
    pub async fn count<E: Entity>(&mut self, narrow: Where) -> Result<i64> {
        self.tx().await?.count::<E>(narrow).await
    }
    pub async fn page<E: Entity>(&mut self, list: &ListQuery, narrow: Where) -> Result<PageOf<E>> {
        self.tx().await?.page(list, narrow).await
    }
    /// Sums over what the conditions and the caller's filter allow; see [`Tx::totals`].
    pub async fn totals<E: Entity>(
        &mut self,
        list: &ListQuery,
        narrow: Where,
        select: &'static str,
        group: &'static str,
    ) -> Result<Vec<Row>> {
        self.tx().await?.totals::<E>(list, narrow, select, group).await
    }
    pub async fn insert<E: Entity>(&mut self, entity: &mut E) -> Result<()> {
        self.tx().await?.insert(entity).await
    }
    pub async fn update<E: Entity>(&mut self, entity: &mut E) -> Result<()> {
        self.tx().await?.update(entity).await
    }
    pub async fn delete<E: Entity>(&mut self, id: E::Id) -> Result<()> {
        self.tx().await?.delete::<E>(id).await
    }
    /// Runs a statement made by `tsql!`; `values` start at `$2`.
    pub async fn rows(&mut self, sql: TenantSql, values: Vec<Val>) -> Result<Vec<Row>> {
        self.tx().await?.rows(sql, values).await
    }
    /// Runs a statement over the platform's own tables in the same transaction; `values` start at `$1`.
    pub async fn platform(&mut self, sql: PlatformSql, values: Vec<Val>) -> Result<Vec<Row>> {
        self.tx().await?.platform(sql, values).await
    }

    /// Tells the areas above, in the same transaction: an outbox row, and a job for each listener.
    pub async fn announce(&mut self, name: &'static str, payload: &impl Serialize) -> Result<()> {
        event::announce(self, name, serde_json::to_value(payload)?).await
    }
    /// Leaves work for later, in the same transaction.
    pub async fn enqueue(&mut self, new: NewJob) -> Result<()> {
        job::enqueue(self, new).await?;
        self.jobs = true;
        Ok(())
    }
}
