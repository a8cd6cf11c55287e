//! Providers' notifications, repeatable and in any order.

use data::{Result, Scope, Where};

use crate::cards::{
    self,
    model::{CardRefund, CardStatus, CardTransaction},
    port::CardTransactionState,
    store::lock_transaction,
};

/// Applies a notification to our transactions and saves. Ignores others.
pub async fn apply_reports(
    scope: &mut Scope,
    provider: &str,
    reports: &[CardTransactionState],
) -> Result<()> {
    for one in reports {
        let Some(card) = find_transaction(scope, provider, one).await? else {
            continue;
        };
        let mut card = lock_transaction(scope, card.id).await?;
        // Money in another currency was never requested.
        if one.currency != card.currency {
            continue;
        }
        cards::outcome::apply_report(scope, &mut card, one).await?;
        if card.status == CardStatus::Authorized
            && card.booking_id.is_some()
            && card.intent.is_none()
        {
            cards::sweep::enqueue(scope, card.id).await?;
        }
        cards::refund::book_provider_refund(scope, &card).await?;
    }
    scope.commit().await
}

/// Finds it by our reference, a refund's reference, or the provider's id.
async fn find_transaction(
    scope: &mut Scope,
    provider: &str,
    reports: &CardTransactionState,
) -> Result<Option<CardTransaction>> {
    let of_provider = || Where::all().eq(CardTransaction::PROVIDER, provider.to_owned());
    let by_id = of_provider().eq(CardTransaction::TRANSACTION_ID, reports.id.clone());
    if let Some(found) = scope
        .first(of_provider().eq(CardTransaction::REFERENCE, reports.reference.clone()))
        .await?
    {
        return Ok(Some(found));
    }
    if let Some(found) = scope.first(by_id).await? {
        return Ok(Some(found));
    }
    let of_refund: Option<CardRefund> = scope
        .first(Where::all().eq(CardRefund::REFERENCE, reports.reference.clone()))
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
