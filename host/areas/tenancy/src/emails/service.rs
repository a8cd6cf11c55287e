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
        Attachment, Content, MailError, MailMessage, Mailer, Person, SmtpSettings, Template,
        Templates,
    },
    outgoing::{self, OutgoingError},
};

use crate::settings::service::{settings_of, with_change};
use crate::settings::{self, model::Settings};

const KIND: &str = "tenancy.mail";
/// Pauses grow to an hour: together about half a day.
const ATTEMPTS: i64 = 20;
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

pub(crate) const JOB: JobKind = JobKind::new(KIND, run)
    .attempts(ATTEMPTS)
    .max_concurrent(8)
    .priority(Priority::High);

#[derive(Serialize, Deserialize)]
struct QueuedMessage {
    to: Vec<Person>,
    reply_to: Option<Person>,
    content: Content,
    attachments: Vec<Stored>,
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
    })?;
    let sealed = scope
        .host()
        .secrets()
        .seal(scope.tenant, PURPOSE, &Secret::new(waiting))?;
    scope
        .enqueue(NewJob::new(KIND, json!({ "sealed": sealed })))
        .await
}

fn run(scope: Scope, payload: Value) -> BoxFuture<'static, Result<()>> {
    async move {
        let host = scope.host();
        let sealed = payload["sealed"].as_str().unwrap_or_default();
        let text = host.secrets().open_sealed(scope.tenant, PURPOSE, sealed)?;
        let QueuedMessage {
            to,
            reply_to,
            content,
            attachments,
        } = serde_json::from_str(text.expose())?;
        let mut message = MailMessage {
            to,
            reply_to,
            content,
            attachments: Vec::new(),
        };
        for stored in &attachments {
            let content = host.files().get(scope.tenant, &stored.key).await?.to_vec();
            let (name, media_type) = (stored.name.clone(), stored.media_type.clone());
            message.attachments.push(Attachment {
                name,
                media_type,
                content,
            });
        }
        let outcome = match load_server(host, scope.tenant).await? {
            Some(server) => send(host, server, &message).await,
            None => Err(MailError::Unreachable(
                "neither the tenant nor the platform has a mail server".to_owned(),
            )),
        };
        match outcome {
            Err(MailError::Unreachable(words)) => {
                return Err(Error::Unavailable(Message::verbatim(words)));
            }
            Err(MailError::Refused(words)) => {
                tracing::warn!(
                    tenant = scope.tenant.0,
                    reason = words,
                    "email rejected; dropped"
                );
            }
            Ok(()) => {}
        }
        for stored in attachments {
            host.files().delete(scope.tenant, &stored.key).await?;
        }
        Ok(())
    }
    .boxed()
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
        return Ok((
            false,
            "Neither the tenant nor the platform has a mail server.".to_owned(),
        ));
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
    Ok(match send(host, server, &message).await {
        Ok(()) => (true, format!("{name} accepted the message for {to}.")),
        Err(error) => (false, error.to_string()),
    })
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
async fn send(host: &Host, server: Server, message: &MailMessage) -> Result<(), MailError> {
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
    Mailer::new(settings)?.send(message).await
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
