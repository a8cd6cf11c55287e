//! Aggregate SQL statements of webhooks.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use data::{
    Result, Scope, Where,
    db::{Col, PlatformSql, Row, TenantSql, Val},
    ids::TenantId,
    tsql,
};
use work::feed::Effects;

use crate::model::{Delivery, Health, Subscription, WebhookDeliveryState, WebhookSubscriptionId};

const DELETE_SUBSCRIBED_TYPES: PlatformSql =
    PlatformSql("DELETE FROM webhook_wanted WHERE for_tenant = $1");
const INSERT_SUBSCRIBED_TYPE: PlatformSql = PlatformSql(
    "INSERT INTO webhook_wanted (for_tenant, event) VALUES ($1, $2) ON CONFLICT DO NOTHING",
);
const SUBSCRIBED_TYPES: PlatformSql =
    PlatformSql("SELECT event FROM webhook_wanted WHERE for_tenant = $1");

/// Called after every change of a subscription, in the same transaction.
pub async fn write_subscribed_types(scope: &mut Scope) -> Result<()> {
    let tenant = scope.tenant;
    scope
        .platform(DELETE_SUBSCRIBED_TYPES, vec![tenant.val()])
        .await?;
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
            .platform(INSERT_SUBSCRIBED_TYPE, vec![tenant.val(), event.val()])
            .await?;
    }
    Ok(())
}

/// Returns the event types with a subscription in the tenant.
pub async fn load_subscribed_types(
    effects: &mut Effects<'_>,
    tenant: TenantId,
) -> Result<Vec<String>> {
    let rows = effects
        .platform(SUBSCRIBED_TYPES, vec![tenant.val()])
        .await?;
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

pub async fn load_health(scope: &mut Scope) -> Result<HashMap<WebhookSubscriptionId, Health>> {
    let rows = scope.rows(HEALTH, Vec::new()).await?;
    rows.iter()
        .map(|row| Ok((row.get(4)?, read(row)?)))
        .collect()
}

pub async fn load_subscription_health(
    scope: &mut Scope,
    id: WebhookSubscriptionId,
) -> Result<Health> {
    let rows = scope.rows(HEALTH_OF, vec![id.val()]).await?;
    rows.first().map_or_else(|| Ok(Health::default()), read)
}

/// Records a successful attempt.
pub async fn note_delivered(
    scope: &mut Scope,
    id: WebhookSubscriptionId,
    now: DateTime<Utc>,
) -> Result<()> {
    scope.rows(DELIVERED, vec![id.val(), now.val()]).await?;
    Ok(())
}

/// Returns the subscription's health.
pub async fn note_failed(
    scope: &mut Scope,
    id: WebhookSubscriptionId,
    now: DateTime<Utc>,
) -> Result<Health> {
    let rows = scope.rows(FAILED, vec![id.val(), now.val()]).await?;
    rows.first().map_or_else(|| Ok(Health::default()), read)
}

pub async fn reset_failures(scope: &mut Scope, id: WebhookSubscriptionId) -> Result<()> {
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

pub async fn count_pending(scope: &mut Scope, id: WebhookSubscriptionId) -> Result<i64> {
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

/// Removes with attempts; returns the number.
pub async fn remove_before(scope: &mut Scope, before: DateTime<Utc>, limit: i64) -> Result<usize> {
    Ok(scope
        .rows(SWEEP, vec![before.val(), Val::I64(limit)])
        .await?
        .len())
}
