//! Documents drawn by the host: labels, manifests, consignment documents, invoices, statements,
//! certificates, proofs of delivery, loading sheets and dispute letters (A4). Rendering is slow and
//! runs off the runtime's threads.

mod bill;
mod bundle;
mod certificate;
mod code128;
mod consignment;
mod delivery;
mod dispute;
mod dots;
mod faces;
pub mod gs1;
mod haul;
mod invoice;
mod label;
mod lettering;
mod manifest;
mod paper;
mod sheet;
mod square;
mod statement;
#[cfg(test)]
mod tests;

use chrono::NaiveDate;

use carriage::address::Address;
use data::{FieldError, Message, blocking, message};
use serde::{Deserialize, Serialize};

pub use bundle::{Bundle, BundleFile, LabelFile, LabelFormat, MAX_FILE_BYTES, MAX_LABEL_BYTES};
pub use delivery::{DeliveryProof, Photo};
pub use haul::{HaulRow, HaulSheet, haul_sheet};

/// Maximum labels, or lines of a manifest, in one document.
pub const MAX_LABELS: usize = 500;
/// Maximum labels of several consignments in one file: about one second and 100 MB of memory.
pub const MAX_FILE_LABELS: usize = 3_000;
pub const MAX_LINES: usize = 5000;
/// Maximum lines of goods in a consignment document.
pub const MAX_GOODS: usize = 5000;
/// Larger ones are available as tables.
pub const MAX_INVOICE_LINES: usize = 20_000;
/// Larger ones are available as tables.
pub const MAX_DISPUTED_LINES: usize = 5_000;

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Party {
    pub contact_name: Option<String>,
    pub company_name: Option<String>,
    pub telephone: Option<String>,
    pub lines: Vec<String>,
    pub suburb: String,
    pub state: Option<String>,
    pub postcode: String,
    pub country_code: String,
}

impl From<&Address> for Party {
    fn from(address: &Address) -> Self {
        Self {
            contact_name: address.contact_name.clone(),
            company_name: address.company_name.clone(),
            telephone: address.telephone.clone(),
            lines: address.lines().into_iter().map(str::to_string).collect(),
            suburb: address.suburb.clone(),
            state: address.state_code.clone().or_else(|| address.state.clone()),
            postcode: address.post_code.clone(),
            country_code: address.country_code.clone(),
        }
    }
}

impl Party {
    fn name(&self) -> &str {
        non_empty(&self.company_name)
            .or_else(|| non_empty(&self.contact_name))
            .unwrap_or_default()
    }

    /// The person in addition to the company.
    fn attention(&self) -> Option<&str> {
        non_empty(&self.contact_name).filter(|name| *name != self.name())
    }

    /// In capitals, as sorters need them.
    fn place(&self) -> String {
        let state = non_empty(&self.state).unwrap_or_default();
        format!("{} {state}", self.suburb.trim())
            .trim()
            .to_uppercase()
    }
}

fn non_empty(text: &Option<String>) -> Option<&str> {
    text.as_deref()
        .map(str::trim)
        .filter(|text| !text.is_empty())
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Label {
    pub carrier_name: String,
    pub service_name: String,
    pub connote: String,
    /// 1-based number of the item, and the total.
    pub piece: u32,
    pub pieces: u32,
    /// Content of the GS1-128 symbol with application identifiers in brackets:
    /// `(00)393123450000000013`.
    pub gs1: String,
    /// Short route or sort code, printed large.
    pub route: String,
    pub sender: Party,
    pub receiver: Party,
    pub reference: String,
    /// Omitted if 0.
    pub weight_g: u64,
    pub instructions: String,
    /// Day of dispatch, such as `2026-01-31`. Omitted if empty.
    pub date: String,
    pub dangerous_goods: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManifestLine {
    pub connote: String,
    pub receiver: String,
    pub suburb: String,
    pub pieces: u32,
    pub weight_g: u64,
    pub service_name: String,
    /// Dangerous goods in the consignment, such as `UN1263`; listed below its line.
    pub un_numbers: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Manifest {
    pub title: String,
    pub number: String,
    /// Day of dispatch, such as `2026-01-31`. Omitted if empty.
    pub date: String,
    pub sender: Party,
    pub lines: Vec<ManifestLine>,
}

/// Certificate of an insured consignment. Amounts are formatted with their currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Certificate {
    pub number: String,
    /// The insurer, or the arranger of the insurance.
    pub issuer: String,
    pub issued: String,
    pub insured: String,
    pub kind: String,
    pub value: String,
    /// Omitted if empty, like the next two.
    pub excess: String,
    pub premium: String,
    pub carrier: String,
    pub connote: String,
    pub sender: Party,
    pub receiver: Party,
    /// One line per kind of goods.
    pub goods: Vec<String>,
    pub pieces: u64,
    pub weight_g: u64,
}

/// Type of a consignment document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConsignmentDocument {
    Note,
    DangerousGoods,
    CommercialInvoice,
    PackingList,
    /// Recipient, time and place of the delivery.
    ProofOfDelivery,
}

/// Equal items of a consignment. Empty fields are omitted. Values are formatted with their
/// currency.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GoodsLine {
    pub pieces: u64,
    pub package: String,
    pub description: String,
    /// Sides of one item, such as `40 × 30 × 25 cm`.
    pub measures: String,
    /// Of all items of the line.
    pub weight_g: u64,
    pub hs_code: String,
    /// Country of manufacture, two letters.
    pub origin: String,
    pub value_each: String,
    pub value: String,
}

/// Declared dangerous goods.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DangerousLine {
    /// Four digits.
    pub un_number: String,
    pub name: String,
    pub class: String,
    pub other_risks: String,
    /// I, II or III. If empty, the sender fills it in by hand.
    pub packing_group: String,
    /// Number, type and weight of packages.
    pub packages: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Delivery {
    /// Local time, such as `31 Jan 2026 14:05`.
    pub at: String,
    pub place: String,
    pub signed_by: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Consignment {
    pub paper: ConsignmentDocument,
    pub connote: String,
    /// Day of dispatch, such as `2026-01-31`. Omitted if empty, like the texts below.
    pub date: String,
    pub issuer: String,
    pub carrier: String,
    pub reference: String,
    pub order: String,
    pub sender: Party,
    pub receiver: Party,
    pub goods: Vec<GoodsLine>,
    /// For the declaration only.
    pub dangerous: Vec<DangerousLine>,
    /// For the proof of delivery only.
    pub delivery: Option<Delivery>,
    pub pieces: u64,
    pub weight_g: u64,
    pub instructions: String,
    pub total: String,
    /// Tracking address, printed on the note as QR code.
    pub tracking_link: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct InvoiceLine {
    /// Such as `2026-01-31`. Omitted if empty.
    pub date: String,
    /// The consignment, or another reference.
    pub reference: String,
    pub service: String,
    /// Sender's and receiver's place, or the subject of the charge.
    pub description: String,
    /// Number of items.
    pub quantity: String,
    pub before_tax: String,
    pub tax: String,
    pub amount: String,
}

/// A PNG or JPEG picture. Others are omitted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Logo {
    pub media_type: String,
    pub content: Vec<u8>,
}

/// An invoice or a credit note. Empty fields are omitted. Amounts are formatted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Invoice {
    pub title: String,
    pub number: String,
    pub logo: Option<Logo>,
    /// Days such as `2026-01-31`. Omitted if empty.
    pub date: String,
    pub due: String,
    pub terms: String,
    pub period: String,
    pub cost_center: String,
    /// Number of the invoice that a credit note reduces.
    pub credited_invoice: String,
    /// ISO 4217 code.
    pub currency: String,
    pub seller: Party,
    /// With its caption, such as `ABN 53 004 085 616`.
    pub seller_tax_number: String,
    pub customer: Party,
    pub customer_tax_number: String,
    pub lines: Vec<InvoiceLine>,
    /// Such as `GST`.
    pub tax_name: String,
    pub before_tax: String,
    pub tax: String,
    pub total: String,
    pub outstanding: String,
    /// Lines of the account to pay to.
    pub payment: Vec<String>,
    pub notes: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StatementLine {
    /// Such as `2026-01-31`.
    pub date: String,
    pub description: String,
    pub reference: String,
    pub charges: String,
    pub payments: String,
    pub balance: String,
}

/// A customer's movements of a period. Empty fields are omitted. Amounts are formatted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Statement {
    pub title: String,
    /// The customer's code.
    pub number: String,
    pub logo: Option<Logo>,
    /// Days such as `2026-01-31`.
    pub from: String,
    pub to: String,
    /// ISO 4217 code.
    pub currency: String,
    pub seller: Party,
    pub seller_tax_number: String,
    pub customer: Party,
    pub customer_tax_number: String,
    pub opening: String,
    pub lines: Vec<StatementLine>,
    /// Captions with amounts: opening balance, movements, closing balance.
    pub sums: Vec<(String, String)>,
    /// Headings with lines that explain the closing balance.
    pub notes: Vec<(String, Vec<String>)>,
}

/// A consignment with a disputed charge. Amounts and weights are formatted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DisputedLine {
    pub invoice: String,
    pub consignment: String,
    pub reference: String,
    pub declared: String,
    pub charged: String,
    pub quoted: String,
    pub invoiced: String,
    pub accepted: String,
    pub disputed: String,
    pub reason: String,
}

/// Disputed charges of a carrier. Empty fields are omitted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Dispute {
    pub number: String,
    /// Such as `2026-01-31`. Omitted if empty.
    pub date: String,
    pub issuer: Party,
    pub carrier: String,
    pub account: String,
    pub file_name: String,
    /// ISO 4217 code.
    pub currency: String,
    pub lines: Vec<DisputedLine>,
    pub invoiced: String,
    pub accepted: String,
    pub disputed: String,
}

/// One page per label. The error names the field, such as `labels[0].gs1`.
pub fn labels(labels: &[Label]) -> Result<Vec<u8>, FieldError> {
    blocking::run(|| label::pdf(labels))
}

/// Unreadable or oversized labels are returned with the reason.
pub fn bundle(files: Vec<LabelFile>, format: LabelFormat) -> Bundle {
    blocking::run(|| bundle::bundle(files, format, bundle::Bounds::default()))
}

/// Returns the GS1 codes of labels that this program drew, in their order. Empty for others.
pub fn label_codes(media_type: &str, content: &[u8]) -> Vec<String> {
    blocking::run(|| bundle::codes(media_type, content))
}

/// Rejects content that contradicts its media type.
pub fn check_label(media_type: &str, content: &[u8]) -> Result<(), Message> {
    blocking::run(|| bundle::check(media_type, content))
}

/// The error names the field, such as `lines[3].connote`.
pub fn manifest(manifest: &Manifest) -> Result<Vec<u8>, FieldError> {
    blocking::run(|| manifest::pdf(manifest))
}

/// One page. The error names the field.
pub fn certificate(certificate: &Certificate) -> Result<Vec<u8>, FieldError> {
    blocking::run(|| certificate::pdf(certificate))
}

/// The error names the field, such as `connote`.
pub fn consignment(consignment: &Consignment) -> Result<Vec<u8>, FieldError> {
    blocking::run(|| consignment::pdf(consignment))
}

/// The error names the field, such as `number`.
pub fn delivery_proof(proof: &DeliveryProof) -> Result<Vec<u8>, FieldError> {
    blocking::run(|| delivery::pdf(proof))
}

/// True if the picture can be decoded to its end. Callers run it off the runtime's threads.
pub fn is_drawable(photo: &Photo) -> bool {
    delivery::is_drawable(photo)
}

/// The error names the field, such as `number`.
pub fn invoice(invoice: &Invoice) -> Result<Vec<u8>, FieldError> {
    blocking::run(|| invoice::pdf(invoice))
}

/// The error names the field, such as `number`.
pub fn statement(statement: &Statement) -> Result<Vec<u8>, FieldError> {
    blocking::run(|| statement::pdf(statement))
}

/// The error names the field, such as `carrier`.
pub fn dispute(dispute: &Dispute) -> Result<Vec<u8>, FieldError> {
    blocking::run(|| dispute::pdf(dispute))
}

/// Formats a day as `31 Jan 2026`, as in all documents.
pub fn format_day(day: NaiveDate) -> String {
    day.format("%-d %b %Y").to_string()
}

/// Separates thousands, such as `1,234.50`.
pub fn group_digits(amount: &str) -> String {
    let digits = amount.bytes().position(|byte| byte.is_ascii_digit());
    let (sign, amount) = amount.split_at(digits.unwrap_or(0));
    let (whole, rest) = amount.split_at(amount.find('.').unwrap_or(amount.len()));
    let mut grouped = sign.to_owned();
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped + rest
}

fn day(text: &str, member: &str) -> Result<String, FieldError> {
    if text.trim().is_empty() {
        return Ok(String::new());
    }
    match NaiveDate::parse_from_str(text.trim(), "%Y-%m-%d") {
        Ok(date) => Ok(format_day(date)),
        Err(_) => Err(FieldError::new(
            member,
            message!("must be a day like 2026-01-31"),
        )),
    }
}

/// Counts with the noun that fits: `1 piece`, `2 pieces`.
fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// Formats grams as kilograms without trailing zeros, such as `12.5 kg`.
fn kilograms(grams: u64) -> String {
    let (whole, rest) = (grams / 1000, grams % 1000);
    let text = format!("{whole}.{rest:03}");
    format!("{} kg", text.trim_end_matches('0').trim_end_matches('.'))
}

fn required(text: &str, member: impl Into<String>) -> Result<(), FieldError> {
    if text.trim().is_empty() {
        Err(FieldError::new(member, message!("is required")))
    } else {
        Ok(())
    }
}

/// Reports an internal failure as an error of the document.
fn internal_error(message: String) -> FieldError {
    FieldError::new("document", Message::verbatim(message))
}
