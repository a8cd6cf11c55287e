//! Documents drawn by the host: labels (100 × 150 mm, one page a piece), the manifest that a driver signs, the papers
//! that go with a consignment, invoices, certificates of insurance and dispute letters (A4); and labels of several
//! consignments and carriers as one file. Drawing is slow and runs off the runtime's threads.

mod bundle;
mod certificate;
mod code128;
mod consignment;
mod dispute;
mod dots;
pub mod gs1;
mod invoice;
mod label;
mod lettering;
mod manifest;
mod paper;
mod sheet;
mod square;
#[cfg(test)]
mod tests;

use chrono::NaiveDate;

use freight::address::Address;
use kernel::{FieldError, Message, blocking, message};
use serde::{Deserialize, Serialize};

pub use bundle::{Bundle, BundleFile, LabelFile, LabelFormat, MAX_FILE_BYTES, MAX_LABEL_BYTES};

/// The most labels, or lines of a manifest, that one document may have.
pub const MAX_LABELS: usize = 500;
/// The most labels of several consignments that one file may have: a second's work, and some 100 MB of memory.
pub const MAX_FILE_LABELS: usize = 3_000;
pub const MAX_LINES: usize = 5000;
/// The most lines of goods that a paper of a consignment may have.
pub const MAX_GOODS: usize = 5000;
/// The most lines of an invoice as a PDF: what has more is read as a table.
pub const MAX_INVOICE_LINES: usize = 20_000;
/// The most lines of a dispute letter: what has more is read as a table.
pub const MAX_DISPUTED_LINES: usize = 5_000;

/// Who sends or receives, as far as a document shows it.
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
    /// The company, or the person where there is none.
    fn name(&self) -> &str {
        filled(&self.company_name)
            .or_else(|| filled(&self.contact_name))
            .unwrap_or_default()
    }

    /// The person, where the company stands above.
    fn attention(&self) -> Option<&str> {
        filled(&self.contact_name).filter(|name| *name != self.name())
    }

    /// The suburb and state, in capitals as sorters read them.
    fn place(&self) -> String {
        let state = filled(&self.state).unwrap_or_default();
        format!("{} {state}", self.suburb.trim())
            .trim()
            .to_uppercase()
    }
}

fn filled(text: &Option<String>) -> Option<&str> {
    text.as_deref()
        .map(str::trim)
        .filter(|text| !text.is_empty())
}

/// One piece's label.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Label {
    pub carrier_name: String,
    pub service_name: String,
    pub connote: String,
    /// 1-based number of the piece and how many there are.
    pub piece: u32,
    pub pieces: u32,
    /// The content of the GS1-128 symbol with application identifiers in brackets: `(00)393123450000000013`.
    pub gs1: String,
    /// A short route or sort word, printed large.
    pub route: String,
    pub sender: Party,
    pub receiver: Party,
    pub reference: String,
    /// 0 leaves it out.
    pub weight_g: u64,
    pub instructions: String,
    /// The day of dispatch, `2026-01-31`; empty leaves it out.
    pub date: String,
    pub dangerous_goods: bool,
}

/// One consignment of a manifest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManifestLine {
    pub connote: String,
    pub receiver: String,
    pub suburb: String,
    pub pieces: u32,
    pub weight_g: u64,
    pub service_name: String,
}

/// The sheet a driver signs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Manifest {
    pub title: String,
    pub number: String,
    /// The day of dispatch, `2026-01-31`; empty leaves it out.
    pub date: String,
    pub sender: Party,
    pub lines: Vec<ManifestLine>,
}

/// That a consignment is insured. Amounts are written out, with their currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Certificate {
    pub number: String,
    /// Who insures or has the goods insured.
    pub issuer: String,
    /// The day of issue, `2026-01-31`; empty leaves it out.
    pub issued: String,
    /// Whose goods they are.
    pub insured: String,
    pub kind: String,
    pub value: String,
    /// Empty leaves it out, as do the two below.
    pub excess: String,
    pub premium: String,
    pub carrier: String,
    pub connote: String,
    pub sender: Party,
    pub receiver: Party,
    /// A line for each kind of goods.
    pub goods: Vec<String>,
    pub pieces: u64,
    pub weight_g: u64,
}

/// What a paper that goes with a consignment is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConsignmentPaper {
    Note,
    DangerousGoods,
    CommercialInvoice,
    PackingList,
    /// Who has taken the goods, when and where.
    ProofOfDelivery,
}

/// Equal pieces of a consignment; what is empty is left out. Values are written out, with their currency.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GoodsLine {
    pub pieces: u64,
    pub package: String,
    pub description: String,
    /// The sides of one, `40 × 30 × 25 cm`.
    pub measures: String,
    /// Of all pieces of the line.
    pub weight_g: u64,
    pub hs_code: String,
    /// The country of manufacture, two letters.
    pub origin: String,
    pub value_each: String,
    pub value: String,
}

/// Dangerous goods as they are declared.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DangerousLine {
    /// Four digits.
    pub un_number: String,
    pub name: String,
    pub class: String,
    pub other_risks: String,
    /// I, II or III; empty is left to the sender's pen.
    pub packing_group: String,
    /// How many of what kind and what they weigh.
    pub packages: String,
}

/// How goods were handed over; what is empty is left out.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Delivery {
    /// By the clock of the place, `31 Jan 2026 14:05`.
    pub at: String,
    pub place: String,
    pub signed_by: String,
}

/// A consignment as the papers show it that go with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Consignment {
    pub paper: ConsignmentPaper,
    pub connote: String,
    /// The day of dispatch, `2026-01-31`; empty leaves it out, as do the texts below.
    pub date: String,
    pub issuer: String,
    pub carrier: String,
    pub reference: String,
    pub order: String,
    pub sender: Party,
    pub receiver: Party,
    pub goods: Vec<GoodsLine>,
    /// Only of the declaration.
    pub dangerous: Vec<DangerousLine>,
    /// Only of the proof of delivery.
    pub delivery: Option<Delivery>,
    pub pieces: u64,
    pub weight_g: u64,
    pub instructions: String,
    /// What the goods are worth in all.
    pub total: String,
    /// The address at which it is followed, on its note as a QR code.
    pub tracking_link: String,
}

/// One line of an invoice, its amounts as they are printed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct InvoiceLine {
    pub reference: String,
    pub description: String,
    pub service: String,
    pub before_tax: String,
    pub tax: String,
    pub amount: String,
}

/// What the columns of an invoice and its four sums are called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Captions {
    pub columns: [&'static str; 6],
    pub sums: [&'static str; 4],
}

impl Default for Captions {
    fn default() -> Self {
        Self {
            columns: [
                "REFERENCE",
                "DESCRIPTION",
                "SERVICE",
                "BEFORE TAX",
                "TAX",
                "AMOUNT",
            ],
            sums: ["Before tax", "Tax", "Total", "To be paid"],
        }
    }
}

/// What a customer is to pay, or another paper of its form; what is empty is left out.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Invoice {
    pub title: String,
    pub number: String,
    /// Days, `2026-01-31`; empty leaves one out.
    pub date: String,
    pub due: String,
    pub terms: String,
    pub period: String,
    pub cost_center: String,
    /// ISO 4217 code.
    pub currency: String,
    pub seller: Party,
    /// With what it is called, `ABN 53 004 085 616`.
    pub seller_tax_number: String,
    pub customer: Party,
    pub customer_tax_number: String,
    pub lines: Vec<InvoiceLine>,
    pub before_tax: String,
    pub tax: String,
    pub total: String,
    pub outstanding: String,
    pub notes: String,
    pub captions: Captions,
}

/// A consignment whose charge is not accepted; amounts and weights as they are printed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DisputedLine {
    /// The number of the carrier's invoice.
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

/// What a carrier has invoiced and is not paid; what is empty is left out.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Dispute {
    pub number: String,
    /// `2026-01-31`; empty leaves it out.
    pub date: String,
    pub issuer: Party,
    pub carrier: String,
    /// The account that is invoiced.
    pub account: String,
    /// What the carrier called its file.
    pub file_name: String,
    /// ISO 4217 code.
    pub currency: String,
    pub lines: Vec<DisputedLine>,
    pub invoiced: String,
    pub accepted: String,
    pub disputed: String,
}

/// A PDF with one page a label; the error names the field, `labels[0].gs1`.
pub fn labels(labels: &[Label]) -> Result<Vec<u8>, FieldError> {
    blocking::run(|| label::pdf(labels))
}

/// Merges labels into one file. Labels that do not fit, or are unreadable, are returned with the reason.
pub fn bundle(files: Vec<LabelFile>, format: LabelFormat) -> Bundle {
    blocking::run(|| bundle::bundle(files, format, bundle::Bounds::default()))
}

/// Rejects a label whose content does not match its media type. The error is a sentence with the reason.
pub fn check_label(media_type: &str, content: &[u8]) -> Result<(), Message> {
    blocking::run(|| bundle::check(media_type, content))
}

/// The manifest as a PDF; the error names the field, `lines[3].connote`.
pub fn manifest(manifest: &Manifest) -> Result<Vec<u8>, FieldError> {
    blocking::run(|| manifest::pdf(manifest))
}

/// The certificate as a PDF of one page; the error names the field.
pub fn certificate(certificate: &Certificate) -> Result<Vec<u8>, FieldError> {
    blocking::run(|| certificate::pdf(certificate))
}

/// A paper of a consignment as a PDF; the error names the field, `connote`.
pub fn consignment(consignment: &Consignment) -> Result<Vec<u8>, FieldError> {
    blocking::run(|| consignment::pdf(consignment))
}

/// The invoice as a PDF; the error names the field, `number`.
pub fn invoice(invoice: &Invoice) -> Result<Vec<u8>, FieldError> {
    blocking::run(|| invoice::pdf(invoice))
}

/// The dispute letter as a PDF; the error names the field, `carrier`.
pub fn dispute(dispute: &Dispute) -> Result<Vec<u8>, FieldError> {
    blocking::run(|| dispute::pdf(dispute))
}

/// A day as people write it, `31 Jan 2026`.
fn day(text: &str, member: &str) -> Result<String, FieldError> {
    if text.trim().is_empty() {
        return Ok(String::new());
    }
    match NaiveDate::parse_from_str(text.trim(), "%Y-%m-%d") {
        Ok(date) => Ok(date.format("%-d %b %Y").to_string()),
        Err(_) => Err(FieldError::new(
            member,
            message!("must be a day like 2026-01-31"),
        )),
    }
}

/// Grams as kilograms without idle zeros, `12.5 kg`.
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

/// The name of the document in the answer to a failure that is none of the caller's.
fn failed(message: String) -> FieldError {
    FieldError::new("document", Message::verbatim(message))
}
