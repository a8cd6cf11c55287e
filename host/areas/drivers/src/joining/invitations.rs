//! Invitations: a link by email that works once, for seven days.

use std::sync::LazyLock;

use chrono::{DateTime, TimeDelta, Utc};
use data::{
    Error, FieldError, Record, Result, Scope, Where, email::is_email, files::random_token,
    ids::DriverId, message,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sha2::{Digest, Sha256};
use web::Routes;
use work::{
    event::ScopeEvents,
    mail::{MailMessage, Person, Template, Templates},
};

use crate::{
    access::{DRIVER_INVITE, DRIVERS},
    events::{APPROVED, ApprovedDriver},
};

data::id! { DriverInvitationId }

const LIFETIME: TimeDelta = TimeDelta::days(7);
const MAX_EMAIL_LENGTH: usize = 256;

const INVITATION: Template = Template {
    name: "driver-invitation",
    subject: "{{ brand }} invites you to drive",
    text: include_str!("../mail/invitation.txt"),
};

static TEMPLATES: LazyLock<Result<Templates, String>> =
    LazyLock::new(|| Templates::new(&[INVITATION]).map_err(|error| format!("{error:#}")));

pub(crate) fn table() -> Routes {
    Routes::new("/api/drivers/driver")
        .feature(DRIVERS)
        .post("invite-driver", DRIVER_INVITE, invite)
}

/// An invitation of a driver.
#[derive(Debug, Clone, Default, Serialize, JsonSchema, Record)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "DriverInvitation")]
#[record(table = "driver_invitations", name = "The invitation", open)]
pub(super) struct Invitation {
    pub id: DriverInvitationId,
    pub row_version: i64,
    pub email: String,
    /// The run that the driver gets when approved.
    pub run_id: Option<i64>,
    #[serde(skip)]
    #[record(secret)]
    pub token_hash: String,
    pub expires_time: DateTime<Utc>,
    pub used_time: Option<DateTime<Utc>>,
    /// The driver who joined by it.
    pub driver_id: Option<DriverId>,
    pub creation_time: DateTime<Utc>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "NewDriverInvitation")]
struct NewInvitation {
    email: String,
    run_id: Option<i64>,
}

#[derive(Deserialize, JsonSchema)]
struct InviteDriver {
    invitation: NewInvitation,
}

/// An invitation that was mailed.
#[derive(Serialize, JsonSchema)]
struct OneInvitation {
    invitation: Invitation,
}

async fn invite(
    mut scope: Scope,
    InviteDriver { invitation }: InviteDriver,
) -> Result<OneInvitation> {
    let email = invitation.email.trim().to_owned();
    check_address(&email)?;
    let token = random_token()?;
    let now = scope.now();
    let mut invitation = Invitation {
        run_id: invitation.run_id,
        token_hash: hash(&token),
        expires_time: now + LIFETIME,
        creation_time: now,
        email,
        ..Invitation::default()
    };
    scope.insert(&mut invitation).await?;
    mail(&mut scope, &invitation, &token).await?;
    scope.commit().await?;
    Ok(OneInvitation { invitation })
}

fn check_address(email: &str) -> Result<()> {
    if is_email(email) && email.chars().count() <= MAX_EMAIL_LENGTH {
        return Ok(());
    }
    Err(Error::Invalid(vec![FieldError::new(
        "invitation.email",
        message!("must be an email address"),
    )]))
}

async fn mail(scope: &mut Scope, invitation: &Invitation, token: &str) -> Result<()> {
    let tenant = tenancy::tenant(scope.host(), scope.tenant)
        .await?
        .ok_or(Error::NotFound("The tenant"))?;
    let base_url = tenancy::base_url(scope.host(), scope.tenant, &scope.request).await?;
    let zone = tenancy::load_zone(scope.host(), scope.tenant).await?;
    // The token is in the fragment, which browsers don't send to servers.
    let link = format!("{base_url}/driver/join#invitation={token}");
    let until = invitation
        .expires_time
        .with_timezone(&zone)
        .format("%-d %B %Y, %H:%M");
    let templates = TEMPLATES
        .as_ref()
        .map_err(|error| Error::internal(anyhow::anyhow!("{error}")))?;
    let values = json!({ "link": link, "until": until.to_string() });
    let content = templates.render(INVITATION.name, &tenant.name, &values)?;
    tenancy::queue_mail(
        scope,
        MailMessage {
            to: vec![Person::new("", invitation.email.clone())],
            content,
            ..MailMessage::default()
        },
    )
    .await
}

fn hash(token: &str) -> String {
    hex::encode(Sha256::digest(token.as_bytes()))
}

/// Returns the invitation of a link that still works.
pub(super) async fn find(scope: &mut Scope, token: &str) -> Result<Option<Invitation>> {
    let narrow = Where::all()
        .eq(Invitation::TOKEN_HASH, hash(token.trim()))
        .gt(Invitation::EXPIRES_TIME, scope.now())
        .is_null(Invitation::USED_TIME);
    scope.first(narrow).await
}

/// Uses the invitation up. Of two people with one link, the second is refused.
pub(super) async fn redeem(
    scope: &mut Scope,
    mut invitation: Invitation,
    driver: DriverId,
) -> Result<()> {
    invitation.used_time = Some(scope.now());
    invitation.driver_id = Some(driver);
    scope.update(&mut invitation).await
}

/// Publishes that an invited driver was approved, if the invitation promised a run.
pub(crate) async fn announce_approval(scope: &mut Scope, driver: DriverId) -> Result<()> {
    let narrow = Where::all().eq(Invitation::DRIVER_ID, driver);
    let invitation: Option<Invitation> = scope.first(narrow).await?;
    match invitation.and_then(|invitation| invitation.run_id) {
        Some(run_id) => {
            let approval = ApprovedDriver {
                driver_id: driver,
                run_id,
            };
            scope.publish(&APPROVED, &approval).await
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invitation_needs_an_address() {
        assert!(check_address("ann@example.com").is_ok());
        for bad in [
            "",
            "ann",
            "ann@",
            &format!("{}@example.com", "a".repeat(250)),
        ] {
            assert!(check_address(bad).is_err(), "{bad}");
        }
    }
}
