//! Payments and the amounts allocated to invoices.

use chrono::{DateTime, NaiveDate, Utc};
use data::{
    Record,
    ids::{CustomerId, UserId},
};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use ledger::ids::{PaymentId, RemittanceId};

use crate::{exchange, exchange_factor::Factor, invoices::model::InvoiceId, values::PaymentType};

data::id! { PaymentInvoiceId }

/// An amount for an invoice.
#[data::wire(trim)]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvoiceShare {
    pub invoice_id: InvoiceId,
    /// Also accepted as `paidAmount`.
    #[serde(alias = "paidAmount")]
    pub amount: Decimal,
    pub note: Option<String>,
}

/// Money received from a customer.
// Lock order: card transaction, then payment, then invoices by id.
#[data::wire]
#[derive(Debug, Clone, Default, Serialize, JsonSchema, Record)]
#[serde(rename_all = "camelCase")]
#[record(table = "payments", name = "The payment", open, searched = 7, numbered)]
pub struct Payment {
    pub id: PaymentId,
    pub row_version: i64,
    #[record(customer)]
    pub customer_id: CustomerId,
    /// ISO 4217 code, equal to its invoices'.
    pub currency: String,
    /// Units of the currency per unit of the base currency on receipt.
    pub currency_factor: Factor,
    pub paid_amount: Decimal,
    pub unallocated_amount: Decimal,
    /// Amount refunded to the customer.
    pub refunded_amount: Decimal,
    /// In the tenant's base currency, as in the ledger.
    pub base_paid_amount: Decimal,
    pub base_unallocated_amount: Decimal,
    pub base_refunded_amount: Decimal,
    /// Card surcharge including tax. Neither allocated nor refunded.
    pub surcharge_amount: Decimal,
    /// Day of the reversal. All its allocations are void.
    pub reversed_date: Option<NaiveDate>,
    #[record(searched)]
    pub payment_reference_number: Option<String>,
    pub payment_date: NaiveDate,
    pub payment_type: PaymentType,
    #[record(searched)]
    pub note: Option<String>,
    pub remittance_id: Option<RemittanceId>,
    pub creation_time: DateTime<Utc>,
    #[serde(skip)]
    #[record(internal)]
    pub creator_user_id: Option<UserId>,
}

impl Payment {
    /// Returns the decrease in the base currency.
    pub fn set_unallocated(&mut self, unallocated: Decimal, base: &str) -> Decimal {
        let before = self.base_unallocated_amount;
        self.unallocated_amount = unallocated;
        self.base_unallocated_amount = self.to_base(unallocated, base);
        before - self.base_unallocated_amount
    }

    pub fn to_base(&self, part: Decimal, base: &str) -> Decimal {
        exchange::share(self.base_paid_amount, self.paid_amount, part, base)
    }
}

/// An allocation to an invoice. Negative after a refund or reversal.
#[data::wire]
#[derive(Debug, Clone, Serialize, JsonSchema, Record)]
#[serde(rename_all = "camelCase")]
#[record(table = "payment_invoices", name = "The payment's invoice", unrecorded)]
pub struct PaymentInvoice {
    #[serde(skip)]
    pub id: PaymentInvoiceId,
    #[serde(skip)]
    pub row_version: i64,
    #[record(customer(through = Payment))]
    pub payment_id: PaymentId,
    pub invoice_id: InvoiceId,
    pub invoice_number: Option<String>,
    pub amount: Decimal,
    /// The share in the base currency, by the invoice's factor.
    pub base_amount: Decimal,
    /// The share in the base currency, by the payment's factor. The difference is a gain or loss.
    pub base_paid_amount: Decimal,
    pub payment_type: PaymentType,
    pub creation_time: DateTime<Utc>,
}
