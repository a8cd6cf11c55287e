//! The reader of the event feed: enqueues each subscribed event once in its tenant.

use std::collections::{HashMap, HashSet};

use data::{Host, Result, ids::TenantId};
use futures_util::{FutureExt, future::BoxFuture};
use uuid::Uuid;
use work::feed::{Effects, EventReader, PublishedEvent};

use crate::{
    catalog::{self, EventType},
    deliveries, store,
};

/// Unlike a listener, a reader creates jobs only for subscribed events.
pub struct Reader;

impl EventReader for Reader {
    fn name(&self) -> &'static str {
        "webhooks"
    }

    fn read<'a>(
        &'a self,
        _: &'a Host,
        events: &'a [PublishedEvent],
        effects: &'a mut Effects<'_>,
    ) -> BoxFuture<'a, Result<()>> {
        async move {
            let typed_events =
                |event: &'a PublishedEvent| Some((event, catalog::type_by_feed(&event.name)?));
            let typed_events: Vec<(&PublishedEvent, &EventType)> =
                events.iter().filter_map(typed_events).collect();
            let tenants: HashSet<TenantId> =
                typed_events.iter().map(|(event, _)| event.tenant).collect();
            let mut subscribed: HashMap<TenantId, Vec<String>> = HashMap::new();
            for tenant in tenants {
                subscribed.insert(tenant, store::load_subscribed_types(effects, tenant).await?);
            }
            for (event, kind) in typed_events {
                if subscribed[&event.tenant]
                    .iter()
                    .any(|name| name == kind.name)
                {
                    // Committed with the reader's position: an event has one id, even after
                    // repetitions.
                    effects
                        .enqueue(
                            event.tenant,
                            deliveries::enqueue::Event::from_feed(Uuid::now_v7(), kind, event)
                                .work()?,
                        )
                        .await?;
                }
            }
            Ok(())
        }
        .boxed()
    }
}
