//! Pickup windows of carrier accounts and dispatch days of bookings.

use std::collections::BTreeMap;

use carriers::accounts;
use chrono::{DateTime, NaiveDate, Utc};
use data::{Error, Result, Scope, ids::CarrierAccountId};
use quotes::{
    calendar::{self, RequestedPickup, Window},
    quotes::consignment,
};

use crate::bookings::model::Booking;

pub async fn window(
    scope: &mut Scope,
    account: CarrierAccountId,
    requested: RequestedPickup,
    now: DateTime<Utc>,
) -> Result<Window> {
    let account = accounts::find(scope, account).await?;
    if account
        .customer_id
        .is_some_and(|owner| scope.caller.customer().is_some_and(|own| own != owner))
    {
        return Err(Error::NotFound("The carrier account"));
    }
    window_of(scope, &account.settings, requested, now).await
}

async fn window_of(
    scope: &Scope,
    account: &BTreeMap<String, String>,
    requested: RequestedPickup,
    now: DateTime<Utc>,
) -> Result<Window> {
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let zone = consignment::zone(&settings.general.timezone);
    Ok(calendar::window_of(
        account,
        requested,
        now,
        zone,
        &settings.bookings.holidays,
    ))
}

/// A deleted account has no cut-off.
pub async fn dispatch_day(
    scope: &mut Scope,
    booking: &Booking,
    now: DateTime<Utc>,
) -> Result<NaiveDate> {
    let account = match booking.service.carrier_account_id {
        Some(id) => accounts::find(scope, id)
            .await
            .map(|account| account.settings),
        None => Ok(BTreeMap::new()),
    };
    let account = match account {
        Err(Error::NotFound(_)) => BTreeMap::new(),
        account => account?,
    };
    let requested = RequestedPickup {
        ready: booking.handling.pickup_ready_time,
        closing: booking.handling.business_closing_time,
    };
    Ok(window_of(scope, &account, requested, now).await?.day)
}
