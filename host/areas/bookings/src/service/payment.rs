//! What a booking's payment can be taken with: the payment provider's nonce, sealed until finance charges the card.

use customers::CustomerType;
use kernel::{
    Error, FieldError, Result, Scope, Where,
    db::Col,
    ids::BookingId,
    message,
    secrets::{Holds, SealedColumn, Secret},
    tsql,
};
use rust_decimal::Decimal;

use crate::{
    card_port::{BookingCards, CardBooking},
    model::{Booking, WaitingPayment},
};

/// Longer than any provider's.
const MAX_NONCE_LENGTH: usize = 2048;
const SEALED_AS: &str = "payment-nonce";

/// Where the nonces are.
pub const NONCES: SealedColumn = SealedColumn {
    table: "booking_payments",
    tenant: "tenant_id",
    column: "nonce",
    holds: Holds::Text,
    beside: "''",
    purpose: |_, _| Some(SEALED_AS.to_owned()),
};

/// What is wrong with a nonce that was sent.
pub fn check(nonce: Option<&Secret>, member: &str) -> Option<FieldError> {
    let nonce = nonce?.expose();
    let is_right = !nonce.trim().is_empty() && nonce.len() <= MAX_NONCE_LENGTH && !nonce.chars().any(char::is_control);
    let says = message!("must be what the payment provider gave, at most {max} characters", max = MAX_NONCE_LENGTH);
    (!is_right).then(|| FieldError::new(member, says))
}

/// Keeps the nonce with the booking, in place of an earlier one.
pub async fn keep(scope: &mut Scope, booking: BookingId, nonce: &Secret) -> Result<()> {
    let (sealed, now) = (scope.host().secrets().seal(scope.tenant, SEALED_AS, nonce)?, scope.now());
    match row(scope, booking).await? {
        Some(mut known) => {
            known.nonce = sealed;
            known.creation_time = now;
            scope.update(&mut known).await
        }
        None => {
            let mut new =
                WaitingPayment { id: 0, row_version: 0, booking_id: booking, nonce: sealed, creation_time: now };
            scope.insert(&mut new).await
        }
    }
}

/// The nonce that waits with the booking, for who charges the card.
pub async fn nonce(scope: &mut Scope, booking: BookingId) -> Result<Option<Secret>> {
    let Some(known) = row(scope, booking).await? else { return Ok(None) };
    Ok(Some(scope.host().secrets().open_sealed(scope.tenant, SEALED_AS, &known.nonce)?))
}

/// Reserves the booking's price on the card whose nonce waits with it. The scope is saved on the way: nothing of the
/// caller's may be half done. False where no card pays for it.
pub async fn reserve(scope: &mut Scope, booking: &Booking) -> Result<bool> {
    let nonce = nonce(scope, booking.id).await?;
    let wanted = CardBooking {
        booking: booking.id,
        customer: booking.customer_id,
        amount: booking.total_price,
        description: booking.name(),
    };
    let port = scope.port::<dyn BookingCards>()?;
    let has_nonce = nonce.is_some();
    let is_paid = port.reserve(scope, wanted, nonce).await?;
    if is_paid && has_nonce {
        forget(scope, booking.id).await?;
        scope.commit().await?;
    }
    Ok(is_paid)
}

/// Refuses what somebody who pays as they go books without a card, where cards are taken. The tenant's people may book it
/// for them: they see to the payment.
pub async fn check_paid(scope: &mut Scope, booking: &Booking) -> Result<()> {
    if booking.total_price <= Decimal::ZERO || scope.caller.customer() != Some(booking.customer_id) {
        return Ok(());
    }
    let customer = customers::find(scope, booking.customer_id).await?;
    if customer.customer_type != CustomerType::Payg || !scope.port::<dyn BookingCards>()?.is_taken(scope).await? {
        return Ok(());
    }
    Err(Error::invalid("booking.paymentNonce", message!("is required: pay-as-you-go bookings are paid by card")))
}

/// Does away with the nonce: the card was charged, or never will be.
pub async fn forget(scope: &mut Scope, booking: BookingId) -> Result<()> {
    let sql = tsql!("DELETE FROM booking_payments WHERE tenant_id = $1 AND booking_id = $2");
    scope.rows(sql, vec![booking.val()]).await.map(drop)
}

/// Whether a nonce waits with the booking.
pub async fn is_there(scope: &mut Scope, booking: BookingId) -> Result<bool> {
    Ok(row(scope, booking).await?.is_some())
}

async fn row(scope: &mut Scope, booking: BookingId) -> Result<Option<WaitingPayment>> {
    scope.first(Where::all().eq(WaitingPayment::BOOKING_ID, booking)).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nonce_is_one_line_of_some_length() {
        let is_wrong = |nonce: &str| check(Some(&Secret::new(nonce)), "booking.paymentNonce").is_some();
        assert!(check(None, "booking.paymentNonce").is_none() && !is_wrong("tokencc_bh_9x2"));
        for wrong in ["", "  ", "a\nb", &"x".repeat(MAX_NONCE_LENGTH + 1)] {
            assert!(is_wrong(wrong), "{wrong:?}");
        }
        let told = check(Some(&Secret::new("n-secret\n")), "booking.paymentNonce").unwrap();
        assert!(!format!("{told:?}").contains("n-secret"), "a nonce is told nowhere");
    }
}
