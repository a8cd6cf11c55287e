//! What of a tenant stands against deleting it: bookings, which are promises to somebody and records of money.

use bookings::Booking;
use futures_util::{FutureExt, future::BoxFuture};
use kernel::{Host, Result, Where, db::Mode, ids::TenantId};
use tenancy::TenantUse;

pub struct RowsInUse;

impl TenantUse for RowsInUse {
    fn uses<'a>(&'a self, host: &'a Host, tenant: TenantId) -> BoxFuture<'a, Result<Vec<String>>> {
        async move {
            let bookings = host.scope(tenant, Mode::Read).count::<Booking>(Where::all()).await?;
            Ok(match bookings {
                0 => Vec::new(),
                1 => vec!["1 booking".to_owned()],
                count => vec![format!("{count} bookings")],
            })
        }
        .boxed()
    }
}
