//! Customers: the businesses and people a tenant ships for.
//!
//! Terms: a customer's *type* determines payment (Account, Payg, Prepaid, Guest), its *status*
//! permission to book.
//!
//! Invariants:
//! - A code is unique in its tenant, including those of deleted customers.
//! - A customer's user sees only that customer.
//! - A customer with open bookings is not deleted; other bookings keep its name and code.

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

pub use billing::{Billing, filter_invoiced, load_billing};
pub use business_numbers::{is_abn, is_nzbn};
pub use cost_centers::{CostCenterId, cost_center};
pub use credit::AccountPort;
pub use credit_stop::{lift_credit_stop, stop_credit};
pub use dangerous_goods::warnings as dangerous_goods_warnings;
pub use frequent_addresses::{FrequentAddressId, FrequentPlace, frequent_places};
pub use guests::{Guest, find_or_create_guest};
pub use info::{CustomerInfo, DefaultInsurance, NewCustomer};
pub use products::{CustomerProductId, complete_items};
pub use references::{ReferenceField, ReferenceId, reference_fields};
pub use routes::{area, list_json, list_schema, page};
pub use settings::{BookingSettings, CustomerSettings, FieldRequirement, settings_of};
pub use terms::PaymentTerms;
pub use words::{AccountStatus, CustomerType, Duration};

pub use things::find_entity;

use std::collections::{HashMap, HashSet};

use kernel::{
    Change, Error, Result, Scope, Where,
    ids::{CustomerId, UserId},
    message,
};

use rust_decimal::Decimal;

use crate::model::Customer;

/// Loads the customer if the caller may see it, else fails as not found.
pub async fn find(scope: &mut Scope, id: CustomerId) -> Result<CustomerInfo> {
    Ok(row(scope, id).await?.into())
}

/// Resolves the customer of a call: the given one, or the caller's.
async fn resolve_customer(scope: &mut Scope, customer: Option<CustomerId>) -> Result<CustomerId> {
    let id = customer
        .or(scope.caller.customer())
        .ok_or_else(|| Error::invalid("customerId", message!("is required")))?;
    Ok(row(scope, id).await?.id)
}

async fn row(scope: &mut Scope, id: CustomerId) -> Result<Customer> {
    scope.find(id).await
}

/// Loads all customers of the tenant.
pub async fn all(scope: &mut Scope) -> Result<Vec<CustomerInfo>> {
    Ok(scope
        .all::<Customer>(Where::all())
        .await?
        .into_iter()
        .map(CustomerInfo::from)
        .collect())
}

/// Names of those of these customers that exist.
pub async fn names(scope: &mut Scope, ids: &[CustomerId]) -> Result<HashMap<CustomerId, String>> {
    let customers: Vec<Customer> = scope.all(Where::all().is_in(Customer::ID, ids)).await?;
    Ok(customers
        .into_iter()
        .map(|customer| (customer.id, customer.display_name().to_owned()))
        .collect())
}

/// The customer's users, including disabled ones.
pub async fn users(scope: &mut Scope, id: CustomerId) -> Result<HashSet<UserId>> {
    people::users_of(scope, id).await
}

/// Rejects unless the customer may book now and has credit for the amount.
pub async fn check_may_book(scope: &mut Scope, id: CustomerId, amount: Decimal) -> Result<()> {
    let customer = row(scope, id).await?;
    rules::check_may_book(&customer)?;
    credit::check(scope, &customer, amount).await
}

/// Prepaid amount minus the amount booked and unpaid.
pub async fn balance(scope: &mut Scope, id: CustomerId) -> Result<Decimal> {
    credit::balance(scope, id).await
}

/// Locks the customer against other bookings until the transaction ends.
pub async fn lock_customer(scope: &mut Scope, id: CustomerId) -> Result<()> {
    credit::lock_customer(scope, id).await
}

/// Creates a customer for internal callers: seeds and tests.
pub async fn create(scope: &mut Scope, new: NewCustomer) -> Result<CustomerInfo> {
    // The active flag follows from the status, which is omitted here.
    let change = Change::from_form(new.into()).without("isActive");
    Ok(routes::store(scope, change).await?.into())
}

/// Row types for tests and benchmarks; other areas use the functions above.
pub mod rows {
    pub use crate::model::Customer;
}
