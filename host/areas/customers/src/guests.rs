//! Customers of guests, who book without signing in.

use carriage::address::Address;
use data::{Change, Refusal, Result, Scope};

use crate::{
    info::CustomerInfo,
    model::Customer,
    routes, rules, store,
    values::{AccountStatus, CustomerType},
};

const NOT_TAKEN: Refusal = Refusal::new(
    2104,
    "Bookings with this email address require signing in. Contact us.",
);

/// A guest's contact data.
#[derive(Debug, Clone, Default)]
pub struct Guest {
    pub email: String,
    pub contact_name: Option<String>,
    pub company_name: Option<String>,
    pub telephone: Option<String>,
    pub address: Address,
}

/// Finds or creates the Guest customer. The address is unproven: stored data is never shown to
/// guests, and other customer types are never used. The caller saves.
pub async fn find_or_create_guest(scope: &mut Scope, guest: Guest) -> Result<CustomerInfo> {
    if let Some(id) = store::find_guest_by_email(scope, &guest.email).await? {
        let customer = crate::row(scope, id).await?;
        // The reason is confidential to the tenant.
        rules::check_may_book(&customer).map_err(|_| NOT_TAKEN)?;
        return Ok(customer.into());
    }
    let customer = Customer {
        code: guest_code(scope).await?,
        customer_type: CustomerType::Guest,
        is_business: guest.company_name.is_some(),
        customer_name: guest.contact_name.clone(),
        contact_name: guest.contact_name,
        company_name: guest.company_name,
        email: Some(guest.email),
        contact: guest.telephone,
        address: Some(guest.address),
        account_status: AccountStatus::Active,
        is_active: true,
        is_invoicable: true,
        ..Customer::default()
    };
    Ok(routes::store(scope, Change::from_form(customer))
        .await?
        .into())
}

/// Empty if codes are generated; otherwise a generated code, because no user can enter one.
async fn guest_code(scope: &Scope) -> Result<String> {
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    if !settings.customer.is_manual {
        return Ok(String::new());
    }
    let guid = scope.new_guid().simple().to_string();
    // The end is random, the beginning is the time.
    Ok(format!("G-{}", &guid[20..]))
}
