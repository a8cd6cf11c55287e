//! What a provider tells by itself: settled, disputed, refunded there. Told twice or in another order it changes nothing.

use kernel::{Result, Scope, Where};

use super::{hold, outcome, refund, sweep};
use crate::{
    card_port::CardTold,
    model::card::{CardRefund, CardStatus, CardTransaction},
};

/// Takes over what a provider's delivery tells of our transactions, and saves; others are passed over.
pub async fn take(scope: &mut Scope, provider: &str, told: &[CardTold]) -> Result<()> {
    for one in told {
        let Some(card) = known(scope, provider, one).await? else {
            continue;
        };
        let mut card = hold(scope, card.id).await?;
        // Money in another currency is none that was asked for.
        if one.currency != card.currency {
            continue;
        }
        outcome::take(scope, &mut card, one).await?;
        if card.status == CardStatus::Authorized
            && card.booking_id.is_some()
            && card.intent.is_none()
        {
            sweep::enqueue(scope, card.id).await?;
        }
        refund::elsewhere(scope, &card).await?;
    }
    scope.commit().await
}

/// The transaction that the provider tells of: by our reference, that of a refund, or its own id.
async fn known(
    scope: &mut Scope,
    provider: &str,
    told: &CardTold,
) -> Result<Option<CardTransaction>> {
    let of_provider = || Where::all().eq(CardTransaction::PROVIDER, provider.to_owned());
    let by_id = of_provider().eq(CardTransaction::TRANSACTION_ID, told.id.clone());
    if let Some(found) = scope
        .first(of_provider().eq(CardTransaction::REFERENCE, told.reference.clone()))
        .await?
    {
        return Ok(Some(found));
    }
    if let Some(found) = scope.first(by_id).await? {
        return Ok(Some(found));
    }
    let of_refund: Option<CardRefund> = scope
        .first(Where::all().eq(CardRefund::REFERENCE, told.reference.clone()))
        .await?;
    match of_refund {
        Some(refund) => {
            scope
                .first(of_provider().eq(CardTransaction::ID, refund.card_transaction_id))
                .await
        }
        None => Ok(None),
    }
}
