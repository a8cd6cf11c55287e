//! The customers' calls.

use kernel::{
    Area, ById, Change, Edit, Empty, Error, ListQuery, Needs, PageOf, Result, Routes, Save, Scope, Where,
    ids::CustomerId, note::NoteView,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    access::{CUSTOMER, CUSTOMER_CREATE, CUSTOMER_DELETE, CUSTOMER_EDIT, CUSTOMER_VIEW_CREDIT},
    codes, cost_centers, events, features, frequent_addresses,
    info::CustomerInfo,
    model::Customer,
    products, references, rules, settings,
    words::{AccountStatus, BusinessType, CustomerType, Duration},
};

/// The area of customers.
pub fn area() -> Area {
    Area::new("customers")
        .found::<Customer>()
        .permissions(crate::access::PERMISSIONS)
        .features(crate::access::FEATURES)
        .routes(crate::registration::table())
        .routes(features::table())
        .routes(settings::table())
        .routes(cost_centers::table())
        .routes(frequent_addresses::table())
        .routes(products::table())
        .routes(references::table())
        .routes(crate::notes::table())
        .routes(crate::account::table())
        .sealed(&[crate::stores::SECRETS])
        .routes(crate::stores::table())
        .listener(events::on_units_deleted())
        .listener(events::on_deleted())
        .routes(
            Routes::at("/api/customer/customer")
                .feature(crate::access::CUSTOMERS)
                .list("getCustomers", CUSTOMER, list)
                .get("getCustomerForEdit", CUSTOMER, get)
                .get("getCurrentCustomer", Needs::SignedIn, current)
                .post("createorupdatecustomer", Save::with(CUSTOMER_CREATE, CUSTOMER_EDIT), save)
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
struct SaveCustomer {
    customer: Change<Customer>,
}

/// One customer.
#[derive(Serialize, JsonSchema)]
struct One {
    customer: Customer,
}

/// One customer with what the tenant's people have written down about it.
#[derive(Serialize, JsonSchema)]
struct CustomerForEdit {
    customer: Customer,
    /// The newest hundred, newest first.
    notes: Vec<NoteView>,
}

async fn list(mut scope: Scope, _: Empty, query: ListQuery) -> Result<PageOf<Customer>> {
    let page = scope.page::<Customer>(&query, Where::all()).await?;
    Ok(page.map(|customer| shown(&scope, customer)))
}

/// The list of customers as the API answers it, for a caller who may have it.
pub async fn listed(scope: Scope, query: ListQuery) -> Result<PageOf<Value>> {
    scope.require(CUSTOMER)?;
    list(scope, Empty {}, query).await?.to_json()
}

/// What the rows of that list are made of.
pub fn list_schema() -> Value {
    schemars::schema_for!(Customer).to_value()
}

/// A page of the tenant's customers, for areas below that let somebody choose one.
pub async fn page(scope: &mut Scope, list: &ListQuery) -> Result<PageOf<CustomerInfo>> {
    Ok(scope.page::<Customer>(list, Where::all()).await?.map(CustomerInfo::from))
}

async fn get(mut scope: Scope, ById { id }: ById<CustomerId>) -> Result<CustomerForEdit> {
    let customer = crate::row(&mut scope, id).await?;
    let notes = crate::notes::newest(&mut scope, id).await?;
    Ok(CustomerForEdit { customer: shown(&scope, customer), notes })
}

/// The customer of a customer's user; there is none for the tenant's own people.
async fn current(mut scope: Scope, _: Empty) -> Result<One> {
    let id = scope.caller.customer().ok_or(Error::NotFound("A customer of yours"))?;
    let customer = scope.find(id).await?;
    Ok(One { customer })
}

async fn save(mut scope: Scope, SaveCustomer { customer }: SaveCustomer) -> Result<One> {
    let customer = store(&mut scope, customer).await?;
    scope.commit().await?;
    Ok(One { customer: shown(&scope, customer) })
}

/// Creates or changes a customer by the save contract, and tells the areas above.
pub async fn store(scope: &mut Scope, change: Change<Customer>) -> Result<Customer> {
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    // Who may not see credit limits may not set them either.
    let change = if scope.can(CUSTOMER_VIEW_CREDIT) { change } else { change.without("creditLimit") };
    let mut edit = scope.edit(change).await?;
    fill(&mut edit, rules::default_type(&settings));
    if edit.mentions("address") {
        let address = edit.record.address.take();
        edit.record.address = address.map(|address| address.tidied_in(&settings.general.country_code));
    }
    rules::check(&edit.record)?;
    if let Some(unit) = edit.record.organization_unit_id
        && edit.before.as_ref().is_none_or(|before| before.organization_unit_id != Some(unit))
    {
        people::check_unit(scope, unit).await?;
    }
    let code = edit.record.code.clone();
    match &edit.before {
        None => {
            edit.record.code = codes::new_code(scope, &code, &settings).await?;
            edit.record.customer_guid = scope.new_guid();
            edit.record.date_of_registration = scope.now();
        }
        Some(before) if code.is_empty() => edit.record.code.clone_from(&before.code),
        Some(before) if code != before.code => codes::fits(&code, &settings)?,
        Some(_) => {}
    }
    edit.record.search = rules::folded(&edit.record);
    scope.store(&mut edit).await?;
    let event = if edit.is_new() { &events::CREATED } else { &events::CHANGED };
    scope.announce(event, &edit.record.id).await?;
    Ok(edit.record)
}

/// Texts without stray blanks, and what stands where nothing was said.
fn fill(edit: &mut Edit<Customer>, default_type: CustomerType) {
    let states_activity = edit.mentions("isActive");
    let (customer, before) = (&mut edit.record, edit.before.as_ref());
    customer.code = customer.code.trim().to_owned();
    if customer.customer_type == CustomerType::Unknown {
        customer.customer_type = before.map_or(default_type, |before| before.customer_type);
    }
    if customer.account_status == AccountStatus::Unknown {
        customer.account_status = before.map_or(AccountStatus::Active, |before| before.account_status);
    }
    if before.is_none() && !states_activity {
        customer.is_active = customer.account_status == AccountStatus::Active;
    }
}

async fn delete(mut scope: Scope, ById { id }: ById<CustomerId>) -> Result<Empty> {
    scope.delete::<Customer>(id).await?;
    scope.announce(&events::DELETED, &id).await?;
    scope.commit().await?;
    Ok(Empty {})
}

async fn types(_: Scope, _: Empty) -> Result<Vec<CustomerType>> {
    Ok(CustomerType::ALL.to_vec())
}

async fn business_types(_: Scope, _: Empty) -> Result<Vec<BusinessType>> {
    Ok(BusinessType::ALL.to_vec())
}

async fn statuses(_: Scope, _: Empty) -> Result<Vec<AccountStatus>> {
    Ok(AccountStatus::ALL.to_vec())
}

async fn durations(_: Scope, _: Empty) -> Result<Vec<Duration>> {
    Ok(Duration::ALL.to_vec())
}

/// Without the permission a caller does not see credit limits.
pub(crate) fn shown(scope: &Scope, mut customer: Customer) -> Customer {
    if !scope.can(CUSTOMER_VIEW_CREDIT) {
        customer.credit_limit = None;
    }
    customer
}
