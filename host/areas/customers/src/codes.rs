//! Customer codes: generated in the tenant's format, or entered by hand if the tenant permits.

use data::{Error, Result, Scope, Where, message};
use tenancy::{NumberedRecord, Settings};

use crate::model::Customer;

/// Maximum consecutive manual codes skipped; more indicates wrong settings.
const MAX_SKIPPED_CODES: usize = 1000;

pub(crate) async fn new_code(
    scope: &mut Scope,
    requested: &str,
    settings: &Settings,
) -> Result<String> {
    if !requested.is_empty() {
        check_length(requested, settings)?;
        return Ok(requested.to_owned());
    }
    for _ in 0..MAX_SKIPPED_CODES {
        let Some(code) = tenancy::next_number(scope, NumberedRecord::Customer).await? else {
            return Err(Error::invalid(
                "customer.code",
                message!("is required: customers' codes are entered manually here"),
            ));
        };
        // Codes are unique across the tenant.
        if scope
            .unrestricted()
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
        message!("is required: the next automatic codes are all used"),
    ))
}

/// Checks a manual code against the tenant's maximum length.
pub(crate) fn check_length(code: &str, settings: &Settings) -> Result<()> {
    let max_length = settings.customer.max_length;
    if i64::try_from(code.chars().count()).is_ok_and(|length| length <= max_length) {
        return Ok(());
    }
    Err(Error::invalid(
        "customer.code",
        message!("must be at most {max} characters", max = max_length),
    ))
}
