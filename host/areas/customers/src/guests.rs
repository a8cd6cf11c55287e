//! The customer that stands for somebody who books without signing in.

use freight::address::Address;
use kernel::{Change, Refusal, Result, Scope, db::Val, ids::CustomerId, tsql};

use crate::{AccountStatus, CustomerType, info::CustomerInfo, model::Customer, routes, rules};

const NOT_TAKEN: Refusal = Refusal::new(
    2104,
    "Bookings with this e-mail address are not taken without signing in. Contact us.",
);

/// What a guest tells of themselves.
#[derive(Debug, Clone, Default)]
pub struct Guest {
    pub email: String,
    pub contact_name: Option<String>,
    pub company_name: Option<String>,
    pub telephone: Option<String>,
    pub address: Address,
}

/// The customer of the type Guest with this e-mail address, or a new one. Nobody has proved that the address is theirs:
/// what is known of the customer is told to no guest, and a customer of another type is never taken. The caller saves.
pub async fn guest(scope: &mut Scope, guest: Guest) -> Result<CustomerInfo> {
    let known = tsql!(
        "SELECT id FROM customers WHERE tenant_id = $1 AND customer_type = 'Guest' AND lower(email) = lower($2)
         AND is_deleted = FALSE ORDER BY id LIMIT 1"
    );
    let rows = scope
        .rows(known, vec![Val::Text(guest.email.clone())])
        .await?;
    if let Some(row) = rows.first() {
        let customer = crate::row(scope, CustomerId(row.get(0)?)).await?;
        // Why the customer may not book now is the tenant's to tell.
        rules::may_book(&customer).map_err(|_| NOT_TAKEN)?;
        return Ok(customer.into());
    }
    let customer = Customer {
        code: code(scope).await?,
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
    Ok(routes::store(scope, Change::whole(customer)).await?.into())
}

/// Nothing where codes are counted; where people give them by hand, nobody is there to do so.
async fn code(scope: &Scope) -> Result<String> {
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    if !settings.customer.is_manual {
        return Ok(String::new());
    }
    let guid = scope.new_guid().simple().to_string();
    // The end of it is random, its beginning is the time.
    Ok(format!("G-{}", &guid[20..]))
}
