//! Statements over the tables of webhooks that are no single row's.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use kernel::{
    Result, Scope, Where,
    db::{Col, PlatformSql, Row, TenantSql, Val},
    event::feed::Effects,
    ids::TenantId,
    tsql,
};

use crate::model::{Delivery, Health, Subscription, WebhookDeliveryState, WebhookSubscriptionId};

const FORGET_WANTED: PlatformSql = PlatformSql("DELETE FROM webhook_wanted WHERE for_tenant = $1");
const WANT: PlatformSql = PlatformSql(
    "INSERT INTO webhook_wanted (for_tenant, event) VALUES ($1, $2) ON CONFLICT DO NOTHING",
);
const WANTED: PlatformSql = PlatformSql("SELECT event FROM webhook_wanted WHERE for_tenant = $1");

/// Writes down anew which types of events the tenant's active subscriptions want. Called after every change of one of them,
/// in the same transaction.
pub async fn write_wanted(scope: &mut Scope) -> Result<()> {
    let tenant = scope.tenant;
    scope.platform(FORGET_WANTED, vec![tenant.val()]).await?;
    let active: Vec<Subscription> = scope
        .all(Where::all().eq(Subscription::IS_ACTIVE, true))
        .await?;
    let mut events: Vec<&String> = active
        .iter()
        .flat_map(|subscription| &subscription.events)
        .collect();
    events.sort_unstable();
    events.dedup();
    for event in events {
        scope
            .platform(WANT, vec![tenant.val(), event.val()])
            .await?;
    }
    Ok(())
}

/// Which types of events some subscription of the tenant wants.
pub async fn wanted(effects: &mut Effects<'_>, tenant: TenantId) -> Result<Vec<String>> {
    let rows = effects.platform(WANTED, vec![tenant.val()]).await?;
    rows.iter().map(|row| Ok(row.get(0)?)).collect()
}

const HEALTH: TenantSql = tsql!(
    "SELECT failures, failing_since, last_failed_time, last_delivered_time, subscription_id FROM webhook_health
     WHERE tenant_id = $1"
);
const HEALTH_OF: TenantSql = tsql!(
    "SELECT failures, failing_since, last_failed_time, last_delivered_time FROM webhook_health
     WHERE tenant_id = $1 AND subscription_id = $2"
);
const DELIVERED: TenantSql = tsql!(
    "INSERT INTO webhook_health (tenant_id, subscription_id, failures, last_delivered_time) VALUES ($1, $2, 0, $3)
     ON CONFLICT (tenant_id, subscription_id) DO UPDATE
       SET failures = 0, failing_since = NULL, last_delivered_time = excluded.last_delivered_time
       WHERE webhook_health.tenant_id = $1"
);
const FAILED: TenantSql = tsql!(
    "INSERT INTO webhook_health (tenant_id, subscription_id, failures, failing_since, last_failed_time)
     VALUES ($1, $2, 1, $3, $3)
     ON CONFLICT (tenant_id, subscription_id) DO UPDATE
       SET failures = webhook_health.failures + 1, last_failed_time = excluded.last_failed_time,
         failing_since = COALESCE(webhook_health.failing_since, excluded.failing_since)
       WHERE webhook_health.tenant_id = $1
     RETURNING failures, failing_since, last_failed_time, last_delivered_time"
);
const BEGIN_ANEW: TenantSql = tsql!(
    "UPDATE webhook_health SET failures = 0, failing_since = NULL WHERE tenant_id = $1 AND subscription_id = $2"
);

/// How all of the tenant's subscriptions do.
pub async fn health(scope: &mut Scope) -> Result<HashMap<WebhookSubscriptionId, Health>> {
    let rows = scope.rows(HEALTH, Vec::new()).await?;
    rows.iter()
        .map(|row| Ok((row.get(4)?, read(row)?)))
        .collect()
}

/// How this one does.
pub async fn health_of(scope: &mut Scope, id: WebhookSubscriptionId) -> Result<Health> {
    let rows = scope.rows(HEALTH_OF, vec![id.val()]).await?;
    rows.first().map_or_else(|| Ok(Health::default()), read)
}

/// An attempt has delivered.
pub async fn note_delivered(
    scope: &mut Scope,
    id: WebhookSubscriptionId,
    now: DateTime<Utc>,
) -> Result<()> {
    scope.rows(DELIVERED, vec![id.val(), now.val()]).await?;
    Ok(())
}

/// An attempt has failed; how the subscription does now.
pub async fn note_failed(
    scope: &mut Scope,
    id: WebhookSubscriptionId,
    now: DateTime<Utc>,
) -> Result<Health> {
    let rows = scope.rows(FAILED, vec![id.val(), now.val()]).await?;
    rows.first().map_or_else(|| Ok(Health::default()), read)
}

/// What failed before is no longer held against the subscription.
pub async fn begin_anew(scope: &mut Scope, id: WebhookSubscriptionId) -> Result<()> {
    scope.rows(BEGIN_ANEW, vec![id.val()]).await?;
    Ok(())
}

fn read(row: &Row) -> Result<Health> {
    Ok(Health {
        failures: row.get(0)?,
        failing_since: row.get(1)?,
        last_failed_time: row.get(2)?,
        last_delivered_time: row.get(3)?,
    })
}

/// How many deliveries of the subscription wait.
pub async fn waiting(scope: &mut Scope, id: WebhookSubscriptionId) -> Result<i64> {
    let of_it = Where::all()
        .eq(Delivery::SUBSCRIPTION_ID, id)
        .eq(Delivery::STATE, WebhookDeliveryState::Waiting);
    scope.count(of_it).await
}

const SWEEP: TenantSql = tsql!(
    "DELETE FROM webhook_deliveries WHERE tenant_id = $1 AND id IN
       (SELECT id FROM webhook_deliveries WHERE tenant_id = $1 AND creation_time < $2 ORDER BY creation_time LIMIT $3)
     RETURNING id"
);

/// Removes deliveries of before this time with their attempts, this many at the most; how many they were.
pub async fn remove_before(scope: &mut Scope, before: DateTime<Utc>, most: i64) -> Result<usize> {
    Ok(scope
        .rows(SWEEP, vec![before.val(), Val::I64(most)])
        .await?
        .len())
}
