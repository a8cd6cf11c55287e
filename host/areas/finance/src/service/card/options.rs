//! What a page needs to take a card: the provider, what its form starts with, and what paying by card costs.

use bookings::access::BOOKING_CREATE;
use customers::CustomerType;
use kernel::{
    Caller, Error, Result, Scope,
    limiter::{Limit, MINUTE},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tenancy::CardSurcharge;

use super::provider;
use crate::access::PAYMENTS_CREATE;

/// Some providers are asked for a key each time, and guests ask as well.
pub const ASKED: Limit = Limit {
    name: "card options",
    window: MINUTE,
    per_address: Some(60),
    per_tenant: Some(1200),
    per_user: Some(60),
};

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WantedOptions {
    /// With what the provider's form starts with. Some providers make it anew for each form.
    #[serde(default)]
    with_key: bool,
}

/// What pays for the bookings that the caller makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub enum BookingPayment {
    /// The card alone: of guests and of customers who pay as they go.
    Card,
    /// What was paid ahead, or a card.
    BalanceOrCard,
    /// They are invoiced.
    Account,
}

/// How the tenant takes cards; `provider` is null where it takes none.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardOptions {
    /// The provider's plugin, whose card form the page shows.
    provider: Option<String>,
    /// What the provider's form in the browser starts with; null where it was not asked for.
    tokenization_key: Option<String>,
    /// ISO 4217 code of what cards are charged in.
    currency: String,
    /// In per cent of what is paid, by the card's type.
    surcharges: Vec<CardSurcharge>,
    booking_payment: BookingPayment,
}

/// For those who pay invoices and those who book, guests among them where they pay by card.
pub async fn get(mut scope: Scope, wanted: WantedOptions) -> Result<CardOptions> {
    if !matches!(scope.caller, Caller::Guest) && scope.require(PAYMENTS_CREATE).is_err() {
        scope.require(BOOKING_CREATE)?;
    }
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let currency = settings.currency.base_currency.clone();
    let booking_payment = booking_payment(&mut scope).await?;
    let is_stranger =
        matches!(scope.caller, Caller::Guest) && booking_payment != BookingPayment::Card;
    let provider = match provider(&scope).await {
        Ok(provider) if !is_stranger => provider,
        // Nothing is set up, or it is switched off.
        Ok(_) | Err(Error::Refused { .. }) => {
            let (provider, tokenization_key, surcharges) = (None, None, Vec::new());
            return Ok(CardOptions {
                provider,
                tokenization_key,
                currency,
                surcharges,
                booking_payment,
            });
        }
        Err(error) => return Err(error),
    };
    let tokenization_key = match wanted.with_key {
        true => Some(tenancy::tokenization_key(&scope, &provider).await?),
        false => None,
    };
    let surcharges = settings.card_payment.surcharges.clone();
    Ok(CardOptions {
        provider: Some(provider),
        tokenization_key,
        currency,
        surcharges,
        booking_payment,
    })
}

async fn booking_payment(scope: &mut Scope) -> Result<BookingPayment> {
    if matches!(scope.caller, Caller::Guest) {
        let guests = &tenancy::settings_of(scope.host(), scope.tenant)
            .await?
            .guests;
        let is_by_card = guests.can_book && !guests.on_account;
        return Ok(if is_by_card {
            BookingPayment::Card
        } else {
            BookingPayment::Account
        });
    }
    let Some(customer) = scope.caller.customer() else {
        return Ok(BookingPayment::Account);
    };
    Ok(
        match customers::find(scope, customer).await?.customer_type {
            CustomerType::Payg => BookingPayment::Card,
            CustomerType::Prepaid => BookingPayment::BalanceOrCard,
            CustomerType::Account | CustomerType::Guest | CustomerType::Unknown => {
                BookingPayment::Account
            }
        },
    )
}
