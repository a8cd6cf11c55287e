//! The part of a customer that it keeps itself: how it is reached, where and when goods are picked up.

use freight::address::Address;
use garde::Validate;
use kernel::{
    Change, Error, FieldError, Form, Needs, Result, Routes, Scope, case::null_is_default,
    ids::CustomerId, message, validate,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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

/// The name of an uploaded file.
const MAX_LOGO_LENGTH: usize = 128;

pub(crate) fn table() -> Routes {
    // A customer's user needs another permission for it than the tenant's people do.
    Routes::at("/api/customer/customer").feature(CUSTOMERS).put(
        "updateCustomerAccount",
        Needs::SaveOwn,
        update,
    )
}

/// What a customer's user with the permission may set of the customer, and so may staff. Type, status, terms and credit
/// are the tenant's.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, JsonSchema, Form, Validate)]
#[serde(rename_all = "camelCase", default)]
#[garde(allow_unvalidated)]
struct CustomerAccount {
    /// The customer's, as it was read.
    row_version: i64,
    #[garde(length(chars, max = MAX_NAME_LENGTH))]
    contact_name: Option<String>,
    #[garde(length(chars, max = MAX_EMAIL_LENGTH), custom(kernel::validate::email))]
    email: Option<String>,
    #[garde(length(chars, max = MAX_EMAIL_LENGTH), custom(kernel::validate::email))]
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
    #[serde(deserialize_with = "null_is_default")]
    open_days_of_week: Vec<Day>,
    #[garde(length(chars, max = MAX_INSTRUCTIONS_LENGTH))]
    special_instructions: Option<String>,
    #[garde(length(chars, max = MAX_LOGO_LENGTH))]
    customer_logo: Option<String>,
}

impl CustomerAccount {
    fn of(customer: &Customer) -> Self {
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

    fn put_into(self, customer: &mut Customer) {
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
    /// A customer's user may leave it out, and so may a call with `customerAccount`.
    customer_id: Option<CustomerId>,
    /// What is left out stays as it is.
    account: Option<Change<CustomerAccount>>,
    /// Status, credit and terms, for staff. Members that are left out stay as they are.
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
    let named = sent
        .customer_account
        .as_ref()
        .map(|terms| terms.sent().id)
        .filter(|id| id.0 != 0);
    if sent
        .customer_id
        .zip(named)
        .is_some_and(|(id, named)| id != named)
    {
        return Err(Error::invalid(
            "customerAccount.id",
            message!("must be the same as customerId"),
        ));
    }
    let id = crate::meant(&mut scope, sent.customer_id.or(named)).await?;
    let mut customer = crate::row(&mut scope, id).await?;
    let stored = customer.clone();
    let before = CustomerAccount::of(&customer);
    let mut account = scope.edit_stored(
        sent.account.unwrap_or_default(),
        Some(&customer),
        CustomerAccount::of,
    )?;
    if let Some(terms) = sent.customer_account {
        account_terms::change(&mut scope, terms, &mut customer)?;
    }
    tidy(&mut account);
    if account.address != before.address {
        let country = tenancy::settings_of(scope.host(), scope.tenant)
            .await?
            .general
            .country_code
            .clone();
        account.address = account.address.map(|address| address.tidied_in(&country));
    }
    let mut errors = wrong(&account, &before);
    account.put_into(&mut customer);
    rules::tidy(&mut customer);
    // What a customer as a whole must hold, a name among it.
    match rules::check_change(&customer, Some(&stored)) {
        Err(Error::Invalid(fields)) => {
            for field in fields.into_iter().map(own_member) {
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
    customer.search = rules::folded(&customer);
    scope.update(&mut customer).await?;
    scope.announce(&events::CHANGED, &customer.id).await?;
    scope.commit().await?;
    Ok(UpdatedCustomer {
        customer: crate::routes::shown(&scope, customer),
    })
}

/// Without surrounding blanks and empty texts.
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

/// Every field that cannot be accepted. What was stored before stays acceptable while it is left as it is.
fn wrong(account: &CustomerAccount, before: &CustomerAccount) -> Vec<FieldError> {
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

/// A field of the customer under the name that it has in this call.
fn own_member(field: FieldError) -> FieldError {
    let member = match field.member.trim_start_matches("customer.") {
        // This call can give no other name.
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
        wrong(&account, &CustomerAccount::default())
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
