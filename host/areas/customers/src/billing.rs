//! What finance knows of a customer: who it is on its invoices, when they are due, and how they are put together.

use std::collections::HashSet;

use freight::address::Address;
use kernel::{
    Result, Scope, Where,
    ids::{CustomerId, OrganizationUnitId},
};

use crate::{CustomerType, PaymentTerms, model::Customer};

/// A customer as its invoices have it.
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
    /// None, or what nobody can read: no terms.
    pub payment_terms: Option<PaymentTerms>,
    /// As the customer's form has it: `Week`, `Month`.
    pub invoice_period: Option<String>,
    /// What it is invoiced in; none: the tenant's base currency.
    pub currency: Option<String>,
    pub organization_unit_id: Option<OrganizationUnitId>,
}

/// The customer, for a caller who may see it; another customer's user is told that there is none.
pub async fn billing(scope: &mut Scope, id: CustomerId) -> Result<Billing> {
    Ok(crate::row(scope, id).await?.into())
}

/// Those of the customers that are invoiced.
pub async fn invoiced_of(scope: &mut Scope, ids: &[CustomerId]) -> Result<HashSet<CustomerId>> {
    let narrow = Where::all()
        .is_in(Customer::ID, ids)
        .eq(Customer::IS_INVOICABLE, true);
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
