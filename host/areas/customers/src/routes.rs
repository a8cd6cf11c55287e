//! Routes of customers and their settings.

use data::{
    ById, Change, Edit, Empty, Error, FieldError, FieldMessage, ListQuery, Needs, PageOf, Result,
    Save, Scope, Where, ids::CustomerId, message, note::NoteView,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use web::Routes;
use work::event::ScopeEvents;

use crate::{
    access::{CUSTOMER, CUSTOMER_CREATE, CUSTOMER_DELETE, CUSTOMER_EDIT, CUSTOMER_VIEW_CREDIT},
    codes,
    credit::{self, Credit},
    events, imports,
    info::CustomerInfo,
    model::Customer,
    rules, store,
    values::{AccountStatus, BusinessType, Duration},
};
use tenancy::CustomerType;

pub(crate) fn table() -> Routes {
    Routes::new("/api/customer/customer")
        .feature(crate::access::CUSTOMERS)
        .list("getCustomers", CUSTOMER, list)
        .get("getCustomerForEdit", CUSTOMER, get)
        .get("getCurrentCustomer", Needs::SignedIn, current)
        .post(
            "createorupdatecustomer",
            Save::with(CUSTOMER_CREATE, CUSTOMER_EDIT),
            save,
        )
        .post("importcustomers", CUSTOMER_CREATE, imports::import)
        .delete("deleteCustomer", CUSTOMER_DELETE, delete)
        .get("getcustomerstypes", CUSTOMER, types)
}

pub(crate) fn lookups() -> Routes {
    Routes::new("/api/customer/commonlookup")
        .get("getcustomerstypes", Needs::SignedIn, types)
        .get("getCustomerBusinessTypes", Needs::SignedIn, business_types)
        .get("getCustomerStatusTypes", Needs::SignedIn, statuses)
        .get("getDurationTypes", Needs::SignedIn, durations)
}

#[derive(Deserialize, JsonSchema)]
struct SaveCustomer {
    customer: Change<Customer>,
}

/// A single customer.
#[derive(Serialize, JsonSchema)]
struct One {
    customer: Customer,
    /// For callers who may see credit limits.
    credit: Option<Credit>,
    /// Warnings about the saved customer.
    warnings: Vec<FieldMessage>,
}

/// A customer with the staff's notes.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct CustomerForEdit {
    #[serde(flatten)]
    one: One,
    /// The newest hundred, newest first.
    notes: Vec<NoteView>,
    /// Same as `notes`.
    customer_notes: Vec<NoteView>,
}

async fn list(mut scope: Scope, _: Empty, query: ListQuery) -> Result<PageOf<Customer>> {
    let page = scope.page::<Customer>(&query, Where::all()).await?;
    Ok(page.map(|customer| without_credit(&scope, customer)))
}

/// Returns the customer list as the API sends it, for callers with permission.
pub async fn list_json(scope: Scope, query: ListQuery) -> Result<PageOf<Value>> {
    scope.require(CUSTOMER)?;
    list(scope, Empty {}, query).await?.to_json()
}

pub fn list_schema() -> Value {
    schemars::schema_for!(Customer).to_value()
}

/// Loads a page of the tenant's customers, for customer pickers of lower areas.
pub async fn page(scope: &mut Scope, list: &ListQuery) -> Result<PageOf<CustomerInfo>> {
    Ok(scope
        .page::<Customer>(list, Where::all())
        .await?
        .map(CustomerInfo::from))
}

async fn get(mut scope: Scope, ById { id }: ById<CustomerId>) -> Result<CustomerForEdit> {
    let customer = crate::row(&mut scope, id).await?;
    let notes = crate::notes::load_newest(&mut scope, id).await?;
    let customer_notes = notes.clone();
    Ok(CustomerForEdit {
        one: with_details(&mut scope, customer).await?,
        notes,
        customer_notes,
    })
}

/// Adds credit and warnings to a customer.
async fn with_details(scope: &mut Scope, customer: Customer) -> Result<One> {
    let credit = match scope.can(CUSTOMER_VIEW_CREDIT) {
        true => Some(credit::credit(scope, &customer).await?),
        false => None,
    };
    let mut warnings = rules::warnings(&customer);
    if scope.caller.customer().is_none() {
        warnings.extend(warn_same_email(scope, &customer).await?);
    }
    let warnings = warnings.into_iter().map(FieldMessage::from).collect();
    Ok(One {
        customer: without_credit(scope, customer),
        credit,
        warnings,
    })
}

/// Two accounts of one business are possible but unusual.
async fn warn_same_email(scope: &mut Scope, customer: &Customer) -> Result<Option<FieldError>> {
    let Some(email) = customer
        .email
        .as_deref()
        .map(str::trim)
        .filter(|email| !email.is_empty())
    else {
        return Ok(None);
    };
    let Some(other) = store::find_other_by_email(scope, email, customer.id).await? else {
        return Ok(None);
    };
    let other: Customer = scope.find(other).await?;
    let sentence = message!(
        "is also the address of {name} ({code})",
        name = other.display_name(),
        code = other.code.as_str()
    );
    Ok(Some(FieldError::new("customer.email", sentence)))
}

/// Returns the customer of a customer's user; fails for staff.
async fn current(mut scope: Scope, _: Empty) -> Result<One> {
    let id = scope
        .caller
        .customer()
        .ok_or(Error::NotFound("A customer of yours"))?;
    let customer = scope.find(id).await?;
    with_details(&mut scope, customer).await
}

async fn save(mut scope: Scope, SaveCustomer { customer }: SaveCustomer) -> Result<One> {
    let customer = store(&mut scope, customer).await?;
    let response = with_details(&mut scope, customer).await?;
    scope.commit().await?;
    Ok(response)
}

/// Creates or changes a customer and emits events.
pub async fn store(scope: &mut Scope, change: Change<Customer>) -> Result<Customer> {
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    // Setting a credit limit requires permission to see it.
    let change = if scope.can(CUSTOMER_VIEW_CREDIT) {
        change
    } else {
        change.without("creditLimit")
    };
    let mut edit = scope.edit(change).await?;
    apply_defaults(&mut edit, rules::default_type(&settings));
    if edit.mentions("address") {
        let address = edit.record.address.take();
        edit.record.address =
            address.map(|address| address.normalized_in(&settings.general.country_code));
        let before = edit
            .before
            .as_ref()
            .and_then(|before| before.address.as_ref());
        rules::check_post_code(
            edit.record
                .address
                .as_ref()
                .filter(|address| Some(*address) != before),
        )?;
    }
    rules::tidy(&mut edit.record);
    rules::check_change(&edit.record, edit.before.as_ref())?;
    if edit
        .before
        .as_ref()
        .is_none_or(|before| before.currency != edit.record.currency)
    {
        rules::check_currency(&edit.record, &settings.currency)?;
    }
    if let Some(unit) = edit.record.organization_unit_id
        && edit
            .before
            .as_ref()
            .is_none_or(|before| before.organization_unit_id != Some(unit))
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
        Some(before) if code != before.code => codes::check_length(&code, &settings)?,
        Some(_) => {}
    }
    edit.record.search = rules::search_text(&edit.record);
    scope.store(&mut edit).await?;
    let event = if edit.is_new() {
        &events::CREATED
    } else {
        &events::CHANGED
    };
    scope.publish(event, &edit.record.id).await?;
    Ok(edit.record)
}

/// Trims texts and sets defaults.
fn apply_defaults(edit: &mut Edit<Customer>, default_type: CustomerType) {
    let (states_activity, states_invoicing) =
        (edit.mentions("isActive"), edit.mentions("isInvoicable"));
    let (customer, before) = (&mut edit.record, edit.before.as_ref());
    customer.code = customer.code.trim().to_owned();
    if customer.customer_type == CustomerType::Unknown {
        customer.customer_type = before.map_or(default_type, |before| before.customer_type);
    }
    if customer.account_status == AccountStatus::Unknown {
        customer.account_status =
            before.map_or(AccountStatus::Active, |before| before.account_status);
    }
    if before.is_none() && !states_activity {
        customer.is_active = customer.account_status == AccountStatus::Active;
    }
    if before.is_none() && !states_invoicing {
        customer.is_invoicable = true;
    }
}

async fn delete(mut scope: Scope, ById { id }: ById<CustomerId>) -> Result<Empty> {
    // A booking locks its customer, too.
    scope.lock::<Customer>(id).await?;
    let customer: Customer = scope.find(id).await?;
    credit::check_no_open_bookings(&mut scope, &customer).await?;
    scope.delete::<Customer>(id).await?;
    scope.publish(&events::DELETED, &id).await?;
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

/// Removes credit limits if the caller may not see them.
pub(crate) fn without_credit(scope: &Scope, mut customer: Customer) -> Customer {
    if !scope.can(CUSTOMER_VIEW_CREDIT) {
        customer.credit_limit = None;
    }
    customer
}
