//! A booking's card token (nonce), encrypted until charged.

use customers::CustomerType;
use data::{
    Caller, Error, FieldError, New, Refusal, Result, Scope, Where,
    ids::BookingId,
    message,
    secrets::{SealedColumn, SealedIn, Secret},
};
use rust_decimal::Decimal;

use crate::{
    bookings::{model::Booking, records::WaitingPayment, status::Status},
    card_port::{BookingCards, CardBooking},
};

/// The price is not reserved, or changed after the reservation.
pub const NOT_PAID: Refusal = Refusal::new(
    4124,
    "The price of this booking is not paid. Enter the card again.",
);

/// Above the length of any provider's nonce.
const MAX_NONCE_LENGTH: usize = 2048;
const SEALED_AS: &str = "payment-nonce";

pub const NONCES: SealedColumn = SealedColumn {
    table: "booking_payments",
    tenant: "tenant_id",
    column: "nonce",
    holds: SealedIn::Text,
    context: "''",
    purpose: |_, _| Some(SEALED_AS.to_owned()),
};

pub fn check_nonce(nonce: Option<&Secret>, member: &str) -> Option<FieldError> {
    let nonce = nonce?.expose();
    let is_right = !nonce.trim().is_empty()
        && nonce.len() <= MAX_NONCE_LENGTH
        && !nonce.chars().any(char::is_control);
    let message = message!(
        "must be the value from the payment provider, at most {max} characters",
        max = MAX_NONCE_LENGTH
    );
    (!is_right).then(|| FieldError::new(member, message))
}

/// Stores the nonce, replacing an earlier one.
pub async fn store_nonce(scope: &mut Scope, booking: BookingId, nonce: &Secret) -> Result<()> {
    let (sealed, now) = (
        scope
            .host()
            .secrets()
            .seal(scope.tenant, SEALED_AS, nonce)?,
        scope.now(),
    );
    match row(scope, booking).await? {
        Some(mut known) => {
            known.nonce = sealed;
            known.creation_time = now;
            scope.update(&mut known).await
        }
        None => {
            scope
                .create(New::<WaitingPayment> {
                    booking_id: booking,
                    nonce: sealed,
                })
                .await?;
            Ok(())
        }
    }
}

pub async fn load_nonce(scope: &mut Scope, booking: BookingId) -> Result<Option<Secret>> {
    let Some(known) = row(scope, booking).await? else {
        return Ok(None);
    };
    Ok(Some(scope.host().secrets().open_sealed(
        scope.tenant,
        SEALED_AS,
        &known.nonce,
    )?))
}

pub fn card_booking(booking: &Booking) -> CardBooking {
    CardBooking {
        booking: booking.id,
        customer: booking.payer.customer_id,
        quote: booking.offer.quote_id,
        amount: booking.price.total_price,
        description: booking.name(),
    }
}

/// True if a card pays exactly this price. Locks the reservation until the transaction ends.
pub async fn is_paid(scope: &mut Scope, booking: &Booking) -> Result<bool> {
    scope
        .port::<dyn BookingCards>()?
        .is_paid(scope, card_booking(booking))
        .await
}

/// Voids reservations for another price. Call before writing the booking's row. Lock order: card
/// transaction, then booking.
pub async fn release_others(scope: &mut Scope, booking: &Booking) -> Result<()> {
    let except = Some(card_booking(booking));
    scope
        .port::<dyn BookingCards>()?
        .release(scope, booking.id, except)
        .await
}

/// True if a card already pays or can be charged.
pub async fn has_card(scope: &mut Scope, booking: &Booking) -> Result<bool> {
    if booking.price.total_price <= Decimal::ZERO
        || !scope
            .port::<dyn BookingCards>()?
            .accepts_cards(scope)
            .await?
    {
        return Ok(false);
    }
    Ok(has_nonce(scope, booking.id).await? || is_paid(scope, booking).await?)
}

/// Rejects a prepaid customer's booking without a card if the tenant takes cards. Staff may book
/// without one and handle the payment.
pub async fn check_paid(scope: &mut Scope, booking: &Booking) -> Result<()> {
    let is_staff = matches!(scope.caller, Caller::User(_)) && scope.caller.customer().is_none();
    if booking.booking_status == Status::PendingPayment && !is_staff {
        return Err(NOT_PAID.into());
    }
    if booking.price.total_price <= Decimal::ZERO
        || scope.caller.customer() != Some(booking.payer.customer_id)
    {
        return Ok(());
    }
    let customer = customers::find(scope, booking.payer.customer_id).await?;
    if customer.customer_type != CustomerType::Payg
        || !scope
            .port::<dyn BookingCards>()?
            .accepts_cards(scope)
            .await?
    {
        return Ok(());
    }
    Err(Error::invalid(
        "booking.paymentNonce",
        message!("is required: pay-as-you-go bookings are paid by card"),
    ))
}

pub async fn has_nonce(scope: &mut Scope, booking: BookingId) -> Result<bool> {
    Ok(row(scope, booking).await?.is_some())
}

async fn row(scope: &mut Scope, booking: BookingId) -> Result<Option<WaitingPayment>> {
    scope
        .first(Where::all().eq(WaitingPayment::BOOKING_ID, booking))
        .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nonce_is_one_line_of_some_length() {
        let is_wrong =
            |nonce: &str| check_nonce(Some(&Secret::new(nonce)), "booking.paymentNonce").is_some();
        assert!(check_nonce(None, "booking.paymentNonce").is_none() && !is_wrong("tokencc_bh_9x2"));
        for wrong in ["", "  ", "a\nb", &"x".repeat(MAX_NONCE_LENGTH + 1)] {
            assert!(is_wrong(wrong), "{wrong:?}");
        }
        let error = check_nonce(Some(&Secret::new("n-secret\n")), "booking.paymentNonce").unwrap();
        assert!(
            !format!("{error:?}").contains("n-secret"),
            "a nonce is told nowhere"
        );
    }
}
