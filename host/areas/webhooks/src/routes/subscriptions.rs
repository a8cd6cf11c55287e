//! The calls about subscriptions.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use kernel::{
    ById, Change, Edit, Empty, Error, FieldError, ListQuery, Message, PageOf, Refusal, Result,
    Routes, Save, Scope, Where, ids::CustomerId, message, outgoing::OutgoingError,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, value::RawValue};
use uuid::Uuid;

use super::BY_HAND;
use crate::{
    access::{ENABLED, WEBHOOKS, WEBHOOKS_EDIT},
    catalog,
    model::{Subscription, SubscriptionView, WebhookDeliveryId, WebhookSubscriptionId},
    rules::{check, payload::Head},
    service::{secrets, take},
    store,
};

const TOO_MANY: Refusal = Refusal::new(2301, "There are too many subscriptions.");
/// What the record of changes calls a subscription.
const RECORDED_AS: &str = "WebhookSubscription";

pub fn table() -> Routes {
    Routes::at("/api/webhooks/subscription")
        .feature(ENABLED)
        .list("getsubscriptions", WEBHOOKS, list)
        .get("getsubscriptionforedit", WEBHOOKS, get)
        .post("createorupdatesubscription", Save::by(WEBHOOKS_EDIT), save)
        // The owner of the address receives the tenant's events from then on.
        .fresh()
        .not_impersonated()
        .delete("deletesubscription", WEBHOOKS_EDIT, delete)
        .post("rotatesecret", WEBHOOKS_EDIT, rotate)
        .fresh()
        .not_impersonated()
        .post("sendtest", WEBHOOKS_EDIT, send_test)
        .limited(BY_HAND)
        .get("geteventtypes", WEBHOOKS, event_types)
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "SaveWebhookSubscription")]
struct SaveSubscription {
    subscription: Change<Subscription>,
}

/// One subscription.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "OneWebhookSubscription")]
struct One {
    subscription: SubscriptionView,
    /// What messages are signed with: told when the subscription is made, and never again.
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

async fn get(mut scope: Scope, ById { id }: ById<WebhookSubscriptionId>) -> Result<One> {
    let subscription = scope.find(id).await?;
    Ok(One {
        subscription: view(&mut scope, subscription).await?,
        secret: None,
    })
}

async fn save(
    mut scope: Scope,
    SaveSubscription { subscription }: SaveSubscription,
) -> Result<One> {
    let mut edit = scope.edit(subscription).await?;
    let record = &mut edit.record;
    record.name = record.name.trim().to_owned();
    record.url = record.url.trim().to_owned();
    let mut wrong = check::wrong(record);
    wrong.extend(not_to_be_seen(&scope, &edit));
    wrong.extend(not_to_be_called(&scope, &edit.record, &wrong)?);
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
    edit.record.owner_user_id = scope.caller.user().or(edit.record.owner_user_id);
    let mut secret = None;
    if edit.is_new() {
        if scope.count::<Subscription>(Where::all()).await? >= check::MAX_SUBSCRIPTIONS {
            let max = check::MAX_SUBSCRIPTIONS;
            return Err(TOO_MANY.because(message!(
                "There can be at most {max} subscriptions. Delete one first."
            )));
        }
        edit.record.creation_time = now;
        secret = Some(secrets::renew(&scope, &mut edit.record, true)?);
    }
    let is_switched_on =
        edit.record.is_active && edit.before.as_ref().is_some_and(|before| !before.is_active);
    if is_switched_on {
        (edit.record.pause_reason, edit.record.paused_time) = (None, None);
        store::begin_anew(&mut scope, edit.record.id).await?;
    }
    scope.store(&mut edit).await?;
    store::write_wanted(&mut scope).await?;
    let subscription = view(&mut scope, edit.record).await?;
    scope.commit().await?;
    Ok(One {
        subscription,
        secret,
    })
}

/// Nobody has told to a program what they may not see themselves.
fn not_to_be_seen(scope: &Scope, edit: &Edit<Subscription>) -> Vec<FieldError> {
    let added = check::added(&edit.record, edit.before.as_ref()).into_iter();
    let hidden = added.filter(|(_, _, kind)| !scope.can(kind.permission));
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

/// An address that is refused whatever its name leads to is told at once; where a name leads is seen when it is called.
fn not_to_be_called(
    scope: &Scope,
    record: &Subscription,
    wrong: &[FieldError],
) -> Result<Option<FieldError>> {
    if wrong.iter().any(|error| error.member == "subscription.url") {
        return Ok(None);
    }
    let Ok(url) = check::address(&record.url) else {
        return Ok(None);
    };
    let refused = match scope.host().outgoing()?.check(&url) {
        Err(OutgoingError::Refused(words)) => Message::verbatim(words),
        _ => return Ok(None),
    };
    let message = message!("can't be called ({reason})", reason = refused);
    Ok(Some(
        FieldError::new("subscription.url", message).coded("url"),
    ))
}

async fn delete(mut scope: Scope, ById { id }: ById<WebhookSubscriptionId>) -> Result<Empty> {
    scope.delete::<Subscription>(id).await?;
    store::write_wanted(&mut scope).await?;
    scope.commit().await?;
    Ok(Empty {})
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "RotateWebhookSecret")]
struct Rotate {
    id: WebhookSubscriptionId,
    /// Where the present secret has become known to others: it signs nothing more. Otherwise it signs beside the new one
    /// for 24 hours.
    #[serde(default)]
    ends_now: bool,
}

/// A new secret; it is told this once.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "NewWebhookSecret")]
struct Rotated {
    secret: String,
    /// Until then the secret before signs, too.
    previous_secret_until: Option<DateTime<Utc>>,
}

async fn rotate(mut scope: Scope, Rotate { id, ends_now }: Rotate) -> Result<Rotated> {
    let mut subscription: Subscription = scope.find(id).await?;
    let secret = secrets::renew(&scope, &mut subscription, ends_now)?;
    subscription.last_modification_time = scope.now();
    scope.update(&mut subscription).await?;
    scope.note(RECORDED_AS, id, "secret", Value::Null, "renewed");
    scope.commit().await?;
    Ok(Rotated {
        secret,
        previous_secret_until: subscription.old_secret_until,
    })
}

/// A message on its way.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "WebhookTest")]
struct Sent {
    delivery_id: WebhookDeliveryId,
}

async fn send_test(mut scope: Scope, ById { id }: ById<WebhookSubscriptionId>) -> Result<Sent> {
    let subscription = scope.find(id).await?;
    let delivery = take::ping(&mut scope, &subscription).await?;
    scope.commit().await?;
    Ok(Sent {
        delivery_id: delivery.id,
    })
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "WebhookEventTypes")]
struct EventTypes {
    event_types: Vec<EventTypeView>,
}

/// A type of event that can be subscribed to.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "WebhookEventType")]
struct EventTypeView {
    /// As subscriptions and messages name it.
    name: &'static str,
    group: &'static str,
    title: &'static str,
    description: &'static str,
    /// Whether the caller may subscribe to it: what it says may be seen, and its part of the product is on.
    may_choose: bool,
    /// A message of this type.
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
    let health = store::health(scope).await?;
    let view = |subscription: Subscription| SubscriptionView {
        customer_name: subscription
            .customer_id
            .and_then(|id| names.get(&id).cloned()),
        health: health.get(&subscription.id).copied().unwrap_or_default(),
        subscription,
    };
    Ok(subscriptions.into_iter().map(view).collect())
}
