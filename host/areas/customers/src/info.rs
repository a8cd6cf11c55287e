//! A customer as far as other areas know it, and what they make new ones of.

use freight::address::Address;
use kernel::ids::CustomerId;

use crate::{model::Customer, words::CustomerType};

/// A customer, as far as other areas know it.
#[derive(Debug, Clone)]
pub struct CustomerInfo {
    pub id: CustomerId,
    pub code: String,
    pub customer_type: CustomerType,
    pub customer_name: Option<String>,
    pub company_name: Option<String>,
    pub contact_name: Option<String>,
    pub email: Option<String>,
    pub booking_email: Option<String>,
    pub address: Option<Address>,
    pub can_send_dg: bool,
    display_name: String,
}

impl CustomerInfo {
    /// The first of the names that is set, as every screen shows it.
    pub fn display_name(&self) -> &str {
        &self.display_name
    }
}

impl From<Customer> for CustomerInfo {
    fn from(row: Customer) -> Self {
        Self {
            display_name: row.display_name().to_owned(),
            id: row.id,
            code: row.code,
            customer_type: row.customer_type,
            customer_name: row.customer_name,
            company_name: row.company_name,
            contact_name: row.contact_name,
            email: row.email,
            booking_email: row.booking_email,
            address: row.address,
            can_send_dg: row.can_send_dg,
        }
    }
}

/// What the program itself makes a customer of: seeds and tests.
#[derive(Debug, Clone, Default)]
pub struct NewCustomer {
    pub company_name: Option<String>,
    pub contact_name: Option<String>,
    pub email: Option<String>,
    pub telephone: Option<String>,
    pub payment_terms: Option<String>,
    pub address: Option<Address>,
    pub can_send_dg: bool,
    pub is_business: bool,
    pub is_invoicable: bool,
}

impl From<NewCustomer> for Customer {
    fn from(new: NewCustomer) -> Self {
        Self {
            company_name: new.company_name,
            contact_name: new.contact_name,
            email: new.email,
            contact: new.telephone,
            payment_terms: new.payment_terms,
            is_business: new.is_business,
            is_invoicable: new.is_invoicable,
            address: new.address,
            can_send_dg: new.can_send_dg,
            ..Self::default()
        }
    }
}
