//! A customer's payment by card: checked and claimed, charged with no transaction open, written down.

use freight::money;
use kernel::{
    Error, FieldError, Result, Scope, Where,
    ids::{BookingId, CustomerId, QuoteId},
    message,
    secrets::Secret,
};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{
    LEASE, NONCE_USED, UNDER_WAY, call, enqueue_settling, hash,
    info::{TransactionInfo, shown},
    outcome, provider, request, seal,
};
use crate::{
    model::{
        card::{CardIntent, CardStatus, CardTransaction, CardTransactionId},
        invoice::{Invoice, InvoiceId},
        payment::InvoiceShare,
    },
    rules::{
        allocate::{self, MAX_SHARES},
        card,
    },
    service::{
        books,
        payment::{WholePayment, held, whole},
        remittance::check_note,
        terms::terms,
    },
};

/// Longer than any provider's.
const MAX_NONCE_LENGTH: usize = 2048;
const MAX_CARD_TYPE_LENGTH: usize = 64;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreateCardPayment {
    /// A customer's user may leave it out.
    customer_id: Option<CustomerId>,
    /// What is paid; a surcharge comes on top of it.
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    amount: Decimal,
    /// What the provider's form in the browser made of the card. It serves once.
    payment_nonce: Secret,
    #[serde(default, deserialize_with = "kernel::case::text")]
    note: Option<String>,
    /// At most 500; what is left stays unallocated.
    #[serde(default, deserialize_with = "kernel::case::null_is_default")]
    allocated_invoice_payments: Vec<InvoiceShare>,
    /// What the provider's form says that the card is, `visa`. Needed where the tenant has surcharges.
    #[serde(default, deserialize_with = "kernel::case::text")]
    card_type: Option<String>,
    /// Names this payment. Sent again with it, the call charges nothing and tells what has become of the first.
    #[serde(default)]
    reference: Option<Uuid>,
}

/// The reference under which a provider knows what a caller names so.
fn referenced(name: Uuid) -> String {
    format!("WB{}", name.simple())
}

/// A payment by card and what the provider tells of it.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaidByCard {
    payment: WholePayment,
    transaction_info: TransactionInfo,
}

pub async fn create(mut scope: Scope, sent: CreateCardPayment) -> Result<PaidByCard> {
    if let Some(known) = known(&mut scope, &sent).await? {
        let known = outcome::said(known)?;
        return done(&mut scope, known).await;
    }
    let provider = provider(&scope).await?;
    let mut card = claimed(&mut scope, &provider, sent).await?;
    let request = request(&mut scope, &card)
        .await?
        .ok_or(Error::NotFound("The card"))?;
    let (port, call) = call(&scope, &provider).await?;
    scope.commit().await?;
    let answer = port.charge(call, request).await;
    card = outcome::finish(&mut scope, card.id, card.attempts, answer, true).await?;
    done(&mut scope, card).await
}

/// The payment that was begun under the same reference before.
async fn known(scope: &mut Scope, sent: &CreateCardPayment) -> Result<Option<CardTransaction>> {
    let Some(name) = sent.reference else {
        return Ok(None);
    };
    let currency = terms(scope).await?.currency;
    let found: Option<CardTransaction> = scope
        .first(Where::all().eq(CardTransaction::REFERENCE, referenced(name)))
        .await?;
    let is_other = |known: &CardTransaction| {
        let customer = sent.customer_id.or(scope.caller.customer());
        let is_same_price = known.paid() == sent.amount && known.currency == currency;
        let is_same_use =
            known.booking_id.is_none() && known.shares == sent.allocated_invoice_payments;
        !is_same_price
            || !is_same_use
            || customer.is_some_and(|customer| customer != known.customer_id)
    };
    match found {
        Some(known) if is_other(&known) => Err(Error::invalid(
            "reference",
            message!("names another payment"),
        )),
        found => Ok(found),
    }
}

/// The answer for a transaction that has become a payment.
async fn done(scope: &mut Scope, card: CardTransaction) -> Result<PaidByCard> {
    let payment = card
        .payment_id
        .ok_or_else(|| Error::internal(anyhow::anyhow!("a charged card has no payment")))?;
    let payment = scope.find(payment).await?;
    let payment = whole(scope, payment).await?;
    Ok(PaidByCard {
        payment,
        transaction_info: shown(scope, vec![card], None).await?.remove(0),
    })
}

/// Checks what is to be paid and writes down that the provider is asked, in the scope's transaction. Nothing that the
/// card would be charged for in vain passes.
async fn claimed(
    scope: &mut Scope,
    provider: &str,
    sent: CreateCardPayment,
) -> Result<CardTransaction> {
    let terms = terms(scope).await?;
    let percent = checked(scope, &sent, &terms.currency).await?;
    let named = sent.customer_id.or(scope.caller.customer());
    let named = named.ok_or_else(|| Error::invalid("customerId", message!("is required")))?;
    let customer_id = customers::billing(scope, named).await?.id;
    let shares = sent.allocated_invoice_payments;
    let invoices = held(scope, &shares).await?;
    let mut wrong = allocate::check("allocatedInvoicePayments", &shares, &invoices);
    wrong.extend(allocate::check_currency(
        "allocatedInvoicePayments",
        &terms.currency,
        &invoices,
    ));
    if !wrong.is_empty() {
        return Err(Error::Invalid(wrong));
    }
    if let Some(at) = invoices
        .iter()
        .position(|invoice| invoice.customer_id != customer_id)
    {
        let says = message!("must be an invoice of the customer who pays");
        return Err(Error::invalid(
            format!("allocatedInvoicePayments[{at}].invoiceId"),
            says,
        ));
    }
    books::check_open(scope, terms.today, "paymentDate").await?;
    check_reserved(scope, customer_id, &shares, &invoices).await?;
    let surcharge = card::surcharge(sent.amount, percent, &terms.currency);
    let new = NewCard {
        customer_id,
        booking_id: None,
        quote_id: None,
        intent: CardIntent::Charge,
        amount: sent.amount + surcharge,
        surcharge_amount: surcharge,
        currency: terms.currency,
        note: sent.note.or_else(|| described(&invoices)),
        shares,
        card_type: sent.card_type,
        reference: sent.reference,
    };
    asked(scope, provider, new, &sent.payment_nonce).await
}

/// What a provider is going to be asked.
pub struct NewCard {
    pub customer_id: CustomerId,
    pub booking_id: Option<BookingId>,
    /// The quote whose price is paid, where a booking is.
    pub quote_id: Option<QuoteId>,
    pub intent: CardIntent,
    pub amount: Decimal,
    pub surcharge_amount: Decimal,
    pub currency: String,
    pub note: Option<String>,
    pub shares: Vec<InvoiceShare>,
    pub card_type: Option<String>,
    /// A name that the caller gave it.
    pub reference: Option<Uuid>,
}

/// Writes down that the provider is asked, in the scope's transaction; a nonce that was used before is refused.
pub async fn asked(
    scope: &mut Scope,
    provider: &str,
    new: NewCard,
    nonce: &Secret,
) -> Result<CardTransaction> {
    let nonce_hash = hash(nonce);
    let known = Where::all()
        .eq(CardTransaction::PROVIDER, provider.to_owned())
        .eq(CardTransaction::NONCE_HASH, nonce_hash.clone());
    if scope
        .unbound()
        .await?
        .count::<CardTransaction>(known)
        .await?
        > 0
    {
        return Err(NONCE_USED.into());
    }
    let attempts = 1;
    let mut card = CardTransaction {
        id: CardTransactionId::default(),
        row_version: 0,
        customer_id: new.customer_id,
        provider: provider.to_owned(),
        reference: referenced(new.reference.unwrap_or_else(|| scope.new_guid())),
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
        creation_time: scope.now(),
        creator_user_id: scope.caller.user(),
        quote_id: new.quote_id,
    };
    match scope.insert(&mut card).await {
        // The same nonce or reference came twice at once.
        Err(Error::Refused { .. }) => return Err(NONCE_USED.into()),
        other => other?,
    }
    enqueue_settling(scope, card.id, attempts, LEASE).await?;
    Ok(card)
}

/// Refuses what is wrong in itself; gives the surcharge of the card in per cent.
async fn checked(scope: &Scope, sent: &CreateCardPayment, currency: &str) -> Result<Decimal> {
    let mut wrong = Vec::new();
    let mut refuse = |member: &str, says| wrong.push(FieldError::new(member, says));
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
        let says = message!(
            "must be what the payment provider gave, at most {max} characters",
            max = MAX_NONCE_LENGTH
        );
        refuse("paymentNonce", says);
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
            message!("must not come to more than what was paid"),
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
        .for_each(|error| wrong.push(error));
    if !wrong.is_empty() {
        return Err(Error::Invalid(wrong));
    }
    check_note(sent.note.as_deref())?;
    let card_type = card::card_type(card_type);
    let set = surcharges
        .iter()
        .find(|one| card::card_type(&one.card_type) == card_type);
    let set = set.or_else(|| surcharges.iter().find(|one| one.card_type.is_empty()));
    Ok(set.map_or(Decimal::ZERO, |one| one.percent))
}

/// Refuses where card payments that nobody knows the outcome of yet may pay the same invoices.
async fn check_reserved(
    scope: &mut Scope,
    customer: CustomerId,
    shares: &[InvoiceShare],
    invoices: &[Invoice],
) -> Result<()> {
    let asked = Where::all()
        .eq(CardTransaction::CUSTOMER_ID, customer)
        .eq(CardTransaction::STATUS, CardStatus::Pending);
    let asked: Vec<CardTransaction> = scope.all(asked).await?;
    let reserved = |id: InvoiceId| -> Decimal {
        asked
            .iter()
            .flat_map(|card| &card.shares)
            .filter(|one| one.invoice_id == id)
            .map(|one| one.amount)
            .sum()
    };
    for (share, invoice) in shares.iter().zip(invoices) {
        if share.amount + reserved(share.invoice_id) > invoice.outstanding_amount {
            return Err(UNDER_WAY.because(message!(
                "A card payment of the invoice {number} is under way. Wait until it is confirmed or has failed.",
                number = invoice.invoice_number.clone().unwrap_or_default()
            )));
        }
    }
    Ok(())
}

/// What the provider's records say that it was for.
fn described(invoices: &[Invoice]) -> Option<String> {
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
