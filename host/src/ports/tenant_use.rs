//! What of a tenant stands against deleting it: bookings, which are promises to somebody and records of money.

use futures_util::{FutureExt, future::BoxFuture};
use kernel::{Host, Message, Result, db::Mode, ids::TenantId, message};
use tenancy::TenantUse;

pub struct RowsInUse;

impl TenantUse for RowsInUse {
    fn uses<'a>(&'a self, host: &'a Host, tenant: TenantId) -> BoxFuture<'a, Result<Vec<Message>>> {
        async move {
            let bookings = bookings::count(&mut host.scope(tenant, Mode::Read)).await?;
            Ok(match bookings {
                0 => Vec::new(),
                1 => vec![message!("1 booking")],
                count => vec![message!("{count} bookings")],
            })
        }
        .boxed()
    }
}
