//! Whom this area asks about the things that documents hang on: the areas that depend on it, through the program.

use futures_util::future::BoxFuture;
use kernel::{Result, Scope};
use uuid::Uuid;

/// A thing as a call names it.
#[derive(Debug, Clone)]
pub struct Thing {
    /// As one of [`Things::types`] spells it.
    pub entity_type: &'static str,
    pub named: Named,
}

/// A thing's id or its guid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Named {
    Id(i64),
    Guid(Uuid),
}

/// A thing that the caller may see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seen {
    pub id: i64,
    /// Whether the caller may add and remove its documents.
    pub may_change: bool,
}

/// Knows the things. Filled by the program from the areas that have them.
pub trait Things: Send + Sync {
    /// The types of things that documents can hang on.
    fn types(&self) -> &'static [&'static str];
    /// The thing, or [`kernel::Error::NotFound`] when there is none that the caller may see.
    fn look<'a>(&'a self, scope: &'a mut Scope, thing: &'a Thing) -> BoxFuture<'a, Result<Seen>>;
}
