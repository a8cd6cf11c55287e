//! Remittance advices and payments.

use chrono::{DateTime, NaiveDate, Utc};
use data::{
    Record,
    ids::{CustomerId, UserId},
};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::Serialize;

use crate::values::{PaymentDetailType, RemittanceStatus};
use billing::invoices::model::InvoiceId;

pub use billing::allocations::model::Payment;
pub use ledger::ids::{PaymentId, RemittanceId};

data::id! { RemittanceInvoiceId, PaymentDetailId }

/// A customer's announcement of a payment.
#[data::wire]
#[derive(Debug, Clone, Serialize, JsonSchema, Record)]
#[serde(rename_all = "camelCase")]
#[record(table = "remittances", name = "The remittance advice", open)]
pub struct Remittance {
    pub id: RemittanceId,
    pub row_version: i64,
    pub remittance_number: String,
    #[record(customer)]
    pub customer_id: CustomerId,
    /// ISO 4217 code, equal to its invoices'.
    pub currency: String,
    pub total_amount: Decimal,
    pub payment_date: NaiveDate,
    pub status: RemittanceStatus,
    pub note: Option<String>,
    pub creation_time: DateTime<Utc>,
    #[serde(skip)]
    #[record(internal)]
    pub creator_user_id: Option<UserId>,
}

/// An invoice of a remittance.
#[data::wire]
#[derive(Debug, Clone, Serialize, JsonSchema, Record)]
#[serde(rename_all = "camelCase")]
#[record(
    table = "remittance_invoices",
    name = "The remittance's invoice",
    unrecorded
)]
pub struct RemittanceInvoice {
    #[serde(skip)]
    pub id: RemittanceInvoiceId,
    #[serde(skip)]
    pub row_version: i64,
    #[serde(skip)]
    #[record(customer(through = Remittance))]
    pub remittance_id: RemittanceId,
    pub invoice_id: InvoiceId,
    pub invoice_number: Option<String>,
    pub amount: Decimal,
    pub paid_amount: Decimal,
    pub status: RemittanceStatus,
    pub note: Option<String>,
}

/// A refund or reversal of a payment.
#[data::wire]
#[derive(Debug, Clone, Serialize, JsonSchema, Record)]
#[serde(rename_all = "camelCase")]
#[record(table = "payment_details", name = "The payment's refund", unrecorded)]
pub struct PaymentDetail {
    pub id: PaymentDetailId,
    #[serde(skip)]
    pub row_version: i64,
    pub payment_id: PaymentId,
    #[serde(skip)]
    #[record(customer)]
    pub customer_id: CustomerId,
    pub payment_detail_type: PaymentDetailType,
    pub amount: Decimal,
    /// ISO 4217 code.
    pub currency: String,
    /// In the tenant's base currency, by the payment's factor.
    pub base_amount: Decimal,
    /// The part owed to the customer. The remainder is rounding.
    #[serde(skip)]
    pub base_unapplied_amount: Decimal,
    pub detail_date: NaiveDate,
    /// The invoice whose allocation is reduced.
    pub invoice_id: Option<InvoiceId>,
    pub reference_number: Option<String>,
    pub description: Option<String>,
    pub creation_time: DateTime<Utc>,
    #[serde(skip)]
    #[record(internal)]
    pub creator_user_id: Option<UserId>,
}
