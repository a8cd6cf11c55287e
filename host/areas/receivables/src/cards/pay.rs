//! A customer's card payment, charged without an open transaction.

use carriage::money;
use data::{
    Error, FieldError, New, NewRecord, Result, Scope, Where,
    ids::{BookingId, CustomerId, QuoteId},
    message,
    secrets::Secret,
};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::cards::{
    self, LEASE, NONCE_USED, PAYMENT_IN_PROGRESS, build_request, enqueue_settling, hash,
    info::{TransactionInfo, to_transaction_infos},
    provider_call, require_provider, seal,
};
use crate::{
    cards::model::{CardIntent, CardStatus, CardTransaction},
    payments::service::{WholePayment, load_related},
};
use billing::{
    allocations::{model::InvoiceShare, rules::MAX_SHARES, service::lock_invoices},
    invoices::{
        model::{Invoice, InvoiceId},
        terms::terms,
    },
};
use ledger::input_rules::check_note;

/// Longer than any provider's nonce.
const MAX_NONCE_LENGTH: usize = 2048;
const MAX_CARD_TYPE_LENGTH: usize = 64;

#[data::wire(trim, lists)]
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreateCardPayment {
    /// Optional for a customer's user.
    customer_id: Option<CustomerId>,
    /// The paid amount, exclusive of the surcharge.
    amount: Decimal,
    /// The single-use nonce from the provider's form in the browser.
    payment_nonce: Secret,
    note: Option<String>,
    /// At most 500. The remainder stays unallocated.
    #[serde(default)]
    allocated_invoice_payments: Vec<InvoiceShare>,
    /// The card type from the provider's form, such as `visa`. Required if the tenant has
    /// surcharges.
    card_type: Option<String>,
    /// Idempotency key. A repeated call charges nothing and returns the first outcome.
    #[serde(default)]
    reference: Option<Uuid>,
}

fn provider_reference(name: Uuid) -> String {
    format!("WB{}", name.simple())
}

/// A card payment and the provider's details.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaidByCard {
    payment: WholePayment,
    transaction_info: TransactionInfo,
}

pub async fn create(mut scope: Scope, sent: CreateCardPayment) -> Result<PaidByCard> {
    if let Some(transaction) = find_existing(&mut scope, &sent).await? {
        let transaction = cards::outcome::require_success(transaction)?;
        return to_response(&mut scope, transaction).await;
    }
    let provider = require_provider(&scope).await?;
    let mut card = claim_payment(&mut scope, &provider, sent).await?;
    let request = build_request(&mut scope, &card)
        .await?
        .ok_or(Error::NotFound("The card"))?;
    let (port, call) = provider_call(&scope, &provider).await?;
    scope.commit().await?;
    let answer = port.charge(call, request).await;
    card = cards::outcome::record_outcome(&mut scope, card.id, card.attempts, answer, true).await?;
    to_response(&mut scope, card).await
}

async fn find_existing(
    scope: &mut Scope,
    sent: &CreateCardPayment,
) -> Result<Option<CardTransaction>> {
    let Some(name) = sent.reference else {
        return Ok(None);
    };
    let currency = terms(scope).await?.currency;
    let found: Option<CardTransaction> = scope
        .first(Where::all().eq(CardTransaction::REFERENCE, provider_reference(name)))
        .await?;
    let is_other = |transaction: &CardTransaction| {
        let customer = sent.customer_id.or(scope.caller.customer());
        let is_same_price =
            transaction.payable_amount() == sent.amount && transaction.currency == currency;
        let is_same_use = transaction.booking_id.is_none()
            && transaction.shares == sent.allocated_invoice_payments;
        !is_same_price
            || !is_same_use
            || customer.is_some_and(|customer| customer != transaction.customer_id)
    };
    match found {
        Some(transaction) if is_other(&transaction) => Err(Error::invalid(
            "reference",
            message!("belongs to another payment"),
        )),
        found => Ok(found),
    }
}

async fn to_response(scope: &mut Scope, card: CardTransaction) -> Result<PaidByCard> {
    let payment = card
        .payment_id
        .ok_or_else(|| Error::internal(anyhow::anyhow!("a charged card has no payment")))?;
    let payment = scope.find(payment).await?;
    let payment = load_related(scope, payment).await?;
    Ok(PaidByCard {
        payment,
        transaction_info: to_transaction_infos(scope, vec![card], None)
            .await?
            .remove(0),
    })
}

/// Validates the payment and claims the charge in the scope's transaction.
async fn claim_payment(
    scope: &mut Scope,
    provider: &str,
    sent: CreateCardPayment,
) -> Result<CardTransaction> {
    let terms = terms(scope).await?;
    let percent = validate(scope, &sent, &terms.currency).await?;
    let requested_id = sent.customer_id.or(scope.caller.customer());
    let requested_id =
        requested_id.ok_or_else(|| Error::invalid("customerId", message!("is required")))?;
    let customer_id = customers::load_billing(scope, requested_id).await?.id;
    let shares = sent.allocated_invoice_payments;
    let invoices = lock_invoices(scope, &shares).await?;
    let mut errors =
        billing::allocations::rules::check("allocatedInvoicePayments", &shares, &invoices);
    errors.extend(billing::allocations::rules::check_currency(
        "allocatedInvoicePayments",
        &terms.currency,
        &invoices,
    ));
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    if let Some(at) = invoices
        .iter()
        .position(|invoice| invoice.customer_id != customer_id)
    {
        let message = message!("must be an invoice of the customer who pays");
        return Err(Error::invalid(
            format!("allocatedInvoicePayments[{at}].invoiceId"),
            message,
        ));
    }
    ledger::entries::check_open(scope, terms.today, "paymentDate").await?;
    check_reserved(scope, customer_id, &shares, &invoices).await?;
    let surcharge = cards::rules::surcharge(sent.amount, percent, &terms.currency);
    let new = NewCard {
        customer_id,
        booking_id: None,
        quote_id: None,
        intent: CardIntent::Charge,
        amount: sent.amount + surcharge,
        surcharge_amount: surcharge,
        currency: terms.currency,
        note: sent.note.or_else(|| describe(&invoices)),
        shares,
        card_type: sent.card_type,
        reference: sent.reference,
    };
    claim_request(scope, provider, new, &sent.payment_nonce).await
}

pub struct NewCard {
    pub customer_id: CustomerId,
    pub booking_id: Option<BookingId>,
    pub quote_id: Option<QuoteId>,
    pub intent: CardIntent,
    pub amount: Decimal,
    pub surcharge_amount: Decimal,
    pub currency: String,
    pub note: Option<String>,
    pub shares: Vec<InvoiceShare>,
    pub card_type: Option<String>,
    pub reference: Option<Uuid>,
}

/// Claims the request in the scope's transaction. Rejects a used nonce.
pub async fn claim_request(
    scope: &mut Scope,
    provider: &str,
    new: NewCard,
    nonce: &Secret,
) -> Result<CardTransaction> {
    let nonce_hash = hash(nonce);
    let transaction = Where::all()
        .eq(CardTransaction::PROVIDER, provider.to_owned())
        .eq(CardTransaction::NONCE_HASH, nonce_hash.clone());
    if scope
        .unrestricted()
        .await?
        .count::<CardTransaction>(transaction)
        .await?
        > 0
    {
        return Err(NONCE_USED.into());
    }
    let attempts = 1;
    let mut card = New::<CardTransaction> {
        customer_id: new.customer_id,
        provider: provider.to_owned(),
        reference: provider_reference(new.reference.unwrap_or_else(|| scope.new_guid())),
        transaction_id: None,
        status: CardStatus::Pending,
        intent: Some(new.intent),
        attempts,
        lease_time: Some(scope.now() + LEASE),
        amount: new.amount,
        surcharge_amount: new.surcharge_amount,
        refunded_amount: Decimal::ZERO,
        currency: new.currency,
        note: new.note,
        shares: new.shares,
        nonce: Some(seal(scope, nonce)?),
        nonce_hash,
        card_type: new.card_type,
        card_ends_with: None,
        card_holder_name: None,
        authorization_code: None,
        decline_code: None,
        decline_message: None,
        dispute_status: None,
        ip_address: scope.request.address.clone(),
        payment_id: None,
        booking_id: new.booking_id,
        creator_user_id: scope.caller.user(),
        quote_id: new.quote_id,
    }
    .created_at(scope.now());
    match scope.insert(&mut card).await {
        // The same nonce or reference arrived twice concurrently.
        Err(Error::Refused { .. }) => return Err(NONCE_USED.into()),
        other => other?,
    }
    enqueue_settling(scope, card.id, attempts, LEASE).await?;
    Ok(card)
}

/// Returns the card's surcharge in percent.
async fn validate(scope: &Scope, sent: &CreateCardPayment, currency: &str) -> Result<Decimal> {
    let mut errors = Vec::new();
    let mut refuse = |member: &str, message| errors.push(FieldError::new(member, message));
    if sent.amount <= Decimal::ZERO {
        refuse("amount", message!("must be more than 0"));
    } else if money::round(sent.amount, currency) != sent.amount {
        refuse(
            "amount",
            message!("has more digits after the point than the currency"),
        );
    }
    let nonce = sent.payment_nonce.expose();
    if nonce.trim().is_empty()
        || nonce.len() > MAX_NONCE_LENGTH
        || nonce.chars().any(char::is_control)
    {
        let message = message!(
            "must be the value from the payment provider, at most {max} characters",
            max = MAX_NONCE_LENGTH
        );
        refuse("paymentNonce", message);
    }
    if sent.allocated_invoice_payments.len() > MAX_SHARES {
        refuse(
            "allocatedInvoicePayments",
            message!("must be at most {max} entries", max = MAX_SHARES),
        );
    }
    let allocated = sent
        .allocated_invoice_payments
        .iter()
        .map(|share| share.amount);
    if allocated.fold(Decimal::ZERO, Decimal::saturating_add) > sent.amount {
        refuse(
            "allocatedInvoicePayments",
            message!("must not exceed the amount paid"),
        );
    }
    let card_type = sent.card_type.as_deref().unwrap_or_default();
    if card_type.chars().count() > MAX_CARD_TYPE_LENGTH {
        refuse(
            "cardType",
            message!(
                "must be at most {max} characters",
                max = MAX_CARD_TYPE_LENGTH
            ),
        );
    }
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let surcharges = &settings.card_payment.surcharges;
    if !surcharges.is_empty() && card_type.is_empty() {
        refuse(
            "cardType",
            message!("is required: the surcharge depends on it"),
        );
    }
    money::check(sent.amount, "amount")
        .err()
        .into_iter()
        .for_each(|error| errors.push(error));
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    check_note(sent.note.as_deref())?;
    let card_type = cards::rules::card_type(card_type);
    let set = surcharges
        .iter()
        .find(|one| cards::rules::card_type(&one.card_type) == card_type);
    let set = set.or_else(|| surcharges.iter().find(|one| one.card_type.is_empty()));
    Ok(set.map_or(Decimal::ZERO, |one| one.percent))
}

/// Rejects if card payments with unknown outcomes may pay the same invoices.
async fn check_reserved(
    scope: &mut Scope,
    customer: CustomerId,
    shares: &[InvoiceShare],
    invoices: &[Invoice],
) -> Result<()> {
    let pending = Where::all()
        .eq(CardTransaction::CUSTOMER_ID, customer)
        .eq(CardTransaction::STATUS, CardStatus::Pending);
    let pending: Vec<CardTransaction> = scope.all(pending).await?;
    let reserved = |id: InvoiceId| -> Decimal {
        pending
            .iter()
            .flat_map(|card| &card.shares)
            .filter(|one| one.invoice_id == id)
            .map(|one| one.amount)
            .sum()
    };
    for (share, invoice) in shares.iter().zip(invoices) {
        if share.amount + reserved(share.invoice_id) > invoice.outstanding_amount {
            return Err(PAYMENT_IN_PROGRESS.with_message(message!(
                "A card payment of the invoice {number} is under way. Wait until it is confirmed or has failed.",
                number = invoice.invoice_number.clone().unwrap_or_default()
            )));
        }
    }
    Ok(())
}

fn describe(invoices: &[Invoice]) -> Option<String> {
    const MAX_NAMED: usize = 5;
    let numbers: Vec<&str> = invoices
        .iter()
        .filter_map(|invoice| invoice.invoice_number.as_deref())
        .collect();
    let named = numbers
        .iter()
        .take(MAX_NAMED)
        .copied()
        .collect::<Vec<_>>()
        .join(", ");
    match numbers.len() {
        0 => None,
        all if all > MAX_NAMED => Some(format!("{named} and {} more", all - MAX_NAMED)),
        _ => Some(named),
    }
}
