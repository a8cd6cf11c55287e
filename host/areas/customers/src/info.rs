//! Customers as seen by other areas, and input for new ones.

use carriage::address::Address;
use data::{ids::CustomerId, text_enum};
use lookups::InsuranceType;
use rust_decimal::Decimal;

use crate::model::Customer;
use tenancy::CustomerType;

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
    /// Default insurance of its bookings.
    pub insurance: Option<DefaultInsurance>,
    display_name: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DefaultInsurance {
    pub kind: InsuranceType,
    /// None: the goods' value.
    pub value: Option<Decimal>,
}

impl CustomerInfo {
    /// The first name that is set, as on every screen.
    pub fn display_name(&self) -> &str {
        &self.display_name
    }
}

impl From<Customer> for CustomerInfo {
    fn from(row: Customer) -> Self {
        // A text that is no known kind is a policy of the customer for all its transit insurance.
        let kind = || {
            row.ati_type
                .as_deref()
                .and_then(|word| text_enum::parse(word).ok())
                .unwrap_or(InsuranceType::Ati)
        };
        let value = row.ati_insured_value.filter(|value| *value > Decimal::ZERO);
        Self {
            insurance: row.ati_opt_in.then(|| DefaultInsurance {
                kind: kind(),
                value,
            }),
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

/// Input for internally created customers: seeds and tests.
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
