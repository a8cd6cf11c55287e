//! Jobs of drivers for the area drivers, which does not depend on jobs.

use std::collections::HashMap;

use data::{Result, Scope, ids::DriverId};
use futures_util::{FutureExt, future::BoxFuture};

pub struct DriverJobs;

impl drivers::DriverWork for DriverJobs {
    fn count_jobs<'a>(
        &'a self,
        scope: &'a mut Scope,
        drivers: Vec<DriverId>,
    ) -> BoxFuture<'a, Result<HashMap<DriverId, i64>>> {
        async move { jobs::count_open(scope, &drivers).await }.boxed()
    }
}
