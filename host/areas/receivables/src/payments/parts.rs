//! Parts of a payment in responses.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use data::TextEnum;
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    payments::model::{Payment, PaymentDetail, PaymentId},
    values::PaymentDetailType,
};
use billing::{allocations::model::PaymentInvoice, invoices::model::InvoiceId};

/// Type of a payment's part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, TextEnum)]
pub enum PaymentPartType {
    Invoice,
    /// Surcharge for paying by card.
    Surcharge,
    Unallocated,
    /// Refunded or reversed.
    Refund,
}

/// A part of a payment. Invoices, unallocated amount and refunds add up to the payment.
#[data::wire]
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentPart {
    /// Unique within its type: the id of the invoice, refund or payment.
    pub id: i64,
    pub payment_id: PaymentId,
    pub payment_detail_type: PaymentPartType,
    pub amount: Decimal,
    /// ISO 4217 code.
    pub currency: String,
    /// Day of a refund or of the surcharge.
    pub detail_date: Option<NaiveDate>,
    pub invoice_id: Option<InvoiceId>,
    pub reference_number: Option<String>,
    pub description: Option<String>,
}

pub fn parts(
    payment: &Payment,
    shares: &[PaymentInvoice],
    details: Vec<PaymentDetail>,
) -> Vec<PaymentPart> {
    let part = |id: i64, kind: PaymentPartType, amount: Decimal| PaymentPart {
        id,
        payment_id: payment.id,
        payment_detail_type: kind,
        amount: amount.normalize(),
        currency: payment.currency.clone(),
        detail_date: None,
        invoice_id: None,
        reference_number: None,
        description: None,
    };
    let mut paying: BTreeMap<InvoiceId, (Decimal, &PaymentInvoice)> = BTreeMap::new();
    for share in shares {
        paying
            .entry(share.invoice_id)
            .or_insert((Decimal::ZERO, share))
            .0 += share.amount;
    }
    let mut parts: Vec<PaymentPart> = Vec::new();
    for (invoice, (amount, share)) in paying {
        if amount > Decimal::ZERO {
            parts.push(PaymentPart {
                invoice_id: Some(invoice),
                reference_number: share.invoice_number.clone(),
                description: share.invoice_number.clone(),
                ..part(invoice.0, PaymentPartType::Invoice, amount)
            });
        }
    }
    if payment.surcharge_amount > Decimal::ZERO {
        let surcharge = part(
            payment.id.0,
            PaymentPartType::Surcharge,
            payment.surcharge_amount,
        );
        parts.push(PaymentPart {
            detail_date: Some(payment.payment_date),
            ..surcharge
        });
    }
    if payment.unallocated_amount > Decimal::ZERO {
        parts.push(part(
            payment.id.0,
            PaymentPartType::Unallocated,
            payment.unallocated_amount,
        ));
    }
    for detail in details {
        let is_reversal = detail.payment_detail_type == PaymentDetailType::Reversal;
        parts.push(PaymentPart {
            detail_date: Some(detail.detail_date),
            invoice_id: detail.invoice_id,
            reference_number: detail.reference_number,
            description: detail
                .description
                .or_else(|| is_reversal.then(|| "Payment reversed".to_owned())),
            ..part(detail.id.0, PaymentPartType::Refund, detail.amount)
        });
    }
    parts
}
