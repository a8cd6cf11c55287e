//! Queries of drivers that areas above answer.

use std::collections::HashMap;

use data::{Result, Scope, ids::DriverId};
use futures_util::future::BoxFuture;

/// Work of drivers, which an area above keeps.
pub trait DriverWork: Send + Sync {
    /// Counts the open jobs of drivers. Those without any may be left out.
    fn count_jobs<'a>(
        &'a self,
        scope: &'a mut Scope,
        drivers: Vec<DriverId>,
    ) -> BoxFuture<'a, Result<HashMap<DriverId, i64>>>;
}
