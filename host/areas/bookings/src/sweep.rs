//! Daily cleanup of expired links, nonces, label files and old exchanges.

use chrono::TimeDelta;
use data::{Result, Scope};
use work::event::Listener;

use crate::{booking_documents, bookings::records::Print, carrier_calls, guests, payments};

/// Providers reject nonces after days, most after hours.
const NONCE_LIFETIME: TimeDelta = TimeDelta::days(7);

/// Needed until the carrier's invoice, for months.
const EXCHANGE_LIFETIME: TimeDelta = TimeDelta::days(180);

/// Downloaded at once; later it is printed again.
const PRINT_LIFETIME: TimeDelta = TimeDelta::days(1);

pub fn sweeper() -> Listener {
    Listener::new("bookings.sweep", &tenancy::DAY_BEGAN, |scope, _| run(scope))
}

async fn run(mut scope: Scope) -> Result<()> {
    let now = scope.now();
    guests::store::delete_expired_shares(&mut scope, now).await?;
    payments::store::delete_nonces_before(&mut scope, now - NONCE_LIFETIME).await?;
    carrier_calls::store::delete_exchanges_before(&mut scope, now - EXCHANGE_LIFETIME).await?;
    scope.commit().await?;
    prints(scope).await
}

/// Keeps transactions short.
const FILES_PER_TRANSACTION: i64 = 200;

async fn prints(mut scope: Scope) -> Result<()> {
    let until = scope.now() - PRINT_LIFETIME;
    loop {
        let prints =
            booking_documents::store::load_prints_before(&mut scope, until, FILES_PER_TRANSACTION)
                .await?;
        if prints.is_empty() {
            return Ok(());
        }
        let mut keys: Vec<String> = Vec::with_capacity(prints.len());
        for (id, key) in prints {
            scope.delete::<Print>(id).await?;
            keys.push(key);
        }
        scope.commit().await?;
        for key in keys {
            // Without its row the file only takes space.
            if let Err(error) = scope.host().files().delete(scope.tenant, &key).await {
                tracing::warn!(error = format!("{error:#}"), "cannot delete a label file");
            }
        }
    }
}
