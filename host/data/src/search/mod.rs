//! The global search over the index of [`crate::index`], its rebuilds, and sealing of its rows.

mod hits;
mod rebuild;
mod segments;

pub use crate::index::fold;
pub use hits::{
    Hit, SearchHit, SearchQuestion, SearchResults, SearchedKind, SearchedKinds, search,
};
pub use rebuild::{rebuild, rebuild_of, rebuild_step};
pub use segments::seal;
