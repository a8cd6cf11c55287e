//! Options of a card form: provider, client key, surcharges.

use billing::settings::model::PaymentDetails;
use bookings::access::BOOKING_CREATE;
use customers::CustomerType;
use data::{Caller, Error, Result, Scope};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tenancy::CardSurcharge;
use work::limiter::{Limit, MINUTE};

use crate::cards::require_provider;
use ledger::access::PAYMENTS_CREATE;

/// Some providers are called for each key, and guests may call this.
pub const OPTIONS_LIMIT: Limit = Limit {
    name: "card options",
    window: MINUTE,
    per_address: Some(60),
    per_tenant: Some(1200),
    per_user: Some(60),
};

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardOptionsQuery {
    /// Includes the client key of the provider's form. Some providers create one per form.
    #[serde(default)]
    with_key: bool,
}

/// Payment methods of the caller's bookings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub enum BookingPayment {
    /// Card only, for guests and customers who pay as they go.
    Card,
    /// A prepaid balance, or a card.
    BalanceOrCard,
    /// By invoice.
    Account,
}

/// The tenant's card settings. `provider` is null without card payments.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardOptions {
    /// The provider's plugin, which has the card form.
    provider: Option<String>,
    /// The client key of the provider's form. Null unless requested.
    tokenization_key: Option<String>,
    /// ISO 4217 code of card charges.
    currency: String,
    /// Percent of the paid amount, by card type.
    surcharges: Vec<CardSurcharge>,
    booking_payment: BookingPayment,
    /// The account that guests pay their bookings to while the tenant takes no cards. Null for
    /// other callers, and until the account is set.
    pay_to: Option<PaymentDetails>,
}

/// Allows callers who pay invoices or book, including guests.
pub async fn get(mut scope: Scope, query: CardOptionsQuery) -> Result<CardOptions> {
    if !matches!(scope.caller, Caller::Guest) && scope.require(PAYMENTS_CREATE).is_err() {
        scope.require(BOOKING_CREATE)?;
    }
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let currency = settings.currency.base_currency.clone();
    let booking_payment = booking_payment(&mut scope).await?;
    let is_stranger =
        matches!(scope.caller, Caller::Guest) && booking_payment != BookingPayment::Card;
    let provider = match require_provider(&scope).await {
        Ok(provider) if !is_stranger => provider,
        // Card payments are not set up, or switched off.
        Ok(_) | Err(Error::Refused { .. }) => {
            let pay_to = account_for_guests(&mut scope, booking_payment).await?;
            let (provider, tokenization_key, surcharges) = (None, None, Vec::new());
            return Ok(CardOptions {
                provider,
                tokenization_key,
                currency,
                surcharges,
                booking_payment,
                pay_to,
            });
        }
        Err(error) => return Err(error),
    };
    let tokenization_key = match query.with_key {
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
        pay_to: None,
    })
}

/// Guests have no invoice that names the account.
async fn account_for_guests(
    scope: &mut Scope,
    booking_payment: BookingPayment,
) -> Result<Option<PaymentDetails>> {
    if !matches!(scope.caller, Caller::Guest) || booking_payment != BookingPayment::Card {
        return Ok(None);
    }
    let account = billing::settings::service::settings(scope).await?.payment;
    Ok(Some(account).filter(|account| *account != PaymentDetails::default()))
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
