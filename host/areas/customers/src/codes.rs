//! Customers' codes: counted in the tenant's own form, or given by hand where the tenant says so.

use kernel::{Error, Result, Scope, Where, message};
use tenancy::{Numbered, Settings};

use crate::model::Customer;

/// So many codes in a row that people had given by hand are passed over; more is a fault of the settings.
const MAX_TAKEN: usize = 1000;

/// The code of a new customer.
pub(crate) async fn new_code(
    scope: &mut Scope,
    given: &str,
    settings: &Settings,
) -> Result<String> {
    if !given.is_empty() {
        fits(given, settings)?;
        return Ok(given.to_owned());
    }
    for _ in 0..MAX_TAKEN {
        let Some(code) = tenancy::next_number(scope, Numbered::Customer).await? else {
            return Err(Error::invalid(
                "customer.code",
                message!("is required: customers' codes are given by hand here"),
            ));
        };
        // A code is unique in the whole tenant.
        if scope
            .unbound()
            .await?
            .count(Where::all().eq(Customer::CODE, code.as_str()))
            .await?
            == 0
        {
            return Ok(code);
        }
    }
    Err(Error::invalid(
        "customer.code",
        message!("is required: the next counted codes are all taken"),
    ))
}

/// A code given by hand keeps to the length that the tenant allows.
pub(crate) fn fits(code: &str, settings: &Settings) -> Result<()> {
    let most = settings.customer.max_length;
    if i64::try_from(code.chars().count()).is_ok_and(|length| length <= most) {
        return Ok(());
    }
    Err(Error::invalid(
        "customer.code",
        message!("must be at most {max} characters", max = most),
    ))
}
