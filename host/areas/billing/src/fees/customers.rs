//! Customers' own terms of a fee.

use std::collections::{BTreeMap, HashMap};

use data::{Error, FieldError, Result, Scope, Where, ids::CustomerId, message};

use crate::fees::service::validate_rates;
use crate::fees::{
    customer_model::FeeCustomer,
    model::{CustomerFee, Fee, FeeId},
};

const MAX_CUSTOMERS: usize = 1000;

pub async fn load(scope: &mut Scope, fees: &mut [Fee]) -> Result<()> {
    let ids: Vec<FeeId> = fees.iter().map(|fee| fee.id).collect();
    let rows: Vec<CustomerFee> = scope
        .all(Where::all().is_in(CustomerFee::FEE_ID, &ids))
        .await?;
    let customers: Vec<CustomerId> = rows.iter().map(|row| row.customer_id).collect();
    let names: HashMap<CustomerId, String> = customers::names(scope, &customers).await?;
    let mut by_fee: BTreeMap<FeeId, Vec<FeeCustomer>> = BTreeMap::new();
    for row in rows {
        let name = names.get(&row.customer_id).cloned().unwrap_or_default();
        by_fee
            .entry(row.fee_id)
            .or_default()
            .push(FeeCustomer::from_row(row, name));
    }
    for fee in fees {
        fee.customers = by_fee.remove(&fee.id).unwrap_or_default();
    }
    Ok(())
}

pub fn check(customers: &[FeeCustomer]) -> Vec<FieldError> {
    if customers.len() > MAX_CUSTOMERS {
        let message = message!("must be at most {max} entries", max = MAX_CUSTOMERS);
        return vec![FieldError::new("fee.customers", message)];
    }
    let mut errors = Vec::new();
    for (at, customer) in customers.iter().enumerate() {
        let of = format!("fee.customers[{at}]");
        errors.extend(validate_rates(&of, customer.minimum, &customer.fee_rates));
        if customer
            .expire_date
            .zip(customer.effective_date)
            .is_some_and(|(last, first)| last < first)
        {
            errors.push(FieldError::new(
                format!("{of}.expireDate"),
                message!("must not be before the first day"),
            ));
        }
        let is_same = |other: &FeeCustomer| {
            other.customer_id == customer.customer_id
                && other.effective_date == customer.effective_date
        };
        if customers[..at].iter().any(is_same) {
            errors.push(FieldError::new(
                format!("{of}.customerId"),
                message!("is a duplicate"),
            ));
        }
    }
    errors
}

/// Replaces the fee's customers. Others lose their terms.
pub async fn save(scope: &mut Scope, fee: FeeId, sent: Vec<FeeCustomer>) -> Result<()> {
    let mut rows: Vec<CustomerFee> = scope.all(Where::all().eq(CustomerFee::FEE_ID, fee)).await?;
    for entry in sent {
        customers::find(scope, entry.customer_id).await?;
        let mut row = entry.into_row(fee);
        let is_stored = |stored: &CustomerFee| match row.id.0 {
            0 => {
                stored.customer_id == row.customer_id && stored.effective_date == row.effective_date
            }
            _ => stored.id == row.id,
        };
        match rows.iter().position(is_stored) {
            Some(at) => {
                let stored = rows.swap_remove(at);
                if row.row_version != 0 && row.row_version != stored.row_version {
                    return Err(Error::Conflict);
                }
                (row.id, row.row_version) = (stored.id, stored.row_version);
                scope.update(&mut row).await?;
            }
            None if row.id.0 == 0 => scope.insert(&mut row).await?,
            None => return Err(Error::NotFound("The customer's fee")),
        }
    }
    for row in rows {
        scope.delete::<CustomerFee>(row.id).await?;
    }
    Ok(())
}
