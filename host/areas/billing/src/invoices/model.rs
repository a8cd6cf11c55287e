//! Invoices, lines and history.

use carriage::{address::Address, money::Amount};
use chrono::{DateTime, NaiveDate, Utc};
use customers::CustomerType;
use data::{
    New, NewRecord, Record, Scope,
    ids::{BookingId, CustomerId, UserId},
};
use jobs::FreightJobId;
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tenancy::{EmailState, staff_names::Signed};

use crate::exchange;
use crate::{
    exchange_factor::Factor,
    invoice_runs::model::InvoiceRunId,
    invoices::ad_hoc_model::AdHocInvoice,
    values::{InvoiceDetailType, InvoiceEvent, InvoiceOperation, InvoiceStatus, InvoiceType},
};

pub use ledger::ids::InvoiceId;

data::id! { InvoiceDetailId, InvoiceHistoryId }

/// The invoiced customer, copied to the invoice.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct InvoicedCustomer {
    pub id: CustomerId,
    pub code: String,
    pub customer_name: Option<String>,
    pub company_name: Option<String>,
    pub contact_name: Option<String>,
    pub email: Option<String>,
    /// Telephone number.
    pub contact: Option<String>,
    #[serde(rename = "type", deserialize_with = "data::text_enum::stored")]
    pub customer_type: CustomerType,
    pub payment_terms: Option<String>,
    pub address: Option<Address>,
    pub abn: Option<String>,
}

impl InvoicedCustomer {
    /// Returns the first non-empty name.
    pub fn name(&self) -> &str {
        let names = [&self.company_name, &self.customer_name, &self.contact_name];
        names
            .into_iter()
            .flatten()
            .map(|name| name.trim())
            .find(|name| !name.is_empty())
            .unwrap_or(&self.code)
    }
}

/// The tenant's details, copied to the invoice.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct InvoiceSeller {
    pub legal_name: String,
    pub address: String,
    pub tax_vat_no: String,
    pub country_code: String,
}

/// A receivable for freight or other charges.
// Lock order: card transaction, payment or credit note, then invoices by id.
#[data::wire]
#[derive(Debug, Clone, Default, Serialize, JsonSchema, Record)]
#[serde(rename_all = "camelCase")]
#[record(table = "invoices", name = "The invoice", open, searched = 5, numbered)]
pub struct Invoice {
    pub id: InvoiceId,
    pub row_version: i64,
    /// Null while open.
    #[record(searched)]
    pub invoice_number: Option<String>,
    /// The run that created it.
    #[serde(rename = "invoiceBatchId")]
    pub run_id: Option<InvoiceRunId>,
    #[record(customer)]
    pub customer_id: CustomerId,
    pub tax_exclusive_amount: Decimal,
    pub tax: Decimal,
    /// Including tax.
    pub amount: Decimal,
    pub outstanding_amount: Decimal,
    /// ISO 4217 code.
    pub currency: String,
    /// Units of the currency per unit of the base currency.
    pub currency_factor: Factor,
    /// ISO 4217 code.
    pub base_currency: String,
    /// In the tenant's base currency, as in the ledger.
    pub base_tax_exclusive_amount: Decimal,
    pub base_tax: Decimal,
    pub base_amount: Decimal,
    pub base_outstanding_amount: Decimal,
    pub invoice_date: NaiveDate,
    pub due_date: NaiveDate,
    /// The period of its bookings.
    pub period_start: Option<NaiveDate>,
    pub period_end: Option<NaiveDate>,
    pub status: InvoiceStatus,
    pub invoice_type: InvoiceType,
    pub cost_center: Option<String>,
    #[record(searched)]
    pub reference: Option<String>,
    pub notes: Option<String>,
    #[record(json, searched = "code customerName companyName contactName")]
    pub customer: InvoicedCustomer,
    #[record(json)]
    pub seller: InvoiceSeller,
    /// The input of an ad hoc invoice. Carrier costs are visible to staff only.
    #[serde(rename = "adhocInvoice")]
    #[record(json, internal)]
    pub ad_hoc: Option<AdHocInvoice>,
    /// Amount and day of the write-off.
    pub written_off_amount: Decimal,
    pub base_written_off_amount: Decimal,
    pub written_off_date: Option<NaiveDate>,
    /// Time at which a mail server accepted its latest email.
    pub mailed_time: Option<DateTime<Utc>>,
    /// Delivery of its latest email. Null if it was never emailed.
    pub mail_state: Option<EmailState>,
    pub creation_time: DateTime<Utc>,
    #[serde(skip)]
    #[record(internal)]
    pub creator_user_id: Option<UserId>,
    /// Set when unpaid after the due date, in the tenant's time zone.
    #[record(sent)]
    pub is_overdue: bool,
    /// Operations that its status allows, permissions aside.
    #[record(sent)]
    pub allowed_operations: Vec<InvoiceOperation>,
}

impl Invoice {
    /// Returns the decrease in the base currency.
    pub fn set_outstanding(&mut self, outstanding: Decimal) -> Decimal {
        let before = self.base_outstanding_amount;
        self.outstanding_amount = outstanding;
        self.base_outstanding_amount = exchange::share(
            self.base_amount,
            self.amount,
            outstanding,
            &self.base_currency,
        );
        before - self.base_outstanding_amount
    }

    pub fn is_foreign(&self) -> bool {
        self.currency != self.base_currency
    }

    /// Returns the number, or a draft's id.
    pub fn display_name(&self) -> String {
        self.invoice_number
            .clone()
            .unwrap_or_else(|| format!("#{}", self.id))
    }
}

#[data::wire]
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema, Record)]
#[serde(rename_all = "camelCase")]
#[record(table = "invoice_details", name = "The invoice's line", unrecorded)]
pub struct InvoiceDetail {
    pub id: InvoiceDetailId,
    #[serde(skip)]
    pub row_version: i64,
    #[serde(skip)]
    #[record(customer(through = Invoice))]
    pub invoice_id: InvoiceId,
    pub invoice_detail_type: InvoiceDetailType,
    /// The consignment, or another reference.
    pub reference_no: Option<String>,
    pub description: String,
    pub service: Option<String>,
    pub tax_exclusive_amount: Decimal,
    pub tax: Decimal,
    /// Including tax.
    pub amount: Decimal,
    pub tax_percent: Decimal,
    pub booking_id: Option<BookingId>,
    pub job_id: Option<FreightJobId>,
    /// Set when the line passes on a carrier surcharge.
    pub is_recharge: bool,
}

impl InvoiceDetail {
    /// Returns a line to add to an invoice.
    pub fn new(
        kind: InvoiceDetailType,
        description: String,
        price: Amount,
        tax_percent: Decimal,
    ) -> Self {
        New::<Self> {
            invoice_id: InvoiceId(0),
            invoice_detail_type: kind,
            reference_no: None,
            description,
            service: None,
            tax_exclusive_amount: price.tax_exclusive_amount,
            tax: price.tax,
            amount: price.total,
            tax_percent,
            booking_id: None,
            job_id: None,
            is_recharge: false,
        }
        .unsaved()
    }

    pub fn price(&self) -> Amount {
        Amount {
            tax_exclusive_amount: self.tax_exclusive_amount,
            tax: self.tax,
            total: self.amount,
        }
    }

    /// Returns the line in another currency.
    pub fn with_price(self, price: Amount) -> Self {
        Self {
            tax_exclusive_amount: price.tax_exclusive_amount,
            tax: price.tax,
            amount: price.total,
            ..self
        }
    }
}

/// An event in an invoice's history.
#[derive(Debug, Clone, Serialize, JsonSchema, Record)]
#[serde(rename_all = "camelCase")]
#[record(table = "invoice_history", name = "The invoice's history", unrecorded)]
pub struct InvoiceHistory {
    #[serde(skip)]
    pub id: InvoiceHistoryId,
    #[serde(skip)]
    pub row_version: i64,
    #[serde(skip)]
    #[record(customer(through = Invoice))]
    pub invoice_id: InvoiceId,
    pub operation: InvoiceEvent,
    pub comment: Option<String>,
    pub user_name: String,
    #[serde(skip)]
    pub creator_user_id: Option<UserId>,
    pub creation_time: DateTime<Utc>,
}

impl InvoiceHistory {
    /// A line written by the caller.
    pub fn by_caller(
        scope: &Scope,
        invoice_id: InvoiceId,
        operation: InvoiceEvent,
        comment: Option<String>,
    ) -> New<Self> {
        New::<Self> {
            invoice_id,
            operation,
            comment,
            user_name: scope.caller.name().to_owned(),
            creator_user_id: scope.caller.user(),
        }
    }
}

impl Signed for InvoiceHistory {
    fn signature(&mut self) -> (&mut Option<UserId>, &mut String) {
        (&mut self.creator_user_id, &mut self.user_name)
    }
}
