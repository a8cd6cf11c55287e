//! Registering by oneself: a guest becomes a customer with a first user, both or neither.

use chrono::TimeDelta;
use freight::address::Address;
use identity::NewUser;
use kernel::{Change, Error, FieldError, Needs, Result, Routes, Scope, limiter::Limit, message};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{AccountStatus, CustomerType, model::Customer, routes, rules};

pub fn table() -> Routes {
    Routes::at("/api/customer/customer")
        .feature(crate::access::CUSTOMERS)
        .post("createCustomerRegister", Needs::Tenant, register)
        .limited(REGISTRATIONS)
}

/// Each leaves a customer, a user and a mail behind.
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

/// What a guest tells. Everything else of a customer is the tenant's to decide.
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
    /// Whether the user can sign in at once; if not, the address has to be confirmed or the tenant has to agree first.
    can_login: bool,
}

async fn register(
    mut scope: Scope,
    Input {
        register_schema: sent,
    }: Input,
) -> Result<Registered> {
    let customer = customer(&scope, &sent).await?;
    let (name, surname) = names(&sent);
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
    let judged = identity::judge_registration(&scope, new, members).await;
    // Every field that is wrong is told at once, whoever judges it.
    let judged = match (judged, check(&customer)) {
        (Ok(judged), Ok(())) => judged,
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
    let customer = routes::store(&mut scope, Change::whole(customer))
        .await
        .map_err(renamed)?;
    let can_login = identity::register(&mut scope, judged, customer.id)
        .await
        .map_err(renamed)?;
    Ok(Registered { can_login })
}

/// The customer as the tenant begins with every new one: it decides about credit and payment later.
async fn customer(scope: &Scope, sent: &Register) -> Result<Customer> {
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let kept = |text: &Option<String>| {
        text.as_deref()
            .map(str::trim)
            .filter(|text| !text.is_empty())
            .map(str::to_owned)
    };
    let active = settings
        .user_management
        .is_new_registered_user_active_by_default;
    // Nobody gives credit to themselves: who registers pays as they go unless the tenant prefers another such type.
    let customer_type = match rules::default_type(&settings) {
        CustomerType::Account => CustomerType::Payg,
        other => other,
    };
    Ok(Customer {
        customer_type,
        is_business: sent.is_business,
        company_name: kept(&sent.company_name),
        customer_name: kept(&sent.contact_name),
        contact_name: kept(&sent.contact_name),
        customer_source: kept(&sent.customer_source),
        contact: kept(&sent.contact),
        email: kept(&Some(sent.email.clone())),
        address: sent
            .address
            .clone()
            .map(|address| address.tidied_in(&settings.general.country_code)),
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
    let mut wrong = match rules::check(customer) {
        Err(Error::Invalid(fields)) => fields.into_iter().map(own_member).collect(),
        other => {
            other?;
            Vec::new()
        }
    };
    if let Some(address) = &customer.address {
        wrong.extend(address.check("registerSchema.address"));
    }
    let told = wrong
        .iter()
        .any(|field: &FieldError| field.member == "registerSchema.companyName");
    if customer.is_business && customer.company_name.is_none() && !told {
        wrong.push(FieldError::new(
            "registerSchema.companyName",
            message!("is needed for a business"),
        ));
    }
    if customer.contact_name.is_none() {
        wrong.push(FieldError::new(
            "registerSchema.contactName",
            message!("is needed: your name"),
        ));
    }
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(Error::Invalid(wrong))
    }
}

/// A field of the customer or of the user under the name that it has in this call.
fn own_member(field: FieldError) -> FieldError {
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

fn renamed(error: Error) -> Error {
    match error {
        Error::Invalid(fields) => Error::Invalid(fields.into_iter().map(own_member).collect()),
        other => other,
    }
}

/// First name and the rest of the person who registers.
fn names(sent: &Register) -> (String, String) {
    let whole = sent.contact_name.as_deref().unwrap_or_default().trim();
    let (name, surname) = whole.split_once(' ').unwrap_or((whole, ""));
    (name.to_owned(), surname.trim().to_owned())
}
