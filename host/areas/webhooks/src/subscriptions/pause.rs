//! Pauses of subscriptions, and the notice to their owners.

use std::sync::LazyLock;

use data::{Error, Message, Result, Scope, message};
use serde_json::json;
use work::mail::{MailMessage, Person, Template, Templates};

use crate::{
    model::{Subscription, WebhookPauseReason},
    store,
    subscriptions::rules::MAX_WAITING,
};

const PAUSED: Template = Template {
    name: "webhook-paused",
    subject: "The webhook {{ name }} was paused",
    text: include_str!("../mail/paused.txt"),
};

static TEMPLATES: LazyLock<Result<Templates, String>> =
    LazyLock::new(|| Templates::new(&[PAUSED]).map_err(|error| format!("{error:#}")));

/// Emails the user of its last save, in the scope's transaction.
pub async fn pause(
    scope: &mut Scope,
    subscription: &mut Subscription,
    reason: WebhookPauseReason,
) -> Result<()> {
    subscription.is_active = false;
    subscription.pause_reason = Some(reason);
    subscription.paused_time = Some(scope.now());
    scope.update(subscription).await?;
    store::write_subscribed_types(scope).await?;
    let (tenant, id) = (scope.tenant.0, subscription.id.0);
    tracing::info!(
        tenant,
        subscription = id,
        reason = reason.as_str(),
        "a webhook is paused"
    );
    email_owner(scope, subscription, reason).await
}

pub fn reason_text(reason: WebhookPauseReason) -> Message {
    match reason {
        WebhookPauseReason::Gone => {
            message!("The address responded with status 410 and accepts no more messages.")
        }
        WebhookPauseReason::Backlog => {
            message!(
                "More than {max} messages waited to be delivered to the address.",
                max = MAX_WAITING
            )
        }
        WebhookPauseReason::Failing | WebhookPauseReason::Unknown => {
            message!("The address took no message for three days.")
        }
    }
}

async fn email_owner(
    scope: &mut Scope,
    subscription: &Subscription,
    reason: WebhookPauseReason,
) -> Result<()> {
    let Some(owner) = subscription.owner_user_id else {
        return Ok(());
    };
    let owner = match people::account(scope, owner).await {
        Ok(owner) if owner.is_active && !owner.email_address.is_empty() => owner,
        Ok(_) | Err(Error::NotFound(_)) => return Ok(()),
        Err(error) => return Err(error),
    };
    let tenant = tenancy::tenant(scope.host(), scope.tenant)
        .await?
        .ok_or(Error::NotFound("The tenant"))?;
    let values = json!({ "name": subscription.name, "url": subscription.url, "reason": reason_text(reason).to_string() });
    let templates = TEMPLATES
        .as_ref()
        .map_err(|error| Error::internal(anyhow::anyhow!("{error}")))?;
    let content = templates.render(PAUSED.name, &tenant.name, &values)?;
    let name = format!("{} {}", owner.name, owner.surname);
    let to = vec![Person::new(name.trim(), owner.email_address)];
    tenancy::queue_mail(
        scope,
        MailMessage {
            to,
            content,
            ..MailMessage::default()
        },
    )
    .await
}
