//! Calls of subscriptions: list, save, delete, test and secrets.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use data::{
    ById, Change, Edit, Empty, Error, FieldError, ListQuery, Message, PageOf, Proof, Refusal,
    Result, Save, Scope, Where, ids::CustomerId, message,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, value::RawValue};
use uuid::Uuid;
use web::Routes;
use work::outgoing::{Outgoing, OutgoingError};

use crate::limits::MANUAL_SEND_LIMIT;
use crate::{
    access::{ENABLED, WEBHOOKS, WEBHOOKS_EDIT},
    catalog,
    deliveries::{self, payload::Head},
    model::{Subscription, SubscriptionView, WebhookDeliveryId, WebhookSubscriptionId},
    store, subscriptions,
};

const TOO_MANY_SUBSCRIPTIONS: Refusal = Refusal::new(2301, "There are too many subscriptions.");
/// Name of a subscription in the audit log.
const AUDIT_NAME: &str = "WebhookSubscription";

pub fn table() -> Routes {
    Routes::new("/api/webhooks/subscription")
        .feature(ENABLED)
        .list("getsubscriptions", WEBHOOKS, list)
        .get("getsubscriptionforedit", WEBHOOKS, get)
        .post(
            "createorupdatesubscription",
            Save::with_permission(WEBHOOKS_EDIT),
            save,
        )
        // The address's owner will receive the tenant's events.
        .require_proof(Proof::of_today(message!(
            "Confirm your identity to change a webhook."
        )))
        .deny_impersonation()
        .delete("deletesubscription", WEBHOOKS_EDIT, delete)
        .post("rotatesecret", WEBHOOKS_EDIT, rotate)
        .require_proof(Proof::of_today(message!(
            "Confirm your identity to renew the secret of a webhook."
        )))
        .deny_impersonation()
        .post("sendtest", WEBHOOKS_EDIT, send_test)
        .with_limit(MANUAL_SEND_LIMIT)
        .get("geteventtypes", WEBHOOKS, event_types)
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "SaveWebhookSubscription")]
struct SaveSubscription {
    subscription: Change<Subscription>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "OneWebhookSubscription")]
struct OneSubscription {
    subscription: SubscriptionView,
    /// The signing secret, returned only on creation.
    #[serde(skip_serializing_if = "Option::is_none")]
    secret: Option<String>,
}

async fn list(mut scope: Scope, _: Empty, query: ListQuery) -> Result<PageOf<SubscriptionView>> {
    let page = scope.page::<Subscription>(&query, Where::all()).await?;
    let total_count = page.total_count;
    Ok(PageOf {
        total_count,
        items: views(&mut scope, page.items).await?,
    })
}

async fn get(
    mut scope: Scope,
    ById { id }: ById<WebhookSubscriptionId>,
) -> Result<OneSubscription> {
    let subscription = scope.find(id).await?;
    Ok(OneSubscription {
        subscription: view(&mut scope, subscription).await?,
        secret: None,
    })
}

async fn save(
    mut scope: Scope,
    SaveSubscription { subscription }: SaveSubscription,
) -> Result<OneSubscription> {
    let mut edit = scope.edit(subscription).await?;
    let record = &mut edit.record;
    record.name = record.name.trim().to_owned();
    record.url = record.url.trim().to_owned();
    let mut wrong = subscriptions::rules::validate_subscription(record);
    wrong.extend(check_visibility(&scope, &edit));
    wrong.extend(check_address(&scope, &edit.record, &wrong)?);
    if !wrong.is_empty() {
        return Err(Error::Invalid(wrong));
    }
    let is_of = |before: &Subscription| before.customer_id == edit.record.customer_id;
    if let Some(customer) = edit
        .record
        .customer_id
        .filter(|_| !edit.before.as_ref().is_some_and(is_of))
    {
        scope.require(customers::access::CUSTOMER)?;
        customers::find(&mut scope, customer).await?;
    }
    let now = scope.now();
    edit.record.last_modification_time = now;
    // The owner may see all of its events.
    if sees_all(&scope, &edit.record.events) {
        edit.record.owner_user_id = scope.caller.user().or(edit.record.owner_user_id);
    }
    let mut secret = None;
    if edit.is_new() {
        if scope.count::<Subscription>(Where::all()).await?
            >= subscriptions::rules::MAX_SUBSCRIPTIONS
        {
            let max = subscriptions::rules::MAX_SUBSCRIPTIONS;
            return Err(TOO_MANY_SUBSCRIPTIONS.with_message(message!(
                "There can be at most {max} subscriptions. Delete one first."
            )));
        }
        edit.record.creation_time = now;
        secret = Some(subscriptions::secrets::rotate(
            &scope,
            &mut edit.record,
            true,
        )?);
    }
    let is_switched_on =
        edit.record.is_active && edit.before.as_ref().is_some_and(|before| !before.is_active);
    if is_switched_on {
        (edit.record.pause_reason, edit.record.paused_time) = (None, None);
        store::reset_failures(&mut scope, edit.record.id).await?;
    }
    scope.store(&mut edit).await?;
    store::write_subscribed_types(&mut scope).await?;
    let subscription = view(&mut scope, edit.record).await?;
    scope.commit().await?;
    Ok(OneSubscription {
        subscription,
        secret,
    })
}

fn sees_all(scope: &Scope, events: &[String]) -> bool {
    catalog::types_by_names(events).all(|kind| scope.can(kind.permission))
}

/// Rejects event types that the caller may not see.
fn check_visibility(scope: &Scope, edit: &Edit<Subscription>) -> Vec<FieldError> {
    let exposed = subscriptions::rules::exposed_events(&edit.record, edit.before.as_ref());
    let hidden = exposed
        .into_iter()
        .filter(|(_, _, kind)| !scope.can(kind.permission));
    let refused = hidden.map(|(at, _, kind)| {
        let permission = Message::plain(kind.permission.display_name);
        let message = message!(
            "needs the permission “{permission}”, which you do not have",
            permission = permission
        );
        FieldError::new(format!("subscription.events[{at}]"), message)
    });
    refused.collect()
}

/// Rejects forbidden names. Resolved addresses are checked on each call.
fn check_address(
    scope: &Scope,
    record: &Subscription,
    errors: &[FieldError],
) -> Result<Option<FieldError>> {
    if errors
        .iter()
        .any(|error| error.member == "subscription.url")
    {
        return Ok(None);
    }
    let Ok(url) = subscriptions::rules::address(&record.url) else {
        return Ok(None);
    };
    let refused = match Outgoing::from_host(scope.host())?.check(&url) {
        Err(OutgoingError::Refused(words)) => Message::verbatim(words),
        _ => return Ok(None),
    };
    let message = message!("cannot be called ({reason})", reason = refused);
    Ok(Some(
        FieldError::new("subscription.url", message).with_code("url"),
    ))
}

async fn delete(mut scope: Scope, ById { id }: ById<WebhookSubscriptionId>) -> Result<Empty> {
    scope.delete::<Subscription>(id).await?;
    store::write_subscribed_types(&mut scope).await?;
    scope.commit().await?;
    Ok(Empty {})
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "RotateWebhookSecret")]
struct Rotate {
    id: WebhookSubscriptionId,
    /// Set if the secret leaked: it stops signing immediately, instead of after 24 hours.
    #[serde(default)]
    ends_now: bool,
}

/// A new secret, returned once.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "NewWebhookSecret")]
struct RotatedSecret {
    secret: String,
    /// The previous secret also signs until this time.
    previous_secret_until: Option<DateTime<Utc>>,
}

async fn rotate(mut scope: Scope, Rotate { id, ends_now }: Rotate) -> Result<RotatedSecret> {
    let mut subscription: Subscription = scope.find(id).await?;
    // The secret makes messages of these events believable.
    for kind in catalog::types_by_names(&subscription.events) {
        scope.require(kind.permission)?;
    }
    let secret = subscriptions::secrets::rotate(&scope, &mut subscription, ends_now)?;
    subscription.last_modification_time = scope.now();
    scope.update(&mut subscription).await?;
    scope.note(AUDIT_NAME, id, "secret", Value::Null, "renewed");
    scope.commit().await?;
    Ok(RotatedSecret {
        secret,
        previous_secret_until: subscription.old_secret_until,
    })
}

/// A queued message.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "WebhookTest")]
struct SentTest {
    delivery_id: WebhookDeliveryId,
}

async fn send_test(mut scope: Scope, ById { id }: ById<WebhookSubscriptionId>) -> Result<SentTest> {
    let subscription = scope.find(id).await?;
    let delivery = deliveries::enqueue::ping(&mut scope, &subscription).await?;
    scope.commit().await?;
    Ok(SentTest {
        delivery_id: delivery.id,
    })
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "WebhookEventTypes")]
struct EventTypes {
    event_types: Vec<EventTypeView>,
}

/// An event type for subscriptions.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "WebhookEventType")]
struct EventTypeView {
    /// As in subscriptions and payloads.
    name: &'static str,
    group: &'static str,
    title: &'static str,
    description: &'static str,
    /// True if the caller can see the payload and the feature is on.
    may_choose: bool,
    /// A sample payload.
    #[schemars(with = "Value")]
    sample: Box<RawValue>,
}

async fn event_types(scope: Scope, _: Empty) -> Result<EventTypes> {
    let mut event_types = Vec::new();
    for known in &catalog::TYPES {
        let id = Uuid::from_u128(0x0199_8f2e_5c3a_7d41_9c6e_2b1f_4a5d_8e70);
        let time = DateTime::UNIX_EPOCH + chrono::TimeDelta::days(20_600);
        let head = Head {
            id,
            kind: known.name,
            time,
            tenant: scope.tenant,
        };
        event_types.push(EventTypeView {
            name: known.name,
            group: known.group,
            title: known.text.title,
            description: known.text.description,
            may_choose: scope.can(known.permission) && scope.feature(known.feature.name).await?,
            sample: RawValue::from_string(head.message(known.sample()?)?)?,
        });
    }
    Ok(EventTypes { event_types })
}

async fn view(scope: &mut Scope, subscription: Subscription) -> Result<SubscriptionView> {
    let mut views = views(scope, vec![subscription]).await?;
    views.pop().ok_or(Error::NotFound("The subscription"))
}

async fn views(
    scope: &mut Scope,
    subscriptions: Vec<Subscription>,
) -> Result<Vec<SubscriptionView>> {
    let customers: Vec<CustomerId> = subscriptions
        .iter()
        .filter_map(|one| one.customer_id)
        .collect();
    let names = if customers.is_empty() {
        HashMap::new()
    } else {
        customers::names(scope, &customers).await?
    };
    let health = store::load_health(scope).await?;
    let view = |subscription: Subscription| SubscriptionView {
        customer_name: subscription
            .customer_id
            .and_then(|id| names.get(&id).cloned()),
        health: health.get(&subscription.id).copied().unwrap_or_default(),
        subscription,
    };
    Ok(subscriptions.into_iter().map(view).collect())
}
