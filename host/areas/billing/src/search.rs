//! Search hits of invoices, credit notes and payments.

use data::{Feature, Permission, Result, Scope, search::Hit};
use futures_util::{FutureExt, future::BoxFuture};
use serde_json::{Value, json};

use crate::{
    allocations::model::Payment, credit_notes::model::CreditNote, invoices::model::Invoice,
};
use ledger::access::FINANCE;
use ledger::access::{CREDIT_NOTES, INVOICES, PAYMENTS};

impl Hit for Invoice {
    const GROUP: &'static str = "Invoices";
    const KIND: &'static str = "Invoice";
    const PERMISSION: Permission = INVOICES;
    const FEATURE: Feature = FINANCE;
    const FOR_CUSTOMERS: bool = true;

    fn title(&self) -> String {
        self.display_name()
    }
    /// Customers' users see numbered invoices only.
    fn reference<'a>(&'a self, scope: &'a mut Scope) -> BoxFuture<'a, Result<Option<i64>>> {
        let is_shown = scope.caller.customer().is_none() || self.invoice_number.is_some();
        std::future::ready(Ok(is_shown.then_some(self.id.0))).boxed()
    }
    fn details(&self) -> Value {
        let names = [
            &self.customer.company_name,
            &self.customer.customer_name,
            &self.customer.contact_name,
        ];
        json!({
            "status": self.status.to_string(),
            "customerName": names.into_iter().flatten().find(|name| !name.is_empty()),
            "invoiceNumber": self.invoice_number,
            "invoiceDate": self.invoice_date,
            "amount": self.amount.to_string(),
            "currency": self.currency,
        })
    }
}

/// Opens the invoice's page: the group has no other pages.
impl Hit for CreditNote {
    const GROUP: &'static str = "Invoices";
    const KIND: &'static str = "CreditNote";
    const PERMISSION: Permission = CREDIT_NOTES;
    const FEATURE: Feature = FINANCE;
    const FOR_CUSTOMERS: bool = true;

    fn title(&self) -> String {
        self.credit_note_number
            .clone()
            .unwrap_or_else(|| format!("#{}", self.id))
    }
    fn reference<'a>(&'a self, _: &'a mut Scope) -> BoxFuture<'a, Result<Option<i64>>> {
        std::future::ready(Ok(Some(self.invoice_id.0))).boxed()
    }
    fn details(&self) -> Value {
        json!({
            "status": self.status.to_string(),
            "creditNoteId": self.id,
            "invoiceNumber": self.invoice_number,
            "amount": self.amount.to_string(),
            "currency": self.currency,
        })
    }
}

impl Hit for Payment {
    const GROUP: &'static str = "Payment";
    const KIND: &'static str = "Payment";
    const PERMISSION: Permission = PAYMENTS;
    const FEATURE: Feature = FINANCE;
    const FOR_CUSTOMERS: bool = true;

    fn title(&self) -> String {
        let reference = self
            .payment_reference_number
            .clone()
            .filter(|reference| !reference.is_empty());
        reference.unwrap_or_else(|| format!("#{}", self.id))
    }
    fn details(&self) -> Value {
        json!({
            "paymentType": self.payment_type.to_string(),
            "paymentDate": self.payment_date,
            "amount": self.paid_amount.to_string(),
            "currency": self.currency,
        })
    }
}
