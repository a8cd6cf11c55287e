//! Events from one area to the areas above it. They are written to the outbox in the change's
//! transaction; the feed turns them into work, live streams show them.

use std::{
    marker::PhantomData,
    sync::{Arc, LazyLock},
};

use futures_util::{FutureExt, future::BoxFuture};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use data::{
    db::PlatformSql,
    error::{Error, Result},
    scope::Scope,
    value::{Col, Val},
};

/// A kind of event, declared once by its publishing area. Listeners name the same declaration, so
/// both agree on the payload.
///
/// ```text
/// pub static BOOKED: Event<Booked> = Event::new("bookings.booked", 1);
/// ```
pub struct Event<P> {
    /// Unique in the program.
    pub name: &'static str,
    /// Incremented by changes of the payload that old readers would misread.
    pub version: i64,
    upgrade: Option<fn(i64, Value) -> Option<Value>>,
    payload: PhantomData<fn() -> P>,
}

impl<P> Event<P> {
    pub const fn new(name: &'static str, version: i64) -> Self {
        Self {
            name,
            version,
            upgrade: None,
            payload: PhantomData,
        }
    }
    /// Converts payloads of older versions: events from before an update may still be queued.
    pub const fn with_upgrade(mut self, upgrade: fn(i64, Value) -> Option<Value>) -> Self {
        self.upgrade = Some(upgrade);
        self
    }
}

impl<P: DeserializeOwned> Event<P> {
    /// Reads the payload of this or an older version, for feed readers, which get it as written.
    pub fn read(&self, version: i64, payload: Value) -> Result<P> {
        let payload = if version == self.version {
            Some(payload)
        } else if version < self.version {
            self.upgrade.and_then(|upgrade| upgrade(version, payload))
        } else {
            None
        };
        let unknown = || {
            let (name, known) = (self.name, self.version);
            Error::Internal(anyhow::anyhow!(
                "version {version} of the event {name} is not known here; version {known} is"
            ))
        };
        Ok(serde_json::from_value(payload.ok_or_else(unknown)?)?)
    }
}

type Handler = Arc<dyn Fn(Scope, i64, Value) -> BoxFuture<'static, Result<()>> + Send + Sync>;

/// An area's reaction to an event. It runs as a job, at least once, so it must be idempotent.
#[derive(Clone)]
pub struct Listener {
    /// Job kind, unique in the program: `search.on-booked`.
    pub name: &'static str,
    pub(crate) event: &'static str,
    pub(crate) run: Handler,
}

impl Listener {
    pub fn new<P, F, R>(name: &'static str, event: &'static Event<P>, run: F) -> Self
    where
        P: DeserializeOwned + Send + 'static,
        F: Fn(Scope, P) -> R + Send + Sync + 'static,
        R: Future<Output = Result<()>> + Send + 'static,
    {
        let run: Handler =
            Arc::new(
                move |scope, version, payload| match event.read(version, payload) {
                    Ok(payload) => run(scope, payload).boxed(),
                    Err(error) => std::future::ready(Err(error)).boxed(),
                },
            );
        Self {
            name,
            event: event.name,
            run,
        }
    }
}

const WRITE: PlatformSql = PlatformSql(
    "INSERT INTO outbox (for_tenant, name, version, payload, creation_time) VALUES ($1, $2, $3, $4, $5)",
);

/// Events of one statement of [`ScopeEvents::publish_all`].
const EVENTS_PER_STATEMENT: usize = 50;

static WRITE_MANY: LazyLock<String> = LazyLock::new(|| {
    let rows: Vec<String> = (0..EVENTS_PER_STATEMENT)
        .map(|row| format!("($1, $2, $3, ${}, $4)", row + 5))
        .collect();
    format!(
        "INSERT INTO outbox (for_tenant, name, version, payload, creation_time) VALUES {}",
        rows.join(", ")
    )
});

/// Publishes events in a scope's transaction.
pub trait ScopeEvents {
    /// Publishes an event in the same transaction; after the commit each listener gets a job.
    fn publish<P: Serialize>(
        &mut self,
        event: &Event<P>,
        payload: &P,
    ) -> impl Future<Output = Result<()>> + Send;
    /// Publishes many events of one kind, in order and in few statements.
    fn publish_all<P: Serialize>(
        &mut self,
        event: &Event<P>,
        payloads: &[P],
    ) -> impl Future<Output = Result<()>> + Send;
}

impl ScopeEvents for Scope {
    fn publish<P: Serialize>(
        &mut self,
        event: &Event<P>,
        payload: &P,
    ) -> impl Future<Output = Result<()>> + Send {
        let values = serde_json::to_string(payload).map(|payload| {
            vec![
                self.tenant.val(),
                Val::Text(event.name.to_owned()),
                event.version.val(),
                Val::Json(payload),
                self.now().val(),
            ]
        });
        async move {
            self.platform(WRITE, values?).await?;
            self.wake_after_commit();
            Ok(())
        }
    }

    fn publish_all<P: Serialize>(
        &mut self,
        event: &Event<P>,
        payloads: &[P],
    ) -> impl Future<Output = Result<()>> + Send {
        let (name, version) = (Val::Text(event.name.to_owned()), event.version.val());
        let written: Result<Vec<String>, _> = payloads.iter().map(serde_json::to_string).collect();
        async move {
            let (tenant, now) = (self.tenant.val(), self.now().val());
            let written = written?;
            if written.is_empty() {
                return Ok(());
            }
            let many = written.chunks_exact(EVENTS_PER_STATEMENT);
            let rest = many.remainder();
            for payloads in many {
                let fixed = [tenant.clone(), name.clone(), version.clone(), now.clone()];
                let payloads = payloads.iter().cloned().map(Val::Json);
                let values = fixed.into_iter().chain(payloads).collect();
                self.platform(PlatformSql(WRITE_MANY.as_str()), values)
                    .await?;
            }
            for payload in rest {
                let (name, payload) = (name.clone(), Val::Json(payload.clone()));
                let values = vec![tenant.clone(), name, version.clone(), payload, now.clone()];
                self.platform(WRITE, values).await?;
            }
            self.wake_after_commit();
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[derive(serde::Deserialize, PartialEq, Debug)]
    struct Moved {
        from: String,
        to: String,
    }

    static MOVED: Event<Moved> =
        Event::new("test.moved", 3).with_upgrade(|version, mut payload| {
            if version < 2 {
                return None;
            }
            payload["from"] = "unknown".into();
            Some(payload)
        });

    #[test]
    fn a_payload_is_read_in_its_version() {
        let read = |version, payload| MOVED.read(version, payload);
        let moved = |from: &str| Moved {
            from: from.to_owned(),
            to: "B".to_owned(),
        };
        assert_eq!(
            read(3, json!({"from": "A", "to": "B"})).unwrap(),
            moved("A")
        );
        assert_eq!(read(2, json!({"to": "B"})).unwrap(), moved("unknown"));
        for (version, payload) in [
            (1, json!({"to": "B"})),
            (4, json!({"from": "A", "to": "B"})),
        ] {
            let error = read(version, payload).unwrap_err().to_string();
            assert!(
                error.contains(&format!(
                    "version {version} of the event test.moved is not known"
                )),
                "{error}"
            );
        }
        assert!(read(3, json!({"to": "B"})).is_err());
    }
}
