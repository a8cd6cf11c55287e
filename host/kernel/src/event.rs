//! Events: what one area tells the areas above it, written to the outbox with the change itself.

use futures_util::future::BoxFuture;
use serde_json::Value;

use crate::{
    db::{Col, PlatformSql, Val},
    error::Result,
    job::NewJob,
    scope::Scope,
};

/// An area's ear for one kind of event. It runs as a job: at least once, so it must not mind being told twice.
#[derive(Clone, Copy)]
pub struct Listener {
    /// The job's kind, unique in the program: `search.on-booking-booked`.
    pub name: &'static str,
    /// The event it hears: `bookings.booked`.
    pub event: &'static str,
    pub run: fn(Scope, Value) -> BoxFuture<'static, Result<()>>,
}

const WRITE: PlatformSql =
    PlatformSql("INSERT INTO outbox (for_tenant, name, payload, creation_time) VALUES ($1, $2, $3, $4)");

pub(crate) async fn announce(scope: &mut Scope, name: &'static str, payload: Value) -> Result<()> {
    let values =
        vec![scope.tenant.val(), Val::Text(name.to_owned()), Val::Json(payload.to_string()), scope.now().val()];
    scope.platform(WRITE, values).await?;
    let ears: Vec<&'static str> =
        scope.host().listeners().iter().filter(|ear| ear.event == name).map(|ear| ear.name).collect();
    for ear in ears {
        scope.enqueue(NewJob::new(ear, payload.clone())).await?;
    }
    Ok(())
}
