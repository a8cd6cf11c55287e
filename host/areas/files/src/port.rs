//! Port to the areas whose records have documents, filled by the program.

use data::{Result, Scope};
use futures_util::future::BoxFuture;
use uuid::Uuid;

/// Reference to a thing in a call.
#[derive(Debug, Clone)]
pub struct Thing {
    /// One of [`Things::types`].
    pub entity_type: &'static str,
    pub named: ThingKey,
}

/// Id or guid of a thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ThingKey {
    Id(i64),
    Guid(Uuid),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VisibleThing {
    pub id: i64,
    /// True if the caller may add and remove its documents.
    pub may_change: bool,
}

/// Lookup of things, provided by the program from the areas that own them.
pub trait Things: Send + Sync {
    fn types(&self) -> &'static [&'static str];
    /// Returns the thing, or [`data::Error::NotFound`] if none is visible to the caller.
    fn find_visible<'a>(
        &'a self,
        scope: &'a mut Scope,
        thing: &'a Thing,
    ) -> BoxFuture<'a, Result<VisibleThing>>;
}
