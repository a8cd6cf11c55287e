//! Invoices for suppliers, and their life cycle.

use carriage::address::Address;
use chrono::{DateTime, NaiveDate, Utc};
use data::{
    Record,
    ids::{DriverId, UserId},
    states,
};
use jobs::FreightJobId;
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tenancy::EmailState;

use crate::{invoices::model::InvoiceSeller, values::InvoiceType};

pub use ledger::ids::AgentInvoiceId;

states! {
    /// Status of an invoice for a supplier.
    #[derive(Default)]
    pub enum AgentInvoiceStatus {
        /// A draft without a number.
        #[default]
        Open,
        Closed [is_issued, is_owed],
        Approved [is_issued, is_owed],
        Paid [is_issued],
        Void,
        /// A stored value unknown to this version. Supports no operations.
        #[text_enum(unknown)]
        Unknown,
    }
    facts {
        /// Numbered, and not void.
        pub is_issued,
        /// Numbered, and not paid.
        pub is_owed,
    }
    operations {
        /// A user's operation on an invoice for a supplier.
        pub enum AgentInvoiceOperation {
            /// Assigns the number and makes it immutable.
            Close: [Open] => Closed,
            Approve: [Closed] => Approved,
            /// Records that the supplier was paid.
            Pay: [Approved] => Paid,
            /// Frees its charges for another invoice.
            Void: [Open, Closed, Approved] => Void,
        }
    }
}

/// The driver who supplied the work, copied to the invoice.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct AgentSupplier {
    pub code: String,
    pub name: String,
    pub company_name: Option<String>,
    pub email: Option<String>,
    pub address: Option<Address>,
    pub abn: Option<String>,
    pub is_gst_registered: bool,
}

impl AgentSupplier {
    /// Returns the company, or the driver's own name.
    pub fn trading_name(&self) -> &str {
        let company = self.company_name.as_deref().map(str::trim);
        company
            .filter(|name| !name.is_empty())
            .unwrap_or(&self.name)
    }
}

impl From<&drivers::Supplier> for AgentSupplier {
    fn from(supplier: &drivers::Supplier) -> Self {
        let supplier = supplier.clone();
        Self {
            code: supplier.code,
            name: supplier.name,
            company_name: supplier.company_name,
            email: supplier.email,
            address: supplier.address,
            abn: supplier.abn,
            is_gst_registered: supplier.is_gst_registered,
        }
    }
}

/// A charge of a job on an invoice for a supplier.
#[data::wire]
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct AgentInvoiceLine {
    pub job_id: FreightJobId,
    /// Number of the job.
    pub reference_no: String,
    /// Day of the delivery, in the tenant's time zone.
    pub day: NaiveDate,
    pub description: String,
    pub service: String,
    pub tax_exclusive_amount: Decimal,
    pub tax: Decimal,
    /// Including tax.
    pub amount: Decimal,
}

/// An invoice that the tenant owes to a supplier.
// Lock order: the invoice, then jobs by id.
#[data::wire]
#[derive(Debug, Clone, Default, Serialize, JsonSchema, Record)]
#[serde(rename_all = "camelCase")]
#[record(table = "agent_invoices", name = "The agent's invoice", open)]
pub struct AgentInvoice {
    pub id: AgentInvoiceId,
    pub row_version: i64,
    /// Null while open.
    pub invoice_number: Option<String>,
    /// Always AgentRcti.
    pub invoice_type: InvoiceType,
    /// The supplier.
    pub driver_id: DriverId,
    pub status: AgentInvoiceStatus,
    pub invoice_date: NaiveDate,
    pub period_start: NaiveDate,
    pub period_end: NaiveDate,
    /// Null until it is paid.
    pub paid_date: Option<NaiveDate>,
    /// ISO 4217 code: the tenant's base currency.
    pub currency: String,
    pub tax_exclusive_amount: Decimal,
    pub tax: Decimal,
    /// Including tax.
    pub amount: Decimal,
    #[record(json)]
    pub supplier: AgentSupplier,
    /// The tenant.
    #[record(json)]
    pub recipient: InvoiceSeller,
    #[record(json, internal)]
    pub lines: Vec<AgentInvoiceLine>,
    /// Note of the latest operation.
    pub notes: Option<String>,
    /// Time of the latest email that the mail server accepted.
    pub mailed_time: Option<DateTime<Utc>>,
    /// Delivery of the latest email. Null before the first.
    pub mail_state: Option<EmailState>,
    #[serde(skip)]
    #[record(internal)]
    pub creator_user_id: Option<UserId>,
    pub creation_time: DateTime<Utc>,
    /// Operations that its status allows, permissions aside.
    #[record(sent)]
    pub allowed_operations: Vec<AgentInvoiceOperation>,
}

impl AgentInvoice {
    /// Returns the number, or a draft's id.
    pub fn display_name(&self) -> String {
        self.invoice_number
            .clone()
            .unwrap_or_else(|| format!("#{}", self.id))
    }
}
