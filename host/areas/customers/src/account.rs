//! Self-service data of a customer: contact details, pickup address and hours.

use carriage::address::Address;
use data::{
    Change, Error, FieldError, Form, Needs, Result, Scope, ids::CustomerId, message, validate,
};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web::Routes;
use work::event::ScopeEvents;

use crate::{
    access::{CUSTOMER_ACCOUNT, CUSTOMER_EDIT, CUSTOMERS},
    account_terms::{self, CustomerTerms},
    events,
    hours::Day,
    model::Customer,
    rules::{
        self, MAX_EMAIL_LENGTH, MAX_INSTRUCTIONS_LENGTH, MAX_NAME_LENGTH, MAX_TELEPHONE_LENGTH,
    },
};

const MAX_LOGO_LENGTH: usize = 128;

pub(crate) fn table() -> Routes {
    // Customers' users and staff need different permissions.
    Routes::new("/api/customer/customer")
        .feature(CUSTOMERS)
        .put("updateCustomerAccount", Needs::SaveOwn, update)
}

/// Fields that a customer's user with the permission, and staff, may set. Type, status, terms and
/// credit belong to the tenant.
#[data::wire(lists)]
#[derive(Debug, Clone, Default, PartialEq, Deserialize, JsonSchema, Form, Validate)]
#[serde(rename_all = "camelCase", default)]
#[garde(allow_unvalidated)]
struct CustomerAccount {
    /// The customer's row version.
    row_version: i64,
    #[garde(length(chars, max = MAX_NAME_LENGTH))]
    contact_name: Option<String>,
    #[garde(length(chars, max = MAX_EMAIL_LENGTH), custom(data::validate::email))]
    email: Option<String>,
    #[garde(length(chars, max = MAX_EMAIL_LENGTH), custom(data::validate::email))]
    booking_email: Option<String>,
    /// Telephone.
    #[garde(length(chars, max = MAX_TELEPHONE_LENGTH))]
    contact: Option<String>,
    #[garde(length(chars, max = MAX_TELEPHONE_LENGTH))]
    mobile: Option<String>,
    address: Option<Address>,
    /// `08:30`.
    opening_time: Option<String>,
    closing_time: Option<String>,
    open_days_of_week: Vec<Day>,
    #[garde(length(chars, max = MAX_INSTRUCTIONS_LENGTH))]
    special_instructions: Option<String>,
    #[garde(length(chars, max = MAX_LOGO_LENGTH))]
    customer_logo: Option<String>,
}

impl CustomerAccount {
    fn from_customer(customer: &Customer) -> Self {
        let customer = customer.clone();
        Self {
            row_version: customer.row_version,
            contact_name: customer.contact_name,
            email: customer.email,
            booking_email: customer.booking_email,
            contact: customer.contact,
            mobile: customer.mobile,
            address: customer.address,
            opening_time: customer.opening_time,
            closing_time: customer.closing_time,
            open_days_of_week: customer.open_days_of_week,
            special_instructions: customer.special_instructions,
            customer_logo: customer.customer_logo,
        }
    }

    fn apply_to(self, customer: &mut Customer) {
        customer.contact_name = self.contact_name;
        customer.email = self.email;
        customer.booking_email = self.booking_email;
        customer.contact = self.contact;
        customer.mobile = self.mobile;
        customer.address = self.address;
        customer.opening_time = self.opening_time;
        customer.closing_time = self.closing_time;
        customer.open_days_of_week = self.open_days_of_week;
        customer.special_instructions = self.special_instructions;
        customer.customer_logo = self.customer_logo;
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct UpdateCustomerAccount {
    /// A customer's user may omit it; optional with `customerAccount` as well.
    customer_id: Option<CustomerId>,
    /// Omitted fields stay unchanged.
    account: Option<Change<CustomerAccount>>,
    /// Status, credit and terms, for staff. Omitted fields stay unchanged.
    customer_account: Option<Change<CustomerTerms>>,
}

/// The customer after the change.
#[derive(Serialize, JsonSchema)]
struct UpdatedCustomer {
    customer: Customer,
}

async fn update(mut scope: Scope, sent: UpdateCustomerAccount) -> Result<UpdatedCustomer> {
    let is_own = scope.caller.customer().is_some();
    scope.require(if is_own {
        CUSTOMER_ACCOUNT
    } else {
        CUSTOMER_EDIT
    })?;
    if sent.account.is_none() && sent.customer_account.is_none() {
        return Err(Error::invalid("customerAccount", message!("is required")));
    }
    let customer_id = sent
        .customer_account
        .as_ref()
        .map(|terms| terms.input().id)
        .filter(|id| id.0 != 0);
    if sent
        .customer_id
        .zip(customer_id)
        .is_some_and(|(id, named)| id != named)
    {
        return Err(Error::invalid(
            "customerAccount.id",
            message!("must be the same customer"),
        ));
    }
    let id = crate::resolve_customer(&mut scope, sent.customer_id.or(customer_id)).await?;
    let mut customer = crate::row(&mut scope, id).await?;
    let stored = customer.clone();
    let before = CustomerAccount::from_customer(&customer);
    let change = sent.account.unwrap_or_default();
    let mut account = scope
        .edit(change.of_row(Some(&customer), CustomerAccount::from_customer))
        .await?
        .record;
    if let Some(terms) = sent.customer_account {
        account_terms::change(&mut scope, terms, &mut customer).await?;
    }
    tidy(&mut account);
    if account.address != before.address {
        let country = tenancy::settings_of(scope.host(), scope.tenant)
            .await?
            .general
            .country_code
            .clone();
        account.address = account
            .address
            .map(|address| address.normalized_in(&country));
    }
    let mut errors = check_fields(&account, &before);
    account.apply_to(&mut customer);
    rules::tidy(&mut customer);
    // Rules of the whole customer, including a name.
    match rules::check_change(&customer, Some(&stored)) {
        Err(Error::Invalid(fields)) => {
            for field in fields.into_iter().map(map_field) {
                if errors.iter().all(|known| known.member != field.member) {
                    errors.push(field);
                }
            }
        }
        other => other?,
    }
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    customer.search = rules::search_text(&customer);
    scope.update(&mut customer).await?;
    scope.publish(&events::CHANGED, &customer.id).await?;
    scope.commit().await?;
    Ok(UpdatedCustomer {
        customer: crate::routes::without_credit(&scope, customer),
    })
}

fn tidy(account: &mut CustomerAccount) {
    let CustomerAccount {
        contact_name,
        email,
        booking_email,
        contact,
        mobile,
        ..
    } = account;
    for text in [contact_name, email, booking_email, contact, mobile] {
        *text = text
            .take()
            .map(|text| text.trim().to_owned())
            .filter(|text| !text.is_empty());
    }
    let CustomerAccount {
        special_instructions,
        customer_logo,
        ..
    } = account;
    for text in [special_instructions, customer_logo] {
        *text = text
            .take()
            .map(|text| text.trim().to_owned())
            .filter(|text| !text.is_empty());
    }
}

fn check_fields(account: &CustomerAccount, before: &CustomerAccount) -> Vec<FieldError> {
    let mut errors = validate::check("account", account);
    if let Some(address) = account
        .address
        .as_ref()
        .filter(|_| account.address != before.address)
    {
        errors.extend(address.check("account.address"));
    }
    errors
}

fn map_field(field: FieldError) -> FieldError {
    let member = match field.member.trim_start_matches("customer.") {
        // The only name that this call can set.
        "companyName" => "contactName",
        other => other,
    };
    if account_terms::MEMBERS.contains(&member) {
        return FieldError {
            member: format!("customerAccount.{member}"),
            ..field
        };
    }
    FieldError {
        member: format!("account.{member}"),
        ..field
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn members(mut account: CustomerAccount) -> Vec<String> {
        tidy(&mut account);
        check_fields(&account, &CustomerAccount::default())
            .into_iter()
            .map(|error| error.member)
            .collect()
    }

    #[test]
    fn texts_are_tidied_and_addresses_checked() {
        let account = CustomerAccount {
            contact_name: Some(" Robin ".to_owned()),
            mobile: Some(" ".to_owned()),
            email: Some("nobody".to_owned()),
            ..CustomerAccount::default()
        };
        assert_eq!(members(account.clone()), ["account.email"]);
        let mut tidied = account;
        tidy(&mut tidied);
        assert_eq!(
            (tidied.contact_name.as_deref(), tidied.mobile),
            (Some("Robin"), None)
        );
    }
}
