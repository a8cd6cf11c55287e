//! Follows the feed of events: of those that some subscription wants, each becomes work in its tenant once.

use std::collections::{HashMap, HashSet};

use futures_util::{FutureExt, future::BoxFuture};
use kernel::{
    Host, Result,
    event::feed::{Effects, EventReader, PublishedEvent},
    ids::TenantId,
};
use uuid::Uuid;

use crate::{
    catalog::{self, EventType},
    service::take,
    store,
};

/// A listener would be a job for every event of every tenant; a reader leaves one where somebody wants to be told.
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
            let known = |event: &'a PublishedEvent| Some((event, catalog::of_feed(&event.name)?));
            let known: Vec<(&PublishedEvent, &EventType)> =
                events.iter().filter_map(known).collect();
            let tenants: HashSet<TenantId> = known.iter().map(|(event, _)| event.tenant).collect();
            let mut wanted: HashMap<TenantId, Vec<String>> = HashMap::new();
            for tenant in tenants {
                wanted.insert(tenant, store::wanted(effects, tenant).await?);
            }
            for (event, kind) in known {
                if wanted[&event.tenant].iter().any(|name| name == kind.name) {
                    // Kept with the reader's position: one event has one id, whatever is repeated afterwards.
                    effects
                        .enqueue(
                            event.tenant,
                            take::Event::of(Uuid::now_v7(), kind, event).work()?,
                        )
                        .await?;
                }
            }
            Ok(())
        }
        .boxed()
    }
}
