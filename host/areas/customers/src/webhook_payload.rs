//! Webhook payload of a customer: the API view without fields that need extra permissions.

use carriage::address::Address;
use data::{Result, Scope, Where, ids::CustomerId};
use serde_json::Value;

use crate::{model::Customer, values::AccountStatus};
use tenancy::CustomerType;

/// Builds the payload; None if the customer was deleted.
pub async fn load_payload(scope: &mut Scope, id: CustomerId) -> Result<Option<Value>> {
    let customer: Option<Customer> = scope.first(Where::id(id)).await?;
    customer.map(to_payload).transpose()
}

pub fn sample() -> Result<Value> {
    to_payload(Customer {
        id: CustomerId(4711),
        row_version: 3,
        code: "C04711".to_owned(),
        customer_type: CustomerType::Account,
        account_status: AccountStatus::Active,
        is_active: true,
        is_business: true,
        company_name: Some("Bluegum Wines".to_owned()),
        contact_name: Some("Robin Lee".to_owned()),
        email: Some("robin@bluegum.example".to_owned()),
        contact: Some("0390001111".to_owned()),
        address: Some(Address {
            address_line1: Some("12 Church Street".to_owned()),
            suburb: "Richmond".to_owned(),
            post_code: "3121".to_owned(),
            state: Some("VIC".to_owned()),
            country_code: "AU".to_owned(),
            ..Address::default()
        }),
        ..Customer::default()
    })
}

fn to_payload(mut customer: Customer) -> Result<Value> {
    customer.credit_limit = None;
    let mut written = serde_json::to_value(customer)?;
    if let Some(members) = written.as_object_mut() {
        members.remove("creditLimit");
    }
    Ok(written)
}

#[cfg(test)]
mod tests {
    use rust_decimal::Decimal;

    use super::*;

    #[test]
    fn the_payload_omits_the_credit_limit() {
        let payload = to_payload(Customer {
            credit_limit: Some(Decimal::from(50_000)),
            ..Customer::default()
        })
        .unwrap();
        assert!(payload.get("creditLimit").is_none() && !payload.to_string().contains("50000"));
        assert_eq!(sample().unwrap()["companyName"], "Bluegum Wines");
    }
}
