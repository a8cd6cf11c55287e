//! Fees, customers' terms, and accrued entries.

use chrono::{DateTime, NaiveDate, Utc};
use customers::CustomerType;
use data::{
    Form, New, NewRecord, Record, TextEnum,
    ids::{BookingId, CustomerId},
};
use jobs::FreightJobId;
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{fees::customer_model::FeeCustomer, invoices::model::InvoiceId, values::InvoiceType};

data::id! { FeeId, CustomerFeeId, FeeEntryId }

/// Purpose of a fee.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, TextEnum)]
pub enum FeeType {
    FuelLevy,
    Residential,
    TailLift,
    ManualHandling,
    OversizeLength,
    DangerousGoods,
    Futile,
    WaitTime,
    Redelivery,
    Storage,
    Admin,
    CreditCardSurcharge,
    LatePayment,
    Insurance,
    Sms,
    AccountKeeping,
    #[default]
    #[text_enum(unknown)]
    Unknown,
}

/// The event that a fee accrues on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, TextEnum)]
pub enum FeeEvent {
    Booking,
    Job,
    Invoice,
    Payment,
    Period,
    ScanEvent,
    #[default]
    #[text_enum(unknown)]
    Unknown,
}

/// Calculation method of a fee.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, TextEnum)]
pub enum FeeCalcMethod {
    /// Of the charged sum.
    Percentage,
    /// Per counted unit.
    Fixed,
    /// The basic amount only.
    Override,
    #[default]
    #[text_enum(unknown)]
    Unknown,
}

/// A tier of a fee.
#[data::wire]
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct FeeRate {
    pub order: i64,
    pub basic: Decimal,
    /// Upper end of the tier. Null for the last one.
    #[serde(rename = "break")]
    pub up_to: Option<Decimal>,
    /// Percent, or an amount per unit.
    pub rate: Decimal,
}

/// A charge in addition to freight.
#[data::wire(trim, lists)]
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Record, Form)]
#[serde(rename_all = "camelCase", default)]
#[record(table = "fees", name = "The fee", open)]
pub struct Fee {
    /// 0 or absent for a new one.
    pub id: FeeId,
    pub row_version: i64,
    pub name: String,
    /// Fee or Storage.
    pub invoice_type: InvoiceType,
    pub apply_on: FeeEvent,
    pub fee_type: FeeType,
    pub calc_method: FeeCalcMethod,
    /// Exclusive of tax.
    pub minimum: Decimal,
    /// If set, each part is charged in its own tier instead of everything in one.
    pub is_accumulated: bool,
    pub is_active: bool,
    pub is_tax_applicable: bool,
    /// First valid day. Null: unbounded.
    pub effective_date: Option<NaiveDate>,
    /// Last valid day. Null: unbounded.
    #[serde(deserialize_with = "data::case::expiry")]
    pub expire_date: Option<NaiveDate>,
    /// Charged to all customers of these types. Other customers need a customer fee.
    #[record(json)]
    pub customer_types: Vec<CustomerType>,
    #[record(json)]
    pub fee_rates: Vec<FeeRate>,
    /// Customers with special terms. An update replaces all of them, or keeps them if this member
    /// is absent.
    #[record(sent)]
    pub customers: Vec<FeeCustomer>,
}

impl Default for Fee {
    fn default() -> Self {
        New::<Self> {
            name: String::new(),
            invoice_type: InvoiceType::Fee,
            apply_on: FeeEvent::Unknown,
            fee_type: FeeType::Unknown,
            calc_method: FeeCalcMethod::Unknown,
            minimum: Decimal::ZERO,
            is_accumulated: false,
            is_active: true,
            is_tax_applicable: true,
            effective_date: None,
            expire_date: None,
            customer_types: Vec::new(),
            fee_rates: Vec::new(),
        }
        .unsaved()
    }
}

/// One customer's terms of a fee.
#[data::wire(lists)]
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Record, Form)]
#[serde(rename_all = "camelCase", default)]
#[record(table = "customer_fees", name = "The customer's fee", open)]
pub struct CustomerFee {
    /// 0 or absent for a new one.
    pub id: CustomerFeeId,
    pub row_version: i64,
    pub fee_id: FeeId,
    #[record(customer)]
    pub customer_id: CustomerId,
    pub minimum: Decimal,
    pub is_accumulated: bool,
    pub is_active: bool,
    pub effective_date: Option<NaiveDate>,
    #[serde(deserialize_with = "data::case::expiry")]
    pub expire_date: Option<NaiveDate>,
    #[record(json)]
    pub fee_rates: Vec<FeeRate>,
}

impl Default for CustomerFee {
    fn default() -> Self {
        New::<Self> {
            fee_id: FeeId(0),
            customer_id: CustomerId(0),
            minimum: Decimal::ZERO,
            is_accumulated: false,
            is_active: true,
            effective_date: None,
            expire_date: None,
            fee_rates: Vec::new(),
        }
        .unsaved()
    }
}

/// An accrued fee and its invoice.
#[data::wire]
#[derive(Debug, Clone, Serialize, JsonSchema, Record)]
#[serde(rename_all = "camelCase")]
#[record(table = "fee_entries", name = "The fee's entry", unrecorded, open)]
pub struct FeeEntry {
    pub id: FeeEntryId,
    #[serde(skip)]
    pub row_version: i64,
    pub fee_id: FeeId,
    #[record(customer)]
    pub customer_id: CustomerId,
    /// Unique cause of the entry, such as booking:17.
    pub source: String,
    pub invoice_type: InvoiceType,
    pub fee_type: FeeType,
    pub name: String,
    pub reference_no: Option<String>,
    /// The tenant's day of accrual.
    pub day: NaiveDate,
    pub tax_exclusive_amount: Decimal,
    pub tax: Decimal,
    /// Rate of the tax. Null in older entries.
    #[serde(skip)]
    pub tax_percent: Option<Decimal>,
    /// Including tax.
    pub amount: Decimal,
    pub booking_id: Option<BookingId>,
    pub job_id: Option<FreightJobId>,
    /// Null until invoiced.
    pub invoice_id: Option<InvoiceId>,
    pub creation_time: DateTime<Utc>,
}
