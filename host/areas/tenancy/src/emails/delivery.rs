//! Delivery of emails about records: recorded when queued, settled by the job that sends them.

use chrono::TimeDelta;
use data::{New, Refusal, Result, Scope, Where, db::Sealed};
use serde_json::{Value, json};
use work::{
    event::{Listener, ScopeEvents},
    job::{NewJob, ScopeJobs},
    mail::MailError,
};

use crate::emails::{
    model::{
        EMAIL_CHANGED, Email, EmailChange, EmailId, EmailProblem, EmailState, MailedRecord,
        StoredAttachments,
    },
    service::{ATTEMPTS, KIND, delete_attachments},
};

const NOT_SENDABLE: Refusal = Refusal::new(
    1013,
    "This email cannot be sent again. Send a new one instead.",
);
/// Days after which the delivery is no longer shown, and a failed message is deleted.
const RETENTION: TimeDelta = TimeDelta::days(90);

/// Records an email in the transaction that queues it.
pub(crate) async fn record(
    scope: &mut Scope,
    about: MailedRecord,
    recipient: String,
) -> Result<EmailId> {
    let email = scope
        .create(New::<Email> {
            record_type: about.record_type.to_owned(),
            record_id: about.id,
            kind: about.kind.to_owned(),
            permission: about.permission.name.to_owned(),
            reference: about.reference,
            recipient,
            state: EmailState::Queued,
            problem: None,
            server_reply: None,
            attempts: 0,
            message: None,
            attachment_keys: Vec::new(),
            good_until: about.good_until,
            sent_time: None,
        })
        .await?;
    Ok(email.id)
}

/// A reason to send a queued email, or not to send it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Readiness {
    Ready,
    /// Its link or code has expired.
    Expired,
    Sent,
    /// For good; a person may queue it again.
    Failed,
}

pub(crate) async fn load_readiness(scope: &mut Scope, id: EmailId) -> Result<Readiness> {
    let email: Option<Email> = scope.first(Where::id(id)).await?;
    let now = scope.now();
    scope.rollback();
    Ok(match email {
        Some(email) if email.state == EmailState::Sent => Readiness::Sent,
        Some(email) if email.state == EmailState::Failed => Readiness::Failed,
        Some(email) if email.good_until.is_some_and(|end| end <= now) => Readiness::Expired,
        _ => Readiness::Ready,
    })
}

/// Outcome of an attempt to send.
pub(crate) enum Attempt {
    Sent,
    Failed(MailError),
    Expired,
}

/// Stores the outcome of an attempt and commits. Returns true if the email is to be tried again.
pub(crate) async fn settle(
    scope: &mut Scope,
    id: EmailId,
    attempt: &Attempt,
    sealed: &str,
    attachment_keys: Vec<String>,
) -> Result<bool> {
    let Some(mut email) = scope.first::<Email>(Where::id(id)).await? else {
        return Ok(false);
    };
    email.attempts += 1;
    let (problem, reply) = match attempt {
        Attempt::Sent => (None, None),
        Attempt::Expired => (Some(EmailProblem::Expired), None),
        Attempt::Failed(MailError::NoServer) => (Some(EmailProblem::NoServer), None),
        Attempt::Failed(MailError::Unreachable(words)) => {
            (Some(EmailProblem::Unreachable), Some(words.clone()))
        }
        Attempt::Failed(MailError::Refused(words)) => {
            (Some(EmailProblem::Refused), Some(words.clone()))
        }
    };
    email.problem = problem;
    email.server_reply = reply;
    let is_final = match attempt {
        Attempt::Sent | Attempt::Expired => true,
        Attempt::Failed(error) => error.is_permanent() || email.attempts >= ATTEMPTS,
    };
    if is_final {
        let now = scope.now();
        if matches!(attempt, Attempt::Sent) {
            email.state = EmailState::Sent;
            email.sent_time = Some(now);
        } else {
            email.state = EmailState::Failed;
            email.message = Some(Sealed(sealed.to_owned()));
            email.attachment_keys = attachment_keys;
        }
        scope.publish(&EMAIL_CHANGED, &email.change(now)).await?;
    }
    scope.update(&mut email).await?;
    scope.commit().await?;
    Ok(!is_final)
}

/// Queues a failed email with its stored message.
pub(crate) async fn send_again(scope: &mut Scope, email: &mut Email) -> Result<()> {
    let now = scope.now();
    if !email.can_be_sent_again(now) {
        return Err(NOT_SENDABLE.into());
    }
    let sealed = email.message.take().ok_or(NOT_SENDABLE)?;
    email.state = EmailState::Queued;
    email.problem = None;
    email.server_reply = None;
    email.attempts = 0;
    email.attachment_keys = Vec::new();
    scope.update(email).await?;
    scope.publish(&EMAIL_CHANGED, &email.change(now)).await?;
    scope
        .enqueue(NewJob::new(KIND, payload(&sealed.0, Some(email.id))))
        .await
}

/// A listener that copies the delivery of emails to the records of one type.
///
/// Changes may arrive in any order: `copy` learns whether a change is the email's latest, so that
/// an earlier one does not overwrite its state.
pub fn delivery_listener<R>(
    name: &'static str,
    record_type: &'static str,
    copy: impl Fn(Scope, EmailChange, bool) -> R + Clone + Send + Sync + 'static,
) -> Listener
where
    R: Future<Output = Result<()>> + Send + 'static,
{
    Listener::new(name, &EMAIL_CHANGED, move |mut scope, change| {
        let copy = copy.clone();
        async move {
            if change.record_type != record_type {
                return Ok(());
            }
            let email: Option<Email> = scope.first(Where::id(change.email)).await?;
            let is_latest = email.is_none_or(|email| email.state == change.state);
            copy(scope, change, is_latest).await
        }
    })
}

pub(crate) fn payload(sealed: &str, email: Option<EmailId>) -> Value {
    match email {
        Some(id) => json!({ "sealed": sealed, "email": id }),
        None => json!({ "sealed": sealed }),
    }
}

/// Deletes old emails every day, and the stored attachments of failed ones. No other email has
/// the same attachments.
pub(crate) fn sweeper() -> Listener {
    Listener::new("tenancy.sweep-emails", &crate::DAY_BEGAN, |scope, _| {
        sweep(scope)
    })
}

/// Deletes the rows last: if the store fails, the next sweep finds the keys of its files again.
async fn sweep(mut scope: Scope) -> Result<()> {
    let before = scope.now() - RETENTION;
    let old = || Where::all().lt(Email::CREATION_TIME, before);
    // Without its message an email is not sent again, so nothing needs its attachments.
    for mut email in scope
        .all::<Email>(old().is_not_null(Email::MESSAGE))
        .await?
    {
        email.message = None;
        scope.update(&mut email).await?;
    }
    scope.commit().await?;
    let emails: Vec<StoredAttachments> = scope.all(old()).await?;
    scope.rollback();
    for email in &emails {
        delete_attachments(scope.host(), scope.tenant, &email.attachment_keys).await?;
    }
    for email in emails {
        scope.delete::<Email>(email.id).await?;
    }
    scope.commit().await
}
