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
mod billing;
mod business_numbers;
mod claims;
mod codes;
mod cost_centers;
mod credit;
mod credit_stop;
mod customer_records;
mod dangerous_goods;
mod document_owner;
pub mod events;
mod features;
mod frequent_addresses;
mod guests;
mod hours;
mod imports;
mod info;
mod model;
mod notes;
mod products;
mod references;
mod registration;
mod routes;
mod rules;
mod settings;
mod spreadsheets;
mod store;
mod stores;
mod terms;
mod values;
pub mod webhook_payload;

pub use crate::billing::{Billing, filter_invoiced, list_open_accounts, load_billing};
pub use crate::business_numbers::{is_abn, is_nzbn};
pub use crate::cost_centers::{CostCenterId, cost_center};
pub use crate::credit::AccountPort;
pub use crate::credit_stop::{is_credit_stopped, lift_credit_stop, stop_credit};
pub use crate::dangerous_goods::warnings as dangerous_goods_warnings;
pub use crate::frequent_addresses::{FrequentAddressId, FrequentPlace, frequent_places};
pub use crate::guests::{Guest, find_or_create_guest};
pub use crate::info::{CustomerInfo, DefaultInsurance, NewCustomer};
pub use crate::products::{CustomerProductId, complete_items};
pub use crate::references::{ReferenceField, ReferenceId, reference_fields};
pub use crate::routes::{list_json, list_schema, page};
pub use crate::settings::{BookingSettings, CustomerSettings, FieldRequirement, settings_of};
pub use crate::store::lock_customer;
pub use crate::terms::PaymentTerms;
pub use crate::values::{AccountStatus, CustomerType, Duration};

pub use crate::document_owner::find_entity;

use std::collections::{HashMap, HashSet};

use data::{
    Change, Error, Result, Scope, Where,
    ids::{CustomerId, UserId},
    message,
};

use rust_decimal::Decimal;
use web::Area;

use crate::{frequent_addresses::FrequentAddress, model::Customer, products::CustomerProduct};

pub fn area() -> Area {
    Area::new("customers")
        .globally_searchable::<Customer>()
        .needs::<dyn credit::AccountPort>()
        .permissions(access::PERMISSIONS)
        .features(access::FEATURES)
        .routes(registration::table())
        .routes(features::table())
        .routes(settings::table())
        .routes(claims::table())
        .routes(cost_centers::table())
        .routes(dangerous_goods::table())
        .routes(frequent_addresses::table())
        .routes(products::table())
        .routes(references::table())
        .routes(notes::table())
        .routes(account::table())
        .sealed(&[stores::SECRETS])
        .routes(stores::table())
        .routes(routes::table())
        .routes(routes::lookups())
        .job(spreadsheets::job::<FrequentAddress>())
        .job(spreadsheets::job::<CustomerProduct>())
        .listener(events::on_units_deleted())
        .listener(events::on_deleted())
        .listener(events::on_deleted_clear())
}

pub async fn find(scope: &mut Scope, id: CustomerId) -> Result<CustomerInfo> {
    Ok(row(scope, id).await?.into())
}

/// Returns the customer with a code, if there is one.
pub async fn find_by_code(scope: &mut Scope, code: &str) -> Result<Option<CustomerId>> {
    let customer: Option<Customer> = scope.first(Where::all().eq(Customer::CODE, code)).await?;
    Ok(customer.map(|customer| customer.id))
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

pub async fn all(scope: &mut Scope) -> Result<Vec<CustomerInfo>> {
    Ok(scope
        .all::<Customer>(Where::all())
        .await?
        .into_iter()
        .map(CustomerInfo::from)
        .collect())
}

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
    crate::rules::check_may_book(&customer)?;
    crate::credit::check(scope, &customer, amount).await
}

/// Prepaid amount minus the amount booked and unpaid.
pub async fn balance(scope: &mut Scope, id: CustomerId) -> Result<Decimal> {
    crate::credit::balance(scope, id).await
}

pub async fn create(scope: &mut Scope, new: NewCustomer) -> Result<CustomerInfo> {
    // The active flag follows from the status, which is omitted here.
    let change = Change::from_form(new.into()).without("isActive");
    Ok(crate::routes::store(scope, change).await?.into())
}

/// Row types for tests and benchmarks; other areas use the functions above.
pub mod rows {
    pub use crate::model::Customer;
}
