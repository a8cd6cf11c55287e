//! Self-registration: creates a customer and its first user in one transaction.

use carriage::address::Address;
use chrono::TimeDelta;
use data::{Change, Error, FieldError, Needs, Result, Scope, message};
use identity::NewUser;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web::Routes;
use work::limiter::Limit;

use crate::{
    model::Customer,
    routes, rules,
    values::{AccountStatus, CustomerType},
};

pub fn table() -> Routes {
    Routes::new("/api/customer/customer")
        .feature(crate::access::CUSTOMERS)
        .post("createCustomerRegister", Needs::Tenant, register)
        .with_limit(REGISTRATIONS)
}

/// Each creates a customer, a user and an email.
const REGISTRATIONS: Limit = Limit {
    name: "registration",
    window: TimeDelta::hours(1),
    per_address: Some(30),
    per_tenant: Some(600),
    per_user: None,
};

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Input {
    register_schema: Register,
}

/// Input of a guest. The tenant decides all other fields.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[derive(Default)]
struct Register {
    email: String,
    password: String,
    is_business: bool,
    company_name: Option<String>,
    contact_name: Option<String>,
    customer_source: Option<String>,
    /// Telephone.
    contact: Option<String>,
    address: Option<Address>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Registered {
    /// True if the user can sign in at once; otherwise the address must be confirmed or the tenant
    /// must approve.
    can_login: bool,
}

async fn register(
    mut scope: Scope,
    Input {
        register_schema: sent,
    }: Input,
) -> Result<Registered> {
    let customer = customer(&scope, &sent).await?;
    let (name, surname) = split_name(&sent);
    let new = NewUser {
        user_name: sent.email.trim().to_owned(),
        name,
        surname,
        email: sent.email.trim().to_owned(),
        phone: sent
            .contact
            .as_deref()
            .unwrap_or_default()
            .trim()
            .to_owned(),
        password: sent.password,
        ..NewUser::default()
    };
    let members = [
        "registerSchema.email",
        "registerSchema.contactName",
        "registerSchema.contact",
        "registerSchema.password",
    ];
    let checked_user = identity::validate_registration(&scope, new, members).await;
    // All field errors are returned together, from both checks.
    let checked_user = match (checked_user, check(&customer)) {
        (Ok(checked_user), Ok(())) => checked_user,
        (Err(Error::Invalid(mut fields)), Err(Error::Invalid(more))) => {
            let new: Vec<FieldError> = more
                .into_iter()
                .filter(|field| fields.iter().all(|known| known.member != field.member))
                .collect();
            fields.extend(new);
            return Err(Error::Invalid(fields));
        }
        (Err(error), _) | (_, Err(error)) => return Err(error),
    };
    let customer = routes::store(&mut scope, Change::from_form(customer))
        .await
        .map_err(map_fields)?;
    let can_login = identity::register(&mut scope, checked_user, customer.id)
        .await
        .map_err(map_fields)?;
    Ok(Registered { can_login })
}

async fn customer(scope: &Scope, sent: &Register) -> Result<Customer> {
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let filled = |text: &Option<String>| {
        text.as_deref()
            .map(str::trim)
            .filter(|text| !text.is_empty())
            .map(str::to_owned)
    };
    let active = settings
        .user_management
        .is_new_registered_user_active_by_default;
    // Registrations get no credit: pay-as-you-go, unless the tenant's default is another type
    // without credit.
    let customer_type = match rules::default_type(&settings) {
        CustomerType::Account => CustomerType::Payg,
        other => other,
    };
    Ok(Customer {
        customer_type,
        is_business: sent.is_business,
        company_name: filled(&sent.company_name),
        customer_name: filled(&sent.contact_name),
        contact_name: filled(&sent.contact_name),
        customer_source: filled(&sent.customer_source),
        contact: filled(&sent.contact),
        email: filled(&Some(sent.email.clone())),
        address: sent
            .address
            .clone()
            .map(|address| address.normalized_in(&settings.general.country_code)),
        account_status: if active {
            AccountStatus::Active
        } else {
            AccountStatus::Pending
        },
        is_active: active,
        ..Customer::default()
    })
}

fn check(customer: &Customer) -> Result<()> {
    let mut errors = match rules::check(customer) {
        Err(Error::Invalid(fields)) => fields.into_iter().map(map_field).collect(),
        other => {
            other?;
            Vec::new()
        }
    };
    if let Some(address) = &customer.address {
        errors.extend(address.check("registerSchema.address"));
    }
    let told = errors
        .iter()
        .any(|field: &FieldError| field.member == "registerSchema.companyName");
    if customer.is_business && customer.company_name.is_none() && !told {
        errors.push(FieldError::new(
            "registerSchema.companyName",
            message!("is needed for a business"),
        ));
    }
    if customer.contact_name.is_none() {
        errors.push(FieldError::new(
            "registerSchema.contactName",
            message!("is required: your name"),
        ));
    }
    if errors.is_empty() {
        Ok(())
    } else {
        Err(Error::Invalid(errors))
    }
}

fn map_field(field: FieldError) -> FieldError {
    let member = match field.member.trim_start_matches("customer.") {
        "emailAddress" => "email",
        "customerName" => "contactName",
        other => other,
    };
    FieldError {
        member: format!("registerSchema.{member}"),
        ..field
    }
}

fn map_fields(error: Error) -> Error {
    match error {
        Error::Invalid(fields) => Error::Invalid(fields.into_iter().map(map_field).collect()),
        other => other,
    }
}

/// Splits the contact name into first and last name.
fn split_name(sent: &Register) -> (String, String) {
    let full_name = sent.contact_name.as_deref().unwrap_or_default().trim();
    let (name, surname) = full_name.split_once(' ').unwrap_or((full_name, ""));
    (name.to_owned(), surname.trim().to_owned())
}
