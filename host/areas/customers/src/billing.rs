//! Billing data of a customer for finance: identity, terms and grouping of invoices.

use std::collections::HashSet;

use carriage::address::Address;
use data::{
    Result, Scope, Where,
    ids::{CustomerId, OrganizationUnitId},
};

use crate::{
    model::Customer,
    terms::PaymentTerms,
    values::{AccountStatus, CustomerType},
};

#[derive(Debug, Clone)]
pub struct Billing {
    pub id: CustomerId,
    pub code: String,
    pub customer_type: CustomerType,
    pub customer_name: Option<String>,
    pub company_name: Option<String>,
    pub contact_name: Option<String>,
    pub email: Option<String>,
    pub telephone: Option<String>,
    pub address: Option<Address>,
    pub abn: Option<String>,
    /// None or unreadable: no terms.
    pub payment_terms: Option<PaymentTerms>,
    /// `Week` or `Month`, as stored by the form.
    pub invoice_period: Option<String>,
    /// Invoice currency; None: the tenant's base currency.
    pub currency: Option<String>,
    pub organization_unit_id: Option<OrganizationUnitId>,
}

/// Fails as not found unless the caller may see the customer.
pub async fn load_billing(scope: &mut Scope, id: CustomerId) -> Result<Billing> {
    Ok(crate::row(scope, id).await?.into())
}

/// Filters customers that receive invoices.
pub async fn filter_invoiced(scope: &mut Scope, ids: &[CustomerId]) -> Result<HashSet<CustomerId>> {
    let narrow = Where::all()
        .is_in(Customer::ID, ids)
        .eq(Customer::IS_INVOICABLE, true);
    let customers: Vec<Customer> = scope.all(narrow).await?;
    Ok(customers.into_iter().map(|customer| customer.id).collect())
}

/// Lists customers that receive invoices and whose accounts are open: approved and not closed.
pub async fn list_open_accounts(scope: &mut Scope) -> Result<Vec<CustomerId>> {
    let narrow = Where::all()
        .eq(Customer::IS_INVOICABLE, true)
        .ne(Customer::ACCOUNT_STATUS, AccountStatus::Pending)
        .ne(Customer::ACCOUNT_STATUS, AccountStatus::Closed);
    let customers: Vec<Customer> = scope.all(narrow).await?;
    Ok(customers.into_iter().map(|customer| customer.id).collect())
}

impl From<Customer> for Billing {
    fn from(row: Customer) -> Self {
        Self {
            payment_terms: row
                .payment_terms
                .as_deref()
                .and_then(|terms| terms.parse().ok()),
            id: row.id,
            code: row.code,
            customer_type: row.customer_type,
            customer_name: row.customer_name,
            company_name: row.company_name,
            contact_name: row.contact_name,
            email: row.email,
            telephone: row.contact,
            address: row.address,
            abn: row.abn,
            invoice_period: row.invoice_period,
            currency: row.currency,
            organization_unit_id: row.organization_unit_id,
        }
    }
}
