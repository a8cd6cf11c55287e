//! What documents can hang on, as the rooms above the files know it: bookings, customers, carrier accounts.

use bookings::Booking;
use carriers::CarrierAccount;
use customers::Customer;
use files::port::{Named, Seen, Thing, Things};
use futures_util::future::{BoxFuture, FutureExt};
use kernel::{
    Error, Permission, Result, Scope, Where,
    db::Entity,
    ids::CustomerId,
    permission::{BOOKING, BOOKING_EDIT, CARRIER_ACCOUNTS, CARRIER_ACCOUNTS_EDIT, CUSTOMER, CUSTOMER_EDIT},
};

/// Answers from the rooms.
pub struct KnownThings;

const TYPES: &[&str] = &["Booking", "Customer", "CarrierAccount"];

impl Things for KnownThings {
    fn types(&self) -> &'static [&'static str] {
        TYPES
    }

    fn look<'a>(&'a self, scope: &'a mut Scope, thing: &'a Thing) -> BoxFuture<'a, Result<Seen>> {
        async move {
            match thing.entity_type {
                "Booking" => booking(scope, thing.named).await,
                "Customer" => customer(scope, thing.named).await,
                _ => carrier_account(scope, thing.named).await,
            }
        }
        .boxed()
    }
}

/// A customer's user has the bookings of that customer.
async fn booking(scope: &mut Scope, named: Named) -> Result<Seen> {
    let booking: Booking = find(scope, BOOKING, named, "guid").await?;
    own(scope, booking.customer_id, Booking::NAME)?;
    Ok(Seen { id: booking.id.0, may_change: scope.can(BOOKING_EDIT) })
}

/// A customer's user sees its own customer and does not keep its records.
async fn customer(scope: &mut Scope, named: Named) -> Result<Seen> {
    if scope.caller.customer().is_some() {
        let customer: Customer = row(scope, named, "customer_guid").await?;
        own(scope, customer.id, Customer::NAME)?;
        return Ok(Seen { id: customer.id.0, may_change: false });
    }
    let customer: Customer = find(scope, CUSTOMER, named, "customer_guid").await?;
    Ok(Seen { id: customer.id.0, may_change: scope.can(CUSTOMER_EDIT) })
}

async fn carrier_account(scope: &mut Scope, named: Named) -> Result<Seen> {
    let Named::Id(id) = named else {
        return Err(Error::invalid("entityGuid", "carrier accounts have none; give entityId"));
    };
    if scope.caller.customer().is_some() {
        return Err(Error::NotFound(CarrierAccount::NAME));
    }
    let account: CarrierAccount = find(scope, CARRIER_ACCOUNTS, Named::Id(id), "id").await?;
    Ok(Seen { id: account.id.0, may_change: scope.can(CARRIER_ACCOUNTS_EDIT) })
}

/// The row, for a caller who may see such things at all; to others there are none.
async fn find<E: Entity>(scope: &mut Scope, needs: Permission, named: Named, guid: &'static str) -> Result<E> {
    if !scope.can(needs) {
        return Err(Error::NotFound(E::NAME));
    }
    row(scope, named, guid).await
}

async fn row<E: Entity>(scope: &mut Scope, named: Named, guid: &'static str) -> Result<E> {
    let narrow = match named {
        Named::Id(id) => Where::all().eq("id", id),
        Named::Guid(value) => Where::all().eq(guid, value),
    };
    scope.first(narrow).await?.ok_or(Error::NotFound(E::NAME))
}

fn own(scope: &Scope, customer: CustomerId, name: &'static str) -> Result<()> {
    match scope.caller.customer() {
        Some(own) if own != customer => Err(Error::NotFound(name)),
        _ => Ok(()),
    }
}
