//! A customer's status, credit and terms, set by staff: `customerAccount` of
//! `updateCustomerAccount`.

use data::{Change, Form, Result, Scope, ids::CustomerId};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    access::{CUSTOMER_EDIT, CUSTOMER_VIEW_CREDIT},
    model::Customer,
    values::AccountStatus,
};

pub(crate) const MEMBERS: [&str; 5] = [
    "accountStatus",
    "creditLimit",
    "paymentTerms",
    "invoicePeriod",
    "accountManager",
];

/// A customer's status, credit and terms.
#[data::wire(trim)]
#[derive(Debug, Clone, Default, PartialEq, Deserialize, JsonSchema, Form)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct CustomerTerms {
    /// Customer id.
    pub id: CustomerId,
    /// The customer's row version; 0 or omitted: overwrites any version.
    pub row_version: i64,
    pub account_status: AccountStatus,
    /// Unchanged for callers who may not see credit limits.
    pub credit_limit: Option<Decimal>,
    pub payment_terms: Option<String>,
    pub invoice_period: Option<String>,
    pub account_manager: Option<String>,
}

impl CustomerTerms {
    fn from_customer(customer: &Customer) -> Self {
        Self {
            id: customer.id,
            row_version: customer.row_version,
            account_status: customer.account_status,
            credit_limit: customer.credit_limit,
            payment_terms: customer.payment_terms.clone(),
            invoice_period: customer.invoice_period.clone(),
            account_manager: customer.account_manager.clone(),
        }
    }
}

/// Applies sent terms to the customer. Staff only.
pub(crate) async fn change(
    scope: &mut Scope,
    sent: Change<CustomerTerms>,
    customer: &mut Customer,
) -> Result<()> {
    scope.require(CUSTOMER_EDIT)?;
    let sent = if scope.can(CUSTOMER_VIEW_CREDIT) {
        sent
    } else {
        sent.without("creditLimit")
    };
    let terms = scope
        .edit(sent.of_row(Some(&*customer), CustomerTerms::from_customer))
        .await?
        .record;
    customer.account_status = terms.account_status;
    customer.credit_limit = terms.credit_limit;
    customer.payment_terms = terms.payment_terms;
    customer.invoice_period = terms.invoice_period;
    customer.account_manager = terms.account_manager;
    Ok(())
}
