//! Insurance of a quote: requested, or the customer's default.

use customers::CustomerInfo;
use data::{Error, Result, Scope};
use pricing::Cover;

use crate::quotes::model::QuoteAsk;

/// Rejects requested cover that is unavailable; drops unavailable default cover.
pub(crate) async fn cover(
    scope: &Scope,
    ask: &QuoteAsk,
    payer: Option<&CustomerInfo>,
) -> Result<Option<Cover>> {
    let requested = ask.insurance_type.zip(ask.insured_value);
    let wanted = match ask.is_insured {
        Some(true) => requested,
        Some(false) => None,
        None => payer.and_then(|payer| pricing::default_insurance(payer, &ask.items)),
    };
    let Some((kind, value)) = wanted else {
        return Ok(None);
    };
    match pricing::insure(scope, kind, value, ask.goods()).await? {
        Ok(cover) => Ok(Some(cover)),
        Err(reason) if ask.is_insured.is_some() => {
            Err(Error::invalid(reason.member(), reason.message()))
        }
        Err(_) => Ok(None),
    }
}
