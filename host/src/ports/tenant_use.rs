//! Bookings prevent a tenant's deletion.

use data::{Host, Message, Result, db::Mode, ids::TenantId, message};
use futures_util::{FutureExt, future::BoxFuture};
use tenancy::TenantUse;

pub struct TenantBookings;

impl TenantUse for TenantBookings {
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
