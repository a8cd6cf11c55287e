//! Customers: the businesses and people a tenant ships for.
//!
//! Words: a customer's *type* says how it pays (Account, Payg, Prepaid, Guest), its *status* whether it may book.
//! Invariants: a code is unique in its tenant, those of deleted customers too; a customer's user sees that customer and
//! no other; a customer with open bookings is not deleted, and the others keep its name and code.

pub mod access;
mod account;
mod account_terms;
mod belongings;
mod billing;
mod business_numbers;
mod codes;
mod cost_centers;
mod credit;
mod credit_stop;
mod dangerous_goods;
pub mod events;
mod features;
mod frequent_addresses;
mod guests;
mod hours;
mod info;
mod model;
mod notes;
mod products;
mod references;
mod registration;
mod routes;
mod rules;
mod settings;
mod stores;
mod tables;
mod terms;
mod things;
pub mod told;
mod words;

pub use billing::{Billing, billing, invoiced_of};
pub use business_numbers::{is_abn, is_nzbn};
pub use cost_centers::{CostCenterId, cost_center};
pub use credit::AccountPort;
pub use credit_stop::{lift_credit_stop, stop_credit};
pub use dangerous_goods::warnings as dangerous_goods_warnings;
pub use frequent_addresses::{FrequentAddressId, FrequentPlace, frequent_places};
pub use guests::{Guest, guest};
pub use info::{CustomerInfo, NewCustomer, UsualInsurance};
pub use products::{CustomerProductId, complete_items};
pub use references::{ReferenceField, ReferenceId, reference_fields};
pub use routes::{area, list_schema, listed, page};
pub use settings::{Asked, BookingSettings, CustomerSettings, settings_of};
pub use terms::PaymentTerms;
pub use words::{AccountStatus, CustomerType, Duration};

pub use things::seen;

use std::collections::{HashMap, HashSet};

use kernel::{
    Change, Error, Result, Scope, Where,
    ids::{CustomerId, UserId},
    message,
};

use rust_decimal::Decimal;

use crate::model::Customer;

/// The customer, for a caller who may see it; another customer's user is told that there is none.
pub async fn find(scope: &mut Scope, id: CustomerId) -> Result<CustomerInfo> {
    Ok(row(scope, id).await?.into())
}

/// The customer that a call about its belongings means: the one that is named, or that of a customer's user.
async fn meant(scope: &mut Scope, named: Option<CustomerId>) -> Result<CustomerId> {
    let id = named
        .or(scope.caller.customer())
        .ok_or_else(|| Error::invalid("customerId", message!("is required")))?;
    Ok(row(scope, id).await?.id)
}

async fn row(scope: &mut Scope, id: CustomerId) -> Result<Customer> {
    scope.find(id).await
}

/// All customers of the tenant.
pub async fn all(scope: &mut Scope) -> Result<Vec<CustomerInfo>> {
    Ok(scope
        .all::<Customer>(Where::all())
        .await?
        .into_iter()
        .map(CustomerInfo::from)
        .collect())
}

/// The names of those of these customers that the tenant has.
pub async fn names(scope: &mut Scope, ids: &[CustomerId]) -> Result<HashMap<CustomerId, String>> {
    let customers: Vec<Customer> = scope.all(Where::all().is_in(Customer::ID, ids)).await?;
    Ok(customers
        .into_iter()
        .map(|customer| (customer.id, customer.display_name().to_owned()))
        .collect())
}

/// The customer's users, also those who are switched off.
pub async fn users(scope: &mut Scope, id: CustomerId) -> Result<HashSet<UserId>> {
    people::users_of(scope, id).await
}

/// Refuses unless the customer may book now, and on account for as much, with a sentence that says why.
pub async fn check_may_book(scope: &mut Scope, id: CustomerId, amount: Decimal) -> Result<()> {
    let customer = row(scope, id).await?;
    rules::may_book(&customer)?;
    credit::check(scope, &customer, amount).await
}

/// What a customer has paid ahead, less what it has booked and not paid for.
pub async fn balance(scope: &mut Scope, id: CustomerId) -> Result<Decimal> {
    credit::balance(scope, id).await
}

/// Nobody else books for the customer until the end of the transaction, or this waits for them.
pub async fn hold(scope: &mut Scope, id: CustomerId) -> Result<()> {
    credit::hold(scope, id).await
}

/// Creates a customer for the program itself: seeds and tests.
pub async fn create(scope: &mut Scope, new: NewCustomer) -> Result<CustomerInfo> {
    // Whether a customer is active follows from its status, of which nothing is said here.
    let change = Change::whole(new.into()).without("isActive");
    Ok(routes::store(scope, change).await?.into())
}

/// The rows, for tests and measurements of what is done with rows; other areas ask through the functions above.
pub mod rows {
    pub use crate::model::Customer;
}
