//! Calls about messages to drivers.

use data::{
    Empty, Error, ListQuery, Needs, New, PageOf, Result, Scope, Where, ids::DriverId, message,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web::Routes;
use work::event::ScopeEvents;

use super::model::{DriverMessage, DriverMessageId, MAX_TEXT_LENGTH};
use crate::{
    access::{JOB_ALLOCATE, JOBS},
    events,
    jobs::model::{FreightJobId, Job},
};

/// Messages of one call that marks them as read.
const MAX_READ: usize = 1000;

pub(crate) fn table() -> Routes {
    let needs = Needs::DriverOr(JOB_ALLOCATE);
    Routes::new("/api/jobs/job")
        .feature(JOBS)
        .list("messages", needs, list)
        .post("message", JOB_ALLOCATE, send)
        .post("read-messages", needs, mark_read)
}

#[data::wire(trim)]
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "NewDriverMessage")]
struct NewMessage {
    driverid: DriverId,
    /// The job that it is about.
    #[serde(default)]
    jobid: Option<FreightJobId>,
    /// At most 1,000 characters.
    text: String,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "SendDriverMessage")]
struct SendMessage {
    message: NewMessage,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "OneDriverMessage")]
struct OneMessage {
    message: DriverMessage,
}

async fn list(mut scope: Scope, _: Empty, query: ListQuery) -> Result<PageOf<DriverMessage>> {
    let sorting = query.sorting.clone().or(Some("id desc".to_owned()));
    let query = ListQuery { sorting, ..query };
    scope.page(&query, Where::all()).await
}

async fn send(mut scope: Scope, SendMessage { message }: SendMessage) -> Result<OneMessage> {
    let NewMessage {
        driverid: driver_id,
        jobid,
        text,
    } = message;
    let names = drivers::names(&mut scope, &[driver_id]).await?;
    if !names.contains_key(&driver_id) {
        return Err(Error::NotFound("The driver"));
    }
    let job_no = match jobid {
        Some(id) => Some(scope.find::<Job>(id).await?.job_no),
        None => None,
    };
    if text.is_empty() {
        return Err(Error::invalid("message.text", message!("is required")));
    }
    if text.chars().count() > MAX_TEXT_LENGTH {
        return Err(Error::invalid(
            "message.text",
            message!("must be at most {max} characters", max = MAX_TEXT_LENGTH),
        ));
    }
    let new = New::<DriverMessage> {
        driver_id,
        job_id: jobid,
        job_no,
        text,
        read_time: None,
        creator_user_id: scope.caller.user(),
        creator_user_name: scope.caller.name().to_owned(),
    };
    let message = scope.create(new).await?;
    publish(&mut scope, &message).await?;
    scope.commit().await?;
    Ok(OneMessage { message })
}

async fn publish(scope: &mut Scope, message: &DriverMessage) -> Result<()> {
    let news = events::DriverMessageNews {
        message_id: message.id,
        driver_id: message.driver_id,
        job_id: message.job_id,
    };
    scope.publish(&events::MESSAGED, &news).await
}

#[data::wire(lists)]
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "ReadDriverMessages")]
struct ReadMessages {
    /// At most 1,000.
    ids: Vec<DriverMessageId>,
}

/// Number of messages that were marked.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "MarkedDriverMessages")]
struct Marked {
    read: usize,
}

/// Marks the driver's own messages as read. Those that are stay as they are.
async fn mark_read(mut scope: Scope, ReadMessages { ids }: ReadMessages) -> Result<Marked> {
    if scope.caller.driver().is_none() {
        return Err(Error::Forbidden(message!(
            "Messages are marked as read by their driver."
        )));
    }
    if ids.len() > MAX_READ {
        return Err(Error::invalid(
            "ids",
            message!("must be at most {max}", max = MAX_READ),
        ));
    }
    let unread = || {
        Where::all()
            .is_in(DriverMessage::ID, &ids)
            .is_null(DriverMessage::READ_TIME)
    };
    scope.lock_all(unread()).await?;
    let now = scope.now();
    let messages: Vec<DriverMessage> = scope.all(unread()).await?;
    let read = messages.len();
    for mut message in messages {
        message.read_time = Some(now);
        scope.update(&mut message).await?;
        publish(&mut scope, &message).await?;
    }
    scope.commit().await?;
    Ok(Marked { read })
}
