//! Outgoing email: enqueued with the caller's change, sent by a job through the tenant's or the
//! platform's server.

use data::{
    Error, Host, Message, Result, Scope,
    ids::TenantId,
    message,
    secrets::{SealedColumn, SealedIn, Secret},
};
use futures_util::{FutureExt, future::BoxFuture};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use work::{
    job::{JobKind, NewJob, Priority, ScopeJobs},
    mail::{
        Attachment, Content, MailError, MailMessage, Mailer, MessageId, Person, SmtpSettings,
        Template, Templates,
    },
    outgoing::{self, OutgoingError},
};

use crate::emails::{
    delivery::{self, Attempt, Readiness},
    model::{EmailId, MailedRecord},
};
use crate::settings::service::{settings_of, with_change};
use crate::settings::{self, model::Settings};

pub(crate) const KIND: &str = "tenancy.mail";
/// Attempts to send an email. Pauses grow to an hour: together about half a day.
pub(crate) const ATTEMPTS: i64 = 20;
/// Runs of the job that end without the outcome of an attempt: its host or the store failed. The
/// email's last attempt must settle it, so the job may not be dead before.
const SPARE_RUNS: i64 = 10;
/// Sealing purpose of queued messages, which may contain sign-in links.
const PURPOSE: &str = "mail";
/// Column of queued emails.
pub(crate) const QUEUED_COLUMN: SealedColumn = SealedColumn {
    table: "jobs",
    tenant: "for_tenant",
    column: "payload",
    holds: SealedIn::Document,
    context: "kind",
    purpose: |kind, _| (kind == KIND).then(|| PURPOSE.to_owned()),
};
/// Column of failed emails, kept to be sent again.
pub(crate) const FAILED_COLUMN: SealedColumn = SealedColumn {
    table: "emails",
    tenant: "tenant_id",
    column: "message",
    holds: SealedIn::Text,
    context: "''",
    purpose: |_, _| Some(PURPOSE.to_owned()),
};

pub(crate) const JOB: JobKind = JobKind::new(KIND, run)
    .attempts(ATTEMPTS + SPARE_RUNS)
    .max_concurrent(8)
    .priority(Priority::High);

#[derive(Serialize, Deserialize)]
struct QueuedMessage {
    to: Vec<Person>,
    reply_to: Option<Person>,
    content: Content,
    attachments: Vec<Stored>,
    #[serde(default)]
    id: MessageId,
}

#[derive(Serialize, Deserialize)]
struct Stored {
    name: String,
    media_type: String,
    key: String,
}

/// Sends after the commit. Retries an unreachable server for hours; a rejected message is dropped
/// and logged.
pub async fn queue_mail(scope: &mut Scope, message: MailMessage) -> Result<()> {
    queue(scope, message, None).await
}

/// Like [`queue_mail`], with a delivery that staff see at the record: queued, sent or failed.
pub async fn queue_mail_about(
    scope: &mut Scope,
    message: MailMessage,
    record: MailedRecord,
) -> Result<()> {
    let recipients: Vec<&str> = message.to.iter().map(|to| to.email.as_str()).collect();
    let email = delivery::record(scope, record, recipients.join(", ")).await?;
    queue(scope, message, Some(email)).await
}

async fn queue(scope: &mut Scope, message: MailMessage, email: Option<EmailId>) -> Result<()> {
    let MailMessage {
        to,
        reply_to,
        content,
        attachments,
    } = message;
    let mut stored = Vec::with_capacity(attachments.len());
    for Attachment {
        name,
        media_type,
        content,
    } in attachments
    {
        let key = scope.host().files().put(scope.tenant, content).await?;
        stored.push(Stored {
            name,
            media_type,
            key,
        });
    }
    let waiting = serde_json::to_string(&QueuedMessage {
        to,
        reply_to,
        content,
        attachments: stored,
        id: MessageId::default(),
    })?;
    let sealed = scope
        .host()
        .secrets()
        .seal(scope.tenant, PURPOSE, &Secret::new(waiting))?;
    scope
        .enqueue(NewJob::new(KIND, delivery::payload(&sealed, email)))
        .await
}

fn run(mut scope: Scope, payload: Value) -> BoxFuture<'static, Result<()>> {
    async move {
        let host = scope.host().clone();
        let sealed = payload["sealed"].as_str().unwrap_or_default();
        let email = payload["email"].as_i64().map(EmailId);
        let text = host.secrets().open_sealed(scope.tenant, PURPOSE, sealed)?;
        let queued: QueuedMessage = serde_json::from_str(text.expose())?;
        let keys: Vec<String> = queued
            .attachments
            .iter()
            .map(|stored| stored.key.clone())
            .collect();
        let readiness = match email {
            Some(id) => delivery::load_readiness(&mut scope, id).await?,
            None => Readiness::Ready,
        };
        let attempt = match readiness {
            // The host stopped after it had stored the outcome of an earlier run.
            Readiness::Sent => return delete_attachments(&host, scope.tenant, &keys).await,
            Readiness::Failed => return Ok(()),
            Readiness::Expired => Attempt::Expired,
            Readiness::Ready => match send_queued(&host, scope.tenant, queued).await? {
                Ok(()) => Attempt::Sent,
                Err(error) => Attempt::Failed(error),
            },
        };
        let is_retried = match email {
            Some(id) => delivery::settle(&mut scope, id, &attempt, sealed, keys.clone()).await?,
            None => matches!(&attempt, Attempt::Failed(error) if !error.is_permanent()),
        };
        if let Attempt::Failed(error) = &attempt {
            if is_retried {
                return Err(Error::Unavailable(Message::verbatim(error.to_string())));
            }
            tracing::warn!(
                tenant = scope.tenant.0,
                reason = error.to_string(),
                "email not sent"
            );
        }
        // A failed message keeps them until it is sent again or deleted.
        if email.is_none() || matches!(attempt, Attempt::Sent) {
            delete_attachments(&host, scope.tenant, &keys).await?;
        }
        Ok(())
    }
    .boxed()
}

pub(crate) async fn delete_attachments(
    host: &Host,
    tenant: TenantId,
    keys: &[String],
) -> Result<()> {
    for key in keys {
        host.files().delete(tenant, key).await?;
    }
    Ok(())
}

async fn send_queued(
    host: &Host,
    tenant: TenantId,
    queued: QueuedMessage,
) -> Result<Result<(), MailError>> {
    let Some(server) = load_server(host, tenant).await? else {
        return Ok(Err(MailError::NoServer));
    };
    let mut message = MailMessage {
        to: queued.to,
        reply_to: queued.reply_to,
        content: queued.content,
        attachments: Vec::new(),
    };
    for Stored {
        name,
        media_type,
        key,
    } in queued.attachments
    {
        let content = match host.files().get(tenant, &key).await {
            Ok(content) => content.to_vec(),
            // No later attempt finds it either.
            Err(Error::NotFound(_)) => {
                let reason = "an attachment is no longer stored".to_owned();
                return Ok(Err(MailError::Refused(reason)));
            }
            Err(error) => return Err(error),
        };
        message.attachments.push(Attachment {
            name,
            media_type,
            content,
        });
    }
    Ok(send(host, server, &message, &queued.id).await)
}

/// True if the tenant's emails have a mail server: its own or the platform's.
pub(crate) async fn has_server(host: &Host, tenant: TenantId) -> Result<bool> {
    Ok(load_server(host, tenant).await?.is_some())
}

/// Sends at once and describes the server's reply.
pub(crate) async fn send_test(
    scope: &Scope,
    to: &str,
    email: Option<Value>,
) -> Result<(bool, String)> {
    let host = scope.host();
    if !data::email::is_email(to) {
        return Err(Error::invalid(
            "emailAddress",
            message!("must be an email address such as name@example.com"),
        ));
    }
    host.port::<crate::tenants::service::Directory>()?
        .count_test_mail(scope.tenant)?;
    let before = settings_of(host, scope.tenant).await?;
    let mut settings = (*before).clone();
    if let Some(email) = email {
        settings = with_change(&before, json!({ "email": email }))?;
        let mut errors = settings::rules::Errors::default();
        settings::rules::email(&mut errors, &before.email, &settings.email);
        errors.finish()?;
        let has_stored_secret = settings
            .email
            .smtp_password
            .take()
            .or_else(|| before.email.smtp_password.clone());
        settings.email.smtp_password =
            has_stored_secret.filter(|password| !password.expose().is_empty());
    }
    let brand = crate::tenants::service::tenant(host, scope.tenant)
        .await?
        .map(|tenant| tenant.name.clone())
        .unwrap_or_default();
    let Some(server) = server_for(host, &settings, &brand).await? else {
        return Ok((false, MailError::NoServer.to_string()));
    };
    let name = server.settings.host.clone();
    let content = Templates::new(&[TEST]).map_err(Error::internal)?.render(
        TEST.name,
        &brand,
        &json!({ "server": name }),
    )?;
    let message = MailMessage {
        to: vec![Person::new("", to)],
        content,
        ..MailMessage::default()
    };
    Ok(
        match send(host, server, &message, &MessageId::default()).await {
            Ok(()) => (true, format!("{name} accepted the message for {to}.")),
            Err(error) => (false, error.to_string()),
        },
    )
}

const TEST: Template = Template {
    name: "test",
    subject: "A test message from {{ brand }}",
    text: include_str!("../mail/test.txt"),
};

struct Server {
    settings: SmtpSettings,
    is_operators: bool,
}

/// Servers set by a tenant or the platform must have a public address, unless the operator allows
/// others.
async fn send(
    host: &Host,
    server: Server,
    message: &MailMessage,
    id: &MessageId,
) -> Result<(), MailError> {
    let Server {
        mut settings,
        is_operators,
    } = server;
    if !is_operators {
        let port = settings.port.unwrap_or_default();
        let found =
            outgoing::resolve(&settings.host, port, &host.config().tenant_private_hosts).await;
        let found = found.map_err(|error| match error {
            OutgoingError::Refused(words) => MailError::Refused(words),
            other => MailError::Unreachable(other.to_string()),
        })?;
        settings.address = found.first().map(|address| address.ip());
    }
    Mailer::new(settings)?.send(message, id).await
}

/// The platform's server is used in the tenant's name.
async fn load_server(host: &Host, tenant: TenantId) -> Result<Option<Server>> {
    let settings = settings_of(host, tenant).await?;
    let brand = crate::tenants::service::tenant(host, tenant)
        .await?
        .map(|tenant| tenant.name.clone())
        .unwrap_or_default();
    server_for(host, &settings, &brand).await
}

async fn server_for(host: &Host, settings: &Settings, brand: &str) -> Result<Option<Server>> {
    if !settings.email.use_host_default && !settings.email.smtp_host.is_empty() {
        return Ok(Some(own_server(host, settings, brand)));
    }
    let Some(mut server) = platform_server(host).await? else {
        return Ok(None);
    };
    server.settings.from.name = sender_name(settings, brand);
    Ok(Some(server))
}

fn sender_name(settings: &Settings, brand: &str) -> String {
    let name = settings.email.default_from_display_name.trim();
    if name.is_empty() {
        brand.to_owned()
    } else {
        name.to_owned()
    }
}

fn own_server(host: &Host, settings: &Settings, brand: &str) -> Server {
    let email = &settings.email;
    let settings = SmtpSettings {
        host: email.smtp_host.clone(),
        port: Some(email.smtp_port),
        security: email.smtp_security,
        user: Some(email.smtp_user_name.clone()).filter(|user| !user.is_empty()),
        password: email.smtp_password.clone(),
        from: Person::new(
            sender_name(settings, brand),
            email.default_from_address.clone(),
        ),
        address: None,
        authorities: host.config().trusted_authorities.clone(),
    };
    Server {
        settings,
        is_operators: false,
    }
}

/// Set by the platform's administrators, else by the operator.
async fn platform_server(host: &Host) -> Result<Option<Server>> {
    if let Some(platform) = crate::platform::service::platform_tenant(host).await? {
        let settings = settings_of(host, platform).await?;
        if !settings.email.smtp_host.is_empty() {
            return Ok(Some(own_server(host, &settings, "")));
        }
    }
    let config = host.config();
    let (Some(name), Some(from)) = (config.smtp_host.clone(), config.mail_from.clone()) else {
        return Ok(None);
    };
    let settings = SmtpSettings {
        host: name,
        port: config.smtp_port,
        security: config.smtp_security,
        user: config.smtp_user.clone(),
        password: config.smtp_password.clone(),
        from: Person::new("", from),
        address: None,
        authorities: config.trusted_authorities.clone(),
    };
    Ok(Some(Server {
        settings,
        is_operators: true,
    }))
}
