//! The customers' calls.

use kernel::{
    Area, ById, Empty, Error, ListQuery, Needs, PageOf, Result, Routes, Scope, Where,
    ids::CustomerId,
    permission::{CUSTOMER, CUSTOMER_CREATE, CUSTOMER_DELETE, CUSTOMER_EDIT, CUSTOMER_VIEW_CREDIT},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    codes, features,
    model::Customer,
    rules::{self, BUSINESS_TYPES, DURATIONS, STATUSES, TYPES},
    settings,
};

/// The customers' room.
pub fn area() -> Area {
    Area::new("customers")
        .routes(crate::registration::table())
        .routes(features::table())
        .routes(settings::table())
        .listener(crate::events::UNITS_DELETED)
        .routes(
            Routes::at("/api/customer/customer")
                .feature("Customer.Enabled")
                .list("getCustomers", CUSTOMER, list)
                .get("getCustomerForEdit", CUSTOMER, get)
                .get("getCurrentCustomer", Needs::SignedIn, current)
                .post("createorupdatecustomer", CUSTOMER, save)
                .delete("deleteCustomer", CUSTOMER_DELETE, delete)
                .get("getcustomerstypes", CUSTOMER, types),
        )
        .routes(
            Routes::at("/api/customer/commonlookup")
                .get("getcustomerstypes", Needs::SignedIn, types)
                .get("getCustomerBusinessTypes", Needs::SignedIn, business_types)
                .get("getCustomerStatusTypes", Needs::SignedIn, statuses)
                .get("getDurationTypes", Needs::SignedIn, durations),
        )
}

#[derive(Deserialize, JsonSchema)]
struct Save {
    customer: Customer,
}

/// One customer.
#[derive(Serialize, JsonSchema)]
struct One {
    customer: Customer,
}

async fn list(mut scope: Scope, _: Empty, query: ListQuery) -> Result<PageOf<Customer>> {
    let page = scope.page::<Customer>(&query, Where::all()).await?;
    Ok(page.map(|customer| shown(&scope, customer)))
}

/// The list of customers as the API answers it, for a caller who may have it.
pub async fn listed(scope: Scope, query: ListQuery) -> Result<PageOf<Customer>> {
    scope.require(CUSTOMER)?;
    list(scope, Empty {}, query).await
}

async fn get(mut scope: Scope, ById { id }: ById<CustomerId>) -> Result<One> {
    let customer = crate::find(&mut scope, id).await?;
    Ok(One { customer: shown(&scope, customer) })
}

/// The customer of a customer's user; there is none for the tenant's own people.
async fn current(mut scope: Scope, _: Empty) -> Result<One> {
    let id = scope.caller.customer().ok_or(Error::NotFound("A customer of yours"))?;
    let customer = scope.find(id).await?;
    Ok(One { customer })
}

async fn save(mut scope: Scope, Save { customer }: Save) -> Result<One> {
    let customer = if customer.id.0 == 0 {
        scope.require(CUSTOMER_CREATE)?;
        create(&mut scope, customer).await?
    } else {
        scope.require(CUSTOMER_EDIT)?;
        change(&mut scope, customer).await?
    };
    scope.save().await?;
    Ok(One { customer: shown(&scope, customer) })
}

pub async fn create(scope: &mut Scope, mut customer: Customer) -> Result<Customer> {
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    fill(&mut customer, &settings.customer.default_type);
    rules::check(&customer)?;
    customer.code = codes::new_code(scope, &customer.code, &settings).await?;
    customer.customer_guid = scope.new_guid();
    customer.date_of_registration = scope.now();
    customer.last_booking_date = None;
    customer.search = rules::folded(&customer);
    scope.insert(&mut customer).await?;
    scope.announce("customers.created", &customer.id).await?;
    Ok(customer)
}

async fn change(scope: &mut Scope, mut customer: Customer) -> Result<Customer> {
    let stored = crate::find(scope, customer.id).await?;
    fill(&mut customer, &stored.customer_type);
    // What a form must not change: the identity and what the product keeps by itself.
    customer.customer_guid = stored.customer_guid;
    customer.date_of_registration = stored.date_of_registration;
    customer.last_booking_date = stored.last_booking_date;
    if customer.code.is_empty() {
        customer.code = stored.code;
    } else if customer.code != stored.code {
        codes::fits(&customer.code, &*tenancy::settings_of(scope.host(), scope.tenant).await?)?;
    }
    if customer.row_version == 0 {
        customer.row_version = stored.row_version;
    }
    if !scope.can(CUSTOMER_VIEW_CREDIT) {
        customer.credit_limit = stored.credit_limit;
    }
    rules::check(&customer)?;
    customer.search = rules::folded(&customer);
    scope.update(&mut customer).await?;
    scope.announce("customers.changed", &customer.id).await?;
    Ok(customer)
}

async fn delete(mut scope: Scope, ById { id }: ById<CustomerId>) -> Result<Empty> {
    scope.delete::<Customer>(id).await?;
    scope.announce("customers.deleted", &id).await?;
    scope.save().await?;
    Ok(Empty {})
}

async fn types(_: Scope, _: Empty) -> Result<Vec<String>> {
    Ok(owned(&TYPES))
}

async fn business_types(_: Scope, _: Empty) -> Result<Vec<String>> {
    Ok(owned(&BUSINESS_TYPES))
}

async fn statuses(_: Scope, _: Empty) -> Result<Vec<String>> {
    Ok(owned(&STATUSES))
}

async fn durations(_: Scope, _: Empty) -> Result<Vec<String>> {
    Ok(owned(&DURATIONS))
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// What a form may leave out, and texts without stray blanks.
fn fill(customer: &mut Customer, default_type: &str) {
    customer.code = customer.code.trim().to_owned();
    if customer.customer_type.is_empty() {
        customer.customer_type = default_type.to_owned();
    }
    if customer.account_status.is_empty() {
        customer.account_status = "Active".to_owned();
        customer.is_active = true;
    }
}

/// Without the permission a caller does not see credit limits.
fn shown(scope: &Scope, mut customer: Customer) -> Customer {
    if !scope.can(CUSTOMER_VIEW_CREDIT) {
        customer.credit_limit = None;
    }
    customer
}
