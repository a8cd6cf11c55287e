//! Responses about card transactions.

use billing::values::PaymentType;
use std::collections::{HashMap, hash_map::Entry};

use chrono::{DateTime, Utc};
use customers::Billing;
use data::{
    Error, ListQuery, PageOf, Result, Scope, Where,
    ids::{BookingId, CustomerId},
};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    cards::model::{CardStatus, CardTransaction},
    payments::model::PaymentId,
};
use billing::{allocations::model::PaymentInvoice, invoices::model::InvoiceId};

/// Filter of transactions. Default: all visible to the caller.
#[data::wire(trim)]
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TransactionsQuery {
    invoice_id: Option<InvoiceId>,
    payment_id: Option<PaymentId>,
    /// The provider's id.
    transaction_id: Option<String>,
}

/// A card transaction with its payment and customer.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TransactionInfo {
    /// The provider's id. Null until it answers.
    transaction_id: Option<String>,
    /// Our reference at the provider.
    reference: String,
    payment_id: Option<PaymentId>,
    /// The first paid invoice, or the requested one.
    invoice_id: Option<InvoiceId>,
    booking_id: Option<BookingId>,
    transaction: TransactionDetail,
    payment: CardDetail,
    customer: TransactionCustomer,
}

#[data::wire]
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct TransactionDetail {
    transaction_id: Option<String>,
    /// The provider.
    merchant: String,
    /// Includes the surcharge.
    amount: Decimal,
    surcharge_amount: Decimal,
    refunded_amount: Decimal,
    /// ISO 4217 code.
    currency: String,
    transaction_time: DateTime<Utc>,
    authorization_code: Option<String>,
    status: CardStatus,
    /// The provider's status of a dispute. Null without a dispute.
    dispute_status: Option<String>,
    decline_code: Option<String>,
    decline_message: Option<String>,
    ip_address: String,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct CardDetail {
    payment_type: PaymentType,
    card_type: Option<String>,
    card_holder_name: Option<String>,
    card_ends_with: Option<String>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct TransactionCustomer {
    id: CustomerId,
    name: String,
    email: Option<String>,
}

pub async fn list(
    mut scope: Scope,
    filter: TransactionsQuery,
    query: ListQuery,
) -> Result<PageOf<TransactionInfo>> {
    let mut narrow = Where::all()
        .eq_some(CardTransaction::PAYMENT_ID, filter.payment_id)
        .eq_some(CardTransaction::TRANSACTION_ID, filter.transaction_id);
    if let Some(invoice) = filter.invoice_id {
        let shares: Vec<PaymentInvoice> = scope
            .all(Where::all().eq(PaymentInvoice::INVOICE_ID, invoice))
            .await?;
        let payments: Vec<PaymentId> = shares.iter().map(|share| share.payment_id).collect();
        narrow = narrow.is_in(CardTransaction::PAYMENT_ID, &payments);
    }
    let page = scope.page::<CardTransaction>(&query, narrow).await?;
    let (total_count, items) = (
        page.total_count,
        to_transaction_infos(&mut scope, page.items, filter.invoice_id).await?,
    );
    Ok(PageOf { total_count, items })
}

pub async fn to_transaction_infos(
    scope: &mut Scope,
    cards: Vec<CardTransaction>,
    asked: Option<InvoiceId>,
) -> Result<Vec<TransactionInfo>> {
    let payments: Vec<PaymentId> = cards.iter().filter_map(|card| card.payment_id).collect();
    let shares: Vec<PaymentInvoice> = scope
        .all(Where::all().is_in(PaymentInvoice::PAYMENT_ID, &payments))
        .await?;
    let mut first: HashMap<PaymentId, InvoiceId> = HashMap::new();
    for share in shares {
        first.entry(share.payment_id).or_insert(share.invoice_id);
    }
    let mut customers: HashMap<CustomerId, Option<Billing>> = HashMap::new();
    for card in &cards {
        if let Entry::Vacant(place) = customers.entry(card.customer_id) {
            // A deleted customer has no name.
            place.insert(
                match customers::load_billing(scope, card.customer_id).await {
                    Err(Error::NotFound(_)) => None,
                    other => Some(other?),
                },
            );
        }
    }
    let mut infos = Vec::with_capacity(cards.len());
    for card in cards {
        let customer = customers.get(&card.customer_id).and_then(Option::as_ref);
        infos.push(TransactionInfo {
            transaction_id: card.transaction_id.clone(),
            reference: card.reference,
            payment_id: card.payment_id,
            invoice_id: asked.or(card
                .payment_id
                .and_then(|payment| first.get(&payment).copied())),
            booking_id: card.booking_id,
            transaction: TransactionDetail {
                transaction_id: card.transaction_id,
                merchant: card.provider,
                amount: card.amount,
                surcharge_amount: card.surcharge_amount,
                refunded_amount: card.refunded_amount,
                currency: card.currency,
                transaction_time: card.creation_time,
                authorization_code: card.authorization_code,
                status: card.status,
                dispute_status: card.dispute_status,
                decline_code: card.decline_code,
                decline_message: card.decline_message,
                ip_address: card.ip_address,
            },
            payment: CardDetail {
                payment_type: PaymentType::CreditCard,
                card_type: card.card_type,
                card_holder_name: card.card_holder_name,
                card_ends_with: card.card_ends_with,
            },
            customer: TransactionCustomer {
                id: card.customer_id,
                name: customer.map_or_else(|| format!("#{}", card.customer_id), display_name),
                email: customer.and_then(|customer| customer.email.clone()),
            },
        });
    }
    Ok(infos)
}

fn display_name(customer: &Billing) -> String {
    let names = [
        &customer.company_name,
        &customer.customer_name,
        &customer.contact_name,
    ];
    names
        .into_iter()
        .flatten()
        .next()
        .unwrap_or(&customer.code)
        .clone()
}
