//! The insurance of a quote: what was asked for, or what the customer usually has.

use customers::CustomerInfo;
use kernel::{Error, Result, Scope};
use pricing::Cover;

use crate::model::QuoteAsk;

/// What the goods are insured as, if they are. What was asked for and is not covered is refused; what the customer
/// usually has is left out then.
pub(super) async fn cover(
    scope: &Scope,
    ask: &QuoteAsk,
    payer: Option<&CustomerInfo>,
) -> Result<Option<Cover>> {
    let said = ask.insurance_type.zip(ask.insured_value);
    let wanted = match ask.is_insured {
        Some(true) => said,
        Some(false) => None,
        None => payer.and_then(|payer| pricing::by_default(payer, &ask.items)),
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
